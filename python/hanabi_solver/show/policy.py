"""Joint policies as JSON objects."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hanabi_solver.notation import format_card, format_move, format_position
from hanabi_solver.show.numbers import exact_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hanabi_solver.core.policy import Edge, Node
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card
    from hanabi_solver.game.rules import Suit
    from hanabi_solver.solving.solution import Solution

_T = TypeVar("_T")


def policy_record(solution: Solution) -> dict[str, Any]:
    """The policy of a solution as a JSON object, with the value that it reaches.

    `python -m hanabi_solver.reference.policy FILE` plays it and checks that.
    """
    head, nodes = _head_and_nodes(solution)
    return {**head, "nodes": list(nodes)}


def policy_text(solution: Solution) -> Iterator[str]:
    """The same as text, a node a line: piece by piece, for a large one takes much memory."""
    head, nodes = _head_and_nodes(solution)
    yield json.dumps(head, indent=1)[:-2] + ',\n "nodes": ['
    comma = "\n  "
    for node in nodes:
        yield comma + json.dumps(node)
        comma = ",\n  "
    yield "\n ]\n}\n"


def _head_and_nodes(solution: Solution) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    if solution.hidden is None or solution.hidden.policy is None:
        raise ValueError("a solution without a policy")
    position, policy = solution.position, solution.hidden.policy
    head = {
        "position": format_position(position),
        "objective": solution.objective,
        "target": solution.target,
        "value": exact_number(solution.bounds.lower, solution.objective),
        "worlds": solution.hidden.worlds,
        "alike": [[format_card(position.suits, card) for card in group] for group in policy.alike],
    }
    hands = partial(hand_text, position.suits)
    texts = _Texts(_Made(hands), _Made(format_move), _Made(partial(format_card, position.suits)))
    return head, (_node(node, texts) for node in policy.nodes)


class _Made(dict[_T, str]):
    """Texts of things, each made once: a large policy has each of them many times."""

    def __init__(self, make: Callable[[_T], str]) -> None:
        self._make = make

    def __missing__(self, thing: _T) -> str:
        text = self[thing] = self._make(thing)
        return text


class _Texts(NamedTuple):
    hands: _Made[tuple[Card, ...]]
    moves: _Made[Move]
    cards: _Made[Card]


def _node(node: Node, texts: _Texts) -> dict[str, Any]:
    return {
        "player": node.player,
        "rules": [
            {
                "sees": {str(player): texts.hands[hand] for player, hand in rule.sees},
                "does": texts.moves[rule.does],
            }
            for rule in node.rules
        ],
        "next": [_edge(edge, texts) for edge in node.next],
    }


def _edge(edge: Edge, texts: _Texts) -> dict[str, Any]:
    record: dict[str, Any] = {"move": texts.moves[edge.move]}
    if edge.card is not None:
        record["card"] = texts.cards[edge.card]
    if edge.touches is not None:
        record["touches"] = list(edge.touches)
    return {**record, "node": edge.node}


def hand_text(suits: tuple[Suit, ...], hand: Iterable[Card]) -> str:
    """A hand as in a position string."""
    return "".join(format_card(suits, card) for card in hand) or "-"
