"""What the rule book says of a final score: seven bands, each with a verdict."""

from __future__ import annotations

from typing import NamedTuple

from hanabi_solver.errors import expect_whole
from hanabi_solver.texts.text import _

_HIGHEST = (5, 10, 15, 20, 24)
"""The highest scores of the bands below 25."""


class Rating(NamedTuple):
    """A band of scores, from `lowest` to `highest` points. Its text is the verdict."""

    lowest: int
    highest: int

    @property
    def band(self) -> str:
        """The band in figures, the same in every language."""
        return str(self.lowest) if self.lowest == self.highest else f"{self.lowest}-{self.highest}"

    def __str__(self) -> str:
        """The verdict in the language in use."""
        return {
            0: _("A damp fuse: hardly a spark left the ground."),
            6: _("A few sparklers: next year will be better."),
            11: _("A village fair: nobody regrets having come."),
            16: _("A bright evening: the whole town looked up."),
            21: _("A dazzling night: one could hardly ask for more."),
            25: _("A night of wonders: the sky never shone like this."),
            30: _("Every card of every suit: the sky has nothing left to give."),
        }[self.lowest]


BANDS: dict[int, tuple[Rating, ...]] = {
    25: (*map(Rating, (0, 6, 11, 16, 21), _HIGHEST), Rating(25, 25)),
    30: (*map(Rating, (0, 6, 11, 16, 21), _HIGHEST), Rating(25, 29), Rating(30, 30)),
}
"""The bands by the maximum score. Other games have none."""

BY_NAME = {each.band: each for each in sorted({*BANDS[25], *BANDS[30]})}
"""Every band by its figures, lowest first."""


def rating(score: int, maximum: int) -> Rating | None:
    """The band of a final score in a game of `maximum` points; None if such games have no bands.

    >>> rating(17, 25).band
    '16-20'

    InputError for a score that is not between 0 and the maximum.
    """
    expect_whole("score", score, 0, expect_whole("maximum", maximum, 0, 100))
    return next((band for band in BANDS.get(maximum, ()) if score <= band.highest), None)
