//! Worlds made one by one.

use rustc_hash::FxHashMap;

use crate::game::rules::MAX_PLAYERS;
use crate::search::limits::{Limits, Stop};

use super::count::{arrangements, grouped, multinomial};
use super::hands::{EMPTY, Hands};
use super::layout::Layout;
use super::public::FACES;
use super::worlds::World;

impl Layout {
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
            filled: vec![Vec::new(); FACES],
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
    left: [u8; FACES],
    cards: Vec<Vec<u8>>,
    /// For each face, the sets of the slots that it fills so far.
    filled: Vec<Vec<u64>>,
    /// Ways to lay the identities of a face into slots and deck.
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
        for face in 0..FACES {
            if self.layout.members[face] & set == 0 || self.left[face] == 0 {
                continue;
            }
            self.left[face] -= 1;
            self.filled[face].push(set);
            self.cards[player][slot] = face as u8;
            self.fill(depth + 1, hands)?;
            self.filled[face].pop();
            self.left[face] += 1;
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
        for face in 0..FACES {
            let members = self.layout.members[face];
            if members.count_ones() > 1 {
                let ways = self.ways(face).ok_or(Stop::Size)?;
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

    fn ways(&mut self, face: usize) -> Option<u128> {
        let mut sets = self.filled[face].clone();
        sets.sort_unstable();
        let deck = self.left[face];
        let layout = self.layout;
        *self
            .ways
            .entry((face, sets))
            .or_insert_with_key(|(face, sets)| {
                let places = grouped(sets.iter().copied());
                arrangements(&places, deck, &layout.supply_of(*face), true)
            })
    }
}
