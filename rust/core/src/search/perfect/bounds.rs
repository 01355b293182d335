//! Bounds of the relaxed game: proofs that a target is out of reach.

use super::deal::{Cards, Deal, NEVER, Node, each};
use crate::game::card::STEPS;

/// Plays to spare at the tightest place of the deck, or `None` if the target is proved to be out
/// of reach of a node with these useful cards.
pub fn margin(deal: &Deal, node: &Node, useful: Cards, target: u8) -> Option<i32> {
    let reachable = i32::from(node.score) + useful.count_ones() as i32;
    let slack = reachable - i32::from(target);
    if slack < 0 {
        return None;
    }
    if deal.grand_finale {
        return Some(0);
    }
    let needed = i32::from(target) - i32::from(node.score);
    let turns = node
        .turns
        .map_or(node.deck_size(deal) + deal.players, usize::from);
    // Every play takes a turn that either draws or belongs to the last round.
    let pace = turns as i32 - needed;
    if pace < 0 || node.turns.is_some() {
        return (pace >= 0).then_some(pace);
    }
    let late = late(deal, node, useful) + slack;
    (late >= 0).then_some(late.min(pace))
}

/// The least room left by two counts of cards that come late; negative if more than that many
/// cards must stay unplayed.
///
///
/// A card can be played only after a copy of it, and of every card below it in its suit, has
/// been drawn: not before the latest of their first copies, say at position p of a deck of n.
/// After that draw n − p − 1 draws are left, and as many turns as there are players after the
/// last one; each play takes one of these. So of the cards bound to positions from p on, at
/// most n − p − 1 + players are played, and at most `slack` may stay unplayed.
///
/// A card whose last copy has been drawn, and which waits for a card further down the deck, is
/// in some hand unless it has been lost. To draw, somebody must play or discard something else:
/// so while a draw is still to come, at most `slack` more cards wait than the hands hold, less
/// one.
fn late(deal: &Deal, node: &Node, useful: Cards) -> i32 {
    let held = node.held();
    let drawn = usize::from(node.drawn);
    let size = deal.deck.len();
    let first = &deal.first[drawn];
    // Cards bound to a position; changes of the number of cards that wait.
    let mut bound = [0u8; 256];
    let mut waiting = [0i8; 257];
    for suit in 0..deal.suits {
        let chain = useful & (0x1f << (suit * 8));
        let mut latest = drawn;
        for card in each(chain) {
            let at = card.trailing_zeros() as usize;
            if held & card == 0 {
                // Position p is counted as p + 1: `drawn` stands for "in hand".
                latest = latest.max(usize::from(first[at]) + 1);
            }
            bound[latest] += 1;
            let last = deal.last[at];
            let from = if last == NEVER || usize::from(last) < drawn {
                drawn
            } else {
                usize::from(last) + 1
            };
            if from < latest {
                waiting[from] += 1;
                waiting[latest] -= 1;
            }
        }
    }
    let mut margin = i32::MAX / 2;
    let room: u32 = node.sizes[..deal.players]
        .iter()
        .map(|&s| u32::from(s))
        .sum();
    let mut wait = 0i32;
    for &change in &waiting[drawn..size] {
        wait += i32::from(change);
        margin = margin.min(room as i32 - 1 - wait);
    }
    let mut after = 0;
    for draws in (drawn + 1..=size).rev() {
        after += u32::from(bound[draws]);
        margin = margin.min((size - draws + deal.players) as i32 - after as i32);
    }
    margin
}

const _: () = assert!(STEPS == 5);
