"""The reference engine against open_spiel's Hanabi: the same deals, the same moves, all states.

open_spiel is a development tool (`pip install --group oracle`); its Hanabi was written by
other people, so it knows nothing of our mistakes.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import Card
from hanabi_solver.game.rules import RANKS, Rules
from hanabi_solver.reference.engine import Game, State, full_deck
from hanabi_solver.variants.variant import PLAIN_SUITS

if TYPE_CHECKING:
    from hanabi_solver.game.moves import Move

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

COLOURS = "RYGWB"
SUITS = tuple(next(suit for suit in PLAIN_SUITS if suit.letter == c.lower()) for c in COLOURS)
HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4}
GAMES = 600
"""For each number of players."""


def deal(random: Random, players: int, oracle: Any) -> tuple[Game, State]:
    """The same shuffled deck dealt in both: each player in turn gets a whole hand."""
    deck = list(full_deck(SUITS).elements())
    random.shuffle(deck)
    size = HAND_SIZES[players]
    hands = []
    for player in range(players):
        dealt = deck[player * size : (player + 1) * size]
        for card in dealt:
            put_on_top(oracle, card)
        hands.append(tuple(reversed(dealt)))  # The last card dealt is the newest.
    state = State(
        stacks=(0,) * len(SUITS),
        hands=tuple(hands),
        deck=tuple(deck[players * size :]),
        discard=(),
        mover=0,
        units=8,
        strikes=0,
        turns_left=None,
    )
    return Game(SUITS, Rules(), players), state


def put_on_top(oracle: Any, card: Card) -> None:
    oracle.apply_action(len(RANKS) * card.suit + card.rank - 1)


def names(game: Game, state: State) -> set[str]:
    """Legal moves in open_spiel's words, where index 0 is the oldest card."""
    oldest = len(state.hands[state.mover])
    found = set()
    for move in game.legal_moves(state):
        match move:
            case Play(slot):
                found.add(f"(Play {oldest - slot})")
            case Discard(slot):
                found.add(f"(Discard {oldest - slot})")
            case Clue():
                found |= clue_names(game, state)
    return found


def clue_names(game: Game, state: State) -> set[str]:
    found = set()
    for step in range(1, game.players):
        for suit, rank in state.hands[(state.mover + step) % game.players]:
            found.add(f"(Reveal player +{step} color {COLOURS[suit]})")
            found.add(f"(Reveal player +{step} rank {rank})")
    return found


def looks(state: State) -> dict[str, Any]:
    return {
        "strikes": state.strikes,
        "tokens": state.units,
        "stacks": state.stacks,
        "hands": state.hands,
        "deck": len(state.deck),
        "discard": state.discard,
    }


def oracle_looks(oracle: Any, players: int) -> dict[str, Any]:
    """The same, read from open_spiel's text."""
    text = str(oracle)
    head, hands = text.split("Hands:\n")
    hands, tail = hands.split("Deck size: ")
    rows = [section.split("\n") for section in hands.replace("Cur player\n", "").split("-----\n")]
    cards = [tuple(map(read_card, (row[:2] for row in section if row))) for section in rows]
    assert len(cards) == players
    size, discards = tail.split("\nDiscards:")
    return {
        "strikes": 3 - number(head, "Life tokens"),
        "tokens": number(head, "Info tokens"),
        "stacks": tuple(int(re.search(f"{c}([0-5])", head.split("works:")[1])[1]) for c in COLOURS),  # type: ignore[index]
        "hands": tuple(tuple(reversed(hand)) for hand in cards),
        "deck": int(size),
        "discard": tuple(sorted(map(read_card, discards.split()))),
    }


def number(text: str, name: str) -> int:
    found = re.search(rf"{name}: (\d+)", text)
    assert found
    return int(found[1])


def read_card(text: str) -> Card:
    return Card(COLOURS.index(text[0]), int(text[1]))


def choose(random: Random, game: Game, state: State, careful: bool) -> Move:
    """A move at random; careful players mostly play what fits and discard what was played."""
    moves = game.legal_moves(state)
    if careful and random.random() < 0.95:
        hand = state.hands[state.mover]
        fits = [m for m in moves if isinstance(m, Play) and game.is_next(state, hand[m.slot - 1])]
        safe = [m for m in moves if not isinstance(m, Play)]
        spent = [
            m
            for m in safe
            if isinstance(m, Discard)
            and hand[m.slot - 1].rank <= state.stacks[hand[m.slot - 1].suit]
        ]
        moves = fits or (random.random() < 0.5 and spent) or safe or moves
    return random.choice(moves)


def play_both(random: Random, players: int, ends: Counter[str]) -> None:
    """One game, compared before every move and at the end."""
    oracle = pyspiel.load_game("hanabi", {"players": players}).new_initial_state()
    game, state = deal(random, players, oracle)
    careful = random.random() < 0.8
    while game.result(state) is None:
        assert not oracle.is_terminal()
        assert looks(state) == oracle_looks(oracle, players)
        legal = {oracle.action_to_string(state.mover, a): a for a in oracle.legal_actions()}
        assert set(legal) == names(game, state)
        move = choose(random, game, state, careful)
        name = spoken(random, game, state, move)
        deck = state.deck
        state = game.turn(state, move)
        oracle.apply_action(legal[name])
        if oracle.is_chance_node():
            put_on_top(oracle, deck[0])
    assert oracle.is_terminal()
    # Past the end open_spiel draws no card, and rewards add up to the score, none if struck out.
    assert oracle.returns() == [game.result(state)] * players
    ends[
        "strikes" if state.strikes == 3 else "complete" if sum(state.stacks) == 25 else "deck"
    ] += 1


def spoken(random: Random, game: Game, state: State, move: Move) -> str:
    """A move in open_spiel's words; of the clues any."""
    oldest = len(state.hands[state.mover])
    match move:
        case Play(slot):
            return f"(Play {oldest - slot})"
        case Discard(slot):
            return f"(Discard {oldest - slot})"
        case Clue():
            return random.choice(sorted(clue_names(game, state)))


@pytest.mark.parametrize("players", HAND_SIZES)
def test_random_games(players: int) -> None:
    random = Random(players)
    ends: Counter[str] = Counter()
    for _ in range(GAMES):
        play_both(random, players, ends)
    assert ends["strikes"] > 20
    assert ends["deck"] > 20
    assert ends["complete"] > 20
