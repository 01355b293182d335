"""Where games are read from: files, folders, JSON lines, zip and gz archives, links.

Games are read one after the other, so that an archive of any size needs no more memory than
its largest game. A game that cannot be read is handed on as the error that says why, and those
after it are read.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.archive.export import read_export
from hanabi_solver.archive.game import Game, Source
from hanabi_solver.archive.hle import PLAYTHROUGH, applied, is_history, read_history
from hanabi_solver.archive.link import is_link, read_link
from hanabi_solver.archive.pieces import GIVE_UP, MOST, EndlessError, Open, Piece, Values, lines
from hanabi_solver.archive.streams import UnreadableError, streams
from hanabi_solver.errors import GameError, InputError
from hanabi_solver.system.paths import exists
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

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
    problem = _("{text} does not begin a JSON object, a compact link or an action history")
    raise GameError(FORMAT, problem.format(text=repr(text[:30])), source=str(source))


def find_texts(paths: Iterable[str], skip: Collection[Path] = ()) -> Iterator[Text | Entry]:
    """The texts of all games in files and folders, in order. Files of a folder go by name, without
    those to `skip`, given by their resolved paths.

    What cannot be opened or is no archive comes as an entry with the error.
    """
    for name in paths:
        if not exists(name) and is_link(name):
            yield Text(Source("link"), name)
            continue
        for stream in streams(Path(name), skip):
            yield from _texts(stream.chunks, stream.name)


def find_games(paths: Iterable[str]) -> Iterator[Entry]:
    """All games in files and folders."""
    for found in find_texts(paths):
        yield found.read() if isinstance(found, Text) else found


def games_of_text(content: str, name: str) -> Iterator[Entry]:
    """All games of a text in any of the formats; `name` says where it comes from."""
    is_json = content.lstrip().startswith(("{", "["))
    for found in _texts([content.encode()], name, ".json" if is_json else ".txt"):
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


def _texts(chunks: Iterable[bytes], name: str, form: str = "") -> Iterator[Text | Entry]:
    """The texts of a file; `form` is what its name ends in."""
    form = form or Path(name.removesuffix(".gz")).suffix
    cut = _Cut(name)
    try:
        if form == ".json":
            yield from cut.json(chunks)
        elif form == ".hle":
            yield from cut.whole(chunks)
        else:
            yield from cut.lines(chunks)
    except UnreadableError as error:
        yield cut.refused(cut.next, UNREADABLE, str(error))


class _Cut:
    """Cuts a file into the texts of games, and knows how far it is."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.next: int | None = None

    def json(self, chunks: Iterable[bytes]) -> Iterator[Text | Entry]:
        """A JSON file: one game, an array of them, or several that follow one another."""
        rest = iter(chunks)
        head = next(rest, b"").removeprefix(b"\xef\xbb\xbf")
        while not head.strip() and (more := next(rest, b"")):
            head = more
        if head.lstrip()[:1] not in (b"{", b"["):
            yield from self.whole(chain((head,), rest))
            return
        values = Values(chain((head,), rest))
        first: Text | Entry | None = None
        try:
            for number, piece in enumerate(values, 1):
                if isinstance(piece, Open):
                    problem = _("the array is not closed: its end is missing")
                    yield self.refused(None, FORMAT, problem)
                    continue
                found = self._text(piece)
                self.next = piece.number + 1
                if number == 1 and not values.array:
                    first = found
                    continue
                if first is not None:
                    yield first
                    first = None
                yield found
        except (UnreadableError, EndlessError) as error:
            if first is not None:
                yield first
            if isinstance(error, UnreadableError):
                raise
            problem = _("it does not end within {size} bytes; no more is read").format(size=GIVE_UP)
            raise UnreadableError(problem) from None
        if first is not None:
            # The only one needs no number.
            yield first._replace(source=Source(self._name)) if isinstance(first, Text) else first

    def whole(self, chunks: Iterable[bytes]) -> Iterator[Text | Entry]:
        """A file with one game."""
        data = b""
        for chunk in chunks:
            data += chunk
            if len(data) > MOST:
                break
        yield self._text(Piece(0, data if len(data) <= MOST else None))

    def lines(self, chunks: Iterable[bytes]) -> Iterator[Text | Entry]:
        """One game per line; `#` begins a comment. A history with one move per line is one game,
        and so is a playthrough of OpenSpiel, with much else between its moves.
        """
        history: list[str] = []
        size = 0
        for piece in lines(chunks):
            self.next = piece.number + 1
            found = self._text(piece)
            if isinstance(found, Text):
                text = found.text.strip()
                if text.startswith(PLAYTHROUGH) or (history and history[0].startswith("game")):
                    told = text if not history else applied(text)
                    size += len(told) + 1
                    history += [told] if told and size <= MOST else []
                    continue
                if not text or text.startswith("#"):
                    continue
                if text.startswith("(") and len(re.findall(r"\(Deal ", text)) < _DEALS_OF_A_GAME:
                    size += len(text) + 1
                    history += [text] if size <= MOST else []
                    continue
                found = found._replace(text=text)
            yield found
        if size > MOST:
            yield self._text(Piece(0, None))
        elif history:
            yield Text(Source(self._name), " ".join(history))

    def _text(self, piece: Piece) -> Text | Entry:
        number = piece.number or None
        if piece.data is None:
            problem = _("longer than {size} bytes, which no game is").format(size=MOST)
            return self.refused(number, UNREADABLE, problem)
        try:
            text = piece.data.decode("utf-8-sig" if piece.number <= 1 else "utf-8")
        except UnicodeDecodeError as error:
            problem = _("byte {place} is no UTF-8 text").format(place=error.start + 1)
            return self.refused(number, UNREADABLE, problem)
        return Text(Source(self._name, number), text)

    def refused(self, number: int | None, rule: str, problem: str) -> Entry:
        """What cannot be read there, and why."""
        source = Source(self._name, number)
        return Entry(source, GameError(rule, problem, source=str(source)))
