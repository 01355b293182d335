"""What the server lets in: requests of its own page alone, of bounded size, number and time."""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from typing import TYPE_CHECKING

from hanabi_solver.board import patience
from hanabi_solver.board.place import LOOPBACK

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import Any

    Message = MutableMapping[str, Any]
    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 2_000_000
"""Bytes of a request: more than any game has."""
MOST_HEAD = 16_000
"""Bytes of a request's headers."""
MOST_AT_ONCE = 32
"""Requests in work."""
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        b"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Stands before the application. Whoever does not know the token learns nothing; a page from
    elsewhere is refused by its origin, a name that only points here by the Host header.
    """

    def __init__(self, app: App, token: str, port: int) -> None:
        """The address is `http://127.0.0.1:PORT/TOKEN/`."""
        self._app = app
        self._prefix = f"/{token}".encode()
        self._hosts = {f"{name}:{port}".encode() for name in (LOOPBACK, "localhost")}
        self._at_once = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        status = self._refusal(scope)
        if status:
            await _refuse(send, status)
        elif self._at_once >= MOST_AT_ONCE:
            await _refuse(send, 503)
        else:
            self._at_once += 1
            try:
                await self._let_in(scope, receive, send)
            finally:
                self._at_once -= 1

    def _refusal(self, scope: Scope) -> int:
        """The status that a request is refused with by its head, 0 if it is not."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEAD:
            return 431
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-type") and name in headers:
                return 400
            headers[name] = value
        if headers.get(b"host") not in self._hosts:
            return 421
        path = scope["path"].encode()
        if not compare_digest(path[: len(self._prefix)], self._prefix):
            return 404
        if path[len(self._prefix) :][:1] != b"/":
            return 404
        origin = b"http://" + headers[b"host"]
        if headers.get(b"origin", origin) != origin:
            return 403
        if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            return 403
        if scope["method"] == "POST":
            # No form of another page can send this.
            if headers.get(b"content-type", b"").split(b";")[0].strip() != b"application/json":
                return 415
            size = headers.get(b"content-length", b"0")
            if not size.isdigit() or len(size) > 9:
                return 400
            return 413 if int(size) > MOST_BYTES else 0
        return 0 if scope["method"] in ("GET", "HEAD") else 405

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        if scope["method"] == "POST":
            try:
                body = await asyncio.wait_for(_whole(receive), patience.PATIENCE)
            except TimeoutError:
                await _refuse(send, 408)
                return
            except _TooLargeError:
                await _refuse(send, 413)
                return
            except ConnectionError:
                return
        given = False

        async def known() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def covered(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
            await send(message)

        path = scope["path"][len(self._prefix) :]
        await self._app({**scope, "path": path, "raw_path": path.encode()}, known, covered)


class _TooLargeError(Exception):
    """More bytes came than any question has."""


async def _whole(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        part: bytes = message.get("body", b"")
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise _TooLargeError
        if not message.get("more_body"):
            return b"".join(parts)


async def _refuse(send: Send, status: int) -> None:
    """No word of what is here, and the connection is not kept."""
    headers = [(b"content-length", b"0"), (b"connection", b"close"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
