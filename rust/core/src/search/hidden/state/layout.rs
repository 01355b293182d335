//! Worlds: every way the hands may be, as far as it is told apart.
//!
//! A world is an assignment of types to the slots; it weighs the number of distinct
//! arrangements — identities in slots, order of the deck — that look like it. Four ways of
//! naming cards by types are used:
//!
//! - *exact*: every identity is a type of its own;
//! - *blind*: all dead cards but those whose identity is common knowledge are one type.
//!   Players who never use the identity of such a card play a game with these worlds;
//! - *grouped*: dead cards are one type if exactly the same slots may hold them. Players who
//!   use no more than this of such a card play a game with these worlds;
//! - *numbered*: grouped, but every card of a group is a type of its own, numbered by where it
//!   lies.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::card::MAX_CARDS;
use crate::game::rules::MAX_PLAYERS;
use crate::search::limits::{Limits, Stop};

use super::count::{Places, arrangements, grouped, multinomial};
use super::hands::{EMPTY, HandId, Hands};
use super::public::{Facts, TYPES};
use crate::search::hidden::problem::Problem;

/// One way the hands may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct World {
    /// The hands, by player.
    pub hands: [HandId; MAX_PLAYERS],
    /// Arrangements of the cards that look like this.
    pub weight: u64,
    /// Weight times the best that players could do here if they saw everything but the deck:
    /// no policy gets more from this world.
    pub cap: u64,
}

/// How identities are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Every identity for itself.
    Exact,
    /// All dead cards alike, unless commonly known.
    Blind,
    /// Dead cards alike that the same slots may hold.
    Grouped,
    /// The same, numbered through by place: the cards of the mover's hand first, those of the
    /// next player's hand from the other end, the deck's in the middle, given out to the first
    /// mover from the lower and to the others from the upper end as they are drawn.
    Numbered,
}

/// The slots and the supply of a problem, cards of commonly known identity taken out, and the
/// types.
#[derive(Clone)]
pub struct Layout {
    /// For every player and slot, the type if it is commonly known.
    known: Vec<Vec<Option<u8>>>,
    /// For every player and slot, the identities it may have.
    sets: Vec<Vec<u64>>,
    /// Copies of each identity that lie in slots not known or in the deck.
    supply: [u8; MAX_CARDS],
    deck: u8,
    mover: usize,
    naming: Naming,
    /// The identities that are dead, as bits.
    dead: u64,
    /// The type of each identity where it is not commonly known.
    kind: [u8; MAX_CARDS],
    /// The identities of each type.
    members: [u64; TYPES],
}

/// No arrangement is possible, or there are more than 128 bits can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountError {
    /// No world agrees with the sets.
    Impossible,
    /// Too many to be counted.
    Size,
}

impl Layout {
    /// The layout of a problem.
    pub fn new(problem: &Problem, naming: Naming) -> Self {
        let mut layout = Self {
            known: problem
                .hands
                .iter()
                .map(|hand| vec![None; hand.len()])
                .collect(),
            sets: problem.hands.clone(),
            supply: problem.unseen,
            deck: problem.deck as u8,
            mover: problem.mover,
            naming,
            dead: 0,
            kind: std::array::from_fn(|card| card as u8),
            members: [0; TYPES],
        };
        layout.take_out_known();
        let mut left = [0; TYPES];
        left[..MAX_CARDS].copy_from_slice(&problem.unseen);
        let dead = Facts::new(problem, left).dead(&problem.game);
        layout.name(dead);
        layout
    }

    /// Fixes every slot that only one identity fits, until nothing changes: that it has this
    /// identity is common knowledge.
    fn take_out_known(&mut self) {
        loop {
            let available = (0..MAX_CARDS).filter(|&card| self.supply[card] > 0);
            let available = available.fold(0u64, |bits, card| bits | 1 << card);
            let mut changed = false;
            for (known, sets) in self.known.iter_mut().zip(&mut self.sets) {
                for (known, set) in known.iter_mut().zip(sets).filter(|(k, _)| k.is_none()) {
                    *set &= available;
                    let card = set.trailing_zeros() as usize;
                    if set.count_ones() == 1 && self.supply[card] > 0 {
                        *known = Some(card as u8);
                        self.supply[card] -= 1;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn name(&mut self, dead: u64) {
        self.dead = dead;
        let mut signatures: Vec<Vec<bool>> = Vec::new();
        for card in (0..MAX_CARDS).filter(|&card| self.supply[card] > 0) {
            let group = match self.naming {
                _ if dead >> card & 1 == 0 => None,
                Naming::Exact => None,
                Naming::Blind => Some(0),
                Naming::Grouped | Naming::Numbered => {
                    let mixed = self.open_sets().filter(|set| set & !dead != 0);
                    let signature: Vec<bool> = mixed.map(|set| set >> card & 1 == 1).collect();
                    let place = signatures.iter().position(|s| *s == signature);
                    Some(place.unwrap_or_else(|| {
                        signatures.push(signature);
                        signatures.len() - 1
                    }))
                }
            };
            let kind = group.map_or(card, |group| MAX_CARDS + group);
            self.kind[card] = kind as u8;
            self.members[kind] |= 1 << card;
        }
    }

    /// The sets of the slots that are not known.
    fn open_sets(&self) -> impl Iterator<Item = u64> + '_ {
        let slots = self.known.iter().flatten().zip(self.sets.iter().flatten());
        slots
            .filter(|(known, _)| known.is_none())
            .map(|(_, &set)| set)
    }

    /// Copies of each type in hands and deck. Numbered cards are counted by [`Self::number`].
    pub fn left(&self) -> [u8; TYPES] {
        let mut left = [0; TYPES];
        for card in 0..MAX_CARDS {
            left[usize::from(self.kind[card])] += self.supply[card];
        }
        for &known in self.known.iter().flatten().flatten() {
            left[usize::from(known)] += 1;
        }
        left
    }

    /// The identities of each type of dead cards alike.
    pub fn groups(&self) -> impl Iterator<Item = u64> + '_ {
        let members = self.members[MAX_CARDS..].iter();
        members.copied().filter(|&members| members != 0)
    }

    /// The identities that are dead, as bits.
    pub const fn dead(&self) -> u64 {
        self.dead
    }

    /// The type that stands for an identity where it is not commonly known.
    pub const fn kind(&self, card: usize) -> u8 {
        self.kind[card]
    }

    /// The type that is commonly known to lie in a slot.
    pub fn known(&self, player: usize, slot: usize) -> Option<u8> {
        self.known[player][slot]
    }

    /// Leaves out worlds in which a slot holds something else; types stay as they are.
    pub fn narrow(&mut self, player: usize, slot: usize, set: u64) {
        self.sets[player][slot] &= set;
    }

    /// Leaves out worlds in which a slot of a hand holds something else.
    pub fn narrow_hand(&mut self, player: usize, set: u64) {
        for slot in 0..self.sets[player].len() {
            self.narrow(player, slot, set);
        }
    }

    /// Whether a slot that is not known can only hold dead cards.
    fn dead_slot(&self, player: usize, slot: usize) -> bool {
        self.known[player][slot].is_none() && self.sets[player][slot] & !self.dead == 0
    }

    /// The worlds in sets of which everybody is told in which one the world lies: what types
    /// lie in the slots for dead cards only. Beside each set the copies of each type.
    pub fn told_apart(&self, hands: &Hands, worlds: Vec<World>) -> Vec<([u8; TYPES], Vec<World>)> {
        let slots: Vec<(usize, usize)> = self
            .slots()
            .filter(|&(p, s)| self.dead_slot(p, s))
            .collect();
        let mut sets: BTreeMap<Vec<u8>, Vec<World>> = BTreeMap::new();
        for world in worlds {
            let lies = slots.iter().map(|&(p, s)| hands.cards(world.hands[p])[s]);
            sets.entry(lies.collect()).or_default().push(world);
        }
        sets.into_values().map(|set| (self.left(), set)).collect()
    }

    /// Numbers the cards of the groups by place, but for those in slots for dead cards only,
    /// in worlds and counts of one set of [`Self::told_apart`]. Returns the ranges of types
    /// that are numbered through; they are the same for all sets. `None` if there are not
    /// enough types.
    pub fn number(
        &self,
        hands: &mut Hands,
        worlds: &mut [World],
        left: &mut [u8; TYPES],
    ) -> Option<Vec<Range<u8>>> {
        let kinds = (MAX_CARDS..TYPES).filter(|&kind| self.members[kind] != 0);
        let groups = kinds.clone().count();
        let mut next = MAX_CARDS + groups;
        let mut ranges = Vec::new();
        for kind in kinds {
            let end = next + usize::from(left[kind]);
            if end >= TYPES {
                return None;
            }
            ranges.push(next as u8..end as u8);
            next = end;
        }
        for world in &mut *worlds {
            let mut free = ranges.clone();
            *left = self.left();
            left[MAX_CARDS..].fill(0);
            for player in (0..self.known.len()).map(|turn| (self.mover + turn) % self.known.len()) {
                let mut cards = hands.cards(world.hands[player]).to_vec();
                for (slot, kind) in cards.iter_mut().enumerate() {
                    let Some(group) = usize::from(*kind).checked_sub(MAX_CARDS) else {
                        continue;
                    };
                    if self.dead_slot(player, slot) {
                        left[usize::from(*kind)] += 1;
                        // One card less to be numbered.
                        free[group].end -= 1;
                    }
                }
            }
            let counts = free.clone();
            for player in (0..self.known.len()).map(|turn| (self.mover + turn) % self.known.len()) {
                let mut cards = hands.cards(world.hands[player]).to_vec();
                for (slot, kind) in cards.iter_mut().enumerate() {
                    let Some(group) = usize::from(*kind).checked_sub(MAX_CARDS) else {
                        continue;
                    };
                    if !self.dead_slot(player, slot) {
                        *kind = if player == self.mover {
                            free[group].next()?
                        } else {
                            free[group].next_back()?
                        };
                    }
                }
                world.hands[player] = hands.id(&cards);
            }
            for number in counts.into_iter().flatten() {
                left[usize::from(number)] = 1;
            }
        }
        worlds.sort_unstable_by_key(|world| world.hands);
        Some(ranges)
    }

    fn slots(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let hands = self.known.iter().enumerate();
        hands.flat_map(|(player, hand)| (0..hand.len()).map(move |slot| (player, slot)))
    }

    fn supply_of(&self, kind: usize) -> Vec<Places> {
        let members = (0..MAX_CARDS).filter(|&card| self.members[kind] >> card & 1 == 1);
        members
            .map(|card| (1u64 << card, self.supply[card]))
            .collect()
    }

    fn whole_supply(&self) -> Vec<Places> {
        let cards = (0..MAX_CARDS).filter(|&card| self.supply[card] > 0);
        cards
            .map(|card| (1u64 << card, self.supply[card]))
            .collect()
    }

    /// The number of worlds of the position: arrangements of identities over slots and deck.
    pub fn worlds(&self) -> Result<u128, CountError> {
        let places = grouped(self.open_sets());
        match arrangements(&places, self.deck, &self.whole_supply(), true) {
            Some(0) => Err(CountError::Impossible),
            Some(count) => Ok(count),
            None => Err(CountError::Size),
        }
    }

    /// At most so many [`World`]s will be made; `None` for more than can be counted.
    pub fn assignments(&self) -> Option<u128> {
        // A type's bit is that of its first identity.
        let bit = |kind: usize| 1u64 << self.members[kind].trailing_zeros();
        let by_kind = |set: u64| {
            let kinds = (0..TYPES).filter(|&kind| self.members[kind] & set != 0);
            kinds.fold(0u64, |bits, kind| bits | bit(kind))
        };
        let places = grouped(self.open_sets().map(by_kind));
        let kinds = (0..TYPES).filter(|&kind| self.members[kind] != 0);
        let copies = |kind| self.supply_of(kind).iter().map(|&(_, n)| n).sum();
        let supply: Vec<Places> = kinds.map(|kind| (bit(kind), copies(kind))).collect();
        arrangements(&places, self.deck, &supply, false)
    }

    /// Every world, without caps. To be called only if they fit: see [`Self::assignments`].
    /// [`Stop::Size`] if a weight is beyond 64 bits.
    pub fn make(&self, hands: &mut Hands, limits: &Limits<'_>) -> Result<Vec<World>, Stop> {
        let allowed = |(known, set): (&Option<u8>, &u64)| known.is_none_or(|k| set >> k & 1 == 1);
        if !self
            .known
            .iter()
            .flatten()
            .zip(self.sets.iter().flatten())
            .all(allowed)
        {
            return Ok(Vec::new());
        }
        let mut slots: Vec<(usize, usize)> = Vec::new();
        for (player, known) in self.known.iter().enumerate() {
            slots.extend(
                (0..known.len())
                    .filter(|&s| known[s].is_none())
                    .map(|s| (player, s)),
            );
        }
        // The most constrained slots first: fewer dead ends.
        slots.sort_by_key(|&(player, slot)| self.sets[player][slot].count_ones());
        let mut maker = Maker {
            layout: self,
            slots,
            left: std::array::from_fn(|k| self.supply_of(k).iter().map(|&(_, n)| n).sum()),
            cards: self
                .known
                .iter()
                .map(|h| h.iter().map(|k| k.unwrap_or(0)).collect())
                .collect(),
            filled: vec![Vec::new(); TYPES],
            ways: FxHashMap::default(),
            worlds: Vec::new(),
            limits,
            made: 0,
        };
        maker.fill(0, hands)?;
        let mut worlds = maker.worlds;
        worlds.sort_unstable_by_key(|world| world.hands);
        Ok(worlds)
    }
}

/// Worlds made between two looks at the limits.
const LOOK: u32 = 4096;

/// The recursion that makes the worlds.
struct Maker<'a> {
    layout: &'a Layout,
    slots: Vec<(usize, usize)>,
    left: [u8; TYPES],
    cards: Vec<Vec<u8>>,
    /// For each type, the sets of the slots that it fills so far.
    filled: Vec<Vec<u64>>,
    /// Ways to lay the identities of a type into slots and deck.
    ways: FxHashMap<(usize, Vec<u64>), Option<u128>>,
    worlds: Vec<World>,
    limits: &'a Limits<'a>,
    made: u32,
}

impl Maker<'_> {
    fn fill(&mut self, depth: usize, hands: &mut Hands) -> Result<(), Stop> {
        let Some(&(player, slot)) = self.slots.get(depth) else {
            return self.add(hands);
        };
        let set = self.layout.sets[player][slot];
        for kind in 0..TYPES {
            if self.layout.members[kind] & set == 0 || self.left[kind] == 0 {
                continue;
            }
            self.left[kind] -= 1;
            self.filled[kind].push(set);
            self.cards[player][slot] = kind as u8;
            self.fill(depth + 1, hands)?;
            self.filled[kind].pop();
            self.left[kind] += 1;
        }
        Ok(())
    }

    fn add(&mut self, hands: &mut Hands) -> Result<(), Stop> {
        self.made += 1;
        if self.made.is_multiple_of(LOOK)
            && let Some(stop) = self.limits.check()
        {
            return Err(stop);
        }
        let mut weight = multinomial(self.left).ok_or(Stop::Size)?;
        for kind in 0..TYPES {
            let members = self.layout.members[kind];
            if members.count_ones() > 1 {
                let ways = self.ways(kind).ok_or(Stop::Size)?;
                weight = weight.checked_mul(ways).ok_or(Stop::Size)?;
            }
        }
        if weight > 0 {
            let mut world = World {
                hands: [EMPTY; MAX_PLAYERS],
                weight: u64::try_from(weight).map_err(|_| Stop::Size)?,
                cap: 0,
            };
            for (id, cards) in world.hands.iter_mut().zip(&self.cards) {
                *id = hands.id(cards);
            }
            self.worlds.push(world);
        }
        Ok(())
    }

    fn ways(&mut self, kind: usize) -> Option<u128> {
        let mut sets = self.filled[kind].clone();
        sets.sort_unstable();
        let deck = self.left[kind];
        let layout = self.layout;
        *self
            .ways
            .entry((kind, sets))
            .or_insert_with_key(|(kind, sets)| {
                let places = grouped(sets.iter().copied());
                arrangements(&places, deck, &layout.supply_of(*kind), true)
            })
    }
}
