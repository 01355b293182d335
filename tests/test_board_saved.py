"""Pages that need no server, in a real browser: a check with its values inside, and puzzles."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import wait
from command import run
from games import played
from hanabi_solver.archive import write_export

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

SCRIPT = "<img src=x onerror=\"document.title='bad'\">"
SEAT = "r4y5 >r1r5{marks}/y1y2 {{}} c0 s2 t2"


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a file; fails if the page or its policy complained, or asked for anything else."""
    complaints: list[str] = []
    contexts = []

    def open_page(path: Path, width: int = 1280, height: int = 900, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text))
        page.on(
            "request",
            lambda asked: complaints.append(asked.url) if asked.url != path.as_uri() else None,
        )
        page.goto(path.as_uri())
        page.wait_for_selector(".hand")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a game of random moves, whose players have names that could do harm."""
    folder = tmp_path_factory.mktemp("checked")
    text = write_export(played(8, players=2)).decode()
    text = text.replace('"P1"', '"' + SCRIPT.replace('"', '\\"') + '"')
    (folder / "game.json").write_text(text, encoding="utf-8")
    out = folder / "page.html"
    asked = ("--from-deck", "3", "--objective", "expected", "--html", str(out))
    assert run("check", str(folder / "game.json"), *asked).status == 0
    return out


def test_the_answers_come_first_then_one_chart_of_three_lines(
    opened: Callable[..., Page], checked: Path
) -> None:
    page = opened(checked)
    told = page.locator(".told").first.inner_text()
    assert "could be reached" in told or "out of reach" in told
    assert "At the table: turn" in told
    assert page.locator("svg").count() == 1
    lines = [each.get_attribute("class") for each in page.locator("svg polyline").all()]
    assert sorted(str(each) for each in lines) == ["line open", "line perfect", "line seat"]
    assert SCRIPT in page.locator("h1").inner_text()
    assert page.title().startswith(SCRIPT)
    assert page.locator("img").count() == 0


def test_it_is_the_board_with_the_values_of_every_turn(
    opened: Callable[..., Page], checked: Path
) -> None:
    page = opened(checked)
    assert page.locator("#loss").count() == 1, "it begins at the first mistake"
    assert page.locator("#board .move.made").count() > 0
    best = page.locator("#board .move.best .value").first.inner_text()
    assert best != page.locator("#board .move.made .value").first.inner_text()
    page.click('[data-value="open expected"]')
    assert page.locator("#exact").count() == 1
    last = page.locator(".turns tbody tr a").last
    number = last.inner_text()
    last.click()
    assert page.locator('.turns [aria-current="true"] a').inner_text() == number
    page.keyboard.press("ArrowRight")
    assert page.locator(".over").count() == 1
    page.keyboard.press("ArrowLeft")
    page.locator("#board .move.made:enabled, #board .move.clue.made").first.click()
    page.keyboard.press("Home")
    page.locator("svg .dot").last.click()
    assert page.locator("#loss").count() == 1


@pytest.mark.parametrize(("marks", "dots"), [("", ["dot hindsight"]), ("(5)", ["dot table"])])
def test_a_loss_in_hindsight_is_told_from_one_at_the_table(
    opened: Callable[..., Page], tmp_path: Path, marks: str, dots: list[str]
) -> None:
    out = tmp_path / "page.html"
    position = SEAT.format(marks=marks)
    asked = ("--line", "p1", "--info", "all", "--objective", "win", "--html", str(out))
    assert run("check", position, *asked).status == 0
    page = opened(out)
    assert [each.get_attribute("class") for each in page.locator("svg .dot").all()] == dots
    assert ("only in hindsight" in page.locator("#loss").inner_text()) == (not marks)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_well_kept_checker_finds_nothing(
    opened: Callable[..., Page], checked: Path, tmp_path: Path, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(opened(checked, color_scheme=scheme))
    assert found.violations_count == 0, found.generate_report()
    out = tmp_path / "puzzles.html"
    assert run("puzzles", "--count", "1", "--deck", "2", "--out", str(out)).status == 0
    page = opened(out, color_scheme=scheme)
    page.click("#solution1 summary")
    page.click("#board1 .move >> nth=0")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_it_fits_on_a_phone_and_on_paper(opened: Callable[..., Page], checked: Path) -> None:
    page = opened(checked, width=360, height=740, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page = opened(checked, width=794, height=1100, color_scheme="dark")
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.emulate_media(media="print")
    losses = page.locator("svg .dot").count()
    assert page.locator("#printed .sheet:visible").count() == losses > 0
    assert page.locator("#printed .move.best:visible").count() >= losses
    assert not page.locator("#board").is_visible()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)"


def test_a_puzzle_hides_its_solution_until_it_is_asked_for(
    opened: Callable[..., Page], tmp_path: Path
) -> None:
    out = tmp_path / "puzzles.html"
    assert run("puzzles", "--count", "2", "--deck", "2", "--out", str(out)).status == 0
    page = opened(out)
    assert page.locator(".puzzle .hand.mover").count() == 2
    assert page.locator(".move .value, .move.best").count() == 0
    page.click("#board1 .hand.mover .move >> nth=0")
    first = page.locator("#answer1").inner_text()
    assert re.search("this is best|something better", first)
    page.click("#solution1 summary")
    wait(page, "document.querySelectorAll('#board1 .move.best').length > 0")
    assert page.locator("#board2 .move .value").count() == 0
    page.locator("#board1 .move.best").first.click()
    page.click("#solution1 summary")
    wait(page, "document.querySelectorAll('.move .value').length === 0")


def test_pictures_for_the_documentation(opened: Callable[..., Page], tmp_path: Path) -> None:
    """`HANABI_PICTURES=docs/pictures pytest tests/test_board_saved.py -k pictures` writes them."""
    folder = Path(os.environ.get("HANABI_PICTURES", tmp_path))
    game = tmp_path / "game.json"
    game.write_bytes(write_export(played(8, players=2)))
    out = tmp_path / "page.html"
    asked = ("--from-deck", "3", "--objective", "expected", "--html", str(out))
    assert run("check", str(game), *asked).status == 0
    opened(out, width=1100, height=760).screenshot(path=folder / "board-review.png")
    assert (folder / "board-review.png").stat().st_size > 10_000
