//! A policy sketched in one go, for a lower bound long before the search has one.
//!
//! Turn by turn every class of worlds goes into the bin where it adds most to an *outlook*: what
//! a player who acts later would get from the worlds there, if it were his turn and all hands
//! were open after his move, but he must choose it by what he sees now; summed over several
//! such players. Unlike the sum of the caps that tells how much is lost by classes that share
//! a bin. It is cheap: a class of worlds that look alike to such a player gives him the maximum
//! over his options of the sum over the worlds of what they are worth after the option, so
//! worlds come into a bin, and leave it again, by adding to those sums and subtracting.
//!
//! Outlooks only choose. The value of the sketch is that of the plan: what its leaves are worth.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::rules::MAX_PLAYERS;

use super::bins::{Bin, Classes};
use super::engine::{Act, Branch, Engine, Halt, Outcome};
use super::facts::{Facts, FactsId, Use};
use super::hands::{EMPTY, HandId};
use super::plan::{Found, Plan};
use super::value::cap;
use super::worlds::World;

/// What a player sees: the hands, his own left out.
type View = [HandId; MAX_PLAYERS];

/// Times that all classes are placed anew, each given the places of the others.
const PASSES: usize = 3;

/// Worlds up to which a set is searched instead, if that takes no more than [`EFFORT`] steps.
const SMALL: usize = 24;

/// See [`SMALL`].
const EFFORT: u64 = 2_000;

/// One world after an action: what a player sees there, and what each of his options is worth
/// in it.
struct Prospect {
    player: usize,
    view: View,
    options: Vec<i64>,
}

/// The worlds of a class after an action, for one outcome.
struct Arrival {
    outcome: Outcome,
    /// The value where the game is over, or nothing is left to be chosen.
    fixed: i64,
    prospects: Vec<Prospect>,
}

/// The worlds of the classes of a turn after their actions, as far as they were asked for.
struct Arrivals {
    ahead: usize,
    known: FxHashMap<(usize, usize), Rc<Vec<Arrival>>>,
}

/// The outlook of the worlds gathered in a bin.
#[derive(Default)]
struct Pile(FxHashMap<(Outcome, usize, View), Vec<i64>>);

impl Pile {
    /// Adds worlds (`sign` 1) or takes them out (−1); returns by how much the outlook rises.
    fn add(&mut self, arrivals: &[Arrival], sign: i64) -> i64 {
        let best = |sums: &[i64]| sums.iter().copied().max().unwrap_or(0);
        let mut gain = 0;
        for arrival in arrivals {
            gain += sign * arrival.fixed;
            for prospect in &arrival.prospects {
                let sums = self
                    .0
                    .entry((arrival.outcome, prospect.player, prospect.view));
                let sums = sums.or_insert_with(|| vec![0; prospect.options.len()]);
                gain -= best(sums);
                for (sum, option) in sums.iter_mut().zip(&prospect.options) {
                    *sum += sign * option;
                }
                gain += best(sums);
            }
        }
        gain
    }
}

impl Engine<'_> {
    /// A plan for a set of worlds, sorted and without worthless ones, and what it is worth. The
    /// outlook is for so many of the players who act next.
    pub fn sketch(
        &mut self,
        facts: FactsId,
        worlds: &[World],
        ahead: usize,
    ) -> Result<Found, Halt> {
        self.tick()?;
        if let Some(found) = self.simple(facts, worlds) {
            return Ok(found);
        }
        if worlds.len() <= SMALL
            && let Some(Some(found)) = self.within(EFFORT, |e| e.value(facts, worlds, -1))?
        {
            return Ok(found);
        }
        let parts = self.components(facts, worlds)?;
        if parts.len() == 1 {
            return self.sketch_turn(facts, worlds, ahead);
        }
        let mut value = 0;
        let mut plans = Vec::with_capacity(parts.len());
        for part in &parts {
            let found = self.sketch(facts, part, ahead)?;
            value += found.value;
            plans.push(found.plan);
        }
        let plan = Rc::new(Plan::Parts(plans));
        Ok(Found { value, plan })
    }

    fn sketch_turn(
        &mut self,
        facts: FactsId,
        worlds: &[World],
        ahead: usize,
    ) -> Result<Found, Halt> {
        self.nodes += 1;
        let classes = Classes::new(self, facts, worlds)?;
        let mut acts = vec![Act::Stuck; classes.len()];
        let mut value = 0;
        let mut gathered: Vec<((Act, Outcome), FactsId, Vec<World>)> = Vec::new();
        for (class, bin) in self.placed(&classes, ahead)?.into_iter().enumerate() {
            let act = classes.act(bin);
            acts[class] = act;
            let Some(branches) = classes.branches_in(self, class, bin)? else {
                value += classes.bound(class, bin);
                continue;
            };
            for branch in branches.iter().filter(|branch| !branch.worlds.is_empty()) {
                let key = (act, branch.outcome);
                match gathered.iter_mut().find(|(other, ..)| *other == key) {
                    Some((.., worlds)) => worlds.extend_from_slice(&branch.worlds),
                    None => gathered.push((key, branch.facts, branch.worlds.clone())),
                }
            }
        }
        let mut next = Vec::with_capacity(gathered.len());
        for (key, facts, mut worlds) in gathered {
            worlds.sort_unstable_by_key(|world| world.hands);
            let found = self.sketch(facts, &worlds, ahead)?;
            value += found.value;
            next.push((key, found.plan));
        }
        let plan = Rc::new(Plan::Choice { acts, next });
        Ok(Found { value, plan })
    }

    /// A bin for every class.
    pub fn placed(&mut self, classes: &Classes, ahead: usize) -> Result<Vec<usize>, Halt> {
        let players = ahead as i64;
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by_key(|&class| (std::cmp::Reverse(classes.best(class)), class));
        let mut bins = vec![Bin::default(); classes.bins()];
        let mut piles: Vec<Pile> = Vec::new();
        piles.resize_with(classes.bins(), Pile::default);
        let mut places = vec![usize::MAX; classes.len()];
        let mut arrivals = Arrivals {
            ahead,
            known: FxHashMap::default(),
        };
        for pass in 0..PASSES {
            let mut moved = false;
            for &class in &order {
                let old = places[class];
                if pass > 0 {
                    let out = self.arrivals(classes, class, old, &mut arrivals)?;
                    piles[old].add(&out, -1);
                }
                let mut best = (-1, usize::MAX);
                for place in classes.places(class, &bins, None) {
                    // No player gets more out of it.
                    if place.bound * players <= best.0 {
                        break;
                    }
                    let here = self.arrivals(classes, class, place.bin, &mut arrivals)?;
                    let stuck = classes.act(place.bin) == Act::Stuck;
                    let gain = if stuck {
                        place.bound * players
                    } else {
                        let gain = piles[place.bin].add(&here, 1);
                        piles[place.bin].add(&here, -1);
                        gain
                    };
                    if gain > best.0 || gain == best.0 && place.bin == old {
                        best = (gain, place.bin);
                    }
                }
                let (_, bin) = best;
                let here = self.arrivals(classes, class, bin, &mut arrivals)?;
                piles[bin].add(&here, 1);
                bins[bin].used = true;
                moved |= bin != old;
                places[class] = bin;
            }
            if !moved {
                break;
            }
        }
        Ok(places)
    }

    /// What a class looks like after the action of a bin, to the next player.
    fn arrivals(
        &mut self,
        classes: &Classes,
        class: usize,
        bin: usize,
        arrivals: &mut Arrivals,
    ) -> Result<Rc<Vec<Arrival>>, Halt> {
        self.tick()?;
        // All messages lead to the same worlds.
        let key = (
            class,
            if classes.is_message(bin) {
                usize::MAX
            } else {
                bin
            },
        );
        if let Some(known) = arrivals.known.get(&key) {
            return Ok(known.clone());
        }
        let branches = classes.branches_in(self, class, bin)?;
        let mut made = Vec::new();
        for branch in branches.iter().flat_map(|branches| branches.iter()) {
            made.push(self.arrival(branch, arrivals.ahead)?);
        }
        let made = Rc::new(made);
        arrivals.known.insert(key, made.clone());
        Ok(made)
    }

    fn arrival(&mut self, branch: &Branch, ahead: usize) -> Result<Arrival, Halt> {
        let mut arrival = Arrival {
            outcome: branch.outcome,
            fixed: 0,
            prospects: Vec::new(),
        };
        if self.facts.result(branch.facts).is_some() {
            arrival.fixed = cap(&branch.worlds) * ahead as i64;
            return Ok(arrival);
        }
        let known = self.facts.get(branch.facts).clone();
        let (next, players) = (usize::from(known.mover), self.game.players);
        let actors = known.actors(self.game);
        for player in (0..ahead).map(|turn| (next + turn) % players) {
            if actors >> player & 1 == 0 {
                arrival.fixed += cap(&branch.worlds);
                continue;
            }
            let facts = self.name(Facts {
                mover: player as u8,
                ..known.clone()
            });
            for world in &branch.worlds {
                self.tick()?;
                let mut view = world.hands;
                view[player] = EMPTY;
                let options = self.options(facts, world)?;
                arrival.prospects.push(Prospect {
                    player,
                    view,
                    options,
                });
            }
        }
        Ok(arrival)
    }

    /// What each use of a slot and a clue is worth in a world if hands are open afterwards.
    fn options(&mut self, facts: FactsId, world: &World) -> Result<Vec<i64>, Halt> {
        let known = self.facts.get(facts).clone();
        let mover = usize::from(known.mover);
        let cards = self.hands.cards(world.hands[mover]).to_vec();
        let mut options = Vec::with_capacity(2 * cards.len() + 1);
        for how in [Use::Play, Use::Discard] {
            if how == Use::Discard && !known.discard_legal(self.game) {
                continue;
            }
            for slot in 0..cards.len() {
                options.push(self.open_after(facts, &world.hands, Some((how, slot)))?);
            }
        }
        if known.clue_legal(self.game) {
            options.push(self.open_after(facts, &world.hands, None)?);
        }
        let orders = self.orders(facts)?;
        let weighted = |value: u64| {
            let value = u128::from(world.weight) * u128::from(value) / u128::from(orders);
            i64::try_from(value).map_err(|_| Halt::Stop(crate::search::limits::Stop::Size))
        };
        options.into_iter().map(weighted).collect()
    }
}
