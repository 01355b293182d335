"""Puzzles: positions in which one move is best, and a simple player makes another."""

from hanabi_solver.puzzles.find import Wanted, of_games, of_simulated
from hanabi_solver.puzzles.puzzle import Failure, Origin, Puzzle
from hanabi_solver.puzzles.record import puzzle_record, puzzle_text

__all__ = [
    "Failure",
    "Origin",
    "Puzzle",
    "Wanted",
    "of_games",
    "of_simulated",
    "puzzle_record",
    "puzzle_text",
]
