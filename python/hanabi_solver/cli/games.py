"""Games on the command line: what a command may be given in the place of a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hanabi_solver.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from hanabi_solver.archive import Replay

_F = TypeVar("_F", bound="Callable[..., Any]")


def reading(function: _F) -> _F:
    """`--house-rules`, `--hand-size`: how games are read."""
    for option in (
        click.option(
            "--hand-size",
            type=click.IntRange(1, 10),
            metavar="N",
            help=_("Cards dealt to each player, where the game's options lost it."),
        ),
        click.option(
            "--house-rules",
            is_flag=True,
            help=_("Accept a discard at 8 clue tokens, and keep the stacks after a third strike."),
        ),
    ):
        function = option(function)
    return function


def chosen(function: _F) -> _F:
    """`--game`: which game of a file with several."""
    return click.option(
        "--game",
        "number",
        type=click.IntRange(1),
        metavar="N",
        help=_("The N-th game of a file with several."),
    )(function)


def is_game(text: str) -> bool:
    """Whether a text names a game: a compact link, or a file that is there."""
    if text.count(",") >= 2:
        from hanabi_solver.archive.link import is_link

        return is_link(text)
    # No position is a file's name: it has blanks between its fields, and braces.
    return "{" not in text and "[" not in text and Path(text).is_file()


def load(text: str, number: int | None, *, house_rules: bool, hand_size: int | None) -> Replay:
    """The game that a text names, played again."""
    from hanabi_solver.archive import read_game, replay

    return replay(read_game(text, number), house_rules=house_rules, hand_size=hand_size)


def linked_turn(text: str) -> int | None:
    """The turn that a link points at, as in `…#12`."""
    from hanabi_solver.archive.link import is_link, read_link

    return read_link(text).turn if is_link(text) and not Path(text).is_file() else None
