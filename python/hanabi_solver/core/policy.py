"""Joint policies of players who do not see their own cards, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.errors import expect, expect_all
from hanabi_solver.game.moves import Clue, Event
from hanabi_solver.game.position import KNOWN_TRASH, Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hanabi_solver.core.answer import Bounds
    from hanabi_solver.game.moves import Move


@dataclass(frozen=True, slots=True)
class Rule:
    """What a player does who sees certain hands.

    `sees` has every other player (from 1) and the hand; `KNOWN_TRASH` stands for a dead card,
    whichever it is, and the first card of a group that is not told apart for all of it. The move
    `Clue()` is the first legal clue, whichever it is. `worlds` counts those in which this is
    seen and anything can be had.
    """

    sees: tuple[tuple[int, tuple[Card, ...]], ...]
    does: Move
    worlds: int


@dataclass(frozen=True, slots=True)
class Edge:
    """What everybody saw, and the number of the node where the policy goes on.

    `card` was played or discarded (None for a clue); `touches` are the slots that a clue
    touched, None where that does not count.
    """

    move: Move
    card: Card | None
    touches: tuple[int, ...] | None
    node: int


@dataclass(frozen=True, slots=True)
class Node:
    """One point of public history. Who sees nothing that a rule names does the first legal move."""

    player: int
    rules: tuple[Rule, ...]
    next: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """A joint policy. `alike` are the groups of dead cards that its rules do not tell apart.

    A single group is called `KNOWN_TRASH` in rules; of several each is named by its first card.
    The first node is the position. Players are counted from 1.
    """

    alike: tuple[tuple[Card, ...], ...]
    nodes: tuple[Node, ...]

    def act(self, history: Iterable[Event], seen: Mapping[int, Sequence[Card]]) -> Move | None:
        """What the player to move does who sees these hands (by player, from 1), after what
        everybody has seen. None where no rule is for it: then it is the first legal move, as
        `Clue()` is the first legal clue.
        """
        for player, hand in expect("seen", seen, Mapping).items():
            expect("seen", player, int)
            expect_all("seen", hand, Card)
        names = self._names()
        nodes = {0} if self.nodes else set()
        for event in expect_all("history", history, Event):
            nodes = {
                edge.node
                for node in nodes
                for edge in self.nodes[node].next
                if _fits(edge, event, names)
            }
        view = tuple(
            (player, tuple(names.get(card, card) for card in hand))
            for player, hand in sorted(seen.items())
        )
        rules = (rule for node in sorted(nodes) for rule in self.nodes[node].rules)
        return next((rule.does for rule in rules if tuple(sorted(rule.sees)) == view), None)

    def _names(self) -> dict[Card, Card]:
        """What rules call the cards that they do not tell apart."""
        single = len(self.alike) == 1
        return {card: KNOWN_TRASH if single else group[0] for group in self.alike for card in group}


@dataclass(frozen=True, slots=True)
class Actual:
    """What happens, with hidden hands, in the world that is written.

    `worlds_left` are still possible for everybody after the first move. `scores` has every
    final score with its share of the orders of the deck where that is unknown. With a
    `target` (for `win`) a score is worth 1 from there on, else 0; without one, itself.
    """

    move: Move
    worlds_left: int
    scores: Mapping[int, Fraction]
    target: int | None

    @property
    def result(self) -> Fraction:
        """What the scores are worth on average."""
        values = (
            share * (score if self.target is None else score >= self.target)
            for score, share in self.scores.items()
        )
        return sum(values, Fraction(0))


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is told beside the values with hidden hands.

    `worlds` is their number (None if it is beyond 128 bits), `open` the mean over them of the
    value with hands open (for `guaranteed` the minimum; None if not known). `prescription` is
    the first move of the best policy found, by what the mover sees, and `alike` the groups of
    dead cards that it does not tell apart; `policy` is all of it, if asked for. `perfect`, if
    asked for, bounds the mean (minimum) over the worlds of the value with the deck known as
    well: value ≤ `open` ≤ `perfect`. `here` has for moves the mean over the worlds that agree
    with the hands the mover sees, under the policy that reaches the move's lower bound (for
    `guaranteed` the score that it reaches in all of them).
    """

    here: Mapping[Move, Fraction]
    worlds: int | None
    open: Fraction | None
    prescription: tuple[Rule, ...]
    alike: tuple[tuple[Card, ...], ...]
    actual: Actual | None
    policy: Policy | None
    perfect: Bounds | None = None


def _fits(edge: Edge, event: Event, names: Mapping[Card, Card]) -> bool:
    """Whether an edge is for what was seen."""
    if event.card is not None:
        return edge.move == event.move and edge.card == names.get(event.card, event.card)
    return edge.move in (event.move, Clue()) and edge.touches in (None, event.touched)
