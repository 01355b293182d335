"""The server of the board: what it answers, and what it does not let in."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from boards import Served, serving
from command import PROGRAM
from games import played
from hanabi_solver import Solver
from hanabi_solver.archive import replay, write_export
from hanabi_solver.board.jobs import MOST_SEARCHES
from hanabi_solver.core.answer import OBJECTIVES

if TYPE_CHECKING:
    from collections.abc import Iterator

POSITION = "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1"
LONG = "r2y2g1b2w1 >y3b4r1r4/r3w3g3y1 {b3b4b5g2g3g4g5r4r5w2w3w4w5y3y4y5} c2"
SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as board:
        yield board


def values(served: Served, position: str, info: str = "open", objective: str = "win") -> Any:
    asked = {"position": position, "cells": [[info, objective]]}
    return served.ask("values", asked)


# ---- answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("info", ["open", "seat", "hidden"])
@pytest.mark.parametrize("objective", ["win", "expected", "guaranteed"])
def test_values_are_those_of_the_api(served: Served, info: str, objective: str) -> None:
    position = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c1"
    told = values(served, position, info, objective)[-1]
    solution = Solver().solve(position, info=info, objective=objective)  # type: ignore[arg-type]
    assert str(told["value"]) == str(solution.value)
    assert len(told["moves"]) == len(solution.moves)


def test_every_value_asked_for_comes_once_it_is_exact(served: Served) -> None:
    asked = {
        "position": POSITION,
        "cells": [[info, each] for info in ("seat", "open", "perfect") for each in OBJECTIVES],
    }
    told = served.ask("values", asked)
    assert [(each["info"], each["objective"]) for each in told[:4]] == [
        ("seat", "guaranteed"),
        ("seat", "expected"),
        ("seat", "win"),
        ("open", "guaranteed"),
    ]
    exact = {(each["info"], each["objective"]) for each in told if each["status"] == "exact"}
    assert len(exact) == 6, "the order of the deck is not known"


def test_a_position_as_the_page_draws_it(served: Served) -> None:
    board = served.ask("look", {"text": POSITION})
    assert board["position"] == POSITION
    assert board["hands"][0]["cards"][0] == {
        "card": "r4",
        "suit": 0,
        "rank": 4,
        "playable": True,
        "critical": True,
        "marks": "",
    }
    assert {"move": "p1", "words": "play r4", "kind": "p", "slot": 1} in board["moves"]
    clue = next(move for move in board["moves"] if move["move"] == "c2b")
    assert clue["touches"] == [1, 2]
    assert board["infos"]["open"] is None
    assert "order of the deck" in board["infos"]["perfect"]


def test_a_bad_position_is_refused_in_the_words_of_the_parser(served: Served) -> None:
    told = served.ask("look", {"text": "r3y4g5b3w5 >r4g1y1y6/b4b5w1w2 {r5y5b2}"})
    assert told["error"] == "hands, column 19: 'y6': rank 6 does not exist; expected y1 to y5"
    assert told["faults"][0]["column"] == 19


def test_a_move_whose_draw_is_open_asks_for_it(served: Served) -> None:
    asked = {"position": POSITION, "move": "p1"}
    told = served.ask("step", asked)
    assert told == {"ask": "drawn", "choices": [["r5", 1], ["y5", 1], ["b2", 1]]}
    made = served.ask("step", asked | {"drawn": "y5"})
    assert made["drawn"] == "y5"
    assert made["board"]["position"] == ("r4y4g5b3w5 y5g1y1b1w3/>b4b5w1w2g2 {r5b2} c1")


def test_the_worst_draw_is_the_one_of_least_value(served: Served) -> None:
    made = served.ask("step", {"position": POSITION, "move": "p1", "drawn": "worst"})
    solver = Solver()
    worth = {}
    for card in ("r5", "y5", "b2"):
        after = served.ask("step", {"position": POSITION, "move": "p1", "drawn": card})
        worth[card] = solver.solve(after["board"]["position"], moves=False).value
    assert worth[made["drawn"]] == min(worth.values())  # type: ignore[type-var]


def test_the_likeliest_draw_has_most_copies(served: Served) -> None:
    position = "r3y4g5b5w5 >r4y1/y5b1 {r5g1g1}"
    made = served.ask("step", {"position": position, "move": "p1", "drawn": "likeliest"})
    assert made["drawn"] == "g1"


def test_the_order_of_the_deck_is_followed_or_left(served: Served) -> None:
    asked = {"position": "r3y4g5b5w5 >r4y1/y5b1 [r5g1]", "move": "p1"}
    assert served.ask("step", asked)["drawn"] == "r5"
    assert served.ask("step", asked)["board"]["ordered"]
    other = served.ask("step", asked | {"drawn": "g1"})
    assert (other["drawn"], other["board"]["ordered"]) == ("g1", False)


def test_a_game_that_ends_has_a_score_and_no_string(served: Served) -> None:
    made = served.ask("step", {"position": "r4y5 r5/>y1 {} t1", "move": "p1"})
    assert (made["board"]["over"], made["board"]["position"]) == (9, None)
    assert made["board"]["moves"] == []


def test_an_unspecified_card_is_named_first(served: Served) -> None:
    asked = {"position": "r4y5 >xxr1/y1y2 {r5y1y4} c1", "move": "p1", "drawn": "likeliest"}
    told = served.ask("step", asked)
    assert told["ask"] == "named"
    moves = served.ask("look", {"text": asked["position"]})["moves"]
    assert [move["words"] for move in moves[:2]] == ["play slot 1", "play r1"]
    assert served.ask("step", asked | {"named": "r5"})["board"]["stacks"] == [5, 5]


def test_a_bonus_is_chosen(served: Served) -> None:
    position = "r4y3 >r5y4/y5y1 {y1r1} c1 bonus=flamboyants"
    asked = {"position": position, "move": "p1"}
    told = served.ask("step", asked)
    assert told["ask"] == "bonus"
    assert ["token", 1] in told["choices"]
    made = served.ask("step", asked | {"bonuses": ["token"], "drawn": "y1"})
    assert made["board"]["tokens"] == 2


def test_parts_are_put_together(served: Served) -> None:
    parts = {
        "stacks": {"r": 4, "y": 4},
        "hands": [["r5(5)", "y5"], ["y1"]],
        "deck": ["r1"],
        "tokens": 1,
    }
    assert served.ask("setup", parts)["position"] == "r4y4 >r5(5)y5/y1 {r1} c1"
    bad = served.ask("setup", parts | {"deck": ["r5"]})
    assert "r5" in bad["error"]


def test_a_variant_brings_its_suits(served: Served) -> None:
    parts = {
        "stacks": {"r": 4, "m": 2},
        "hands": [["m5"], ["r1"], []],
        "deck": [],
        "options": {"variant": "black-powder"},
        "fit": True,
    }
    board = served.ask("setup", parts)
    assert board["position"] == "r4k0 >-/r1/- {} t3 variant=black-powder"


def test_a_game_is_opened_and_checked(served: Served) -> None:
    text = write_export(played(5, players=2)).decode()
    game = served.ask("open", {"text": text})["game"]
    assert len(game["boards"]) == len(game["steps"]) + 1
    assert game["boards"][0]["position"].startswith("r0y0g0b0")
    told = served.ask("review", {"text": text})
    assert [each["review"]["info"] for each in told[:-1]] == ["seat", "open", "perfect"]
    assert told[-1]["answers"]


def test_of_several_games_one_is_chosen(served: Served) -> None:
    text = "\n".join(write_export(played(seed, players=2)).decode() for seed in (1, 2))
    told = served.ask("open", {"text": text})
    assert len(told["choose"]) == 2
    assert served.ask("open", {"text": text, "number": 2})["game"]
    assert "no game number 3" in served.ask("open", {"text": text, "number": 3})["error"]


# ---- searches end -------------------------------------------------------------------------------


def asking(served: Served, page: str, done: list[float]) -> threading.Thread:
    def ask() -> None:
        asked = {"position": LONG, "cells": [["open", "win"]]}
        served.ask("values", asked, page)
        done.append(time.monotonic())

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def until(holds: Any) -> None:
    end = time.monotonic() + 5
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    assert holds()


def test_a_new_question_stops_the_one_before(served: Served) -> None:
    done: list[float] = []
    thread = asking(served, "one", done)
    until(lambda: served.board.jobs.running == 1)
    asked = {"position": POSITION, "cells": [["open", "win"]]}
    assert served.ask("values", asked, "one")[-1]["value"] == "2/3"
    thread.join(5)
    assert len(done) == 1
    assert served.until_idle()


def test_a_page_that_goes_away_stops_its_search(served: Served) -> None:
    asked = json.dumps({"position": LONG, "cells": [["open", "win"]]}).encode()
    with socket.create_connection(("127.0.0.1", served.place.port)) as connection:
        head = (
            f"POST /{served.place.token}/values HTTP/1.1\r\nHost: 127.0.0.1:{served.place.port}\r\n"
            "Content-Type: application/json\r\nX-Page: gone\r\n"
            f"Content-Length: {len(asked)}\r\n\r\n"
        )
        connection.sendall(head.encode() + asked)
        until(lambda: served.board.jobs.running == 1)
    assert served.until_idle()


def test_many_searches_at_once_are_refused(served: Served) -> None:
    done: list[float] = []
    threads = [asking(served, f"page {number}", done) for number in range(MOST_SEARCHES)]
    until(lambda: served.board.jobs.running == MOST_SEARCHES)
    refused = [values_of(served, f"other {number}") for number in range(20)]
    assert all("too many searches" in each["error"] for each in refused)
    assert served.board.jobs.running == MOST_SEARCHES
    served.board.jobs.stop()
    for thread in threads:
        thread.join(5)
    assert served.until_idle()


def values_of(served: Served, page: str) -> Any:
    asked = {"position": POSITION, "cells": [["open", "win"]]}
    return served.ask("values", asked, page)


# ---- the command --------------------------------------------------------------------------------


@contextmanager
def begun(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command at work, and the address that it tells."""
    with subprocess.Popen(
        [*PROGRAM, "board", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_ctrl_c_ends_it_in_the_middle_of_a_search() -> None:
    body = json.dumps({"position": LONG, "cells": [["open", "win"]]}).encode()
    with begun() as (process, address):
        port = int(address.split(":")[2].split("/")[0])
        head = (
            f"POST /{address.split('/')[3]}/values HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "X-Page: a\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(head.encode() + body)
            connection.recv(100)
            process.send_signal(signal.SIGINT)
            _out, errors = process.communicate(timeout=10)
    assert (process.returncode, errors.strip()) == (130, "")


def test_the_address_at_a_port_stays(tmp_path: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    found = []
    for _ in range(2):
        with begun("--port", port, XDG_STATE_HOME=str(tmp_path)) as (process, address):
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=10)
        found.append(address)
    assert found[0] == found[1] != ""
    [file] = (tmp_path / "hanabi-solver").iterdir()
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_is_opened_at_its_turn(tmp_path: Any, packed: bool) -> None:
    text = b"\n".join(write_export(played(seed, players=2)) for seed in (1, 2))
    # A name need not be text.
    file = tmp_path / ("games.jsonl.gz" if packed else os.fsdecode(b"\xff<b>.jsonl"))
    file.write_bytes(gzip.compress(text) if packed else text)
    with begun(str(file), "--game", "2", "--turn", "7") as (_process, address):
        with urllib.request.urlopen(f"{address}start") as answer:
            start = json.load(answer)
        assert start["game"]
        question = json.dumps({"text": start["text"]}).encode()
        asked = urllib.request.Request(
            f"{address}open", question, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(asked) as answer:
            told = json.load(answer)
    assert told["game"]["turn"] == 7
    assert told["game"]["boards"][6]["mover"] == 1
    assert len(told["game"]["boards"]) == len(replay(played(2, players=2)).turns) + 1


def test_bad_input_is_refused_before_anything_is_served() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hanabi_solver", "board", "--no-browser", "r9 x"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error" in done.stderr
