//! The searches, one for each information model, and what they share.

pub mod limits;
pub mod perfect;
