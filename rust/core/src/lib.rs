//! Rules and exact search of Hanabi endgames.
//!
//! Pure Rust: no Python, no input or output. Dependencies point one way:
//! `search → state → setup → card`.

pub mod bonus;
pub mod card;
pub mod perft;
pub mod rules;
pub mod search;
pub mod setup;
pub mod state;
pub mod value;
