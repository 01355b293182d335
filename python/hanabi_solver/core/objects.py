"""Positions that programs build: checked like strings, with the same messages."""

from __future__ import annotations

import re
from dataclasses import replace

from hanabi_solver.errors import Fault, PositionError
from hanabi_solver.game.position import KNOWN_TRASH, UNSPECIFIED, Position
from hanabi_solver.notation import format_position, parse_position
from hanabi_solver.texts.text import _

MOST_KEPT = 10_000
"""Positions known to be good that are remembered, so that play from one to the next is fast."""

_good: set[Position] = set()

_COMPARED = ("suits", "rules", "stacks", "mover", "deck_ordered", "clue_units", "strikes")
"""What a position's text says of it again; other fields have several forms that mean the same."""


def trust(position: Position) -> Position:
    """Remembers a position that follows from a good one."""
    if len(_good) >= MOST_KEPT:
        _good.clear()
    _good.add(position)
    return position


def check_object(position: Position) -> Position:
    """The position. PositionError, with faults that have no column, if it cannot be."""
    try:
        known = position in _good
    except TypeError:  # Something in it is a list; which field that is shows next.
        known = False
    if not known:
        _check_types(position)
        faults = [*_index_faults(position)]
        if faults:
            raise PositionError(tuple(faults))
        _check_text(position)
        trust(position)
    return position


def _check_types(position: Position) -> None:
    """Every field is of its type, all the way down."""
    import msgspec  # A position in text never needs it.

    try:
        msgspec.convert(msgspec.to_builtins(position), Position)
        hash(position)
    except (msgspec.ValidationError, TypeError, RecursionError, OverflowError) as error:
        text = str(error).replace("`", "")
        found = re.fullmatch(r"Expected (.*), got (.*) - at \$\.(\w+)(.*)", text, re.DOTALL)
        fault = Fault("position", "", None, text, _("fields of their types"))
        if found is not None:
            expected, got, field, where = found.groups()
            problem = _("{what} at {field}").format(what=got, field=field + where)
            fault = Fault(field, "", None, problem, expected)
        raise PositionError((fault,)) from None


def _index_faults(position: Position) -> list[Fault]:
    """What cannot even be written: suits, stacks and players that are not there."""
    faults = []
    suits, players = len(position.suits), len(position.hands)
    if len(position.stacks) != suits:
        problem = _("{count} stacks").format(count=len(position.stacks))
        faults.append(Fault("stacks", "", None, problem, str(suits)))
    if not 0 <= position.mover < players:
        problem = _("no player has the index {index}").format(index=position.mover)
        faults.append(Fault("hands", "", None, problem, f"0 to {players - 1}"))
    if position.rules.units_per_token < 1:
        problem = _("{count} units in a token").format(count=position.rules.units_per_token)
        faults.append(Fault("c", "", None, problem, "1"))
    held = [each for hand in position.hands for each in hand]
    sets = [each.marks.identities or () for each in held]
    for field, cards in (
        ("hands", (*(each.card for each in held), *(card for each in sets for card in each))),
        ("deck", position.deck),
        ("discard", position.discard or ()),
    ):
        faults += [
            Fault(field, "", None, _("no card is {card}").format(card=tuple(card)), "Card(0, 1)")
            for card in cards
            if not (0 <= card.suit < suits or card in (KNOWN_TRASH, UNSPECIFIED))
        ]
    return faults


def _check_text(position: Position) -> None:
    """The position's text is one, and says the same."""
    text = format_position(position)
    try:
        read = parse_position(text)
    except PositionError as error:
        faults = tuple(replace(fault, column=None) for fault in error.faults)
        raise PositionError(faults, text) from None
    faults = tuple(
        Fault(field, "", None, _("not what the variant and the other fields say"), str(right))
        for field in _COMPARED
        if (right := getattr(read, field)) != getattr(position, field)
    )
    if faults:
        raise PositionError(faults, text)
