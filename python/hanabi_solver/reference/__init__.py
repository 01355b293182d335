"""The slow engine and solver, written from the rule book and independent of the fast core."""

from hanabi_solver.reference.recursion import NodeLimitError
from hanabi_solver.reference.solver import ReferenceSolution, solve

__all__ = ["NodeLimitError", "ReferenceSolution", "solve"]
