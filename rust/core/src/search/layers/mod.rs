//! Retrograde analysis by layers: the values of every configuration of hands and deck that can
//! come up, for all players to move, tokens and strikes at once, from the empty deck back to the
//! root. A layer is freed once the one above it is made.
//!
//! * `plan`: which configurations there are; `half`, `index`: how they are numbered
//! * `record`: the values of a configuration
//! * `sweep`, `push`: from a layer to the one above; `last_round`: the layer without a deck
//!
//! What is left out is lost or dominated:
//! * configurations from which the target is out of reach, by the cards or by the turns left;
//! * the moves that `ordering` leaves out: misplays below the token limit, useful cards lost with a
//!   dead one in hand;
//! * the third strike: it could only be made at the token limit, where a clue is legal as well, and
//!   ends the game with what is on the stacks at best, which nothing after the clue takes away (the
//!   players are never forced to misplay: see `Frame::sure_score`).
//!
//! A root's own moves have their values all the same, dominated or not.
//!
//! It goes through all configurations, where the search from the root goes through those states
//! that it cannot do without. In return a value costs a few additions, and no table is asked.

mod half;
mod index;
mod last_round;
mod plan;
mod push;
mod record;
mod sweep;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::ops::Range;

use plan::{ELEMENT, Outlook};
use record::{Bits, Count, Follows, Narrow, Record, TOKENS, Wide};
use sweep::{Layer, Misplays, Sweep, falling};

use crate::game::rules::MAX_STRIKES;
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Stop};
use crate::search::open::node::{Move, Node};
use crate::search::open::suits::Event;
use crate::value::Objective;

/// All numbers of strikes.
const ALL: usize = MAX_STRIKES as usize;
/// Tokens, and the best misplay, which whoever has a strike less is told.
const WITH_MISPLAY: usize = TOKENS + 1;

/// A position that layers can solve.
pub struct Layers<'a> {
    game: &'a Game,
    state: &'a State,
    objective: Objective,
    outlook: Outlook,
    counts: Vec<usize>,
    memory: usize,
    threads: usize,
}

/// Values of the root, over the orders of its deck (for `guaranteed` 1 if the target is reached).
pub struct Found {
    /// The position's value.
    pub value: u64,
    /// The actions' values.
    pub actions: Vec<u64>,
    /// What the values are out of.
    pub unit: u64,
}

impl<'a> Layers<'a> {
    /// Looks what there is to do. `None` if the position is none for layers, or a limit is met.
    /// Nothing below `target` counts.
    #[must_use]
    pub fn new(
        game: &'a Game,
        state: &'a State,
        objective: Objective,
        target: u8,
        limits: &Limits,
    ) -> Option<Self> {
        let outlook = Outlook::new(game, state, target, limits)?;
        let counts = outlook.counts(limits)?;
        let layers = Self {
            game,
            state,
            objective,
            outlook,
            counts,
            memory: limits.memory,
            threads: limits.threads,
        };
        (layers.most(layers.outlook.root.deck()) <= i64::MOST.into()).then_some(layers)
    }

    /// Number of values to compute.
    #[must_use]
    pub fn values(&self) -> u64 {
        let values = self.outlook.players * TOKENS * usize::from(self.outlook.strikes());
        self.counts
            .iter()
            .map(|&count| (count * values) as u64)
            .sum()
    }

    /// Bytes that are held at once, about, with all strikes together or one number at a time: those
    /// of the halves, of two layers, and what misplays come to. Each thread makes one player's part
    /// of a layer, and frees a part of the layer below.
    fn bytes_for(&self, together: bool) -> usize {
        let (players, counts) = (self.outlook.players, &self.counts);
        let forced = self.objective == Objective::Guaranteed;
        let value = |deck: usize| match self.most(deck as u8) <= i32::MOST.into() {
            true => size_of::<i32>(),
            false => size_of::<i64>(),
        };
        let record = |deck| match (forced, together) {
            (true, _) => size_of::<Bits>(),
            (false, true) => value(deck) * TOKENS * ALL,
            (false, false) => value(deck) * WITH_MISPLAY,
        };
        let misplays: usize = match forced || together || self.outlook.strikes() == 1 {
            true => 0,
            false => (1..counts.len())
                .map(|deck| players * counts[deck] * value(deck))
                .sum(),
        };
        let part = |deck: usize| counts[deck] * record(deck);
        let threads = self.threads.min(players);
        let held = (1..counts.len()).map(|deck| {
            let (next, part) = (part(deck - 1), part(deck));
            (players * next + threads * part).max(threads * next + players * part)
        });
        self.outlook.elements() * ELEMENT + misplays + held.max().unwrap_or(0)
    }

    /// Bytes that are held at once, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes_for(self.together())
    }

    /// Whether there is room for all strikes at once, which takes about half the time.
    #[must_use]
    pub fn together(&self) -> bool {
        self.bytes_for(true) <= self.memory
    }

    /// Whether there is room.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.together() || self.bytes_for(false) <= self.memory
    }

    /// The largest value of a layer.
    fn most(&self, deck: u8) -> u128 {
        let dead = deck - deck.min(self.outlook.root.deck_useful);
        let orders: u128 = (u128::from(dead) + 1..=u128::from(deck)).product();
        match self.objective {
            Objective::Expected => orders.saturating_mul(self.outlook.max_score.into()),
            _ => orders,
        }
    }

    /// Values of the position and of actions.
    ///
    /// # Errors
    /// The limit that stopped it.
    pub fn solve(&self, actions: &[Action], limits: &Limits) -> Result<Found, Stop> {
        let plan = self.outlook.plan(limits);
        let plan = plan.ok_or_else(|| limits.check().unwrap_or(Stop::Memory))?;
        let sweep = Sweep {
            plan: &plan,
            objective: self.objective,
            limits,
        };
        let mut found = Found {
            value: 0,
            actions: vec![0; actions.len()],
            unit: 1,
        };
        if self.objective == Objective::Guaranteed {
            self.forced(&sweep, actions, &mut found)?;
            return Ok(found);
        }
        let node = &self.outlook.root;
        found.unit = falling(node.deck(), node.deck_useful);
        if node.strikes == 0 && self.together() {
            let none = AllMisplays::default();
            self.counted::<ALL, TOKENS>(&sweep, 0, none, actions, &mut found)?;
            return Ok(found);
        }
        let mut misplays = AllMisplays::default();
        for strikes in (node.strikes..MAX_STRIKES).rev() {
            misplays =
                self.counted::<1, WITH_MISPLAY>(&sweep, strikes, misplays, actions, &mut found)?;
        }
        Ok(found)
    }

    fn forced(&self, sweep: &Sweep, actions: &[Action], found: &mut Found) -> Result<(), Stop> {
        let mut layer = sweep.last::<Bits>()?;
        while layer.deck + 1 < self.outlook.root.deck() {
            layer = sweep.before(layer, &Vec::new())?;
        }
        let root: Layer<Bits> = sweep.before(layer.clone(), &Vec::new())?;
        self.find(sweep, &layer, &root, 0..MAX_STRIKES, actions, found);
        Ok(())
    }

    /// The sweep for some numbers of strikes from `first` on, given what misplays with the last of
    /// them come to; gives the same for a strike less than the first.
    fn counted<const STRIKES: usize, const WIDTH: usize>(
        &self,
        sweep: &Sweep,
        first: u8,
        mut misplays: AllMisplays,
        actions: &[Action],
        found: &mut Found,
    ) -> Result<AllMisplays, Stop> {
        let last = self.outlook.root.deck() - 1;
        let strikes = first..first + STRIKES as u8;
        let more = first > self.outlook.root.strikes;
        let mut kept = AllMisplays::default();
        let mut narrow: Layer<Narrow<STRIKES, WIDTH>> = sweep.last()?;
        while narrow.deck < last && self.most(narrow.deck + 1) <= i32::MOST.into() {
            let given = misplays.narrow.pop_front().unwrap_or_default();
            narrow = sweep.before(narrow, &given)?;
            if more {
                kept.narrow.push_back(narrow.misplays());
            }
        }
        let mut given = || misplays.wide.pop_front().unwrap_or_default();
        if narrow.deck == last {
            let root: Layer<Wide<STRIKES, WIDTH>> = sweep.before(narrow.clone(), &given())?;
            self.find(sweep, &narrow, &root, strikes, actions, found);
            kept.wide.push_back(root.misplays());
            return Ok(kept);
        }
        let mut wide: Layer<Wide<STRIKES, WIDTH>> = sweep.before(narrow, &given())?;
        while wide.deck < last {
            if more {
                kept.wide.push_back(wide.misplays());
            }
            wide = sweep.before(wide, &given())?;
        }
        if more {
            kept.wide.push_back(wide.misplays());
        }
        let root: Layer<Wide<STRIKES, WIDTH>> = sweep.before(wide.clone(), &given())?;
        self.find(sweep, &wide, &root, strikes, actions, found);
        kept.wide.push_back(root.misplays());
        Ok(kept)
    }

    /// Enters the root's values that have so many strikes after the move, from those of the layer
    /// below it.
    fn find<L: Record, R: Follows<L>>(
        &self,
        sweep: &Sweep,
        next: &Layer<L>,
        root: &Layer<R>,
        strikes: Range<u8>,
        actions: &[Action],
        found: &mut Found,
    ) {
        let node = &self.outlook.root;
        let rules = &self.game.rules;
        let value = |mover: usize, units: u8| {
            let record = root.get(sweep.plan, mover, sweep.plan.start());
            let row = node.strikes - strikes.start;
            record.map_or(0, |record| record.value(units.into(), row.into()))
        };
        let here = strikes.contains(&node.strikes);
        let mover = usize::from(node.mover);
        if here {
            found.value = value(mover, node.units);
        }
        for (&action, found) in actions.iter().zip(&mut found.actions) {
            let slot = match action {
                Action::Play(slot) => Some((slot, true)),
                Action::Discard(slot) => Some((slot, false)),
                _ => None,
            };
            let Some((slot, play)) = slot else {
                if here {
                    *found = value(mover + 1, node.units - rules.units_per_token);
                }
                continue;
            };
            let action = Node::move_of(self.game, self.state, slot, play, &self.outlook.suits);
            let value =
                action.and_then(|action| self.move_value::<L, R>(sweep, next, action, &strikes));
            *found = value.unwrap_or(*found);
        }
    }

    /// The value of a play or discard, if there are so many strikes after it.
    fn move_value<L: Record, R: Follows<L>>(
        &self,
        sweep: &Sweep,
        next: &Layer<L>,
        action: Move,
        strikes: &Range<u8>,
    ) -> Option<u64> {
        let node = &self.outlook.root;
        let rules = &self.game.rules;
        let mover = usize::from(node.mover);
        let (earned, strike) = match action {
            Move::Play(place) => {
                let facts = self.outlook.suits.facts(node.ids()[place]);
                let completes = facts.completes && facts.left == 1;
                (u8::from(completes) * rules.completion_units, 0)
            }
            Move::Discard(..) | Move::DiscardDead => (rules.discard_units, 0),
            _ => (0, 1),
        };
        let after = node.strikes + strike;
        if after == MAX_STRIKES {
            let score = if rules.strikeout_keep { node.score } else { 0 };
            let worth = sweep.worth(score, node.deck(), node.deck_dead);
            return strikes.contains(&node.strikes).then_some(worth);
        }
        if !strikes.contains(&after) {
            return None;
        }
        let row = after - strikes.start;
        let after = match action {
            Move::Play(place) => sweep.plan.step(place, Event::Play(mover)),
            Move::Discard(place, step) | Move::Misplay(place, step) => {
                sweep.plan.step(place, Event::Lose(mover, step))
            }
            _ => Some((sweep.plan.start(), 0)),
        };
        let Some((places, deaths)) = after else {
            return Some(0);
        };
        let units = (node.units + earned).min(rules.unit_limit());
        let record: R = sweep.after(next, mover, places);
        let factor = match self.objective {
            Objective::Guaranteed => 1,
            _ => falling(node.deck_dead + deaths, deaths),
        };
        Some(record.value(units.into(), row.into()) * factor)
    }
}

/// Misplays by cards in the deck.
#[derive(Default)]
struct AllMisplays {
    narrow: VecDeque<Misplays<Narrow<1, WITH_MISPLAY>>>,
    wide: VecDeque<Misplays<Wide<1, WITH_MISPLAY>>>,
}
