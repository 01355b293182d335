"""What the page opens: a position, a link, or the content of a file with games."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.archive import games_of_text, replay
from hanabi_solver.archive.link import is_link, read_link
from hanabi_solver.board.record import board_record
from hanabi_solver.core.setups import read
from hanabi_solver.errors import GameError, InputError, visible
from hanabi_solver.notation import format_move
from hanabi_solver.review.course import course_of_game
from hanabi_solver.show.terms import card_name, move_words
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_solver.archive import Replay
    from hanabi_solver.review.course import Course, Step

Record = dict[str, object]

MOST_LISTED = 200
"""Games of a file that are listed to choose from."""


class Opened(NamedTuple):
    """A game with its course, and the turn that it was pointed at."""

    game: Replay
    course: Course
    turn: int | None


def looks_like_game(text: str) -> bool:
    """Whether a text is meant as a game and not as a position."""
    text = text.strip()
    return text.startswith(("{", "[", "(")) or "\n{" in text or is_link(text)


def open_game(text: str, number: int | None = None) -> Opened | list[str]:
    """The game of a text; of several without a `number` (from 1) what to choose from."""
    text = text.strip()
    if is_link(text):
        link = read_link(text)
        return of_game(replay(link.game), link.turn)
    found = list(islice(games_of_text(text, _("text")), MOST_LISTED))
    if not found:
        raise InputError(_("{file} has no game").format(file=_("text")))
    if len(found) > 1 and number is None:
        return [_title(place, entry.game) for place, entry in enumerate(found, 1)]
    if not 1 <= (number or 1) <= len(found):
        problem = _("{file} has no game number {number}")
        raise InputError(problem.format(file=_("text"), number=number))
    game = found[(number or 1) - 1].game
    if isinstance(game, GameError):
        raise game
    return of_game(replay(game), None)


def of_game(game: Replay, turn: int | None) -> Opened:
    """A game that was played again, opened."""
    return Opened(game, course_of_game(game), turn)


def _title(place: int, game: object) -> str:
    players = getattr(game, "players", None)
    return visible(f"{place}: {game if players is None else ', '.join(players)}")


def game_record(opened: Opened) -> Record:
    """A game as the page shows it: the board before every turn and at the end, and the moves."""
    names = opened.game.game.players
    return {"title": title(opened.game), "turn": opened.turn, **course_record(opened.course, names)}


def course_record(course: Course, names: Sequence[str]) -> Record:
    """The boards before every move and at the end, and the moves between them."""
    boards = [board_record(each.position, names=names) for each in course.steps]
    boards.append(board_record(course.end, course.result, names))
    return {"boards": boards, "steps": [step_record(each) for each in course.steps]}


def step_record(step: Step) -> Record:
    """A move made: its name and words, the card drawn, its number."""
    position = step.position
    return {
        "turn": step.number,
        "move": format_move(step.move, position),
        "words": move_words(step.move, card_name(position, step.card), position),
        "drawn": card_name(position, step.drawn) or None,
    }


def title(game: Replay) -> str:
    """Who played, and what came of it. A game that was left counts what lies on the stacks."""
    players = visible(", ".join(game.game.players))
    if game.result is None:
        return _("{players}: left with {score} points").format(players=players, score=game.score)
    return _("{players}: {score} points").format(players=players, score=game.site_score)


def open_position(text: str) -> Record:
    """The board of a position string, or of a state of OpenSpiel."""
    return board_record(read(text))
