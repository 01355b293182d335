//! The value of a set of worlds.

pub mod context;
pub mod cores;
pub mod lossless;
pub mod root;
pub mod table;
pub mod value;

pub use context::Search;

use super::plan::Found;
use super::state::Model;
use super::state::effort::Halt;
use super::state::public::PublicId;
use super::state::worlds::World;
use super::turn::{Lossless, Values};

impl<'a> Values<'a> for Search<'a> {
    fn model(&mut self) -> &mut Model<'a> {
        &mut self.model
    }

    fn value(
        &mut self,
        public: PublicId,
        worlds: &[World],
        alpha: i64,
    ) -> Result<Option<Found>, Halt> {
        value::value(self, public, worlds, alpha)
    }

    fn lossless(&mut self, public: PublicId, worlds: &[World]) -> Result<Lossless, Halt> {
        lossless::lossless(self, public, worlds)
    }
}
