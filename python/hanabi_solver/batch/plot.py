"""The picture of a batch: how much was lost, and what became of the chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hanabi_solver.batch.summary import BINS
from hanabi_solver.batch.tables import needs
from hanabi_solver.errors import UnsupportedError
from hanabi_solver.system.paths import begun, part_of
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from hanabi_solver.batch.summary import Curve, Summary


def check() -> None:
    """Refuses a plot without matplotlib, before any work."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UnsupportedError(needs("--plot", "matplotlib", "plot")) from None


def draw(summary: Summary, path: Path) -> None:
    """Write the picture: a row a question, losses on the left, chances on the right."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    questions = sorted(summary.curves) or [("", "")]
    figure, axes = pyplot.subplots(
        len(questions), 2, figsize=(11, 3.4 * len(questions)), squeeze=False
    )
    for (left, right), question in zip(axes, questions, strict=True):
        curve = summary.curves.get(question)
        if curve is not None:
            _losses(left, curve, *question)
            _chances(right, curve, *question)
    figure.tight_layout()
    part = part_of(path)
    try:
        with begun(part) as file:
            figure.savefig(file, format=path.suffix.removeprefix(".") or "png", dpi=120)
        part.replace(path)
    finally:
        pyplot.close(figure)
        part.unlink(missing_ok=True)


def _losses(axes: Any, curve: Curve, info: str, objective: str) -> None:
    """How many games lost how much; those that lost nothing stand apart."""
    width = (1 if objective == "win" else 2) / BINS
    places = sorted(curve.losses)
    axes.bar([(place + 0.5) * width for place in places], [curve.losses[p] for p in places], width)
    unit = _("probability") if objective == "win" else _("points")
    axes.set_title(_("{objective}, {info}: loss per game").format(objective=objective, info=info))
    axes.set_xlabel(
        _("loss ({unit}); the bar left of 0: no loss; the last bar: this much or more").format(
            unit=unit
        )
    )
    axes.set_ylabel(_("games"))


def _chances(axes: Any, curve: Curve, info: str, objective: str) -> None:
    """The share of wins among games that started with about the same chance."""
    if objective != "win":
        axes.axis("off")
        return
    places = sorted(curve.starts)
    middle = [min((place + 0.5) / BINS, 1.0) for place in places]
    share = [float(curve.results[place] / curve.starts[place]) for place in places]
    sizes = [20 + 200 * curve.starts[place] / max(curve.starts.values()) for place in places]
    axes.plot([0, 1], [0, 1], linestyle=":", color="grey")
    axes.scatter(middle, share, s=sizes, alpha=0.7)
    axes.set_title(
        _("{objective}, {info}: chance and outcome").format(objective=objective, info=info)
    )
    axes.set_xlabel(_("value at the first turn checked"))
    axes.set_ylabel(_("share of games won"))
