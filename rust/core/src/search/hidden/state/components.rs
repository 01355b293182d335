//! A set of worlds in components: parts between which nothing is ever confused.

use rustc_hash::FxHashMap;

use crate::game::rules::MAX_PLAYERS;

use super::Model;
use super::effort::Halt;
use super::public::PublicId;
use super::worlds::{View, World, view};

impl Model<'_> {
    /// The set in components: worlds that some player who will still act cannot tell apart
    /// lie in the same one.
    ///
    /// The value is the sum over components. Whoever acts sees in which one the world lies, and
    /// so does everybody who acts later, so actions in one are never taken for those of
    /// another: the best policies of the components together are one policy.
    pub fn components(
        &mut self,
        public: PublicId,
        worlds: &[World],
    ) -> Result<Vec<Vec<World>>, Halt> {
        let mut parent: Vec<u32> = (0..worlds.len() as u32).collect();
        let mut count = worlds.len();
        let actors = self.publics.get(public).actors(self.game);
        for player in (0..MAX_PLAYERS).filter(|player| actors >> player & 1 == 1) {
            let mut first: FxHashMap<View, u32> = FxHashMap::default();
            for (index, world) in worlds.iter().enumerate() {
                self.tick()?;
                let seen = first.entry(view(world, player));
                let other = *seen.or_insert(index as u32);
                let (a, b) = (root(&mut parent, index as u32), root(&mut parent, other));
                if a != b {
                    parent[a.max(b) as usize] = a.min(b);
                    count -= 1;
                }
            }
            if count == 1 {
                return Ok(vec![worlds.to_vec()]);
            }
        }
        let mut place: FxHashMap<u32, usize> = FxHashMap::default();
        let mut parts: Vec<Vec<World>> = Vec::with_capacity(count);
        for (index, world) in worlds.iter().enumerate() {
            let root = root(&mut parent, index as u32);
            let part = *place.entry(root).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(*world);
        }
        Ok(parts)
    }
}

fn root(parent: &mut [u32], mut index: u32) -> u32 {
    while parent[index as usize] != index {
        let up = parent[parent[index as usize] as usize];
        parent[index as usize] = up;
        index = up;
    }
    index
}
