"""States of OpenSpiel's Hanabi, and of the Hanabi Learning Environment, as positions."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any

from hanabi_solver.archive.hle import read_history
from hanabi_solver.archive.replay import replay
from hanabi_solver.errors import InputError, expect, written, wrong
from hanabi_solver.game.facts import with_open_deck
from hanabi_solver.game.seat import from_seat
from hanabi_solver.notation import parse_position
from hanabi_solver.notation.state_text import is_state_text
from hanabi_solver.texts.text import _

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


def from_open_spiel(state: Any, *, observer: int | None = None) -> Position:
    """The position of a `pyspiel` state of Hanabi, played again from its history: everybody's
    marks and the turns left are known. The order of the deck is not.

    With `observer`, a player of OpenSpiel's (from 0), it is what that player sees, who must be
    to move: the own cards are unspecified. InputError for what is no such state, a state at
    which a card is to be dealt, and games smaller than the box's.
    """
    expect("observer", observer, int, NoneType)
    try:
        again = state.get_game().new_initial_state()
        moves = []
        for step in state.full_history():
            moves.append(again.action_to_string(step.player, step.action))
            again.apply_action(step.action)
        dealing, over = state.is_chance_node(), state.is_terminal()
        current = state.current_player()
    except (AttributeError, TypeError):
        problem = _("{thing} is no state of OpenSpiel's Hanabi")
        raise InputError(problem.format(thing=written(state))) from None
    if dealing or over:
        raise InputError(_("no player is to move: a card is to be dealt, or the game is over"))
    if observer not in (None, current):
        problem = _("player {player} is not to move; expected {current}")
        raise InputError(problem.format(player=observer, current=current))
    game = replay(read_history(" ".join(moves)))
    position = with_open_deck(game.at(len(game.turns) + 1))
    return position if observer is None else from_seat(position)


def from_hle(state: object) -> Position:
    """The position of a state or an observation of the Hanabi Learning Environment: whatever
    prints itself as that does, from `Life tokens:` to `Discards:`. In an observation the own
    cards are unspecified. The text does not tell the turns left: with an empty deck they are
    those of the first turn after the last card was drawn.
    """
    try:
        text = str(state)
    except Exception:
        text = ""
    if not is_state_text(text):
        raise wrong("state", state, _("what prints itself from Life tokens: to Discards:"))
    return parse_position(text)
