"""What people see of a batch: counts, and losses by question and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hanabi_solver.game.ratings import BY_NAME
from hanabi_solver.show.document import Line, line, table
from hanabi_solver.show.numbers import mean_text
from hanabi_solver.texts.text import _, lookup

if TYPE_CHECKING:
    from hanabi_solver.batches.summary import Summary
    from hanabi_solver.show.document import Document


def _stop(reason: str) -> str:
    """Why something of a game is not settled."""
    return {
        "time": _("stopped by the time limit"),
        "memory": _("stopped by the memory limit"),
        "tolerance": _("stopped at the tolerance"),
        "size": _("too large to search"),
        "illegal move": _("a move that only house rules allow"),
        "worker died": _("a worker process died twice"),
    }.get(reason, reason)


def summed(summary: Summary) -> Document:
    """What came of a batch."""
    counts: list[tuple[str, str]] = [
        (_("games read"), str(summary.read)),
        (_("solved"), str(summary.solved)),
        (_("left before the endgame"), str(summary.left)),
        (_("not settled"), str(summary.stopped)),
        *((f"  {_stop(reason)}", str(many)) for reason, many in sorted(summary.stopped_by.items())),
        (_("not played to their end"), str(summary.unfinished)),
        (_("accepted by house rules"), str(summary.house_rules)),
        (_("accounts that do not balance"), str(summary.unbalanced)),
        (_("refused"), str(summary.refused.total())),
    ]
    refused = sorted(summary.refused.items())
    counts += [(f"  {lookup(reason)}", str(many)) for reason, many in refused]
    rows = [
        (
            info,
            objective,
            str(players),
            str(tally.games),
            str(tally.turns),
            mean_text(tally.mean_loss),
            str(tally.sure_wins_lost) if objective == "win" else "",
            str(tally.chances_lost) if objective == "win" else "",
        )
        for (info, objective, players), tally in sorted(summary.tallies.items())
    ]
    titles = (
        _("info"),
        _("objective"),
        _("players"),
        _("games"),
        _("turns"),
        _("mean loss"),
        _("sure wins lost"),
        _("chances lost"),
    )
    parts: list[Any] = [table(counts, right=(1,)), Line()]
    verdicts = [
        (band, str(found), str(summary.ratings[band]))
        for band, found in BY_NAME.items()
        if band in summary.ratings
    ]
    if verdicts:
        parts += [table(verdicts, (_("points"), _("verdict"), _("games")), right=(0, 2)), Line()]
    if rows:
        parts.append(table(rows, titles, right=range(2, 8)))
    else:
        parts.append(line(_("No game was checked.")))
    return tuple(parts)
