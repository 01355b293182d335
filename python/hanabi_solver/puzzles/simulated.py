"""Simulated games of the standard game, the same for the same seed.

Players see everything and play by rule of thumb: a playable card that others wait for most,
else a dead card away while pace allows, else a clue, else a discard. Such games reach endgames
like those of good teams.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hanabi_solver.core.playing import legal_moves, play
from hanabi_solver.game.facts import Facts, unplayed
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import NO_MARKS, HeldCard, Position
from hanabi_solver.review.course import Course, Step
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.variants.clues import clues, touched_slots
from hanabi_solver.variants.variant import PLAIN_SUITS

if TYPE_CHECKING:
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
    """What a player does; `Clue()` for some clue."""
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


def telling_clue(position: Position) -> Clue:
    """The clue that touches most playable cards without marks, then most such useful ones."""
    facts = Facts(position)

    def tells(clue: Clue) -> tuple[int, int]:
        assert clue.player is not None
        hand = position.hands[clue.player - 1]
        touched = [hand[slot - 1] for slot in touched_slots(position, clue)]
        new = [held.card for held in touched if held.marks == NO_MARKS or not held.marks.positive]
        useful = sum(-1 if facts.is_dead(card) else 1 for card in new)
        return sum(map(facts.is_playable, new)), useful

    return max(clues(position), key=tells)


def game(players: int, seed: int, *, marks: bool = False) -> Course:
    """A whole game, as `check` takes it. With `marks` every clue is a named one."""
    random = Random(f"game {seed}")
    position = deal(players, seed)
    steps: list[Step] = []
    result = None
    while result is None:
        move = choose(position, random)
        if marks and move == Clue():
            move = telling_clue(position)
        after, result = play(position, move)
        drawn = position.deck[0] if len(after.deck) < len(position.deck) else None
        steps.append(Step(len(steps) + 1, position, move, moved_card(position, move), drawn))
        position = after
    return Course(tuple(steps), position, result)
