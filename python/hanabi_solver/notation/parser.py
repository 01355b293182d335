"""Position strings: from the text to a position, or to all of its faults at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from hanabi_solver.errors import UnsupportedError, expect
from hanabi_solver.game.facts import sort_cards, without_implied_pile
from hanabi_solver.game.position import UNSPECIFIED, HeldCard, Position
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, MAX_PLAYERS, MAX_STRIKES, MIN_PLAYERS, Rules
from hanabi_solver.notation.accounts import (
    Accounts,
    check_account,
    check_copies,
    check_pool,
    check_trash,
    count_out_deck,
)
from hanabi_solver.notation.cards import DECK, DISCARD, HANDS, Alphabet, Written, read_cards
from hanabi_solver.notation.fields import BRACKETS, Fields, split_fields
from hanabi_solver.notation.stacks import read_stacks
from hanabi_solver.notation.state_text import is_state_text, position_text
from hanabi_solver.notation.text import Faults, Piece, number, one_of, span
from hanabi_solver.texts.text import _
from hanabi_solver.variants.registry import VARIANTS, find_variant
from hanabi_solver.variants.variant import SITE, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hanabi_solver.game.position import Card

T = TypeVar("T")

MAX_CARDS = 99
"""Above any number of cards that there can be."""


def parse_position(text: str) -> Position:
    """The position that a text describes.

    >>> parse_position("r4y5 r5/>y1 {}").mover
    1

    A state of OpenSpiel's Hanabi, `str(state)`, is read too.

    Raises PositionError, which holds every fault found.
    """
    expect("text", text, str)
    if is_state_text(text):
        text = position_text(text)
    faults = Faults()
    fields = split_fields(Piece.whole(text), faults)
    position = _Parser(fields, faults).position()
    if position is None or faults:
        raise faults.error(text)
    return position


class _Parser:
    """One text's way to a position. Each method reads a field; faults pile up."""

    def __init__(self, fields: Fields, faults: Faults) -> None:
        self.fields = fields
        self.faults = faults

    def position(self) -> Position | None:
        """The position, or None after faults."""
        variant, rules, last_clue = self._options()
        alphabet, stacks = read_stacks(self.fields.stacks, variant, self.faults)
        hands, mover = self._hands(alphabet)
        deck, size = self._deck(alphabet)
        pile = self._pile(alphabet)
        units = self._clue_tokens(rules)
        strikes = self._counter("s", 0, MAX_STRIKES - 1, _("strikes"))
        accounts = Accounts(
            alphabet.suits,
            stacks,
            [each for hand in hands for each in hand],
            deck,
            pile,
            rules.flamboyants,
        )
        cards = self._account(accounts, size)
        turns = self._turns_left(rules, len(hands), len(cards) - accounts.unspecified)
        if self.faults or variant is None:
            return None
        ordered = self.fields.deck is not None and self.fields.deck.given.startswith("[")
        suits = alphabet.suits
        position = Position(
            variant=variant.name,
            suits=suits,
            stacks=stacks,
            hands=tuple(tuple(_held(each) for each in hand) for hand in hands),
            mover=mover,
            deck=cards if ordered else sort_cards(suits, cards),
            deck_ordered=ordered,
            clue_units=units,
            strikes=strikes,
            turns_left=turns,
            rules=rules,
            last_clue=last_clue,
        )
        if pile is None:
            return position
        written = sort_cards(suits, (each.card for each in pile if each.card is not None))
        return without_implied_pile(replace(position, discard=written))

    def _options(self) -> tuple[Variant | None, Rules, str | None]:
        variant = self._variant()
        rules = variant.rules if variant else Rules(units_per_token=2)
        rules = replace(
            rules,
            grand_finale=self._choice("rules", {"last-round": False, "grand-finale": True}),
            strikeout_keep=self._choice("strikeout", {"zero": False, "keep": True}),
            flamboyants=self._choice("bonus", {"token": False, "flamboyants": True}),
            empty_clues=self._choice("empty-clues", {"no": False, "yes": True}),
            deck_plays=self._choice("deck-plays", {"no": False, "yes": True}),
        )
        if rules.deck_plays and rules.flamboyants:
            problem = _("the Flamboyants do not go with plays from the deck")
            expected = _("no {what}").format(what="deck-plays=yes")
            self.faults.add("deck-plays", self.fields.options["deck-plays"], problem, expected)
        kinds: dict[str, str | None] = {"": None, "colour": "colour", "rank": "rank"}
        last_clue = self._choice("last-clue", kinds)
        if last_clue and variant and not rules.alternating_clues:
            problem = _("in {variant} clues need not alternate").format(variant=variant.name)
            piece = self.fields.options["last-clue"]
            self.faults.add("last-clue", piece, problem, _("no {what}").format(what="last-clue="))
        return variant, rules, last_clue

    def _variant(self) -> Variant | None:
        piece = self.fields.options.get("variant")
        if piece is None or not piece.given:
            return VARIANTS["standard"]
        try:
            return find_variant(piece.folded)
        except UnsupportedError as error:
            expected = one_of(f"{', '.join(VARIANTS)}, {SITE}ID")
            self.faults.add("variant", piece, str(error), expected)
            return None

    def _choice(self, key: str, choices: Mapping[str, T]) -> T:
        """The meaning of a key's value; the first one where the key is not given."""
        piece = self.fields.options.get(key)
        if piece is not None and piece.folded in choices:
            return choices[piece.folded]
        if piece is not None and piece.given:
            expected = one_of(", ".join(choice for choice in choices if choice))
            self.faults.add(key, piece, _("unknown value"), expected)
        return next(iter(choices.values()))

    def _hands(self, alphabet: Alphabet) -> tuple[list[list[Written]], int]:
        field = self.fields.hands
        if field is None:
            return [], 0
        pieces = field.split("/")
        hands, movers = [], []
        for player, piece in enumerate(pieces):
            hand = piece
            if piece.folded.startswith(">"):
                movers.append((player, piece.cut(0, 1)))
                hand = piece.cut(1)
            hands.append(self._hand(hand, alphabet))
        for _player, mark in movers[1:]:
            self.faults.add("hands", mark, _("a second player to move"), _("one > at most"))
        if len(pieces) < MIN_PLAYERS:
            expected = _("{low} to {high} hands with / between them")
            named = expected.format(low=MIN_PLAYERS, high=MAX_PLAYERS)
            self.faults.add("hands", field, _("one player only"), named)
        if len(pieces) > MAX_PLAYERS:
            problem = _("{count} players").format(count=len(pieces))
            expected = span(str(MIN_PLAYERS), str(MAX_PLAYERS))
            self.faults.add("hands", pieces[MAX_PLAYERS], problem, expected)
        return hands, movers[0][0] if movers else 0

    def _hand(self, piece: Piece, alphabet: Alphabet) -> list[Written]:
        if piece.folded == "-":
            return []
        if not piece.given:
            self.faults.add("hands", piece, _("a hand without cards"), _("- for an empty hand"))
            return []
        return read_cards(piece, alphabet, HANDS, self.faults)

    def _deck(self, alphabet: Alphabet) -> tuple[list[Written] | None, int | None]:
        """The cards of the deck, or their number, or neither after a fault."""
        piece = self.fields.deck
        if piece is None:
            return None, None
        text = piece.folded
        closing = BRACKETS.get(text[0])
        if closing is None:
            return None, self._deck_size(piece)
        end = text.find(closing)
        if end < 0:
            end = len(text)
            other = text[-1] if text[-1] in BRACKETS.values() else ""
            problem = _("no closing {bracket}").format(bracket=closing)
            if other:
                problem = _("{opening} closed by {closing}").format(opening=text[0], closing=other)
            self.faults.add("deck", piece, problem, f"{text[0]}…{closing}")
            end -= len(other)
        elif end + 1 < len(text):
            behind = piece.cut(end + 1)
            problem = _("text behind the {bracket}").format(bracket=closing)
            self.faults.add("deck", behind, problem, _("a blank"))
        deck = read_cards(piece.cut(1, end), alphabet, DECK, self.faults)
        if text[0] == "[":
            self._refuse_unspecified()
        return deck, None

    def _refuse_unspecified(self) -> None:
        hands = self.fields.hands
        place = hands.folded.find("xx") if hands else -1
        if hands and place >= 0:
            problem = _("an unspecified card beside a deck whose order is known")
            expected = _("the pool in {brackets}").format(brackets="{ }")
            self.faults.add("hands", hands.cut(place, place + 2), problem, expected)

    def _deck_size(self, piece: Piece) -> int | None:
        size = number(piece, MAX_CARDS)
        if size is None:
            expected = _("{forms} or a number of cards").format(forms="{…}, […]")
            self.faults.add("deck", piece, _("not a deck"), expected)
        elif "discard" not in self.fields.options:
            expected = _("the discard pile in discard=, or the cards in {brackets}")
            problem = _("a number alone does not tell the cards")
            self.faults.add("deck", piece, problem, expected.format(brackets="{ }"))
        return size

    def _pile(self, alphabet: Alphabet) -> list[Written] | None:
        piece = self.fields.options.get("discard")
        if piece is None or not piece.given:
            return None
        if piece.folded == "-":
            return []
        return read_cards(piece, alphabet, DISCARD, self.faults)

    def _account(self, accounts: Accounts, size: int | None) -> tuple[Card, ...]:
        """The deck's cards, once all cards are found to be in order."""
        before = len(self.faults)
        check_copies(accounts, self.faults)
        fields = {"stacks", "hands", "deck", "discard", "variant"}
        written, pile = self.fields.deck, self.fields.options.get("discard")
        if self.faults.any_in(fields) or len(self.faults) > before or written is None:
            return ()
        if not check_trash(accounts, self.faults):
            return ()
        if accounts.deck is None:
            size = 0 if size is None else size
            return count_out_deck(accounts, size, written, self.faults)
        check_pool(accounts, written, self.faults)
        if pile is not None:
            check_account(accounts, pile, self.faults)
        return tuple(each.card for each in accounts.deck if each.card is not None)

    def _counter(self, name: str, low: int, high: int, what: str) -> int:
        piece = self.fields.counters.get(name)
        if piece is None:
            return low
        value = number(piece.cut(1), high)
        if value is None:
            problem = _("not a number ({what})").format(what=what)
            self.faults.add(name, piece, problem, span(f"{name}{low}", f"{name}{high}"))
        elif not low <= value <= high:
            problem = _("{what} above {limit}").format(what=what, limit=high)
            if value < low:
                problem = _("{what} below {limit}").format(what=what, limit=low)
            self.faults.add(name, piece, problem, span(f"{name}{low}", f"{name}{high}"))
        return value if value is not None and low <= value <= high else low

    def _clue_tokens(self, rules: Rules) -> int:
        """Clue tokens in units; `c3.5` where they come in halves."""
        piece = self.fields.counters.get("c")
        per_token = rules.units_per_token
        half = piece is not None and per_token == 2 and piece.folded.endswith(".5")
        if piece is not None and half:
            whole = number(piece.cut(1, len(piece.given) - 2), MAX_CLUE_TOKENS)
            if whole is not None and whole < MAX_CLUE_TOKENS:
                return whole * per_token + 1
        return self._counter("c", 0, MAX_CLUE_TOKENS, _("clue tokens")) * per_token

    def _turns_left(self, rules: Rules, players: int, deck_size: int) -> int | None:
        """Turns left: only where the last round runs, and there always."""
        piece = self.fields.counters.get("t")
        counting = not rules.grand_finale and (deck_size == 0 or rules.flamboyants)
        if piece is None:
            return players if deck_size == 0 and not rules.grand_finale else None
        if counting or not self.fields.deck or not self.fields.hands:
            players = min(max(players, MIN_PLAYERS), MAX_PLAYERS)
            return self._counter("t", 1, players, _("turns left"))
        if rules.grand_finale:
            problem = _("no turns are counted under rules=grand-finale")
        else:
            problem = _("turns are counted only once the deck is empty")
        self.faults.add("t", piece, problem, _("no {what}").format(what="t"))
        return None


def _held(written: Written) -> HeldCard:
    return HeldCard(written.card or UNSPECIFIED, written.marks)
