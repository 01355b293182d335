"""Plays moves on positions: what is legal, what comes of it, when the game is over.

The rules themselves are the core's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from hanabi_solver import _core
from hanabi_solver.core.objects import trust
from hanabi_solver.core.setups import (
    bonus_parts,
    core_move,
    named_move,
    numbered_card,
    read,
    to_setup,
)
from hanabi_solver.errors import MoveError, expect
from hanabi_solver.game.facts import sort_cards, sort_marks, without_implied_pile
from hanabi_solver.game.moves import (
    Bonus,
    Clue,
    Discard,
    Play,
    PlayDeck,
    expect_bonuses,
    expect_move,
)
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card, HeldCard, Marks, Position
from hanabi_solver.game.rules import MAX_CLUE_TOKENS
from hanabi_solver.notation import parse_card, parse_move
from hanabi_solver.texts.text import _, lookup
from hanabi_solver.variants.clues import clue_names, clues, touched_slots

if TYPE_CHECKING:
    from hanabi_solver.game.moves import BonusName, Move
    from hanabi_solver.game.rules import Suit


ILLEGAL = "the move is not legal here"
"""What is said of an illegal move; `broken_rule` tells why."""


class Played(NamedTuple):
    """The position after a move, and the final score if the game is over then.

    After a third strike the position has three strikes, after the last turn of the last round
    no turns left, which no position string has.
    """

    position: Position
    result: int | None


def result(position: Position | str) -> int | None:
    """The final score, if the game is over at the start of this turn."""
    position = read(position)
    return _core.result(to_setup(_specified(position, None)))


def legal_moves(position: Position | str) -> tuple[Move, ...]:
    """Every legal move, all clues as the one `Clue()`, in the fixed order."""
    position = read(position)
    return tuple(map(named_move, _core.legal_moves(to_setup(_specified(position, None)))))


def broken_rule(position: Position, move: Move) -> str:
    """The rule that an illegal move breaks, in words of the catalogue that errors look up."""
    if isinstance(move, Discard):
        return f"no discard at {MAX_CLUE_TOKENS} clue tokens"
    if isinstance(move, PlayDeck):
        last = "only the deck's last card is played from there"
        return last if position.rules.deck_plays else "no plays from the deck"
    if not isinstance(move, Clue):
        return "legal moves"
    if position.clue_units < position.rules.units_per_token:
        return "a clue costs a token"
    if move.player is not None and not 1 <= move.player <= len(position.hands):
        return "seat of a player"
    if move.player == position.mover + 1:
        return "no clue to oneself"
    if move.what is not None and move.what not in clue_names(position):
        return "clues of the variant"
    kind = "colour" if isinstance(move.what, str) else "rank"
    if position.rules.alternating_clues and position.last_clue == kind:
        return "clues alternate"
    return "a clue touches a card"


def draws(position: Position, move: Move, bonuses: tuple[Bonus, ...] = ()) -> bool:
    """Whether a card is drawn after the move, unless it ends the game at once."""
    shuffled = any(bonus.name == "deck" and bonus.card for bonus in bonuses)
    return not isinstance(move, Clue | PlayDeck) and (position.deck_size > 0 or shuffled)


def possible_bonuses(
    position: Position, move: Move, received: tuple[Bonus, ...] = (), named: Card | None = None
) -> tuple[Bonus, ...]:
    """The bonuses that may come next after a move and those received, each with every card that
    may be chosen; empty if none is due.
    """
    if not position.rules.flamboyants or isinstance(move, Clue | PlayDeck):
        return ()
    known = _specified(_with_name(position, move, named), None)
    found = _core.bonuses(to_setup(known), core_move(move), bonus_parts(position, received))
    return tuple(
        Bonus(cast("BonusName", name), None if card is None else numbered_card(position, card))
        for name, card in found
    )


def play(
    position: Position | str,
    move: Move | str,
    drawn: Card | str | None = None,
    named: Card | str | None = None,
    bonuses: tuple[Bonus, ...] = (),
) -> Played:
    """Makes a legal move. It may be given as text, and so may the position and cards.

    `drawn` is the card drawn, None where none is; with a deck in order it may be left out.
    `named` says which card an unspecified one turns out to be. `bonuses` are those that came
    for completed suits, where there are such. MoveError if the move is not legal, or the cards
    do not agree with the position.
    """
    position = read(position)
    if isinstance(move, str):
        move = parse_move(move, position)
    expect_move("move", move)
    drawn = _card("drawn", drawn, position)
    named = _card("named", named, position)
    bonuses = expect_bonuses(bonuses)
    try:
        return make(position, move, drawn, named, bonuses)
    except MoveError as error:
        if error.problem != ILLEGAL:
            raise
        raise MoveError(f"{lookup(ILLEGAL)} ({lookup(broken_rule(position, move))})") from None


def make(
    position: Position,
    move: Move,
    drawn: Card | None = None,
    named: Card | None = None,
    bonuses: tuple[Bonus, ...] = (),
) -> Played:
    """Like `play`, of arguments that are known to be what they should. An illegal move is told
    as `ILLEGAL` without the reason.
    """
    if isinstance(move, Clue):
        return _give_clue(position, move)
    if isinstance(move, PlayDeck):
        return _play_deck(position, drawn, named)
    position = _with_name(position, move, named)
    shuffled = tuple(bonus.card for bonus in bonuses if bonus.name == "deck" and bonus.card)
    ordered = position.deck_ordered and not shuffled
    if drawn is None and ordered and position.deck:
        drawn = position.deck[0]
    known = _specified(position, drawn)
    index = None
    if drawn is not None:
        deck = known.deck + shuffled
        index = 0 if ordered else _index(deck, drawn)
        if deck[index : index + 1] != (drawn,):
            raise MoveError(_("the drawn card is not the deck's next card"))
    after = _core.play(to_setup(known), core_move(move), index, bonus_parts(position, bonuses))
    moved = _moved(_taken(position, bonuses), move, after, drawn if after.ended is None else None)
    return _played(moved, after.ended)


def _card(name: str, given: Card | str | None, position: Position) -> Card | None:
    card = parse_card(given, position.suits) if isinstance(given, str) else given
    return expect(name, card, Card, type(None))


def _play_deck(position: Position, drawn: Card | None, named: Card | None) -> Played:
    """The deck's last card is played. Where hands hold unspecified cards it may be any of the
    pool, and is named.
    """
    if drawn is not None:
        raise MoveError(_("no card is drawn"))
    if position.unspecified and named is None:
        problem = _("the deck's card is not specified: name it, as in {example}")
        raise MoveError(problem.format(example="pd=r5"))
    card = position.deck[0] if named is None and position.deck else named
    if card is not None and card not in position.deck:
        raise MoveError(_("no such card is left in the deck"))
    after = _core.play(to_setup(_specified(position, card)), core_move(PlayDeck()), None)
    assert card is not None
    moved = _after(replace(position, deck=_without(position.deck, card)), card, after)
    return _played(moved, after.ended)


def _with_name(position: Position, move: Play | Discard, named: Card | None) -> Position:
    """The position with the card of the move's slot named."""
    hand = position.hands[position.mover]
    if not 1 <= move.slot <= len(hand):
        problem = _("slot {slot} does not exist in a hand of {size} cards")
        raise MoveError(problem.format(slot=move.slot, size=len(hand)))
    if hand[move.slot - 1].card == UNSPECIFIED:
        return _name_card(position, move.slot, named)
    if named not in (None, hand[move.slot - 1].card):
        problem = _("the card in slot {slot} is not the one named")
        raise MoveError(problem.format(slot=move.slot))
    return position


def _taken(position: Position, bonuses: tuple[Bonus, ...]) -> Position:
    """The position without the pile's cards that bonuses took; those shuffled are in the deck."""
    taken = [bonus for bonus in bonuses if bonus.card is not None]
    if not taken:
        return position
    discard = position.discard
    if discard is not None:
        for bonus in taken:
            assert bonus.card is not None
            discard = _without(discard, bonus.card)
    shuffled = [bonus.card for bonus in taken if bonus.name == "deck" and bonus.card]
    deck = position.deck
    if shuffled:
        deck = sort_cards(position.suits, (*deck, *shuffled))
        position = replace(position, deck_ordered=False)
    return replace(position, deck=deck, discard=discard)


def _over(position: Position) -> int | None:
    """The final score, if the game is over at the start of a turn that may be none."""
    if position.turns_left == 0:
        return position.score
    return _core.result(to_setup(_specified(position, None)))


def _played(position: Position, ended: int | None) -> Played:
    """What a move led to; `ended` is the score if it ended the game at once."""
    score = _over(position) if ended is None else ended
    return Played(position if score is not None else trust(position), score)


def _index(deck: tuple[Card, ...], card: Card) -> int:
    if card not in deck:
        raise MoveError(_("no such card is left in the deck"))
    return deck.index(card)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _name_card(position: Position, slot: int, named: Card | None) -> Position:
    """The position with an own unspecified card named, which leaves the pool."""
    if named is None:
        problem = _("slot {slot} holds an unspecified card: name it, as in {example}")
        raise MoveError(problem.format(slot=slot, example=f"p{slot}=r5"))
    if named not in position.deck:
        raise MoveError(_("the named card is not in the unseen pool"))
    hands = list(position.hands)
    hand = list(hands[position.mover])
    hand[slot - 1] = replace(hand[slot - 1], card=named)
    hands[position.mover] = tuple(hand)
    return replace(position, hands=tuple(hands), deck=_without(position.deck, named))


def _specified(position: Position, drawn: Card | None) -> Position:
    """The position with some cards of the pool in the place of the unspecified ones, `drawn`
    left in the deck. Which ones they are makes no difference to what is legal.
    """
    if not position.unspecified:
        return position
    pool = list(position.deck)
    if drawn in pool:
        pool.remove(drawn)
        pool.append(drawn)
    filling = iter(pool[: position.unspecified])

    def fill(held: HeldCard) -> HeldCard:
        return replace(held, card=next(filling)) if held.card == UNSPECIFIED else held

    hands = tuple(tuple(map(fill, hand)) for hand in position.hands)
    return replace(position, hands=hands, deck=tuple(pool[position.unspecified :]))


def _moved(position: Position, move: Move, after: _core.Played, drawn: Card | None) -> Position:
    """The position after a play or discard: hand and deck from the cards as written, the
    counts from the core.
    """
    assert not isinstance(move, Clue | PlayDeck)
    hand = position.hands[position.mover]
    rest = hand[: move.slot - 1] + hand[move.slot :]
    deck = position.deck
    if drawn is not None:
        rest = (HeldCard(drawn), *rest)
        deck = _without(deck, drawn)
    hands = list(position.hands)
    hands[position.mover] = rest
    return _after(replace(position, hands=tuple(hands), deck=deck), hand[move.slot - 1].card, after)


def _after(position: Position, card: Card, after: _core.Played) -> Position:
    """The position once a card has gone where it went, with the counts that the core gives."""
    stacks, discard = tuple(after.stacks), position.discard
    if card == KNOWN_TRASH:
        discard = None  # Nobody knows what lies there now.
    elif discard is not None and stacks == position.stacks:
        discard = sort_cards(position.suits, (*discard, card))
    moved = replace(
        position,
        stacks=stacks,
        mover=after.mover,
        clue_units=after.units,
        strikes=after.strikes,
        turns_left=after.turns_left,
        discard=discard,
    )
    return moved if discard is None else without_implied_pile(moved)


def _clue_of_kind(position: Position, clue: Clue) -> _core.Move:
    """The clue for the core: where clues alternate, the kind has to be known."""
    if not position.rules.alternating_clues:
        return _core.Move("clue")
    if clue.what is None:
        raise MoveError(_("clues alternate here: say which clue, such as c2r"))
    return _core.Move("colour" if isinstance(clue.what, str) else "rank")


def _give_clue(position: Position, clue: Clue) -> Played:
    given = _clue_of_kind(position, clue)
    after = _core.play(to_setup(_specified(position, None)), given, None)
    hands = position.hands
    last_clue = position.last_clue
    if clue.what is not None:
        if clue not in clues(position):
            raise MoveError(ILLEGAL)
        assert clue.player is not None
        touched = touched_slots(position, clue)
        marked = tuple(
            held
            if held.card.suit < 0
            else _mark(position.suits, held, str(clue.what), slot in touched)
            for slot, held in enumerate(hands[clue.player - 1], 1)
        )
        hands = (*hands[: clue.player - 1], marked, *hands[clue.player :])
        last_clue = "colour" if isinstance(clue.what, str) else "rank"
    moved = replace(
        position,
        hands=hands,
        mover=after.mover,
        clue_units=after.units,
        turns_left=after.turns_left,
        last_clue=last_clue if position.rules.alternating_clues else None,
    )
    return _played(moved, None)


def _mark(suits: tuple[Suit, ...], held: HeldCard, what: str, touched: bool) -> HeldCard:
    marks = held.marks
    positive, negative = marks.positive, marks.negative
    if touched:
        positive = sort_marks(suits, {*positive, what})
    else:
        negative = sort_marks(suits, {*negative, what})
    return replace(held, marks=Marks(positive, negative, marks.identities))
