"""Archived games as objects, from every format that the command line reads."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from hanabi_solver.archive import (
    find_games,
    games_of_text,
    replay,
    write_export,
    write_link,
)
from hanabi_solver.archive.link import losses
from hanabi_solver.errors import (
    GameError,
    InputError,
    PositionError,
    UnsupportedError,
    expect,
    expect_whole,
    wrong,
)
from hanabi_solver.games.check import FROM_DECK, MOST_TURNS, OBJECTIVES, Check, check_game
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hanabi_solver.archive import Entry, Replay, Source
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Position
    from hanabi_solver.system.limits import Limits

MOST_DEALT = 10


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Game:
    """An archived game, played again by the rules; `read_games` gives them."""

    replay: Replay
    """The game played again: of use within the package."""
    number: int = 1
    """Its place among all games found, from 1."""

    @property
    def file(self) -> str:
        """The file that it was read from, "link" or "text"."""
        return self.replay.game.source.file

    @property
    def line(self) -> int | None:
        """The line of the file, or the place in its array, from 1."""
        return self.replay.game.source.line

    @property
    def name(self) -> str:
        """The game's own id or name."""
        return self.replay.game.source.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the order of their seats."""
        return self.replay.game.players

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.names)

    @property
    def variant(self) -> str:
        """The variant's name on hanab.live."""
        return self.replay.game.variant.name

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made; the first is that of turn 1."""
        return tuple(turn.move for turn in self.replay.turns)

    @property
    def score(self) -> int:
        """Sum of the stacks at the end, in points."""
        return self.replay.score

    @property
    def site_score(self) -> int:
        """The score that the site gives: 0 after a strikeout or an end by decision."""
        return self.replay.site_score

    @property
    def over(self) -> bool:
        """Whether the game was played to its end by the rules."""
        return self.replay.result is not None

    @property
    def deck_known(self) -> bool:
        """Whether the order of the whole deck is archived."""
        return self.replay.deck_known

    @property
    def notes(self) -> tuple[str, ...]:
        """What house rules have accepted, or the reader has left out."""
        return self.replay.notes

    def position(self, turn: int) -> Position:
        """The position before a turn (from 1), with everybody's clue marks; where a game stops
        before its end, that of the turn after its last one, too. GameError beyond that.
        """
        return self.replay.at(expect_whole("turn", turn, 0, MOST_TURNS))

    def check(
        self,
        *,
        info: Info | Iterable[Info] | None = None,
        objective: Objective | Iterable[Objective] = OBJECTIVES,
        target: int | str | None = None,
        from_deck: int | None = FROM_DECK,
        from_turn: int | None = None,
        limits: Limits | None = None,
        cancel: Cancel | None = None,
    ) -> Check:
        """The game against the optimum: the rows that `batch` writes of it.

        One or several of `info` and `objective`; without `info`, `seat`, `open` and, where the deck
        is known, `perfect`. It starts at the first turn with at most `from_deck` cards in the deck
        (None: with the first turn), and no earlier than `from_turn`, which is the turn that a link
        points at if there is one. The limits hold for each position; `cancel` stops from another
        thread, and what was not asked by then is left out.
        """
        return check_game(
            self.replay,
            number=self.number,
            info=info,
            objective=objective,
            target=target,
            from_deck=from_deck,
            from_turn=from_turn,
            limits=limits,
            cancel=cancel,
        )

    def to_export(self) -> str:
        """The game as an export of hanab.live, a line of JSON; nothing of the game is lost."""
        return write_export(self.replay.game).decode()

    def to_link(self, *, lossy: bool = False) -> str:
        """The game as a compact link of hanab.live. UnsupportedError names what that cannot hold,
        unless `lossy` accepts the loss.
        """
        expect("lossy", lossy, bool)
        lost = losses(self.replay.game)
        if lost and not lossy:
            text = _("a {form} cannot hold: {lost}")
            raise UnsupportedError(text.format(form="link", lost=", ".join(lost)))
        return write_link(self.replay.game)

    def __repr__(self) -> str:
        """The essence in one line."""
        names = ", ".join(self.names)
        where = str(self.replay.game.source) or self.variant
        return f"<Game {where}: {names}, {len(self.moves)} turns, {self.score} points>"


@dataclass(frozen=True, slots=True)
class Refused:
    """A game that could not be read.

    `reason` is the rule that it breaks in a few words, the same for every game that breaks it;
    `problem` is the whole message, with file, line, turn and action. `name` is the game's own,
    `number` its place among all games found, from 1.
    """

    file: str
    line: int | None
    name: str
    reason: str
    problem: str
    number: int = 1

    def __str__(self) -> str:
        """The message."""
        return self.problem


def refusal(source: Source, error: InputError, number: int = 1) -> Refused:
    """Why a game is refused; the reason is the same in every language."""
    if isinstance(error, GameError):
        reason, problem = error.rule, str(error)
    else:
        first = error.faults[0].problem if isinstance(error, PositionError) else str(error)
        reason, problem = first, f"{source}: {error}"
    return Refused(source.file, source.line, source.game, reason, problem, number)


def read_games(
    *sources: str | os.PathLike[str], house_rules: bool = False, hand_size: int | None = None
) -> Iterator[Game | Refused]:
    """The games of files, folders, archives and links, or of a text in any of these formats.

    One after the other as they are read, so that memory does not grow with them. A game that
    cannot be read, or breaks the rules, comes as a `Refused` in its place. `house_rules`
    accepts a discard at 8 clue tokens, and keeps the stacks after a third strike; `hand_size` are
    the cards dealt to each player where the archive has lost that.

    >>> link = "215myfibkjwfcwmlxgke-aicatprnodunkqpufgrh-vavbxupsldqsh,02dcdf-fb,0"
    >>> game = next(read_games(link))
    >>> game.players, game.variant
    (2, 'No Variant')
    """
    check_reading(house_rules, hand_size)
    for source in sources:
        if not isinstance(source, str | os.PathLike) or not os.fspath(source):
            raise wrong("sources", source, _("the path or the text of games"))
    return _games(sources, house_rules, hand_size)


def check_reading(house_rules: bool, hand_size: int | None) -> None:
    """InputError for what does not say how games are read."""
    expect("house_rules", house_rules, bool)
    if hand_size is not None:
        expect_whole("hand_size", hand_size, 1, MOST_DEALT)


def _games(
    sources: tuple[str | os.PathLike[str], ...], house_rules: bool, hand_size: int | None
) -> Iterator[Game | Refused]:
    for number, entry in enumerate(chain.from_iterable(map(_entries, sources)), 1):
        source = entry.source
        try:
            if isinstance(entry.game, GameError):
                raise entry.game
            source = entry.game.source
            again = replay(entry.game, house_rules=house_rules, hand_size=hand_size)
        except InputError as error:
            yield refusal(source, error, number)
        else:
            yield Game(again, number)


def _entries(source: str | os.PathLike[str]) -> Iterable[Entry]:
    """The games of a path; a text that begins as games do, or has lines, is no path."""
    text = os.fspath(source)
    if isinstance(source, str) and (text.lstrip()[:1] in ("{", "[", "(") or "\n" in text):
        return games_of_text(text, "text")
    return find_games([text])
