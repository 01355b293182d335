//! Clues: when one may be given, which slots it touches, and what it tells.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::game::card::{Card, MAX_CARDS};
use crate::game::rules::Rules;

use super::hands::HandId;
use super::public::{FACES, Faces};

/// What a clue can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Messages {
    /// The clue's player and name and the slots it touches: as in the game.
    Touched,
    /// What is certain where dead cards are alike: see [`crate::search::hidden::games::game`]. A restriction of the
    /// policies, so values are lower bounds.
    Certain,
    /// Anything: who gives a clue tells all that he sees. A relaxation, so values are upper
    /// bounds.
    Unlimited,
}

/// The slots of a hand that a clue touches, as bits; the clue is the set of identities it touches.
pub fn touched(clue: u64, hand: &[Card]) -> u32 {
    let slots = hand.iter().enumerate();
    slots.fold(0, |bits, (slot, card)| {
        bits | ((clue >> card.index() & 1) as u32) << slot
    })
}

/// Whether a clue may be given that touches such slots of a hand, as bits.
pub const fn may_give(rules: &Rules, touched: u32) -> bool {
    rules.empty_clues || touched != 0
}

/// For every clue the slots that it surely touches, and those of which faces do not say it.
pub type Touches = Rc<[(u32, u32)]>;

/// The clues of one game.
pub struct Clues {
    /// For every clue the identities it touches, as bits.
    pub sets: Vec<u64>,
    /// What clues say.
    pub messages: Messages,
    /// The identities that a card of each face may have, as bits.
    pub members: [u64; FACES],
    /// Sets of clues, as bits over their places, one of which may be given whatever the hand, unless
    /// it is empty. None has a clue of another. They are known where messages are
    /// [`Messages::Certain`].
    pub families: Vec<u64>,
    /// Whether a player of a restricted game had no action where the real one has a clue.
    pub stranded: bool,
    /// What clues touch in hands: see [`Self::touches`].
    pub(super) touches: RefCell<FxHashMap<HandId, Touches>>,
    /// See [`Self::unclear`].
    pub(super) unclear: OnceCell<Vec<Faces>>,
}

impl Clues {
    /// Clues by the identities they touch, in the fixed order.
    pub fn new(sets: Vec<u64>, messages: Messages) -> Self {
        Self {
            sets,
            messages,
            members: std::array::from_fn(|face| if face < MAX_CARDS { 1 << face } else { 0 }),
            families: Vec::new(),
            stranded: false,
            touches: RefCell::default(),
            unclear: OnceCell::new(),
        }
    }

    /// Gathers the families: clues in order, until one of them touches each of the cards that
    /// there are, and so on. Of most decks the colours are one and the ranks another.
    pub fn find_families(&mut self, cards: u64) {
        let (mut family, mut touched) = (0, 0);
        for (place, &clue) in self.sets.iter().enumerate() {
            family |= 1 << place;
            touched |= clue;
            if cards & !touched == 0 {
                self.families.push(std::mem::take(&mut family));
                touched = 0;
            }
        }
        if let Some(last) = self.families.last_mut() {
            *last |= family;
        }
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.touches.borrow().len() * (48 + 8 * self.sets.len())
    }

    /// Forgets what can be found again.
    pub fn forget(&mut self) {
        self.touches = RefCell::default();
    }
}
