"""Team Elo, as Board Game Arena has it: a team plays a draw against a bot.

The bot's rating B depends on what the team reached (`bots.py`), T is the mean of the players'
ratings, E = 1 / (1 + 10^((B - T) / 400)), and every player's rating changes by K * (1/2 - E),
rounded half to even; after a maximum score by no less than 0.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from types import NoneType
from typing import TYPE_CHECKING, Literal, NamedTuple

from hanabi_solver.elo.bots import SITE_STANDARD, Bots, scale
from hanabi_solver.errors import (
    InputError,
    UnsupportedError,
    expect,
    expect_all,
    expect_whole,
    wrong,
)
from hanabi_solver.texts.text import _
from hanabi_solver.variants.registry import STANDARD
from hanabi_solver.variants.variant import SITE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.archive import Replay

Reason = Literal["unfinished", "variant", "bot"]

MOST = 10**5
"""Above every rating and K-factor: the exact comparison would take for ever with vast ones."""

K_FACTOR = 20
"""Twice the most that a game can change a rating by."""

FIRST_RATING = 1300
"""What a player has before the first game."""


def elo_change(team: Sequence[int], bot: int, *, k: int = K_FACTOR, maximum: bool = False) -> int:
    """What every player's rating changes by. `maximum`: the team reached the maximum score.

    >>> elo_change([1500, 1500, 1440], 1600)
    3

    Exact. With D = B - T and q = 10^(D/400) the change is K/2 * (q - 1) / (q + 1), which grows
    with q and stays between -K/2 and K/2. It is at least h/2 if and only if
    (K - h) * q >= K + h; for D/400 = p/s in lowest terms and -K < h < K that is
    (K - h)^s * 10^p >= (K + h)^s, a comparison of integers. So the nearest integer, and
    whether there are two, is decided without an approximation. (Two there are: K = 11 and
    D = 400 give exactly 4.5.)
    """
    # The exact comparison is of Python's own integers.
    team = [int(each) for each in expect_all("team", team, int)]
    for rating in team:
        expect_whole("team", rating, -MOST, MOST)
    if not team:
        raise wrong("team", team, _("a rating or more"))
    bot = int(expect_whole("bot", bot, -MOST, MOST))
    k = int(expect_whole("k", k, 1, MOST))
    expect("maximum", maximum, bool)
    ratio = (bot - Fraction(sum(team), len(team))) / 400
    power, root = ratio.numerator, ratio.denominator

    def compared(half: int) -> int:
        """The sign of the change less half/2."""
        if abs(half) >= k:
            return -1 if half > 0 else 1
        left: int = (k - half) ** root * 10 ** max(power, 0)
        right: int = (k + half) ** root * 10 ** max(-power, 0)
        return (left > right) - (left < right)

    def is_enough(number: int) -> bool:
        """Whether the change is rounded to this number or a lower one."""
        sign = compared(2 * number + 1)
        return sign < 0 or (sign == 0 and number % 2 == 0)

    change = bisect_left(range(-k, k + 1), True, key=is_enough) - k
    return max(change, 0) if maximum else change


def expected_result(team: Sequence[int], bot: int) -> float:
    """E, to look at: what the team's rating lets expect, 1/2 where it equals the bot's."""
    return float(1 / (1 + 10 ** ((bot - sum(team) / len(team)) / 400)))


@dataclass(frozen=True, slots=True)
class Rated:
    """A game in a ladder. `bot`, `change` are None where it is not rated.

    `reason` says why: the game has not been played to its end (`unfinished`), its variant is
    not rated (`variant`), or the table has no bot for it (`bot`).

    `before` and `after` are the ratings of the team, in the order of `names`.
    """

    names: tuple[str, ...]
    variant: str
    score: int | None
    before: tuple[int, ...]
    after: tuple[int, ...]
    bot: int | None = None
    change: int | None = None
    reason: Reason | None = None


class Played(NamedTuple):
    """What of a game counts for ratings. `score` is None if it has not ended by the rules."""

    names: tuple[str, ...]
    variant: str
    score: int | None


def played(game: Replay) -> Played:
    """What counts of an archived game."""
    variant = f"{SITE}{game.game.variant.number}"
    name = STANDARD.name if variant == SITE_STANDARD else variant
    ended = game.result is not None
    return Played(game.game.players, name, game.site_score if ended else None)


class Ladder:
    """Ratings through time: `play` games in their order."""

    def __init__(self, bots: Bots, *, k: int = K_FACTOR, first: int = FIRST_RATING) -> None:
        """Every player begins with the rating `first`."""
        self.bots = expect("bots", bots, Bots)
        self.k = expect_whole("k", k, 1, MOST)
        self.first = expect_whole("first", first, -MOST, MOST)
        self.ratings: dict[str, int] = {}
        """Everybody's rating now, by name."""

    def play(self, names: Sequence[str], variant: str, score: int | None) -> Rated:
        """Rate a game, and change the players' ratings. Without a score it is not rated."""
        team = expect_all("names", names, str)
        expect("variant", variant, str)
        expect("score", score, int, NoneType)
        before = tuple(self.ratings.get(name, self.first) for name in team)
        bot = None
        reason: Reason = "unfinished"
        try:
            if score is not None:
                bot = self.bots.rating(variant, len(team), score)
        except UnsupportedError:
            reason = "variant"
        except InputError:
            reason = "bot"
        if bot is None:
            return Rated(team, variant, score, before, before, reason=reason)
        best = score == scale(variant).maximum
        change = elo_change(before, bot, k=self.k, maximum=best)
        after = tuple(rating + change for rating in before)
        self.ratings.update(zip(team, after, strict=True))
        return Rated(team, variant, score, before, after, bot, change)
