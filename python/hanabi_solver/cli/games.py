"""Games on the command line: what a command may be given in the place of a position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from hanabi_solver.errors import InputError, shown
from hanabi_solver.system.paths import exists
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from hanabi_solver.archive import Replay
    from hanabi_solver.game.position import Position

_F = TypeVar("_F", bound="Callable[..., Any]")

POSITION_LIKE = re.compile(r"([A-Za-z][0-5])+\s+\S*/\S+\s+[\[{\d]")
"""How a line with a position begins: stacks, hands, deck."""

_ASKED = "hanabi_solver.games"
"""Under this name the context of a command keeps what its options say of games."""


def reading(function: _F) -> _F:
    """`--house-rules`, `--hand-size`: how games are read. Kept for `load`."""
    size = _("Cards dealt to each player, if the game does not tell.")
    function = _number("--hand-size", "N", size, most=10)(function)
    text = _("Accept a discard at 8 clue tokens, and keep the stacks after a third strike.")
    return click.option(
        "--house-rules", is_flag=True, help=text, expose_value=False, callback=_keep
    )(function)


def chosen(function: _F) -> _F:
    """`--game`: which game of a file with several. Kept for `load`."""
    return _number("--game", "N", _("Take the N-th game of a file with several games."))(function)


def turn(function: _F) -> _F:
    """`--turn` and the options above, for commands that take positions of games."""
    text = _("Take the position before the T-th action of a GAME.")
    return _number("--turn", "T", text)(reading(chosen(function)))


def _number(name: str, metavar: str, text: str, most: int | None = None) -> Callable[[_F], _F]:
    """An option that counts from 1 and is kept for `load`."""
    kind = click.IntRange(1, most)
    return click.option(
        name, type=kind, metavar=metavar, help=text, expose_value=False, callback=_keep
    )


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    context.meta.setdefault(_ASKED, {})[parameter.name] = value


def _asked(name: str) -> Any:
    return click.get_current_context().meta.get(_ASKED, {}).get(name)


def check_named(text: str) -> None:
    """InputError, saying what to give, where a text is meant as a game and is none.

    Such are the addresses of hanab.live's pages, which contain no game, and files of positions.
    """
    if "://" in text or "hanab.live" in text:
        _check_address(text)
    elif is_game(text) and Path(text).is_file():
        with Path(text).open("rb") as file:
            lines = file.read(10_000).decode("utf-8", "replace").splitlines()
        written = (line.partition("#")[0].strip() for line in lines)
        if POSITION_LIKE.match(next(filter(None, written), "")):
            problem = _("{file} contains positions: solve and show read them with --file")
            raise InputError(problem.format(file=text))


def _check_address(text: str) -> None:
    from hanabi_solver.archive.link import is_link

    if is_link(text) or exists(text):
        return
    if text.count(",") >= 2:
        problem = _("{address} is no compact link; its address would be {expected}")
        expected = "https://hanab.live/shared-replay-json/…"
        raise InputError(problem.format(address=shown(text), expected=expected))
    number = re.search(r"/(?:replay|shared-replay|export|history)/(\d+)(?![^/?#])", text)
    # Not every page is one of a game.
    file = f"https://hanab.live/export/{number[1] if number else 'ID'}"
    hint = _("save {address} and give that file, or give a compact link").format(address=file)
    problem = _("{address} contains no game: {hint}")
    raise InputError(problem.format(address=shown(text), hint=hint))


def is_game(text: str) -> bool:
    """Whether a text names a game: a compact link, or a file that is there."""
    if text.count(",") >= 2 or "://" in text:
        from hanabi_solver.archive.link import is_link

        return is_link(text)
    # No position is a file's name: it has blanks between its fields, and braces.
    return "{" not in text and "[" not in text and exists(text) and Path(text).is_file()


def load(text: str) -> Replay:
    """The game that a text names, played again."""
    from hanabi_solver.archive import read_game, replay

    check_named(text)
    return replay(read_game(text, _asked("game")), **asked_reading())


class Reading(TypedDict):
    """What the options of `reading` say."""

    house_rules: bool
    hand_size: int | None


def asked_reading() -> Reading:
    """How games are to be read."""
    return Reading(house_rules=bool(_asked("house_rules")), hand_size=_asked("hand_size"))


def position_of(text: str, default: int | None = None) -> Position:
    """The position of a game at the turn asked for: by `--turn`, else by the link itself."""
    wanted = turn_of(text) or default
    if wanted is None:
        raise click.UsageError(_("a game needs --turn T, to say which of its positions is meant"))
    return load(text).at(wanted)


def turn_of(text: str) -> int | None:
    """The turn asked for: by `--turn`, else the one that a link points at, as in `…#12`."""
    from hanabi_solver.archive.link import is_link, read_link

    return _asked("turn") or (read_link(text).turn if is_link(text) else None)


def asked_place() -> bool:
    """Whether `--turn` or `--game` was given."""
    return _asked("turn") is not None or _asked("game") is not None


def asked_game() -> int | None:
    """The number of the game asked for by `--game`."""
    number: int | None = _asked("game")
    return number
