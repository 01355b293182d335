"""Simulated games of the standard game: where the benchmarks' positions come from.

Players see everything and play by rule of thumb: a playable card that others wait for most,
else a dead card away while pace allows, else a clue, else a discard. Such games reach endgames
like those of good teams.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hanabi_solver.core.playing import legal_moves, play
from hanabi_solver.game.facts import Facts, unplayed, with_open_deck
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import HeldCard, Position
from hanabi_solver.review.course import Course, Step
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.variants.variant import PLAIN_SUITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.moves import Move

SUITS = PLAIN_SUITS[:5]


def deal(players: int, seed: int) -> Position:
    """The first turn of a game, the deck in order."""
    cards = list(unplayed(SUITS, (0,) * len(SUITS)).elements())
    Random(f"{players} players, deal {seed}").shuffle(cards)
    size = 5 if players < 4 else 4
    hands = [tuple(HeldCard(cards.pop()) for _ in range(size)) for _ in range(players)]
    return Position(
        variant="standard",
        suits=SUITS,
        stacks=(0,) * len(SUITS),
        hands=tuple(hands),
        mover=0,
        deck=tuple(cards),
        deck_ordered=True,
        clue_units=8,
    )


def choose(position: Position, random: Random) -> Move:
    facts = Facts(position)
    hand = [held.card for held in position.hands[position.mover]]
    slots = range(1, len(hand) + 1)
    playable = [slot for slot in slots if facts.is_playable(hand[slot - 1])]
    if playable and random.random() < 0.95:
        return Play(min(playable, key=lambda slot: hand[slot - 1].rank))
    legal = legal_moves(position)
    dead = [slot for slot in slots if facts.is_dead(hand[slot - 1])]
    spare = [slot for slot in slots if not facts.is_critical(hand[slot - 1])]
    tight = (facts.pace or 0) <= 1
    if Clue() in legal and (tight or not dead or position.clue_units >= 4):
        return Clue()
    for choice in (dead, spare, list(slots)):
        if choice and Discard(choice[-1]) in legal:
            return Discard(choice[-1])
    return legal[-1]


def game(players: int, seed: int) -> Course:
    """A whole game, as `check` takes it."""
    random = Random(f"game {seed}")
    position = deal(players, seed)
    steps: list[Step] = []
    result = None
    while result is None:
        move = choose(position, random)
        after, result = play(position, move)
        drawn = position.deck[0] if len(after.deck) < len(position.deck) else None
        steps.append(Step(len(steps) + 1, position, move, moved_card(position, move), drawn))
        position = after
    return Course(tuple(steps), position, result)


def endgames(players: int, deck: int, seed: int = 0) -> Iterator[Position]:
    """Positions with `deck` cards left, their order forgotten, one a game, without end.

    Only those that are no trivial ones: the maximum is still possible, pace is 0 or more, and
    a needed card is in nobody's hand.
    """
    return (position for position in late_positions(players, deck, seed) if _is_open(position))


def late_positions(players: int, deck: int, seed: int = 0) -> Iterator[Position]:
    """One position with `deck` cards left of every game that gets so far, without end."""
    while True:
        random = Random(f"game {seed}")
        position = deal(players, seed)
        seed += 1
        while position.deck_size > deck:
            played = play(position, choose(position, random))
            position = played.position
            if played.result is not None:
                break
        else:
            yield with_open_deck(position)


def _is_open(position: Position) -> bool:
    facts = Facts(position)
    held = {held.card for hand in position.hands for held in hand}
    waits = any(not facts.is_dead(card) and card not in held for card in position.deck)
    return facts.reachable == position.max_score and (facts.pace or 0) >= 0 and waits
