//! Tables and large memory. Knows nothing of Hanabi.

mod busy;
mod pages;
pub mod room;
pub mod table;
