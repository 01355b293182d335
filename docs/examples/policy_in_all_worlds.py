"""Plays a joint policy in every world of a position, turn by turn, and counts.

    python docs/examples/policy_in_all_worlds.py [POSITION]

This is what `evaluate` does, spelt out: the policy is told what everybody has seen, and the hands
that the player to move sees.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction

import hanabi_solver as hs

EXAMPLE = "r4y4 >y5<y1y5>y1<y1y5>/r5<r1r5>r1<r1r5> {} c0"


def play_out(policy: hs.Policy, position: hs.Position, history: tuple[hs.Event, ...]) -> Fraction:
    """The chance to win from here on, over the cards that may be drawn."""
    score = hs.result(position)
    if score is not None:
        return Fraction(score == position.max_score)
    view = hs.seen(position, history)
    move = hs.PolicyAgent(policy)(view)
    after = (*history, hs.event(position, move))
    if isinstance(move, hs.Clue) or not position.deck:
        played = hs.play(position, move)
        return finish(policy, played, after)
    chance = Fraction(0)
    for card, copies in Counter(position.deck).items():
        played = hs.play(position, move, drawn=card)
        chance += Fraction(copies, len(position.deck)) * finish(policy, played, after)
    return chance


def finish(policy: hs.Policy, played: hs.Played, history: tuple[hs.Event, ...]) -> Fraction:
    """Goes on, unless the move has ended the game."""
    if played.result is not None:
        return Fraction(played.result == played.position.max_score)
    return play_out(policy, played.position, history)


def main() -> None:
    """Solves a position with hidden hands, and plays what was found."""
    position = sys.argv[1] if len(sys.argv) > 1 else EXAMPLE
    solution = hs.solve(position, info="hidden", policy=True)
    if solution.hidden is None or solution.hidden.policy is None:
        sys.exit("no policy was found")
    ways = hs.worlds(position)
    won = Fraction(0)
    for world in ways:
        chance = play_out(solution.hidden.policy, world.position, ())
        hands = str(world.position).split()[1]
        print(f"{hands}: {chance}")
        won += chance * world.weight
    print(f"the policy wins {won / ways.count}; the search says {solution.value}")


if __name__ == "__main__":
    main()
