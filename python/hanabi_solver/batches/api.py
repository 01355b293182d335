"""Batches for programs, and for the command, which asks the same way."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Literal

from hanabi_solver.batches.report import summed
from hanabi_solver.batches.run import Batch, run
from hanabi_solver.batches.tables import turns_path
from hanabi_solver.batches.work import Settings
from hanabi_solver.core.answer import check_info_name, check_objective
from hanabi_solver.core.query import Cancel
from hanabi_solver.elo.ladder import Ladder
from hanabi_solver.errors import InputError, expect, expect_all, expect_call, expect_whole
from hanabi_solver.games.check import FROM_DECK, INFOS, MOST_TURNS, OBJECTIVES, several
from hanabi_solver.games.game import check_reading
from hanabi_solver.show.document import plain, to_html
from hanabi_solver.system.limits import checked
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hanabi_solver.batches.summary import Summary
    from hanabi_solver.core.answer import Info, Objective
    from hanabi_solver.games.rows import GameRow
    from hanabi_solver.system.limits import Limits

    Paths = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Batched:
    """What came of a batch: the files of both tables, a row a game and a row a turn, and counts.

    `stop` is "cancel" where that was asked for: then there are no tables yet, and the counts are
    those of the games done.
    """

    games: Path
    turns: Path
    summary: Summary
    stop: Literal["cancel"] | None = None

    def __str__(self) -> str:
        """As the command line shows it."""
        return plain(summed(self.summary))

    def _repr_html_(self) -> str:
        return to_html(summed(self.summary))


def batch(
    paths: Paths | Iterable[Paths],
    out: Paths,
    *,
    info: Info | Iterable[Info] | None = None,
    objective: Objective | Iterable[Objective] | None = None,
    target: int | str | None = None,
    from_deck: int = FROM_DECK,
    house_rules: bool = False,
    hand_size: int | None = None,
    limits: Limits | None = None,
    cluster: str | None = None,
    plot: Paths | None = None,
    ladder: Ladder | None = None,
    restart: bool = False,
    begun: Callable[[int], object] | None = None,
    done: Callable[[GameRow | None], object] | None = None,
    cancel: Cancel | None = None,
) -> Batched:
    """Check the games of all paths as the command `batch` does, and write its tables.

    `out` is the table of games, `.parquet`, `.csv` or `.jsonl`; that of turns goes beside it. What
    is asked is as for `Game.check`. `limits`: the time is for each position, the memory for all
    workers together, and `threads` are the workers. Finished games are kept in a journal at once:
    stopped in whatever way, by an exception of `done` too, the same call goes on where it was.
    `begun` is told how many games that were, `done` of every game, with its row if it is refused.
    `cancel` stops it from another thread, with the counts of the games done.
    A `ladder` rates the teams. InputError for what cannot be met.
    """
    asked_for = asked(
        paths,
        out,
        info=info,
        objective=objective,
        target=target,
        from_deck=from_deck,
        house_rules=house_rules,
        hand_size=hand_size,
        limits=limits,
        cluster=cluster,
        plot=plot,
        ladder=ladder,
        restart=restart,
    )
    summary = run(
        asked_for,
        begun=expect_call("begun", begun),
        done=expect_call("done", done),
        cancel=expect("cancel", cancel, Cancel, NoneType),
    )
    stop: Literal["cancel"] | None = "cancel" if asked_for.journal.exists() else None
    return Batched(asked_for.out, turns_path(asked_for.out), summary, stop)


def asked(
    paths: Paths | Iterable[Paths],
    out: Paths,
    *,
    info: Info | Iterable[Info] | None,
    objective: Objective | Iterable[Objective] | None,
    target: int | str | None,
    from_deck: int,
    house_rules: bool,
    hand_size: int | None,
    limits: Limits | None,
    cluster: str | None,
    plot: Paths | None,
    ladder: Ladder | None,
    restart: bool,
) -> Batch:
    """The batch that these arguments mean. InputError for one that is wrong."""
    infos = INFOS if info is None else several("info", info)
    objectives = OBJECTIVES if objective is None else several("objective", objective)
    for each in infos:
        check_info_name(each)
    for one in objectives:
        check_objective(one)
    check_reading(house_rules, hand_size)
    limits = checked(limits)
    if limits.tolerance:
        raise InputError(_("a batch takes no tolerance"))
    workers = limits.thread_count()
    shared = 1 if cluster is not None else workers
    memory = replace(limits, threads=None).settled().memory
    kinds = (str, os.PathLike)
    given = (paths,) if isinstance(paths, kinds) else expect_all("paths", paths, *kinds)
    return Batch(
        paths=tuple(os.fspath(path) for path in given),
        out=Path(expect("out", out, *kinds)),
        settings=Settings(
            infos=infos,
            objectives=objectives,
            target=expect("target", target, int, str, NoneType),
            from_deck=expect_whole("from_deck", from_deck, 0, MOST_TURNS),
            house_rules=house_rules,
            hand_size=hand_size,
            time_limit=limits.time,
            memory=int(memory or 0) // shared,
        ),
        workers=workers,
        cluster=expect("cluster", cluster, str, NoneType),
        plot=None if plot is None else Path(expect("plot", plot, *kinds)),
        restart=expect("restart", restart, bool),
        ladder=expect("ladder", ladder, Ladder, NoneType),
    )
