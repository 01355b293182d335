//! Rules and exact search of Hanabi endgames.
//!
//! Pure Rust: no Python, no input or output. Dependencies point one way:
//! `search → value → game`.

pub mod game;
mod random;
pub mod search;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod value;
