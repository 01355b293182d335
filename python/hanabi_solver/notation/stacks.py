"""The stacks field: which suits are in play, and how far they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.game.rules import RANKS, STEPS, Suit
from hanabi_solver.notation.cards import Alphabet
from hanabi_solver.notation.text import LETTERS, number, one_of, span
from hanabi_solver.texts.text import _
from hanabi_solver.variants.clues import clue_colours
from hanabi_solver.variants.registry import VARIANTS

if TYPE_CHECKING:
    from hanabi_solver.notation.text import Faults, Piece
    from hanabi_solver.variants.variant import Variant


def read_stacks(
    piece: Piece | None, variant: Variant | None, faults: Faults
) -> tuple[Alphabet, tuple[int, ...]]:
    """Reads `r4y5k2`. Where the variant is unknown, any letter is a suit."""
    known = variant.suits if variant else {letter: Suit(letter, letter) for letter in LETTERS}
    suits: list[Suit] = []
    stacks: list[int] = []
    refused: set[str] = set()
    for token in _tokens(piece, faults) if piece else []:
        letter = token.folded[0]
        height = number(token.cut(1), STEPS)
        if letter not in known:
            problem, expected = _explain_unknown(letter, known)
            faults.add("stacks", token, problem, expected)
            refused.add(letter)
            continue
        if any(suit.letter == letter for suit in suits):
            problem = _("suit {letter} is named twice").format(letter=letter)
            faults.add("stacks", token, problem, _("each suit once"))
            continue
        heights = span(f"{letter}0", f"{letter}{STEPS}")
        if height is None:
            faults.add("stacks", token, _("no number of cards played"), heights)
        elif height > STEPS:
            problem = _("a stack above {most}").format(most=STEPS)
            faults.add("stacks", token, problem, heights)
        suits.append(known[letter])
        stacks.append(height if height is not None and height <= STEPS else 0)
    if piece is not None and variant is not None and (suits or not faults.any_in({"stacks"})):
        _check_match(piece, suits, refused, variant, faults)
    in_play = tuple(suits)
    colours = clue_colours(variant, in_play) if variant else tuple(known)
    ranks = variant.ranks if variant else RANKS
    return Alphabet(in_play, colours, ranks, frozenset(refused)), tuple(stacks)


def _tokens(piece: Piece, faults: Faults) -> list[Piece]:
    """Cuts the field into letters with what looks like a number behind them."""
    tokens = []
    text = piece.folded
    start = 0
    while start < len(text):
        end = start + 1
        if text[start] in LETTERS:
            while end < len(text) and text[end].isdigit():
                end += 1
            tokens.append(piece.cut(start, end))
        else:
            while end < len(text) and text[end] not in LETTERS:
                end += 1
            faults.add("stacks", piece.cut(start, end), _("not a stack"), _("stacks like r4"))
        start = end
    return tokens


def _explain_unknown(letter: str, known: dict[str, Suit]) -> tuple[str, str]:
    variants = [name for name, each in VARIANTS.items() if letter in each.suits]
    if variants:
        problem = _("suit {letter} is not in this variant").format(letter=letter)
        return problem, one_of(", ".join(f"variant={name}" for name in variants))
    return _("unknown suit {letter}").format(letter=letter), one_of(" ".join(known))


def _check_match(
    piece: Piece, suits: list[Suit], refused: set[str], variant: Variant, faults: Faults
) -> None:
    for suit in variant.fixed:
        if suit not in suits:
            problem = _("suit {letter} is missing, which variant={variant} has")
            expected = _("a stack like {stack}").format(stack=f"{suit.letter}0")
            named = problem.format(letter=suit.letter, variant=variant.name)
            faults.add("stacks", piece, named, expected)
    if variant.plain and not refused and not any(suit in variant.plain for suit in suits):
        letters = " ".join(suit.letter for suit in variant.plain)
        expected = _("at least one of {choices}").format(choices=letters)
        faults.add("stacks", piece, _("no plain suit in play"), expected)
