"""A wrong argument of a public function gets one clear error that names it."""

from __future__ import annotations

import inspect
from typing import Any

import hanabi_solver as hs
import pytest
from games import played
from hanabi_solver.archive import write_link

OPEN = hs.parse_position("r4y4 >r5y5/r1y1 {} c1")
BLIND = hs.parse_position("r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0")
SOLVER = hs.Solver()
POLICY = hs.solve(BLIND, info="hidden", policy=True).hidden.policy  # type: ignore[union-attr]
LINK = write_link(played(3, players=2))
GAME: hs.Game = next(hs.read_games(LINK))  # type: ignore[assignment]
BOTS = hs.Bots("bots", {("standard", 2, 20): 1500})
ASKED = {"position": OPEN, "info": "open", "target": 10, "moves": True, "cancel": None}


class Unspeakable:
    """Has no text at all."""

    def __repr__(self) -> str:
        raise RuntimeError("nothing to say")


WRONG = (1.5, float("nan"), b"r5", object(), [object()], {1: 2}, 1j, 10**5000, Unspeakable())

CALLS: dict[str, tuple[Any, dict[str, Any]]] = {
    "solve": (hs.solve, {**ASKED, "objective": "win", "policy": False, "limits": None}),
    "solve_all": (hs.solve_all, {**ASKED, "limits": None}),
    "solve_many": (
        hs.solve_many,
        {"positions": [OPEN], "info": "open", "objective": "win", "target": 10, "limits": None}
        | {"moves": False, "cancel": None},
    ),
    "Solver": (hs.Solver, {"limits": None}),
    "Solver.solve": (
        SOLVER.solve,
        {**ASKED, "objective": "win", "policy": False, "chain": False}
        | {"made": None, "progress": None},
    ),
    "Solver.solve_all": (SOLVER.solve_all, {**ASKED, "chain": False, "progress": None}),
    "Solver.follow": (
        SOLVER.follow,
        {"position": OPEN, "move": hs.Play(1), "bonuses": (), "objective": "win", "target": 10}
        | {"cancel": None},
    ),
    "principal_variation": (
        hs.principal_variation,
        {"position": OPEN, "info": "open", "objective": "win", "target": 10}
        | {"limits": None, "solver": None, "cancel": None},
    ),
    "Limits": (hs.Limits, {"time": None, "memory": None, "threads": None, "tolerance": 0}),
    "legal_moves": (hs.legal_moves, {"position": OPEN}),
    "result": (hs.result, {"position": OPEN}),
    "play": (
        hs.play,
        {"position": OPEN, "move": "p1", "drawn": None, "named": None, "bonuses": ()},
    ),
    "Play": (lambda slot: hs.play(OPEN, hs.Play(slot)), {"slot": 1}),
    "Discard": (lambda slot: hs.play(OPEN, hs.Discard(slot)), {"slot": 1}),
    "Clue": (
        lambda player, what: hs.play(OPEN, hs.Clue(player, what)),
        {"player": 2, "what": "r"},
    ),
    "event": (hs.event, {"position": OPEN, "move": hs.Play(1)}),
    "parse_position": (hs.parse_position, {"text": str(OPEN)}),
    "parse_move": (hs.parse_move, {"text": "p1", "position": OPEN}),
    "parse_line": (hs.parse_line, {"text": "p1", "position": OPEN}),
    "format_position": (hs.format_position, {"position": OPEN}),
    "format_move": (hs.format_move, {"move": hs.Play(1), "position": None}),
    "format_card": (hs.format_card, {"suits": OPEN.suits, "card": hs.Card(0, 5)}),
    "from_hle": (hs.from_hle, {"state": None}),
    "from_open_spiel": (hs.from_open_spiel, {"state": None, "observer": None}),
    "rating": (hs.rating, {"score": 17, "maximum": 25}),
    "elo_change": (hs.elo_change, {"team": [1500], "bot": 1500, "k": 20, "maximum": False}),
    "read_bots": (hs.read_bots, {"path": __file__}),
    "Bots": (hs.Bots, {"source": "bots", "ratings": {}}),
    "Bots.rating": (BOTS.rating, {"variant": "standard", "players": 2, "score": 20}),
    "Ladder": (hs.Ladder, {"bots": BOTS, "k": 20, "first": 1300}),
    "Ladder.play": (
        hs.Ladder(BOTS).play,
        {"names": ["a", "b"], "variant": "standard", "score": 20},
    ),
    "Policy.act": (POLICY.act, {"history": (), "seen": {}}),  # type: ignore[union-attr]
    "PolicyAgent": (hs.PolicyAgent, {"policy": POLICY}),
    "PolicyAgent.__call__": (
        hs.PolicyAgent(POLICY),  # type: ignore[arg-type]
        {"view": hs.seen(BLIND)},
    ),
    "cautious": (hs.cautious, {"view": hs.seen(BLIND)}),
    "seen": (hs.seen, {"position": BLIND, "history": ()}),
    "evaluate": (
        hs.evaluate,
        {"position": BLIND, "agent": hs.cautious, "unseen": "hidden", "objective": "win"}
        | {"target": 10, "shared": False, "limits": None, "progress": None, "cancel": None},
    ),
    "Evaluation.regret": (
        hs.evaluate(BLIND, hs.cautious).regret,
        {"info": "open", "limits": None, "cancel": None},
    ),
    "worlds": (hs.worlds, {"position": BLIND, "unseen": "hidden"}),
    "Worlds": (hs.Worlds, {"position": BLIND, "unseen": "hidden"}),
    "Worlds.sample": (
        lambda count, seed: list(hs.worlds(BLIND).sample(count, seed=seed)),
        {"count": 1, "seed": 0},
    ),
    "check": (
        hs.check,
        {"position": OPEN, "line": "p1", "info": "open", "objective": "win", "target": 10}
        | {"limits": None, "cancel": None},
    ),
    "read_games": (
        lambda sources, **more: next(hs.read_games(sources, **more)),
        {"sources": LINK, "house_rules": False, "hand_size": None},
    ),
    "Game.position": (GAME.position, {"turn": 1}),
    "Game.check": (
        GAME.check,
        {"info": "open", "objective": "win", "target": 10, "from_deck": 1, "from_turn": None}
        | {"limits": None, "cancel": None},
    ),
    "Game.to_link": (GAME.to_link, {"lossy": False}),
    "Check.to_dicts": (hs.check(OPEN, "p1").to_dicts, {"moves": True}),
    "rows": (hs.rows, {"found": hs.solve(OPEN), "moves": False}),
    "table": (hs.table, {"found": hs.solve(OPEN), "moves": False}),
    "batch": (
        hs.batch,
        {"paths": ["nowhere"], "out": "nowhere.csv", "info": "open", "objective": "win"}
        | {"target": 10, "from_deck": 1, "house_rules": False, "hand_size": None, "limits": None}
        | {"cluster": None, "plot": None, "ladder": None, "restart": False}
        | {"begun": None, "done": None},
    ),
    "Solutions": (lambda objective: hs.solve_all(OPEN)[objective], {"objective": "win"}),
}

DATA = {
    *("Batched", "Check", "Game", "GameRow", "MoveRow", "Refused", "SolutionRow", "Summary"),
    *(
        "TurnRow",
        "Actual",
        "Bonus",
        "Bounds",
        "Cancel",
        "Card",
        "Evaluation",
        "Event",
        "HeldCard",
        "Hidden",
    ),
    *("LineMove", "ManySolutions", "Marks", "MoveValue", "PlayDeck", "Played", "Policy"),
    *("Position", "Rating", "Rules", "Solution", "Step", "Suit", "View", "World", "WorldValue"),
}
"""Plain data takes what it is given: the functions that take it look at it."""

ALIASES = ("Agent", "Cell", "Info", "Move", "Objective", "Stop", "Unseen")
NAMES = {"bonuses": "bonus", "positions": "position"}
MEANT = {
    ("Limits", "time"): (1.5,),
    ("Limits", "tolerance"): (1.5,),
    ("Bots", "ratings"): ({1: 2},),
}
"""Values that are right there."""


def same(value: object, other: object) -> bool:
    return type(value) is type(other) and value == other


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_named(name: str) -> None:
    function, right = CALLS[name]
    for argument in right:
        for value in WRONG:
            if any(same(value, each) for each in MEANT.get((name, argument), ())):
                continue
            if argument == "target" and isinstance(value, int):
                continue  # A score that is out of reach.
            with pytest.raises(hs.InputError) as told:
                function(**{**right, argument: value})
            assert NAMES.get(argument, argument) in str(told.value)


def test_bonuses_are_bonuses() -> None:
    for bonus, named in ((hs.Bonus(7), "bonus name"), (hs.Bonus("deck", 7), "bonus card")):  # type: ignore[arg-type]
        with pytest.raises(hs.InputError, match=named):
            hs.play(OPEN, "p1", bonuses=(bonus,))


def test_an_agents_answer_is_a_move() -> None:
    for answer in WRONG:
        with pytest.raises(hs.InputError, match="the agent's move is"):
            hs.evaluate(BLIND, lambda _view, answer=answer: answer)


def test_an_event_of_what_cannot_be() -> None:
    for move in (hs.Play(9), hs.PlayDeck(), hs.Clue(), hs.Clue(2, "z"), hs.Clue(7, "r")):
        with pytest.raises(hs.MoveError):
            hs.event(OPEN, move)


def test_numbers_of_other_kinds_are_numbers() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    assert hs.rating(numpy.int64(17), 25) == hs.rating(17, 25)
    assert hs.elo_change(list(numpy.array([1500, 1400])), 1500) == hs.elo_change([1500, 1400], 1500)


def test_every_public_callable_is_tried() -> None:
    for name in hs.__all__:
        thing = getattr(hs, name)
        if not callable(thing) or (inspect.isclass(thing) and issubclass(thing, BaseException)):
            continue
        # Aliases of types are no functions.
        if name in CALLS or name in DATA or name in ALIASES:
            continue
        raise AssertionError(f"{name} is not tried with wrong arguments")
