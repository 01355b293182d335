//! Faces: how cards are named in a game, and how many worlds that makes.
//!
//! A world is an assignment of faces to the slots; it weighs the number of distinct
//! arrangements — identities in slots, order of the deck — that look like it. Five ways of
//! naming cards by faces are used:
//!
//! - *identity*: every identity is a face of its own;
//! - *dead*: all dead cards but those whose identity is common knowledge are one face.
//!   Players who never use the identity of such a card play a game with these worlds;
//! - *grouped*: dead cards are one face if exactly the same slots may hold them. Players who
//!   use no more than this of such a card play a game with these worlds;
//! - *seat*: dead cards are one face if exactly the same slots of the mover may hold them. That
//!   is all that he learns from those that others hold (see [`super::seat`]);
//! - *numbered*: grouped, but every card of a group is a face of its own, numbered by where it
//!   lies.

use crate::game::card::{Card, MAX_CARDS};
use crate::search::hidden::problem::Problem;

use super::count::{Places, arrangements, grouped};
use super::public::FACES;

/// How identities are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Every identity for itself.
    Identity,
    /// All dead cards alike, unless commonly known.
    Dead,
    /// Dead cards alike that the same slots may hold.
    Grouped,
    /// Dead cards alike that the same slots of the mover may hold.
    Seat,
    /// The same, numbered through by place: the cards of the mover's hand first, those of the
    /// next player's hand from the other end, the deck's in the middle, given out to the first
    /// mover from the lower and to the others from the upper end as they are drawn.
    Numbered,
}

/// The slots and the supply of a problem, cards of commonly known identity taken out, and the
/// faces.
#[derive(Clone)]
pub struct Layout {
    /// For every player and slot, the face if it is commonly known.
    pub(super) known: Vec<Vec<Option<u8>>>,
    /// For every player and slot, the identities it may have.
    pub(super) sets: Vec<Vec<u64>>,
    /// Copies of each identity that lie in slots not known or in the deck.
    pub(super) supply: [u8; MAX_CARDS],
    pub(super) deck: u8,
    pub(super) mover: usize,
    pub(super) naming: Naming,
    /// The identities that are dead, as bits.
    pub(super) dead: u64,
    /// The face of each identity where it is not commonly known.
    pub(super) face: [u8; MAX_CARDS],
    /// The identities of each face.
    pub(super) members: [u64; FACES],
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
            supply: problem.public.left,
            deck: problem.public.deck_size as u8,
            mover: problem.public.mover,
            naming,
            dead: 0,
            face: std::array::from_fn(|card| card as u8),
            members: [0; FACES],
        };
        layout.take_out_known();
        layout.name(problem.public.dead_cards(&problem.game));
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
                Naming::Identity => None,
                Naming::Dead => Some(0),
                Naming::Grouped | Naming::Numbered | Naming::Seat => {
                    let may = |set: u64| set >> card & 1 == 1;
                    let signature: Vec<bool> = match self.naming {
                        Naming::Seat => self.open_sets_of(self.mover).map(may).collect(),
                        _ => self
                            .open_sets()
                            .filter(|set| set & !dead != 0)
                            .map(may)
                            .collect(),
                    };
                    let place = signatures.iter().position(|s| *s == signature);
                    Some(place.unwrap_or_else(|| {
                        signatures.push(signature);
                        signatures.len() - 1
                    }))
                }
            };
            let face = group.map_or(card, |group| MAX_CARDS + group);
            self.face[card] = face as u8;
            self.members[face] |= 1 << card;
        }
    }

    /// The sets of the slots that are not known.
    fn open_sets(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.known.len()).flat_map(|player| self.open_sets_of(player))
    }

    /// The same of one hand.
    fn open_sets_of(&self, player: usize) -> impl Iterator<Item = u64> + '_ {
        let slots = self.known[player].iter().zip(&self.sets[player]);
        slots
            .filter(|(known, _)| known.is_none())
            .map(|(_, &set)| set)
    }

    /// Copies of each face in hands and deck. Numbered cards are counted by [`Self::number`].
    pub fn left(&self) -> [u8; FACES] {
        let mut left = [0; FACES];
        for card in 0..MAX_CARDS {
            left[usize::from(self.face[card])] += self.supply[card];
        }
        for &known in self.known.iter().flatten().flatten() {
            left[usize::from(known)] += 1;
        }
        left
    }

    /// The identities of each face of dead cards alike.
    pub fn groups(&self) -> impl Iterator<Item = u64> + '_ {
        let members = self.members[MAX_CARDS..].iter();
        members.copied().filter(|&members| members != 0)
    }

    /// The identities that are dead, as bits.
    pub const fn dead(&self) -> u64 {
        self.dead
    }

    /// The face that stands for an identity where it is not commonly known.
    pub const fn face(&self, card: usize) -> u8 {
        self.face[card]
    }

    /// The faces of the cards of a hand.
    pub fn faces(&self, player: usize, cards: &[Card]) -> Vec<u8> {
        let face = |(slot, card): (usize, &Card)| {
            let known = self.known[player][slot];
            known.unwrap_or_else(|| self.face[card.index()])
        };
        cards.iter().enumerate().map(face).collect()
    }

    /// Leaves out worlds in which a slot holds something else; faces stay as they are.
    pub fn narrow(&mut self, player: usize, slot: usize, set: u64) {
        self.sets[player][slot] &= set;
    }

    /// Leaves out worlds in which a slot of a hand holds something else.
    pub fn narrow_hand(&mut self, player: usize, set: u64) {
        for slot in 0..self.sets[player].len() {
            self.narrow(player, slot, set);
        }
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let hands = self.known.iter().enumerate();
        hands.flat_map(|(player, hand)| (0..hand.len()).map(move |slot| (player, slot)))
    }

    pub(super) fn supply_of(&self, face: usize) -> Vec<Places> {
        let members = (0..MAX_CARDS).filter(|&card| self.members[face] >> card & 1 == 1);
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
        // A face's bit is that of its first identity.
        let bit = |face: usize| 1u64 << self.members[face].trailing_zeros();
        let by_face = |set: u64| {
            let faces = (0..FACES).filter(|&face| self.members[face] & set != 0);
            faces.fold(0u64, |bits, face| bits | bit(face))
        };
        let places = grouped(self.open_sets().map(by_face));
        let faces = (0..FACES).filter(|&face| self.members[face] != 0);
        let copies = |face| self.supply_of(face).iter().map(|&(_, n)| n).sum();
        let supply: Vec<Places> = faces.map(|face| (bit(face), copies(face))).collect();
        arrangements(&places, self.deck, &supply, false)
    }
}
