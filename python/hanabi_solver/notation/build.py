"""Positions from plain objects, checked like strings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from hanabi_solver.errors import InputError, PositionError, shown
from hanabi_solver.notation.parser import parse_position
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


def build_position(
    stacks: Mapping[str, int],
    hands: Iterable[Iterable[str]],
    deck: Iterable[str] | int,
    *,
    ordered: bool,
    mover: int,
    clues: float,
    strikes: int,
    turns_left: int | None,
    discard: Iterable[str] | None,
    options: Mapping[str, str],
) -> Position:
    """See `Position.build`."""
    written = [_joined("hands", hand) or "-" for hand in _listed("hands", hands)]
    if not 1 <= mover <= len(written):
        problem = _("mover={value}; expected 1 to {last}")
        raise InputError(problem.format(value=shown(repr(mover)), last=len(written)))
    written[mover - 1] = f">{written[mover - 1]}"
    if not isinstance(stacks, Mapping):
        problem = _("stacks={value}; expected the cards played by suit letter")
        raise InputError(problem.format(value=shown(repr(stacks))))
    if isinstance(deck, int):
        left = str(deck)
    else:
        opening, closing = "[]" if ordered else "{}"
        left = f"{opening}{_joined('deck', deck)}{closing}"
    fields = [
        "".join(f"{suit}{height}" for suit, height in stacks.items()),
        "/".join(written),
        left,
        f"c{clues:g}",
        f"s{strikes}",
    ]
    if turns_left is not None:
        fields.append(f"t{turns_left}")
    if discard is not None:
        fields.append(f"discard={_joined('discard', discard) or '-'}")
    fields += [f"{name.replace('_', '-')}={value}" for name, value in options.items()]
    try:
        return parse_position(" ".join(fields))
    except PositionError as error:
        faults = tuple(replace(fault, column=None) for fault in error.faults)
        raise PositionError(faults) from None


def _listed(name: str, cards: Iterable[object]) -> list[object]:
    """What is no list of things is refused by its name; a text would fall apart into letters."""
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        problem = _("{name}={value}; expected a list")
        raise InputError(problem.format(name=name, value=shown(repr(cards))))
    return list(cards)


def _joined(name: str, cards: object) -> str:
    texts = _listed(name, cards)  # type: ignore[arg-type]
    for card in texts:
        if not isinstance(card, str):
            problem = _("{name}: {value} is no card; expected its text, such as g4")
            raise InputError(problem.format(name=name, value=shown(repr(card))))
    return "".join(map(str, texts))
