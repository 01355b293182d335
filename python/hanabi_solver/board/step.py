"""A move on the board, and all that it depends on: the card drawn, named, chosen by a bonus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.core.playing import draws, legal_moves, play, possible_bonuses
from hanabi_solver.errors import InputError
from hanabi_solver.game.facts import with_open_deck
from hanabi_solver.game.moves import Clue, PlayDeck
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED
from hanabi_solver.notation import format_bonuses, format_card, parse_card, parse_move
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.game.moves import Bonus, Move
    from hanabi_solver.game.position import Card, Position

GAME, LIKELIEST, WORST = "game", "likeliest", "worst"
"""Draws that need no card to be named: as the deck lies, of most copies, of the lowest value."""

MOST_BONUSES = 6


Value = Callable[["Position", "int | None"], "Fraction | None"]
"""What a position is worth, or the score where the game has ended; None if it takes too long."""


class Made(NamedTuple):
    """A move made: what came of it, and what was drawn (None where nothing was)."""

    position: Position
    result: int | None
    drawn: Card | None


class Open(NamedTuple):
    """What has to be chosen first: `named`, `bonus` or `drawn`, each choice with its copies."""

    what: str
    choices: tuple[tuple[str, int], ...]


class Answers(NamedTuple):
    """What the page has chosen so far, as texts."""

    named: str | None = None
    bonuses: tuple[str, ...] = ()
    drawn: str | None = None


def step(
    position: Position,
    text: str,
    answers: Answers,
    value: Value,
) -> Made | Open:
    """Make a move, or tell what is to be chosen before. `value` is asked of what draws lead to,
    for the worst of them. MoveError for what cannot be.
    """
    move = parse_move(text, position)
    if (Clue() if isinstance(move, Clue) else move) not in legal_moves(position):
        # This says why not.
        play(position, move)
    named = None if answers.named is None else parse_card(answers.named, position.suits)
    if _card_is_open(position, move) and named is None:
        return Open("named", _counted(position, position.deck))
    received: tuple[Bonus, ...] = ()
    for answer in answers.bonuses[:MOST_BONUSES]:
        choices = possible_bonuses(position, move, received, named)
        chosen = [each for each in choices if _bonus_text(each, position) == answer]
        if not chosen:
            raise InputError(_("{name} is no bonus that may come").format(name=repr(answer[:40])))
        received = (*received, chosen[0])
    choices = possible_bonuses(position, move, received, named)
    if choices:
        return Open("bonus", tuple((_bonus_text(each, position), 1) for each in choices))
    return _drawn(position, move, named, received, answers.drawn, value)


def _card_is_open(position: Position, move: Move) -> bool:
    if isinstance(move, Clue):
        return False
    return moved_card(position, move) == UNSPECIFIED


def _bonus_text(bonus: Bonus, position: Position) -> str:
    return format_bonuses((bonus,), position).removeprefix("/")


def _counted(position: Position, cards: tuple[Card, ...]) -> tuple[tuple[str, int], ...]:
    counts = Counter(format_card(position.suits, card) for card in cards)
    return tuple(counts.items())


def _drawn(
    position: Position,
    move: Move,
    named: Card | None,
    bonuses: tuple[Bonus, ...],
    answer: str | None,
    value: Value,
) -> Made | Open:
    if isinstance(move, PlayDeck) or not draws(position, move, bonuses):
        return Made(*play(position, move, None, named, bonuses), None)
    shuffled = tuple(bonus.card for bonus in bonuses if bonus.name == "deck" and bonus.card)
    if position.deck_ordered and not shuffled and answer in (None, GAME):
        return _made(position, move, position.deck[0], named, bonuses)
    position = with_open_deck(position)
    cards = list(position.deck + shuffled)
    if named is not None and named in cards and _card_is_open(position, move):
        cards.remove(named)
    different = sorted(set(cards))
    first = _made(position, move, different[0], named, bonuses)
    if len(different) == 1 or first.drawn is None:
        return first
    if answer is None or answer == GAME:
        return Open("drawn", _counted(position, tuple(cards)))
    if answer == LIKELIEST:
        card = max(different, key=lambda card: (cards.count(card), card != KNOWN_TRASH))
    elif answer == WORST:
        card = _worst(position, move, named, bonuses, different, value)
    else:
        card = parse_card(answer, position.suits)
    return _made(position, move, card, named, bonuses)


def _made(
    position: Position, move: Move, card: Card, named: Card | None, bonuses: tuple[Bonus, ...]
) -> Made:
    """The move with that draw; no card is drawn where it ends the game at once."""
    after, score = play(position, move, card, named, bonuses)
    held = [len(hand) for hand in (position.hands[position.mover], after.hands[position.mover])]
    return Made(after, score, card if held[0] == held[1] else None)


def _worst(
    position: Position,
    move: Move,
    named: Card | None,
    bonuses: tuple[Bonus, ...],
    cards: list[Card],
    value: Value,
) -> Card:
    """The draw that leads to the lowest value; InputError where no such value is known in time."""
    worth: dict[Card, Fraction] = {}
    for card in cards:
        found = value(*play(position, move, card, named, bonuses))
        if found is None:
            raise InputError(_("the worst draw is not known in this time: choose a card"))
        worth[card] = found
    return min(cards, key=lambda card: worth[card])
