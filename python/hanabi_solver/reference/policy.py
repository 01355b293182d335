"""Plays a written joint policy in every world and every order of the deck.

A policy file claims a value. This program reads it, lays out every world of its position by the
rule book, lets each player look up what he sees in the rules for what everybody has seen so
far, and adds up the results. It searches nothing, so it need not be trusted to search well:

    python -m hanabi_solver.reference.policy FILE

It exits with 0 and the value if the claim holds, with 1 if it does not. Like everything in this
package it shares plain data alone with the solver; only the program's `main` has the position
string read for it.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_solver.moves import Clue, Discard, Play
from hanabi_solver.reference.worlds import all_worlds, moves, seen, touched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.moves import Move
    from hanabi_solver.position import Card, Position
    from hanabi_solver.reference.engine import State

TRASH = "kt"

Json = dict[str, Any]


class PolicyError(Exception):
    """The file is no policy that players of the game can follow."""


class Policy:
    """A policy file and the game that it is for."""

    def __init__(self, record: Json, position: Position) -> None:
        """Takes the JSON object of a policy file and the position that it names."""
        self.record = record
        self.position = position
        self.game, self.worlds = all_worlds(self.position)
        self.alike = set(record["alike"])
        self.nodes: list[Json] = record["nodes"]
        self.rules = [
            {tuple(sorted(rule["sees"].items())): rule["does"] for rule in node["rules"]}
            for node in self.nodes
        ]

    # What players see, in the words of the file.

    def card(self, card: Card) -> str:
        """A card's name; those that the policy does not tell apart are all `kt`."""
        name = f"{self.position.suits[card.suit].letter}{card.rank}"
        return TRASH if name in self.alike else name

    def view(self, world: State) -> tuple[tuple[str, str], ...]:
        """The other hands, as a rule names them."""
        hands = enumerate(seen(world))
        return tuple(
            (str(player + 1), "".join(map(self.card, hand)) or "-")
            for player, hand in hands
            if player != world.mover
        )

    # What they do.

    def move(self, history: frozenset[int], world: State) -> tuple[str, Move]:
        """What the mover does, as the file says it, and the move that this is."""
        view = self.view(world)
        found = {self.rules[node][view] for node in history if view in self.rules[node]}
        if len(found) > 1:
            raise PolicyError(f"two rules for {view}")
        legal = moves(self.game, world)
        if not found:
            return "", legal[0]
        does = found.pop()
        for move in legal:
            if does == self.words(move) or (does == "clue" and isinstance(move, Clue)):
                return does, move
        raise PolicyError(f"{does} is not legal for who sees {view}")

    def words(self, move: Move) -> str:
        """A move as the file writes it."""
        match move:
            case Play(slot):
                return f"p{slot}"
            case Discard(slot):
                return f"d{slot}"
            case Clue(player, what):
                return f"c{player}:{what}" if isinstance(what, int) else f"c{player}{what}"

    def event(self, world: State, move: Move) -> tuple[str, object]:
        """What everybody sees of a move."""
        if isinstance(move, Clue):
            return self.words(move), touched(self.game, world, move)
        return self.words(move), self.card(world.hands[world.mover][move.slot - 1])

    def after(self, history: frozenset[int], event: tuple[str, object]) -> frozenset[int]:
        """The nodes that go on from what everybody has seen."""
        return frozenset(
            edge["node"]
            for node in history
            for edge in self.nodes[node]["next"]
            if self.fits(edge, event)
        )

    def fits(self, edge: Json, event: tuple[str, object]) -> bool:
        """Whether an edge is for an event."""
        words, shown = event
        clue = words.startswith("c")
        if edge["move"] != words and not (edge["move"] == "clue" and clue):
            return False
        if clue:
            return edge.get("touches") is None or tuple(edge["touches"]) == shown
        return bool(edge["card"] == shown)

    # The whole game.

    def results(self) -> Iterator[int]:
        """The final score in every world."""
        start = frozenset({0} if self.nodes else ())
        pending = [(start, self.worlds)]
        while pending:
            history, worlds = pending.pop()
            groups: dict[tuple[str, object], list[State]] = {}
            for world in worlds:
                score = self.game.result(world)
                if score is not None:
                    yield score
                    continue
                _, move = self.move(history, world)
                group = groups.setdefault(self.event(world, move), [])
                group.append(self.game.turn(world, move))
            pending += [(self.after(history, event), group) for event, group in groups.items()]

    def value(self) -> Fraction:
        """What the policy is worth."""
        scores = list(self.results())
        match self.record["objective"]:
            case "guaranteed":
                return Fraction(min(scores))
            case "win":
                wins = sum(score >= self.record["target"] for score in scores)
                return Fraction(wins, len(scores))
            case _:
                return Fraction(sum(scores), len(scores))


def main(arguments: list[str]) -> int:
    """Checks one file."""
    from hanabi_solver.notation import parse_position

    if len(arguments) != 1:
        sys.stderr.write("usage: python -m hanabi_solver.reference.policy FILE\n")
        return 2
    text = Path(arguments[0]).read_text(encoding="utf-8")
    record = json.loads(text)
    policy = Policy(record, parse_position(record["position"]))
    value, claimed = policy.value(), Fraction(str(policy.record["value"]))
    verdict = "as claimed" if value == claimed else f"but {claimed} is claimed"
    sys.stdout.write(f"{value}, {verdict}: {len(policy.worlds)} worlds played\n")
    return 0 if value == claimed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
