//! Proofs of loss from the game of one hand.
//!
//! The *game of one hand* forgets whose cards are whose, turns and tokens: all cards are in one
//! hand, and every move plays or discards one of them and draws the next card; after the last
//! draw as many cards more can be played as there are players.
//!
//! *It never does worse than the relaxed game* while the deck lasts and hands keep their sizes
//! (so not under Grand Finale): leave the clues out of a relaxed line; a discard of a card of
//! which another hand has a copy becomes a discard of a dead card.
//!
//! *A playable card X is played at once.* Let a line first discard something, or play X, at its
//! move m. Play X first, then all moves before m, and leave m out: after as many draws X is
//! played, and the hand has lost nothing that the line keeps. If the line neither discards nor
//! plays X, leave out its last play instead: as many cards are played.
//!
//! *Else a dead card is discarded if there is one*, rather than a useful one, which can be
//! treated as that dead card ever after. So there is a choice only where all cards are useful,
//! different, and none is playable.

use rustc_hash::FxHashMap;

use super::deal::{Cards, Deal, Node, chain, each};

/// A state of the game of one hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Hand {
    /// Cards drawn from the deck.
    drawn: u8,
    /// The next card of each suit.
    next: Cards,
    /// Useful cards in the hand.
    held: Cards,
}

/// A searcher of games of one hand, for one target.
pub struct OneHand {
    target: u8,
    known: FxHashMap<Hand, bool>,
    /// Most entries of `known`.
    capacity: usize,
}

impl OneHand {
    /// A searcher that takes at most `memory` bytes.
    pub fn new(target: u8, memory: usize) -> Self {
        // A growing map holds its old entries and twice as many places for new ones.
        let entry = 4 * (size_of::<(Hand, bool)>() + 1);
        Self {
            target,
            known: FxHashMap::default(),
            capacity: memory / entry,
        }
    }

    /// Whether the game of one hand proves a node lost.
    pub fn lost(&mut self, deal: &Deal, node: &Node) -> bool {
        if deal.grand_finale || node.turns.is_some() {
            return false;
        }
        let sizes = node.sizes[..deal.players].iter();
        let slots = sizes.map(|&size| u32::from(size)).sum();
        let hand = Hand {
            drawn: node.drawn,
            next: node.next,
            held: node.held(),
        };
        !self.wins(deal, slots, hand, node.score)
    }

    fn wins(&mut self, deal: &Deal, slots: u32, mut hand: Hand, mut score: u8) -> bool {
        loop {
            let Some(needed) = self.target.checked_sub(score).filter(|&needed| needed > 0) else {
                return true;
            };
            let rest = deal.rest[usize::from(hand.drawn)];
            let useful = chain(hand.next, hand.held | rest);
            let left = deal.deck.len() - usize::from(hand.drawn);
            hand.held &= useful;
            let reachable = if left == 0 { hand.held } else { useful };
            if reachable.count_ones() < u32::from(needed)
                || usize::from(needed) > left + deal.players
            {
                return false;
            }
            if left == 0 {
                return true;
            }
            let playable = hand.held & hand.next;
            if let Some(card) = each(playable).next() {
                hand.held ^= card;
                hand.next ^= card | card << 1;
                score += 1;
            } else if hand.held.count_ones() == slots {
                return self.wins_by_discard(deal, slots, hand, score);
            }
            hand = hand.draw(deal);
        }
    }

    fn wins_by_discard(&mut self, deal: &Deal, slots: u32, hand: Hand, score: u8) -> bool {
        if let Some(&wins) = self.known.get(&hand) {
            return wins;
        }
        let wins = each(hand.held).any(|card| {
            let held = hand.held ^ card;
            self.wins(deal, slots, Hand { held, ..hand }.draw(deal), score)
        });
        if self.known.len() < self.capacity {
            self.known.insert(hand, wins);
        }
        wins
    }
}

impl Hand {
    /// The hand with the next card.
    fn draw(mut self, deal: &Deal) -> Self {
        self.held |= deal.deck[usize::from(self.drawn)];
        self.drawn += 1;
        self
    }
}
