//! How far the stacks can still get.

use crate::game::card::{Card, MAX_CARDS, STEPS};
use crate::game::rules::Special;

/// No more bonuses than this can still come, however the cards lie; 0 without bonuses.
///
/// Each comes with a suit completed, but for the last of all suits. And if every suit lacks a
/// card of which no copy is `left` in hands and deck, none can be completed: what brings such
/// a card back is a bonus.
#[must_use]
pub fn most_bonuses(special: &Special, stacks: &[u8], left: &[u8; MAX_CARDS]) -> usize {
    let open = || (0..stacks.len()).filter(|&suit| usize::from(stacks[suit]) < STEPS);
    let complete = |&suit: &usize| limit_of_stack(stacks, left, suit, 0) == STEPS;
    if special.flamboyants && open().any(|suit| complete(&suit)) {
        open().count() - 1
    } else {
        0
    }
}

/// No stack of the suit is ever higher than this, if at most `bonuses` come: each brings back at
/// most one of the cards of which no copy is `left` in hands and deck.
#[must_use]
pub fn limit_of_stack(stacks: &[u8], left: &[u8; MAX_CARDS], suit: usize, bonuses: usize) -> usize {
    let steps = usize::from(stacks[suit])..STEPS;
    let mut lost = steps.filter(|&step| left[Card::new(suit, step).index()] == 0);
    lost.nth(bonuses).unwrap_or(STEPS)
}
