"""Tiny random positions with hidden hands, solved by the core and by brute force.

They cover all rules and variants of the box, marks of every kind, and odd targets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_solver.crosscheck.case import Case, Difference
from hanabi_solver.errors import HanabiError
from hanabi_solver.game.facts import unplayed
from hanabi_solver.game.position import Card
from hanabi_solver.notation import format_card, format_move, parse_position
from hanabi_solver.reference.hidden import HiddenSolver, TooLargeError, open_value
from hanabi_solver.reference.policy import Policy
from hanabi_solver.reference.worlds import clue_names, touches
from hanabi_solver.show.policy import policy_record
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits
from hanabi_solver.variants.registry import VARIANTS

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from hanabi_solver.game.position import Position
    from hanabi_solver.game.rules import Suit
    from hanabi_solver.reference.hidden import Objective

MOST_WORLDS = 60
MOST_PRESCRIPTIONS = 20_000

OBJECTIVES: tuple[Objective, ...] = ("win", "expected", "guaranteed")


def random_position(random: Random) -> Position | None:
    """A tiny position, None if the dice made none."""
    variant = random.choice(list(VARIANTS.values()))
    plain = random.sample(variant.plain, random.choice([1, 1, 2, 2, 3]))
    fixed = list(variant.fixed)
    suits = tuple(plain[: max(1, 3 - len(fixed))] + fixed)
    stacks = [random.choice([2, 3, 4, 4, 4, 5]) for _ in suits]
    finale = random.random() < 0.3
    players = random.choice([2, 2, 2, 3, 3, 4])
    sizes = [random.choice([1, 1, 2, 2, 3]) for _ in range(players)]
    deck = random.choice([0, 0, 0, 1, 1, 2])
    cards = _cards(random, suits, stacks, sum(sizes) + deck, finale)
    if cards is None:
        return None
    hands = []
    for size in sizes:
        hands.append("".join(_held(random, suits, card, cards) for card in cards[:size]))
        cards = [*cards[size:], *cards[:size]]
    mover = random.randrange(players)
    hands[mover] = ">" + hands[mover]
    names = [format_card(suits, card) for card in cards[:deck]]
    brackets = random.choice(["{}", "{}", "[]"])
    text = [
        "".join(f"{suit.letter}{height}" for suit, height in zip(suits, stacks, strict=True)),
        "/".join(hands),
        brackets[0] + "".join(names) + brackets[1],
        f"c{random.choice([0, 0, 0, 1, 1, 2, 7, 8])}",
        f"s{random.choice([0, 1, 2, 2])}",
        f"variant={variant.name}",
    ]
    if deck == 0 and not finale and random.random() < 0.5:
        text.append(f"t{random.randint(1, players)}")
    text += [
        option
        for option, wanted in (
            ("rules=grand-finale", finale),
            ("strikeout=keep", random.random() < 0.3),
            ("empty-clues=yes", random.random() < 0.2),
        )
        if wanted
    ]
    try:
        return parse_position(" ".join(text))
    except HanabiError:
        return None


def _cards(
    random: Random, suits: tuple[Suit, ...], stacks: list[int], number: int, finale: bool
) -> list[Card] | None:
    """Cards for hands and deck: those still needed first, as far as they come."""
    left = list(unplayed(suits, tuple(stacks)).elements())
    needed = [
        Card(index, rank)
        for index, suit in enumerate(suits)
        for rank in suit.ranks[stacks[index] :]
        if finale or random.random() < 0.8
    ]
    if len(needed) > number and finale:
        return None
    cards = needed[:number]
    for card in cards:
        left.remove(card)
    random.shuffle(left)
    cards += left[: number - len(cards)]
    if len(cards) < number:
        return None
    random.shuffle(cards)
    return cards


def _held(random: Random, suits: tuple[Suit, ...], card: Card, cards: list[Card]) -> str:
    """A card with marks that leave it possible."""
    name = format_card(suits, card)
    kind = random.random()
    if kind < 0.35:
        return f"{name}<{name}>"
    if kind < 0.6:
        others = random.sample(sorted(set(cards)), random.randint(0, len(set(cards))))
        names = (format_card(suits, other) for other in sorted({card, *others}))
        return f"{name}<{''.join(names)}>"
    if kind < 0.8:
        return name
    marks = {True: "", False: ""}
    for clue in clue_names(suits):
        if random.random() < 0.3:
            marks[touches(suits, clue, card)] += str(clue)
    text = marks[True] + (f"-{marks[False]}" if marks[False] else "")
    return f"{name}({text})" if text else name


def random_case(random: Random, most: int = MOST_PRESCRIPTIONS) -> HiddenSolver:
    """A position small enough for brute force, with an objective and a target."""
    while True:
        position = random_position(random)
        if position is None:
            continue
        objective = random.choice(OBJECTIVES)
        full = position.max_score
        target = random.choice([full, full, full - 1, position.score + 1])
        solver = HiddenSolver(position, objective, target, most)
        if 1 < len(solver.worlds) <= MOST_WORLDS:
            return solver


def differences(random: Random, most: int = MOST_PRESCRIPTIONS) -> tuple[Case, list[Difference]]:
    """One random case in the core and by brute force, and every difference.

    Compared are the number of worlds, the value and its bounds, every move's value, the mean
    with hands open, and what the policy is worth when it is played.
    """
    while True:
        brute = random_case(random, most)
        try:
            value, moves = brute.value(), brute.move_values()
            break
        except TooLargeError:
            continue
    target = brute.target if brute.objective == "win" else None
    case = Case(brute.position, "hidden", brute.objective, target)
    found = Solver(Limits(threads=1)).solve(
        brute.position, info="hidden", objective=brute.objective, target=target, policy=True
    )
    if found.hidden is None or found.hidden.policy is None:
        return case, [Difference(case, "policy", None, value)]
    mean = open_value(brute)
    played = Policy(policy_record(found), brute.position).value()
    ours = {format_move(entry.move): entry.value for entry in found.moves}
    theirs = {format_move(move): each for move, each in moves.items()}
    pairs: list[tuple[str, Fraction | int | None, Fraction | int | None]] = [
        ("worlds", found.hidden.worlds, len(brute.worlds)),
        ("lower bound", found.bounds.lower, value),
        ("upper bound", found.bounds.upper, value),
        ("open hands", found.hidden.open, mean),
        ("the policy, played,", played, value),
        *((move, ours.get(move), theirs.get(move)) for move in {**ours, **theirs}),
    ]
    return case, [Difference(case, *pair) for pair in pairs if pair[1] != pair[2]]
