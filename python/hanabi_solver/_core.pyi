__all__ = [
    "Actual",
    "Answer",
    "Bounds",
    "Cancel",
    "Edge",
    "Hidden",
    "Knowledge",
    "Limits",
    "Move",
    "MoveValue",
    "Node",
    "Outlook",
    "Played",
    "Policy",
    "Query",
    "Rule",
    "Rules",
    "Setup",
    "SlotOutlook",
    "Solver",
    "__version__",
    "bonuses",
    "hidden_mean_of_perfect",
    "legal_moves",
    "outlook",
    "perft",
    "play",
    "result",
    "solve_hidden",
    "solve_many",
]

from collections.abc import Callable, Sequence
from typing import Literal, Self, final

__version__: str

_Fraction = tuple[int, int]
_Choices = Sequence[tuple[str, int | None]]
_Info = Literal["perfect", "open", "hidden"]
_Objective = Literal["guaranteed", "expected", "win"]
_Stop = Literal["time", "memory", "interrupt", "cancel", "size", "tolerance"]

@final
class Cancel:
    def __new__(cls) -> Cancel: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...

@final
class Rules:
    def __new__(
        cls,
        grand_finale: bool,
        strikeout_keep: bool,
        empty_clues: bool,
        units_per_token: int,
        discard_units: int,
        completion_units: int,
        inverted: int,
        untouched: Sequence[int],
        missing: Sequence[bool],
        empty: Sequence[bool],
        alternating: bool,
        flamboyants: bool,
        deck_plays: bool,
    ) -> Rules: ...

@final
class Setup:
    def __new__(
        cls,
        rules: Rules,
        copies: Sequence[Sequence[int]],
        stacks: Sequence[int],
        hands: Sequence[Sequence[int]],
        deck: Sequence[int],
        mover: int,
        units: int,
        strikes: int,
        turns_left: int | None,
        last_clue: str | None,
        pile: Sequence[int],
        allowed: Sequence[Sequence[int]],
    ) -> Setup: ...

@final
class Knowledge:
    def __new__(
        cls,
        setup: Setup,
        sets: Sequence[Sequence[int]],
        clues: Sequence[int],
        ordered: bool,
    ) -> Knowledge: ...

@final
class Query:
    def __new__(
        cls,
        info: _Info,
        objective: _Objective,
        target: int,
        moves: bool,
        policy: bool,
        made: Move | None,
    ) -> Query: ...

@final
class Limits:
    def __new__(
        cls,
        time: float | None,
        memory: int,
        threads: int,
        tolerance: _Fraction,
        cancel: Cancel | None,
    ) -> Limits: ...

@final
class Move:
    def __new__(
        cls,
        kind: Literal["play", "play deck", "discard", "clue", "colour", "rank"],
        slot: int = 0,
    ) -> Move: ...
    @property
    def kind(self) -> Literal["play", "play deck", "discard", "clue", "clue of"]: ...
    @property
    def slot(self) -> int: ...
    @property
    def player(self) -> int: ...
    @property
    def clue(self) -> int: ...

@final
class Bounds:
    @property
    def lower(self) -> _Fraction: ...
    @property
    def upper(self) -> _Fraction: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class MoveValue:
    @property
    def move(self) -> Move: ...
    @property
    def bounds(self) -> Bounds: ...
    @property
    def here(self) -> _Fraction | None: ...

@final
class Answer:
    @property
    def bounds(self) -> Bounds: ...
    @property
    def moves(self) -> list[MoveValue]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stop(self) -> _Stop | None: ...
    @property
    def hidden(self) -> Hidden | None: ...

@final
class Hidden:
    @property
    def worlds(self) -> int | None: ...
    @property
    def open(self) -> _Fraction | None: ...
    @property
    def prescription(self) -> list[Rule]: ...
    @property
    def alike(self) -> list[int]: ...
    @property
    def actual(self) -> Actual | None: ...
    @property
    def policy(self) -> Policy | None: ...

@final
class Rule:
    @property
    def sees(self) -> list[tuple[int, list[int]]]: ...
    @property
    def does(self) -> Move: ...
    @property
    def worlds(self) -> int: ...

@final
class Edge:
    @property
    def move(self) -> Move: ...
    @property
    def card(self) -> int | None: ...
    @property
    def touched(self) -> int | None: ...
    @property
    def node(self) -> int: ...

@final
class Node:
    @property
    def player(self) -> int: ...
    @property
    def rules(self) -> list[Rule]: ...
    @property
    def next(self) -> list[Edge]: ...

@final
class Policy:
    @property
    def alike(self) -> list[int]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> Node: ...

@final
class Actual:
    @property
    def move(self) -> Move: ...
    @property
    def worlds_left(self) -> int: ...
    @property
    def scores(self) -> dict[int, _Fraction]: ...

@final
class SlotOutlook:
    @property
    def player(self) -> int: ...
    @property
    def slot(self) -> int: ...
    @property
    def cards(self) -> dict[int, _Fraction]: ...

@final
class Outlook:
    @property
    def assignments(self) -> int: ...
    @property
    def slots(self) -> list[SlotOutlook]: ...

@final
class Played:
    @property
    def ended(self) -> int | None: ...
    @property
    def stacks(self) -> list[int]: ...
    @property
    def mover(self) -> int: ...
    @property
    def units(self) -> int: ...
    @property
    def strikes(self) -> int: ...
    @property
    def turns_left(self) -> int | None: ...

@final
class Solver:
    def __new__(cls) -> Solver: ...
    def solve(
        self,
        setup: Setup,
        query: Query,
        limits: Limits,
        progress: Callable[[Answer], object] | None = None,
    ) -> Answer: ...
    def follow(
        self, setup: Setup, move: Move, bonuses: _Choices, query: Query, limits: Limits
    ) -> Answer: ...
    def kept_bytes(self) -> int: ...

def solve_many(
    setups: Sequence[Setup], queries: Sequence[Query], limits: Limits
) -> list[Answer | None]: ...
def solve_hidden(known: Knowledge, query: Query, limits: Limits) -> Answer: ...
def hidden_mean_of_perfect(known: Knowledge, query: Query, limits: Limits) -> _Fraction | None: ...
def outlook(setup: Setup) -> Outlook | None: ...
def legal_moves(setup: Setup) -> list[Move]: ...
def result(setup: Setup) -> int | None: ...
def play(setup: Setup, move: Move, draw: int | None, bonuses: _Choices = ...) -> Played: ...
def bonuses(setup: Setup, move: Move, received: _Choices) -> list[tuple[str, int | None]]: ...
def perft(setup: Setup, ordered: bool, depth: int) -> int: ...
