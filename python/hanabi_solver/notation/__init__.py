"""Position strings, moves and lines: text to plain data and back."""

from hanabi_solver.notation.cards import format_card, format_cards, parse_card
from hanabi_solver.notation.formatter import format_held, format_position
from hanabi_solver.notation.line import (
    format_bonuses,
    format_line,
    format_move,
    format_step,
    parse_line,
    parse_move,
    resolve,
)
from hanabi_solver.notation.parser import parse_position

__all__ = [
    "format_bonuses",
    "format_card",
    "format_cards",
    "format_held",
    "format_line",
    "format_move",
    "format_position",
    "format_step",
    "parse_card",
    "parse_line",
    "parse_move",
    "parse_position",
    "resolve",
]
