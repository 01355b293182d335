//! Rules and exact search of Hanabi endgames.
//!
//! Pure Rust: no Python, no input or output. Dependencies point one way:
//! `search → value → game`.

pub mod game;
pub mod search;
pub mod value;
