//! Hands by number: each hand that occurs is stored once and named by a small number.

use rustc_hash::FxHashMap;

use super::public::contains;

/// Name of an interned hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandId(u32);

/// The hand without cards.
pub const EMPTY: HandId = HandId(0);

/// Hands that have been met.
pub struct Hands {
    all: Vec<Hand>,
    ids: FxHashMap<Box<[u8]>, HandId>,
}

/// A hand and what came of it before.
struct Hand {
    /// The faces of the cards, newest first.
    cards: Box<[u8]>,
    without: Vec<(u8, HandId)>,
    with: Vec<(u8, HandId)>,
    sorted: Vec<(u64, HandId)>,
}

/// The second of the pair with this key; few pairs lie in a list.
fn find<K: PartialEq>(pairs: &[(K, HandId)], key: K) -> Option<HandId> {
    let found = pairs.iter().find(|(other, _)| *other == key);
    found.map(|&(_, id)| id)
}

impl Default for Hands {
    fn default() -> Self {
        let mut hands = Self {
            all: Vec::new(),
            ids: FxHashMap::default(),
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
        self.all.push(Hand {
            cards: cards.into(),
            without: Vec::new(),
            with: Vec::new(),
            sorted: Vec::new(),
        });
        self.ids.insert(cards.into(), id);
        id
    }

    /// The cards of a hand, newest first.
    pub fn cards(&self, id: HandId) -> &[u8] {
        &self.hand(id).cards
    }

    fn hand(&self, id: HandId) -> &Hand {
        &self.all[id.0 as usize]
    }

    fn hand_mut(&mut self, id: HandId) -> &mut Hand {
        &mut self.all[id.0 as usize]
    }

    /// The hand without the card of a slot (counted from 0).
    pub fn without(&mut self, id: HandId, slot: usize) -> HandId {
        if let Some(rest) = find(&self.hand(id).without, slot as u8) {
            return rest;
        }
        let mut cards = self.cards(id).to_vec();
        cards.remove(slot);
        let rest = self.id(&cards);
        self.hand_mut(id).without.push((slot as u8, rest));
        rest
    }

    /// The hand with one more card, the newest.
    pub fn with(&mut self, id: HandId, face: u8) -> HandId {
        if let Some(more) = find(&self.hand(id).with, face) {
            return more;
        }
        let mut cards = vec![face];
        cards.extend_from_slice(self.cards(id));
        let more = self.id(&cards);
        self.hand_mut(id).with.push((face, more));
        more
    }

    /// The hand sorted, all dead cards replaced by `trash`: what counts with hands open. The
    /// identities that are dead are given as bits.
    pub fn sorted(&mut self, id: HandId, dead: u64, trash: u8) -> HandId {
        if let Some(sorted) = find(&self.hand(id).sorted, dead) {
            return sorted;
        }
        let face = |&face: &u8| {
            if contains(dead, face, true) {
                trash
            } else {
                face
            }
        };
        let mut cards: Vec<_> = self.cards(id).iter().map(face).collect();
        cards.sort_unstable();
        let sorted = self.id(&cards);
        self.hand_mut(id).sorted.push((dead, sorted));
        sorted
    }

    /// The slots that hold an identity of the set, as bits; slots are counted from 0.
    pub fn touched(&self, id: HandId, identities: u64) -> u32 {
        let cards = self.cards(id).iter().enumerate();
        cards.fold(0, |bits, (slot, &face)| {
            bits | u32::from(contains(identities, face, false)) << slot
        })
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.all.len() * 400
    }
}
