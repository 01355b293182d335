//! One suit of a state with open hands, reduced to what still matters, and numbered.
//!
//! A suit's future depends only on where the copies of its useful cards lie, not on its name
//! or height. Every such arrangement gets a number, and each change of it is looked up once:
//! the search handles a suit as an automaton.
//!
//! Merged without loss:
//! * Dead cards (played, or above a card of which no copy is left) are all alike: none can be
//!   played, and no clue's content matters. The state counts them by place.
//! * A second copy of a useful card in one hand is alike a dead card. Write (U, U) and (U, D)
//!   for the two hands. A policy for (U, D) serves (U, U) with the second U in the part of D:
//!   what the policy does with D (discard it, misplay it) can be done with a U that is dead by
//!   then, and a U that is still playable where D would have been misplayed scores more for
//!   the same turn, with a strike less and no token lost (see `ordering`). A policy for (U, U)
//!   serves (U, D): the first U that leaves the hand by a discard or misplay is replaced by D,
//!   the other by U; once a U is played, the other is dead.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::game::card::{Card, STEPS};
use crate::game::rules::MAX_PLAYERS;
use crate::game::state::State;

/// Places where a copy can lie: the hands, and last the deck.
pub const PLACES: usize = MAX_PLAYERS + 1;
/// The deck as a place.
pub const DECK: usize = MAX_PLAYERS;

/// Copies by step above the stack and by place.
type Copies = [[u8; PLACES]; STEPS];

/// Cards that an event made dead, by place, four bits each: a suit has at most ten cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Deaths(u32);

impl Deaths {
    /// The number in one place.
    #[must_use]
    pub const fn at(self, place: usize) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// Whether there are none.
    #[must_use]
    pub const fn none(self) -> bool {
        self.0 == 0
    }

    const fn add(&mut self, place: usize, count: u8) {
        self.0 += (count as u32) << (4 * place);
    }
}

/// The arrangement of a suit's useful copies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Arrangement {
    /// Steps that can still be played.
    left: u8,
    /// Whether playing them all completes the suit.
    completes: bool,
    copies: Copies,
}

impl Arrangement {
    /// Gives up all copies of a card that some hand holds, but one: that of the player who holds
    /// fewest others of the suit.
    fn give_up(&mut self) -> Deaths {
        let mut deaths = Deaths::default();
        let copies = self.copies;
        let load = |player: usize| copies.iter().filter(|places| places[player] > 0).count();
        for places in &mut self.copies {
            let holders = (0..DECK).filter(|&player| places[player] > 0);
            let Some(keeper) = holders.min_by_key(|&player| load(player)) else {
                continue;
            };
            for (place, count) in places.iter_mut().enumerate() {
                let kept = u8::from(place == keeper);
                deaths.add(place, *count - kept);
                *count = kept;
            }
        }
        deaths
    }

    /// Cuts off what is dead and what is alike a dead card, and what is given up.
    fn reduce(mut self, spares: Spares) -> (Self, Deaths) {
        let mut deaths = match spares {
            Spares::Kept => Deaths::default(),
            Spares::GivenUp => self.give_up(),
        };
        let alive = self.copies[..usize::from(self.left)]
            .iter()
            .take_while(|places| places.iter().any(|&count| count > 0))
            .count();
        self.completes &= alive == usize::from(self.left) && alive > 0;
        self.left = alive as u8;
        for (step, places) in self.copies.iter_mut().enumerate() {
            for (place, count) in places.iter_mut().enumerate() {
                let useful = if step >= alive {
                    0
                } else if place == DECK {
                    *count
                } else {
                    (*count).min(1)
                };
                deaths.add(place, *count - useful);
                *count = useful;
            }
        }
        (self, deaths)
    }
}

/// What can happen to a suit. Steps count from the stack upward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The player plays the next card.
    Play(usize),
    /// The player discards or misplays the card of a step.
    Lose(usize, usize),
    /// The player draws the card of a step.
    Draw(usize, usize),
}

impl Event {
    /// Number of events for one player.
    const COUNT: usize = 1 + 2 * STEPS;

    const fn index(self) -> usize {
        match self {
            Self::Play(player) => player * Self::COUNT,
            Self::Lose(player, step) => player * Self::COUNT + 1 + step,
            Self::Draw(player, step) => player * Self::COUNT + 1 + STEPS + step,
        }
    }
}

/// Number of an arrangement.
pub type SuitId = u32;

/// The arrangement without useful cards.
pub const SPENT: SuitId = 0;

/// What the search asks of an arrangement.
pub struct Facts {
    /// Steps that can still be played.
    pub left: u8,
    /// Whether playing them all completes the suit.
    pub completes: bool,
    /// Steps that each player holds, one bit a step.
    pub held: [u8; MAX_PLAYERS],
    /// Copies in the deck by step.
    pub deck: [u8; STEPS],
    /// Useful copies in the deck.
    pub deck_total: u8,
    /// Steps that only one player can play: by player, those of which all copies are in that
    /// hand.
    pub alone: [u8; MAX_PLAYERS],
    /// By mover and step: the fewest turns, the mover's counted as the first, within which the
    /// step can have been played. See `bounds`.
    pub earliest: [[u8; STEPS]; MAX_PLAYERS],
    /// Steps of which the only copy lies in the deck, one bit a step.
    pub buried: u8,
    /// Steps above the stack that lie in hands, up to the first that does not.
    pub in_hands: u8,
    /// Whether the one after those is the last, and in the deck.
    pub top_in_deck: bool,
    copies: Copies,
    transitions: Box<[AtomicU64]>,
}

const CHUNK_BITS: usize = 9;
const CHUNK: usize = 1 << CHUNK_BITS;
const CHUNKS: usize = 1 << 13;

type Chunk = Box<[OnceLock<Facts>]>;

/// Most arrangements that can be numbered.
pub const MAX_IDS: usize = CHUNK * CHUNKS;

/// What becomes of further copies of cards that are in hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spares {
    /// They count.
    Kept,
    /// They count as dead: see [`policy`](super::trials).
    GivenUp,
}

/// All arrangements met so far. Reading takes no lock.
pub struct Suits {
    players: usize,
    spares: Spares,
    /// Numbers from here on do not fit into the keys.
    limit: usize,
    chunks: Box<[OnceLock<Chunk>]>,
    ids: Mutex<FxHashMap<Arrangement, SuitId>>,
}

impl Suits {
    /// A store of at most `limit` arrangements for a number of players, holding only
    /// [`SPENT`].
    #[must_use]
    pub fn new(players: usize, limit: usize) -> Self {
        Self::with(players, limit, Spares::Kept)
    }

    /// The same, where spare copies may be given up.
    #[must_use]
    pub fn with(players: usize, limit: usize, spares: Spares) -> Self {
        let suits = Self {
            players,
            spares,
            limit: limit.min(MAX_IDS),
            chunks: (0..CHUNKS).map(|_| OnceLock::new()).collect(),
            ids: Mutex::default(),
        };
        let spent = Arrangement {
            left: 0,
            completes: false,
            copies: [[0; PLACES]; STEPS],
        };
        let id = suits.intern(spent);
        debug_assert_eq!(id, Some(SPENT));
        suits
    }

    /// Number of arrangements met.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ids
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// Bytes that an arrangement takes, about: its facts, and the map from it to its number.
    #[must_use]
    pub const fn record_bytes(&self) -> usize {
        let transitions = (self.players * Event::COUNT + 1) * size_of::<AtomicU64>();
        size_of::<OnceLock<Facts>>() + transitions + 2 * size_of::<(Arrangement, SuitId)>() + 16
    }

    /// What is known of an arrangement.
    ///
    /// # Panics
    /// If the store never gave out this number: a bug of the caller.
    #[must_use]
    pub fn facts(&self, id: SuitId) -> &Facts {
        let id = id as usize;
        self.chunks[id >> CHUNK_BITS]
            .get()
            .and_then(|chunk| chunk[id & (CHUNK - 1)].get())
            .unwrap_or_else(|| unreachable!("arrangement {id} was never numbered"))
    }

    /// The number of a suit's arrangement in a state, and the dead cards among its copies.
    /// `None` if the numbers are used up.
    pub fn of_state(&self, state: &State, suit: usize) -> Option<(SuitId, Deaths)> {
        let height = usize::from(state.stacks[suit]);
        let mut arrangement = Arrangement {
            left: (STEPS - height) as u8,
            completes: true,
            copies: [[0; PLACES]; STEPS],
        };
        let mut deaths = Deaths::default();
        let hands = state.hands.iter().enumerate();
        let places = hands.chain([(DECK, &state.deck)]);
        for (place, cards) in places {
            for card in cards.iter().filter_map(|held| held.card()) {
                if card.suit() != suit {
                } else if card.step() < height {
                    deaths.add(place, 1);
                } else {
                    arrangement.copies[card.step() - height][place] += 1;
                }
            }
        }
        let (reduced, more) = arrangement.reduce(self.spares);
        deaths.0 += more.0;
        Some((self.intern(reduced)?, deaths))
    }

    /// Whether the card is useful in the state, as the arrangement counts it: its step above
    /// the stack, if it is.
    #[must_use]
    pub fn useful_step(state: &State, card: Card) -> Option<usize> {
        let step = card.step() as u8;
        let height = state.stacks[card.suit()];
        (height <= step && step < state.reachable_stack(card.suit()))
            .then(|| usize::from(step - height))
    }

    /// The arrangement after an event that can happen to it, and the cards that became dead.
    /// A played, lost or drawn card itself is not among those, unless the drawer holds the
    /// same card already. `None` if the numbers are used up.
    pub fn after(&self, id: SuitId, event: Event) -> Option<(SuitId, Deaths)> {
        let facts = self.facts(id);
        let cell = &facts.transitions[event.index()];
        if let Some(known) = recall(cell) {
            return Some(known);
        }
        let mut next = facts.arrangement();
        let mut played = Deaths::default();
        match event {
            Event::Play(player) => {
                next.copies[0][player] -= 1;
                for (place, &count) in next.copies[0].iter().enumerate() {
                    played.add(place, count);
                }
                next.copies.rotate_left(1);
                next.copies[STEPS - 1] = [0; PLACES];
                next.left -= 1;
            }
            Event::Lose(player, step) => next.copies[step][player] -= 1,
            Event::Draw(player, step) => {
                next.copies[step][DECK] -= 1;
                next.copies[step][player] += 1;
            }
        }
        let (reduced, mut deaths) = next.reduce(self.spares);
        deaths.0 += played.0;
        let id = self.intern(reduced)?;
        Some(keep(cell, id, deaths))
    }

    /// An arrangement as another store has it, always the same one, and the cards that are dead there.
    pub fn there(&self, id: SuitId, other: &Self) -> Option<(SuitId, Deaths)> {
        let facts = self.facts(id);
        let cell = &facts.transitions[self.players * Event::COUNT];
        if let Some(known) = recall(cell) {
            return Some(known);
        }
        let (reduced, deaths) = facts.arrangement().reduce(other.spares);
        let id = other.intern(reduced)?;
        Some(keep(cell, id, deaths))
    }

    fn intern(&self, arrangement: Arrangement) -> Option<SuitId> {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let id = ids.len();
        match ids.entry(arrangement) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(_) if id >= self.limit => None,
            Entry::Vacant(vacant) => {
                let chunk = self.chunks[id >> CHUNK_BITS]
                    .get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
                chunk[id & (CHUNK - 1)].get_or_init(|| facts(vacant.key(), self.players));
                vacant.insert(id as SuitId);
                Some(id as SuitId)
            }
        }
    }
}

fn recall(cell: &AtomicU64) -> Option<(SuitId, Deaths)> {
    let known = cell.load(Ordering::Acquire);
    (known != 0).then_some(((known >> 32) as u32, Deaths(known as u32 >> 1)))
}

fn keep(cell: &AtomicU64, id: SuitId, deaths: Deaths) -> (SuitId, Deaths) {
    let word = u64::from(id) << 32 | u64::from(deaths.0) << 1 | 1;
    cell.store(word, Ordering::Release);
    (id, deaths)
}

impl Facts {
    fn arrangement(&self) -> Arrangement {
        Arrangement {
            left: self.left,
            completes: self.completes,
            copies: self.copies,
        }
    }
}

fn facts(arrangement: &Arrangement, players: usize) -> Facts {
    let copies = arrangement.copies;
    let mut held = [0; MAX_PLAYERS];
    let mut holders = [0; STEPS];
    let mut deck = [0; STEPS];
    for (step, places) in copies.iter().enumerate() {
        for player in 0..players {
            if places[player] > 0 {
                held[player] |= 1 << step;
                holders[step] |= 1 << player;
            }
        }
        deck[step] = places[DECK];
    }
    let alone = std::array::from_fn(|player| {
        let steps = holders.iter().zip(&deck);
        steps
            .filter(|&(&hands, &in_deck)| hands == 1 << player && in_deck == 0)
            .count() as u8
    });
    let in_hands = holders.iter().take_while(|&&hands| hands != 0).count() as u8;
    Facts {
        left: arrangement.left,
        completes: arrangement.completes,
        held,
        deck,
        deck_total: deck.iter().sum(),
        alone,
        earliest: std::array::from_fn(|mover| earliest(&holders, &deck, mover, players)),
        buried: buried(&copies),
        in_hands,
        top_in_deck: in_hands + 1 == arrangement.left,
        copies,
        transitions: (0..=players * Event::COUNT)
            .map(|_| AtomicU64::new(0))
            .collect(),
    }
}

fn buried(copies: &Copies) -> u8 {
    let alone = |places: &[u8; PLACES]| places[DECK] == 1 && places.iter().sum::<u8>() == 1;
    (0..STEPS)
        .filter(|&step| alone(&copies[step]))
        .map(|step| 1 << step)
        .sum()
}

/// By step, the fewest turns (the mover's counted as the first) within which the suit can have
/// been played up to there: its steps are played in order, in different turns, each by a
/// player who holds a copy when the turn comes. A copy in the deck is drawn in the first turn
/// at the earliest and played by the drawer one round later at the earliest.
fn earliest(
    holders: &[u8; STEPS],
    deck: &[u8; STEPS],
    mover: usize,
    players: usize,
) -> [u8; STEPS] {
    let mut turn = 0;
    std::array::from_fn(|step| {
        let by_hand = (turn + 1..=turn + players)
            .find(|t| holders[step] & 1 << ((mover + t - 1) % players) != 0);
        let by_deck = (deck[step] > 0).then(|| (turn + 1).max(players + 1));
        if let Some(soonest) = [by_hand, by_deck].into_iter().flatten().min() {
            turn = soonest;
        }
        turn as u8
    })
}
