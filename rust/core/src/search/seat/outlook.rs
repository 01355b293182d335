//! What each unspecified card may be, and how likely.

use super::deal::{Counted, Group, Kind, kinds, number};
use super::groups;
use crate::game::card::Held;
use crate::game::setup::{Setup, SetupError};
use crate::value::Ratio;

/// What the unspecified cards may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Number of different assignments: what lies in each slot, copies and the deck's order apart.
    pub assignments: u128,
    /// The unspecified slots, by player and slot.
    pub slots: Vec<Slot>,
}

/// What an unspecified card may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Whose it is, and in which slot, both counted from 0.
    pub place: (usize, usize),
    /// Every card that it may be, and how likely.
    pub cards: Vec<(Held, Ratio)>,
}

/// Tells what the unspecified cards of a setup may be. `None` if the numbers do not fit.
///
/// A card of a kind lies in one of a group's slots in as many assignments as there are for one
/// slot and one such card less, times the number of its copies.
///
/// # Errors
/// The setup's faults.
pub fn outlook(setup: &Setup) -> Result<Option<Outlook>, Vec<SetupError>> {
    let faults = setup.faults();
    if faults.is_empty() {
        Ok(looked(setup))
    } else {
        Err(faults)
    }
}

fn looked(setup: &Setup) -> Option<Outlook> {
    let groups = groups(setup, |_| true);
    let kinds = kinds(&setup.deck, &groups, |_| false);
    let assignments = number(&groups, &kinds, Counted::Distinct)?;
    let all = number(&groups, &kinds, Counted::Physical)?;
    let mut slots = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let mut cards = Vec::new();
        for (which, kind) in kinds.iter().enumerate() {
            let ways = with(&groups, at, &kinds, which)?;
            if ways > 0 {
                cards.push((kind.held, Ratio::new(ways, all)));
            }
        }
        cards.sort_unstable_by_key(|&(held, _)| held);
        slots.extend(group.slots.iter().map(|&slot| Slot {
            place: (group.player, slot),
            cards: cards.clone(),
        }));
    }
    slots.sort_unstable_by_key(|slot| slot.place);
    Some(Outlook { assignments, slots })
}

/// The number of assignments that put a card of a kind into the first slot of a group.
fn with(groups: &[Group], at: usize, kinds: &[Kind], which: usize) -> Option<u128> {
    let copies = kinds[which].count as u128;
    if !kinds[which].fits(&groups[at]) {
        return Some(0);
    }
    let (mut groups, mut kinds) = (groups.to_vec(), kinds.to_vec());
    groups[at].slots.pop();
    kinds[which].count -= 1;
    number(&groups, &kinds, Counted::Physical)?.checked_mul(copies)
}
