//! What a setup must satisfy to be a position.

use hanabi_core::game::card::Held;
use hanabi_core::game::rules::{Rules, Suit};
use hanabi_core::game::setup::{Setup, SetupError};

/// One full suit of which nothing is played and nothing is written, and some known trash.
fn trash_only(trash: usize) -> Setup {
    Setup {
        suits: vec![Suit::FULL],
        rules: Rules::default(),
        stacks: vec![0],
        hands: vec![vec![Held::Dead; trash], Vec::new()],
        deck: Vec::new(),
        mover: 0,
        units: 0,
        strikes: 0,
        turns_left: Some(1),
        last_clue: None,
        pile: Vec::new(),
        allowed: Vec::new(),
    }
}

#[test]
fn known_trash_lies_above_the_card_that_is_gone() {
    // All three copies of the first card are discarded: the seven above it are dead, they
    // themselves are in the pile.
    assert_eq!(trash_only(7).faults(), []);
    let found = trash_only(8).faults();
    assert_eq!(found, [SetupError::Trash { found: 8, left: 7 }]);
}
