"""What must not reach the server of the board, and what it does with what does."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest
from boards import Served, serving
from hanabi_solver.board import patience
from hanabi_solver.board.guard import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

POSITION = "r3y4g5b3w5 >r4g1y1b1w3/b4b5w1w2g2 {r5y5b2} c1"
SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as board:
        yield board


GOOD = json.dumps({"text": POSITION}).encode()


def test_the_page_itself_comes_with_a_strict_policy(served: Served) -> None:
    status, body, headers = served.send("")
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert b"http://" not in body
    assert b"https://" not in body


@pytest.mark.parametrize("prefix", ["", "x", "a" * 32, "../", "%2e%2e", "%C3%A9", "TOKEN"])
def test_without_the_token_nothing_is_there(served: Served, prefix: str) -> None:
    name = served.place.token[:-1] if prefix == "TOKEN" else prefix
    status, body, _headers = served.send("look", GOOD, prefix=name)
    assert (status, body) == (404, b"")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost",
        "[::1]:PORT",
        "127.0.0.1.evil.example:PORT",
    ],
)
def test_another_host_name_is_refused(served: Served, host: str) -> None:
    name = host.replace("PORT", str(served.place.port))
    status, body, _headers = served.send("look", GOOD, host=name)
    assert (status, body) == (421, b"")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        "https://127.0.0.1:PORT",
        "http://localhost:PORT",
    ],
)
def test_another_origin_is_refused(served: Served, origin: str) -> None:
    name = origin.replace("PORT", str(served.place.port))
    status, body, _headers = served.send("look", GOOD, origin=name)
    assert (status, body) == (403, b"")


def test_a_request_of_another_site_is_refused(served: Served) -> None:
    assert served.send("look", GOOD, sec_fetch_site="cross-site")[0] == 403
    assert served.send("", sec_fetch_site="same-site")[0] == 403


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_forms_are_refused(served: Served, kind: str) -> None:
    assert served.send("look", GOOD, content_type=kind)[0] == 415


def test_oversized_requests_are_refused(served: Served) -> None:
    port, token = served.place.port, served.place.token
    for head in (
        f"Content-Length: {MOST_BYTES + 1}",
        "Content-Length: 99999999999",
        "Content-Length: -1",
    ):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            text = (
                f"POST /{token}/look HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                f"Content-Type: application/json\r\n{head}\r\n\r\n"
            )
            connection.sendall(text.encode())
            assert connection.recv(100).split()[1] in (b"413", b"400")
    long = b"x" * 70_000
    status, _body, _headers = served.send("look", GOOD, x_page=long.decode())
    assert status == 431


def test_chunks_that_do_not_end_are_refused(served: Served) -> None:
    port, token = served.place.port, served.place.token
    with socket.create_connection(("127.0.0.1", port)) as connection:
        head = (
            f"POST /{token}/look HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        connection.sendall(head.encode())
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        with suppress(OSError):
            for _ in range(MOST_BYTES // 0x10000 + 2):
                connection.sendall(chunk)
        assert connection.recv(100).split()[1] == b"413"


@pytest.mark.parametrize("part", ["", "POST /x", "head"])
def test_slow_requests_are_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.2)
    port = served.place.port
    head = (
        f"POST /{served.place.token}/look HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall((head if part == "head" else part).encode())
        answer = connection.recv(100)
        assert answer.split()[1:2] == ([b"408"] if part == "head" else [])


def test_a_second_request_is_not_waited_for_either(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.2)
    port = served.place.port
    ask = f"GET /{served.place.token}/start HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(ask.encode())
        while b"}" not in connection.recv(10_000):
            pass
        connection.sendall(ask[:20].encode())
        assert connection.recv(100) == b""


def test_a_question_that_is_refused_ends_its_connection(served: Served) -> None:
    assert served.send("look", GOOD, host="evil.example")[2]["connection"] == "close"


@pytest.mark.parametrize("path", ["look", "open", "setup", "step", "values"])
def test_no_position_is_long(served: Served, path: str) -> None:
    long = "r3" * 500_000 + " r1/y1 {}"
    question: dict[str, object] = {"text": long}
    if path == "setup":
        question = {"stacks": {"r": 3}, "hands": [["r1"] * 200_000], "deck": []}
    elif path in ("step", "values"):
        question = {"position": long, "move": "p1"} if path == "step" else {"position": long}
    assert "longer than any position" in served.ask(path, question)["error"]
    assert (
        len(
            served.ask("look", {"text": f"r1 r1/- {{}} variant=hanab-live:{'x' * 10_000}"})["error"]
        )
        < 1000
    )


def test_errors_are_short(served: Served) -> None:
    named = f"r1 r1/- {{}} variant=hanab-live:{'x' * 10_000}"
    assert len(served.ask("look", {"text": named})["error"]) < 1000


MALFORMED = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b'{"text": 1}',
    b'{"text": null}',
    b'{"text": ""}',
    json.dumps({"position": "r4y5 >r5/y1 {} t1", "move": "pd"}).encode(),
    b'{"other": "x"}',
    b'{"text": "x", "more": 1}',
    b"[" * 100_000,
    b'{"text": "' + b"\\u0000" * 100 + b'"}',
    b'{"text": "", "number": 1e400}',
    b'{"position": "x"}',
    json.dumps({"position": POSITION, "move": "p9"}).encode(),
    json.dumps({"position": POSITION, "move": "p1", "drawn": "z9"}).encode(),
    json.dumps({"position": POSITION, "move": "c9z"}).encode(),
    json.dumps({"position": POSITION, "cells": [["all", "win"]]}).encode(),
    json.dumps({"position": POSITION, "cells": [["open", "win"]] * 9999}).encode()[:-1],
    json.dumps({"stacks": {"r": 10**30}, "hands": [[]], "deck": []}).encode(),
    json.dumps({"stacks": {}, "hands": [], "deck": []}).encode(),
    json.dumps({"stacks": {"r": 1}, "hands": [["r1 {} c9"]], "deck": ["}"]}).encode(),
    json.dumps({"text": "2".join(["1,1,1"] * 3)}).encode(),
    json.dumps({"text": '{"players": []}'}).encode(),
]


@pytest.mark.parametrize("path", ["look", "step", "setup", "open", "values", "review"])
def test_malformed_questions_get_one_clear_error(served: Served, path: str) -> None:
    for body in MALFORMED:
        status, answer, headers = served.send(path, body)
        assert status in (200, 400), (body, status)
        if status == 400:
            assert json.loads(answer)["error"], body
            assert b"Traceback" not in answer
            assert headers["content-type"] == "application/json"


NASTY = [None, True, -1, 1e308, 10**40, "", "\0", SCRIPT, "x" * 5000, [], {}, [[]], "../..", "٣"]
QUESTIONS: dict[str, dict[str, object]] = {
    "look": {"text": POSITION},
    "open": {"text": POSITION, "number": 1},
    "setup": {
        "stacks": {"r": 4, "y": 4},
        "hands": [["r1", "y5(5)"], ["r5"]],
        "deck": ["y1"],
        "mover": 1,
        "tokens": 1,
        "options": {"rules": "grand-finale"},
    },
    "step": {"position": POSITION, "move": "p1", "drawn": "r5", "bonuses": [], "names": ["a", "b"]},
    "values": {"position": POSITION, "cells": [["open", "win"], ["seat", "expected"]]},
    "review": {"text": "", "objective": "win"},
}


def mutated(random: Random, value: object) -> object:
    """A question with something else in some of its places."""
    if random.random() < 0.1:
        return random.choice(NASTY)
    if isinstance(value, dict):
        kept = {name: mutated(random, each) for name, each in value.items()}
        if random.random() < 0.1:
            del kept[random.choice(list(kept))]
        return kept
    if isinstance(value, list):
        return [mutated(random, each) for each in value]
    if isinstance(value, str) and value and random.random() < 0.5:
        letters = list(value)
        for _ in range(random.randint(1, 4)):
            place = random.randrange(len(letters))
            letters[place : place + random.randint(0, 2)] = random.choice(
                [*"rygbwkx12345/>{}[]()<>-=cst09 \0é٣", "variant=", "kt", "pd", "discard="]
            )
        return "".join(letters)
    return value


@pytest.mark.parametrize("seed", range(4))
def test_mutated_questions_are_answered(
    served: Served, capfd: pytest.CaptureFixture[str], seed: int
) -> None:
    random = Random(seed)
    statuses = set()
    for _ in range(150):
        path, question = random.choice(list(QUESTIONS.items()))
        body = json.dumps(mutated(random, question)).encode()
        status, answer, _headers = served.send(path, body)
        assert status in (200, 400), body
        assert b"hanabi-solver itself" not in answer, body
        statuses.add(status)
    assert statuses == {200, 400}
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_other_methods_are_refused(served: Served, method: str) -> None:
    assert served.send("look", method=method)[0] == 405


@pytest.mark.parametrize(
    "name", ["../record.py", "%2e%2e/record.py", "types.d.ts", "board.html", "x.js"]
)
def test_no_other_file_is_given(served: Served, name: str) -> None:
    assert served.send(name)[0] == 404


def test_it_listens_on_the_loopback_address_alone(served: Served) -> None:
    assert served.place.socket.getsockname()[0] == "127.0.0.1"


def test_answers_do_not_wait_for_acknowledgements(served: Served) -> None:
    """asyncio sends at once only where the socket says that it is of TCP."""
    assert served.place.socket.proto == socket.IPPROTO_TCP
