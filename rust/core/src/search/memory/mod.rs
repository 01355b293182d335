//! Tables and large memory. Knows nothing of Hanabi.

pub(crate) mod busy;
pub(crate) mod pages;
pub mod table;
