__all__ = [
    "Cancel",
    "Setup",
    "Solver",
    "bonuses",
    "hidden_mean_of_perfect",
    "legal_actions",
    "outlook",
    "perft",
    "play",
    "result",
    "solve_hidden",
    "solve_many",
]

from collections.abc import Callable, Sequence
from typing import Literal, Self, final

_Fraction = tuple[int, int]
_Bounds = tuple[_Fraction, _Fraction]
_Kind = Literal["p", "d", "clue"]
_Choices = Sequence[tuple[str, int | None]]
_Stop = Literal["time", "memory", "interrupt", "cancel", "size", "tolerance"]
_Answer = tuple[_Bounds, list[tuple[_Kind, int, _Bounds]], int, _Stop | None]

@final
class Cancel:
    def __new__(cls) -> Cancel: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...

@final
class Setup:
    def __new__(
        cls,
        *,
        copies: Sequence[Sequence[int]],
        stacks: Sequence[int],
        hands: Sequence[Sequence[int]],
        deck: Sequence[int],
        mover: int,
        units: int,
        strikes: int,
        turns_left: int | None,
        grand_finale: bool = False,
        strikeout_keep: bool = False,
        empty_clues: bool = False,
        units_per_token: int = 1,
        discard_units: int = 1,
        completion_units: int = 1,
        inverted: int = 0,
        untouched: Sequence[int] = ...,
        missing: Sequence[bool] = ...,
        empty: Sequence[bool] = ...,
        alternating: bool = False,
        last_clue: str | None = None,
        flamboyants: bool = False,
        deck_plays: bool = False,
        pile: Sequence[int] = ...,
        allowed: Sequence[Sequence[int]] = ...,
    ) -> Setup: ...
    @property
    def stacks(self) -> list[int]: ...
    @property
    def hands(self) -> list[list[int]]: ...
    @property
    def deck(self) -> list[int]: ...
    @property
    def mover(self) -> int: ...
    @property
    def units(self) -> int: ...
    @property
    def strikes(self) -> int: ...
    @property
    def turns_left(self) -> int | None: ...
    @property
    def pile(self) -> list[int]: ...

@final
class Solver:
    def __new__(cls) -> Solver: ...
    def solve(
        self,
        setup: Setup,
        *,
        info: str,
        objective: str,
        target: int | None,
        with_actions: bool,
        time_limit: float | None,
        memory: int,
        threads: int,
        tolerance: _Fraction,
        made: tuple[str, int] | None = None,
        progress: Callable[[_Answer], object] | None = None,
        cancel: Cancel | None = None,
    ) -> _Answer: ...
    def follow(
        self,
        setup: Setup,
        *,
        kind: str,
        slot: int,
        bonuses: _Choices,
        objective: str,
        target: int | None,
        time_limit: float | None,
        memory: int,
        cancel: Cancel | None = None,
    ) -> _Answer: ...
    def kept_bytes(self) -> int: ...

def solve_many(
    setups: Sequence[Setup],
    *,
    infos: Sequence[str],
    objective: str,
    targets: Sequence[int | None],
    with_actions: bool,
    time_limit: float | None,
    memory: int,
    threads: int,
    cancel: Cancel | None = None,
) -> list[_Answer | None]: ...

_Move = tuple[Literal["p", "d", "c", "clue"], int, int]
_Sees = list[tuple[int, list[int]]]
_Rules = list[tuple[_Sees, _Move, int]]
_Edges = list[tuple[_Move, int | None, int | None, int]]

def solve_hidden(
    setup: Setup,
    *,
    sets: Sequence[Sequence[int]],
    clues: Sequence[int],
    ordered: bool,
    objective: str,
    target: int | None,
    with_moves: bool,
    with_policy: bool,
    time_limit: float | None,
    memory: int,
    cancel: Cancel | None = None,
) -> tuple[
    int | None,
    _Fraction | None,
    _Bounds,
    list[tuple[_Move, _Bounds, _Fraction | None]],
    tuple[_Rules, list[int]],
    tuple[_Move, int, list[tuple[int, _Fraction]]] | None,
    tuple[list[int], list[tuple[int, _Rules, _Edges]]] | None,
    int,
    _Stop | None,
]: ...
def hidden_mean_of_perfect(
    setup: Setup,
    *,
    sets: Sequence[Sequence[int]],
    clues: Sequence[int],
    objective: str,
    target: int | None,
    time_limit: float | None,
    memory: int,
    cancel: Cancel | None = None,
) -> tuple[_Fraction | None, _Stop | None]: ...
def outlook(
    setup: Setup,
) -> tuple[int, list[tuple[int, int, list[tuple[int, _Fraction]]]]] | None: ...
def legal_actions(setup: Setup) -> list[tuple[_Kind, int]]: ...
def result(setup: Setup) -> int | None: ...
def play(
    setup: Setup, kind: str, slot: int, draw: int | None, bonuses: _Choices = ...
) -> tuple[int | None, Setup]: ...
def bonuses(
    setup: Setup, kind: str, slot: int, received: _Choices
) -> list[tuple[str, int | None]]: ...
def perft(setup: Setup, ordered: bool, depth: int) -> int: ...
