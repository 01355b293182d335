"""Joint policies of players who do not see their own cards, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card


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
