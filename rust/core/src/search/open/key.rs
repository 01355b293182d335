//! Lossless keys of nodes: every field in as many bits as it needs, nothing hashed.

use super::node::Node;
use crate::search::memory::table::{Key, MAX_KEY};

/// How many bits each field of a key takes: enough for every state that can follow from the
/// positions it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    players: usize,
    suits: usize,
    hand_bits: u32,
    deck_bits: u32,
    id_bits: u32,
    aside: bool,
}

const UNIT_BITS: u32 = 5;
const STRIKE_BITS: u32 = 2;
const PLAYER_BITS: u32 = 3;
const TURN_BITS: u32 = 3;
const SCORE_BITS: u32 = 6;

const fn bits(largest: usize) -> u32 {
    usize::BITS - largest.leading_zeros()
}

impl Layout {
    /// A layout for keys of `K` words, for hands and decks up to the given sizes.
    ///
    /// The bits besides the suits' numbers are at most 6 × 6 + 7 + 19 + 1 = 63.
    #[must_use]
    pub fn new<K: NodeKey>(players: usize, suits: usize, hand: usize, deck: usize) -> Self {
        let mut layout = Self {
            players,
            suits,
            hand_bits: bits(hand.max(5)),
            deck_bits: bits(deck.max(31)),
            id_bits: 0,
            aside: false,
        };
        layout.id_bits = (K::suit_bits(layout.other_bits()) / suits as u32).min(32);
        layout
    }

    /// The same for the nodes of another game in the same table, those apart that are over.
    #[must_use]
    pub const fn aside(self) -> Self {
        Self {
            aside: true,
            ..self
        }
    }

    const fn other_bits(&self) -> u32 {
        let fixed = UNIT_BITS + STRIKE_BITS + PLAYER_BITS + TURN_BITS + SCORE_BITS;
        self.players as u32 * self.hand_bits + self.deck_bits + fixed + 1
    }

    /// Whether a position with hands and a deck of these sizes fits.
    #[must_use]
    pub const fn fits(&self, hand: usize, deck: usize) -> bool {
        bits(hand) <= self.hand_bits && bits(deck) <= self.deck_bits
    }

    /// Numbers of arrangements from here on do not fit into a key.
    #[must_use]
    pub const fn id_limit(&self) -> usize {
        1 << self.id_bits
    }

    fn others(&self, node: &Node) -> u64 {
        // The leading one keeps every key from being zero. Without it the turns do, unless none
        // are left.
        let mut word = u64::from(!self.aside);
        let mut push = |bits: u32, value: u8| word = word << bits | u64::from(value);
        for player in 0..self.players {
            push(self.hand_bits, node.dead[player]);
        }
        push(self.deck_bits, node.deck_dead);
        push(UNIT_BITS, node.units);
        push(STRIKE_BITS, node.strikes);
        push(PLAYER_BITS, node.mover);
        push(TURN_BITS, node.turns_left.unwrap_or(7));
        push(SCORE_BITS, node.score);
        word
    }

    fn suit_numbers(&self, node: &Node) -> u128 {
        node.ids()
            .iter()
            .fold(0, |word, &id| word << self.id_bits | u128::from(id))
    }
}

/// Keys of nodes.
pub trait NodeKey: Key + Eq + Send + Sync {
    /// Bits for the suits' numbers where the rest takes `other_bits`.
    fn suit_bits(other_bits: u32) -> u32;
    /// The key of a node: equal keys mean equal nodes.
    fn of(node: &Node, layout: &Layout) -> Self;
}

/// Two words: enough but for long games of many players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShortKey(u128);

/// Three words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LongKey(u128, u64);

impl Key for ShortKey {
    const WORDS: usize = 2;
    fn words(self) -> [u64; MAX_KEY] {
        [self.0 as u64, (self.0 >> 64) as u64, 0]
    }
}

impl NodeKey for ShortKey {
    fn suit_bits(other_bits: u32) -> u32 {
        128 - other_bits
    }
    fn of(node: &Node, layout: &Layout) -> Self {
        Self(layout.suit_numbers(node) << layout.other_bits() | u128::from(layout.others(node)))
    }
}

impl Key for LongKey {
    const WORDS: usize = 3;
    fn words(self) -> [u64; MAX_KEY] {
        [self.0 as u64, (self.0 >> 64) as u64, self.1]
    }
}

impl NodeKey for LongKey {
    fn suit_bits(_other_bits: u32) -> u32 {
        128
    }
    fn of(node: &Node, layout: &Layout) -> Self {
        Self(layout.suit_numbers(node), layout.others(node))
    }
}
