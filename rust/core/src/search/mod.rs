//! The searches, one for each information model, and what they share.

pub mod flamboyants;
pub mod hidden;
pub mod limits;
pub mod memory;
pub mod open;
pub mod perfect;
pub mod plain;
mod random;
