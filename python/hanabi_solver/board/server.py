"""The server of the board: questions of the page in, records out."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from hanabi_solver.board.guard import MOST_BYTES, Guard
from hanabi_solver.board.jobs import Jobs, told
from hanabi_solver.board.opened import (
    Opened,
    game_record,
    looks_like_game,
    open_game,
    open_position,
)
from hanabi_solver.board.page import MODULES, page
from hanabi_solver.board.patience import Patient
from hanabi_solver.board.record import board_record
from hanabi_solver.board.setup import Parts, build
from hanabi_solver.board.step import Answers, Open, step
from hanabi_solver.board.values import Asked, ReviewAsked, draw_value, review_values, values
from hanabi_solver.core.setups import read
from hanabi_solver.errors import HanabiError, InputError, PositionError, own_fault
from hanabi_solver.notation import format_card
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from hanabi_solver.board.jobs import Work
    from hanabi_solver.board.place import Place
    from hanabi_solver.core.query import Cancel
    from hanabi_solver.solving.solver import Solver
    from hanabi_solver.system.limits import Limits

Record = dict[str, object]
_T = TypeVar("_T")

LONGEST_QUESTION = 20_000
"""Bytes of a question that brings no game: many times what any position has."""
LONGEST_NAME = 40
"""Letters of the name that a page gives itself."""
MOST_OPENED = 4
"""Games that are kept as they were opened, the latest."""

KINDS = {"css": "text/css", "js": "text/javascript", "html": "text/html"}


class Text(Struct, forbid_unknown_fields=True):
    """What somebody typed, pasted or opened; `number` chooses among several games."""

    text: str
    number: int | None = None


class MoveAsked(Struct, forbid_unknown_fields=True):
    """A move, and what has been chosen of all that it depends on."""

    position: str
    move: str
    named: str | None = None
    bonuses: list[str] = []
    drawn: str | None = None
    names: list[str] = []
    objective: Literal["win", "expected", "guaranteed"] = "win"
    target: int | Literal["max"] | None = None


class Board:
    """What the pages ask: each method answers one question."""

    def __init__(self, limits: Limits, start: str = "", game: Opened | None = None) -> None:
        """`start` is what a page shows first: a text to be opened, or the name of a `game`."""
        self.jobs = Jobs(limits)
        self._start = start
        self._game = game
        self._opened: OrderedDict[tuple[str, int | None], Opened] = OrderedDict()

    def app(self) -> Starlette:
        """The application, without its guard."""
        questions: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "look": self.look,
            "step": self.step,
            "setup": self.setup,
            "open": self.open,
            "values": self.values,
            "review": self.review,
        }
        routes = [
            Route(f"/{name}", _answering(run), methods=["POST"]) for name, run in questions.items()
        ]
        routes += [Route("/", _page), Route("/start", self.start), Route("/{name}", _file)]
        return Starlette(routes=routes, exception_handlers={HanabiError: _told})

    async def start(self, _request: Request) -> Response:
        """What the page is to open first."""
        return _json({"text": self._start, "game": self._game is not None})

    async def look(self, request: Request) -> Response:
        """The board of a position."""
        asked = await _asked(request, Text)
        return _json(await asyncio.to_thread(open_position, asked.text))

    async def setup(self, request: Request) -> Response:
        """The board of a position that is put together from parts."""
        parts = await _asked(request, Parts)
        return _json(board_record(build(parts)))

    async def open(self, request: Request) -> Response:
        """Whatever was opened: a position, a game, or the games to choose from."""
        asked = await _asked(request, Text, MOST_BYTES)
        if self._named(asked.text) is None and not looks_like_game(asked.text):
            _expect_short(len(asked.text))
            return _json({"board": await asyncio.to_thread(open_position, asked.text)})
        opened = await asyncio.to_thread(self._open, asked.text, asked.number)
        if isinstance(opened, list):
            return _json({"choose": opened})
        return _json({"game": await asyncio.to_thread(game_record, opened)})

    def _named(self, text: str) -> Opened | None:
        return self._game if text == self._start else None

    def _open(self, text: str, number: int | None) -> Opened | list[str]:
        named = self._named(text)
        if named is not None:
            return named
        key = (text, number)
        found = self._opened.get(key) or open_game(text, number)
        if isinstance(found, Opened):
            self._opened[key] = found
            while len(self._opened) > MOST_OPENED:
                self._opened.popitem(last=False)
        return found

    async def step(self, request: Request) -> Response:
        """What comes of a move, or what is to be chosen before."""
        asked = await _asked(request, MoveAsked)
        position = read(asked.position)
        answers = Answers(asked.named, tuple(asked.bonuses), asked.drawn)

        def work(solver: Solver, cancel: Cancel, tell: Callable[[Record], None]) -> None:
            value = draw_value(solver, asked.objective, asked.target, cancel)
            made = step(position, asked.move, answers, value)
            if isinstance(made, Open):
                tell({"ask": made.what, "choices": made.choices})
                return
            names = asked.names if len(asked.names) == len(position.hands) else ()
            board = board_record(made.position, made.result, names)
            drawn = None if made.drawn is None else format_card(position.suits, made.drawn)
            tell({"board": board, "drawn": drawn})

        job = await self.jobs.run((_page_name(request), "step"), work)
        async for record in told(job, request.is_disconnected):
            return _json(record, 400 if "error" in record else 200)
        raise InputError(_("stopped by another question"))

    async def values(self, request: Request) -> Response:
        """The values of a position, line by line as they come."""
        asked = await _asked(request, Asked)
        read(asked.position)
        return await self._stream(
            request, "values", lambda solver, cancel, tell: values(asked, solver, cancel, tell)
        )

    async def review(self, request: Request) -> Response:
        """The check of a game, a line for each way of knowing."""
        asked = await _asked(request, ReviewAsked, MOST_BYTES)
        opened = await asyncio.to_thread(self._open, asked.text, asked.number)
        if isinstance(opened, list):
            raise InputError(_("several games: choose one"))
        names = opened.game.game.players
        return await self._stream(
            request,
            "review",
            lambda solver, cancel, tell: review_values(
                opened.course, names, asked, solver, cancel, tell
            ),
        )

    async def _stream(self, request: Request, kind: str, work: Work) -> Response:
        job = await self.jobs.run((_page_name(request), kind), work)

        async def lines() -> Any:
            async for record in told(job, request.is_disconnected):
                yield json.dumps(record) + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")


def _answering(
    run: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """A question that is answered even where something fails that nobody thought of."""

    async def answered(request: Request) -> Response:
        try:
            return await run(request)
        except HanabiError:
            raise
        except Exception as error:
            return _json({"error": own_fault(error)}, 500)

    return answered


def _page_name(request: Request) -> str:
    """The page that asks: a name of its own choice, so that its searches are told from others'."""
    name: str = request.headers.get("x-page", "")
    if not 0 < len(name) <= LONGEST_NAME:
        raise InputError(_("the question does not say which page asks"))
    return name


async def _asked(request: Request, kind: type[_T], longest: int = LONGEST_QUESTION) -> _T:
    body = await request.body()
    _expect_short(len(body), longest)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise InputError(_("not a question: {error}").format(error=error)) from None


def _expect_short(length: int, longest: int = LONGEST_QUESTION) -> None:
    if length > longest:
        problem = _("longer than any position: {length} bytes; expected at most {longest}")
        raise InputError(problem.format(length=length, longest=longest))


def _json(record: Record, status: int = 200) -> Response:
    return JSONResponse(record, status)


async def _told(_request: Request, error: Exception) -> Response:
    """What is wrong with a question, in the words of the parser; faults with their places."""
    record: Record = {"error": str(error)}
    if isinstance(error, PositionError):
        record["faults"] = [
            {"text": str(each), "column": each.column, "length": len(each.text)}
            for each in error.faults
        ]
    return _json(record, 400)


async def _page(_request: Request) -> Response:
    return Response(page(), media_type=KINDS["html"])


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in (*MODULES, "board.css"):
        return Response(status_code=404)
    content = files("hanabi_solver.board").joinpath("web", name).read_bytes()
    return Response(content, media_type=KINDS[name.rpartition(".")[2]])


class Server(uvicorn.Server):
    """Ends at once on Ctrl-C: searches are stopped, pages that wait are not waited for."""

    def __init__(self, config: uvicorn.Config, board: Board) -> None:
        """For one board."""
        super().__init__(config)
        self._board = board

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop all at once."""
        self._board.jobs.stop()
        self.force_exit = True
        super().handle_exit(sig, frame)


def serve(board: Board, place: Place) -> None:
    """Serve until Ctrl-C."""
    server(board, place).run(sockets=[place.socket])


def server(board: Board, place: Place) -> Server:
    """The server of a board, not yet running."""
    config = uvicorn.Config(
        Guard(board.app(), place.token, place.port),
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=100,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=32_000,
        timeout_graceful_shutdown=1,
        ws="none",
        lifespan="off",
        http=Patient,
        loop="asyncio",
    )
    return Server(config, board)
