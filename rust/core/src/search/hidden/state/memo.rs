//! What uses of slots lead to, remembered.

use std::num::NonZeroU8;

use rustc_hash::FxHashMap;

use crate::game::rules::MAX_PLAYERS;

use crate::search::memory::maps::{list_bytes, map_bytes};

use super::hands::HandId;
use super::public::PublicId;

/// A state with hands open but for the deck.
pub type OpenState = (PublicId, [HandId; MAX_PLAYERS]);

/// Uses of slots as far as they were asked for: for every state met the plays of each slot, then
/// the discards, from the place in the list on that the map tells.
#[derive(Default)]
pub struct Successors {
    pub uses_of: FxHashMap<OpenState, u32>,
    pub uses: Vec<Option<Steps>>,
    pub steps: Vec<Step>,
}

impl Successors {
    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        map_bytes(&self.uses_of) + list_bytes(&self.uses) + list_bytes(&self.steps)
    }
}

/// What a use of a slot leads to in one state: the card's face, the public state then, the cards that
/// may be drawn (1 if none is), and the states.
#[derive(Clone, Copy)]
pub struct Steps {
    pub face: u8,
    pub public: PublicId,
    pub cards: NonZeroU8,
    /// What the states are worth with hands open, summed over the copies of the card drawn.
    pub value: u64,
    /// Where they stand in the list of all steps, and how many there are.
    pub from: u32,
    pub number: u8,
}

/// One of these states, unless it is worth nothing with hands open: the copies of the card drawn
/// among those that may be, and the value with hands open, summed over the orders of the deck.
pub struct Step {
    pub hands: [HandId; MAX_PLAYERS],
    pub copies: u8,
    pub value: u64,
}
