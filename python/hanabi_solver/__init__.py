"""The exact endgame solver for the card game Hanabi.

Everything that a program needs stands here; it is imported when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # Importing typing for it would slow down what needs nothing of here.
if TYPE_CHECKING:
    from hanabi_solver.agents.agent import Agent, PolicyAgent, cautious
    from hanabi_solver.agents.evaluate import Evaluation, WorldValue, evaluate
    from hanabi_solver.agents.view import View, event, seen
    from hanabi_solver.agents.worlds import Unseen, World, Worlds, worlds
    from hanabi_solver.archive.open_spiel import from_hle, from_open_spiel
    from hanabi_solver.batches.api import Batched, batch
    from hanabi_solver.batches.summary import Summary
    from hanabi_solver.core.answer import Bounds, Info, Objective, Stop
    from hanabi_solver.core.playing import Played, legal_moves, play, result
    from hanabi_solver.core.policy import Actual, Hidden, Policy
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.core.version import __version__
    from hanabi_solver.elo.bots import Bots, read_bots
    from hanabi_solver.elo.ladder import Ladder, elo_change
    from hanabi_solver.errors import (
        BusyError,
        GameError,
        HanabiError,
        InputError,
        MoveError,
        PositionError,
        UnsupportedError,
    )
    from hanabi_solver.game.moves import Bonus, Clue, Discard, Event, LineMove, Move, Play, PlayDeck
    from hanabi_solver.game.position import Card, HeldCard, Marks, Position
    from hanabi_solver.game.ratings import Rating, rating
    from hanabi_solver.game.rules import Rules, Suit
    from hanabi_solver.games.check import Check, check
    from hanabi_solver.games.game import Game, Refused, read_games
    from hanabi_solver.games.rows import Cell, GameRow, MoveRow, SolutionRow, TurnRow
    from hanabi_solver.games.table import rows, table
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
    "Actual",
    "Agent",
    "Batched",
    "Bonus",
    "Bots",
    "Bounds",
    "BusyError",
    "Cancel",
    "Card",
    "Cell",
    "Check",
    "Clue",
    "Discard",
    "Evaluation",
    "Event",
    "Game",
    "GameError",
    "GameRow",
    "HanabiError",
    "HeldCard",
    "Hidden",
    "Info",
    "InputError",
    "Ladder",
    "Limits",
    "LineMove",
    "ManySolutions",
    "Marks",
    "Move",
    "MoveError",
    "MoveRow",
    "MoveValue",
    "Objective",
    "Play",
    "PlayDeck",
    "Played",
    "Policy",
    "PolicyAgent",
    "Position",
    "PositionError",
    "Rating",
    "Refused",
    "Rules",
    "SearchInterruptedError",
    "Solution",
    "SolutionRow",
    "Solutions",
    "Solver",
    "Step",
    "Stop",
    "Suit",
    "Summary",
    "TurnRow",
    "Unseen",
    "UnsupportedError",
    "View",
    "World",
    "WorldValue",
    "Worlds",
    "__version__",
    "batch",
    "cautious",
    "check",
    "elo_change",
    "evaluate",
    "event",
    "format_card",
    "format_move",
    "format_position",
    "from_hle",
    "from_open_spiel",
    "legal_moves",
    "parse_line",
    "parse_move",
    "parse_position",
    "play",
    "principal_variation",
    "rating",
    "read_bots",
    "read_games",
    "result",
    "rows",
    "seen",
    "solve",
    "solve_all",
    "solve_many",
    "table",
    "worlds",
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
    "core.policy",
    "core.query",
    "core.version",
    "game.rules",
    "agents.agent",
    "agents.evaluate",
    "agents.view",
    "agents.worlds",
    "archive.open_spiel",
    "games.game",
    "games.check",
    "games.table",
    "games.rows",
    "batches.api",
    "batches.summary",
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
