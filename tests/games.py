"""Random games for the tests of archives: any variant, options and number of players."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from hanabi_solver.archive import Action, Game, Kind, Options, replay
from hanabi_solver.archive.game import plain_suits
from hanabi_solver.core.playing import legal_moves, play
from hanabi_solver.game.facts import unplayed
from hanabi_solver.game.moves import Clue, Discard, Move, Play, PlayDeck
from hanabi_solver.variants.clues import clues
from hanabi_solver.variants.hanab_live import by_name

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


def dealt(
    seed: int, variant: str = "No Variant", players: int = 3, options: Options | None = None
) -> Game:
    """A game without a move, its deck shuffled."""
    site = by_name(variant)
    suits = plain_suits(site)
    deck = list(unplayed(suits, (0,) * len(suits)).elements())
    random.Random(seed).shuffle(deck)
    names = tuple(f"P{seat}" for seat in range(1, players + 1))
    return Game(names, tuple(deck), (), site, suits, options or Options())


def played(
    seed: int,
    variant: str = "No Variant",
    players: int = 3,
    options: Options | None = None,
    most: int = 1000,
) -> Game:
    """A game of random moves to its end, or of so many at the most."""
    game = dealt(seed, variant, players, options)
    chooser = random.Random(seed)
    start = replay(game)
    position, score = start.end, start.result
    hands = [list(hand) for hand in start.end_orders]
    actions: list[Action] = []
    while score is None and len(actions) < most:
        move = choose(chooser, position)
        actions.append(as_action(game, move, hands[position.mover]))
        if isinstance(move, Play | Discard):
            hands[position.mover].pop(move.slot - 1)
            if position.deck:
                drawn = len(game.deck) - len(position.deck)
                hands[position.mover].insert(0, drawn)
        position, score = play(position, move)
    return replace(game, actions=tuple(actions))


def choose(chooser: random.Random, position: Position) -> Move:
    """A legal move; plays of playable cards more often than others, so that games last."""
    moves = [move for move in legal_moves(position) if not isinstance(move, Clue)]
    named = clues(position)
    good = [move for move in moves if isinstance(move, Play) and is_next(position, move.slot)]
    roll = chooser.random()
    if good and roll < 0.5:
        return chooser.choice(good)
    if named and roll < 0.8:
        return chooser.choice(named)
    discards = [move for move in moves if isinstance(move, Discard)]
    return chooser.choice(discards or list(named) or moves)


def is_next(position: Position, slot: int) -> bool:
    card = position.hands[position.mover][slot - 1].card
    suit = position.suits[card.suit]
    height = position.stacks[card.suit]
    return not suit.inverted and height < 5 and suit.ranks[height] == card.rank


def as_action(game: Game, move: Move, hand: list[int]) -> Action:
    """As archives have it: what became of the card, whichever button was pressed."""
    if isinstance(move, Play | PlayDeck | Discard):
        order = len(game.deck) - 1 if isinstance(move, PlayDeck) else hand[move.slot - 1]
        plays = isinstance(move, Discard) == game.suits[game.deck[order].suit].inverted
        return Action(Kind.PLAY if plays else Kind.DISCARD, order, 0)
    assert move.player is not None
    if isinstance(move.what, int):
        return Action(Kind.RANK_CLUE, move.player - 1, move.what)
    assert move.what is not None
    return Action(Kind.COLOUR_CLUE, move.player - 1, game.colours.index(move.what))
