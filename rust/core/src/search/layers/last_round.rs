//! The last round: everyone has one turn.

use super::half::Element;
use crate::game::card::MAX_SUITS;
use crate::search::open::suits::{Facts, Suits};
use arrayvec::ArrayVec;

/// The most cards that can be played in a last round which `mover` begins.
///
/// Each plays a card that fits then, or wastes the turn: with a token by a clue, without one by a
/// discard. Neither costs a play, as nobody who has had the turn needs a card again. Only hands
/// and stacks count.
#[must_use]
pub fn most_plays(suits: &Suits, players: usize, mover: usize, halves: [&Element; 2]) -> u8 {
    let ids = halves.iter().flat_map(|half| &half.parts);
    let facts: ArrayVec<&Facts, MAX_SUITS> = ids
        .map(|&(id, _)| suits.facts(id))
        .filter(|facts| facts.left > 0)
        .collect();
    let mut played = [0; MAX_SUITS];
    most(&facts, &mut played, players, mover, players)
}

fn most(
    facts: &[&Facts],
    played: &mut [u8; MAX_SUITS],
    players: usize,
    mover: usize,
    turns: usize,
) -> u8 {
    if turns == 0 {
        return 0;
    }
    let next = (mover + 1) % players;
    let mut best = 0;
    let mut plays = false;
    for suit in 0..facts.len() {
        if facts[suit].held[mover] >> played[suit] & 1 != 0 {
            played[suit] += 1;
            best = best.max(1 + most(facts, played, players, next, turns - 1));
            played[suit] -= 1;
            plays = true;
        }
    }
    // Who can play loses nothing by it: the same plays of the others fit.
    if plays {
        best
    } else {
        most(facts, played, players, next, turns - 1)
    }
}
