"""From a click on the board to all its values: `python benches/board.py [FILE] [--browser]`.

FILE has a JSON object a line with `position`; without it those beside the checkout are taken. The
board is served as `hanabi-solver board` does it. As the page does after a click, a question for
the position is followed by one for its values, open hands first, then the seat, three
objectives each; the time runs from the first byte sent until all of a way of knowing are exact.
With `--browser` Chromium opens the page itself, and the time runs from Enter in its field until all
values stand there. Seconds are those of the wall.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hanabi_solver import format_position, parse_position

if TYPE_CHECKING:
    from collections.abc import Iterator

BESIDE = Path(os.environ.get("HANABI_SHARED", Path(__file__).parents[2] / "shared"))
OBJECTIVES = ("win", "expected", "guaranteed")
WAYS = ("open", "seat")
PATIENCE = 60.0
"""Seconds for a position."""


@contextmanager
def served(*more: str) -> Iterator[str]:
    """The address of a board of its own."""
    command = [sys.executable, "-m", "hanabi_solver", "board", "--no-browser", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def over_http(address: str, positions: list[str]) -> list[dict[str, float]]:
    """Seconds until a way of knowing was exact, for every position."""
    host, prefix = address.removeprefix("http://").rstrip("/").split("/")
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    headers = {"content-type": "application/json", "x-page": "bench"}

    def asked(name: str, question: object) -> http.client.HTTPResponse:
        connection.request("POST", f"/{prefix}/{name}", json.dumps(question), headers)
        return connection.getresponse()

    found = []
    for position in positions:
        started = time.monotonic()
        board = json.loads(asked("open", {"text": position}).read())["board"]
        cells = [(info, objective) for info in WAYS for objective in OBJECTIVES]
        answer = asked("values", {"position": board["position"], "cells": cells})
        taken: dict[str, float] = {}
        left = set(cells)
        for line in answer:
            record = json.loads(line)
            if record["stop"] is None and record["status"] == "exact":
                left.discard((record["info"], record["objective"]))
            for info in WAYS:
                if info not in taken and not any(info == each for each, _objective in left):
                    taken[info] = time.monotonic() - started
        found.append(taken)
    return found


def in_browser(address: str, positions: list[str]) -> list[dict[str, float]]:
    """Seconds until all values stood on the page."""
    from playwright.sync_api import sync_playwright

    shown = """(text) => decodeURIComponent(location.hash.slice(1)) === text
        && document.querySelector("#busy").textContent === ""
        && document.querySelectorAll("[data-value^=open] span, [data-value^=seat] span").length"""
    found = []
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        page = playwright.chromium.launch(executable_path=path, args=options).new_page()
        page.goto(address)
        page.wait_for_selector("#exact")
        for position in positions:
            page.fill("#position", position)
            started = time.monotonic()
            page.press("#position", "Enter")
            while not page.evaluate(shown, format_position(parse_position(position))):
                assert time.monotonic() - started < PATIENCE, position
            found.append({"all": time.monotonic() - started})
    return found


def main() -> None:
    """Print, by way of knowing, how many there were, the median, the 95th of 100, the worst."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--threads", default="1")
    asked = parser.parse_args()
    file = asked.file or BESIDE / "vectors" / "real-endgames.jsonl"
    if not file.exists():
        print(f"skipped: {file} is not there")
        return
    lines = file.read_text(encoding="utf-8").splitlines()
    positions = [json.loads(line)["position"] for line in lines]
    with served("--threads", asked.threads) as address:
        found = (in_browser if asked.browser else over_http)(address, positions)
    for way in ("all",) if asked.browser else WAYS:
        seconds = sorted(each[way] for each in found if way in each)
        median, most = (seconds[len(seconds) * share // 100] for share in (50, 95))
        print(
            f"{way:5} {len(seconds)} of {len(found)} exact, median {median:.3f} s,"
            f" 95 % within {most:.3f} s, worst {seconds[-1]:.3f} s"
        )


if __name__ == "__main__":
    main()
