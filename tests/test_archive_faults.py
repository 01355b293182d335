"""Damaged, huge and strange files: every game that can be read is, and nothing is lost quietly."""

from __future__ import annotations

import gzip
import json
import os
import random
import tracemalloc
import zipfile
from typing import TYPE_CHECKING

import pytest
from games import played
from hanabi_solver.archive import find_games, write_export
from hanabi_solver.archive.pieces import MOST, Open, Piece, Values, lines
from hanabi_solver.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES = [write_export(played(seed)) for seed in range(1, 6)]


def found(path: Path) -> list[str | None]:
    """Of every game found the rule that it breaks, if it does."""
    entries = [entry.game for entry in find_games([str(path)])]
    return [entry.rule if isinstance(entry, GameError) else None for entry in entries]


def places(path: Path) -> list[str]:
    return [str(entry.source) for entry in find_games([str(path)])]


def chunks(data: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


UNREADABLE, FORMAT = "file not readable", "format of the export"


def test_a_bad_byte_costs_its_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join([*GAMES[:2], GAMES[2].replace(b"players", b"pl\xff"), *GAMES[3:]]))
    assert found(path) == [None, None, UNREADABLE, None, None]
    assert places(path)[2] == f"{path} line 3"


def test_lines_end_in_any_way(tmp_path: Path) -> None:
    for end in (b"\n", b"\r\n", b"\r"):
        data = b"\xef\xbb\xbf" + end.join([b"# about", *GAMES])
        path = tmp_path / "games.txt"
        path.write_bytes(data)
        assert found(path) == [None] * 5
        assert places(path)[4] == f"{path} line 6"
        for size in (1, 7, 1000):
            cut = [piece.data.strip() for piece in lines(chunks(data, size)) if piece.data]
            assert cut[1:] == GAMES


def test_a_bad_member_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, method in (
            ("a.jsonl", zipfile.ZIP_DEFLATED),
            ("b-encrypted.json", zipfile.ZIP_STORED),
            ("c-method.json", zipfile.ZIP_STORED),
            ("d-lzma.jsonl", zipfile.ZIP_LZMA),
            ("e-sum.jsonl", zipfile.ZIP_STORED),
            ("f-bzip2.jsonl", zipfile.ZIP_BZIP2),
            ("../../g.json", zipfile.ZIP_DEFLATED),
        ):
            archive.writestr(name, b"\n".join(GAMES[:1]) + b"\n", method)
        members = {member.filename[:1]: member for member in archive.infolist()}
    data = bytearray(path.read_bytes())
    listed = [data.index(b"PK\x01\x02")]
    while (place := data.find(b"PK\x01\x02", listed[-1] + 1)) >= 0:
        listed.append(place)
    data[listed[1] + 8] |= 1
    data[members["b"].header_offset + 6] |= 1
    data[listed[2] + 10] = data[members["c"].header_offset + 8] = 77
    middle = members["d"].header_offset + 30 + len("d-lzma.jsonl") + 60
    data[middle : middle + 40] = bytes(40)
    data[data.index(b"players", members["e"].header_offset)] ^= 1
    path.write_bytes(data)
    name = f"{path}/"
    assert [place.removeprefix(name).partition(" line")[0] for place in places(path)] == [
        "../../g.json",
        "a.jsonl",
        "b-encrypted.json",
        "c-method.json",
        "d-lzma.jsonl",
        "e-sum.jsonl",
        "e-sum.jsonl",
        "f-bzip2.jsonl",
    ]
    rules = found(path)
    assert rules[:5] == [None, None, UNREADABLE, UNREADABLE, UNREADABLE]
    assert rules[5:] == [FORMAT, UNREADABLE, None]


def test_what_was_read_before_an_archive_breaks_counts(tmp_path: Path) -> None:
    packed = gzip.compress(b"\n".join(GAMES) + b"\n", mtime=0)
    for suffix in ("jsonl", "json"):
        path = tmp_path / f"games.{suffix}.gz"
        path.write_bytes(packed[:-6])
        assert found(path) == [None] * 5 + [UNREADABLE]
        assert places(path)[5] == f"{path} line 6"
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(GAMES[0])[:-1])
    assert found(path) == [None, UNREADABLE]


DEEP = b'{"players":' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@pytest.mark.parametrize(
    "bad",
    [
        DEEP,
        GAMES[2].replace(b"]", b"", 1),
        GAMES[2][:-1],
        GAMES[2] + b"}",
        GAMES[2].replace(b"[", b"", 1),
        GAMES[2].replace(b'"deck"', b'"deck'),
        GAMES[2].replace(b"{", b"", 1),
        b'{"a":"\xff"}',
        b'"a word"',
        b"17",
        b"{" + b'"x":1,' * 200_000 + b'"x":1}',
        b'{"x":"' + b"\\\\{" * 500_000 + b'"}',
        b'{"x":"' + b'"',
    ],
    ids=lambda bad: bad[:12].decode("ascii", "replace") + str(len(bad)),
)
def test_a_bad_element_costs_itself_alone(bad: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    for array in (True, False):
        parts = [*GAMES[:2], bad, *GAMES[3:]]
        path.write_bytes(b"[" + b",\n".join(parts) + b"]" if array else b"\n".join(parts))
        rules = found(path)
        assert rules[:2] == rules[-2:] == [None, None], array
        assert len(rules) > rules.count(None) >= 4


def test_an_array_without_its_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_bytes(b"[" + b",".join(GAMES))
    assert found(path) == [None] * 5 + ["format of a game file"]
    path.write_bytes(b"[" + b",".join(GAMES)[:-100])
    assert found(path) == [None] * 4 + [FORMAT, "format of a game file"]


def some_json(chance: random.Random, depth: int = 0) -> object:
    kind = chance.randrange(3 if depth > 3 else 5)
    if kind < 3:
        texts = ("", 'a "quoted" {brace', "back\\slash\\", "[,]:", "é\n\t", "}{", "\\")
        return (chance.choice(texts), chance.random() * 1e9, chance.choice([True, None, -7]))[kind]
    size = chance.randrange(4)
    if kind == 3:
        return [some_json(chance, depth + 1) for _ in range(size)]
    return {chance.choice("abc]{"): some_json(chance, depth + 1) for _ in range(size)}


@pytest.mark.parametrize("indent", [None, 1])
def test_sound_json_is_cut_as_a_whole_reader_cuts_it(indent: int | None) -> None:
    chance = random.Random(5)
    for _ in range(60):
        objects = [{"x": some_json(chance)} for _ in range(chance.randrange(1, 6))]
        texts = [json.dumps(each, indent=indent, ensure_ascii=False).encode() for each in objects]
        for size in (1, 2, 3, 11, 100_000):
            for array in (True, False):
                text = b"[" + b" ,".join(texts) + b"]" if array else b"\n".join(texts)
                cut = list(Values(chunks(text, size)))
                assert [json.loads(piece.data or b"") for piece in cut if piece] == objects
                assert not any(isinstance(piece, Open) for piece in cut)
                first = [piece.number for piece in cut if isinstance(piece, Piece)]
                before = [text[: text.index(each)].count(b"\n") + 1 for each in texts]
                assert first == ([*range(1, len(texts) + 1)] if array else first)
                assert array or len(set(texts)) < len(texts) or first == before


def bomb(path: Path, first: bytes, repeated: bytes, count: int) -> None:
    with path.open("wb") as raw, gzip.open(raw, "wb", compresslevel=1) as file:
        file.write(first)
        for _ in range(count):
            file.write(repeated)


def test_what_unpacks_without_end_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    bomb(path, GAMES[0] + b"\n", bytes(1_000_000), 110)
    assert path.stat().st_size < 2_000_000
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_BZIP2) as archive:
        with archive.open("a.json", "w") as file:
            file.write(b"[" + GAMES[0] + b",")
            file.write(b"[" * 10_000_000)
        archive.writestr("b.json", GAMES[1])
    tracemalloc.start()
    [_game, error] = [entry.game for entry in find_games([str(path)])]
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
    assert found(tmp_path / "bomb.zip") == [None, UNREADABLE, None]
    assert "unpacks to more than 100 MB" in str(error)


def test_a_line_that_is_no_game_by_its_length(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join([GAMES[0], b"x" * (2 * MOST), GAMES[1]]))
    assert found(path) == [None, UNREADABLE, None]
    (tmp_path / "game.hle").write_bytes(b"(" * (5 * MOST))
    assert found(tmp_path / "game.hle") == [UNREADABLE]
    (tmp_path / "moves.txt").write_bytes(b"(Play 0)\n" * (MOST // 8))
    assert found(tmp_path / "moves.txt") == [UNREADABLE]


def test_strange_things_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(GAMES[0])
    (tmp_path / "b.json").symlink_to(tmp_path / "b.json")
    (tmp_path / "c.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "d").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "e.json")
    (tmp_path / "f.json").symlink_to("/dev/zero")
    (tmp_path / "g.json").write_bytes(b"")
    (tmp_path / "h.jsonl").write_bytes(b"")
    (tmp_path / "i.zip").write_bytes(b"")
    assert found(tmp_path) == [None] + [UNREADABLE] * 4 + ["format of a game file", UNREADABLE]
