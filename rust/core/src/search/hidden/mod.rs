//! Hidden hands: the best joint policy of players who do not see their own cards.
//!
//! A team with one payoff and different views is a Dec-POMDP; what follows is its theory for
//! Hanabi, in the order in which the rooms rest on one another. No other program is known that
//! solves it for Hanabi exactly.
//!
//! # Words
//!
//! - **Public state** (`state::public`): what everybody knows of the table but the cards in hands
//!   and deck: stacks, tokens, strikes, whose turn it is, how many cards of each face are left.
//! - **Face**: what a card looks like in a game: its identity, or one of several groups of dead
//!   cards whose identities players do not use.
//! - **World** (`state::worlds`): one assignment of faces to all hands. Its **weight** is the
//!   number of arrangements of cards and deck that look like it. Its **cap** is the weight times
//!   its value with hands open (`state::open_bound`): no policy gets more from it.
//! - **Set**: worlds with one public state. It is what everybody knows together, and all that
//!   matters: a player's private knowledge is the other hands as they are now, for whatever left a
//!   hand is public. Sets play the part of the occupancy states of Dec-POMDPs
//!   (Dibangoye et al., 2013).
//! - **Class**: the worlds of a set that look the same to the mover, an *information set*.
//! - **Prescription**: an action for every class of the mover (Nayyar, Mahajan and Teneketzis,
//!   2013, who call it so). A **joint policy** is a prescription at every point of public history.
//!   Deterministic ones suffice: the value is linear in any randomisation.
//! - **Bin**: the classes with one action, whose worlds are then gathered by the **outcome**, what
//!   everybody sees besides the action.
//! - **Plan** (`plan`): what a search remembers of the policy that reaches its value.
//!
//! # Two laws
//!
//! The value V of a set, the sum over its worlds of weight times payoff under the best joint policy,
//! is
//!
//! - *monotone*: more worlds never take anything away, payoffs being non-negative;
//! - *sub-additive*: V(A ∪ B) ≤ V(A) + V(B), for a policy of the union, used for A and B apart, gets
//!   the same sum: telling everybody in which of them the world lies never hurts.
//!
//! Every bound is an instance of the two. The sum of the caps is one, and what the mover could do
//! from the seat (`state::seat`) another.
//!
//! # Components
//!
//! Worlds that a player who will still act cannot tell apart lie in one **component**
//! (`state::components`); the value is the sum over components.
//!
//! # One turn
//!
//! The room `turn` fills bins with classes so that the values of the gathered sets sum up to most.
//! It asks for those through the trait `turn::Values`, and knows nothing of how they are found.
//! Classes are placed one by one: of the last classes alone, the last but one with them, and so on,
//! each problem bounded by the one before (Russian doll search: Verfaillie, Lemaître and Schiex,
//! 1996). Where only a value without any loss is asked for, the turn is a problem of constraints with
//! nogoods and backjumping (`turn::constraints`).
//!
//! # The alpha contract
//!
//! Every function with a parameter `alpha` answers either with the exact value, if it exceeds alpha,
//! and a plan that reaches it; or with `None`, which proves that the value is at most alpha. `None`
//! never proves more than that, whatever was left out on the way because it could not lift the value
//! above alpha. Nowhere is the contract anything else.
//!
//! # The ledger
//!
//! What is proven of a sum over worlds stands in one form everywhere, `bounds::Between`: of a
//! component and of the first turn (`search::root`), of a game and of the race (`games`), of a
//! move (`answer::moves`).
//!
//! # Games of less and of more knowledge
//!
//! Thousands of worlds often differ in dead cards alone. A **restricted** game's players do not use
//! what dead cards are (*dead-blind*), or only which group of them they are of (*dead-grouped*):
//! its policies are policies of the real game, its value is a lower bound. The **relaxed** game's
//! players tell all they see with any clue: its value is an upper bound. With the real one they
//! **race** (`games::race`) until the bounds meet. The score k is guaranteed exactly if the target
//! k is reached in all worlds, so `guaranteed` is a race for each score (`games::guarantee`).
//!
//! # Local search
//!
//! Most often a policy found by hill climbing with restarts (`local`) is worth what an upper bound
//! allows, and nothing need be searched.
//!
//! # What depends on what
//!
//! `state ← plan ← local, turn ← search ← games ← answer`; nothing points back (`tests/modules.rs`).
//!
//! | to add or change … | open |
//! |---|---|
//! | a rule of clues: which may be given, what one touches and tells | `state/clues.rs` (whether any is legal: `game/public.rs`), what is sent: `state/messages.rs` |
//! | another rule that all players share | `game/public.rs` |
//! | an upper bound for a world, or for a set of them | `state/open_bound.rs`; of the first turn: `state/seat.rs` |
//! | sets that need no search | `plan/settled.rs` |
//! | the order or the pruning of prescriptions | `turn/placing.rs` |
//! | a move of local search | `local/moves.rs`, what a class may do: `local/offers.rs` |
//! | a restriction or relaxation | `games/game.rs`, its faces: `state/layout.rs` |
//! | who gets how much of the time | `games/race.rs` |
//! | what is reported | `answer/`, as plain data in `answer/solution.rs` |

mod answer;
mod bounds;
mod games;
mod local;
mod plan;
mod problem;
mod search;
mod state;
mod turn;

#[cfg(test)]
mod tests;

pub use answer::mean_of_perfect::mean_of_perfect;
pub use answer::solution::{
    Actual, Edge, HiddenSolution, MoveBounds, Node, Policy, Rule, Seen, Wanted,
};
pub use answer::solve::solve;
pub use problem::{MAX_SLOTS, Problem, ProblemError};
