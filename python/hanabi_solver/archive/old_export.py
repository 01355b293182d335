"""The exports that hanab.live wrote in its first years, as today's.

There `suit` stands for `suitIndex` and `firstPlayer` for the option `startingPlayer`. Actions are
0 for a clue, with `clue: {type, value}` of type 0 for a rank and 1 for a colour, 1 for a play and
2 for a discard. Suits came in another order: the plain ones blue, green, yellow, red, purple and
teal, then the special one.
"""

from __future__ import annotations

from typing import Any

from hanabi_solver.errors import UnsupportedError
from hanabi_solver.texts.text import _
from hanabi_solver.variants.hanab_live import SiteVariant, by_name
from hanabi_solver.variants.hanab_live.suits import SPECIAL

Record = dict[str, Any]

_OLD_ORDER = ("Blue", "Green", "Yellow", "Red", "Purple", "Teal")
_SPECIAL_NAMES = frozenset(suit.name for suit in SPECIAL.values())


def modern(raw: Record) -> Record:
    """An export as the site writes it now; what is neither is left for the reader to name.

    UnsupportedError where the old order of the variant's suits is not known, or an action is none
    of that time.
    """
    actions, deck = raw.get("actions"), raw.get("deck")
    if not isinstance(actions, list) or not isinstance(deck, list):
        return raw
    numbered = "firstPlayer" in raw or any("clue" in each for each in actions if _is(each))
    if not numbered:
        # For a while only the word for the suit was the old one.
        suits = list(range(len(_OLD_ORDER)))
        return {**raw, "deck": [_card(card, suits) for card in deck]}
    options = raw.get("options", {})
    options = options if _is(options) else {}
    variant = by_name(str(raw.get("variant", options.get("variant", "No Variant"))))
    record = {name: value for name, value in raw.items() if name != "firstPlayer"}
    if "firstPlayer" in raw and _is(raw.get("options", {})):
        record["options"] = {**options, "startingPlayer": raw["firstPlayer"]}
    suits = _order([suit.name for suit in variant.suits], variant)
    colours = _order(list(variant.clue_colours), variant)
    record["deck"] = [_card(card, suits) for card in deck]
    record["actions"] = [_action(each, n, colours) for n, each in enumerate(actions, 1)]
    return record


def _is(value: Any) -> bool:
    return isinstance(value, dict)


def _order(names: list[str], variant: SiteVariant) -> list[int]:
    """For every place in the old order of these suits or colours, the place in today's."""
    if not {*names} <= {*_OLD_ORDER, *_SPECIAL_NAMES}:
        problem = _("the old export of a game of {variant}: the order of its suits is not known")
        raise UnsupportedError(problem.format(variant=variant.name))
    plain = [names.index(name) for name in _OLD_ORDER if name in names]
    return plain + [place for place, name in enumerate(names) if name not in _OLD_ORDER]


def _moved(value: Any, order: list[int]) -> Any:
    """A suit or colour in today's order; what is none as it is."""
    return order[value] if isinstance(value, int) and 0 <= value < len(order) else value


def _card(card: Any, suits: list[int]) -> Any:
    if not _is(card) or "suit" not in card:
        return card
    rest = {name: value for name, value in card.items() if name != "suit"}
    return {"suitIndex": _moved(card["suit"], suits), **rest}


def _action(action: Any, number: int, colours: list[int]) -> Any:
    if not _is(action):
        return action
    kind, clue = action.get("type"), action.get("clue")
    if kind in (1, 2):
        return {"type": kind - 1, "target": action.get("target")}
    if kind != 0:
        problem = _("action {number} of an old export: no type {type}; expected 0 to 2")
        raise UnsupportedError(problem.format(number=number, type=kind))
    if not _is(clue) or clue.get("type") not in (0, 1):
        problem = _("action {number} of an old export: a clue has a type 0 or 1 and a value")
        raise UnsupportedError(problem.format(number=number))
    value = _moved(clue.get("value"), colours) if clue["type"] else clue.get("value")
    return {"type": 3 - clue["type"], "target": action.get("target"), "value": value}
