//! Seat analysis: cards in hands that nobody specified.
//!
//! Every assignment of the unseen pool to those cards and the deck is equally likely, as far as
//! it keeps to what each of them may be. The player to move sees the other hands but not the own
//! unspecified cards; from the next turn on everything is open. So the value is the mean over the
//! others' unspecified cards of the best move's mean over the own ones (for `guaranteed` the
//! minimum in place of each mean).
//!
//! * `deal`: the ways to deal the pool, and their number
//! * `means`: the means over the assignments
//! * `outlook`: what each slot may hold, and how likely
//!
//! What an assignment is worth depends on the cards of the own hand alone, not on their slots
//! (with hands open a move is a choice of a card), and not on which dead cards they are. So all
//! assignments that fill the own hand with the same cards are searched once, as one [`Hand`]; a
//! slot's move counts the values of the cards that it may hold, by the number of assignments in
//! which it does.

mod deal;
mod means;
mod outlook;

pub use deal::ANY;
pub use outlook::{Outlook, outlook};

use std::collections::BTreeMap;
use std::time::Instant;

use crate::game::card::Held;
use crate::game::rules::Special;
use crate::game::setup::{Setup, SetupError};
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Solution, Stop};
use crate::search::question::{Answers, Exact, Root};
use crate::value::{Bounds, Mixture, Objective};
use deal::{Counted, Deal, Group, Kind, deals, number};
use means::{Blind, Hand, Valued, add_deal, blind_slot};

/// The limits are asked once in so many deals.
const DEALS_A_CHECK: u64 = 1024;

/// The unspecified slots of the players that `of` chooses, by what they may hold.
fn groups(setup: &Setup, of: impl Fn(usize) -> bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (player, hand) in setup.hands.iter().enumerate().filter(|&(p, _)| of(p)) {
        for (slot, _) in hand
            .iter()
            .enumerate()
            .filter(|(_, h)| **h == Held::Unspecified)
        {
            let set = setup.allowed.get(player).map_or(ANY, |sets| sets[slot]);
            match groups
                .iter_mut()
                .find(|g| (g.player, g.set) == (player, set))
            {
                Some(group) => group.slots.push(slot),
                None => groups.push(Group {
                    player,
                    slots: vec![slot],
                    set,
                }),
            }
        }
    }
    groups
}

/// The position with all of the pool in the deck: which cards are dead, and what can be scored
/// at most, do not depend on where the pool's cards lie.
fn shown(setup: &Setup) -> Result<(Game, State), Vec<SetupError>> {
    let mut shown = setup.clone();
    let hands = shown.hands.iter_mut();
    hands.for_each(|hand| hand.retain(|&held| held != Held::Unspecified));
    // Whether turns are counted does not matter here.
    shown.turns_left = None;
    shown.rules.grand_finale = true;
    shown.allowed = Vec::new();
    State::new(&shown)
}

/// Solves a setup with unspecified cards.
///
/// After a stop the assignments that are left count with what is certain of any.
///
/// # Errors
/// The setup's faults.
pub fn solve(
    solver: &mut impl Answers,
    setup: &Setup,
    objective: Objective,
    with_actions: bool,
    limits: &Limits,
) -> Result<Solution, Vec<SetupError>> {
    let (game, shown) = shown(setup)?;
    let others = groups(setup, |player| player != setup.mover);
    let own = groups(setup, |player| player == setup.mover);
    let all = [&others[..], &own[..]].concat();
    let alike = setup.rules.special == Special::default();
    let most = if alike {
        shown.reachable_score(&game)
    } else {
        game.max_score()
    };
    let kinds = deal::kinds(&setup.deck, &all, |held| alike && shown.dead(held));
    let mut table = Table {
        solver,
        setup,
        objective,
        limits,
        kinds: &kinds,
        own: &own,
        unknown: objective.between(0, most),
        nodes: 0,
        stop: None,
        faults: Vec::new(),
    };
    let found = match number(&all, &kinds, Counted::Physical) {
        Some(0) => return Err(vec![SetupError::Unfit]),
        Some(total) => table.over_others(&others, total),
        None => None,
    };
    let Table {
        unknown,
        stop,
        faults,
        nodes,
        ..
    } = table;
    if !faults.is_empty() {
        return Err(faults);
    }
    let solution = match found {
        Some((value, actions)) => Solution {
            value,
            actions: if with_actions { actions } else { Vec::new() },
            nodes,
            stop,
        },
        None => Solution {
            value: unknown,
            actions: Vec::new(),
            nodes,
            stop: stop.or(Some(Stop::Size)),
        },
    };
    Ok(solution)
}

/// The table at which an assignment is looked at, and all that does not change between them.
struct Table<'a, S> {
    solver: &'a mut S,
    nodes: u64,
    setup: &'a Setup,
    objective: Objective,
    limits: &'a Limits<'a>,
    /// The cards of the pool.
    kinds: &'a [Kind],
    /// The mover's unspecified slots.
    own: &'a [Group],
    /// What is certain of any assignment.
    unknown: Bounds,
    stop: Option<Stop>,
    faults: Vec<SetupError>,
}

impl<S: Answers> Table<'_, S> {
    /// The mean over the others' unspecified cards. `None` if something does not fit.
    fn over_others(&mut self, others: &[Group], total: u128) -> Option<Valued> {
        let mut value = Mixture::new(self.objective);
        let mut totals: Vec<(Action, Mixture)> = Vec::new();
        let mut fits = Some(());
        let kinds = self.kinds;
        deals(others, kinds, &mut |seen: &Deal| {
            fits = self.add_seen(seen, others, &mut value, &mut totals);
            fits.is_some() && self.faults.is_empty() && self.stop.is_none()
        })?;
        fits?;
        let rest = total.checked_sub(value.weight())?;
        for mixture in totals
            .iter_mut()
            .map(|(_, mixture)| mixture)
            .chain([&mut value])
        {
            mixture.add(self.unknown, rest)?;
        }
        let actions = totals
            .iter()
            .map(|(action, total)| Some((*action, total.bounds()?)));
        Some((value.bounds()?, actions.collect::<Option<_>>()?))
    }

    /// Adds what the best move and every move is worth for what the mover sees.
    fn add_seen(
        &mut self,
        seen: &Deal,
        others: &[Group],
        value: &mut Mixture,
        totals: &mut Vec<(Action, Mixture)>,
    ) -> Option<()> {
        let mut setup = self.setup.clone();
        let mut left: Vec<_> = self.kinds.iter().map(|kind| kind.count).collect();
        for (group, taken) in others.iter().zip(&seen.taken) {
            let mut slots = group.slots.iter();
            for (which, &many) in taken.iter().enumerate() {
                left[which] -= many;
                for &slot in slots.by_ref().take(many) {
                    setup.hands[group.player][slot] = self.kinds[which].held;
                }
            }
        }
        let kinds: Vec<_> = self
            .kinds
            .iter()
            .zip(left)
            .map(|(kind, count)| Kind {
                count,
                ..kind.clone()
            })
            .collect();
        let own = number(self.own, &kinds, Counted::Physical)?;
        if own == 0 {
            return Some(());
        }
        let weight = seen.weight.checked_mul(own)?;
        let (best, actions) = self.over_own(&setup, &kinds, own)?;
        value.add(best, weight)?;
        if value.weight() == weight {
            *totals = actions
                .iter()
                .map(|&(action, _)| (action, Mixture::new(self.objective)))
                .collect();
        }
        // Where cards decide which clues there are, a move is told only if it always can be made.
        totals.retain(|(action, _)| actions.iter().any(|(other, _)| action == other));
        for (action, total) in totals {
            let found = actions.iter().find(|(other, _)| action == other);
            total.add(found?.1, weight)?;
        }
        Some(())
    }

    /// The best mean over the own unspecified cards, and every action's mean; `number` is that of
    /// the assignments.
    fn over_own(&mut self, setup: &Setup, kinds: &[Kind], number: u128) -> Option<Valued> {
        let mut blind = Blind::new(self.objective);
        let room = self.limits.memory / 4 / (128 + 32 * (kinds.len() + setup.hands.len()));
        let mut hands = BTreeMap::new();
        let (mut count, mut fits) = (0, Some(()));
        let own = self.own;
        deals(own, kinds, &mut |deal: &Deal| {
            count += 1;
            if count % DEALS_A_CHECK == 0 {
                self.stop = self.stop.or_else(|| self.limits.check());
            }
            if self.stop.is_none() {
                fits = add_deal(&mut hands, own, kinds, deal);
            }
            if hands.len() > room {
                // The same hand may come again later; its values are then found in the table.
                fits = fits.and_then(|()| self.search(setup, &mut hands, &mut blind));
            }
            fits.is_some() && self.stop.is_none()
        })?;
        fits?;
        self.search(setup, &mut hands, &mut blind)?;
        blind.result(self.own, number, self.unknown)
    }

    /// Searches the hands, the likeliest first, and adds what their cards are worth.
    fn search(
        &mut self,
        setup: &Setup,
        hands: &mut BTreeMap<Vec<(Held, usize)>, Hand>,
        blind: &mut Blind,
    ) -> Option<()> {
        let mut hands: Vec<_> = std::mem::take(hands).into_values().collect();
        hands.sort_by_key(|hand| std::cmp::Reverse(hand.weight));
        for hand in hands {
            self.stop = self.stop.or_else(|| self.limits.check());
            if self.stop.is_some() && blind.done > 0 {
                break;
            }
            self.add_hand(&hand.filled(setup), &hand, blind)?;
            if !self.faults.is_empty() {
                return None;
            }
        }
        Some(())
    }

    fn add_hand(&mut self, filled: &Setup, hand: &Hand, blind: &mut Blind) -> Option<()> {
        let (game, state) = match State::new(filled) {
            Ok(found) => found,
            Err(faults) => {
                self.faults = faults;
                return None;
            }
        };
        if let Some(score) = state.result(&game) {
            let value = self.objective.between(score, score);
            return blind.add_over(value, hand.weight);
        }
        let legal = state.actions(&game);
        // One slot for each card that the blind ones hold.
        let asked: Vec<_> = legal
            .iter()
            .copied()
            .filter(|&action| match blind_slot(self.own, action) {
                Some((_, slot)) => hand.cards.iter().any(|&(_, place)| place == slot),
                None => true,
            })
            .collect();
        let root = Root {
            game: &game,
            state: &state,
            objective: self.objective,
            value: false,
            actions: &asked,
            exact: Exact::All,
            cap: None,
        };
        // After a stop this is only glanced at.
        let limits = Limits {
            deadline: self
                .stop
                .map_or(self.limits.deadline, |_| Some(Instant::now())),
            ..*self.limits
        };
        let answer = self.solver.answer(&root, &limits);
        self.stop = self.stop.or(answer.stop);
        self.nodes += answer.nodes;
        let values: Vec<_> = asked.into_iter().zip(answer.actions).collect();
        blind.add(self.own, hand, &legal, &values)
    }
}
