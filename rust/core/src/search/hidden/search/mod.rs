//! The value of a set of worlds.

pub mod climb;
pub mod engine;
pub mod lossless;
pub mod root;
pub mod table;
pub mod value;
