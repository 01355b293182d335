"""Positions and queries as the plain numbers that the core takes, for all callers of it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from hanabi_solver import _core
from hanabi_solver.core.objects import check_object, trust
from hanabi_solver.errors import InputError, UnsupportedError, written
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, Discard, Play, PlayDeck
from hanabi_solver.game.position import KNOWN_TRASH, NO_MARKS, UNSPECIFIED, Card, Position
from hanabi_solver.game.rules import STEPS
from hanabi_solver.notation import parse_position
from hanabi_solver.texts.text import _
from hanabi_solver.variants.marks import allowed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from hanabi_solver.core.query import Query
    from hanabi_solver.game.moves import Bonus, Move
    from hanabi_solver.game.rules import Rules, Suit

_MOST = 255
"""More than any score: stands for every target that is out of reach."""


def read(position: Position | str) -> Position:
    """A position from its string, or as it is if it can be.

    PositionError for a bad one, InputError for what is neither.
    """
    if isinstance(position, str):
        return trust(parse_position(position))
    if not isinstance(position, Position):
        problem = _("{thing} is no position; expected a Position or its string")
        raise InputError(problem.format(thing=written(position)))
    return check_object(position)


def card_number(position: Position, card: Card) -> int:
    """5 * suit + place in play order; -1 and -2 for `kt` and `xx`."""
    if card.suit < 0:
        return card.suit
    return STEPS * card.suit + position.suits[card.suit].step(card.rank)


def numbered_card(position: Position, number: int) -> Card:
    """The inverse of `card_number`."""
    if number < 0:
        return Card(number, 0)
    suit, step = divmod(number, STEPS)
    return Card(suit, position.suits[suit].ranks[step])


def named_move(move: _core.Move, clues: Sequence[str | int] = ()) -> Move:
    """The move of the core; `clues` are the names of those that it gives by number."""
    if move.kind == "clue":
        return Clue(move.player, clues[move.clue]) if move.player else Clue()
    if move.kind == "clue of":
        names = (str(clue) for number, clue in enumerate(clues) if move.clue >> number & 1)
        return Clue(move.player, f"[{''.join(names)}]")
    if move.kind == "play deck":
        return PlayDeck()
    return _of_slot(move.kind, move.slot)


@lru_cache
def _of_slot(kind: str, slot: int) -> Play | Discard:
    return Play(slot) if kind == "play" else Discard(slot)


def _check_trash(position: Position) -> None:
    """UnsupportedError where known trash would not be all alike."""
    plain = all(not suit.inverted and all(suit.touched_by_rank) for suit in position.suits)
    held = (held.card for hand in position.hands for held in hand)
    if not plain and KNOWN_TRASH in (*held, *position.deck):
        raise UnsupportedError(
            _("known trash (kt) is not supported where dead cards are not all alike")
        )


def _untouched(touched: tuple[tuple[bool, ...], ...]) -> int:
    """The cards that no clue of a kind touches, one bit each, by number."""
    flags = [flag for suit in touched for flag in suit]
    return sum(1 << number for number, flag in enumerate(flags) if not flag)


def _pile(position: Position) -> list[int]:
    """The discard pile, which bonuses bring back into play."""
    return [card_number(position, card) for card in Facts(position).pile()]


_ANYTHING = 2**64 - 1
"""The set of all cards, for the core."""


def _allowed(position: Position) -> list[list[int]]:
    """For every slot the cards that may lie there if it is unspecified, as bits; nothing where no
    unspecified card bears marks.
    """
    marked = any(
        held.card == UNSPECIFIED and held.marks != NO_MARKS
        for hand in position.hands
        for held in hand
    )
    if not marked:
        return []
    pool = Counter(position.deck)

    def bits(player: int, slot: int) -> int:
        held = position.hands[player][slot]
        if held.card != UNSPECIFIED or held.marks == NO_MARKS:
            return _ANYTHING
        return card_bits(position, allowed(position, player, slot, pool))

    return [
        [bits(player, slot) for slot in range(len(hand))]
        for player, hand in enumerate(position.hands)
    ]


def card_bits(position: Position, cards: Iterable[Card]) -> int:
    """A set of cards, a bit each by number."""
    return sum(1 << card_number(position, card) for card in cards)


def core_move(move: Move) -> _core.Move:
    """The inverse of `named_move`, all clues as one."""
    if isinstance(move, Clue):
        return _core.Move("clue")
    if isinstance(move, PlayDeck):
        return _core.Move("play deck")
    return _core.Move("play" if isinstance(move, Play) else "discard", move.slot)


def core_query(query: Query) -> _core.Query:
    """The query for the core: the seat is that of open hands with the own cards unspecified."""
    return _core.Query(
        info="open" if query.info == "seat" else query.info,
        objective=query.objective,
        # 0 for what is surely reached, a large one for what never is.
        target=min(max(query.target, 0), _MOST),
        moves=query.moves,
        policy=query.policy,
        made=None if query.made is None else core_move(query.made),
    )


def core_limits(query: Query, kept: int = 0) -> _core.Limits:
    """The limits of a query for the core, whose tables take `kept` bytes already."""
    limits = query.limits
    return _core.Limits(
        time=limits.time,
        memory=limits.search_memory(kept),
        threads=limits.search_threads(),
        tolerance=cast("Fraction", limits.tolerance).as_integer_ratio(),
        cancel=query.cancel,
    )


def bonus_parts(position: Position, bonuses: Iterable[Bonus]) -> list[tuple[str, int | None]]:
    """Bonuses for the core."""
    return [
        (bonus.name, None if bonus.card is None else card_number(position, bonus.card))
        for bonus in bonuses
    ]


@lru_cache
def _core_rules(rules: Rules, suits: tuple[Suit, ...], *, deck: bool) -> _core.Rules:
    """The rules for the core. Positions of a game share them.

    What a kind of clues touches matters to the core only where no kind touches every card, plays
    from the deck only while there is one: other positions are searched by the ordinary rules.
    """
    exists = (rules.colour_clues, rules.rank_clues)
    empty = (rules.empty_colour_clues, rules.empty_rank_clues)
    untouched = (
        _untouched(tuple(suit.touched_by_colour for suit in suits)),
        _untouched(tuple(suit.touched_by_rank for suit in suits)),
    )
    kinds = [
        (may_be_empty or rules.empty_clues, cards)
        for there, may_be_empty, cards in zip(exists, empty, untouched, strict=True)
        if there
    ]
    any_empty = any(may_be_empty for may_be_empty, _ in kinds)
    any_full = any(cards == 0 for _, cards in kinds)
    alike = not rules.alternating_clues and (any_empty or any_full)
    return _core.Rules(
        grand_finale=rules.grand_finale,
        strikeout_keep=rules.strikeout_keep,
        empty_clues=any_empty if alike else rules.empty_clues,
        units_per_token=rules.units_per_token,
        discard_units=rules.discard_units,
        completion_units=rules.completion_units,
        inverted=sum(1 << index for index, suit in enumerate(suits) if suit.inverted),
        untouched=(0, 0) if alike else untouched,
        missing=(False, False) if alike else (not exists[0], not exists[1]),
        empty=(False, False) if alike else empty,
        alternating=rules.alternating_clues,
        flamboyants=rules.flamboyants,
        deck_plays=rules.deck_plays and deck,
    )


def to_setup(position: Position) -> _core.Setup:
    """The position for the core. InputError if it is none."""
    _check_trash(position)
    suits, rules = position.suits, position.rules
    return _core.Setup(
        rules=_core_rules(rules, suits, deck=position.deck_size > 0),
        copies=[suit.copies for suit in suits],
        stacks=position.stacks,
        hands=[[card_number(position, held.card) for held in hand] for hand in position.hands],
        deck=[card_number(position, card) for card in position.deck],
        mover=position.mover,
        units=position.clue_units,
        strikes=position.strikes,
        turns_left=position.turns_left,
        last_clue=position.last_clue,
        pile=_pile(position) if rules.flamboyants else (),
        allowed=_allowed(position),
    )
