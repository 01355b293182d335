//! Tables and large memory. Knows nothing of Hanabi.

mod busy;
pub mod maps;
mod pages;
pub mod room;
pub mod table;
