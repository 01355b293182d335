"""A check as one HTML page: the value turn by turn, the board, and what every move is worth.

The page stands alone: no scripts, no fonts, nothing from elsewhere. It is made for a phone
first.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.rules import MAX_CLUE_TOKENS, MAX_STRIKES
from hanabi_solver.notation import format_card, format_move, format_position
from hanabi_solver.notation.cards import format_marks
from hanabi_solver.show.board import suit_names, suit_style
from hanabi_solver.show.digest import Checks, answers, grouped, info_name
from hanabi_solver.show.document import escaped
from hanabi_solver.show.numbers import number, short, short_bounds
from hanabi_solver.show.review_report import (
    best_moves,
    heading,
    scale,
    summary,
    verdict_name,
)
from hanabi_solver.show.terms import card_name, move_words, objective_title, player_words
from hanabi_solver.texts.text import _, language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card, HeldCard, Position
    from hanabi_solver.game.rules import Suit
    from hanabi_solver.review.review import Review, TurnReview
    from hanabi_solver.show.document import Piece

HUES = {
    "red": "#d43a3a", "yellow": "#b08900", "green": "#2c8f3d", "blue": "#3b6fd6",
    "white": "#8a8a8a", "purple": "#9b4fc4", "teal": "#148f8f", "rainbow": "#c04a9c",
    "black": "#333", "pink": "#d860a0", "brown": "#8a5a2b", "orange": "#d87510",
}  # fmt: skip
"""Colours of the cards by the words that suits are named with."""

STYLE = """
:root{--back:#fbfbf9;--ink:#1d1d1f;--faint:#6d6d72;--edge:#dcdcd8;--card:#fff;--line:#3b6fd6;
--good:#2c8f3d;--bad:#cf2e2e;--warn:#b06a00}
@media(prefers-color-scheme:dark){:root{--back:#17181a;--ink:#ececee;--faint:#9a9aa2;--edge:#36373b;
--card:#222327;--line:#7fa6ff;--good:#63c776;--bad:#ff7a70;--warn:#f0ac4d}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:56rem;background:var(--back);color:var(--ink);
font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.35rem;margin:.2rem 0}h2{font-size:1.05rem;margin:1.6rem 0 .4rem}
p{margin:.3rem 0}.faint{color:var(--faint)}.small{font-size:.85rem}
svg{display:block;width:100%;max-width:36rem;height:auto;background:var(--card);
border:1px solid var(--edge);border-radius:.5rem}
.key{display:inline-block;width:1.6em;border-top:2px solid;vertical-align:middle}
svg text{fill:var(--faint);font:12px system-ui,sans-serif}
details{background:var(--card);border:1px solid var(--edge);border-radius:.5rem;margin:.5rem 0}
summary{padding:.55rem .7rem;cursor:pointer}
summary b{margin-right:.4rem}
.inside{padding:0 .7rem .7rem}
.tag{display:inline-block;padding:0 .45rem;margin:.1rem .2rem .1rem 0;border-radius:.7rem;
font-size:.8rem;border:1px solid currentColor;white-space:nowrap}
.best{color:var(--good)}.inaccuracy{color:var(--warn)}.mistake{color:var(--warn);font-weight:600}
.blunder{color:var(--bad);font-weight:700}.unknown{color:var(--faint)}
.row{display:flex;flex-wrap:wrap;gap:.3rem;align-items:flex-start;margin:.35rem 0}
.who{width:5.5rem;flex:none;padding-top:.25rem;overflow:hidden;text-overflow:ellipsis}
.who.mover::before{content:"▶ ";color:var(--line)}
.cards{display:flex;flex-wrap:wrap;gap:.3rem;flex:1}
.c{display:inline-block;min-width:2.1rem;padding:.15rem .3rem;border-radius:.3rem;color:#fff;
background:var(--hue);text-align:center;font-weight:600;line-height:1.3}
.c small{display:block;font-size:.62rem;font-weight:400;line-height:1.1}
.c.dead{color:color-mix(in srgb,var(--hue) 75%,var(--ink));
background:color-mix(in srgb,var(--hue) 16%,var(--card))}
.c.play{outline:2px solid var(--good);outline-offset:1px}
.c.crit{box-shadow:inset 0 -3px 0 rgba(0,0,0,.45)}
.c.thin{font-weight:400;min-width:0;padding:0 .25rem;font-size:.85rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin-top:.4rem}
th,td{padding:.15rem .6rem .15rem 0;text-align:left;white-space:nowrap}
th{white-space:normal;overflow-wrap:normal;vertical-align:bottom;font-size:.8rem}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
tr.made{font-weight:600}tr.made td:first-child::before{content:"▶ ";color:var(--line)}
code{font-size:.78rem;overflow-wrap:anywhere}
"""


def page(reviews: Sequence[Review], names: Sequence[str] = (), title: str = "") -> str:
    """The page of several checks of one game or line."""
    title = title or _("A line against the optimum")
    parts = [
        "<!doctype html>",
        f'<html lang="{language()}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escaped(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escaped(title)}</h1>",
    ]
    named = suit_names(reviews[0].end)
    notes = [*([named] if named else []), *(n for review in reviews for n in review.notes)]
    for note in dict.fromkeys(notes):
        parts.append(f'<p class="faint small">{escaped(note)}</p>')
    for checks in grouped(reviews):
        parts += _overview(checks, names)
    heading = _("Turn by turn")
    parts.append(f"<h2>{heading}</h2>")
    parts.append(f'<p class="faint small">{_key()}</p>')
    for turn in sorted({turn.step.number for review in reviews for turn in review.turns}):
        parts += _turn(turn, reviews, names)
    return "\n".join([*parts, "</body></html>", ""])


def _key() -> str:
    return escaped(
        _(
            "Green frame: playable. Dark foot: last copy. Pale: never playable again. The"
            " newest card is on the left."
        )
    )


def _overview(checks: Checks, names: Sequence[str]) -> Iterator[str]:
    """The answers, one chart of all lines, then what each check comes to."""
    reviews = list(checks.by_info.values())
    question = reviews[0].question
    if len(reviews) > 1:
        yield f"<h2>{escaped(objective_title(question.objective, question.target))}</h2>"
        yield from map(_paragraph, answers(checks, names))
        if checks.numbers:
            yield _chart(checks)
            yield f'<p class="small">{" &nbsp; ".join(_legend(checks))}</p>'
    for review in reviews:
        yield f"<h2>{escaped(heading(review))}</h2>"
        if len(reviews) == 1 and review.turns:
            yield _chart(checks)
        yield from map(_paragraph, summary(review, names))


def _paragraph(parts: tuple[str | Piece, ...]) -> str:
    text = "".join(part if isinstance(part, str) else part.text for part in parts)
    return f"<p>{escaped(text)}</p>"


LINES: dict[str, tuple[str, str]] = {
    "seat": ("var(--good)", ""),
    "hidden": ("var(--bad)", ""),
    "open": ("var(--line)", ""),
    "perfect": ("var(--faint)", "5 4"),
}
"""Colour and dashes of the line of each information model."""


def _legend(checks: Checks) -> Iterator[str]:
    """What the lines are and, where losses in hindsight are told apart, the dots."""
    for info in checks.by_info:
        colour, dashes = LINES[info]
        style = f"color:{colour};border-top-style:{'dashed' if dashes else 'solid'}"
        yield f'<span class="key" style="{style}"></span> {escaped(info_name(info))}'
    if checks.hindsight:
        yield "● " + escaped(_("lost"))
        yield "○ " + escaped(_("lost only in hindsight"))


def _chart(checks: Checks) -> str:
    """The values before every turn as stepped lines; a dot for every loss, linked to its turn,
    hollow where nothing was lost at the table.
    """
    width, height, left, bottom, top = 400, 130, 30, 20, 12
    reviews = checks.by_info
    scales = [scale(review) for review in reviews.values()]
    low, high = min(low for low, _ in scales), max(high for _, high in scales)
    numbers = checks.numbers
    across = Fraction(width - left - 12, max(len(numbers), 1))
    hindsight = {turn.step.number for turn in checks.hindsight}

    def x(place: int) -> str:
        return f"{float(left + across * place):.1f}"

    def y(value: Fraction) -> str:
        share = (value - low) / (high - low)
        return f"{float(height - bottom - share * (height - bottom - top)):.1f}"

    label = escaped(", ".join(heading(review) for review in reviews.values()))
    parts = [f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">']
    for value in (low, high):
        parts.append(
            f'<line x1="{left}" x2="{width}" y1="{y(value)}" y2="{y(value)}" '
            f'stroke="var(--edge)"/><text x="4" y="{float(y(value)) + 4:.1f}">{value}</text>'
        )
    # The first one on top.
    for info, review in reversed(reviews.items()):
        values = [(numbers.index(turn.step.number), turn.before) for turn in review.turns]
        values.append((len(numbers), review.final))
        points = [(x(place), y(value)) for place, value in values if value is not None]
        colour, dashes = LINES[info]
        path = f"M{points[0][0]},{points[0][1]}" if points else ""
        path += "".join(f"H{a}V{b}" for a, b in points[1:])
        parts.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dashes}"/>'
        )
    step = -(-len(numbers) // 10)
    for place, number_ in enumerate(numbers):
        if place % step == 0:
            parts.append(f'<text x="{x(place)}" y="{height - 5}">{number_}</text>')
        for info in reviews:
            turn = checks.turn(info, number_)
            if turn is not None and turn.loss and turn.before is not None:
                title = escaped(_("turn {number}").format(number=number_))
                fill = "var(--card)" if number_ in hindsight else "currentColor"
                parts.append(
                    f'<a href="#t{number_}"><circle class="{turn.verdict}" cx="{x(place)}" '
                    f'cy="{y(turn.before)}" r="4" fill="{fill}" stroke="currentColor"><title>'
                    f"{title}, {escaped(info_name(info))}: -{short(turn.loss)}"
                    "</title></circle></a>"
                )
    return "".join([*parts, "</svg>"])


def _turn(number_: int, reviews: Sequence[Review], names: Sequence[str]) -> Iterator[str]:
    """A turn in all the checks that it is in: verdicts, board, values of the moves."""
    found = [
        (review, turn) for review in reviews for turn in review.turns if turn.step.number == number_
    ]
    first = found[0][1]
    position = first.step.position
    opened = " open" if any(turn.loss for _review, turn in found) else ""
    who = escaped(player_words(names, position.mover))
    tags = "".join(_tag(review, turn) for review, turn in found)
    yield f'<details id="t{number_}"{opened}><summary><b>{number_}</b> {who}: '
    yield f"{escaped(_words(first))} {tags}</summary>"
    yield '<div class="inside">'
    yield from board_html(position, names)
    yield from _values(found)
    yield f'<p class="faint"><code>{escaped(format_position(position))}</code></p>'
    yield "</div></details>"


def _words(turn: TurnReview) -> str:
    step = turn.step
    words = move_words(step.move, card_name(step.position, step.card), step.position)
    if step.drawn is None:
        return words
    drawn = format_card(step.position.suits, step.drawn)
    return _("{move}, drew {card}").format(move=words, card=drawn)


def _tag(review: Review, turn: TurnReview) -> str:
    if turn.verdict == "best":
        return ""
    text = f"{_short_heading(review)}: {verdict_name(turn.verdict)}"
    if turn.loss:
        text += f" -{short(turn.loss)}"
    return f'<span class="tag {turn.verdict or "unknown"}">{escaped(text)}</span>'


def _short_heading(review: Review) -> str:
    question = review.question
    title = objective_title(question.objective, question.target)
    return f"{title}, {info_name(question.info)}"


def board_html(position: Position, names: Sequence[str]) -> Iterator[str]:
    """The position as lines of HTML, in the style of this page."""
    facts = Facts(position)
    stacks = "".join(
        f'<span class="c" style="--hue:{hue(suit)}">{suit.letter}{height}</span>'
        for suit, height in zip(position.suits, position.stacks, strict=True)
    )
    tokens = float(Fraction(position.clue_units, position.rules.units_per_token))
    state = _("clue tokens {tokens} / {most}, strikes {strikes} / {limit}").format(
        tokens=f"{tokens:g}", most=MAX_CLUE_TOKENS, strikes=position.strikes, limit=MAX_STRIKES
    )
    if position.turns_left is not None:
        state += ", " + _("turns left {turns}").format(turns=position.turns_left)
    yield _row(_("Stacks"), stacks)
    for player, hand in enumerate(position.hands):
        name = player_words(names, player)
        mover = "who mover" if player == position.mover else "who"
        yield _row(name, "".join(_held(facts, held) for held in hand), mover)
    rows = [(_("Deck"), position.deck), (_("Discards"), facts.discard_pile() or ())]
    for label, cards in rows:
        yield _row(label, "".join(_card(facts, card, thin=True) for card in cards))
    yield f'<p class="faint small">{escaped(state)}</p>'


def _row(label: str, tiles: str, kind: str = "who faint") -> str:
    name = f'<span class="{kind}">{escaped(label)}</span>'
    return f'<div class="row">{name}<span class="cards">{tiles or "-"}</span></div>'


def _held(facts: Facts, held: HeldCard) -> str:
    marks = format_marks(facts.position.suits, held.marks).strip("()")
    return _card(facts, held.card, below=marks)


def _card(facts: Facts, card: Card, below: str = "", thin: bool = False) -> str:
    suits = facts.position.suits
    classes = ["c"]
    if thin:
        classes.append("thin")
    if facts.is_dead(card):
        classes.append("dead")
    if facts.is_playable(card) and not thin:
        classes.append("play")
    if facts.is_critical(card):
        classes.append("crit")
    colour = hue(suits[card.suit]) if card.suit >= 0 else HUES["white"]
    small = f"<small>{escaped(below)}</small>" if below else ""
    name = escaped(format_card(suits, card))
    return f'<span class="{" ".join(classes)}" style="--hue:{colour}">{name}{small}</span>'


def hue(suit: Suit) -> str:
    """The colour of a suit's cards: by the words of its name."""
    words = [suit_style(suit), *suit.name.lower().split()]
    return next((HUES[word] for word in words if word in HUES), "#777")


def _values(found: Sequence[tuple[Review, TurnReview]]) -> Iterator[str]:
    """One row per move, one column per check; the move made and the best ones are marked."""
    listed: dict[Move, Card | None] = {
        entry.move: entry.card for _review, turn in found for entry in turn.moves
    }
    position = found[0][1].step.position
    heads = "".join(f'<th class="n">{escaped(_short_heading(r))}</th>' for r, _t in found)
    title = _("move")
    yield f'<div class="scroll"><table><tr><th>{title}</th>{heads}</tr>'
    for move, card in listed.items():
        name = format_move(move, position)
        if card is not None:
            name += f" {format_card(position.suits, card)}"
        cells = "".join(f'<td class="n">{_value(turn, move)}</td>' for _review, turn in found)
        made = ' class="made"' if _is_made(found[0][1], move) else ""
        yield f"<tr{made}><td>{escaped(name)}</td>{cells}</tr>"
    yield "</table></div>"
    for review, turn in found:
        if turn.loss or turn.luck:
            yield f'<p class="small">{escaped(_account(review, turn))}</p>'


def _is_made(turn: TurnReview, move: Move) -> bool:
    made = turn.step.move
    return move == (Clue() if isinstance(made, Clue) else made)


def _value(turn: TurnReview, move: Move) -> str:
    entry = next((entry for entry in turn.moves if entry.move == move), None)
    if entry is None:
        return "?"
    text = escaped(short_bounds(entry.bounds))
    return f'<span class="best">{text} ★</span>' if entry.best else text


def _account(review: Review, turn: TurnReview) -> str:
    parts = [_short_heading(review)]
    if turn.loss:
        parts.append(
            _("lost {loss}, best {moves}").format(loss=number(turn.loss), moves=best_moves(turn))
        )
    if turn.luck:
        parts.append(_("luck of the draw {luck}").format(luck=number(turn.luck)))
    return f"{parts[0]}: {'; '.join(parts[1:])}"
