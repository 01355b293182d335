"""The board in a real browser: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from boards import Served, serving
from browsing import wait
from games import played
from hanabi_solver import Solver, play
from hanabi_solver.archive import replay, write_export, write_link
from hanabi_solver.board.opened import of_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
POSITION = "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1"
BLIND = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c1 t2"
LONG = "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"
SCRIPT = "<script>document.title='bad'</script><img src=x onerror=\"document.title='bad'\">"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(POSITION) as board:
        yield board


@pytest.fixture
def opened(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Opens the page at a position; fails if the page or its policy complained of anything."""
    complaints: list[str] = []
    contexts = []

    def open_page(position: str = "", width: int = 1280, height: int = 900, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda told: (
                complaints.append(told.text)
                if told.type == "error" and "status of 400" not in told.text
                else None
            ),
        )
        page.goto(served.place.address + (f"#{position}" if position else ""))
        page.wait_for_selector("#board .hand")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def value(page: Page, move: str) -> str:
    return page.locator(f'[data-move="{move}"] .value').inner_text()


def settled(page: Page) -> None:
    wait(page, "document.getElementById('busy').textContent === ''")
    page.wait_for_selector("#exact")


def cell(page: Page, info: str, objective: str) -> str:
    return page.locator(f'[data-value="{info} {objective}"]').inner_text().replace("\n", " ")


# ---- values and moves ---------------------------------------------------------------------------


def test_every_move_shows_its_value_and_the_best_are_marked(opened: Callable[..., Page]) -> None:
    page = opened()
    settled(page)
    assert page.locator("#exact").inner_text() == "2/3"
    assert value(page, "p1") == "66.7 %"
    assert page.locator('[data-move="p1"] .exact').inner_text() == "2/3"
    assert value(page, "d1") == "0 %"
    best = page.locator("#board .move.best")
    assert [each.get_attribute("data-move") for each in best.all()] == ["p1", None]
    assert cell(page, "open", "expected") == "24.67 74/3"
    assert cell(page, "open", "guaranteed") == "24"
    assert cell(page, "seat", "win") == "69.9 % 235/336"
    page.click('[data-value="seat expected"]')
    assert page.locator("#exact").inner_text() == "8293/336"
    first = Solver().solve(POSITION, info="seat", objective="expected").moves[0].value
    assert first is not None
    assert value(page, "p1") == f"{float(first):.2f}"


def test_a_line_is_played_and_taken_back(opened: Callable[..., Page]) -> None:
    page = opened()
    page.click('[data-move="p1"]')
    page.click('[data-choice="y5"]')
    page.wait_for_selector('[data-stack="r4"]')
    assert page.input_value("#position") == "r4y4g5b3w5 y5g1y1b1w3/>b4b5w1w2g2 {r5b2} c1"
    assert "r4y4" in page.evaluate("decodeURIComponent(location.hash)")
    page.click('[data-move="p1"]')
    page.click('[data-choice="worst"]')
    page.wait_for_selector('[data-stack="b4"]')
    page.keyboard.press("Home")
    assert page.input_value("#position") == POSITION
    page.keyboard.press("End")
    assert page.locator('[data-stack="b4"]').count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#position") == POSITION
    page.click('[data-clue="2"]')
    page.click('[data-move="c2:5"]')
    page.wait_for_selector(".branch")
    assert "b5(5)" in page.input_value("#position")
    page.keyboard.press("ArrowUp")
    assert page.locator('[data-stack="r4"]').count() == 1
    settled(page)


@pytest.mark.parametrize("draw", ["likeliest", "worst", "game"])
def test_the_card_drawn_is_settled_for_the_next_moves(
    opened: Callable[..., Page], draw: str
) -> None:
    deck = {"likeliest": "{r5y5r1r1}", "worst": "{r5y5b2}", "game": "[y5r5b2]"}[draw]
    position = POSITION.replace("{r5y5b2}", deck)
    card = {"likeliest": "r1", "game": "y5"}.get(draw) or min(
        ("r5", "y5", "b2"),
        key=lambda card: Solver().solve(play(position, "p1", card).position, objective="win").value,
    )
    page = opened(position)
    page.click(f"#draw input[value={draw}]")
    page.click('[data-move="p1"]')
    page.wait_for_selector('[data-stack="r4"]')
    assert page.input_value("#position").split()[1].startswith(f"{card}g1y1b1w3/")


def test_the_address_is_a_bookmark(opened: Callable[..., Page]) -> None:
    page = opened()
    page.click('[data-move="d2"]')
    page.click('[data-choice="likeliest"]')
    wait(page, f"document.getElementById('position').value !== {POSITION!r}")
    text = page.input_value("#position")
    again = opened()
    again.goto(page.url)
    again.reload()
    again.wait_for_selector("#exact")
    assert again.input_value("#position") == text


def test_where_the_goal_is_out_of_reach_points_are_asked_for(opened: Callable[..., Page]) -> None:
    page = opened("r2y1g4b4p5 b3p2p1y3r4/b4p3y3b5y4/>r1r2g2r1r5 {g5y2}")
    settled(page)
    pressed = page.locator('[data-value][aria-pressed="true"]').get_attribute("data-value")
    assert pressed == "open expected"


def test_the_end_of_a_game_is_said(opened: Callable[..., Page]) -> None:
    page = opened("r4y5 >r5/y1 {} t1")
    page.click('[data-move="p1"]')
    page.wait_for_selector(".over")
    assert "10 points" in page.locator(".over").inner_text()
    page.keyboard.press("ArrowLeft")
    settled(page)


def test_hidden_hands_are_stopped_by_the_next_question(
    opened: Callable[..., Page], served: Served
) -> None:
    page = opened(LONG)
    page.click('[data-value="hidden win"]')
    wait(
        page, "document.querySelector('[data-value=\"hidden win\"]').innerText.includes('\\u2013')"
    )
    assert served.board.jobs.running >= 1
    page.fill("#position", BLIND)
    page.press("#position", "Enter")
    wait(page, f"document.getElementById('position').value === '{BLIND}'")
    settled(page)
    assert page.locator("#exact").inner_text() == "1/2"
    assert "anything else" in page.locator("#policy").inner_text()
    assert served.until_idle()
    assert page.locator('[data-move="c2r"] .value').inner_text() == "25 %"


def test_a_page_that_is_left_leaves_no_search(opened: Callable[..., Page], served: Served) -> None:
    page = opened(LONG)
    wait(page, "document.getElementById('busy').textContent !== ''")
    page.goto("about:blank")
    assert served.until_idle()


# ---- setting up ---------------------------------------------------------------------------------


def test_a_position_is_set_up_and_its_values_are_read(opened: Callable[..., Page]) -> None:
    page = opened("r4y4 >r1/y1 {} c0")
    page.click("#edit")
    for card in ("r5", "y5"):
        page.click(f'[data-card="{card}"]')
    page.click('[data-key="z1"]')
    page.click('[data-card="y2"]')
    page.drag_and_drop('[data-card="r2"]', '[data-zone="deck"]')
    page.fill('[aria-label="clue tokens"]', "1")
    page.press('[aria-label="clue tokens"]', "Tab")
    wait(page, "document.getElementById('position').value === 'r4y4 >r1r5y5/y1y2 {r2} c1'")
    page.click('[data-key="c0.1"]')
    page.click('.marking [data-key="k5"]')
    wait(page, "document.getElementById('position').value.includes('r5(5)')")
    page.click('[data-zone="0"] [data-key="c0.0"]')
    page.click('[data-key="away"]')
    wait(page, "document.getElementById('position').value.includes('>r5(5)y5/')")
    page.click("#edit")
    settled(page)
    assert page.locator("#exact").inner_text() == "1"
    assert value(page, "p1") == "100 %"


def test_cards_are_laid_on_stacks_and_pile_and_taken_from_there(
    opened: Callable[..., Page],
) -> None:
    page = opened("r3y4 >r4y1/y5 {y2} c1")
    page.click("#edit")

    def drag(card: str, zone: str, *, becomes: str) -> None:
        page.drag_and_drop(card, f'[data-zone="{zone}"]')
        wait(page, f"document.getElementById('position').value === '{becomes}'")

    drag('[data-key="c0.0"]', "stacks", becomes="r4y4 >y1/y5 {y2} c1")
    drag('[data-key="c0.0"]', "pile", becomes="r4y4 >-/y5 {y2} c1")
    drag('[data-zone="pile"] [aria-label^="yellow 1"] >> nth=0', "0", becomes="r4y4 >y1/y5 {y2} c1")
    page.click('[data-key="zstacks"]')
    page.click('[data-card="r2"]')
    wait(page, "document.getElementById('position').value === 'r2y4 >y1/y5 {y2} c1'")


def test_bounds_hold_as_they_are_written(opened: Callable[..., Page]) -> None:
    page = opened()

    def told(lower: str, upper: str, objective: str) -> Any:
        asked = {"lower": lower, "upper": upper}
        script = "(asked) => import('./numbers.js').then((module) => module.told(...asked))"
        return page.evaluate(script, [asked, objective]).replace("\N{EN DASH}", " to ")

    assert told("1/99999", "99998/99999", "win") == "0.0 to 100.0 %"
    assert told("0", "5/8", "win") == "0 to 62.5 %"
    assert told("1/3", "2/3", "win") == "33.3 to 66.7 %"
    assert told("1/300", "2499999/100000", "expected") == "0.00 to 25.00"
    assert told("11", "22", "guaranteed") == "11 to 22"


def test_what_is_impossible_is_said_at_once(opened: Callable[..., Page]) -> None:
    page = opened()
    page.click("#edit")
    page.click('[data-card="g5"]')
    page.wait_for_selector("#error p")
    assert (
        "more copies" in page.locator("#error").inner_text()
        or "g5" in page.locator("#error").inner_text()
    )
    page.click("#edit")
    page.fill("#position", "r3y4g5b3w5 >r4g1y1y6/b4b5w1w2 {r5y5b2}")
    wait(page, "document.getElementById('error').innerText.includes('rank 6')")
    assert "column 19" in page.locator("#error").inner_text()


def test_the_string_is_copied(opened: Callable[..., Page]) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    page.click("#copy")
    wait(page, "document.getElementById('copied').textContent !== ''")
    assert page.evaluate("navigator.clipboard.readText()") == POSITION


# ---- games --------------------------------------------------------------------------------------


def load(page: Page, text: str) -> None:
    page.set_input_files(
        "#file", {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def lost_game() -> str:
    """A game of random moves, which lost something by the end."""
    return write_export(played(LOSING, players=2)).decode()


LOSING = 8


def test_the_worst_move_of_a_game_is_found_and_the_better_one_shown(
    opened: Callable[..., Page],
) -> None:
    page = opened()
    page.click('[data-value="open expected"]')
    load(page, lost_game())
    page.wait_for_selector("#review svg")
    page.wait_for_selector("#worst")
    wait(page, "document.querySelectorAll('#review .small').length > 0")
    page.click("#worst")
    note = page.locator("#loss").inner_text()
    assert re.search(r"Better: .+", note)
    made = page.locator("#board .move.made .value").first
    best = page.locator("#board .move.best .value").first
    assert made.inner_text() != best.inner_text()
    turn = page.locator("#worst").inner_text().split()[-1]
    page.keyboard.press("ArrowRight")
    current = page.locator('[aria-current="step"]').inner_text()
    assert current.startswith(f"{turn}.")
    page.keyboard.press("ArrowLeft")
    page.click("#board .move.best >> nth=0")
    page.wait_for_selector(".branch, #choice button")
    page.locator("#review .dot").first.click()
    assert page.locator("#loss").count() == 1


def test_script_in_names_and_variants_is_text(opened: Callable[..., Page]) -> None:
    page = opened()
    text = lost_game().replace('"P1"', '"' + SCRIPT.replace('"', '\\"') + '"')
    load(page, text)
    page.wait_for_selector("#review h2")
    assert SCRIPT in page.locator("#review h2").inner_text()
    for attack in (f"r3 {SCRIPT} x", f"r4y4 >r5/y5 {{}} variant={SCRIPT.replace(' ', '')}"):
        page.fill("#position", attack)
        page.press("#position", "Enter")
        page.wait_for_selector("#error p")
    assert page.title() == "hanabi-solver"
    assert page.locator("main img, #error script, #review script").count() == 0


def test_a_link_is_pasted_and_its_turn_shown(opened: Callable[..., Page]) -> None:
    page = opened()
    link = write_link(played(LOSING, players=2)) + "#70"
    page.fill("#position", link)
    page.press("#position", "Enter")
    page.wait_for_selector("#review svg")
    assert page.locator('[aria-current="step"]').inner_text().startswith("69.")
    page.locator("svg .column").last.click()
    assert not page.locator('[aria-current="step"]').inner_text().startswith("69.")


def test_a_page_that_is_loaded_again_stays_in_its_game(browser: Browser) -> None:
    game = of_game(replay(played(LOSING, players=2)), 70)
    with serving("game.json", game) as board:
        page = browser.new_page()
        page.goto(board.place.address)
        page.wait_for_selector("#review svg")
        page.keyboard.press("ArrowRight")
        assert page.locator('[aria-current="step"]').inner_text().startswith("70.")
        page.reload()
        page.wait_for_selector("#review svg")
        wait(page, "document.querySelector('[aria-current=step]').innerText.startsWith('70.')")
        page.close()


def test_beside_the_game_s_line_one_can_try_and_come_back(opened: Callable[..., Page]) -> None:
    page = opened()
    page.click('[data-value="open expected"]')
    load(page, lost_game())
    page.wait_for_selector("#worst")
    page.click("#worst")
    at = page.input_value("#position")
    page.click("#draw input[value=likeliest]")
    page.locator("#board .hand.mover .move.made, #board .hand.mover .move").first.click()
    wait(page, f"document.getElementById('position').value !== {at!r}")
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#position") == at
    page.locator("#board .hand.mover .move >> nth=-1").click()
    wait(page, f"document.getElementById('position').value !== {at!r}")
    assert page.locator(".branch").count() >= 1
    page.keyboard.press("ArrowLeft")
    assert page.locator("#loss").count() == 1, "the game's own move is judged again"


# ---- for everybody ------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("setting", [False, True])
def test_a_well_kept_checker_finds_nothing(
    opened: Callable[..., Page], scheme: str, setting: bool
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(BLIND, color_scheme=scheme)
    settled(page)
    if setting:
        page.click("#edit")
    else:
        page.click('[data-value="hidden win"]')
        settled(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(
    "position", [POSITION, "r2y1g4b4p5 b3p2p1y3r4/b4p3y3b5y4/>r1r2g2r1r5 {g5y2}"]
)
def test_it_fits_on_a_phone(opened: Callable[..., Page], position: str) -> None:
    page = opened(position, width=360, height=740, has_touch=True, is_mobile=True)
    page.wait_for_selector("#exact")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("#edit")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("#edit")
    page.locator('[data-move="d2"]').tap()
    page.wait_for_selector("#choice button, .step[aria-current]")
    box = page.locator('[data-key="back"]').bounding_box()
    assert box is not None
    assert box["height"] >= 24


def test_the_keyboard_alone_will_do(opened: Callable[..., Page]) -> None:
    page = opened()
    settled(page)

    def to(selector: str) -> None:
        for _ in range(80):
            if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{selector} is not reached with Tab")

    to('[data-move="p1"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#choice button")
    to('[data-choice="r5"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-stack="r4"]')
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#position") == POSITION
    to('[data-value="seat win"]')
    page.keyboard.press("Space")
    assert page.locator("#exact").inner_text() == "235/336"
    focused = page.evaluate("document.activeElement.dataset.value")
    assert focused == "seat win", "the focus stays where it was"


# ---- pictures -----------------------------------------------------------------------------------


def test_pictures_for_the_documentation(opened: Callable[..., Page], tmp_path: Path) -> None:
    """`HANABI_PICTURES=docs/pictures pytest tests/test_board_page.py -k pictures` writes them."""
    folder = Path(os.environ.get("HANABI_PICTURES", tmp_path))
    folder.mkdir(exist_ok=True)
    page = opened(width=1100, height=640)
    settled(page)
    page.screenshot(path=folder / "board.png")
    page.click('[data-move="p1"]')
    page.wait_for_selector("#choice button")
    page.screenshot(path=folder / "board-draw.png")
    page = opened(BLIND, width=1100, height=640)
    page.click('[data-value="hidden win"]')
    page.wait_for_selector("#policy")
    page.screenshot(path=folder / "board-hidden.png")
    page = opened(width=1100, height=860)
    page.click("#edit")
    page.screenshot(path=folder / "board-set-up.png")
    page = opened(width=380, height=820, color_scheme="dark")
    settled(page)
    page.screenshot(path=folder / "board-phone.png")
    assert all(file.stat().st_size > 10_000 for file in folder.glob("board*.png"))
