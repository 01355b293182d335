"""What is checked against the optimum: the moves of a line or of a game, and their positions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hanabi_solver.core.playing import draws, play, possible_bonuses, result
from hanabi_solver.errors import MoveError, UnsupportedError
from hanabi_solver.game.facts import Facts
from hanabi_solver.game.moves import Clue, PlayDeck
from hanabi_solver.game.position import KNOWN_TRASH
from hanabi_solver.notation import format_bonuses, format_move, parse_line, resolve
from hanabi_solver.solving.solution import moved_card
from hanabi_solver.texts.text import _, lookup, plural

if TYPE_CHECKING:
    from hanabi_solver.archive import Replay
    from hanabi_solver.game.moves import Bonus, LineMove, Move
    from hanabi_solver.game.position import Card, Position


@dataclass(frozen=True, slots=True)
class Step:
    """A move and the position before it. `number` counts from 1.

    `bonuses` are those that came for completed suits, before the draw.
    """

    number: int
    position: Position
    move: Move
    card: Card | None
    drawn: Card | None
    bonuses: tuple[Bonus, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """The steps of a line or a game, and where they lead.

    `result` is the final score, None where the steps stop before the end. `notes` tell what
    was ignored or accepted. `missed`: steps were asked for that come after the last one, so that
    nothing is asked; what the steps lead to may be as large as a whole game.
    """

    steps: tuple[Step, ...]
    end: Position
    result: int | None
    notes: tuple[str, ...] = ()
    missed: bool = False

    @property
    def start(self) -> Position:
        """The position before the first step."""
        return self.steps[0].position if self.steps else self.end

    @property
    def over(self) -> bool:
        """Whether the steps reach the end of the game by the rules."""
        return self.result is not None

    def starting_at(self, turn: int) -> Course:
        """The steps from a turn on."""
        return self._with(tuple(step for step in self.steps if step.number >= turn))

    def from_deck(self, size: int) -> Course:
        """The steps from the first turn on with at most so many cards in the deck."""
        steps = tuple(step for step in self.steps if step.position.deck_size <= size)
        return self._with(steps)

    def _with(self, steps: tuple[Step, ...]) -> Course:
        return replace(self, steps=steps, missed=not steps)


def course_of_game(game: Replay) -> Course:
    """The turns of a game. The positions have everybody's clue marks, and their decks in order
    where that is known.
    """
    steps = tuple(
        Step(turn.number, game.at(turn.number), turn.move, turn.card, turn.drawn)
        for turn in game.turns
    )
    end = game.end if game.result is not None else game.at(len(game.turns) + 1)
    notes = [*game.notes]
    if game.after_end:
        notes.append(_ignored(game.after_end))
    return Course(steps, end, game.result, tuple(notes))


def course_of_line(position: Position, line: str) -> Course:
    """The moves of a line, played from a position.

    Raises MoveError for a move that cannot be made, and UnsupportedError for positions with
    cards that nobody specified: naming them brings to light what no move decides.
    """
    if position.unspecified:
        raise UnsupportedError(_("a line is checked with all cards of the hands written, not xx"))
    moves = parse_line(line, position)
    steps: list[Step] = []
    score = result(position)
    for number, line_move in enumerate(moves, 1):
        if score is not None:
            break
        move = resolve(line_move, position)
        hand = position.hands[position.mover]
        try:
            bonuses = _bonuses(line_move, move, position)
            drawn = _drawn(line_move, move, position, bonuses)
            after, score = play(position, move, drawn, bonuses=bonuses)
        except MoveError as error:
            raise _at(line_move, lookup(error.problem)) from None
        card = moved_card(position, move)
        slot_filled = len(after.hands[position.mover]) == len(hand) and draws(
            position, move, bonuses
        )
        drawn = after.hands[position.mover][0].card if slot_filled else None
        if line_move.drawn is not None and drawn is None:
            raise _at(line_move, _("no card is drawn"))
        steps.append(Step(number, position, move, card, drawn, bonuses))
        position = after
    ignored = len(moves) - len(steps)
    notes = (_ignored(ignored),) if ignored else ()
    return Course(tuple(steps), position, score, notes)


def _ignored(count: int) -> str:
    text = plural(
        "{count} move after the end is ignored", "{count} moves after the end are ignored", count
    )
    return text.format(count=count)


def _at(line_move: LineMove, problem: str) -> MoveError:
    return MoveError(problem, text=line_move.text, column=line_move.column)


def _bonuses(line_move: LineMove, move: Move, position: Position) -> tuple[Bonus, ...]:
    """The bonuses of a move of a line, `kt` as some dead card of the pile."""
    received: tuple[Bonus, ...] = ()
    for bonus in line_move.bonuses:
        named = bonus
        if bonus.card == KNOWN_TRASH:
            facts = Facts(position)
            choices = (each.card for each in possible_bonuses(position, move, received))
            dead = [card for card in choices if card is not None and facts.is_dead(card)]
            named = replace(bonus, card=dead[0] if dead else KNOWN_TRASH)
        received = (*received, named)
    if possible_bonuses(position, move, received):
        written = format_move(move) + format_bonuses(received, position)
        problem = _("the bonus of the completed suit is not named, as in {example}")
        raise _at(line_move, problem.format(example=f"{written}/token"))
    return received


def _drawn(
    line_move: LineMove, move: Move, position: Position, bonuses: tuple[Bonus, ...]
) -> Card | None:
    """The card drawn after a move of a line: as written, or the only one that it can be."""
    shuffled = tuple(bonus.card for bonus in bonuses if bonus.name == "deck" and bonus.card)
    deck, ordered = position.deck + shuffled, position.deck_ordered and not shuffled
    if isinstance(move, Clue | PlayDeck) or not deck:
        if line_move.drawn is not None:
            raise _at(line_move, _("no card is drawn"))
        return None
    if line_move.drawn is None:
        if ordered or len(set(deck)) == 1:
            return deck[0]
        # A move that ends the game draws nothing, so that any card will do to see whether.
        after = play(position, move, deck[0], bonuses=bonuses).position
        if len(after.deck) == len(deck):
            return deck[0]
        written = format_move(move) + format_bonuses(bonuses, position)
        problem = _("the card drawn is not named, as in {example}")
        raise _at(line_move, problem.format(example=f"{written}+r1"))
    if line_move.drawn == KNOWN_TRASH and KNOWN_TRASH not in deck:
        facts = Facts(position)
        dead = [card for card in (deck[:1] if ordered else deck) if facts.is_dead(card)]
        if not dead:
            raise _at(line_move, _("the card drawn is no known trash"))
        return dead[0]
    return line_move.drawn
