"""Joint policies of players who do not see their own cards, as plain data and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from hanabi_solver.game.position import KNOWN_TRASH
from hanabi_solver.notation import format_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.core.policy import Rule
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card
    from hanabi_solver.game.rules import Suit


_MOST_ROWS = 300
"""Rows up to which rows are joined: beyond that nobody reads them, and it takes too long."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a prescription: what must be seen, by player and slot (from 1), and the move.

    Several cards at a place: any of them. No places: whatever else is seen.
    """

    sees: tuple[tuple[int, int, tuple[Card, ...]], ...]
    does: Move


def collapsed(rules: Sequence[Rule]) -> tuple[Row, ...]:
    """A prescription as a short table: only the places that matter, and rows joined.

    The last row is for everything that no other row names. Every row holds for all rules with
    what it names, and for none with another move, so the order of rows does not matter.
    """
    if not rules:
        return ()
    views = [
        {(player, slot): card for player, hand in rule.sees for slot, card in enumerate(hand, 1)}
        for rule in rules
    ]
    moves = [rule.does for rule in rules]
    places = _places_that_matter(views, moves)
    table = {
        tuple(view[place] for place in places): move
        for view, move in zip(views, moves, strict=True)
    }
    counts = {move: sum(other == move for other in table.values()) for move in table.values()}
    rest = max(counts, key=lambda move: counts[move])
    rows = _joined(_generalised(table)) if len(table) <= _MOST_ROWS else _plain_rows(table)
    order = list(dict.fromkeys(moves))
    rows.sort(key=lambda row: order.index(row[1]))
    named = [
        Row(
            tuple((*place, cards) for place, cards in zip(places, sets, strict=True) if cards),
            move,
        )
        for sets, move in rows
        if move != rest
    ]
    return (*named, Row((), rest))


def _places_that_matter(
    views: Sequence[dict[tuple[int, int], Card]], moves: Sequence[Move]
) -> list[tuple[int, int]]:
    """Places that together tell the move, none of which can be spared."""
    places = [place for place in views[0] if len({view[place] for view in views}) > 1]
    for place in list(places):
        fewer = [other for other in places if other != place]
        told: dict[tuple[Card, ...], Move] = {}
        if all(
            told.setdefault(tuple(view[other] for other in fewer), move) == move
            for view, move in zip(views, moves, strict=True)
        ):
            places = fewer
    return places


Sets = tuple[tuple["Card", ...], ...]


def _plain_rows(table: dict[tuple[Card, ...], Move]) -> list[tuple[Sets, Move]]:
    return [(tuple((card,) for card in cards), move) for cards, move in table.items()]


def _generalised(table: dict[tuple[Card, ...], Move]) -> list[tuple[Sets, Move]]:
    """Each row with the places left open (an empty tuple) that it does not need."""
    rows: dict[Sets, Move] = {}
    for cards, move in table.items():
        others = [other for other, does in table.items() if does != move]
        needed = list(range(len(cards)))
        for index in list(needed):
            fewer = [other for other in needed if other != index]
            if not any(all(other[i] == cards[i] for i in fewer) for other in others):
                needed = fewer
        rows[tuple((card,) if i in needed else () for i, card in enumerate(cards))] = move
    return list(rows.items())


def _joined(rows: list[tuple[Sets, Move]]) -> list[tuple[Sets, Move]]:
    """Rows of one move that differ in a single place made one, with any of its cards."""
    found = True
    while found:
        found = False
        for first, (sets, move) in enumerate(rows):
            for second in range(first + 1, len(rows)):
                others, other_move = rows[second]
                differ = [
                    i for i, pair in enumerate(zip(sets, others, strict=True)) if pair[0] != pair[1]
                ]
                if (
                    move == other_move
                    and len(differ) == 1
                    and sets[differ[0]]
                    and others[differ[0]]
                ):
                    place = differ[0]
                    union = tuple(sorted({*sets[place], *others[place]}))
                    rows[first] = ((*sets[:place], union, *sets[place + 1 :]), move)
                    del rows[second]
                    found = True
                    break
            if found:
                break
    return rows


def row_text(suits: tuple[Suit, ...], row: Row, alike: Sets = ()) -> str:
    """What a row of a prescription sees, in words: `P2 slot 1 r5 or y5, P3 slot 2 w4`.

    `alike` are the groups of cards that the prescription does not tell apart.
    """
    if not row.sees:
        return "anything else"
    groups = {group[0]: group for group in alike}

    def place(player: int, slot: int, cards: tuple[Card, ...]) -> str:
        cards = tuple(chain.from_iterable(groups.get(card, (card,)) for card in cards))
        names = ["trash" if card == KNOWN_TRASH else format_card(suits, card) for card in cards]
        return f"P{player} slot {slot} {' or '.join(names)}"

    return ", ".join(place(*each) for each in row.sees)
