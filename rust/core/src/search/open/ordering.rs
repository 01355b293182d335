//! Which moves are searched, and in what order.
//!
//! The order changes node counts, never values. What is left out is dominated:
//!
//! **(A) Below the token limit nobody misplays.** Discarding the same card is at least as good.
//!
//! **(B) Who holds a dead card (or one alike) loses no useful one.** Losing the dead card in the
//! same way, by discard or misplay, is at least as good.
//!
//! Proof of both, by induction over the length of the rest of the game (which is finite: every
//! turn uses up a card or a token). Take an optimal policy π after the dominated move; by
//! induction it makes no dominated move later. After the other move, imitate π: the same cards
//! move at the same turns (under (B) with the kept card U in the part of the lost dead card D
//! and the other way round), so that all draws are the same. Call *extra* an identity that the
//! imitation has on its stacks and π has not. The imitation keeps this invariant:
//!
//! > its stacks are at least as high as π's, and either
//! > (1) tokens equal, and strikes + extras ≤ π's strikes, or
//! > (2) tokens are π's plus one discard's, and strikes + extras + 1 ≤ π's strikes.
//!
//! It starts with (2) under (A), or with (1) if the limit cuts the token off; with (1) and no
//! extras under (B). Follow π's next move on a card X:
//!
//! * a clue: legal for the imitation too (no fewer tokens, hands of the same sizes).
//! * a discard, legal for the imitation: the same, and tokens go on as they were. If X is the
//!   U of (B), only D leaves π's hand; the imitation discards U, which it never needs.
//! * a discard, illegal for the imitation: then (2) holds, and the imitation holds all tokens
//!   while π gets there by this very discard. The imitation plays X. If X does not fit, that
//!   costs the strike it has in hand; if it fits, X becomes an extra in its place. Now tokens
//!   are equal, hence (1).
//! * π plays X and it fits. If X fits for the imitation it does the same. Otherwise X is an
//!   extra, and stops being one now. The imitation discards X if it may, which earns no less
//!   than π's play (a completed suit earns no more than a discard; where that earns less,
//!   the imitation misplays instead); if it may not, it misplays X with the strike that the
//!   extra had in hand. Tokens: equal in either case, or at the limit.
//! * π misplays X: by induction π holds all tokens, hence (1) (or (2) cut off by the limit). If
//!   X does not fit for the imitation it misplays X as well. If it fits, the imitation's stack
//!   grows, X becomes an extra, and π's strike pays for it; a token for a completed suit is
//!   cut off by the limit.
//!
//! At the end the imitation's stacks are no lower and its strikes no more: its score is at least
//! π's, in every order of the deck; under the Grand Finale rule no card is lost to it that is
//! not lost to π. That covers all objectives. ∎
//!
//! The proof uses that a completed suit earns at most what a discard earns; where a rule says
//! otherwise nothing is left out.

use arrayvec::ArrayVec;

use super::bounds::Frame;
use super::node::{Move, Node};
use crate::game::card::{MAX_SUITS, STEPS};

/// The moves of a node: a hand holds at most every useful card once.
pub type Moves = ArrayVec<Move, { 2 * MAX_SUITS * STEPS + 3 }>;

/// The moves to search, most promising first. Asked when the game is not over.
#[must_use]
pub fn moves(frame: &Frame, node: &Node) -> Moves {
    let rules = &frame.rules;
    let mover = usize::from(node.mover);
    let mut moves = Moves::new();
    let mut useful = ArrayVec::<(usize, usize), { MAX_SUITS * STEPS }>::new();
    for (place, _, facts) in node.distinct(frame.suits) {
        let held = facts.held[mover];
        if held & 1 != 0 {
            moves.push(Move::Play(place));
        }
        let steps = (0..usize::from(facts.left)).filter(|step| held & 1 << step != 0);
        useful.extend(steps.map(|step| (place, step)));
    }
    let discard = node.units < rules.unit_limit();
    let clue = node.clue_legal(rules, frame.players);
    let holds_dead = node.dead[mover] > 0;
    let dominance = rules.completion_units <= rules.discard_units;
    if discard && holds_dead {
        moves.push(Move::DiscardDead);
    }
    if clue {
        moves.push(Move::Clue);
    }
    if !(holds_dead && dominance) && discard {
        moves.extend(
            useful
                .iter()
                .rev()
                .map(|&(place, step)| Move::Discard(place, step)),
        );
    }
    if !(discard && dominance) {
        if holds_dead {
            moves.push(Move::MisplayDead);
        }
        if !(holds_dead && dominance) {
            let misplays = useful.iter().filter(|&&(_, step)| step > 0);
            moves.extend(misplays.map(|&(place, step)| Move::Misplay(place, step)));
        }
    }
    moves
}
