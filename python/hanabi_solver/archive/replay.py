"""A game played again: the position at every turn, and what every player knew.

The rules are those of `play`; this file deals the cards and follows the actions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from hanabi_solver.archive.game import Action, Game, Kind
from hanabi_solver.archive.marks import with_marks
from hanabi_solver.archive.turn import Orders, Turn
from hanabi_solver.core.playing import broken_rule, make, result
from hanabi_solver.errors import GameError, MoveError, UnsupportedError
from hanabi_solver.game.facts import sort_cards, unplayed
from hanabi_solver.game.moves import Clue, Discard, Move, Play, PlayDeck
from hanabi_solver.game.position import Card, HeldCard, Position
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, MAX_PLAYERS, MIN_PLAYERS
from hanabi_solver.texts.text import _, lookup

if TYPE_CHECKING:
    from collections import Counter

    from hanabi_solver.game.rules import Suit

NORMAL_END = 1
"""The site's end condition of a game played to its end; above it the site's score is 0."""

DECISIONS = (Kind.END, Kind.VOTE)
"""Actions that end a game by decision."""


@dataclass(frozen=True)
class Replay:
    """A game played again up to its end, or to where the archive stops.

    `end` is the position after the last turn and `result` its score where the game is over by
    the rules, else None. `stopped_by` is the action that ended the game by decision.
    `after_end` counts the actions after the end, which are ignored. `notes` tell of house
    rules that were accepted.
    """

    game: Game
    turns: tuple[Turn, ...]
    end: Position
    end_orders: Orders
    result: int | None
    stopped_by: Action | None
    after_end: int
    notes: tuple[str, ...]

    @property
    def score(self) -> int:
        """Sum of the stacks at the end."""
        return self.end.score

    @property
    def site_score(self) -> int:
        """The score that the site gives: 0 after a strikeout or an end by decision."""
        stop = self.stopped_by
        if stop is not None and (stop.kind is Kind.VOTE or (stop.value or 0) > NORMAL_END):
            return 0
        return self.score if self.result is None else self.result

    @property
    def deck_known(self) -> bool:
        """Whether the order of the whole deck is archived."""
        return self.end.deck_ordered

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position before every turn, and the last one after the last turn."""
        return (*(turn.position for turn in self.turns), self.end)

    def at(self, turn: int) -> Position:
        """The position before a turn (counted from 1), with everybody's clue marks.

        Where a game stops before its end, the turn after the last one is where it stops. The
        deck order is known where the whole deck is archived.
        """
        last = len(self.turns) + (self.result is None)
        if not 1 <= turn <= last:
            problem = _("turn {turn} is not one of 1 to {last}").format(turn=turn, last=last)
            if self.result is not None:
                over = _("the game is over then")
                problem = f"{problem}; {over}"
            raise GameError("turn of the game", problem, source=str(self.game.source))
        orders = self.end_orders if turn > len(self.turns) else self.turns[turn - 1].orders
        return with_marks(self.game, self.turns[: turn - 1], self.positions[turn - 1], orders)


def pressed_button(kind: Kind, suit: Suit) -> type[Play] | type[Discard]:
    """The move that an archived play or discard of a card was at the table.

    An archive tells what became of the card: a play is on its stack or a strike. Of an inverted
    suit that is what the other button does.
    """
    return Play if (kind is Kind.PLAY) != suit.inverted else Discard


def replay(game: Game, *, house_rules: bool = False, hand_size: int | None = None) -> Replay:
    """Play a game again. GameError where it is malformed, illegal or not supported.

    `house_rules` accepts what the games of some groups allow: a discard at 8 clue tokens,
    which earns nothing, and stacks that count after the third strike. `hand_size` states how
    many cards were dealt to each, where the archive lost it.
    """
    return _Replayer(game, house_rules, hand_size).run()


class _Replayer:
    """Follows the actions of one game."""

    def __init__(self, game: Game, house_rules: bool, hand_size: int | None) -> None:
        self.game = game
        self.house_rules = house_rules
        self.notes: list[str] = []
        self._refuse_options()
        self.unlisted = self._check_deck()
        size = game.hand_size if hand_size is None else hand_size
        players = len(game.players)
        if players * size > len(game.deck):
            problem = _("{count} cards for {hands} hands of {size}").format(
                count=len(game.deck), hands=players, size=size
            )
            raise self._error("deal", problem)
        self.next_order = players * size
        # Slot 1 is the newest card.
        self.hands = [
            list(reversed(range(seat * size, (seat + 1) * size))) for seat in range(players)
        ]
        self.position = self._deal()
        try:
            self.result = result(self.position)
        except UnsupportedError as error:
            raise self._error("variant not supported", str(error)) from None

    def _error(
        self, rule: str, problem: str, turn: int | None = None, action: str = ""
    ) -> GameError:
        return GameError(rule, problem, source=str(self.game.source), turn=turn, action=action)

    def _refuse_options(self) -> None:
        game = self.game
        if game.variant.unsupported:
            raise self._error("variant not supported", game.variant.unsupported)
        if not MIN_PLAYERS <= len(game.players) <= MAX_PLAYERS:
            raise self._error("number of players", _seats(game))
        if not 0 <= game.options.starting_player < len(game.players):
            seat = game.options.starting_player
            problem = _("seat {seat}, but {players}").format(seat=seat, players=_seats(game))
            raise self._error("starting player", problem)
        if game.options.card_cycle:
            problem = _("cardCycle: clues move cards within the hand of who gives them")
            raise self._error("option not supported", problem)
        if game.options.detrimental_characters:
            problem = _("detrimentalCharacters: every player follows rules of the own character")
            raise self._error("option not supported", problem)

    def _check_deck(self) -> Counter[Card]:
        """The cards that the archive does not list. Checks those that it lists."""
        suits = self.game.suits
        left = unplayed(suits, (0,) * len(suits))
        for place, card in enumerate(self.game.deck):
            if card not in left:
                problem = _("card #{place} is suit {suit}, rank {rank}").format(
                    place=place, suit=card.suit, rank=card.rank
                )
                raise self._error("cards of the variant", problem)
            left[card] -= 1
            if left[card] < 0:
                problem = _("card #{place}: more copies of {card} than the variant has").format(
                    place=place, card=self._name(card)
                )
                raise self._error("cards of the variant", problem)
        left = +left
        missing = {card.suit for card in left}
        full = unplayed(suits, (0,) * len(suits))
        whole = {card: copies for card, copies in full.items() if card.suit in missing}
        if left and left == whole:
            named = ", ".join(suits[suit].name for suit in sorted(missing))
            problem = _("{count} cards, and not one of {suits}").format(
                count=len(self.game.deck), suits=named
            )
            raise self._error("cards of the variant", problem)
        return left

    def _deal(self) -> Position:
        game = self.game
        deck = game.deck[self.next_order :]
        if self.unlisted:
            deck = sort_cards(game.suits, (*deck, *self.unlisted.elements()))
        rules = replace(
            game.variant.rules,
            empty_clues=game.options.empty_clues,
            deck_plays=game.options.deck_plays,
            grand_finale=game.options.all_or_nothing,
            strikeout_keep=self.house_rules,
        )
        return Position(
            variant=game.position_variant,
            suits=game.suits,
            stacks=(0,) * len(game.suits),
            hands=tuple(tuple(HeldCard(game.deck[order]) for order in hand) for hand in self.hands),
            mover=game.options.starting_player,
            deck=deck,
            deck_ordered=not self.unlisted,
            clue_units=MAX_CLUE_TOKENS * rules.units_per_token,
            rules=rules,
        )

    def run(self) -> Replay:
        """All turns."""
        turns: list[Turn] = []
        for number, action in enumerate(self.game.actions, 1):
            if self.result is not None or action.kind in DECISIONS:
                break
            turns.append(self._turn(number, action))
        if self.unlisted and self.next_order < len(self.game.deck):
            listed = len(self.game.deck)
            problem = _(
                "{count} cards, of which {drawn} were drawn; expected all {all} or only those drawn"
            ).format(count=listed, drawn=self.next_order, all=listed + self.unlisted.total())
            raise self._error("cards of the variant", problem)
        after = self.game.actions[len(turns) :]
        decided = self.result is None and bool(after) and after[0].kind in DECISIONS
        stopped_by = after[0] if decided else None
        return Replay(
            game=self.game,
            turns=tuple(turns),
            end=self.position,
            end_orders=self._orders(),
            result=self.result,
            stopped_by=stopped_by,
            after_end=len(after) - (stopped_by is not None),
            notes=tuple(self.notes),
        )

    def _orders(self) -> Orders:
        return tuple(map(tuple, self.hands))

    def _turn(self, number: int, action: Action) -> Turn:
        before, orders = self.position, self._orders()
        move, card = self._move(number, action)
        drawn = None
        if isinstance(move, Clue):
            self._apply(number, action, move)
        elif isinstance(move, PlayDeck):
            self._apply(number, action, move)
            self.next_order += 1
        else:
            drawn = self._top()
            self._apply(number, action, move, drawn)
            self.hands[before.mover].remove(action.target)
            if len(self.position.deck) == len(before.deck):
                # The deck is empty, or the move ended the game.
                drawn = None
            elif self.next_order == len(self.game.deck):
                problem = _("the card drawn is not listed")
                raise self._error("partial deck", problem, number, self._describe(action))
            else:
                self.hands[before.mover].insert(0, self.next_order)
                self.next_order += 1
        return Turn(number, before, orders, action, move, card, drawn)

    def _move(self, number: int, action: Action) -> tuple[Move, Card | None]:
        """The move of an action and the card it moves."""
        if action.kind in (Kind.COLOUR_CLUE, Kind.RANK_CLUE):
            return self._clue(number, action), None
        hand = self.hands[self.position.mover]
        last = self.position.deck_size == 1 and action.target == len(self.game.deck) - 1
        if action.target in hand or (last and action.target == self.next_order):
            card = self.game.deck[action.target]
            pressed = pressed_button(action.kind, self.game.suits[card.suit])
            if action.target in hand:
                return pressed(hand.index(action.target) + 1), card
            if self.game.options.deck_plays and pressed is Play:
                return PlayDeck(), card
        raise self._error(
            "card in the mover's hand",
            self._whereabouts(action.target),
            number,
            self._describe(action),
        )

    def _whereabouts(self, order: int) -> str:
        """Where a card is that should be in the mover's hand."""
        if not 0 <= order < len(self.game.deck):
            return _("the deck has no card #{place}").format(place=order)
        for seat, hand in enumerate(self.hands):
            if order in hand:
                player = self.game.players[seat]
                held = _("the card is in the hand of {player}").format(player=player)
                hint = _("was oneExtraCard lost? state the hand size")
                return f"{held}; {hint}" if len(self.hands) == MAX_PLAYERS else held
        return _("the card is in the deck") if order >= self.next_order else _("the card is gone")

    def _clue(self, number: int, action: Action) -> Clue:
        described = self._describe(action)
        if not 0 <= action.target < len(self.hands):
            problem = _("no seat {seat}").format(seat=action.target)
            raise self._error("seat of a player", problem, number, described)
        if action.target == self.position.mover:
            problem = _("the clue is to the mover")
            raise self._error("no clue to oneself", problem, number, described)
        value = 0 if action.value is None else action.value
        if action.kind is Kind.RANK_CLUE:
            if value not in self.game.variant.clue_ranks:
                problem = _("no clue {value}").format(value=value)
                raise self._error("clues of the variant", problem, number, described)
            return Clue(action.target + 1, value)
        if not 0 <= value < len(self.game.colours):
            problem = _("no colour {value}").format(value=value)
            raise self._error("clues of the variant", problem, number, described)
        return Clue(action.target + 1, self.game.colours[value])

    def _top(self) -> Card | None:
        """The card on top of the deck; where it is not listed, any of the deck."""
        if self.next_order < len(self.game.deck):
            return self.game.deck[self.next_order]
        return next(iter(self.position.deck), None)

    def _apply(self, number: int, action: Action, move: Move, drawn: Card | None = None) -> None:
        position = self.position
        full = position.clue_units >= MAX_CLUE_TOKENS * position.rules.units_per_token
        full = full and not any(suit.inverted for suit in position.suits)
        if self.house_rules and full and isinstance(move, Discard):
            # A token less, for the discard to earn it back.
            units = position.clue_units - position.rules.discard_units
            position = replace(position, clue_units=units)
            note = _("turn {turn}: a discard at {tokens} clue tokens")
            self.notes.append(note.format(turn=number, tokens=MAX_CLUE_TOKENS))
        try:
            self.position, self.result = make(position, move, drawn)
        except MoveError as error:
            rule = broken_rule(self.position, move)
            problem = lookup(error.problem)
            if full and isinstance(move, Discard):
                problem = _("{problem}; --house-rules accepts it").format(problem=problem)
            raise self._error(rule, problem, number, self._describe(action)) from None

    def _name(self, card: Card) -> str:
        return f"{self.game.suits[card.suit].name} {card.rank}"

    def _describe(self, action: Action) -> str:
        """An action for error messages."""
        player = self.game.players[self.position.mover]
        if action.kind in (Kind.COLOUR_CLUE, Kind.RANK_CLUE):
            clue = _("{player} clues rank {value} to seat {seat}")
            if action.kind is Kind.COLOUR_CLUE:
                clue = _("{player} clues colour {value} to seat {seat}")
            return clue.format(player=player, value=action.value, seat=action.target)
        text = _("{player} discards card #{place}")
        if action.kind is Kind.PLAY:
            text = _("{player} plays card #{place}")
        text = text.format(player=player, place=action.target)
        known = 0 <= action.target < len(self.game.deck)
        return f"{text} ({self._name(self.game.deck[action.target])})" if known else text


def _seats(game: Game) -> str:
    return _("{count} players").format(count=len(game.players))
