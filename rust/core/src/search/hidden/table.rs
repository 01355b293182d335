//! Values of sets of worlds that were searched before. Keys are whole sets: nothing is merged
//! that differs.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::facts::FactsId;
use super::plan::Plan;
use super::worlds::World;

use super::hands::HandId;
use crate::rules::MAX_PLAYERS;

type Key = (FactsId, Box<[([HandId; MAX_PLAYERS], u64)]>);

/// What is proven of a set of worlds.
#[derive(Clone, Debug)]
pub enum Known {
    /// The value, and a plan that reaches it.
    Exact(i64, Rc<Plan>),
    /// The value is at most this.
    AtMost(i64),
}

/// The table: forgets nothing, stores nothing more once it is full.
pub struct Table {
    entries: FxHashMap<Key, Known>,
    bytes: usize,
    limit: usize,
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

    /// The key of a set of worlds, which must be sorted.
    pub fn key(facts: FactsId, worlds: &[World]) -> Key {
        (
            facts,
            worlds
                .iter()
                .map(|world| (world.hands, world.weight))
                .collect(),
        )
    }

    /// What is known of a set.
    pub fn get(&self, key: &Key) -> Option<&Known> {
        self.entries.get(key)
    }

    /// Remembers something of a set. An exact value is never replaced by a bound, nor a bound
    /// by a weaker one.
    pub fn put(&mut self, key: Key, known: Known) {
        match self.entries.get_mut(&key) {
            Some(Known::Exact(..)) => {}
            Some(Known::AtMost(old)) => match known {
                Known::AtMost(new) => *old = (*old).min(new),
                Known::Exact(value, plan) => {
                    debug_assert!(value <= *old, "lower bound above upper bound");
                    self.entries.insert(key, Known::Exact(value, plan));
                }
            },
            None if self.bytes < self.limit => {
                self.bytes += 160 + key.1.len() * size_of::<([HandId; MAX_PLAYERS], u64)>();
                self.entries.insert(key, known);
            }
            None => {}
        }
    }

    /// Bytes in use, roughly.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}
