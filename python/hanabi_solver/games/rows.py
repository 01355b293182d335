"""Rows of tables, column by column: here alone it is said which there are.

Of games one row a game and one row a turn, each for every information model and objective that was
asked for; of positions one row a position and one row a move. Exact values are texts, as in
`check --json`: "a/b" in lowest terms or an integer; the column of the same name with `_float` has
the nearest float. The unit of values, losses and luck is points (score) for `expected` and
`guaranteed`, probability for `win`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, to_builtins

from hanabi_solver.show.document import Line, line, table
from hanabi_solver.show.document import to_html as html_of
from hanabi_solver.texts.text import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Cell: TypeAlias = int | float | str | bool | None
"""What a column holds."""

MOST_SHOWN = 60
"""Rows that a notebook shows."""


class GameRow(Struct, frozen=True):
    """A game under one question; with null instead of values where it was refused."""

    number: int
    """Place of the game among all that were found, from 1."""
    file: str
    line: int | None
    """Line of the file, or place in its array, from 1."""
    game: str
    """The game's own id or name."""
    status: str
    """solved, stopped (something is unsettled), left (before the endgame) or refused."""
    reason: str | None = None
    """The rule broken, the limit, or that the worker died, twice."""
    problem: str | None = None
    """The whole error message of a refused game."""
    variant: str | None = None
    players: int | None = None
    names: str | None = None
    """The players' names in the order of their seats, separated by commas."""
    hand_size: int | None = None
    """Cards dealt to each player."""
    moves: int | None = None
    """Turns played, actions after the end left out."""
    after_end: int | None = None
    """Actions after the end."""
    house_rules: int | None = None
    """Moves accepted although they are illegal."""
    score: int | None = None
    """Sum of the stacks at the end, in points."""
    site_score: int | None = None
    """The score the site gives: 0 after a strikeout or an end by decision, in points."""
    rating: str | None = None
    """The rule book's band of the site's score, as 16-20, of a game that has ended."""
    bot: int | None = None
    """Rating of the bot that the team is rated against; with --bots."""
    elo_change: int | None = None
    """What every player's rating changed by."""
    elo: str | None = None
    """The players' ratings after the game, in the order of their seats, separated by blanks."""
    strikes: int | None = None
    over: bool | None = None
    """Whether the game was played to its end by the rules."""
    info: str | None = None
    objective: str | None = None
    target: int | None = None
    start_turn: int | None = None
    """First turn checked."""
    start_deck: int | None = None
    """Cards in the deck there."""
    start: str | None = None
    """The position there."""
    checked: int | None = None
    """Turns checked."""
    settled: int | None = None
    """Turns in the account: the longest exact run up to the end."""
    value_start: str | None = None
    """Value at the start of the account."""
    value_start_float: float | None = None
    losses: str | None = None
    losses_float: float | None = None
    luck: str | None = None
    luck_float: float | None = None
    result: str | None = None
    """Result, or the value of the last position where a game stops early."""
    result_float: float | None = None
    balanced: bool | None = None
    """Whether value_start - losses + luck = result."""
    worst_turn: int | None = None
    worst_loss: str | None = None
    worst_loss_float: float | None = None
    last_winnable_turn: int | None = None
    """With perfect information: last turn at which the target could be reached."""
    inaccuracies: int | None = None
    mistakes: int | None = None
    blunders: int | None = None
    sure_win_lost: bool | None = None
    """win: some move gave away a win that was certain."""
    chance_lost: bool | None = None
    """win: the value was above 0 at the start, the result is 0, and moves lost something."""


class TurnRow(Struct, frozen=True):
    """A turn under one question; null where a limit stopped the search."""

    number: int
    """The game's number."""
    file: str
    game: str
    """The game's own id or name."""
    names: str
    """The players' names in the order of their seats, separated by commas."""
    info: str
    objective: str
    target: int | None
    turn: int
    player: int
    """From 1."""
    deck: int
    """Cards in the deck before the move."""
    move: str
    card: str | None
    value_before: str | None
    value_before_float: float | None
    value_move: str | None
    value_move_float: float | None
    loss: str | None
    loss_float: float | None
    verdict: str | None
    best: str
    """Every best move, separated by blanks."""
    drawn: str | None
    value_after: str | None
    value_after_float: float | None
    luck: str | None
    luck_float: float | None


class SolutionRow(Struct, frozen=True):
    """A position under one question; null for values where a limit left only bounds."""

    number: int
    """Place of the position among those given, from 1."""
    position: str
    info: str
    objective: str
    target: int | None
    value: str | None
    value_float: float | None
    lower: str
    lower_float: float
    upper: str
    upper_float: float
    best: str
    """Every move proven optimal, separated by blanks; empty where moves were not asked for."""
    reachable: int
    """The highest score that the cards still allow."""
    nodes: int
    stop: str | None
    """The limit that stopped the search."""


class MoveRow(Struct, frozen=True):
    """A legal move of a position under one question."""

    number: int
    """Place of the position among those given, from 1."""
    position: str
    info: str
    objective: str
    target: int | None
    move: str
    card: str | None
    value: str | None
    value_float: float | None
    lower: str
    lower_float: float
    upper: str
    upper_float: float
    best: bool
    """Whether it is proven optimal."""


def to_dicts(rows: Iterable[Struct]) -> list[dict[str, Cell]]:
    """The rows as plain data."""
    return [to_builtins(row) for row in rows]


def to_html(rows: Sequence[dict[str, Cell]]) -> str:
    """The first rows as a notebook shows them. Whatever stands in a cell is escaped."""
    if not rows:
        return html_of((line(plural("{count} row", "{count} rows", 0).format(count=0)),))
    titles = list(rows[0])
    numbers = [
        place
        for place, title in enumerate(titles)
        if any(isinstance(row[title], int | float) for row in rows[:MOST_SHOWN])
    ]
    shown = [
        ["" if cell is None else str(cell) for cell in row.values()] for row in rows[:MOST_SHOWN]
    ]
    left = len(rows) - len(shown)
    more = plural("and {count} more row", "and {count} more rows", left).format(count=left)
    end: tuple[Line, ...] = (line(more),) if left else ()
    return html_of((table(shown, titles, right=numbers), *end))


def columns(row: type[Struct]) -> dict[str, type]:
    """The columns of a table and what they hold: int, float, bool or str."""
    hints: dict[str, Any] = {}
    for name, text in row.__annotations__.items():
        hints[name] = {"int": int, "float": float, "bool": bool, "str": str}[text.split(" ")[0]]
    return hints
