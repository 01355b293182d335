"""The words of the game for people: rules, information models, objectives, moves.

Every language of the catalogue has all texts of this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.game.moves import Discard, Play, PlayDeck
from hanabi_solver.game.position import UNSPECIFIED
from hanabi_solver.notation import format_card
from hanabi_solver.texts.text import _
from hanabi_solver.variants.registry import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, Position
    from hanabi_solver.game.rules import Rules


def colour_name(position: Position, letter: str) -> str:
    """What a clue in the position says that names the colour of a letter."""
    name = find_variant(position.variant).colour_name(letter).lower()
    return {
        "red": _("red"),
        "yellow": _("yellow"),
        "green": _("green"),
        "blue": _("blue"),
        "white": _("white"),
        "purple": _("purple"),
        "teal": _("teal"),
        "multicolour": _("multicolour"),
        "black": _("black"),
    }.get(name, name)


def information(info: str) -> str:
    """What is known: an information model, named and explained."""
    return {
        "perfect": _("perfect information: hands and deck order known"),
        "open": _("open hands: every hand seen, deck order unknown"),
        "seat": _("from the seat: own hand unseen now, every hand seen from the next turn on"),
        "hidden": _("hidden hands: everyone sees every hand but their own"),
    }[info]


def objective_name(objective: str) -> str:
    """What is maximised."""
    return {"guaranteed": _("guaranteed"), "expected": _("expected"), "win": _("win")}[objective]


def objective_title(objective: str, target: int | None = None) -> str:
    """What is maximised, as a column's title."""
    if objective == "win":
        return _("win ({target}+)").format(target=target)
    return objective_name(objective)


def rules_line(rules: Rules) -> str:
    """The rules that a position is played by."""
    if rules.grand_finale:
        parts = [_("Grand Finale: all or nothing")]
    else:
        kept = _("three strikes end the game and keep the score")
        lost = _("three strikes end the game with 0")
        parts = [_("last round"), kept if rules.strikeout_keep else lost]
    if rules.empty_clues:
        parts.append(_("empty clues allowed"))
    if rules.flamboyants:
        parts.append(_("5 Flamboyants"))
    if rules.deck_plays:
        parts.append(_("the deck's last card may be played from there"))
    if rules.alternating_clues:
        parts.append(_("colour and rank clues alternate"))
    return ", ".join(parts)


def move_words(move: Move, card: str, position: Position) -> str:
    """A move in words. `card` is the card that it moves as text; an unspecified one is named by its
    slot.
    """
    if card == format_card(position.suits, UNSPECIFIED):
        slot = _("slot {slot}")
        card = slot.format(slot=move.slot) if isinstance(move, Play | Discard) else ""
    if isinstance(move, Play):
        return _("play {card}").format(card=card)
    if isinstance(move, PlayDeck):
        text = _("play {card} from the deck") if card else _("play the last card of the deck")
        return text.format(card=card)
    if isinstance(move, Discard):
        return _("discard {card}").format(card=card)
    if move.player is None or move.what is None:
        return _("any clue")
    if isinstance(move.what, str) and move.what.startswith("["):
        text = _("a clue to player {player}: {names}, the first of them that touches a card")
        return text.format(player=move.player, names=" ".join(move.what.strip("[]")))
    what = colour_name(position, move.what) if isinstance(move.what, str) else str(move.what)
    return _("clue {what} to player {player}").format(what=what, player=move.player)


def card_name(position: Position, card: Card | None) -> str:
    """A card as in a position string; nothing where there is none."""
    return "" if card is None else format_card(position.suits, card)


def player_words(names: Sequence[str], player: int) -> str:
    """A player (from 0) by name; without names, by number."""
    return names[player] if names else _("player {number}").format(number=player + 1)
