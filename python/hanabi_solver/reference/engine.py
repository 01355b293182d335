"""The game as the rule book tells it, one open state after another.

Written to be read against the rules and to check the fast engine, not to be fast. A turn has
three parts, each a function of a `Game`: `act` (what the player does), `draw` (the card that
replaces a played or discarded one) and `end_turn` (the next player's turn begins). With the
Flamboyants a bonus comes before the draw (`bonus.py`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.errors import Fault, PositionError
from hanabi_solver.game.moves import Clue, Discard, Move, Play, PlayDeck
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Card, Position
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, MAX_STRIKES, STEPS, Rules, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

Cards = tuple[Card, ...]

COLOUR, RANK = "colour", "rank"
"""Kinds of clues."""

ANY_CLUE = Clue()
"""Where hands are open a clue tells nothing, so all legal clues are one move."""


class State(NamedTuple):
    """Everything on the table. Hands have slot 1 first, the deck has the next card first.

    `discard` is sorted: the order of the discard pile means nothing. `units` are clue tokens
    in units of `Rules.units_per_token`. `turns_left` is None until the last round begins.
    `last_clue` is None unless clues must alternate.
    """

    stacks: tuple[int, ...]
    hands: tuple[Cards, ...]
    deck: Cards
    discard: Cards
    mover: int
    units: int
    strikes: int
    turns_left: int | None
    last_clue: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """What does not change while a game is played."""

    suits: tuple[Suit, ...]
    rules: Rules
    players: int

    # What may be done.

    def legal_moves(self, state: State) -> list[Move]:
        """Plays and discards by slot, then the clue."""
        slots = range(1, len(state.hands[state.mover]) + 1)
        moves: list[Move] = [Play(slot) for slot in slots]
        if self.can_play_deck(state):
            moves.append(PlayDeck())
        if self.can_discard(state):
            moves += [Discard(slot) for slot in slots]
        if self.can_clue(state):
            moves.append(ANY_CLUE)
        return moves

    @property
    def most_units(self) -> int:
        """As many clue tokens as there are."""
        return MAX_CLUE_TOKENS * self.rules.units_per_token

    def can_discard(self, state: State) -> bool:
        """Whether discarding is allowed: not with every clue token there is, unless discarding
        may be playing, as it is for an inverted suit.
        """
        return state.units < self.most_units or any(suit.inverted for suit in self.suits)

    def can_play_deck(self, state: State) -> bool:
        """Whether the last card of the deck can be played from there."""
        return self.rules.deck_plays and len(state.deck) == 1

    def can_clue(self, state: State) -> bool:
        """Whether any clue is legal."""
        return bool(self.clue_kinds(state))

    def clue_kinds(self, state: State) -> list[str]:
        """Kinds of clues that the mover can give.

        A clue costs a token, and must touch a card unless empty clues are allowed.
        """
        if state.units < self.rules.units_per_token:
            return []
        others = [hand for player, hand in enumerate(state.hands) if player != state.mover]
        cards = [card for hand in others for card in hand]
        return [
            kind
            for kind in (COLOUR, RANK)
            if self.exists(kind)
            and not (self.rules.alternating_clues and kind == state.last_clue)
            and (self.may_touch_nothing(kind) or any(self.touches(kind, card) for card in cards))
        ]

    def exists(self, kind: str) -> bool:
        """Whether there are clues of this kind."""
        return self.rules.colour_clues if kind == COLOUR else self.rules.rank_clues

    def may_touch_nothing(self, kind: str) -> bool:
        """Whether a clue of this kind may be empty."""
        rules = self.rules
        own = rules.empty_colour_clues if kind == COLOUR else rules.empty_rank_clues
        return rules.empty_clues or own

    def touches(self, kind: str, card: Card) -> bool:
        """Whether some clue of this kind touches a card. One without an identity is touched."""
        if card in (KNOWN_TRASH, UNSPECIFIED):
            return True
        suit = self.suits[card.suit]
        touched = suit.touched_by_colour if kind == COLOUR else suit.touched_by_rank
        return touched[suit.step(card.rank)]

    # The turn.

    def act(self, state: State, move: Move) -> State:
        """What the mover does, before a card is drawn."""
        match move:
            case Play(slot):
                card, state = self.take_from_hand(state, slot)
                return self.press_play(state, card)
            case PlayDeck():
                return self.press_play(state._replace(deck=()), state.deck[0])
            case Discard(slot):
                card, state = self.take_from_hand(state, slot)
                return (
                    self.play(state, card) if self.is_inverted(card) else self.discard(state, card)
                )
            case Clue():
                return self.give_clue(state, self.clue_kinds(state)[0])

    def give_clue(self, state: State, kind: str) -> State:
        """A clue is paid for. Its kind is remembered where that restrains the next one."""
        units = state.units - self.rules.units_per_token
        return state._replace(units=units, last_clue=kind if self.rules.alternating_clues else None)

    def press_play(self, state: State, card: Card) -> State:
        """A card is played, unless its suit is inverted."""
        return self.discard(state, card) if self.is_inverted(card) else self.play(state, card)

    def is_inverted(self, card: Card) -> bool:
        """Whether playing the card discards it, and discarding it plays it."""
        return card != KNOWN_TRASH and self.suits[card.suit].inverted

    def discard(self, state: State, card: Card) -> State:
        """A card goes to the discard pile, and clue tokens come back."""
        return self.earn(put_on_pile(state, card), self.rules.discard_units)

    def take_from_hand(self, state: State, slot: int) -> tuple[Card, State]:
        """The card of a slot, and the state without it."""
        hand = state.hands[state.mover]
        return hand[slot - 1], self.with_hand(state, hand[: slot - 1] + hand[slot:])

    def with_hand(self, state: State, hand: Cards) -> State:
        """The state with another hand for the mover."""
        hands = list(state.hands)
        hands[state.mover] = hand
        return state._replace(hands=tuple(hands))

    def play(self, state: State, card: Card) -> State:
        """A card is played: onto its stack, or onto the discard pile with a strike."""
        if not self.is_next(state, card):
            return put_on_pile(state, card)._replace(strikes=state.strikes + 1)
        before, state = state, self.put_on_stack(state, card)
        if self.complete_suits(before) < self.complete_suits(state) and not self.rules.flamboyants:
            state = self.earn(state, self.rules.completion_units)
        return state

    def put_on_stack(self, state: State, card: Card) -> State:
        """A card that is the next of its suit goes onto the stack."""
        stacks = list(state.stacks)
        stacks[card.suit] += 1
        return state._replace(stacks=tuple(stacks))

    def is_next(self, state: State, card: Card) -> bool:
        """Whether a card is the next one of its suit. Known trash never is."""
        if card == KNOWN_TRASH:
            return False
        height = state.stacks[card.suit]
        return height < STEPS and self.suits[card.suit].ranks[height] == card.rank

    def earn(self, state: State, units: int) -> State:
        """Clue tokens come back, as far as there are any."""
        return state._replace(units=min(self.most_units, state.units + units))

    def draw(self, state: State, place: int) -> State:
        """The mover draws the deck's card at a place (0 is the top) as the newest card."""
        hand = (state.deck[place], *state.hands[state.mover])
        deck = state.deck[:place] + state.deck[place + 1 :]
        return self.with_hand(state._replace(deck=deck), hand)

    def end_turn(self, state: State) -> State:
        """The next player's turn begins.

        The last round begins at the end of the turn in which the last card was drawn: after
        it each player has one more turn.
        """
        turns_left = state.turns_left
        if turns_left is not None:
            turns_left -= 1
        elif not state.deck and not self.rules.grand_finale:
            turns_left = self.players
        return state._replace(mover=(state.mover + 1) % self.players, turns_left=turns_left)

    def turn(self, state: State, move: Move, place: int = 0) -> State:
        """A whole turn, with the deck's card at `place` drawn where one is drawn.

        A game that ends within the turn stays at the end: nothing is drawn, nobody moves.
        With the Flamboyants this is a turn in which the bonus, if there is one, brings nothing.
        """
        state = self.act(state, move)
        if self.is_ended(state):
            return state
        if state.deck and not isinstance(move, Clue):
            state = self.draw(state, place)
        return self.end_turn(state)

    # The end.

    def result(self, state: State) -> int | None:
        """The final score at the beginning of a turn; None if the game goes on."""
        if self.is_ended(state) or state.turns_left == 0 or self.is_stuck(state):
            return self.final_score(state)
        return None

    def is_stuck(self, state: State) -> bool:
        """Whether the mover has no legal move. A card in the hand can always be played."""
        movable = state.hands[state.mover] or self.can_play_deck(state)
        return not movable and not self.can_clue(state)

    def is_ended(self, state: State) -> bool:
        """Whether the game ends at once, whosever turn it is."""
        return (
            state.strikes == MAX_STRIKES
            or self.is_complete(state)
            or (self.rules.grand_finale and self.is_beyond_hope(state))
        )

    def is_complete(self, state: State) -> bool:
        """Whether all suits are complete."""
        return self.complete_suits(state) == len(self.suits)

    def complete_suits(self, state: State) -> int:
        """Number of complete suits."""
        return state.stacks.count(STEPS)

    def is_beyond_hope(self, state: State) -> bool:
        """Whether the discard pile holds every copy of a card not yet played."""
        return any(
            state.discard.count(Card(index, suit.ranks[step])) == suit.copies[step]
            for index, suit in enumerate(self.suits)
            for step in range(state.stacks[index], STEPS)
        )

    def final_score(self, state: State) -> int:
        """The score of a game that is over."""
        if self.rules.grand_finale:
            return sum(state.stacks) if self.is_complete(state) else 0
        if state.strikes == MAX_STRIKES and not self.rules.strikeout_keep:
            return 0
        return sum(state.stacks)


def put_on_pile(state: State, card: Card) -> State:
    """The state with one card more in the discard pile."""
    return state._replace(discard=tuple(sorted((*state.discard, card))))


# From a position to the table.


def set_up(position: Position) -> tuple[Game, State]:
    """The game and the state of a position; unspecified cards stay where they are."""
    game = Game(position.suits, position.rules, len(position.hands))
    turns_left = position.turns_left
    if turns_left is None and position.deck_size == 0 and not position.rules.grand_finale:
        turns_left = game.players
    state = State(
        stacks=position.stacks,
        hands=tuple(tuple(held.card for held in hand) for hand in position.hands),
        deck=position.deck,
        discard=discard_pile(position),
        mover=position.mover,
        units=position.clue_units,
        strikes=position.strikes,
        turns_left=turns_left,
        last_clue=position.last_clue if position.rules.alternating_clues else None,
    )
    return game, state


def discard_pile(position: Position) -> Cards:
    """The discard pile as a sorted multiset: as written, or what the other cards leave over.

    Each known trash card stands for a dead one. It does not matter for which: a dead card is
    never played, and the lost card below it, if there is one, has lost a Grand Finale anyway.
    With the Flamboyants a dead card can come into the deck, where it is again like any other.
    """
    left = full_deck(position.suits)
    left.subtract(played_cards(position))
    held = [held.card for hand in position.hands for held in hand]
    written = [card for card in (*held, *position.deck) if card not in (KNOWN_TRASH, UNSPECIFIED)]
    left.subtract(written)
    if position.discard is not None:
        left.subtract(position.discard)
    for card, count in left.items():
        if count < 0:
            raise impossible("hands", f"{-count} more copies of {card} than exist")
    trash = (*held, *position.deck).count(KNOWN_TRASH)
    dead = [card for card in left.elements() if is_dead(position, card, written)]
    if trash > len(dead):
        raise impossible("hands", f"{trash} known trash cards for {len(dead)} dead ones")
    left.subtract(dead[:trash])
    return tuple(sorted(left.elements())) if position.discard is None else position.discard


def full_deck(suits: tuple[Suit, ...]) -> Counter[Card]:
    """Every card of a game, before the deal."""
    deck: Counter[Card] = Counter()
    for index, suit in enumerate(suits):
        for rank, copies in zip(suit.ranks, suit.copies, strict=True):
            deck[Card(index, rank)] = copies
    return deck


def played_cards(position: Position) -> Cards:
    """The cards on the stacks."""
    return tuple(
        Card(index, rank)
        for index, suit in enumerate(position.suits)
        for rank in suit.ranks[: position.stacks[index]]
    )


def is_dead(position: Position, card: Card, written: Iterable[Card]) -> bool:
    """Whether an unwritten card can never be played: already played, or above a lost card.

    A lost card has all its copies in the discard pile; itself it is none of the dead. With the
    Flamboyants it may come back, one for each bonus, so there must be more lost than bonuses.
    """
    suit, height = position.suits[card.suit], position.stacks[card.suit]
    step = suit.step(card.rank)
    if step < height:
        return True
    below = {Card(card.suit, rank) for rank in suit.ranks[height:step]}
    return len(below.difference(written)) > most_bonuses(position, written)


def most_bonuses(position: Position, written: Iterable[Card]) -> int:
    """The most bonuses that can still be earned: by all suits but the last one to be completed.

    None if every suit has a lost card, as no bonus brings back the first of them.
    """
    if not position.rules.flamboyants:
        return 0
    needed = [
        {Card(index, rank) for rank in suit.ranks[height:]}
        for index, (suit, height) in enumerate(zip(position.suits, position.stacks, strict=True))
        if height < STEPS
    ]
    if not any(cards.issubset(written) for cards in needed):
        return 0
    return len(needed) - 1


def impossible(field: str, problem: str) -> PositionError:
    """The error of a position that cannot be."""
    return PositionError((Fault(field, "", None, problem, "a position that can be"),))


def worth(objective: str, score: int, target: int) -> int:
    """What a final score counts."""
    return int(score >= target) if objective == "win" else score
