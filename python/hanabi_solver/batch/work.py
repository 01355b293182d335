"""What is done for one game of a batch. This runs in the workers, here or far away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from hanabi_solver.archive import Entry, Replay, Text, replay
from hanabi_solver.batch.rows import GameRow, TurnRow
from hanabi_solver.elo.ladder import Played, played
from hanabi_solver.errors import GameError, InputError, PositionError
from hanabi_solver.game.ratings import rating
from hanabi_solver.notation import format_position
from hanabi_solver.review.course import Course, course_of_game
from hanabi_solver.review.review import Review, questions, review
from hanabi_solver.show.review_schema import turn_record
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from hanabi_solver.texts.text import source_language

if TYPE_CHECKING:
    from fractions import Fraction

    from hanabi_solver.archive import Source
    from hanabi_solver.core.answer import Info, Objective

FAULT = "an error in hanabi-solver itself"
NO_ENDGAME = "left before the endgame"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked of every game. Limits hold for each position, in one worker."""

    infos: tuple[Info, ...] = ("seat", "open", "perfect")
    objectives: tuple[Objective, ...] = ("expected", "win")
    target: int | str | None = None
    from_deck: int = 5
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
    turns: list[TurnRow] = []
    try:
        entry = found.read() if isinstance(found, Text) else found
        if isinstance(entry.game, GameError):
            raise entry.game
        source = entry.game.source
        game = replay(entry.game, house_rules=settings.house_rules, hand_size=settings.hand_size)
        games, turns = _checked(game, number, settings)
        counted = played(game)
    except GameError as error:
        games = [_unsolved(source, number, "refused", error.rule, str(error))]
    except InputError as error:
        # What was asked cannot be asked of this game: of its variant or its options.
        turns, told = [], f"{source}: {error}"
        games = [_unsolved(source, number, "refused", _reason(error), told)]
    except MemoryError:
        games = [_unsolved(source, number, "stopped", "memory")]
    except Exception as error:
        problem = f"{source}: please report this: {type(error).__name__}: {error}"
        games = [_unsolved(source, number, "refused", FAULT, problem)]
    return _encoded(number, key, games, turns, counted)


def given_up(found: Text | Entry, number: int, key: str, reason: str) -> bytes:
    """The outcome of a game that could not be worked on."""
    return _encoded(number, key, [_unsolved(found.source, number, "stopped", reason)], [], None)


def _reason(error: InputError) -> str:
    """In a few words, the same for every game that it holds for."""
    return error.faults[0].problem if isinstance(error, PositionError) else str(error)


def _unsolved(
    source: Source, number: int, status: str, reason: str, problem: str | None = None
) -> GameRow:
    return GameRow(
        number=number,
        file=source.file,
        line=source.line,
        game=source.game,
        status=status,
        reason=reason,
        problem=problem,
    )


def _encoded(
    number: int,
    key: str,
    games: list[GameRow],
    turns: list[TurnRow],
    counted: Played | None,
) -> bytes:
    encode = msgspec.json.encode
    outcome = Outcome(
        number,
        key,
        [msgspec.Raw(encode(row)) for row in games],
        [msgspec.Raw(encode(row)) for row in turns],
        counted,
    )
    return encode(outcome)


def _checked(game: Replay, number: int, settings: Settings) -> tuple[list[GameRow], list[TurnRow]]:
    course = course_of_game(game).from_deck(settings.from_deck)
    infos = [info for info in settings.infos if info != "perfect" or game.deck_known]
    # One thread a worker: the workers share the cores, and nothing depends on their number.
    limits = Limits(settings.time_limit, settings.memory, threads=1)
    # What the seat has learnt answers much of the others.
    solver = Solver(limits)
    games: list[GameRow] = []
    turns: list[TurnRow] = []
    for question in questions(infos, settings.objectives, settings.target, course.end):
        found = review(course, question, all_moves=False, solver=solver)
        games.append(_game_row(game, course, found, number))
        turns += _turn_rows(game, found, number)
    return games, turns


def _game_row(game: Replay, course: Course, found: Review, number: int) -> GameRow:
    question = found.question
    win = question.objective == "win"
    opening, worst = found.opening, found.worst
    counts = [turn.verdict for turn in found.turns]
    first = course.steps[0] if course.steps else None
    source = game.game.source
    settled = len(found.exact) == len(found.turns) and found.final is not None
    reason = NO_ENDGAME if course.missed else found.stop or "illegal move"
    lost = win and found.final == 0 and bool(opening) and found.losses > 0
    return GameRow(
        number=number,
        file=source.file,
        line=source.line,
        game=source.game,
        status="solved" if settled else "left" if course.missed else "stopped",
        reason=None if settled else reason,
        variant=game.game.variant.name,
        players=len(game.game.players),
        names=", ".join(game.game.players),
        hand_size=len(game.positions[0].hands[0]),
        moves=len(game.turns),
        after_end=game.after_end,
        house_rules=len(game.notes),
        score=game.score,
        site_score=game.site_score,
        rating=_band(game),
        strikes=game.end.strikes,
        over=game.result is not None,
        info=question.info,
        objective=question.objective,
        target=question.target,
        start_turn=first.number if first else None,
        start_deck=course.start.deck_size,
        # A game that is over has no position string.
        start=format_position(found.start) if first or game.result is None else None,
        checked=len(found.turns),
        settled=len(found.exact),
        value_start=_text(opening),
        value_start_float=_float(opening),
        losses=_text(found.losses),
        losses_float=_float(found.losses),
        luck=_text(found.luck),
        luck_float=_float(found.luck),
        result=_text(found.final),
        result_float=_float(found.final),
        balanced=found.balanced,
        worst_turn=worst.step.number if worst else None,
        worst_loss=_text(worst.loss) if worst else None,
        worst_loss_float=_float(worst.loss) if worst else None,
        last_winnable_turn=found.last_winnable.step.number if found.last_winnable else None,
        inaccuracies=counts.count("inaccuracy"),
        mistakes=counts.count("mistake"),
        blunders=counts.count("blunder"),
        sure_win_lost=any(t.before == 1 and t.loss for t in found.turns) if win else None,
        chance_lost=lost if win else None,
    )


def _turn_rows(game: Replay, found: Review, number: int) -> list[TurnRow]:
    question = found.question
    rows = []
    for turn in found.turns:
        record = turn_record(turn, question.objective)
        rows.append(
            TurnRow(
                number=number,
                file=game.game.source.file,
                game=game.game.source.game,
                names=", ".join(game.game.players),
                info=question.info,
                objective=question.objective,
                target=question.target,
                turn=record.turn,
                player=record.player,
                deck=turn.step.position.deck_size,
                move=record.move,
                card=record.card,
                value_before=_text(turn.before),
                value_before_float=_float(turn.before),
                value_move=_text(turn.made),
                value_move_float=_float(turn.made),
                loss=_text(turn.loss),
                loss_float=_float(turn.loss),
                verdict=record.verdict,
                best=" ".join(record.best),
                drawn=record.drawn,
                value_after=_text(turn.after),
                value_after_float=_float(turn.after),
                luck=_text(turn.luck),
                luck_float=_float(turn.luck),
            )
        )
    return rows


def _band(game: Replay) -> str | None:
    if game.result is None and game.stopped_by is None:
        return None
    found = rating(game.site_score, game.end.max_score)
    return None if found is None else found.band


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
