//! Lossless keys of nodes.

use super::deal::{Cards, Deal, Node};
use crate::game::card::{MAX_SUITS, STEPS};

/// Bits of a key of a deal: value, draws, mover, units and credit, stacks, hands, and sizes under
/// Grand Finale.
pub const fn bits(deal: &Deal) -> usize {
    let sizes = if deal.grand_finale {
        6 * deal.players
    } else {
        0
    };
    8 + 8 + 3 + 10 + deal.suits * STEPS * (deal.players + 1) + sizes
}

/// Moves the suits' five bits together.
const fn packed(set: Cards) -> u64 {
    let fives = set & 0x1f1f_1f1f_1f1f_1f1f;
    let tens = fives & 0x001f_001f_001f_001f | (fives & 0x1f00_1f00_1f00_1f00) >> 3;
    let twenties = tens & 0x0000_03ff_0000_03ff | (tens & 0x03ff_0000_03ff_0000) >> 6;
    twenties & 0xf_ffff | (twenties & 0xf_ffff_0000_0000) >> 12
}

/// Writes numbers of a few bits one after the other.
struct Writer<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Writer<W> {
    fn push(&mut self, value: u64, width: usize) {
        let (word, shift) = (self.at / 64, self.at % 64);
        self.words[word] |= value << shift;
        if shift + width > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.at += width;
    }
}

/// The key of a node whose useful cards are given: all that its value depends on, the units and
/// the credit only if `dear`. Not for the last round, whose turns it leaves out.
///
/// Under the last-round rule the sizes of hands never change; under Grand Finale they do, once
/// the deck is empty. A complete suit is the empty set of its five bits.
pub fn key<const W: usize>(deal: &Deal, node: &Node, useful: Cards, dear: bool) -> [u64; W] {
    debug_assert!(bits(deal) <= 64 * W && node.turns.is_none());
    let mut writer = Writer {
        words: [0; W],
        at: 8,
    };
    writer.push(u64::from(node.drawn), 8);
    writer.push(u64::from(node.mover), 3);
    if dear {
        writer.push(u64::from(node.units), 8);
        writer.push(u64::from(node.credit), 2);
    }
    let width = deal.suits * STEPS;
    writer.push(packed(node.next), width);
    for hand in &node.hands[..deal.players] {
        writer.push(packed(hand & useful), width);
    }
    if deal.grand_finale {
        for &size in &node.sizes[..deal.players] {
            writer.push(u64::from(size), 6);
        }
    }
    writer.words
}

const _: () = assert!(MAX_SUITS * STEPS <= 40);
