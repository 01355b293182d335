"""What the players know: which cards a slot may hold, and what each way of knowing refuses.

`info` says who sees what: in `perfect` all hands and the deck's order, in `open` all hands,
in `hidden` every hand but the own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, InputError, PositionError
from hanabi_solver.game.facts import sort_cards
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED
from hanabi_solver.notation import format_card, format_held
from hanabi_solver.solving.solution import INFOS
from hanabi_solver.texts.text import _
from hanabi_solver.variants.box import touches

if TYPE_CHECKING:
    from hanabi_solver.game.position import Card, Position


def with_open_deck(position: Position) -> Position:
    """The position with the order of the deck unknown."""
    return replace(position, deck=sort_cards(position.suits, position.deck), deck_ordered=False)


def unseen(position: Position) -> Counter[Card]:
    """The cards of hands and deck together, which is all that is known of them by all."""
    cards = Counter(held.card for hand in position.hands for held in hand)
    cards.update(position.deck)
    del cards[UNSPECIFIED]
    return cards


def identities(position: Position, player: int, slot: int) -> frozenset[Card]:
    """Unseen cards that the marks of a slot allow. Player and slot are counted from 0.

    The position must be without known trash: nobody can say which clues touch it.
    """
    return _allowed(position, player, slot, unseen(position))


def _allowed(position: Position, player: int, slot: int, cards: Counter[Card]) -> frozenset[Card]:
    marks = position.hands[player][slot].marks
    stated = cards if marks.identities is None else marks.identities
    return frozenset(
        card
        for card in stated
        if card in cards
        and all(touches(position, _clue(mark), card) for mark in marks.positive)
        and not any(touches(position, _clue(mark), card) for mark in marks.negative)
    )


def _clue(mark: str) -> str | int:
    return int(mark) if mark.isdigit() else mark


def possible_cards(position: Position, player: int, slot: int) -> set[Card]:
    """What an unspecified card may be: each card that some assignment of the pool gives it.

    Known trash in the pool goes with all marks.
    """
    pool = Counter(position.deck)
    named = Counter({card: copies for card, copies in pool.items() if card != KNOWN_TRASH})
    trash = {KNOWN_TRASH} & pool.keys()
    sets = {
        (owner, place): _allowed(position, owner, place, named) | trash
        for owner, hand in enumerate(position.hands)
        for place, held in enumerate(hand)
        if held.card == UNSPECIFIED
    }
    return {
        card
        for card in sets[player, slot]
        if _first_stuck({**sets, (player, slot): frozenset({card})}, pool) is None
    }


def check_marks(position: Position) -> None:
    """Refuses marks that cannot be: it matters only where hands are hidden.

    Raises PositionError that names each slot whose marks leave no card, or not the one
    written, or, those in order, the first slot that leaves no possible world. Known trash
    is refused as well: hidden hands cannot take it.
    """
    if trash := _trash_faults(position):
        raise PositionError(tuple(trash))
    cards = unseen(position)
    faults: list[Fault] = []
    sets: dict[tuple[int, int], frozenset[Card]] = {}
    for player, hand in enumerate(position.hands):
        for slot, held in enumerate(hand):
            allowed = sets[player, slot] = _allowed(position, player, slot, cards)
            if not allowed:
                faults.append(_fault(position, player, slot, _("no unseen card fits its marks")))
            elif held.card != UNSPECIFIED and held.card not in allowed:
                name = format_card(position.suits, held.card)
                problem = _("its marks rule out {card}").format(card=name)
                faults.append(_fault(position, player, slot, problem))
    if not faults and (stuck := _first_stuck(sets, cards)) is not None:
        problem = _("no card is left for it in any possible world")
        faults.append(_fault(position, *stuck, problem))
    if faults:
        raise PositionError(tuple(faults))


def _fault(position: Position, player: int, slot: int, problem: str) -> Fault:
    text = format_held(position.suits, position.hands[player][slot])
    where = _("player {player}, slot {slot}").format(player=player + 1, slot=slot + 1)
    expected = _("marks that fit an unseen card")
    return Fault("hands", text, None, f"{where}: {problem}", expected)


def _first_stuck(
    sets: dict[tuple[int, int], frozenset[Card]], cards: Counter[Card]
) -> tuple[int, int] | None:
    """The first slot for which no card is left, or None: bipartite matching.

    A slot takes a spare copy, or one whose holder can move on to another (an augmenting
    path); if there is no such path, no assignment serves all slots up to this one.
    """
    holders: dict[Card, list[tuple[int, int]]] = {card: [] for card in cards}

    def place(slot: tuple[int, int], tried: set[Card]) -> bool:
        for card in sets[slot]:
            if card in tried:
                continue
            tried.add(card)
            held = holders[card]
            if len(held) < cards[card]:
                held.append(slot)
                return True
            for index, other in enumerate(held):
                if place(other, tried):
                    held[index] = slot
                    return True
        return False

    return next((slot for slot in sets if not place(slot, set())), None)


def check_info(position: Position, info: str) -> None:
    """Refuses what the position writes and the way of knowing cannot take.

    Raises PositionError, InputError if there is no such info.
    """
    if info not in INFOS:
        problem = _("no info {info}; expected one of {choices}")
        raise InputError(problem.format(info=repr(info), choices=", ".join(INFOS)))
    faults = []
    if info != "open" and position.rules.flamboyants:
        problem = _("info {info} does not know this bonus").format(info=info)
        faults.append(Fault("bonus", "flamboyants", None, problem, "info open"))
    if info == "perfect":
        faults += _perfect_faults(position)
    if faults:
        raise PositionError(tuple(faults))
    if info == "hidden":
        check_marks(position)


def _perfect_faults(position: Position) -> list[Fault]:
    if position.unspecified:
        problem = _("info perfect cannot take an unspecified card")
        return [Fault("hands", "xx", None, problem, _("every card named, or info open"))]
    if not position.deck_ordered and len(set(position.deck)) > 1:
        names = "".join(format_card(position.suits, card) for card in position.deck)
        problem = _("info perfect needs the order of the deck")
        expected = _("the deck in [ ], next card first")
        return [Fault("deck", f"{{{names}}}", None, problem, expected)]
    return []


def _trash_faults(position: Position) -> list[Fault]:
    held = (each.card for hand in position.hands for each in hand)
    problem = _("info hidden cannot take known trash")
    return [
        Fault(field, "kt", None, problem, _("every card named"))
        for field, cards in (("hands", held), ("deck", position.deck))
        if KNOWN_TRASH in cards
    ]
