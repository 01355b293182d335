"""Every card exactly once: what stacks, hands, deck and discard pile hold together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.game.facts import known_trash, sort_cards, unplayed, without_trash
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED
from hanabi_solver.notation.cards import format_card, format_cards
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hanabi_solver.game.position import Card
    from hanabi_solver.game.rules import Suit
    from hanabi_solver.notation.cards import Written
    from hanabi_solver.notation.text import Faults, Piece


class Accounts(NamedTuple):
    """The cards of a position as they were written.

    `deck` is None where the deck is given as a number, `discard` where no pile was written.
    """

    suits: tuple[Suit, ...]
    stacks: tuple[int, ...]
    hands: list[Written]
    deck: list[Written] | None
    discard: list[Written] | None
    flamboyants: bool = False

    @property
    def in_play(self) -> list[Written]:
        """The cards written in hands and deck."""
        return self.hands + (self.deck or [])

    @property
    def unspecified(self) -> int:
        """Number of `xx` in hands."""
        return sum(each.card == UNSPECIFIED for each in self.hands)

    def trash(self) -> list[Written]:
        """Every `kt`."""
        return [each for each in self.in_play if each.card == KNOWN_TRASH]

    def leftover(self) -> Counter[Card]:
        """Cards of the full set that are written nowhere."""
        cards = unplayed(self.suits, self.stacks)
        cards.subtract(_identities(self.in_play))
        cards.subtract(_identities(self.discard or []))
        return +cards

    def trash_identities(self) -> frozenset[Card]:
        """What `kt` can stand for.

        With a pile, useful cards are those that are not in it. Without one, every useful
        card that is not written is in the pile.
        """
        if self.discard is None:
            left = _identities(self.in_play)
        else:
            left = unplayed(self.suits, self.stacks)
            left.subtract(_identities(self.discard))
        return known_trash(self.suits, self.stacks, left, flamboyants=self.flamboyants)


def _identities(cards: Iterable[Written]) -> Counter[Card]:
    return Counter(each.card for each in cards if each.card is not None and each.card.suit >= 0)


def check_copies(accounts: Accounts, faults: Faults) -> None:
    """No card more often than it exists. The first copy too many is the offending one."""
    fields = (
        ("hands", _("{count} in hands"), accounts.hands),
        ("deck", _("{count} in the deck"), accounts.deck or []),
        ("discard", _("{count} in the discard pile"), accounts.discard or []),
    )
    left = unplayed(accounts.suits, accounts.stacks)
    left.subtract(_identities(each for *_names, cards in fields for each in cards))
    short = {card for card, copies in left.items() if copies < 0}
    if not short:
        return
    room = unplayed(accounts.suits, accounts.stacks)
    for field, _place, cards in fields:
        for each in cards:
            if each.card not in short:
                continue
            room[each.card] -= 1
            if room[each.card] == -1:
                places = [(name, _identities(group)[each.card]) for _field, name, group in fields]
                problem, expected = _explain_copies(accounts, each.card, places)
                faults.add(field, each.piece, problem, expected)


def _explain_copies(
    accounts: Accounts, card: Card, places: list[tuple[str, int]]
) -> tuple[str, str]:
    suit = accounts.suits[card.suit]
    step = suit.step(card.rank)
    played = step < accounts.stacks[card.suit]
    copies = suit.copies[step]
    name = format_card(accounts.suits, card)
    counts = [(_("{count} played"), int(played)), *places]
    where = ", ".join(place.format(count=count) for place, count in counts if count)
    problem = _("too many {card}: {where}").format(card=name, where=where)
    return problem, _("at most {count} in all").format(count=copies)


def check_trash(accounts: Accounts, faults: Faults) -> bool:
    """Enough dead cards for every `kt`; whether that is so."""
    trash = accounts.trash()
    if not trash:
        return True
    identities = accounts.trash_identities()
    left = sum(n for card, n in accounts.leftover().items() if card in identities)
    if len(trash) <= left:
        return True
    in_hands = sum(each.card == KNOWN_TRASH for each in accounts.hands)
    field = "hands" if left < in_hands else "deck"
    problem = _("{count} known-trash cards, but only {left} dead cards are not written")
    named = problem.format(count=len(trash), left=left)
    faults.add(field, trash[left].piece, named, _("at most {left} kt").format(left=left))
    return False


def check_account(accounts: Accounts, pile: Piece, faults: Faults) -> None:
    """With a written pile nothing may be left over but what the `kt` stand for."""
    leftover = accounts.leftover()
    identities = accounts.trash_identities()
    count = len(accounts.trash())
    missing = Counter(
        {card: n for card, n in leftover.items() if not count or card not in identities}
    )
    less = ""
    if not missing and leftover.total() > count:
        missing = leftover
        less = " " + _("({count} of them under kt)").format(count=count)
    if missing:
        names = format_cards(accounts.suits, sort_cards(accounts.suits, missing.elements()))
        expected = _("every card exactly once in stacks, hands, deck and pile")
        problem = _("these cards are nowhere: {cards}").format(cards=names) + less
        faults.add("discard", pile, problem, expected)


def count_out_deck(
    accounts: Accounts, size: int, written: Piece, faults: Faults
) -> tuple[Card, ...]:
    """The deck (with `xx` in hands the whole pool) of which only the number was written."""
    trash = len(accounts.trash())
    pool = without_trash(accounts.leftover(), accounts.trash_identities(), trash)
    left = pool.total() - accounts.unspecified
    if left != size:
        problem = _("not the number of cards left over")
        expected = str(left)
        if left < 0:
            problem = _("{count} cards are left over for {places} xx").format(
                count=pool.total(), places=accounts.unspecified
            )
            expected = _("at least {count} cards").format(count=accounts.unspecified)
        faults.add("deck", written, problem, expected)
    return sort_cards(accounts.suits, pool.elements())


def check_pool(accounts: Accounts, written: Piece, faults: Faults) -> None:
    """The pool holds a card for every `xx`."""
    pool = len(accounts.deck or [])
    if pool < accounts.unspecified:
        needed = accounts.unspecified
        problem = _("a pool of {count} cards for {places} xx").format(count=pool, places=needed)
        expected = _("at least {count} cards").format(count=needed)
        faults.add("deck", written, problem, expected)
