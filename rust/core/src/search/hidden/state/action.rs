//! What players do, and what everybody sees of it.

use super::public::{PublicId, Use};
use super::worlds::World;

/// What a player does with a class of worlds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// A card of a slot (counted from 0) is played or discarded.
    Use(Use, u8),
    /// A clue: the player it is given to, its place in the list of clues, and what it tells of
    /// the slots it touches.
    Clue(u8, u8, Touch),
    /// A clue to a player, any of a family: [`super::clues::Clues::families`]. Nothing is told by
    /// which it is, or what it touches.
    ClueOf(u8, u8),
    /// The first legal clue, where it is the only thing that the mover may do and so says
    /// nothing.
    AnyClue,
    /// Any clue, where clues can say anything; the number, that of the class, tells them apart.
    Tell(u32),
    /// Nothing is legal: the game ends.
    Stuck,
}

impl Act {
    /// The use of the card of a slot.
    pub const fn using((how, slot): (Use, usize)) -> Self {
        Self::Use(how, slot as u8)
    }
}

/// What a clue tells of the slots it touches, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Touch {
    /// The slots it touches, but for those of which nothing is told.
    pub slots: u32,
    /// The slots of which nothing is told.
    pub untold: u32,
}

/// What everybody sees of an action besides the action: the face of the card that was used.
pub type Outcome = Option<u8>;

/// The worlds that an action leads to for one outcome.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The card's face; `None` for a clue.
    pub outcome: Outcome,
    /// The public state afterwards.
    pub public: PublicId,
    /// The worlds afterwards, those left out that are worth nothing whatever is done.
    pub worlds: Vec<World>,
    /// No policy gets more from them.
    pub cap: i64,
}
