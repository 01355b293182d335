//! The searches, one for each information model, and what they share.

mod choice;
pub mod hidden;
mod layers;
pub mod limits;
mod memory;
mod open;
mod ordinary;
pub mod perfect;
mod physical;
mod plain;
mod question;
mod random;
pub mod seat;
pub mod solver;
