//! The move that looks best, by rules of thumb. Whatever they say is a policy.

use crate::search::open::bounds::Frame;
use crate::search::open::node::{Move, Node};
use crate::value::Objective;

/// Turns to spare from which on a discard is better than one of the last tokens.
const ROOM: u8 = 2;
/// Tokens that are no last ones.
const TOKENS: u8 = 4;

/// The place of the move that looks best, of those of a node.
pub fn best_looking(frame: &Frame, node: &Node, moves: &[Move], objective: Objective) -> usize {
    let need = match objective {
        Objective::Win { target } => target.saturating_sub(node.score),
        _ => node.reachable(frame.suits) - node.score,
    };
    let spare = (node.deck() + frame.players as u8).saturating_sub(need);
    let tokens = node.units / frame.rules.units_per_token;
    let mover = usize::from(node.mover);
    let other_plays = node.distinct(frame.suits).any(|(_, _, facts)| {
        let mut hands = facts.held.iter().enumerate();
        hands.any(|(player, hand)| player != mover && hand & 1 != 0)
    });
    let held = |place: usize| frame.suits.facts(node.suits[place]);
    let look = |action: Move| match action {
        Move::Play(place) => {
            let facts = held(place);
            let own = facts.held[mover].count_ones() as usize;
            1000 + 10 * usize::from(facts.in_hands) + 2 * own + usize::from(facts.left)
        }
        Move::Clue if other_plays && (spare < ROOM || tokens >= TOKENS) => 500,
        Move::DiscardDead if spare > 0 => 400,
        Move::Clue => 300,
        Move::Discard(place, step) => {
            let facts = held(place);
            let holders = facts.held.iter().filter(|&hand| hand >> step & 1 != 0);
            let kept = match (holders.count(), facts.deck[step]) {
                (1, 0) => 50,
                (1, _) => 150,
                _ => 200,
            };
            kept + 4 * step
        }
        Move::DiscardDead => 100,
        Move::MisplayDead => 30,
        Move::Misplay(_, step) => step,
    };
    let looks = moves.iter().map(|&action| look(action)).enumerate();
    let best = looks.max_by_key(|&(place, look)| (look, std::cmp::Reverse(place)));
    best.map_or(0, |(place, _)| place)
}
