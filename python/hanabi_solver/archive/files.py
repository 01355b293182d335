"""Where games are read from: files, folders, JSON lines, zip and gz archives, links.

Games are read one after the other, so that an archive of any size needs no more memory than
its largest game (or JSON array). A game that cannot be read is handed on as the error that says
why.
"""

from __future__ import annotations

import gzip
import io
import re
import zipfile
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

import msgspec

from hanabi_solver.archive.export import read_export
from hanabi_solver.archive.game import Game, Source
from hanabi_solver.archive.hle import is_history, read_history
from hanabi_solver.archive.link import is_link, read_link
from hanabi_solver.errors import GameError, InputError
from hanabi_solver.system.paths import exists
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt", ".hle")
"""What files of a folder or a zip archive are read; each may be followed by .gz."""

FORMAT = "format of a game file"
UNREADABLE = "file not readable"
_DEALS_OF_A_GAME = 10
"""A line with so many deals is a whole action history."""


class Entry(NamedTuple):
    """A game found, or why it could not be read."""

    source: Source
    game: Game | GameError


class Text(NamedTuple):
    """The text of a game as it stands in a file, not yet read."""

    source: Source
    text: str
    turn: int | None = None

    def read(self) -> Entry:
        """Read the game."""
        try:
            return Entry(self.source, read_text(self.text, self.source))
        except GameError as error:
            return Entry(self.source, error)


def read_text(text: str, source: Source) -> Game:
    """A game in any of the formats, told by its first letters."""
    text = text.strip()
    if text.startswith("{"):
        return read_export(text, source)
    if is_history(text):
        return read_history(text, source)
    if is_link(text):
        return read_link(text, source).game
    problem = _("{text} begins no JSON object, no compact link and no action history")
    raise GameError(FORMAT, problem.format(text=repr(text[:30])), source=str(source))


def find_texts(paths: Iterable[str]) -> Iterator[Text | Entry]:
    """The texts of all games in files and folders, in order. Files of a folder go by name.

    What cannot be opened or is no archive comes as an entry with the error.
    """
    for name in paths:
        if not exists(name) and is_link(name):
            yield Text(Source("link"), name)
            continue
        for path in _files(Path(name)):
            try:
                yield from _texts_of_file(path)
            except (OSError, EOFError, zlib.error, zipfile.BadZipFile, UnicodeDecodeError) as error:
                source = Source(str(path))
                yield Entry(source, GameError(UNREADABLE, str(error), source=str(source)))


def find_games(paths: Iterable[str]) -> Iterator[Entry]:
    """All games in files and folders."""
    for found in find_texts(paths):
        yield found.read() if isinstance(found, Text) else found


def games_of_text(content: str, name: str) -> Iterator[Entry]:
    """All games of a text in any of the formats; `name` says where it comes from."""
    is_json = content.lstrip().startswith(("{", "["))
    for found in _documents(content, name) if is_json else _lines(io.StringIO(content), name):
        yield found.read() if isinstance(found, Text) else found


def read_game(name: str, number: int | None = None) -> Game:
    """The game of a file or a link; of a file with several the one of a number, from 1."""
    return pick_game(find_games([name]), name, number)


def pick_game(games: Iterable[Entry], name: str, number: int | None = None) -> Game:
    """The one game of several found under a name, or the one of a number, from 1."""
    chosen = None
    for place, entry in enumerate(games, 1):
        if number is None and place > 1:
            problem = _("{file} has several games; expected the number of one (--game N)")
            raise InputError(problem.format(file=name))
        if place == (number or 1):
            chosen = entry.game
            # What is no game at the start of a file tells more than that others follow.
            if number is not None or isinstance(chosen, GameError):
                break
    if chosen is None:
        problem = _("{file} has no game")
        if number is not None:
            problem = _("{file} has no game number {number}")
        raise InputError(problem.format(file=name, number=number))
    if isinstance(chosen, GameError):
        raise chosen
    return chosen


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        if file.is_file() and (file.suffix == ".zip" or _wanted(file.name)):
            yield file


def _wanted(name: str) -> bool:
    return name.removesuffix(".gz").endswith(SUFFIXES) and not Path(name).name.startswith(".")


def _texts_of_file(path: Path) -> Iterator[Text | Entry]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if _wanted(name):
                    with archive.open(name) as member:
                        yield from _texts(member, f"{path}/{name}")
        return
    with path.open("rb") as file:
        yield from _texts(file, str(path))


def _texts(file: IO[bytes], name: str) -> Iterator[Text | Entry]:
    stream = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if name.endswith(".gz") else file
    lines = io.TextIOWrapper(stream, encoding="utf-8-sig")
    bare = name.removesuffix(".gz")
    if bare.endswith(".json"):
        yield from _documents(lines.read(), name)
    elif bare.endswith(".hle"):
        yield Text(Source(name), lines.read())
    else:
        yield from _lines(lines, name)


def _documents(content: str, name: str) -> Iterator[Text | Entry]:
    """A JSON file: one game, an array of them, or after all one a line."""
    if not content.lstrip().startswith("["):
        several = "}\n{" in content.replace("\r", "")
        yield from _lines(io.StringIO(content), name) if several else [Text(Source(name), content)]
        return
    try:
        parts = msgspec.json.decode(content, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        yield Entry(Source(name), GameError(FORMAT, str(error), source=name))
        return
    for number, part in enumerate(parts, 1):
        yield Text(Source(name, number), bytes(part).decode())


def _lines(lines: Iterable[str], name: str) -> Iterator[Text]:
    """A game a line; `#` begins a comment line. A history of one move a line is one game."""
    history: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("(") and len(re.findall(r"\(Deal ", text)) < _DEALS_OF_A_GAME:
            history.append(text)
            continue
        yield Text(Source(name, number), text)
    if history:
        yield Text(Source(name), " ".join(history))
