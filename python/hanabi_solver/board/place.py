"""Where a board is served: its socket, and its address with the token."""

from __future__ import annotations

import os
import re
import secrets
import socket
from pathlib import Path

LOOPBACK = "127.0.0.1"

_TOKEN = re.compile(r"[\w-]{32,64}", re.ASCII)


class Place:
    """A socket of the loopback address, and the address of the page there."""

    def __init__(self, port: int = 0, token: str = "") -> None:
        """Port 0 is any that is free. OSError where the port is taken."""
        # With its protocol named, asyncio sends each answer at once: else some wait 40 ms for
        # the acknowledgement of the part before.
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind((LOOPBACK, port))
        # Who comes before the server is ready waits.
        self.socket.listen()
        self.port: int = self.socket.getsockname()[1]
        self.token = token or secrets.token_urlsafe(24)

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{LOOPBACK}:{self.port}/{self.token}/"


def kept_token(port: int) -> str:
    """The token of the boards at a port, the same each time: so that bookmarks last. Nobody else
    may read its file.
    """
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    file = state / "hanabi-solver" / f"board-{port}"
    if file.is_file():
        token = file.read_text(encoding="ascii", errors="replace")
        if _TOKEN.fullmatch(token):
            return token
        file.unlink()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    token = secrets.token_urlsafe(24)
    file.touch(mode=0o600, exist_ok=False)
    file.write_text(token, encoding="ascii")
    return token
