"""Prescriptions as tables for people: who sees what does what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.game.position import KNOWN_TRASH
from hanabi_solver.notation import format_card
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.core.policy import Rule
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card
    from hanabi_solver.game.rules import Suit

_MOST_ROWS = 300
"""Rows up to which rows are joined: beyond that nobody reads them, and it takes too long."""

_MOST_CARDS = 200_000
"""Cards in all rows up to which places are looked for that can be spared."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a prescription: what must be seen, by player and slot (from 1), and the move.

    Several cards at a place: any of them. No places: whatever else is seen. `worlds` are those
    of the rules that the row is made of.
    """

    sees: tuple[tuple[int, int, tuple[Card, ...]], ...]
    does: Move
    worlds: int


def collapsed(rules: Sequence[Rule]) -> tuple[Row, ...]:
    """A prescription as a short table: only the places that matter, and rows joined.

    The last row is for everything that no other row names. Every row holds for all rules with
    what it names, and for none with another move, so the order of rows does not matter.
    """
    if not rules:
        return ()
    seen = [tuple(chain.from_iterable(hand for _, hand in rule.sees)) for rule in rules]
    places = [(player, slot) for player, hand in rules[0].sees for slot in range(1, len(hand) + 1)]
    moves = [rule.does for rule in rules]
    kept = _places_that_matter(seen, moves)
    table: dict[tuple[Card, ...], _Entry] = {}
    for cards, rule in zip(seen, rules, strict=True):
        _, worlds = table.get(key := tuple(cards[place] for place in kept), (rule.does, 0))
        table[key] = rule.does, worlds + rule.worlds
    counts = Counter(move for move, _ in table.values())
    rest = max(counts, key=lambda move: counts[move])
    rows = _joined(_generalised(table)) if len(table) <= _MOST_ROWS else _plain_rows(table)
    order = {move: number for number, move in enumerate(dict.fromkeys(moves))}
    rows.sort(key=lambda row: order[row[1][0]])
    named = [
        Row(
            tuple(
                (*places[place], cards) for place, cards in zip(kept, sets, strict=True) if cards
            ),
            move,
            worlds,
        )
        for sets, (move, worlds) in rows
        if move != rest
    ]
    others = sum(worlds for move, worlds in table.values() if move == rest)
    return (*named, Row((), rest, others))


def _places_that_matter(seen: Sequence[tuple[Card, ...]], moves: Sequence[Move]) -> list[int]:
    """Places that together tell the move, none of which can be spared; where there is much to
    look through, all at which cards differ.
    """
    places = [place for place, cards in enumerate(zip(*seen, strict=True)) if len({*cards}) > 1]
    if len(seen) * len(places) > _MOST_CARDS:
        return places
    for place in list(places):
        fewer = [other for other in places if other != place]
        told: dict[tuple[Card, ...], Move] = {}
        if all(
            told.setdefault(tuple(cards[other] for other in fewer), move) == move
            for cards, move in zip(seen, moves, strict=True)
        ):
            places = fewer
    return places


Sets = tuple[tuple["Card", ...], ...]
_Entry = tuple["Move", int]
"""A move and the number of worlds in which it is made."""


def _plain_rows(table: dict[tuple[Card, ...], _Entry]) -> list[tuple[Sets, _Entry]]:
    return [(tuple((card,) for card in cards), entry) for cards, entry in table.items()]


def _generalised(table: dict[tuple[Card, ...], _Entry]) -> list[tuple[Sets, _Entry]]:
    """Each row with the places left open (an empty tuple) that it does not need."""
    rows: dict[Sets, _Entry] = {}
    for cards, (move, worlds) in table.items():
        others = [other for other, (does, _) in table.items() if does != move]
        needed = list(range(len(cards)))
        for index in list(needed):
            fewer = [other for other in needed if other != index]
            if not any(all(other[i] == cards[i] for i in fewer) for other in others):
                needed = fewer
        sets = tuple((card,) if i in needed else () for i, card in enumerate(cards))
        rows[sets] = move, worlds + rows.get(sets, (move, 0))[1]
    return list(rows.items())


def _joined(rows: list[tuple[Sets, _Entry]]) -> list[tuple[Sets, _Entry]]:
    """Rows of one move that differ in a single place made one, with any of its cards."""
    found = True
    while found:
        found = False
        for first, (sets, (move, worlds)) in enumerate(rows):
            for second in range(first + 1, len(rows)):
                others, (other_move, more) = rows[second]
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
                    merged = (*sets[:place], union, *sets[place + 1 :])
                    rows[first] = merged, (move, worlds + more)
                    del rows[second]
                    found = True
                    break
            if found:
                break
    return rows


def for_people(
    rows: Sequence[Row], most: int, hands: Sequence[Sequence[Card]], alike: Sets
) -> tuple[Sequence[Row], int]:
    """At most so many rows: the one for the hands (by player), then those for most worlds, last
    that for all that no row names; and how many rows are left out.
    """

    def here(row: Row) -> bool:
        names = {
            card: KNOWN_TRASH if len(alike) == 1 else group[0] for group in alike for card in group
        }
        held = {
            (player, slot): names.get(card, card)
            for player, hand in enumerate(hands, 1)
            for slot, card in enumerate(hand, 1)
        }
        return all(held[player, slot] in cards for player, slot, cards in row.sees)

    named = sorted(rows[:-1], key=lambda row: (not here(row), -row.worlds))
    left_out = max(0, len(rows) - most)
    return (*named[: most - 1], *rows[-1:]), left_out


class Words(NamedTuple):
    """What the text of a row is made of."""

    place: str
    either: str
    trash: str
    rest: str


FOR_PROGRAMS = Words("P{player} slot {slot} {cards}", " or ", "trash", "anything else")
"""In every language the same."""


def words_for_people() -> Words:
    """In the language in use."""
    return Words(_("P{player} slot {slot} {cards}"), _(" or "), _("trash"), _("anything else"))


def row_text(suits: tuple[Suit, ...], row: Row, alike: Sets, words: Words) -> str:
    """What a row of a prescription sees, in words: `P2 slot 1 r5 or y5, P3 slot 2 w4`.

    `alike` are the groups of cards that the prescription does not tell apart.
    """
    if not row.sees:
        return words.rest
    groups = {group[0]: group for group in alike}

    def place(player: int, slot: int, cards: tuple[Card, ...]) -> str:
        cards = tuple(chain.from_iterable(groups.get(card, (card,)) for card in cards))
        names = [words.trash if card == KNOWN_TRASH else format_card(suits, card) for card in cards]
        return words.place.format(player=player, slot=slot, cards=words.either.join(names))

    return ", ".join(place(*each) for each in row.sees)
