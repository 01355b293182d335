"""The exact endgame solver for the card game Hanabi.

Everything that a program needs stands here; it is imported when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # Importing typing for it would slow down what needs nothing of here.
if TYPE_CHECKING:
    from hanabi_solver.core.answer import Bounds
    from hanabi_solver.core.playing import legal_moves, play, result
    from hanabi_solver.elo.bots import Bots, read_bots
    from hanabi_solver.elo.ladder import Ladder, elo_change
    from hanabi_solver.errors import (
        BusyError,
        HanabiError,
        InputError,
        MoveError,
        PositionError,
        UnsupportedError,
    )
    from hanabi_solver.game.moves import Bonus, Clue, Discard, Play, PlayDeck
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.game.ratings import Rating, rating
    from hanabi_solver.notation import (
        format_card,
        format_move,
        format_position,
        parse_line,
        parse_move,
        parse_position,
    )
    from hanabi_solver.solving.many import ManySolutions, solve_many
    from hanabi_solver.solving.solution import MoveValue, Solution, Solutions
    from hanabi_solver.solving.solver import SearchInterruptedError, Solver, solve, solve_all
    from hanabi_solver.solving.variation import Step, principal_variation
    from hanabi_solver.system.limits import Limits

__all__ = [
    "Bonus",
    "Bots",
    "Bounds",
    "BusyError",
    "Card",
    "Clue",
    "Discard",
    "HanabiError",
    "InputError",
    "Ladder",
    "Limits",
    "ManySolutions",
    "MoveError",
    "MoveValue",
    "Play",
    "PlayDeck",
    "Position",
    "PositionError",
    "Rating",
    "SearchInterruptedError",
    "Solution",
    "Solutions",
    "Solver",
    "Step",
    "UnsupportedError",
    "elo_change",
    "format_card",
    "format_move",
    "format_position",
    "legal_moves",
    "parse_line",
    "parse_move",
    "parse_position",
    "play",
    "principal_variation",
    "rating",
    "read_bots",
    "result",
    "solve",
    "solve_all",
    "solve_many",
]

_MODULES = (
    "solving.solver",
    "solving.solution",
    "core.answer",
    "notation",
    "game.position",
    "game.moves",
    "system.limits",
    "core.playing",
    "errors",
    "solving.variation",
    "solving.many",
    "game.ratings",
    "elo.ladder",
    "elo.bots",
)


def __getattr__(name: str) -> object:
    """A public name, from the module that has it."""
    from importlib import import_module

    if name in __all__:
        for module in _MODULES:
            found = getattr(import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
