"""Who knows what, and which positions each way of knowing refuses.

`info` says who sees what: in `perfect` all hands and the deck's order, in `open` all hands,
in `seat` the mover every hand but the own, and all of them from the next turn on, in `hidden`
every hand but the own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hanabi_solver.core.answer import check_info_name
from hanabi_solver.errors import Fault, PositionError, UnsupportedError
from hanabi_solver.game.position import KNOWN_TRASH, NO_MARKS, UNSPECIFIED, Card
from hanabi_solver.game.seat import from_seat
from hanabi_solver.notation import format_card, format_held
from hanabi_solver.texts.text import _
from hanabi_solver.variants.clues import clue_names, touched_cards
from hanabi_solver.variants.marks import allowed, first_stuck, unseen

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


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
            fitting = sets[player, slot] = allowed(position, player, slot, cards)
            if not fitting:
                faults.append(_fault(position, player, slot, _("no unseen card fits its marks")))
            elif held.card != UNSPECIFIED and held.card not in fitting:
                name = format_card(position.suits, held.card)
                problem = _("its marks rule out {card}").format(card=name)
                faults.append(_fault(position, player, slot, problem))
    if not faults and (stuck := first_stuck(sets, cards)) is not None:
        problem = _("no card is left for it in any possible world")
        faults.append(_fault(position, *stuck, problem))
    if faults:
        raise PositionError(tuple(faults))


def check_pool(position: Position, info: str) -> None:
    """Refuses marks that leave an unspecified card nothing to be, as `check_marks` does.

    From the seat all cards of the mover's hand are unspecified: the one written has to fit, and
    known trash is refused. So is known trash in the pool beside marks: nobody can say whether
    they fit it.
    """
    seen = from_seat(position) if info == "seat" else position
    pool = Counter(seen.deck)
    faults: list[Fault] = []
    sets: dict[tuple[int, int], frozenset[Card]] = {}
    for player, hand in enumerate(seen.hands):
        for slot, held in enumerate(hand):
            if held.card != UNSPECIFIED:
                continue
            written = position.hands[player][slot].card
            if written == KNOWN_TRASH:
                problem = _("info seat cannot take known trash in the own hand")
                expected = _("every card named")
                faults.append(Fault("hands", "kt", None, problem, expected))
            elif held.marks != NO_MARKS and KNOWN_TRASH in pool:
                problem = _("whether its marks fit the known trash of the pool cannot be said")
                faults.append(_fault(position, player, slot, problem))
            elif not (fitting := allowed(seen, player, slot, pool)):
                faults.append(_fault(position, player, slot, _("no unseen card fits its marks")))
            elif written != UNSPECIFIED and written not in fitting:
                name = format_card(position.suits, written)
                problem = _("its marks rule out {card}").format(card=name)
                faults.append(_fault(position, player, slot, problem))
            else:
                sets[player, slot] = fitting
    if not faults and (stuck := first_stuck(sets, pool)) is not None:
        faults.append(_fault(position, *stuck, _("no card is left for it in any assignment")))
    if faults:
        raise PositionError(tuple(dict.fromkeys(faults)))


def _fault(position: Position, player: int, slot: int, problem: str) -> Fault:
    text = format_held(position.suits, position.hands[player][slot])
    where = _("player {player}, slot {slot}").format(player=player + 1, slot=slot + 1)
    expected = _("marks that fit an unseen card")
    return Fault("hands", text, None, f"{where}: {problem}", expected)


def check_info(position: Position, info: str) -> None:
    """Refuses what the position writes and the way of knowing cannot take.

    Raises PositionError, InputError if there is no such info, and UnsupportedError by name for
    what is not supported.
    """
    check_info_name(info)
    faults = []
    if info not in ("open", "seat") and position.rules.flamboyants:
        problem = _("info {info} does not support this bonus").format(info=info)
        faults.append(Fault("bonus", "flamboyants", None, problem, "info open"))
    if info == "hidden" and position.rules.deck_plays and position.deck_size:
        problem = _("info {info} does not support plays from the deck").format(info=info)
        faults.append(Fault("deck-plays", "yes", None, problem, _("info open or perfect")))
    if info == "perfect":
        faults += _perfect_faults(position)
    if faults:
        raise PositionError(tuple(faults))
    if info == "seat" or (info == "open" and position.unspecified):
        check_pool(position, info)
    if info == "hidden":
        check_marks(position)
        _check_variant(position)


def _check_variant(position: Position) -> None:
    """UnsupportedError for variants beyond the box whose rules differ in more than touches."""
    rules = position.rules
    if any(suit.inverted for suit in position.suits):
        raise UnsupportedError(_("info hidden does not support inverted suits"))
    if rules.alternating_clues:
        raise UnsupportedError(_("info hidden does not support clues that must alternate"))
    if rules.empty_colour_clues or rules.empty_rank_clues:
        raise UnsupportedError(
            _("info hidden does not support kinds of clues that may touch nothing")
        )
    touched = frozenset[Card]().union(
        *(touched_cards(position, name) for name in clue_names(position))
    )
    cards = {Card(n, rank) for n, suit in enumerate(position.suits) for rank in suit.ranks}
    if cards - touched:
        raise UnsupportedError(_("info hidden does not support cards that no clue touches"))


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
