"""A board served in the tests' own process."""

from __future__ import annotations

import http.client
import json
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hanabi_solver.board.place import LOOPBACK, Place
from hanabi_solver.board.server import Board, server
from hanabi_solver.system.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.board.opened import Opened


@dataclass
class Served:
    """A board that answers, and ways to ask it."""

    board: Board
    place: Place

    def send(
        self,
        path: str,
        body: bytes | None = None,
        *,
        method: str = "",
        prefix: str | None = None,
        **headers: str,
    ) -> tuple[int, bytes, dict[str, str]]:
        """The status, body and headers of an answer. Headers are given with `_` for `-`."""
        connection = http.client.HTTPConnection(LOOPBACK, self.place.port, timeout=20)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            given = {"content-type": "application/json", "x-page": "test", **given}
        try:
            connection.request(
                method or ("GET" if body is None else "POST"),
                f"/{self.place.token if prefix is None else prefix}/{path}",
                body,
                {name: value for name, value in given.items() if value},
            )
            answer = connection.getresponse()
            return answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
        finally:
            connection.close()

    def ask(self, path: str, question: object, page: str = "test") -> Any:
        """The answer to a question of the page; several records where they come line by line."""
        _status, body, headers = self.send(path, json.dumps(question).encode(), x_page=page)
        if headers.get("content-type", "").startswith("application/x-ndjson"):
            return [json.loads(line) for line in body.splitlines()]
        return json.loads(body)

    def until_idle(self, seconds: float = 5) -> bool:
        """Whether every search has ended within some seconds."""
        end = time.monotonic() + seconds
        while self.board.jobs.running and time.monotonic() < end:
            time.sleep(0.01)
        return not self.board.jobs.running


@contextmanager
def serving(start: str = "", game: Opened | None = None) -> Iterator[Served]:
    """A board while the block runs."""
    place = Place()
    board = Board(Limits(threads=1, memory="2GB"), start, game)
    running = server(board, place)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [place.socket]})
    thread.start()
    try:
        while not running.started:
            time.sleep(0.01)
        yield Served(board, place)
    finally:
        board.jobs.stop()
        running.force_exit = True
        running.should_exit = True
        thread.join(10)
        place.socket.close()
