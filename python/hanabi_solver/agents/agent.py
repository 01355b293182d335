"""What an agent is, and the agents that come with the package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hanabi_solver.agents.view import View
from hanabi_solver.core.playing import legal_moves
from hanabi_solver.core.policy import Policy
from hanabi_solver.errors import expect
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.variants.clues import clues, touched_slots
from hanabi_solver.variants.marks import possible_cards

if TYPE_CHECKING:
    from hanabi_solver.game.position import Card, Position

Agent: TypeAlias = Callable[[View], Move | str]
"""From what the player to move sees to a move, or its text. All players follow it."""


@dataclass(frozen=True)
class PolicyAgent:
    """Plays a joint policy that a search of hidden hands has found."""

    policy: Policy

    def __post_init__(self) -> None:
        """InputError for what is no policy."""
        expect("policy", self.policy, Policy)

    def __call__(self, view: View) -> Move:
        """The move that the policy prescribes for what is seen."""
        expect("view", view, View)
        move = self.policy.act(view.history, view.others)
        return legal_moves(view.position)[0] if move is None else move


def cautious(view: View) -> Move:
    """Plays what surely is playable, else discards what surely is dead, else clues, else
    discards the oldest card: a small agent to measure others against. It looks at what it sees
    now alone.
    """
    position = expect("view", view, View).position
    facts = Facts(position)
    hand = range(len(position.hands[position.mover]))
    cards = [possible_cards(position, position.mover, slot) for slot in hand]
    legal = legal_moves(position)

    def sure(move: type[Play | Discard], wanted: Callable[[Card], bool]) -> list[Move]:
        known = (move(slot + 1) for slot in hand if all(map(wanted, cards[slot])))
        return [each for each in known if each in legal]

    choices: list[Move] = [
        *sure(Play, facts.is_playable),
        *sure(Discard, facts.is_dead),
        *sorted(clues(position), key=lambda clue: not _touches_playable(position, facts, clue)),
        *[move for move in legal if isinstance(move, Discard)][-1:],
        *legal,
    ]
    return choices[0]


def _touches_playable(position: Position, facts: Facts, clue: Clue) -> bool:
    """Whether the clue touches a card that can be played."""
    assert clue.player is not None
    hand = position.hands[clue.player - 1]
    return any(facts.is_playable(hand[slot - 1].card) for slot in touched_slots(position, clue))
