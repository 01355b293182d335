//! The searches, one for each information model, and what they share.

mod busy;
pub mod flamboyants;
pub mod hidden;
pub mod limits;
pub mod open;
mod pages;
pub mod perfect;
pub mod plain;
mod random;
pub mod table;
