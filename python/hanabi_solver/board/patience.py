"""Connections that do not come to the point are closed: the server has few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

PATIENCE = 10.0
"""Seconds for a request to come whole: its head, and then its body."""


class Patient(H11Protocol):
    """Closes a connection on which a head has not come whole from one look to the next. The
    protocol itself waits for the first byte of one at most, and for the first head for ever.
    """

    _begun = False
    """Whether a head had begun to come, or was to be the first, at the last look."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Look from now on."""
        super().connection_made(transport)
        self._begun = True
        self.loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        coming = self.conn.their_state is h11.IDLE and (
            self.cycle is None or bool(self.conn.trailing_data[0])
        )
        if coming and self._begun:
            self.transport.close()
            return
        self._begun = coming
        self.loop.call_later(PATIENCE, self._look)
