"""What is shown to people, as plain data: lines and tables of styled pieces, and three renderers.

`plain` is for pipes and shells and needs no library; `to_rich` is for terminals; `to_html` is
for notebooks and pages. All three show the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple
from unicodedata import east_asian_width

from hanabi_solver.errors import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

Style = Literal[
    "", "strong", "faint", "good", "bad",
    "red", "yellow", "green", "blue", "white", "purple", "teal", "rainbow", "black",
]  # fmt: skip

RICH_STYLES: dict[str, str] = {
    "strong": "bold",
    "faint": "dim",
    "good": "bold green",
    "bad": "bold red",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "bright_blue",
    "white": "white",
    "purple": "magenta",
    "teal": "cyan",
    "rainbow": "italic bright_magenta",
    "black": "bright_black",
}

# Legible on a light and on a dark page.
HTML_STYLES: dict[str, str] = {
    "strong": "font-weight:bold",
    "faint": "opacity:.6",
    "good": "font-weight:bold;color:#2a8a3a",
    "bad": "font-weight:bold;color:#d03030",
    "red": "color:#d03030",
    "yellow": "color:#a08000",
    "green": "color:#2a8a3a",
    "blue": "color:#3a70d8",
    "white": "color:#888",
    "purple": "color:#a050c0",
    "teal": "color:#108888",
    "rainbow": "color:#c050a0;font-style:italic",
    "black": "font-weight:bold;opacity:.8",
}


class Piece(NamedTuple):
    """A run of text in one style."""

    text: str
    style: Style = ""


class Line(NamedTuple):
    """A line of text, also a cell of a table. Empty, it sets paragraphs apart."""

    pieces: tuple[Piece, ...] = ()

    @property
    def text(self) -> str:
        """The line without its styles."""
        return visible("".join(piece.text for piece in self.pieces))


class Table(NamedTuple):
    """Rows of cells under titles; no titles, no head. `right` names the columns set flush right."""

    rows: tuple[tuple[Line, ...], ...]
    titles: tuple[str, ...] = ()
    right: frozenset[int] = frozenset()


Document = tuple[Line | Table, ...]


def line(*parts: str | Piece | Line) -> Line:
    """A line out of strings, pieces and other lines."""
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, Line):
            pieces.extend(part.pieces)
        else:
            pieces.append(Piece(part) if isinstance(part, str) else part)
    return Line(tuple(pieces))


def table(
    rows: Iterable[Iterable[str | Piece | Line]],
    titles: Iterable[str] = (),
    right: Iterable[int] = (),
) -> Table:
    """A table whose cells may be given as strings, pieces or lines."""
    cells = tuple(tuple(line(cell) for cell in row) for row in rows)
    return Table(cells, tuple(titles), frozenset(right))


def joined(parts: Sequence[Line | Piece | str], gap: str = " ") -> Line:
    """The parts in one line with `gap` between them."""
    spread: list[str | Piece | Line] = []
    for number, part in enumerate(parts):
        if number:
            spread.append(gap)
        spread.append(part)
    return line(*spread)


def escaped(text: str) -> str:
    """A text as it stands in HTML and SVG."""
    from html import escape

    return escape(visible(text))


def _width(text: str) -> int:
    """Columns of a terminal that `text` takes."""
    return len(text) + sum(east_asian_width(letter) in "WF" for letter in text)


def _plain_table(block: Table) -> list[str]:
    rows = [[cell.text for cell in row] for row in block.rows]
    if block.titles:
        rows.insert(0, list(block.titles))
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - _width(cell))
            cells.append(blanks + cell if number in block.right else cell + blanks)
        lines.append("  ".join(cells).rstrip())
    return lines


def plain(document: Document) -> str:
    """The document as text without styles; lines are as long as they need to be."""
    lines: list[str] = []
    for block in document:
        lines.extend(_plain_table(block) if isinstance(block, Table) else [block.text])
    return "\n".join(lines)


def to_rich(document: Document) -> RenderableType:
    """The document for a rich console."""
    from rich.console import Group
    from rich.table import Table as RichTable
    from rich.text import Text

    def styled(cell: Line) -> Text:
        text = Text(overflow="fold")
        for piece in cell.pieces:
            text.append(visible(piece.text), RICH_STYLES.get(piece.style))
        return text

    blocks: list[RenderableType] = []
    for block in document:
        if isinstance(block, Line):
            blocks.append(styled(block))
            continue
        drawn = RichTable(box=None, padding=(0, 2, 0, 0), show_header=bool(block.titles))
        for number in range(len(block.titles or block.rows[0])):
            drawn.add_column(
                Text(block.titles[number]) if block.titles else "",
                justify="right" if number in block.right else "left",
                header_style="bold",
                overflow="fold",
            )
        for row in block.rows:
            drawn.add_row(*map(styled, row))
        blocks.append(drawn)
    return Group(*blocks)


def to_html(document: Document) -> str:
    """The document as an HTML fragment without scripts or outside references."""

    def styled(cell: Line) -> str:
        parts = []
        for piece in cell.pieces:
            text = escaped(piece.text)
            css = HTML_STYLES.get(piece.style)
            parts.append(f'<span style="{css}">{text}</span>' if css else text)
        return "".join(parts)

    def tag(name: str, number: int, block: Table, content: str) -> str:
        side = "right" if number in block.right else "left"
        return f'<{name} style="text-align:{side}">{content}</{name}>'

    parts = ['<div class="hanabi" style="font-family:monospace">']
    for block in document:
        if isinstance(block, Line):
            parts.append(f"<div>{styled(block) or '&nbsp;'}</div>")
            continue
        parts.append("<table>")
        if block.titles:
            heads = (tag("th", n, block, escaped(t)) for n, t in enumerate(block.titles))
            parts.append(f"<tr>{''.join(heads)}</tr>")
        for row in block.rows:
            cells = (tag("td", n, block, styled(cell)) for n, cell in enumerate(row))
            parts.append(f"<tr>{''.join(cells)}</tr>")
        parts.append("</table>")
    return "".join([*parts, "</div>"])
