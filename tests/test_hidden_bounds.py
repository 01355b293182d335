"""Hidden hands under tiny limits: a policy is worth exactly the lower bound that is told."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, get_args

import pytest
from hanabi_solver.core.answer import Objective
from hanabi_solver.notation import parse_position
from hanabi_solver.reference.policy import Policy
from hanabi_solver.show.policy import policy_record
from hanabi_solver.solving.solver import Solver
from hanabi_solver.system.limits import Limits

if TYPE_CHECKING:
    from fractions import Fraction

MOST_WORLDS = 3_000
TIMES = (0.0005, 0.001, 0.003, 0.01)

# The stacks are kept whatever is done, and the policy for that gets one card more.
MORE_THAN_ASKED = (
    "r3y3 >r1<r1r3y4>r5<r5y4>y4<r3r5y2y4>r2y3/r4<r4y3y4>y1<r4r5y1>y5y4<y4>r1<r1r4>"
    "/r4<r4>y2<r1r2y2y4>r3<r3>y1<y1> {} c2 s0 t2"
)


def random_line(random: Random) -> str:
    """Two suits, two or three players; half of the cards in hands are marked."""
    stacks = {suit: random.randint(2, 4) for suit in "ry"}
    cards = [
        f"{suit}{rank}"
        for suit, height in stacks.items()
        for rank, copies in zip(range(1, 6), (3, 2, 2, 2, 1), strict=True)
        for _ in range(copies - (rank <= height))
    ]
    random.shuffle(cards)
    deck = random.choice([0, 0, 0, 1, 2])
    drawn, cards = cards[:deck], cards[deck:]
    size = random.randint(2, 4)
    hands = [cards[first : first + size] for first in range(0, random.choice([2, 3]) * size, size)]
    held = sorted({card for hand in hands for card in hand} | set(drawn))

    def marked(card: str) -> str:
        others = random.sample(held, min(len(held), random.randint(0, 3)))
        return card + random.choice(["", f"<{''.join(sorted({card, *others}))}>"])

    text = "/".join("".join(map(marked, hand)) for hand in hands)
    turns = f" t{random.randint(1, len(hands))}" if deck == 0 else ""
    return (
        f"{''.join(f'{suit}{height}' for suit, height in stacks.items())} >{text} "
        f"{{{''.join(drawn)}}} c{random.choice([0, 1, 2, 8])} s{random.randint(0, 2)}{turns}"
    )


def claimed_and_played(line: str, objective: Objective, seconds: float) -> tuple[Fraction, ...]:
    """The lower bound and what the policy gets; nothing without one, or with too many worlds."""
    solver = Solver(Limits(threads=1, time=seconds))
    found = solver.solve(
        parse_position(line), info="hidden", objective=objective, moves=False, policy=True
    )
    assert found.hidden is not None
    if found.hidden.policy is None or not 1 < (found.hidden.worlds or 0) <= MOST_WORLDS:
        return ()
    lower = found.bounds.lower
    return lower, Policy(policy_record(found), found.position).value()


@pytest.mark.parametrize("seconds", TIMES)
def test_what_is_reached_beyond_the_question_counts(seconds: float) -> None:
    assert len(set(claimed_and_played(MORE_THAN_ASKED, "guaranteed", seconds))) <= 1


@pytest.mark.parametrize("seed", range(12))
def test_a_policy_is_worth_the_lower_bound(seed: int) -> None:
    random, compared = Random(seed), 0
    for _ in range(20):
        line, objective = random_line(random), random.choice(get_args(Objective))
        values = claimed_and_played(line, objective, random.choice(TIMES))
        assert len(set(values)) <= 1, (line, objective, values)
        compared += len(values) > 0
    assert compared > 0
