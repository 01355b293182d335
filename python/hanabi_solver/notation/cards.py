"""Cards and clue marks: from the text to data, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.errors import MoveError, expect, expect_all, shown, wrong
from hanabi_solver.game.facts import sort_cards, sort_marks
from hanabi_solver.game.position import KNOWN_TRASH, NO_MARKS, UNSPECIFIED, Card, Marks
from hanabi_solver.game.rules import Suit
from hanabi_solver.notation.text import LETTERS, Faults, Piece, one_of, span
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable


ANONYMOUS = {"kt": KNOWN_TRASH, "xx": UNSPECIFIED}
CLOSING = {"(": ")", "<": ">"}


class Alphabet(NamedTuple):
    """What letters and digits mean in a position.

    `refused` are suits that the stacks named wrongly: that fault is reported there, and
    nothing more is said of their cards; nor of any suit where the stacks name none at all.
    """

    suits: tuple[Suit, ...]
    colours: tuple[str, ...]
    ranks: tuple[int, ...]
    refused: frozenset[str] = frozenset()

    def suit(self, letter: str) -> int | None:
        """Index of a suit in play."""
        for index, suit in enumerate(self.suits):
            if suit.letter == letter:
                return index
        return None

    @property
    def letters(self) -> str:
        """The suits in play, for error messages."""
        return " ".join(suit.letter for suit in self.suits)


class Written(NamedTuple):
    """A card as it stands in the text. `card` is None where it could not be read."""

    piece: Piece
    card: Card | None
    marks: Marks = NO_MARKS


class Place(NamedTuple):
    """What may be written in a field: its name, and whether `kt`, `xx` and marks belong there."""

    field: str
    known_trash: bool = False
    unspecified: bool = False
    marks: bool = False


HANDS = Place("hands", known_trash=True, unspecified=True, marks=True)
DECK = Place("deck", known_trash=True)
DISCARD = Place("discard")
MARK = Place("hands")


def read_cards(piece: Piece, alphabet: Alphabet, place: Place, faults: Faults) -> list[Written]:
    """Reads cards that stand side by side, `g4(g-5)r5w1`."""
    cards: list[Written] = []
    start = 0
    text = piece.folded
    while start < len(text):
        if text[start] in CLOSING:
            end = _mark_end(piece, start)
            mark = piece.cut(start, end)
            card = cards.pop() if cards else None
            cards.append(_add_mark(card, mark, alphabet, place, faults))
        elif text[start] in LETTERS:
            end = _card_end(text, start)
            token = piece.cut(start, end)
            cards.append(Written(token, read_card(token, alphabet, place, faults)))
        else:
            end = start + 1
            while end < len(text) and text[end] not in LETTERS and text[end] not in CLOSING:
                end += 1
            faults.add(place.field, piece.cut(start, end), _("not a card"), _("cards like r1"))
        start = end
    return cards


def _card_end(text: str, start: int) -> int:
    """Where the card ends that begins with a letter. Any script's digits are taken for a rank,
    so that the fault names them."""
    end = start + 1
    if text[start : start + 2] in ANONYMOUS:
        return start + 2
    while end < len(text) and text[end].isdigit():
        end += 1
    return end


def read_card(token: Piece, alphabet: Alphabet, place: Place, faults: Faults) -> Card | None:
    """Reads a single card."""
    field, text = place.field, token.folded
    if text in ANONYMOUS:
        card = ANONYMOUS[text]
        if place.known_trash if card == KNOWN_TRASH else place.unspecified:
            return card
        problem = _("an unspecified card cannot stand here")
        if card == KNOWN_TRASH:
            problem = _("known trash cannot stand here")
        faults.add(field, token, problem, _("a suit and a rank"))
        return None
    letter, rank = text[:1], text[1:]
    good = True
    index = alphabet.suit(letter)
    if index is None:
        good = False
        if alphabet.suits and letter not in alphabet.refused:
            problem = _("suit {letter} is not in play").format(letter=letter)
            faults.add(field, token, problem, one_of(alphabet.letters))
    if rank not in ("1", "2", "3", "4", "5"):
        good = False
        problem = _("a suit without a rank")
        if rank:
            problem = _("rank {rank} does not exist").format(rank=shown(rank))
        faults.add(field, token, problem, span(f"{letter}1", f"{letter}5"))
    return Card(index, int(rank)) if good and index is not None else None


def _mark_end(piece: Piece, start: int) -> int:
    text = piece.folded
    end = text.find(CLOSING[text[start]], start)
    return len(text) if end < 0 else end + 1


def _add_mark(
    written: Written | None, mark: Piece, alphabet: Alphabet, place: Place, faults: Faults
) -> Written:
    """The card with one more mark, `(g-5)` or `<g4g5>`."""
    nothing = Written(mark, None)
    opening, closing = mark.folded[0], CLOSING[mark.folded[0]]
    if not place.marks:
        problem = _("clue marks belong to cards in hands")
        faults.add(place.field, mark, problem, _("cards like r1"))
        return written or nothing
    if not mark.folded.endswith(closing):
        problem = _("no closing {bracket}").format(bracket=closing)
        faults.add(place.field, mark, problem, f"{opening}…{closing}")
        return written or nothing
    if written is None:
        faults.add(place.field, mark, _("a mark without a card"), _("a card before it"))
        return nothing
    old = written.marks
    inside = mark.cut(1, len(mark.given) - 1)
    if opening == "<":
        if old.identities is not None:
            problem = _("a second set of identities")
            faults.add(place.field, mark, problem, _("one set for a card"))
        found = read_cards(inside, alphabet, MARK, faults)
        cards = {each.card for each in found if each.card is not None}
        identities = sort_cards(alphabet.suits, cards)
        return Written(written.piece, written.card, Marks(old.positive, old.negative, identities))
    if old.positive or old.negative:
        faults.add(place.field, mark, _("clue marks twice"), _("all of a card's clues in one ( )"))
    positive, negative = _read_clues(inside, alphabet, faults)
    return Written(written.piece, written.card, Marks(positive, negative, old.identities))


def _read_clues(
    inside: Piece, alphabet: Alphabet, faults: Faults
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Reads `g-51r`: the clues that touched the card, and those that did not."""
    names = (*alphabet.colours, *map(str, alphabet.ranks))
    dash = inside.folded.find("-")
    halves: tuple[set[str], set[str]] = (set(), set())
    for place, name in enumerate(inside.folded):
        if place == dash:
            continue
        if name in names:
            halves[0 <= dash < place].add(name)
        elif name not in alphabet.refused:
            problem = _("not a clue that can be given")
            where = inside.cut(place, place + 1)
            faults.add(MARK.field, where, problem, one_of(" ".join(names)))
    positive, negative = (sort_marks(alphabet.suits, half) for half in halves)
    return positive, negative


def parse_card(text: str, suits: tuple[Suit, ...]) -> Card:
    """The card that a text names, as `g4`. MoveError for one that is none."""
    faults = Faults()
    place = Place("card", known_trash=True)
    card = read_card(Piece.whole(text), Alphabet(suits, (), ()), place, faults)
    if card is None:
        fault = faults.first()
        raise MoveError(fault.problem, text=text, expected=fault.expected)
    return card


def format_card(suits: tuple[Suit, ...], card: Card) -> str:
    """The card as position strings write it."""
    for text, anonymous in ANONYMOUS.items():
        if card == anonymous:
            return text
    try:
        return f"{suits[card.suit].letter}{card.rank}"
    except (AttributeError, LookupError, TypeError):
        expect_all("suits", suits, Suit)
        expect("card", card, Card)
        raise wrong("card", card, _("a card of the suits")) from None


def format_cards(suits: tuple[Suit, ...], cards: Iterable[Card]) -> str:
    """Cards side by side, in the order given."""
    return "".join(format_card(suits, card) for card in cards)


def format_marks(suits: tuple[Suit, ...], marks: Marks) -> str:
    """A card's marks; empty where there are none."""
    text = ""
    if marks.positive or marks.negative:
        dash = "-" if marks.negative else ""
        positive, negative = (sort_marks(suits, each) for each in (marks.positive, marks.negative))
        text = f"({''.join(positive)}{dash}{''.join(negative)})"
    if marks.identities is not None:
        text += f"<{format_cards(suits, sort_cards(suits, marks.identities))}>"
    return text
