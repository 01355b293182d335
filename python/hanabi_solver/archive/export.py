"""hanab.live's export of a game: JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from hanabi_solver.archive.game import (
    NO_VARIANT,
    NOWHERE,
    Action,
    Game,
    Kind,
    Options,
    Source,
    plain_suits,
)
from hanabi_solver.archive.old_export import modern
from hanabi_solver.errors import GameError, UnsupportedError
from hanabi_solver.game.position import Card
from hanabi_solver.texts.text import _
from hanabi_solver.variants.hanab_live import SiteVariant, by_name

FORMAT = "format of the export"
OLD = "old format of the export"


class CardRecord(Struct, rename="camel", forbid_unknown_fields=True):
    """A card of the deck."""

    suit_index: int
    rank: int


class ActionRecord(Struct, forbid_unknown_fields=True):
    """An action; the value may be left out."""

    type: int
    target: int
    value: int | UnsetType = UNSET


class GameRecord(Struct):
    """What the reader needs of an export. Other fields are kept as they are."""

    players: list[str]
    actions: list[ActionRecord]
    deck: list[CardRecord] | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    variant: str | UnsetType = UNSET
    id: int | str | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    notes: list[Any] | UnsetType = UNSET
    characters: list[Any] | UnsetType = UNSET


_READ = frozenset({"players", "actions", "deck", "options", "variant"})


def read_export(data: bytes | str | dict[str, Any], source: Source = NOWHERE) -> Game:
    """The game of an export: its text, or the decoded object. GameError if it is none."""
    try:
        raw = data if isinstance(data, dict) else msgspec.json.decode(data)
        raw = modern(raw) if isinstance(raw, dict) else raw
        record = msgspec.convert(raw, GameRecord)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError(FORMAT, str(error), source=str(source)) from None
    except UnsupportedError as error:
        raise GameError(OLD, str(error), source=str(source)) from None
    source = source._replace(game=source.game or _name(record, raw))
    variant, options = _options(record, source)
    if record.deck is UNSET or not record.deck:
        problem = _("the export has no deck")
        if record.seed is not UNSET:
            problem = _("the export has no deck, only the seed {seed}").format(
                seed=repr(record.seed)
            )
        raise GameError("deck not listed", problem, source=str(source))
    return Game(
        players=tuple(record.players),
        deck=tuple(Card(card.suit_index, card.rank) for card in record.deck),
        actions=tuple(
            _action(action, turn, source) for turn, action in enumerate(record.actions, 1)
        ),
        variant=variant,
        suits=plain_suits(variant),
        options=options,
        source=source,
        more={name: value for name, value in raw.items() if name not in _READ},
    )


def _name(record: GameRecord, raw: dict[str, Any]) -> str:
    if record.id is not UNSET:
        return str(record.id)
    meta = raw.get("_meta")
    name = meta.get("game", meta.get("file", "")) if isinstance(meta, dict) else ""
    return str(name)


def _options(record: GameRecord, source: Source) -> tuple[SiteVariant, Options]:
    given = {} if record.options is UNSET else dict(record.options)
    name = given.pop("variant", NO_VARIANT.name if record.variant is UNSET else record.variant)
    if record.variant is not UNSET and record.variant != name:
        problem = _("options say variant {name}, the game says {other}").format(
            name=repr(name), other=repr(record.variant)
        )
        raise GameError(FORMAT, problem, source=str(source))
    if not isinstance(name, str):
        problem = _("variant {name} is no name").format(name=repr(name))
        raise GameError(FORMAT, problem, source=str(source))
    given.pop("numPlayers", None)
    try:
        options = msgspec.convert(given, Options)
    except msgspec.ValidationError as error:
        raise GameError("options of the export", str(error), source=str(source)) from None
    try:
        return by_name(name), options
    except UnsupportedError as error:
        raise GameError("unknown variant", str(error), source=str(source)) from None


def _action(record: ActionRecord, turn: int, source: Source) -> Action:
    try:
        kind = Kind(record.type)
    except ValueError:
        problem = _("no action has type {type}; expected 0 to {last}").format(
            type=record.type, last=int(max(Kind))
        )
        raise GameError(FORMAT, problem, source=str(source), turn=turn) from None
    return Action(kind, record.target, None if record.value is UNSET else record.value)


def write_export(game: Game) -> bytes:
    """The game as an export, a line of JSON. Reading it gives the same game."""
    options: dict[str, Any] = msgspec.to_builtins(game.options)
    if game.variant != NO_VARIANT:
        options["variant"] = game.variant.name
    record: dict[str, Any] = {
        "players": game.players,
        "deck": [{"suitIndex": card.suit, "rank": card.rank} for card in game.deck],
        "actions": [
            {"type": int(action.kind), "target": action.target}
            | ({} if action.value is None else {"value": action.value})
            for action in game.actions
        ],
    }
    if options:
        record["options"] = options
    more = dict(game.more)
    first = {"id": more.pop("id")} if "id" in more else {}
    return msgspec.json.encode(first | record | more)
