"""Plays a written joint policy in every world and every order of the deck.

A policy file claims a value. This program reads it, lays out every world of its position by the
rule book, lets each player look up what he sees in the rules for what everybody has seen so
far, and adds up the results. It searches nothing, so it need not be trusted to search well:

    python -m hanabi_solver.reference.policy FILE

It exits with 0 and the value if the claim holds, with 1 if it does not, with 2 where the file
holds no policy that can be played. Like everything in this
package it shares plain data alone with the solver; only the program's `main` has the position
string read for it.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_solver.errors import HanabiError
from hanabi_solver.game.moves import Clue, Discard, Play, PlayDeck
from hanabi_solver.reference.worlds import all_worlds, moves, seen, touched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.reference.engine import State

TRASH = "kt"

MANY = 10_000
"""So many worlds take a while, so that their number is said first."""

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
        groups: list[list[str]] = record["alike"]
        self.names = {
            card: group[0] if len(groups) > 1 else TRASH for group in groups for card in group
        }
        self.nodes: list[Json] = record["nodes"]
        self.rules = [
            {tuple(sorted(rule["sees"].items())): rule["does"] for rule in node["rules"]}
            for node in self.nodes
        ]

    # What players see, in the words of the file.

    def card(self, card: Card) -> str:
        """A card's name; one group of cards not told apart is `kt`, several have one name each."""
        name = f"{self.position.suits[card.suit].letter}{card.rank}"
        return self.names.get(name, name)

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
            words = self.words(move)
            if does == words or (isinstance(move, Clue) and _covers(does, words)):
                return does, move
        raise PolicyError(f"{does} is not legal for who sees {view}")

    def words(self, move: Move) -> str:
        """A move as the file writes it."""
        match move:
            case Play(slot):
                return f"p{slot}"
            case PlayDeck():
                return "pd"
            case Discard(slot):
                return f"d{slot}"
            case Clue(player, what):
                return f"c{player}:{what}" if isinstance(what, int) else f"c{player}{what}"

    def event(self, world: State, move: Move) -> tuple[str, object]:
        """What everybody sees of a move."""
        if isinstance(move, Clue):
            return self.words(move), touched(self.game, world, move)
        place = (
            world.deck[0] if isinstance(move, PlayDeck) else world.hands[world.mover][move.slot - 1]
        )
        return self.words(move), self.card(place)

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
        if edge["move"] != words and not (clue and _covers(edge["move"], words)):
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


def _covers(several: str, words: str) -> bool:
    """Whether a clue is any one that there is, `clue`, or one of those of `c2[rgb]`."""
    player, _, names = several.partition("[")
    return several == "clue" or (words.startswith(player) and words[-1] in names.rstrip("]"))


FIELDS: dict[str, type | tuple[type, ...]] = {
    "position": str,
    "objective": str,
    "value": (str, int),
    "alike": list,
    "nodes": list,
}
"""What a policy file must have."""


def read(data: bytes) -> Json:
    """The JSON object of a policy file. ValueError that says what is wrong with it."""
    try:
        record = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(record, dict):
        raise ValueError("it is no JSON object")
    for name, kind in FIELDS.items():
        if name not in record:
            raise ValueError(f"the field {name} is missing")
        if not isinstance(record[name], kind):
            raise ValueError(f"the field {name} is {json.dumps(record[name])[:40]}")
    if record["objective"] not in ("guaranteed", "expected", "win"):
        raise ValueError(f"there is no objective {json.dumps(record['objective'])[:40]}")
    if record["objective"] == "win" and not isinstance(record.get("target"), int):
        raise ValueError("the objective win has a target, a number")
    return record


def _refused(file: str, problem: str) -> int:
    sys.stderr.write(f"Error: {file}: {problem}\n")
    return 2


def main(arguments: list[str]) -> int:
    """Checks one file."""
    from hanabi_solver.notation import parse_position

    if len(arguments) != 1:
        sys.stderr.write("usage: python -m hanabi_solver.reference.policy FILE\n")
        return 2
    file = arguments[0]
    try:
        record = read(Path(file).read_bytes())
        position, claimed = parse_position(record["position"]), Fraction(str(record["value"]))
    except OSError as error:
        return _refused(file, error.strerror or str(error))
    except (HanabiError, ValueError, ZeroDivisionError) as error:
        return _refused(file, f"no policy file: {error}")
    worlds = record.get("worlds")
    if isinstance(worlds, int) and worlds >= MANY:
        # Laying them out takes its time already.
        sys.stderr.write(f"{worlds} worlds, each to be played\n")
    try:
        policy = Policy(record, position)
        value = policy.value()
    except PolicyError as error:
        return _refused(file, f"no policy of this game: {error}")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        return _refused(file, f"no policy file: {type(error).__name__} {error}")
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: nothing is known of the claim\n")
        return 130
    verdict = "as claimed" if value == claimed else f"but {claimed} is claimed"
    sys.stdout.write(f"{value}, {verdict}: {len(policy.worlds)} worlds played\n")
    return 0 if value == claimed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
