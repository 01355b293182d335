//! Bounds of the relaxed game: proofs that a target is out of reach.

use super::deal::{Cards, Deal, NEVER, Node, each};
use crate::card::STEPS;

/// Whether the bounds prove that the target is out of reach of a node with these useful cards.
pub fn hopeless(deal: &Deal, node: &Node, useful: Cards, target: u8) -> bool {
    let reachable = u32::from(node.score) + useful.count_ones();
    let Some(slack) = reachable.checked_sub(u32::from(target)) else {
        return true;
    };
    if deal.grand_finale {
        return false;
    }
    let needed = target.saturating_sub(node.score);
    let turns = node
        .turns
        .map_or(node.deck_size(deal) + deal.players, usize::from);
    // Every play takes a turn that either draws or belongs to the last round.
    if usize::from(needed) > turns {
        return true;
    }
    node.turns.is_none() && late(deal, node, useful, slack)
}

/// Whether too many cards come too late.
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
fn late(deal: &Deal, node: &Node, useful: Cards, slack: u32) -> bool {
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
    let room: u32 = node.sizes[..deal.players]
        .iter()
        .map(|&s| u32::from(s))
        .sum();
    let mut wait = 0i32;
    for &change in &waiting[drawn..size] {
        wait += i32::from(change);
        if wait > (room + slack) as i32 - 1 {
            return true;
        }
    }
    let mut after = 0;
    for draws in (drawn + 1..=size).rev() {
        after += u32::from(bound[draws]);
        if after > (size - draws + deal.players) as u32 + slack {
            return true;
        }
    }
    false
}

const _: () = assert!(STEPS == 5);
