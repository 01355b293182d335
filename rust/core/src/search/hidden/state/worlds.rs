//! Worlds, and the sets of them that a player cannot tell apart.

use crate::game::rules::MAX_PLAYERS;

use super::hands::{EMPTY, HandId};

/// One way the hands may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct World {
    /// The hands, by player.
    pub hands: [HandId; MAX_PLAYERS],
    /// Arrangements of the cards that look like this.
    pub weight: u64,
    /// Weight times the best that players could do here if they saw everything but the deck:
    /// no policy gets more from this world.
    pub cap: u64,
}

/// The sum of the caps: an upper bound of the value.
pub fn cap(worlds: &[World]) -> i64 {
    worlds.iter().map(|world| world.cap as i64).sum()
}

/// What a player sees: the hands, his own left out.
pub type View = [HandId; MAX_PLAYERS];

/// What a player sees of the hands.
pub const fn seen(mut hands: [HandId; MAX_PLAYERS], player: usize) -> View {
    hands[player] = EMPTY;
    hands
}

/// What a player sees of a world.
pub const fn view(world: &World, player: usize) -> View {
    seen(world.hands, player)
}

/// The worlds in classes that look alike to a player: the other hands are the same.
pub fn classes(worlds: &[World], player: usize) -> Vec<Vec<World>> {
    let mut sorted: Vec<(View, World)> = worlds
        .iter()
        .map(|world| (view(world, player), *world))
        .collect();
    sorted.sort_by_key(|(key, _)| *key);
    let same = |a: &(_, World), b: &(_, World)| a.0 == b.0;
    let chunks = sorted.chunk_by(same);
    chunks
        .map(|class| class.iter().map(|(_, world)| *world).collect())
        .collect()
}
