"""A real browser for the tests of pages: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


def browser_path() -> str:
    """Chromium of this machine. Where the checks run it has to be there."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium not found")
    assert found is not None
    return found


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser while the block runs."""
    from playwright.sync_api import sync_playwright

    path = browser_path()
    with sync_playwright() as playwright:
        # Chromium's sandbox refuses to run as root.
        started = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        yield started
        started.close()


def wait(page: Page, expression: str, seconds: float = 15) -> None:
    """Wait until something holds in the page. Playwright's own way to do it needs `eval` in the
    page, which its policy forbids.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)
