"""A position as the page draws it. The page knows no rules: whatever follows from them is here."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.core.answer import INFOS
from hanabi_solver.core.playing import legal_moves, result
from hanabi_solver.errors import InputError, visible
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, MAX_STRIKES
from hanabi_solver.notation import format_card, format_move, format_position
from hanabi_solver.notation.cards import format_marks
from hanabi_solver.show.board import suit_style
from hanabi_solver.show.terms import card_name, move_words, player_words, rules_line
from hanabi_solver.solving.ask import default_info
from hanabi_solver.solving.knowledge import check_info
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.texts.text import lookup
from hanabi_solver.variants.clues import clue_names, clues, touched_slots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, HeldCard, Position
    from hanabi_solver.game.rules import Suit

Record = dict[str, object]

HUES = ("red", "yellow", "green", "blue", "white", "purple", "teal", "rainbow", "black", "pink",
        "brown", "orange")  # fmt: skip
"""Colours that the page's style has, by the words that suits are named with."""


def board_record(position: Position, score: int | None = None, names: Sequence[str] = ()) -> Record:
    """What there is to be seen and done. `score` is given where the game is over, if then: such
    a position has no string where three strikes or no turns are left.
    """
    facts = Facts(position)
    written = score is None
    if score is None:
        score = result(position)
    units = position.rules.units_per_token
    return {
        "position": format_position(position) if written else None,
        "variant": position.variant,
        "rules": rules_line(position.rules),
        "options": _options(position),
        "suits": [_suit(suit) for suit in position.suits],
        "stacks": list(position.stacks),
        "hands": [
            {
                "name": visible(player_words(names, player)),
                "cards": [_held(facts, held) for held in hand],
            }
            for player, hand in enumerate(position.hands)
        ],
        "mover": position.mover + 1,
        "deck": [_card(facts, card) for card in position.deck],
        "deck_size": position.deck_size,
        "ordered": position.deck_ordered,
        "pile": [_identity(position, card) for card in facts.pile()],
        "tokens": float(Fraction(position.clue_units, units)),
        "most_tokens": MAX_CLUE_TOKENS,
        "strikes": position.strikes,
        "most_strikes": MAX_STRIKES,
        "turns": position.turns_left,
        "pace": facts.pace,
        "score": position.score,
        "reachable": facts.reachable,
        "max_score": position.max_score,
        "over": score,
        "clues": [str(name) for name in clue_names(position)],
        "moves": [] if score is not None else [_move(position, m) for m in _moves(position)],
        "infos": {} if score is not None else {info: _refused(position, info) for info in INFOS},
        "info": default_info(position),
    }


def hue(suit: Suit) -> str:
    """The name of the colour of a suit's cards, by the words of its name; none if there is none."""
    words = [suit_style(suit), *suit.name.lower().split()]
    return next((word for word in words if word in HUES), "")


def _suit(suit: Suit) -> Record:
    return {
        "letter": suit.letter,
        "name": lookup(suit.name),
        "hue": hue(suit),
        "ranks": list(suit.ranks),
        "copies": list(suit.copies),
    }


def _options(position: Position) -> dict[str, str]:
    """The options of the position's string, as they are written there."""
    whole = format_position(position) if position.turns_left != 0 else ""
    return dict(field.split("=", 1) for field in whole.split() if "=" in field)


def _card(facts: Facts, card: Card) -> Record:
    """A card and what is special about it."""
    special = {
        "playable": facts.is_playable(card),
        "critical": facts.is_critical(card),
        "dead": facts.is_dead(card),
    }
    held = {name: True for name, holds in special.items() if holds}
    return {**_identity(facts.position, card), **held}


def _identity(position: Position, card: Card) -> Record:
    """A card: its text, its suit's place among the suits, its rank."""
    suit = card.suit if card.suit >= 0 else None
    return {"card": format_card(position.suits, card), "suit": suit, "rank": card.rank or None}


def _held(facts: Facts, held: HeldCard) -> Record:
    suits = facts.position.suits
    return {**_card(facts, held.card), "marks": format_marks(suits, held.marks)}


def _moves(position: Position) -> list[Move]:
    """Every legal move; clues one by one, as far as the written cards tell which there are."""
    legal = legal_moves(position)
    named = clues(position) if Clue() in legal else ()
    return [move for move in legal if not named or move != Clue()] + list(named)


def _move(position: Position, move: Move) -> Record:
    name = format_move(move, position)
    card = card_name(position, moved_card(position, move))
    record: Record = {"move": name, "words": move_words(move, card, position)}
    if isinstance(move, Play | Discard):
        return {**record, "kind": name[0], "slot": move.slot}
    if not isinstance(move, Clue):
        return {**record, "kind": "pd"}
    touched = list(touched_slots(position, move)) if move.player else []
    what = None if move.what is None else str(move.what)
    return {**record, "kind": "clue", "player": move.player, "what": what, "touches": touched}


def _refused(position: Position, info: str) -> str | None:
    """Why a way of knowing does not take the position; None where it does."""
    try:
        check_info(position, info)
    except InputError as error:
        return str(error)
    return None
