"""What every test starts from, and the browser that tests of pages share."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# Texts for people are compared in English, whatever the locale of the machine.
os.environ["LANGUAGE"] = "en"
for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "HANABI_DEBUG"):
    os.environ.pop(name, None)

# A shell without job control starts what stands before `&` with Ctrl-C ignored, and programs hand
# that down: the tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a file: it takes a second to start. While it runs so does an event loop,
    and tests of asyncio want one of their own.
    """
    from browsing import browsing

    with browsing() as started:
        yield started
