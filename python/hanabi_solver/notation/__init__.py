"""Position strings, moves and lines: text to plain data and back."""

from hanabi_solver.notation.cards import format_card, format_cards
from hanabi_solver.notation.formatter import format_position
from hanabi_solver.notation.parser import parse_position

__all__ = ["format_card", "format_cards", "format_position", "parse_position"]
