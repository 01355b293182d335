"""The picture of a batch: how much was lost, and what became of the chances."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from hanabi_solver.batches.summary import BINS, PARTS
from hanabi_solver.batches.tables import needs
from hanabi_solver.errors import InputError, UnsupportedError
from hanabi_solver.system.paths import begun, part_of
from hanabi_solver.texts.text import _, plural, source_language

if TYPE_CHECKING:
    from pathlib import Path

    from hanabi_solver.batches.summary import Curve, Summary

SUFFIXES = (".png", ".svg", ".pdf")

PANEL = (5.6, 4.2)
"""Width and height of a panel in inches."""

STYLES = {
    "perfect": ("tab:blue", "--", "s"),
    "open": ("tab:orange", "-.", "^"),
    "seat": ("tab:green", "-", "o"),
    "hidden": ("tab:red", ":", "D"),
}
"""Colour, line and marker of each way of knowing: told apart in black and white, too."""


def check(path: Path) -> None:
    """Refuses a plot without matplotlib, or of an unknown form, before any work."""
    if path.suffix not in SUFFIXES:
        problem = _("{path}: unknown suffix; expected one of {choices}")
        raise InputError(problem.format(path=path, choices=", ".join(SUFFIXES)))
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UnsupportedError(needs("--plot", "matplotlib")) from None


def draw(summary: Summary, path: Path) -> None:
    """Write the picture: for each objective the losses, and for `win` what became of chances."""
    from matplotlib import rc_context
    from matplotlib.font_manager import findfont, get_font

    letters = get_font(findfont("DejaVu Sans")).get_charmap()
    legible = all(ord(letter) in letters for letter in _("share of games won"))
    # English rather than boxes.
    with nullcontext() if legible else source_language():
        figure = _figure(summary)
    part = part_of(path)
    kind = path.suffix.removeprefix(".")
    # The same batch gives the same file.
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    try:
        with begun(part) as file, rc_context({"svg.hashsalt": "hanabi-solver"}):
            figure.savefig(file, format=kind, dpi=150, metadata=undated)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _figure(summary: Summary) -> Any:
    from matplotlib.figure import Figure

    objectives = sorted({objective for _info, objective in summary.curves})
    panels: list[tuple[Any, str]] = [(_losses, each) for each in objectives]
    if "win" in objectives:
        panels.append((_chances, "win"))
    columns = 2 if len(panels) in (2, 4) else max(len(panels), 1)
    rows = max((len(panels) + columns - 1) // columns, 1)
    figure = Figure(figsize=(PANEL[0] * columns, PANEL[1] * rows), layout="constrained")
    if not panels:
        figure.text(0.5, 0.5, _("No game was checked."), ha="center")
    for place, (paint, objective) in enumerate(panels, 1):
        axes = figure.add_subplot(rows, columns, place)
        for info in STYLES:
            curve = summary.curves.get((info, objective))
            if curve is not None:
                paint(axes, curve, info, objective)
        axes.grid(alpha=0.3)
        axes.legend()
    return figure


def _named(info: str, games: int) -> str:
    """A curve in the legend."""
    name = {
        "perfect": _("deck known"),
        "open": _("hands open"),
        "seat": _("from the seat"),
        "hidden": _("hands hidden"),
    }[info]
    count = plural("{number} game", "{number} games", games).format(number=games)
    return f"{name} ({count})"


def _losses(axes: Any, curve: Curve, info: str, objective: str) -> None:
    """The share of games that lost at most so much, from those that lost nothing."""
    width = PARTS[objective] / BINS
    games, losses, shares = curve.losses.total(), [0.0], [curve.losses[-1]]
    for place in range(2 * BINS):
        # At the end of each part all games in it are counted.
        losses.append((place + 1) * width)
        shares.append(shares[-1] + curve.losses[place])
    colour, line, _marker = STYLES[info]
    axes.step(
        losses,
        [share / games for share in shares],
        where="post",
        color=colour,
        linestyle=line,
        label=_named(info, games),
    )
    titles = {
        "win": (_("Chances of a win given away"), _("loss in a game (probability of a win)")),
        "expected": (_("Expected points given away"), _("loss in a game (points)")),
        "guaranteed": (_("Sure points given away"), _("loss in a game (points)")),
    }
    title, below = titles[objective]
    axes.set(title=title, xlabel=below, ylabel=_("share of games that lost no more"))
    axes.set_xlim(0, 2 * PARTS[objective])
    axes.set_ylim(0, 1.02)


def _chances(axes: Any, curve: Curve, info: str, _objective: str) -> None:
    """The share of wins among games that started with about the same chance."""
    games = sum(curve.starts.values())
    if not axes.lines:
        label = _("as often as the best play")
        axes.plot([0, 1], [0, 1], linestyle=":", color="grey", label=label)
    places = sorted(curve.starts)
    colour, _line, marker = STYLES[info]
    axes.scatter(
        [min((place + 0.5) / BINS, 1.0) for place in places],
        [float(curve.results[place] / curve.starts[place]) for place in places],
        s=[20 + 180 * curve.starts[place] / games for place in places],
        alpha=0.7,
        color=colour,
        marker=marker,
        label=_named(info, games),
    )
    axes.set(
        title=_("What became of the chances (the larger, the more games)"),
        xlabel=_("probability of a win at the first turn checked"),
        ylabel=_("share of games won"),
    )
