"""A position as people see it: the board."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.game.facts import Facts
from hanabi_solver.game.position import NO_MARKS
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, MAX_STRIKES
from hanabi_solver.notation import format_card, format_position
from hanabi_solver.notation.cards import format_marks
from hanabi_solver.show.document import (
    Document,
    Line,
    Piece,
    Style,
    joined,
    line,
    table,
    to_html,
)
from hanabi_solver.show.terms import (
    rules_line,
)
from hanabi_solver.texts.text import _, plural
from hanabi_solver.variants.variant import SITE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hanabi_solver.game.position import Card, HeldCard, Position
    from hanabi_solver.game.rules import Suit
    from hanabi_solver.show.document import Table

SUIT_STYLES: dict[str, Style] = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "white": "white",
    "purple": "purple",
    "teal": "teal",
    "multicolour": "rainbow",
    "rainbow": "rainbow",
    "black": "black",
}
"""Styles by the words that suits are named with: a letter is not the same suit everywhere."""

PLAYABLE, CRITICAL, DEAD = "+", "!", "."


def shown(facts: Facts) -> Document:
    """A position with its text and rules."""
    position = facts.position
    return (
        line(Piece(format_position(position), "strong")),
        line(Piece(f"{position.variant}, {rules_line(position.rules)}", "faint")),
        *letters(position),
        Line(),
        *board(facts),
    )


def position_html(position: Position) -> str:
    """A position for a notebook."""
    return to_html(shown(Facts(position)))


def suit_style(suit: Suit) -> Style:
    """The style of a suit's cards, none if its name is no colour of ours."""
    words = suit.name.lower().split()
    return next((SUIT_STYLES[word] for word in words if word in SUIT_STYLES), "")


def suit_names(position: Position) -> str:
    """What the letters of the suits stand for, where they only count the suits; else nothing."""
    if not position.variant.startswith(SITE):
        return ""
    return ", ".join(f"{suit.letter} {suit.name}" for suit in position.suits)


def letters(position: Position) -> Document:
    """The names of the suits on a line, where their letters do not tell."""
    names = suit_names(position)
    return (line(Piece(names, "faint")),) if names else ()


def board(facts: Facts) -> Document:
    """The position as it lies on the table."""
    position = facts.position
    head: list[list[str | Line]] = [
        [_("Stacks"), _stacks(position)],
        [_("Score"), _score(position, facts)],
        [_("Deck"), _deck(facts)],
        [_("Discard pile"), _discards(facts)],
        [_("Clue tokens"), _tokens(position)],
        [_("Strikes"), f"{position.strikes} / {MAX_STRIKES}"],
    ]
    if position.turns_left is not None:
        head.append([_("Turns left"), str(position.turns_left)])
    if facts.pace is not None:
        head.append([_("Pace"), str(facts.pace)])
    key = _("{playable} playable  {critical} critical  {dead} dead").format(
        playable=PLAYABLE, critical=CRITICAL, dead=DEAD
    )
    return (table(head), Line(), _hands(facts), line(Piece(key, "faint")))


def _card(facts: Facts, card: Card) -> Line:
    """A card in its suit's colour, with what is special about it."""
    suits = facts.position.suits
    signs = ""
    if facts.is_playable(card):
        signs += PLAYABLE
    if facts.is_critical(card):
        signs += CRITICAL
    if facts.is_dead(card):
        return line(Piece(format_card(suits, card) + DEAD, "faint"))
    style = suit_style(suits[card.suit]) if card.suit >= 0 else ""
    return line(Piece(format_card(suits, card), style), signs)


def _cards(facts: Facts, cards: Iterable[Card]) -> Line:
    return joined([_card(facts, card) for card in cards])


def _stacks(position: Position) -> Line:
    return joined(
        [
            Piece(f"{suit.letter}{height}", suit_style(suit))
            for suit, height in zip(position.suits, position.stacks, strict=True)
        ]
    )


def _score(position: Position, facts: Facts) -> str:
    return _("{score} of {maximum}, {reachable} still reachable").format(
        score=position.score, maximum=position.max_score, reachable=facts.reachable
    )


def _deck(facts: Facts) -> Line:
    position = facts.position
    if not position.deck:
        return line(_("empty"))
    size = position.deck_size
    text = plural("{number} card", "{number} cards", size).format(number=size)
    if position.unspecified:
        text = _("{cards}; they and the unspecified ones are").format(cards=text)
    elif position.deck_ordered:
        text = _("{cards}, next first").format(cards=text)
    else:
        text = _("{cards}, order unknown").format(cards=text)
    return line(f"{text}: ", _cards(facts, position.deck))


def _discards(facts: Facts) -> Line:
    pile = facts.discard_pile()
    if pile is None:
        return line(_("not known in full"))
    if not pile:
        return line(_("empty"))
    suits = facts.position.suits
    return joined([format_card(suits, card) for card in pile])


def _tokens(position: Position) -> str:
    tokens = Fraction(position.clue_units, position.rules.units_per_token)
    return f"{float(tokens):g} / {MAX_CLUE_TOKENS}"


def _hands(facts: Facts) -> Table:
    position = facts.position
    widest = max(map(len, position.hands), default=0)
    rows = []
    for player, hand in enumerate(position.hands):
        sign = ">" if player == position.mover else " "
        name = _("Player {number}").format(number=player + 1)
        cells: list[str | Piece | Line] = [Piece(f"{sign} {name}", "strong")]
        cells += [_held(facts, held) for held in hand]
        rows.append(cells + [""] * (widest - len(hand)))
    slots = [str(slot) for slot in range(1, widest + 1)]
    return table(rows, [_("slot"), *slots])


def _held(facts: Facts, held: HeldCard) -> Line:
    if held.marks == NO_MARKS:
        return _card(facts, held.card)
    marks = format_marks(facts.position.suits, held.marks)
    return line(_card(facts, held.card), Piece(marks, "faint"))
