//! What a search remembers.

use crate::search::hidden::state::Model;
#[cfg(doc)]
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::World;

use super::cores::Cores;
use super::table::{Known, Table};

/// The search of one game.
pub struct Search<'a> {
    /// The game.
    pub model: Model<'a>,
    /// Values of sets of worlds.
    pub table: Table,
    /// Sets of worlds of which not all get their caps.
    pub cores: Cores,
    /// Whether only a value without any loss is of interest.
    pub lossless_only: bool,
    /// The state of the lots that local search draws: see [`crate::random`].
    pub lots: u64,
}

/// Tables may take one in so many parts of the memory.
const TABLES: usize = 6;

impl<'a> Search<'a> {
    /// A search that has met nothing yet.
    pub fn new(model: Model<'a>) -> Self {
        Self {
            table: Table::new(model.effort.limits.memory / TABLES),
            model,
            cores: Cores::default(),
            lossless_only: false,
            lots: 1,
        }
    }

    /// Whether local search knows clues that the search does not: see [`Act::ClueOf`]. What the
    /// search proves to be the most then bounds nothing.
    pub fn narrow(&self) -> bool {
        self.model.clues.messages == Messages::Certain
    }

    /// Remembers what is proven of a set of worlds.
    pub fn remember(&mut self, public: PublicId, worlds: &[World], known: Known) {
        self.model.effort.held += self.table.put(public, worlds, known);
    }

    /// Forgets what it has found, but not the names of public states and hands.
    pub fn forget(&mut self) {
        self.model.effort.held -= self.table.bytes() + self.cores.bytes;
        self.table = Table::new(self.model.effort.limits.memory / TABLES);
        self.cores = Cores::default();
        self.model.forget();
    }
}
