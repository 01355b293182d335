"""Hidden hands: the worlds that are common knowledge, and what players see of them.

A world is a state of the game with every card in its place, the deck in its order.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.moves import Clue, Discard, Play, PlayDeck
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card, Position
from hanabi_solver.reference.engine import Cards, Game, State, set_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.rules import Suit

Name = str | int
"""What a clue names: a colour's letter or a rank."""


def touches(suits: Sequence[Suit], name: Name, card: Card) -> bool:
    """Whether a clue touches a card."""
    suit = suits[card.suit]
    step = suit.step(card.rank)
    if isinstance(name, int):
        return name == card.rank and suit.touched_by_rank[step]
    return name in suit.colours and suit.touched_by_colour[step]


def clue_names(suits: Sequence[Suit]) -> tuple[Name, ...]:
    """What clues may name: the colours that suits in play bear as their own, then ranks."""
    colours = [suit.letter for suit in suits if suit.letter in suit.colours]
    return (*colours, *sorted({rank for suit in suits for rank in suit.ranks}))


def slot_set(position: Position, player: int, slot: int, unseen: Counter[Card]) -> set[Card]:
    """The unseen cards that a slot's marks allow."""
    marks = position.hands[player][slot].marks

    def named(mark: str) -> Name:
        return int(mark) if mark.isdigit() else mark

    def allowed(card: Card) -> bool:
        if marks.identities is not None and card not in marks.identities:
            return False
        touched = [touches(position.suits, named(mark), card) for mark in marks.positive]
        missed = [touches(position.suits, named(mark), card) for mark in marks.negative]
        return all(touched) and not any(missed)

    return {card for card in unseen if allowed(card)}


def all_worlds(position: Position) -> tuple[Game, list[State]]:
    """Every distinct arrangement of the unseen cards over slots and deck: equally likely."""
    held = [each.card for hand in position.hands for each in hand]
    cards = [card for card in (*held, *position.deck) if card != UNSPECIFIED]
    if KNOWN_TRASH in cards:
        raise UnsupportedError("known trash cannot be seen: hidden hands need every card")
    unseen = Counter(cards)
    game, state = set_up(position)
    sizes = [len(hand) for hand in position.hands]
    sets = [
        slot_set(position, player, slot, unseen)
        for player, size in enumerate(sizes)
        for slot in range(size)
    ]
    sets += [set(unseen)] * position.deck_size
    worlds = []
    for cards_in_place in _arrangements(sets, unseen):
        hands, rest = [], cards_in_place
        for size in sizes:
            hands.append(rest[:size])
            rest = rest[size:]
        worlds.append(state._replace(hands=tuple(hands), deck=rest))
    return game, worlds


def _arrangements(sets: Sequence[set[Card]], left: Counter[Card]) -> Iterator[Cards]:
    if not sets:
        yield ()
        return
    for card in sorted(left):
        if left[card] and card in sets[0]:
            left[card] -= 1
            for rest in _arrangements(sets[1:], left):
                yield (card, *rest)
            left[card] += 1


def seen(state: State) -> tuple[Cards, ...]:
    """What the mover sees: every hand but the own."""
    return tuple(() if p == state.mover else hand for p, hand in enumerate(state.hands))


def moves(game: Game, state: State) -> list[Move]:
    """Every legal move, the clues one by one, by player from the mover's left."""
    named: list[Move] = [move for move in game.legal_moves(state) if not isinstance(move, Clue)]
    if game.can_clue(state):
        for turn in range(1, game.players):
            player = (state.mover + turn) % game.players
            clues = [Clue(player + 1, name) for name in clue_names(game.suits)]
            named += [c for c in clues if game.rules.empty_clues or touched(game, state, c)]
    return named


def touched(game: Game, state: State, clue: Clue) -> tuple[int, ...]:
    """The slots that a clue touches, counted from 1."""
    if clue.player is None or clue.what is None:
        raise ValueError("a clue that names nothing")
    hand = enumerate(state.hands[clue.player - 1], 1)
    return tuple(slot for slot, card in hand if touches(game.suits, clue.what, card))


def shown(game: Game, state: State, move: Move) -> tuple[object, ...]:
    """What a move shows to everybody beside itself: a card, or the slots a clue touches."""
    match move:
        case Play(slot) | Discard(slot):
            return (state.hands[state.mover][slot - 1],)
        case PlayDeck():
            return (state.deck[0],)
        case Clue():
            return touched(game, state, move)
