"""Moves and lines of moves: `p3+r1 clue d:r1 c2:5`.

Where completed suits earn a bonus, those that came stand between the move and the draw:
`p1/token+y1`, `p2/deck:r4`, `p1/play:y5/rank`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hanabi_solver.errors import MoveError, expect, wrong
from hanabi_solver.game.moves import (
    BONUSES,
    Bonus,
    CardMove,
    Clue,
    Discard,
    LineMove,
    Play,
    PlayDeck,
    expect_move,
)
from hanabi_solver.game.position import UNSPECIFIED, Position
from hanabi_solver.notation.cards import Alphabet, Place, format_card, read_card
from hanabi_solver.notation.text import DIGITS, Faults, Piece, number, one_of
from hanabi_solver.texts.text import _
from hanabi_solver.variants.clues import clue_names

if TYPE_CHECKING:
    from hanabi_solver.game.moves import Move
    from hanabi_solver.game.position import Card

FORMS = "p3, pd, d1, p:g4, d:r1, c2r, c2:5, clue"
ACTIONS: dict[str, type[Play] | type[Discard]] = {"p": Play, "d": Discard}
BONUS_FORMS = "token, strike, colour, rank, deck:r4, play:r4, deck, play"
TAKING = ("deck", "play")
"""Bonuses that take a card of the discard pile."""

MAX_SLOT = 99
"""Above any slot and any player that there can be."""

CARD = Place("line", known_trash=True)


def parse_move(text: str, position: Position) -> Move:
    """The move that a text names for the player to move, `p3` or `c2r` or `p:g4`.

    >>> from hanabi_solver.notation import parse_position
    >>> parse_move("d:r1", parse_position("r4y5 >y1r1/r5 {}"))
    Discard(slot=2)

    Raises MoveError; that the move is legal under the rules is not checked here.
    """
    pieces = _words(text, position)
    if len(pieces) != 1:
        raise MoveError(_("not a single move"), text=text, expected=one_of(FORMS))
    step = _read_step(pieces[0], position)
    if step.named is not None or step.drawn is not None or step.bonuses:
        problem = _("a move alone names no card and no bonus")
        raise MoveError(problem, text=text, expected=one_of(FORMS))
    return resolve(step, position)


def parse_line(text: str, position: Position) -> tuple[LineMove, ...]:
    """The moves of a line that starts at a position.

    Moves that name their card are returned as they stand: `resolve` finds the slot when
    their turn has come.
    """
    return tuple(_read_step(piece, position) for piece in _words(text, position))


def _words(text: str, position: Position) -> list[Piece]:
    expect("position", position, Position)
    return Piece.whole(expect("text", text, str)).words()


def resolve(step: LineMove, position: Position) -> Move:
    """The move that a line's step means in the position in which it is made.

    Raises MoveError if there is no such slot, card or player, or if a card is named that
    needs no name.
    """
    hand = position.hands[position.mover]
    move = step.move
    if isinstance(move, CardMove):
        held = [each.card for each in hand]
        if move.card not in held:
            name = format_card(position.suits, move.card)
            problem = _("player {player} does not hold {card}")
            named = problem.format(player=position.mover + 1, card=name)
            raise _error(step, named, _cards(position))
        move = move.action(held.index(move.card) + 1)
    if isinstance(move, Clue):
        _check_receiver(step, move, position)
        return move
    if isinstance(move, PlayDeck):
        return move
    if not 1 <= move.slot <= len(hand):
        problem = _("player {player} has no slot {slot}")
        named = problem.format(player=position.mover + 1, slot=move.slot)
        expected = _("slots {low} to {high}").format(low=1, high=len(hand))
        raise _error(step, named, expected if hand else _("a clue"))
    card = hand[move.slot - 1].card
    if step.named is not None and card not in (UNSPECIFIED, step.named):
        name = format_card(position.suits, card)
        problem = _("slot {slot} holds {card}").format(slot=move.slot, card=name)
        raise _error(step, problem, _("=… only for an xx"))
    return move


def format_move(move: Move | CardMove, position: Position | None = None) -> str:
    """The move as text. The position is needed only where the move names its card."""
    if position is not None:
        expect("position", position, Position)
    if isinstance(move, CardMove):
        if position is None:
            raise wrong("position", position, _("a position, whose suits the card is written in"))
        letter = "p" if move.action is Play else "d"
        return f"{letter}:{format_card(position.suits, move.card)}"
    expect_move("move", move)
    if isinstance(move, Clue):
        if move.player is None:
            return "clue"
        return f"c{move.player}{':' if isinstance(move.what, int) else ''}{move.what}"
    if isinstance(move, PlayDeck):
        return "pd"
    return f"{'p' if isinstance(move, Play) else 'd'}{move.slot}"


def format_step(step: LineMove, position: Position) -> str:
    """A step of a line as text, `p3=r5/token+y1`."""
    text = format_move(step.move, position)
    if step.named is not None:
        text += f"={format_card(position.suits, step.named)}"
    text += format_bonuses(step.bonuses, position)
    if step.drawn is not None:
        text += f"+{format_card(position.suits, step.drawn)}"
    return text


def format_bonuses(bonuses: tuple[Bonus, ...], position: Position) -> str:
    """Bonuses as they stand behind a move, `/play:y5/token`."""
    texts = []
    for bonus in bonuses:
        card = "" if bonus.card is None else f":{format_card(position.suits, bonus.card)}"
        texts.append(f"/{bonus.name}{card}")
    return "".join(texts)


def format_line(steps: tuple[LineMove, ...], position: Position) -> str:
    """A line as text."""
    return " ".join(format_step(step, position) for step in steps)


def _error(step: LineMove, problem: str, expected: str) -> MoveError:
    return MoveError(problem, text=step.text, column=step.column, expected=expected)


def _cards(position: Position) -> str:
    held = (format_card(position.suits, each.card) for each in position.hands[position.mover])
    names = " ".join(dict.fromkeys(held))
    return one_of(names) if names else _("a clue")


def _check_receiver(step: LineMove, clue: Clue, position: Position) -> None:
    if clue.player is None:
        return
    mover = position.mover + 1
    others = [p for p in range(1, len(position.hands) + 1) if p != mover]
    if clue.player not in others:
        own = clue.player == mover
        problem = _("there is no player {player}").format(player=clue.player)
        if own:
            problem = _("a clue to oneself")
        expected = _("another player: {players}").format(players=" ".join(map(str, others)))
        raise _error(step, problem, expected)


def _read_step(piece: Piece, position: Position) -> LineMove:
    """Reads one move with what hangs on it: `p3=r5/token+y1`."""
    reader = _Reader(piece, position)
    if "," in piece.folded:
        raise reader.error(piece, _("a comma"), _("moves with blanks between them"))
    head, drawn = reader.split_off(piece, "+")
    head, *behind = head.split("/")
    bonuses = tuple(reader.bonus(each, piece) for each in behind)
    head, named = reader.split_off(head, "=")
    move = reader.move(head)
    if isinstance(move, Clue) and (named or drawn or bonuses):
        problem = _("a clue draws no card") if drawn else _("a clue plays no card")
        raise reader.error(piece, problem, _("the clue alone"))
    return LineMove(move, named, drawn, piece.given, piece.column, bonuses)


class _Reader(NamedTuple):
    """Reads the parts of one move."""

    whole: Piece
    position: Position

    def error(self, piece: Piece, problem: str, expected: str) -> MoveError:
        return MoveError(problem, text=piece.given, column=piece.column, expected=expected)

    def split_off(self, piece: Piece, sign: str) -> tuple[Piece, Card | None]:
        """Takes the card behind a sign off the piece."""
        place = piece.folded.find(sign)
        if place < 0:
            return piece, None
        return piece.cut(0, place), self.card(piece.cut(place + 1), piece.cut(place))

    def bonus(self, piece: Piece, around: Piece) -> Bonus:
        """A bonus by name, with the card that it takes from the discard pile: `deck:r4`."""
        if not self.position.rules.flamboyants:
            problem = _("a bonus without bonus=flamboyants")
            raise self.error(piece if piece.given else around, problem, _("the move alone"))
        head, *cards = piece.split(":")
        name = next((name for name in BONUSES if name == head.folded), None)
        if name is None or len(cards) > (name in TAKING):
            problem = _("the bonus {name} takes no card").format(name=name)
            if name is None:
                problem = _("not a bonus")
            raise self.error(piece if piece.given else around, problem, one_of(BONUS_FORMS))
        return Bonus(name, self.card(cards[0], piece) if cards else None)

    def card(self, piece: Piece, around: Piece) -> Card:
        """A card's identity, or `kt`."""
        if not piece.given:
            raise self.error(around, _("no card"), _("a card like r1"))
        suits = self.position.suits
        faults = Faults()
        card = read_card(piece, Alphabet(suits, (), ()), CARD, faults)
        if card is None:
            fault = faults.first()
            raise self.error(piece, fault.problem, fault.expected)
        return card

    def move(self, piece: Piece) -> Move | CardMove:
        text = piece.folded
        if text == "clue":
            return Clue()
        if text == "pd":
            return PlayDeck()
        if text[:1] in ACTIONS and text[:1]:
            action = ACTIONS[text[0]]
            if text[1:2] == ":":
                return CardMove(action, self.card(piece.cut(2), piece))
            slot = number(piece.cut(1), MAX_SLOT)
            if slot is not None:
                return action(slot)
        elif text[:1] == "c":
            return self.clue(piece)
        raise self.error(piece if text else self.whole, _("not a move"), one_of(FORMS))

    def clue(self, piece: Piece) -> Clue:
        """`c2r`, `c2:5`, `c25`: the last letter or digit is what the clue names."""
        text = piece.folded
        name, digits = text[-1:], piece.cut(1, max(1, len(text) - 1))
        if digits.folded.endswith(":"):
            digits = digits.cut(0, len(digits.given) - 1)
        player = number(digits, MAX_SLOT)
        if player is None:
            raise self.error(piece, _("not a move"), one_of(FORMS))
        names = clue_names(self.position)
        what: str | int = int(name) if name in DIGITS else name
        if what not in names:
            problem = _("{name} cannot be named").format(name=name)
            raise self.error(piece, problem, one_of(" ".join(map(str, names))))
        return Clue(player, what)
