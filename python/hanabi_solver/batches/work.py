"""What is done for one game of a batch. This runs in the workers, here or far away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from hanabi_solver.archive import Entry, Text, replay
from hanabi_solver.elo.ladder import Played, played
from hanabi_solver.errors import GameError, InputError
from hanabi_solver.games.check import FROM_DECK, INFOS, OBJECTIVES, Check, check_game
from hanabi_solver.games.game import refusal
from hanabi_solver.games.rows import GameRow
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import _, source_language

if TYPE_CHECKING:
    from hanabi_solver.archive import Replay, Source
    from hanabi_solver.core.answer import Info, Objective

FAULT = "an error in hanabi-solver itself"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked of every game. Limits hold for each position, in one worker."""

    infos: tuple[Info, ...] = INFOS
    objectives: tuple[Objective, ...] = OBJECTIVES
    target: int | str | None = None
    from_deck: int = FROM_DECK
    house_rules: bool = False
    hand_size: int | None = None
    time_limit: float | None = None
    memory: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """The rows of a game, encoded: what the journal keeps."""

    number: int
    key: str
    games: list[msgspec.Raw]
    turns: list[msgspec.Raw]
    played: Played | None = None


@source_language()
def work(found: Text | Entry, number: int, key: str, settings: Settings) -> bytes:
    """The outcome of a game as a line of JSON. Whatever is wrong with a game, others follow.

    Tables are in English: programs read them, and the same batch gives the same ones.
    """
    source = found.source
    counted = None
    try:
        entry = found.read() if isinstance(found, Text) else found
        if isinstance(entry.game, GameError):
            raise entry.game
        source = entry.game.source
        game = replay(entry.game, house_rules=settings.house_rules, hand_size=settings.hand_size)
        checked = _checked(game, number, settings)
        counted = played(game)
    except InputError as error:
        # Also what cannot be asked of this game: of its variant or its options.
        refused = refusal(source, error)
        checked = _alone(source, number, "refused", refused.reason, refused.problem)
    except MemoryError:
        checked = _alone(source, number, "stopped", "memory")
    except Exception as error:
        problem = f"{source}: please report this: {type(error).__name__}: {error}"
        checked = _alone(source, number, "refused", FAULT, problem)
    return _encoded(number, key, checked, counted)


def given_up(found: Text | Entry, number: int, key: str, reason: str) -> bytes:
    """The outcome of a game that could not be worked on."""
    return _encoded(number, key, _alone(found.source, number, "stopped", reason), None)


def _alone(
    source: Source, number: int, status: str, reason: str, problem: str | None = None
) -> Check:
    """The one row of a game of which there is no more to tell."""
    row = GameRow(
        number=number,
        file=source.file,
        line=source.line,
        game=source.game,
        status=status,
        reason=reason,
        problem=problem,
    )
    return Check((row,), ())


def _encoded(
    number: int,
    key: str,
    checked: Check,
    counted: Played | None,
) -> bytes:
    encode = msgspec.json.encode
    outcome = Outcome(
        number,
        key,
        [msgspec.Raw(encode(row)) for row in checked.games],
        [msgspec.Raw(encode(row)) for row in checked.turns],
        counted,
    )
    return encode(outcome)


def _checked(game: Replay, number: int, settings: Settings) -> Check:
    infos = [info for info in settings.infos if info != "perfect" or game.deck_known]
    if not infos:
        problem = _("info perfect needs the order of the deck")
        raise GameError("partial deck", problem, source=str(game.game.source))
    return check_game(
        game,
        number=number,
        info=infos,
        objective=settings.objectives,
        target=settings.target,
        from_deck=settings.from_deck,
        # One thread a worker: the workers share the cores, and nothing depends on their number.
        limits=Limits(settings.time_limit, settings.memory, threads=1),
    )
