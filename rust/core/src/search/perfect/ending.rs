//! Proofs of loss from the last part of the deck alone.
//!
//! An *ending* of a node at j draws forgets how the node comes to the moment when j cards are
//! drawn, and assumes the best of it: every card that can have been played by then has been; a
//! card drawn till then that is still useful is in all hands at once; the cards now in hands are
//! where they are; there are dead cards to discard without end, and all tokens. If the ending is
//! lost whoever moves, so is the node.
//!
//! Proof. A winning line of the node passes a state S with j cards drawn; let E be the ending
//! with the same mover. E's stacks are as high or higher; a hand of E holds every card of the
//! same hand of S that is not on E's stacks; E has no fewer units. E keeps all this up: it
//! answers each move of S with the same one, or, where S plays or discards a card that E has on a
//! stack or that is dead, with a discard of a dead card. There a play of S earns
//! `completion_units` at most, which is no more than E's discard does. So E's score is never
//! below that of S.
//!
//! Which cards come together in the last hands, and who can play them in the last turns, is
//! settled by few cards of many; so endings are alike for most nodes, and are looked up.

use rustc_hash::FxHashMap;

use super::deal::{Cards, Deal, Node, each};
use super::key::key;
use super::relaxed::{Pause, Search};
use crate::game::setup::MAX_HAND;
use crate::search::limits::Limits;

/// Draws from the end of the deck at which endings begin. Measured on hard two-player decks: with
/// 2 to 5 draws two of them take a hundred times as many nodes, 8 or 16 save none.
const DRAWS: usize = 6;

/// Most nodes spent on an ending.
const BUDGET: u64 = 1 << 12;

/// A searcher of endings, for one target.
pub struct Endings<'a, const W: usize> {
    deal: &'a Deal,
    search: Search<'a, W>,
    known: FxHashMap<[u64; W], bool>,
    /// Most entries of `known`.
    capacity: usize,
}

impl<'a, const W: usize> Endings<'a, W> {
    /// A searcher that takes at most `memory` bytes; none where endings prove nothing.
    pub fn new(
        deal: &'a Deal,
        target: u8,
        limits: &'a Limits<'a>,
        memory: usize,
    ) -> Option<Box<Self>> {
        let proves = !deal.grand_finale && deal.completion_units <= deal.discard_units;
        // A growing map holds its old entries and twice as many places for new ones.
        let entry = 4 * (size_of::<([u64; W], bool)>() + 1);
        proves.then(|| {
            Box::new(Self {
                deal,
                search: Search::new(deal, target, limits, memory / 2),
                known: FxHashMap::default(),
                capacity: memory / 2 / entry,
            })
        })
    }

    /// Nodes expanded so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Whether some ending proves a node with these useful cards lost. Stops only by a limit.
    pub fn lost(&mut self, node: &Node, useful: Cards) -> Result<bool, Pause> {
        let size = self.deal.deck.len();
        let earliest = usize::from(node.drawn).max(size.saturating_sub(DRAWS));
        for draws in (earliest..size).rev() {
            if self.lost_at(node, useful, draws)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn lost_at(&mut self, node: &Node, useful: Cards, draws: usize) -> Result<bool, Pause> {
        let mut ending = ending(self.deal, node, useful, draws);
        let useful = ending.useful(self.deal);
        let key = key(self.deal, &ending, useful, false);
        if let Some(&lost) = self.known.get(&key) {
            return Ok(lost);
        }
        let mut lost = true;
        for mover in 0..self.deal.players {
            ending.mover = mover as u8;
            match self.search.find(&ending, BUDGET, false) {
                Ok(None) => {}
                Ok(Some(_)) | Err(Pause::Budget) => {
                    lost = false;
                    break;
                }
                Err(pause) => return Err(pause),
            }
        }
        if self.known.len() < self.capacity {
            self.known.insert(key, lost);
        }
        Ok(lost)
    }
}

/// The ending of a node with these useful cards, player 0 to move.
fn ending(deal: &Deal, node: &Node, useful: Cards, draws: usize) -> Node {
    let first = &deal.first[usize::from(node.drawn)];
    let held = node.held();
    let mut ending = *node;
    let mut anywhere = 0;
    // Suit by suit in play order.
    for card in each(useful) {
        let early = usize::from(first[card.trailing_zeros() as usize]) < draws;
        if card & ending.next != 0 && (card & held != 0 || early) {
            ending.next ^= card | card << 1;
            ending.score += 1;
        } else if early {
            anywhere |= card;
        }
    }
    for player in 0..deal.players {
        ending.hands[player] |= anywhere;
        ending.sizes[player] = MAX_HAND as u8;
    }
    ending.drawn = draws as u8;
    ending.mover = 0;
    ending.units = deal.unit_limit;
    ending
}
