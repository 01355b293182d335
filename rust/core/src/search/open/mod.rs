//! The exact search with hands open and the order of the deck unknown, from the root on.
//!
//! * `any`: the engine that fits a position, whatever its numbers and keys
//! * `engine`: table, threads, stops
//! * `search`: the recursion
//! * `known`: what can be said of a state without search, by `bounds`, `sure` and `last_turns`
//! * `ordering`: which moves need searching, and in which order
//! * `trials`: bounds that narrow with time
//! * `number`: values over deck orders
//! * `node`: a state in merged form, its moves and draws; `key`: its key
//! * `suits`: one suit, reduced to what matters and numbered

mod any;
mod bounds;
mod engine;
mod key;
mod known;
mod last_turns;
pub(in crate::search) mod node;
mod number;
mod ordering;
mod search;
pub(in crate::search) mod suits;
mod sure;
mod trials;

pub use any::{AnyEngine, Keys, engine_for, too_large};
pub use search::POLL;
pub use trials::Narrowing;
