"""hanab.live's compact links: a game in a line of letters and digits."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, NamedTuple

from msgspec import to_builtins

from hanabi_solver.archive.game import NO_OPTIONS, NOWHERE, Action, Game, Kind, Source, plain_suits
from hanabi_solver.errors import GameError, UnsupportedError
from hanabi_solver.game.position import Card
from hanabi_solver.texts.text import _
from hanabi_solver.variants.hanab_live import by_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ADDRESS = "https://hanab.live/shared-replay-json/"
ALPHABET = ascii_lowercase + digits + ascii_uppercase
FORMAT = "format of a compact link"
GROUP = 20
"""A hyphen stands after so many characters."""

_LINK = re.compile(
    r"(?:(?:https?://)?[\w.-]*/(?:shared-)?replay-json/)?([\w-]+(?:,[\w-]*)+)(?:#([0-9]{1,6}))?"
)
_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")


class Link(NamedTuple):
    """A link read: the game, and the turn that it points at, if it does."""

    game: Game
    turn: int | None


def is_link(text: str) -> bool:
    """Whether a text looks like a compact link, with or without the address."""
    if "/replay-json/" in text or "/shared-replay-json/" in text:
        return True
    found = _LINK.fullmatch(text.strip())
    return found is not None and found[1].count(",") in (2, 3) and found[1][:1] in "23456"


def read_link(text: str, source: Source = NOWHERE) -> Link:
    """The game of a compact link, or of the string in one. GameError if it is none."""
    found = _LINK.fullmatch(text.strip())
    if found is None:
        raise _error(_("expected deck, actions and variant, separated by commas"), source)
    parts = found[1].replace("-", "").split(",")
    if len(parts) not in (3, 4):
        problem = _("{count} fields; expected deck, actions, variant and perhaps seed")
        raise _error(problem.format(count=len(parts)), source)
    players, deck = _read_deck(parts[0], source)
    if not re.fullmatch(r"[0-9]{1,6}", parts[2]):
        raise _error(_("variant {id} is no id").format(id=repr(parts[2])), source)
    try:
        variant = by_id(int(parts[2]))
    except UnsupportedError as error:
        raise GameError("unknown variant", str(error), source=str(source)) from None
    game = Game(
        players=_NAMES[:players],
        deck=deck,
        actions=tuple(_read_actions(parts[1], source)),
        variant=variant,
        suits=plain_suits(variant),
        source=source,
        more={"seed": parts[3]} if len(parts) == 4 else {},
        turn=int(found[2]) if found[2] else None,
    )
    return Link(game, game.turn)


def _error(problem: str, source: Source) -> GameError:
    return GameError(FORMAT, problem, source=str(source))


def _digit(text: str, what: str, source: Source) -> int:
    if not re.fullmatch("[0-9]", text):
        problem = _("{text} is no digit ({what})").format(text=repr(text), what=what)
        raise _error(problem, source)
    return int(text)


def _index(letter: str, source: Source) -> int:
    index = ALPHABET.find(letter)
    if index < 0:
        problem = _("{letter} is not in the alphabet").format(letter=repr(letter))
        raise _error(problem, source)
    return index


def _read_deck(text: str, source: Source) -> tuple[int, tuple[Card, ...]]:
    players = _digit(text[:1], _("number of players"), source)
    low = _digit(text[1:2], _("lowest rank"), source)
    high = _digit(text[2:3], _("highest rank"), source)
    if high < low:
        raise _error(_("ranks from {low} to {high}").format(low=low, high=high), source)
    ranks = high - low + 1
    pairs = (divmod(_index(letter, source), ranks) for letter in text[3:])
    return players, tuple(Card(suit, low + step) for suit, step in pairs)


def _read_actions(text: str, source: Source) -> Iterator[Action]:
    low = _digit(text[:1], _("lowest action type"), source)
    high = _digit(text[1:2], _("highest action type"), source)
    if high < low or high > max(Kind):
        problem = _("action types from {low} to {high}").format(low=low, high=high)
        raise _error(problem, source)
    kinds = high - low + 1
    if len(text) % 2:
        raise _error(_("an action lacks its target: their letters come in pairs"), source)
    for place in range(2, len(text), 2):
        value, kind = divmod(_index(text[place], source), kinds)
        target = _index(text[place + 1], source)
        yield Action(Kind(low + kind), target, value - 1 if value else None)


def losses(game: Game) -> list[str]:
    """What a compact link would lose of the game; empty where it is the same game."""
    lost = []
    if game.options != NO_OPTIONS:
        names = ", ".join(to_builtins(game.options))
        lost.append(_("options ({names})").format(names=names))
    if game.players != _NAMES[: len(game.players)]:
        lost.append(_("names of the players"))
    lost += [name for name in game.more if name != "seed"]
    if any(action.target < 0 for action in game.actions):
        lost.append(_("the end by vote"))
    if isinstance(game.more.get("seed"), str) and "-" in game.more["seed"]:
        lost.append(_("hyphens of the seed"))
    return lost


def write_link(game: Game) -> str:
    """The game's compact link. What `losses` names is lost."""
    actions = [action for action in game.actions if action.target >= 0]
    parts = [_write_deck(game), _write_actions(actions, game), str(game.variant.number)]
    if "seed" in game.more:
        parts.append(str(game.more["seed"]))
    text = ",".join(parts)
    groups = [text[start : start + GROUP] for start in range(0, len(text), GROUP)]
    turn = "" if game.turn is None else f"#{game.turn}"
    return ADDRESS + "-".join(groups) + turn


def _letter(index: int, game: Game) -> str:
    if not 0 <= index < len(ALPHABET):
        raise _error(_("index {index} has no letter").format(index=index), game.source)
    return ALPHABET[index]


def _write_deck(game: Game) -> str:
    low = min(card.rank for card in game.deck)
    high = max(card.rank for card in game.deck)
    ranks = high - low + 1
    letters = (_letter(card.suit * ranks + card.rank - low, game) for card in game.deck)
    return f"{len(game.players)}{low}{high}" + "".join(letters)


def _write_actions(actions: Sequence[Action], game: Game) -> str:
    if not actions:
        return "00"
    low = min(action.kind for action in actions)
    high = max(action.kind for action in actions)
    kinds = high - low + 1
    letters = []
    for kind, target, value in actions:
        number = (0 if value is None else value + 1) * kinds + kind - low
        letters.append(_letter(number, game) + _letter(target, game))
    return f"{low}{high}" + "".join(letters)
