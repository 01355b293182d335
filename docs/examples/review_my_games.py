"""What my last fifty games gave away at the table, against what they scored.

    python docs/examples/review_my_games.py [GAMES] [PICTURE]

GAMES is anything that `hs.read_games` takes: a file, a folder or an archive; without it the games
beside this script are taken. Every game is checked from its last three cards in the deck on, from
the seat of whoever moves. With PICTURE (.png, .svg or .pdf) it draws the losses against the scores.
"""

from __future__ import annotations

import sys
from collections import deque
from pathlib import Path

import hanabi_solver as hs

LAST = 50
SECONDS = 2.0
"""For each position; what takes longer leaves its game out."""


def main() -> None:
    """Checks the games, prints a line for each, and draws."""
    here = Path(__file__).parent / "games.txt"
    source = sys.argv[1] if len(sys.argv) > 1 else here
    games = deque[hs.Game](maxlen=LAST)
    for found in hs.read_games(source):
        if isinstance(found, hs.Refused):
            print(f"left out: {found}")
        else:
            games.append(found)
    scores: list[int] = []
    losses: list[float] = []
    for game in games:
        check = game.check(
            info="seat", objective="expected", from_deck=3, limits=hs.Limits(time=SECONDS)
        )
        [row] = check.games
        where = f"{game.number}: {', '.join(game.names)}, {game.score} points"
        if row.status != "solved" or row.losses_float is None:
            print(f"{where}: {row.reason}")
            continue
        told = f"gave away {row.losses_float:.4f} points (exactly {row.losses})"
        worst = max(check.turns, key=lambda turn: turn.loss_float or 0.0, default=None)
        if worst is not None and worst.loss_float:
            told += f", most of it by {worst.move} in turn {worst.turn}; better: {worst.best}"
        print(f"{where}: {told}")
        scores.append(game.score)
        losses.append(row.losses_float)
    if losses:
        mean = sum(losses) / len(losses)
        print(f"{len(losses)} games, on average {mean:.4f} points given away at the end of each")
    if len(sys.argv) > 2:
        draw(scores, losses, Path(sys.argv[2]))


def draw(scores: list[int], losses: list[float], picture: Path) -> None:
    """A dot a game."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.8), layout="constrained")
    axes = figure.add_subplot()
    axes.scatter(scores, losses, alpha=0.5)
    axes.set_xlabel("score (points)")
    axes.set_ylabel("given away at the table (points)")
    axes.set_title(f"The end of {len(scores)} games")
    figure.savefig(picture)


if __name__ == "__main__":
    main()
