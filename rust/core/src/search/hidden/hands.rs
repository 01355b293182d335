//! Hands by number: each hand that occurs is stored once and named by a small number.

use rustc_hash::FxHashMap;

use super::facts::contains;

/// Name of an interned hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandId(u32);

/// The hand without cards.
pub const EMPTY: HandId = HandId(0);

/// Hands that have been met; the types of their cards, newest first.
pub struct Hands {
    all: Vec<Box<[u8]>>,
    ids: FxHashMap<Box<[u8]>, HandId>,
    without: FxHashMap<(HandId, u8), HandId>,
    with: FxHashMap<(HandId, u8), HandId>,
    sorted: FxHashMap<(HandId, u64), HandId>,
}

impl Default for Hands {
    fn default() -> Self {
        let mut hands = Self {
            all: Vec::new(),
            ids: FxHashMap::default(),
            without: FxHashMap::default(),
            with: FxHashMap::default(),
            sorted: FxHashMap::default(),
        };
        hands.id(&[]);
        hands
    }
}

impl Hands {
    /// The name of a hand.
    pub fn id(&mut self, cards: &[u8]) -> HandId {
        if let Some(&id) = self.ids.get(cards) {
            return id;
        }
        let id = HandId(self.all.len() as u32);
        self.all.push(cards.into());
        self.ids.insert(cards.into(), id);
        id
    }

    /// The cards of a hand, newest first.
    pub fn cards(&self, id: HandId) -> &[u8] {
        &self.all[id.0 as usize]
    }

    /// The hand without the card of a slot (counted from 0).
    pub fn without(&mut self, id: HandId, slot: usize) -> HandId {
        if let Some(&rest) = self.without.get(&(id, slot as u8)) {
            return rest;
        }
        let mut cards = self.cards(id).to_vec();
        cards.remove(slot);
        let rest = self.id(&cards);
        self.without.insert((id, slot as u8), rest);
        rest
    }

    /// The hand with one more card, the newest.
    pub fn with(&mut self, id: HandId, kind: u8) -> HandId {
        if let Some(&more) = self.with.get(&(id, kind)) {
            return more;
        }
        let mut cards = vec![kind];
        cards.extend_from_slice(self.cards(id));
        let more = self.id(&cards);
        self.with.insert((id, kind), more);
        more
    }

    /// The hand sorted, all dead cards replaced by `trash`: what counts with hands open. The
    /// identities that are dead are given as bits.
    pub fn sorted(&mut self, id: HandId, dead: u64, trash: u8) -> HandId {
        if let Some(&sorted) = self.sorted.get(&(id, dead)) {
            return sorted;
        }
        let kind = |&kind: &u8| {
            if contains(dead, kind, true) {
                trash
            } else {
                kind
            }
        };
        let mut cards: Vec<_> = self.cards(id).iter().map(kind).collect();
        cards.sort_unstable();
        let sorted = self.id(&cards);
        self.sorted.insert((id, dead), sorted);
        sorted
    }

    /// The slots that hold an identity of the set, as bits; slots are counted from 0.
    pub fn touched(&self, id: HandId, identities: u64) -> u32 {
        let cards = self.cards(id).iter().enumerate();
        cards.fold(0, |bits, (slot, &kind)| {
            bits | u32::from(contains(identities, kind, false)) << slot
        })
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        let maps = self.without.len() + self.with.len() + self.sorted.len();
        self.all.len() * 112 + maps * 40
    }
}
