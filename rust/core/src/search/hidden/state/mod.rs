//! The model of one game: public states, worlds, and what actions lead to.

pub mod action;
pub mod clues;
pub mod components;
pub mod count;
pub mod effort;
pub mod hands;
pub mod layout;
pub mod making;
pub mod memo;
pub mod messages;
pub mod numbering;
pub mod open_bound;
pub mod public;
pub mod seat;
pub mod successors;
pub mod worlds;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::state::Game;
use crate::search::limits::Limits;
use crate::search::memory::maps::map_bytes;

use clues::Clues;
use effort::{Effort, Halt};
use hands::Hands;
use memo::{OpenState, Successors};
use public::{PublicId, PublicState, PublicStates};

/// What a final score is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// Itself.
    Score,
    /// One from the target on, else nothing.
    Target(u8),
}

impl Payoff {
    /// What the score is worth.
    pub const fn worth(self, score: u8) -> u64 {
        match self {
            Self::Score => score as u64,
            Self::Target(target) => (score >= target) as u64,
        }
    }
}

/// The model of one game.
pub struct Model<'a> {
    /// Suits and rules.
    pub game: &'a Game,
    /// What a final score is worth.
    pub payoff: Payoff,
    /// Public states by name.
    pub publics: PublicStates,
    /// Hands by name.
    pub hands: Hands,
    /// What clues say.
    pub clues: Clues,
    /// Which faces are cards numbered through, in ranges, and the player whose cards have the
    /// lowest numbers: see [`layout::Naming::Numbered`].
    pub numbered: (Vec<Range<u8>>, usize),
    /// Steps and limits.
    pub effort: Effort<'a>,
    /// Values with hands open.
    open: FxHashMap<OpenState, u64>,
    successors: Successors,
}

impl<'a> Model<'a> {
    /// A model that has met nothing yet.
    pub fn new(game: &'a Game, clues: Clues, payoff: Payoff, limits: &'a Limits<'a>) -> Self {
        Self {
            game,
            payoff,
            publics: PublicStates::default(),
            hands: Hands::default(),
            clues,
            numbered: (Vec::new(), 0),
            effort: Effort::new(limits),
            open: FxHashMap::default(),
            successors: Successors::default(),
        }
    }

    /// Counts a step; looks at the limits now and then.
    pub fn tick(&mut self) -> Result<(), Halt> {
        if self.effort.step()? {
            self.look()?;
        }
        Ok(())
    }

    /// Looks at the limits: before something large is made.
    pub fn look(&self) -> Result<(), Halt> {
        self.effort.look(self.bytes())
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.effort.held
            + self.publics.bytes()
            + self.hands.bytes()
            + self.clues.bytes()
            + map_bytes(&self.open)
            + self.successors.bytes()
    }

    /// Forgets what can be found again, but not the names of public states and hands.
    pub fn forget(&mut self) {
        self.clues.forget();
        self.open = FxHashMap::default();
        self.successors = Successors::default();
    }

    /// The name of a public state.
    pub fn name(&mut self, state: PublicState) -> PublicId {
        self.publics.id(self.game, state)
    }
}
