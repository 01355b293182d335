"""The Flamboyants: what a completed suit may earn, and what the player can make of it."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hanabi_solver.reference.engine import Game, State


class Bonus(Enum):
    """The six bonuses. They are equally likely, or an adversary's choice."""

    TOKEN = auto()
    TOKEN_AND_STRIKE = auto()
    COLOUR_CLUE = auto()
    RANK_CLUE = auto()
    SHUFFLE = auto()
    PLAY = auto()


def is_earned(game: Game, before: State, after: State) -> bool:
    """Whether what led from one state to the other completed a suit, but not the last one."""
    return (
        game.rules.flamboyants
        and game.complete_suits(before) < game.complete_suits(after)
        and not game.is_complete(after)
    )


def outcomes(game: Game, state: State, bonus: Bonus) -> list[State]:
    """What the player can choose among, before a card is drawn. There is always one choice."""
    match bonus:
        case Bonus.TOKEN:
            return [game.earn(state, game.rules.completion_units)]
        case Bonus.TOKEN_AND_STRIKE:
            richer = game.earn(state, game.rules.completion_units)
            return [richer._replace(strikes=max(0, richer.strikes - 1))]
        case Bonus.COLOUR_CLUE | Bonus.RANK_CLUE:
            # A clue tells nothing where hands are open, and this one takes no turn.
            return [state]
        case Bonus.SHUFFLE:
            return shuffled(state) or [state]
        case Bonus.PLAY:
            return [state, *played(game, state)]


def shuffled(state: State) -> list[State]:
    """Each card of the discard pile in the deck. The countdown of the last round stays."""
    return [
        without(state, place)._replace(deck=(*state.deck, state.discard[place]))
        for place in kinds(state)
    ]


def played(game: Game, state: State) -> list[State]:
    """Each card of the discard pile on its stack that is the next one there."""
    return [
        game.put_on_stack(without(state, place), state.discard[place])
        for place in kinds(state)
        if game.is_next(state, state.discard[place])
    ]


def kinds(state: State) -> list[int]:
    """Places in the discard pile, one for all copies of a card."""
    pile = state.discard
    return [place for place in range(len(pile)) if pile[place] not in pile[:place]]


def without(state: State, place: int) -> State:
    """The state with one card less in the discard pile."""
    return state._replace(discard=state.discard[:place] + state.discard[place + 1 :])
