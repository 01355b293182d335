"""What a batch comes to: counted row by row, so that it needs no memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from hanabi_solver.game.ratings import BY_NAME

if TYPE_CHECKING:
    from hanabi_solver.games.rows import GameRow

BINS = 20
"""Parts into which losses and values are counted for the plot."""

PARTS = {"win": 1, "expected": 2, "guaranteed": 2}
"""What is cut into so many parts of losses: a win, or two points."""


@dataclass
class Tally:
    """The games of one question and number of players."""

    games: int = 0
    turns: int = 0
    losses: Fraction = Fraction(0)
    sure_wins_lost: int = 0
    chances_lost: int = 0

    @property
    def mean_loss(self) -> Fraction:
        """Loss a game, of games solved to the end."""
        return self.losses / self.games if self.games else Fraction(0)


@dataclass
class Curve:
    """Counts for the plot of one question: losses, and what became of values at the start."""

    losses: Counter[int] = field(default_factory=Counter)
    starts: Counter[int] = field(default_factory=Counter)
    results: dict[int, Fraction] = field(default_factory=dict)


@dataclass
class Summary:
    """Games read, refused by reason, solved, stopped; losses by question and players.

    A question is (info, objective). `solved`, `stopped` and `left` count games: stopped is one
    with anything unsettled, left one that never came to the endgame; `unfinished` are all that
    were not played to their end. `stopped_by` counts those stopped by reason, a game with two
    reasons under both.
    """

    read: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    solved: int = 0
    stopped: int = 0
    left: int = 0
    unfinished: int = 0
    stopped_by: Counter[str] = field(default_factory=Counter)
    unbalanced: int = 0
    house_rules: int = 0
    tallies: dict[tuple[str, str, int], Tally] = field(default_factory=dict)
    ratings: Counter[str] = field(default_factory=Counter)
    curves: dict[tuple[str, str], Curve] = field(default_factory=dict)

    def add(self, rows: list[GameRow]) -> None:
        """Count a game."""
        first = rows[0] if rows else None
        if first is not None and first.status == "refused":
            self.refused[first.reason or ""] += 1
            return
        self.read += 1
        if first is not None and first.house_rules:
            self.house_rules += 1
        if first is not None and first.over is False:
            self.unfinished += 1
        if first is not None and first.rating is not None:
            self.ratings[first.rating] += 1
        stops = {row.reason or "" for row in rows if row.status == "stopped"}
        self.stopped_by.update(stops)
        if stops:
            self.stopped += 1
        elif first is not None and first.status == "left":
            self.left += 1
        else:
            self.solved += 1
        for row in rows:
            self.unbalanced += row.balanced is False
            if row.status == "solved":
                self._count(row)

    def _count(self, row: GameRow) -> None:
        question = (row.info or "", row.objective or "")
        tally = self.tallies.setdefault((*question, row.players or 0), Tally())
        loss = Fraction(row.losses or 0)
        tally.games += 1
        tally.turns += row.checked or 0
        tally.losses += loss
        tally.sure_wins_lost += bool(row.sure_win_lost)
        tally.chances_lost += bool(row.chance_lost)
        curve = self.curves.setdefault(question, Curve())
        win = row.objective == "win"
        # Of losses each part has its end; one of 0 counts apart, and so does what is beyond.
        place = ceil(loss * BINS / PARTS[row.objective or "win"]) - 1
        curve.losses[min(place, 2 * BINS)] += 1
        if win and row.value_start is not None:
            place = min(int(Fraction(row.value_start) * BINS), BINS)
            curve.starts[place] += 1
            result = Fraction(row.result or 0)
            curve.results[place] = curve.results.get(place, Fraction(0)) + result

    def record(self) -> dict[str, Any]:
        """The summary as JSON shows it."""
        return {
            "games": self.read + self.refused.total(),
            "read": self.read,
            "refused": dict(sorted(self.refused.items())),
            "solved": self.solved,
            "stopped": self.stopped,
            "left": self.left,
            "unfinished": self.unfinished,
            "stopped_by": dict(sorted(self.stopped_by.items())),
            "unbalanced": self.unbalanced,
            "house_rules": self.house_rules,
            "ratings": {band: self.ratings[band] for band in BY_NAME if band in self.ratings},
            "by_players": [
                {
                    "info": info,
                    "objective": objective,
                    "players": players,
                    "games": tally.games,
                    "turns": tally.turns,
                    "mean_loss": str(tally.mean_loss),
                    "mean_loss_float": float(tally.mean_loss),
                    "sure_wins_lost": tally.sure_wins_lost,
                    "chances_lost": tally.chances_lost,
                }
                for (info, objective, players), tally in sorted(self.tallies.items())
            ],
        }
