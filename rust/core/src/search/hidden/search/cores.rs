//! Sets of worlds that are known not to be lossless.

use rustc_hash::FxHashMap;

use crate::game::rules::MAX_PLAYERS;
use crate::search::hidden::state::hands::HandId;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::World;

/// Larger cores are not kept: they are rarely met again.
const MOST_KEPT: usize = 48;

/// Cores kept for one set of public state.
const MOST_CORES: usize = 200;

type HandIds = [HandId; MAX_PLAYERS];

/// Cores by public state, to be found in larger sets.
#[derive(Default)]
pub struct Cores {
    by_facts: FxHashMap<PublicId, Vec<Box<[HandIds]>>>,
    /// Bytes in use, roughly.
    pub bytes: usize,
}

impl Cores {
    /// The places in a sorted set of worlds of a core that lies in it.
    pub fn find(&self, public: PublicId, worlds: &[World]) -> Option<Vec<usize>> {
        let place = |hands: &HandIds| worlds.binary_search_by_key(hands, |world| world.hands).ok();
        let cores = self.by_facts.get(&public)?;
        cores
            .iter()
            .find_map(|core| core.iter().map(place).collect())
    }

    /// Keeps a core: places in a set of worlds. Returns the bytes that it takes.
    pub fn keep(&mut self, public: PublicId, worlds: &[World], core: &[usize]) -> usize {
        let cores = self.by_facts.entry(public).or_default();
        if core.len() <= MOST_KEPT && cores.len() < MOST_CORES {
            let bytes = 32 + core.len() * size_of::<HandIds>();
            self.bytes += bytes;
            cores.push(core.iter().map(|&place| worlds[place].hands).collect());
            return bytes;
        }
        0
    }
}
