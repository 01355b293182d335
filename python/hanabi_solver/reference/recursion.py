"""Values by plain recursion over the states of the game, with known or shuffled deck.

Nothing is pruned, bounded or merged beyond what is said here, and all values are fractions:
this is the solver that the fast one has to agree with.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.reference import bonus
from hanabi_solver.reference.engine import worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hanabi_solver.game.position import Card
    from hanabi_solver.reference.engine import Game, State

Weighted = tuple[int, Fraction]
"""A value and the number of equally likely cases that have it."""


class NodeLimitError(UnsupportedError):
    """The position has more states than the reference solver was allowed to look at."""


class Solver:
    """Values of the states of one game, for one objective, each state looked at once."""

    def __init__(
        self,
        game: Game,
        objective: str,
        target: int,
        *,
        ordered: bool,
        node_limit: int | None = None,
    ) -> None:
        """`ordered` says that the order of the deck is known."""
        self.game = game
        self.objective = objective
        self.target = target
        self.ordered = ordered
        self.node_limit = node_limit
        self.values: dict[State, Fraction] = {}
        self.nodes = 0

    def value(self, state: State) -> Fraction:
        """The value at the beginning of a turn."""
        state = self.plain(state)
        if state not in self.values:
            if self.nodes == self.node_limit:
                raise NodeLimitError(f"more than {self.node_limit} states for the reference solver")
            self.nodes += 1
            self.values[state] = self.look(state)
        return self.values[state]

    def plain(self, state: State) -> State:
        """The state with its cards sorted wherever their order means nothing.

        All players see all hands, so a player's choice is that of a card, not of a place: the
        order of a hand says nothing of the future. Nor does that of a shuffled deck.
        """
        hands = tuple(tuple(sorted(hand)) for hand in state.hands)
        deck = state.deck if self.ordered else tuple(sorted(state.deck))
        return state._replace(hands=hands, deck=deck)

    def look(self, state: State) -> Fraction:
        """The value of a state that was not met before."""
        result = self.game.result(state)
        if result is not None:
            return self.payoff(result)
        return max(value for _, value in self.legal_move_values(state))

    def payoff(self, score: int) -> Fraction:
        """What a final score is worth."""
        return Fraction(worth(self.objective, score, self.target))

    def move_values(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        """The value of every legal move, none where the game is over."""
        return () if self.game.result(state) is not None else self.legal_move_values(state)

    def legal_move_values(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        """The same where the game goes on.

        Copies of a card in one hand differ in nothing, so their moves are worth the same.
        """
        hand = state.hands[state.mover]
        known: dict[tuple[type[Move], Card | None], Fraction] = {}
        values = []
        for move in self.game.legal_moves(state):
            key = (type(move), card_of(hand, move))
            if key not in known:
                known[key] = self.move_value(state, move)
            values.append((move, known[key]))
        return tuple(values)

    def move_value(self, state: State, move: Move) -> Fraction:
        """The value of a move: of what the mover does, and what is drawn for it."""
        game = self.game
        if isinstance(move, Clue):
            # The kind of the clue is the mover's choice, too: it matters where clues alternate.
            clued = [game.give_clue(state, kind) for kind in game.clue_kinds(state)]
            return max(self.value(game.end_turn(after)) for after in set(clued))
        return self.value_before_bonus(state, game.act(state, move))

    def value_before_bonus(self, before: State, after: State) -> Fraction:
        """The value once a card is played or discarded, of which a bonus may be the fruit.

        The bonus is one of the unknowns; what is made of it is the player's choice.
        """
        if not bonus.is_earned(self.game, before, after):
            return self.value_before_draw(after)
        return self.over_unknowns(
            (
                1,
                max(
                    self.value_before_bonus(after, chosen)
                    for chosen in bonus.outcomes(self.game, after, kind)
                ),
            )
            for kind in bonus.Bonus
        )

    def value_before_draw(self, state: State) -> Fraction:
        """The value after a play or a discard and its bonus, before a card is drawn for it."""
        game = self.game
        if game.is_ended(state):
            return self.payoff(game.final_score(state))
        if not state.deck:
            return self.value(game.end_turn(state))
        # The top card where the order is known, else any card, as often as the deck has it.
        places = (0,) if self.ordered else range(len(state.deck))
        copies: dict[Card, list[int]] = {}
        for place in places:
            copies.setdefault(state.deck[place], []).append(place)
        return self.over_unknowns(
            (len(alike), self.value(game.end_turn(game.draw(state, alike[0]))))
            for alike in copies.values()
        )

    def over_unknowns(self, cases: Iterable[Weighted]) -> Fraction:
        """Chance averages over its cases, an adversary takes the worst of them."""
        cases = tuple(cases)
        if self.objective == "guaranteed":
            return min(value for _, value in cases)
        return sum((n * value for n, value in cases), Fraction(0)) / sum(n for n, _ in cases)


def card_of(hand: tuple[Card, ...], move: Move) -> Card | None:
    """The card that a move plays or discards."""
    match move:
        case Play(slot) | Discard(slot):
            return hand[slot - 1]
    return None
