"""The exact regret of a bot on a hundred endgames.

    python docs/examples/regret_of_a_bot.py [FILE] [SECONDS]

FILE has positions, one a line; without it the hundred beside this script are taken. Every search
and every evaluation may take SECONDS (1 if left out); what they leave open counts as bounds.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import hanabi_solver as hs


def bot(view: hs.View) -> hs.Move:
    """Plays the newest card that a clue has touched, else gives the first clue, else discards the
    oldest card.
    """
    position = view.position
    legal = hs.legal_moves(position)
    hand = enumerate(position.hands[position.mover], 1)
    touched = [slot for slot, held in hand if held.marks.positive]
    if touched and hs.Play(touched[0]) in legal:
        return hs.Play(touched[0])
    if hs.Clue() in legal:
        return hs.Clue()
    return legal[-1]


def main() -> None:
    """Evaluates every position and adds up."""
    here = Path(__file__).parent / "endgames.txt"
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    limits = hs.Limits(time=float(sys.argv[2]) if len(sys.argv) > 2 else 1.0)
    lines = file.read_text(encoding="utf-8").splitlines()
    positions = [line for line in lines if line.strip() and not line.startswith("#")]
    low = high = worth = Fraction(0)
    unsettled = 0
    for position in positions:
        found = hs.evaluate(position, bot, limits=limits)
        regret = found.regret("hidden", limits=limits)
        worth += found.bounds.lower
        low, high = low + regret.lower, high + regret.upper
        unsettled += regret.value is None
    count = len(positions)
    print(f"{count} endgames, {unsettled} of them with bounds only")
    print(f"the bot wins {float(worth / count):.4f} of them on average")
    if low == high:
        print(f"its regret is {low / count}, {float(low / count):.4f} a game")
    else:
        print(f"its regret is {float(low / count):.4f} to {float(high / count):.4f} a game")


if __name__ == "__main__":
    main()
