"""A position string's fields: which stands where, and what is missing or too much."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hanabi_solver.notation.text import DIGITS, one_of
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.notation.text import Faults, Piece

COUNTERS = ("c", "s", "t")
KEYS = (
    "variant", "rules", "strikeout", "bonus", "empty-clues", "deck-plays", "discard", "last-clue",
)  # fmt: skip
"""Keys in the order of canonical output."""

BRACKETS = {"{": "}", "[": "]"}

LEAST = 3
"""Fields that every position has: stacks, hands and deck."""


def _meaning(name: str) -> str:
    return {
        "stacks": _("the stacks, like {example}").format(example="r4y5g3b5w5"),
        "hands": _("the hands, like {example}").format(example=">g4r5/g5b1"),
        "deck": _("the deck, like {example}").format(example="{r1y1}"),
    }[name]


@dataclass(slots=True)
class Fields:
    """The fields of a position string. None where one is missing: that fault is reported."""

    stacks: Piece | None = None
    hands: Piece | None = None
    deck: Piece | None = None
    counters: dict[str, Piece] = field(default_factory=dict)
    options: dict[str, Piece] = field(default_factory=dict)


def split_fields(whole: Piece, faults: Faults) -> Fields:
    """Splits a position string. Stacks, hands and deck come first, the rest in any order."""
    fields = Fields()
    words = whole.words()
    count = len(words)
    rest = words
    if rest:
        fields.stacks, rest = rest[0], rest[1:]
    if rest and not _is_optional(rest[0]) and not _is_deck(rest[0]):
        fields.hands, rest = rest[0], rest[1:]
    deck_missing = not rest or _is_optional(rest[0])
    if not deck_missing:
        fields.deck, rest = _take_deck(whole, rest, faults)
    for word in rest:
        _add_optional(fields, word, faults)
    after = words[1] if count > 1 else whole.end()
    _report_missing("stacks", fields.stacks is None, whole.end(), count, faults)
    _report_missing("hands", fields.hands is None, after.cut(0, 0), count, faults)
    behind = rest[0].cut(0, 0) if rest else whole.end()
    _report_missing("deck", deck_missing, behind, count, faults)
    return fields


def _report_missing(name: str, missing: bool, place: Piece, count: int, faults: Faults) -> None:
    if missing:
        expected = _meaning(name)
        if count < LEAST:
            hint = _("a position has at least three fields: on a command line it must be quoted")
            expected += f" ({hint})"
        faults.add(name, place, _("missing"), expected)


def _is_deck(word: Piece) -> bool:
    return word.folded[0] in BRACKETS or not word.folded.strip(DIGITS)


def _is_optional(word: Piece) -> bool:
    """Whether a word can be nothing but a counter or an option; `t5/p1` are hands."""
    text = word.folded
    counter = text[0] in COUNTERS and len(text) > 1 and not text[1:].strip(DIGITS + "-+.")
    return counter or "=" in text


def _take_deck(
    whole: Piece, words: list[Piece], faults: Faults
) -> tuple[Piece | None, list[Piece]]:
    """The deck and the words behind it. Blanks between its brackets are found here."""
    deck, rest = words[0], words[1:]
    closing = BRACKETS.get(deck.folded[0])
    if closing is None or closing in deck.folded:
        return deck, rest
    for index, word in enumerate(rest):
        if closing in word.folded:
            start = deck.column - whole.column
            end = word.column - whole.column + len(word.given)
            faults.add("deck", whole.cut(start, end), _("blanks inside a field"), _("no blanks"))
            return None, rest[index + 1 :]
    return deck, rest


def _add_optional(fields: Fields, word: Piece, faults: Faults) -> None:
    text = word.folded
    place = text.find("=")
    if place >= 0:
        key, value = text[:place], word.cut(place + 1)
        if key not in KEYS:
            expected = one_of(", ".join(f"{each}=" for each in KEYS))
            faults.add("options", word, _("unknown key"), expected)
        elif key in fields.options:
            faults.add(key, word, _("given twice"), _("each key at most once"))
        elif not value.given:
            faults.add(key, word, _("a key without a value"), f"{key}=…")
            fields.options[key] = value
        else:
            fields.options[key] = value
    elif text[0] in COUNTERS and (len(text) == 1 or text[1] not in "abcdefghijklmnopqrstuvwxyz"):
        if text[0] in fields.counters:
            faults.add(text[0], word, _("given twice"), _("each field at most once"))
        else:
            fields.counters[text[0]] = word
    else:
        expected = _("cN, sN, tN or key=value behind stacks, hands and deck")
        faults.add("options", word, _("not a field"), expected)
