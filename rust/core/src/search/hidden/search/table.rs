//! Values of sets of worlds that were searched before. Keys are whole sets: nothing is merged
//! that differs.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::game::rules::MAX_PLAYERS;
use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::hands::HandId;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::World;

/// What is proven of a set of worlds.
#[derive(Clone, Debug)]
pub enum Known {
    /// The value, and a plan that reaches it.
    Exact(i64, Rc<Plan>),
    /// The value is at most this.
    AtMost(i64),
}

/// A set of worlds and what is known of it.
struct Entry {
    public: PublicId,
    worlds: Box<[([HandId; MAX_PLAYERS], u64)]>,
    known: Known,
}

impl Entry {
    fn is(&self, public: PublicId, worlds: &[World]) -> bool {
        self.public == public
            && self.worlds.len() == worlds.len()
            && self
                .worlds
                .iter()
                .zip(worlds)
                .all(|(kept, world)| *kept == (world.hands, world.weight))
    }
}

/// Bytes that an entry takes beside its worlds: with its place in the map and its plan, roughly.
const ENTRY_BYTES: usize = 400;

/// The table: forgets nothing, stores nothing more once it is full.
pub struct Table {
    /// Entries by the hash of their sets; whole sets are compared.
    entries: FxHashMap<u64, Vec<Entry>>,
    bytes: usize,
    limit: usize,
}

fn hash(public: PublicId, worlds: &[World]) -> u64 {
    let mut hasher = FxHasher::default();
    public.hash(&mut hasher);
    for world in worlds {
        world.hands.hash(&mut hasher);
        world.weight.hash(&mut hasher);
    }
    hasher.finish()
}

impl Table {
    /// An empty table that takes about `limit` bytes at most.
    pub fn new(limit: usize) -> Self {
        Self {
            entries: FxHashMap::default(),
            bytes: 0,
            limit,
        }
    }

    /// What is known of a set, which must be sorted.
    pub fn get(&self, public: PublicId, worlds: &[World]) -> Option<&Known> {
        let entries = self.entries.get(&hash(public, worlds))?;
        let entry = entries.iter().find(|entry| entry.is(public, worlds))?;
        Some(&entry.known)
    }

    /// Remembers something of a set. An exact value is never replaced by a bound, nor a bound
    /// by a weaker one. Returns the bytes that it takes.
    pub fn put(&mut self, public: PublicId, worlds: &[World], known: Known) -> usize {
        let entries = self.entries.entry(hash(public, worlds)).or_default();
        if let Some(entry) = entries.iter_mut().find(|entry| entry.is(public, worlds)) {
            match (&entry.known, &known) {
                (Known::Exact(..), _) => {}
                (Known::AtMost(old), Known::AtMost(new)) if old <= new => {}
                (Known::AtMost(old), Known::Exact(value, _)) => {
                    debug_assert!(value <= old, "lower bound above upper bound");
                    entry.known = known;
                }
                (Known::AtMost(_), Known::AtMost(_)) => entry.known = known,
            }
        } else if self.bytes < self.limit {
            let bytes = ENTRY_BYTES + worlds.len() * size_of::<([HandId; MAX_PLAYERS], u64)>();
            self.bytes += bytes;
            entries.push(Entry {
                public,
                worlds: worlds
                    .iter()
                    .map(|world| (world.hands, world.weight))
                    .collect(),
                known,
            });
            return bytes;
        }
        0
    }

    /// Bytes in use, roughly.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}
