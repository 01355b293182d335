"""What the simple agent of the Hanabi Learning Environment is worth at an endgame, exactly.

    python docs/examples/simple_agent_of_hle.py [POSITION]

Needs the environment: CMAKE_POLICY_VERSION_MINIMUM=3.5 pip install hanabi-learning-environment
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import hanabi_solver as hs

POSITION = "r3y4 >r1(-45)y1(-45)r5(5)/r4y5y3 {y4r1} c3"


def observation(view: hs.View) -> dict[str, Any]:
    """What is seen, as the environment puts it: players from the mover on, oldest card first."""
    position = view.position
    players = len(position.hands)
    hands = [position.hands[(position.mover + offset) % players][::-1] for offset in range(players)]
    letters = [suit.letter.upper() for suit in position.suits]
    seen = [
        [{"color": letters[held.card.suit], "rank": held.card.rank - 1} for held in hand]
        for hand in hands[1:]
    ]
    return {
        "current_player_offset": 0,
        "num_players": players,
        "information_tokens": position.clue_units // position.rules.units_per_token,
        "fireworks": dict(zip(letters, position.stacks, strict=True)),
        "observed_hands": [[{"color": None, "rank": -1}] * len(hands[0]), *seen],
        "card_knowledge": [[clued(held) for held in hand] for hand in hands],
    }


def clued(held: hs.HeldCard) -> dict[str, Any]:
    """What clues have said of a card."""
    colours = [name.upper() for name in held.marks.positive if name.isalpha()]
    ranks = [int(name) - 1 for name in held.marks.positive if name.isdigit()]
    return {"color": next(iter(colours), None), "rank": next(iter(ranks), None)}


def agent_of(theirs: Any) -> hs.Agent:
    """An agent that does what an agent of the environment does."""

    def act(view: hs.View) -> hs.Move:
        position = view.position
        does = theirs.act(observation(view))
        if does["action_type"] == "REVEAL_COLOR":
            player = (position.mover + does["target_offset"]) % len(position.hands) + 1
            return hs.Clue(player, does["color"].lower())
        slot = len(position.hands[position.mover]) - does["card_index"]
        return hs.Play(slot) if does["action_type"] == "PLAY" else hs.Discard(slot)

    return act


def main() -> None:
    """Evaluates the agent, and says what the best players would get more."""
    module = import_module("hanabi_learning_environment.agents.simple_agent")
    agent = agent_of(module.SimpleAgent({"players": 2}))
    position = sys.argv[1] if len(sys.argv) > 1 else POSITION
    # It looks at what it sees now alone.
    found = hs.evaluate(position, agent, shared=True, limits=hs.Limits(time=60))
    print(f"the agent wins {found.bounds} of {found.worlds} worlds")
    print(f"the best players would win {found.regret('hidden', limits=hs.Limits(time=60))} more")
    for each in found.losing[:1]:
        print(f"it gets {each.value} of a win in {each.world.position}")


if __name__ == "__main__":
    main()
