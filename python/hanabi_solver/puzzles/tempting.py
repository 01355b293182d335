"""What a simple player would do: the moves by which a puzzle tempts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.core.playing import legal_moves
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import UNSPECIFIED
from hanabi_solver.variants.clues import clues, touched_slots
from hanabi_solver.variants.marks import possible_cards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hanabi_solver.core.answer import Info
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position


@dataclass(frozen=True, slots=True)
class Temptation:
    """The moves that tempt, in the order of moves, and the one that a simple player makes."""

    moves: tuple[Move, ...]
    first: Move | None


def temptation(position: Position, info: Info) -> Temptation:
    """What tempts the mover, whose cards are `xx` where he does not see them.

    To play a card that surely or more likely than not is playable, to clue where somebody else
    holds a playable card, to discard what is surely dead, or the oldest card without marks. In
    this order a simple player chooses.
    """
    facts = Facts(position)
    hand = position.hands[position.mover]
    slots = range(1, len(hand) + 1)
    held = {slot: _possible(position, slot) for slot in slots}
    named = clues(position)
    fresh = [slot for slot in slots if not hand[slot - 1].marks.positive]
    telling = [clue for clue in named if _touches_playable(facts, clue)]
    wanted: list[Move] = [
        *(Play(slot) for slot in slots if all(map(facts.is_playable, held[slot]))),
        *(telling if info == "hidden" else [Clue()] * bool(telling)),
        *(Discard(slot) for slot in slots if all(map(facts.is_dead, held[slot]))),
        *(Play(slot) for slot in slots if _likely(facts, held[slot])),
        *(Discard(slot) for slot in fresh[-1:]),
    ]
    legal = [*legal_moves(position), *named]
    chosen = [move for move in wanted if move in legal]
    return Temptation(
        tuple(move for move in dict.fromkeys(legal) if move in chosen),
        chosen[0] if chosen else None,
    )


def _possible(position: Position, slot: int) -> Counter[Card]:
    """What a card of the mover may be, each with its copies."""
    card = position.hands[position.mover][slot - 1].card
    if card != UNSPECIFIED:
        return Counter([card])
    pool = Counter(position.deck)
    return Counter(
        {card: pool[card] for card in possible_cards(position, position.mover, slot - 1)}
    )


def _likely(facts: Facts, cards: Counter[Card]) -> bool:
    playable = sum(copies for card, copies in cards.items() if facts.is_playable(card))
    return 2 * playable > cards.total()


def _touches_playable(facts: Facts, clue: Clue) -> bool:
    assert clue.player is not None
    hand = facts.position.hands[clue.player - 1]
    touched: Iterable[int] = touched_slots(facts.position, clue)
    return any(facts.is_playable(hand[slot - 1].card) for slot in touched)
