"""Action histories of the Hanabi Learning Environment and of OpenSpiel.

A game is a text of moves in parentheses, deals included: `(Deal R1)`, `(Play 0)`,
`(Discard 4)`, `(Reveal player +1 color R)`, `(Reveal player +2 rank 3)`. Between them may
stand anything but parentheses, as lists of strings have it. Cards are dealt to one player
after the other, and index 0 is the oldest card of a hand.
"""

from __future__ import annotations

import re

from hanabi_solver.archive.game import NO_VARIANT, NOWHERE, Action, Game, Kind, Source
from hanabi_solver.errors import GameError, shown
from hanabi_solver.game.position import Card
from hanabi_solver.texts.text import _
from hanabi_solver.variants.variant import PLAIN_SUITS

FORMAT = "format of an action history"
SMALL = "hands and cards of a full game"

_DEALT = {10: (2, 5), 15: (3, 5), 16: (4, 4), 20: (5, 4)}
"""Players and hand size by the cards dealt before the first move."""

_LETTERS = "RYGBW"
"""Plain suits in the order of our positions, which the environment names alike."""

_MOVE = re.compile(
    r"\((?:(?P<deal>Deal (?P<suit>[A-Z])(?P<number>\d))"
    r"|(?P<verb>Play|Discard) (?P<index>\d{1,3})"
    r"|Reveal player \+(?P<step>\d{1,3}) (?:color (?P<colour>[A-Z])|rank (?P<rank>\d)))\)"
)


PLAYTHROUGH = "game: hanabi("
"""How OpenSpiel's playthroughs begin; the parameters of the game follow."""

_FULL = {
    "colors": "5",
    "ranks": "5",
    "max_information_tokens": "8",
    "max_life_tokens": "3",
    "random_start_player": "False",
}
"""Parameters of the games that are ours, and their defaults."""

_APPLIED = re.compile(r'# Apply action "(\(.*\))"')


def applied(line: str) -> str:
    """The move that a line of a playthrough tells, if it tells one."""
    found = _APPLIED.match(line)
    return found[1] if found else ""


def is_history(text: str) -> bool:
    """Whether a text looks like an action history, perhaps behind the name of the game."""
    return text.startswith(PLAYTHROUGH) or re.match(r"\W*\(Deal [A-Z]\d\)", text) is not None


def _without_name(text: str, source: Source) -> str:
    """The moves alone. GameError where the game named is a smaller one."""
    if not text.startswith(PLAYTHROUGH):
        return text
    name, _end, moves = text.removeprefix("game: ").partition(")")
    for parameter in name.partition("(")[2].split(","):
        key, _sign, value = parameter.partition("=")
        if key in _FULL and value != _FULL[key]:
            problem = _("{game}: {parameter}; expected {full}").format(
                game=shown(name + ")"), parameter=parameter, full=_FULL[key]
            )
            raise GameError(SMALL, problem, source=str(source))
    return moves


def read_history(text: str, source: Source = NOWHERE) -> Game:
    """The game of an action history. GameError if it is none."""
    text = _without_name(text, source)
    moves = list(_MOVE.finditer(text))
    if len(moves) != text.count("("):
        raise GameError(FORMAT, _unread(text), source=str(source))
    dealt = next((n for n, move in enumerate(moves) if not move["deal"]), len(moves))
    if dealt not in _DEALT:
        problem = _("{count} cards dealt at first; expected one of {choices}").format(
            count=dealt, choices=", ".join(map(str, _DEALT))
        )
        raise GameError(SMALL if dealt else FORMAT, problem, source=str(source))
    players, size = _DEALT[dealt]
    deck: list[Card] = []
    hands: list[list[int]] = [[] for _ in range(players)]
    actions: list[Action] = []
    drawer = None
    for place, move in enumerate(moves):
        if move["deal"]:
            seat = place // size if place < dealt else drawer
            if seat is None:
                problem = _("{move} after no play or discard").format(move=move[0])
                raise GameError(FORMAT, problem, source=str(source))
            hands[seat].append(len(deck))
            deck.append(_card(move, source))
            drawer = None
            continue
        seat = len(actions) % players
        actions.append(_action(move, seat, hands, source, len(actions) + 1))
        drawer = seat if move["verb"] else None
    return Game(
        players=tuple(f"P{seat}" for seat in range(1, players + 1)),
        deck=tuple(deck),
        actions=tuple(actions),
        variant=NO_VARIANT,
        suits=PLAIN_SUITS[: len(_LETTERS)],
        source=source,
    )


def _unread(text: str) -> str:
    for piece in re.findall(r"\([^()]*\)?", text):
        if not _MOVE.fullmatch(piece):
            return _("{move} is no move").format(move=f"'{shown(piece)}'")
    return _("parentheses do not match")


def _card(move: re.Match[str], source: Source) -> Card:
    suit = _LETTERS.find(move["suit"])
    if suit < 0:
        problem = _("{move}: unknown colour").format(move=move[0])
        raise GameError(FORMAT, problem, source=str(source))
    return Card(suit, int(move["number"]))


def _action(
    move: re.Match[str], seat: int, hands: list[list[int]], source: Source, turn: int
) -> Action:
    if move["verb"]:
        index = int(move["index"])
        if index >= len(hands[seat]):
            problem = _("{move}: the hand has {count} cards").format(
                move=move[0], count=len(hands[seat])
            )
            raise GameError(FORMAT, problem, source=str(source), turn=turn)
        kind = Kind.PLAY if move["verb"] == "Play" else Kind.DISCARD
        return Action(kind, hands[seat].pop(index))
    target = (seat + int(move["step"])) % len(hands)
    if move["rank"]:
        return Action(Kind.RANK_CLUE, target, int(move["rank"]))
    colour = _LETTERS.find(move["colour"])
    if colour < 0:
        problem = _("{move}: unknown colour").format(move=move[0])
        raise GameError(FORMAT, problem, source=str(source), turn=turn)
    return Action(Kind.COLOUR_CLUE, target, colour)
