//! Dead cards numbered through, and worlds told apart by what lies in slots for dead cards: how the
//! relaxed game is made (see [`crate::search::hidden::games`]).

use std::collections::BTreeMap;
use std::ops::Range;

use crate::game::card::MAX_CARDS;

use super::hands::Hands;
use super::layout::Layout;
use super::public::FACES;
use super::worlds::World;

impl Layout {
    /// Whether a slot that is not known can only hold dead cards.
    fn dead_slot(&self, player: usize, slot: usize) -> bool {
        self.known[player][slot].is_none() && self.sets[player][slot] & !self.dead == 0
    }

    /// The worlds in sets of which everybody is told in which one the world lies: what faces
    /// lie in the slots for dead cards only. Beside each set the copies of each face.
    pub fn told_apart(&self, hands: &Hands, worlds: Vec<World>) -> Vec<([u8; FACES], Vec<World>)> {
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
    /// in worlds and counts of one set of [`Self::told_apart`]. Returns the ranges of faces
    /// that are numbered through; they are the same for all sets. `None` if there are not
    /// enough faces.
    pub fn number(
        &self,
        hands: &mut Hands,
        worlds: &mut [World],
        left: &mut [u8; FACES],
    ) -> Option<Vec<Range<u8>>> {
        let faces = (MAX_CARDS..FACES).filter(|&face| self.members[face] != 0);
        let groups = faces.clone().count();
        let mut next = MAX_CARDS + groups;
        let mut ranges = Vec::new();
        for face in faces {
            let end = next + usize::from(left[face]);
            if end >= FACES {
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
                for (slot, face) in cards.iter_mut().enumerate() {
                    let Some(group) = usize::from(*face).checked_sub(MAX_CARDS) else {
                        continue;
                    };
                    if self.dead_slot(player, slot) {
                        left[usize::from(*face)] += 1;
                        // One card less to be numbered.
                        free[group].end -= 1;
                    }
                }
            }
            let counts = free.clone();
            for player in (0..self.known.len()).map(|turn| (self.mover + turn) % self.known.len()) {
                let mut cards = hands.cards(world.hands[player]).to_vec();
                for (slot, face) in cards.iter_mut().enumerate() {
                    let Some(group) = usize::from(*face).checked_sub(MAX_CARDS) else {
                        continue;
                    };
                    if !self.dead_slot(player, slot) {
                        *face = if player == self.mover {
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
}
