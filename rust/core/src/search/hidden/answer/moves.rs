//! The value of every move.
//!
//! The value of a move is that of the best policy that prescribes it for what the mover really
//! sees. Only one class of worlds is bound by that, the *actual* one, C; the others, R, are
//! free. With V for the value of a set and v(m) for that of C alone once m is done:
//!
//! - V(m) ≤ V(R) + v(m), by sub-additivity; and V(R) is bounded by the seat ([`Seat`]), else by
//!   the sum of the caps of R;
//! - V(m) ≥ V − the caps of C: the best policy, changed for C alone, keeps what it gets in R;
//! - V(m) ≥ V − the caps of C + v(m) if the best policy does m for no class: then m tells
//!   everybody that the world is in C.

use crate::game::card::Card;
use crate::game::state::Action;
use crate::search::hidden::bounds::Between;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::plan::walk::gets;
use crate::search::hidden::problem::Problem;
use crate::search::hidden::search::Search;
use crate::search::hidden::state::action::{Act, Touch};
use crate::search::hidden::state::clues::{may_give, touched};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
#[cfg(doc)]
use crate::search::hidden::state::seat::Seat;
use crate::search::hidden::state::worlds::{World, cap};
use crate::search::hidden::turn::Values;
use crate::search::hidden::turn::placing::{Prescription, TurnSearch};

use super::forced::Row;

/// The mover's distinct moves for the hands he sees, in the fixed order: plays, discards, clues
/// by player from the mover's left. `None` if he sees a card that nobody specified.
pub fn actions(problem: &Problem) -> Option<Vec<Action>> {
    let seen = seen(problem)?;
    let slots = problem.hands[problem.public.mover].len();
    let rules = &problem.game.rules;
    let mut actions: Vec<Action> = (0..slots).map(Action::Play).collect();
    if problem.public.units < rules.unit_limit() {
        actions.extend((0..slots).map(Action::Discard));
    }
    if problem.public.units >= rules.units_per_token {
        for (player, hand) in &seen {
            for (number, &clue) in problem.clues.iter().enumerate() {
                if may_give(rules, touched(clue, hand)) {
                    actions.push(Action::Give(*player, number));
                }
            }
        }
    }
    Some(actions)
}

/// The hands that the mover sees, from his left on; `None` if a card of them is unspecified.
pub fn seen(problem: &Problem) -> Option<Vec<(usize, Vec<Card>)>> {
    let players = problem.hands.len();
    let others = (1..players).map(|turn| (problem.public.mover + turn) % players);
    others
        .map(|player| Some((player, problem.hand(player)?)))
        .collect()
}

/// The problem with the hands that the mover sees made known to everybody.
pub fn revealed(problem: &Problem) -> Option<Problem> {
    let mut revealed = problem.clone();
    for (player, cards) in seen(problem)? {
        for (slot, card) in cards.into_iter().enumerate() {
            revealed.hands[player][slot] = 1 << card.index();
        }
    }
    Some(revealed)
}

/// What is known of the position where its moves are asked for, summed over worlds.
#[derive(Clone, Copy)]
pub struct Most {
    /// Bounds of its value.
    pub value: Between,
    /// The caps of all worlds.
    pub caps: i64,
    /// No more is had from the worlds outside the actual class, if the seat tells.
    pub seat: Option<i64>,
}

impl Most {
    /// No more is had from the worlds outside the actual class, which is given.
    pub fn elsewhere(self, class: &[World]) -> i64 {
        let caps = self.caps - cap(class);
        self.seat.map_or(caps, |seat| seat.min(caps))
    }
}

/// Makes the bounds of moves tighter by the laws above. `used` is all that the best policy does
/// for some class; `alone` is the exact game of the actual class on its own. A move may take so
/// many `steps`.
pub fn alone(
    actions: &[Action],
    most: Most,
    used: &[Action],
    alone: &mut GameSearch<'_>,
    steps: u64,
    rows: &mut [Row],
) -> Result<(), Halt> {
    let (public, class) = alone.sets[0].clone();
    let (value, caps, elsewhere) = (most.value, cap(&class), most.elsewhere(&class));
    for (&action, row) in actions.iter().zip(rows) {
        if row.bounds.lower >= row.bounds.upper {
            continue;
        }
        alone.search.model.effort.grant(steps);
        let gets = match done(&mut alone.search, public, &class, action) {
            Err(Halt::Pause) => continue,
            gets => gets?,
        };
        let used = used.contains(&action) || used.iter().any(|used| used.covers(action));
        let told = if used { 0 } else { gets };
        let lower = (value.lower - caps + told).max(0);
        if lower > row.bounds.lower {
            row.bounds.lower = lower;
            row.here = (!used).then_some(gets);
        }
        row.bounds.upper = row.bounds.upper.min(elsewhere + gets);
    }
    Ok(())
}

/// What a class is worth once it alone has done something.
fn done(
    search: &mut Search<'_>,
    public: PublicId,
    class: &[World],
    action: Action,
) -> Result<i64, Halt> {
    if class.is_empty() {
        return Ok(0);
    }
    let branches = match action.used() {
        Some((how, slot)) => search.model.branches(public, class, how, slot)?,
        None => vec![search.model.told(public, class)?],
    };
    let mut sum = 0;
    for branch in branches.iter().filter(|branch| !branch.worlds.is_empty()) {
        let found = search.value(branch.public, &branch.worlds, -1)?;
        sum += found.map_or(0, |found| found.value);
    }
    Ok(sum)
}

/// The exact value of every move, by the real game.
/// The classes of the other components do not matter: a move's value differs from the
/// position's by what the actual component loses.
pub fn exact(
    problem: &Problem,
    game: &mut GameSearch<'_>,
    actions: &[Action],
    value: Between,
    found: &mut [Row],
) -> Result<(), Halt> {
    debug_assert_eq!(game.knowledge, Knowledge::Real);
    game.search.model.effort.grant(u64::MAX);
    let (public, worlds) = game.sets[0].clone();
    let parts = game.search.model.components(public, &worlds)?;
    let search = &mut game.search;
    let Some((part, first)) = actual_class(problem, search, &parts) else {
        // Whatever is done, nothing is lost where nothing could be had.
        found.fill(Row {
            bounds: value,
            here: Some(0),
        });
        return Ok(());
    };
    let mut choice = TurnSearch::new(search, public, &parts[part])?;
    choice.tighten(search, -1)?;
    choice.sort_behind(first);
    let inner = choice.best_from(search, 1, -1)?.unwrap_or_default();
    let mut values: Vec<(usize, usize, (i64, i64))> = Vec::with_capacity(actions.len());
    for (index, &action) in actions.iter().enumerate() {
        let act = act(&choice, search, first, action);
        let Some(bin) = choice.classes.bin(act) else {
            continue;
        };
        let same = |&&(_, other, _): &&(usize, usize, _)| choice.classes.alike(other, bin);
        let value = match values.iter().find(same) {
            Some(&(_, _, value)) => value,
            None => forced(&mut choice, search, &inner, (public, act, bin))?,
        };
        values.push((index, bin, value));
    }
    let best = values.iter().map(|&(_, _, (value, _))| value).max();
    let best = best.unwrap_or(0);
    for (index, _, (part, here)) in values {
        let (lower, upper) = (value.lower - best + part, value.upper - best + part);
        let row = &mut found[index];
        // A policy that was met before is kept, if it has the value and its share.
        if row.here.is_none() || row.bounds.lower < lower || row.here < Some(here) {
            row.here = Some(here);
        }
        row.bounds = Between { lower, upper };
    }
    Ok(())
}

/// The component and the class in it that look like the written hands.
fn actual_class(
    problem: &Problem,
    search: &mut Search<'_>,
    parts: &[Vec<World>],
) -> Option<(usize, usize)> {
    let mut hands = Vec::new();
    for (player, cards) in seen(problem)? {
        let faces: Vec<u8> = cards.iter().map(|card| card.index() as u8).collect();
        hands.push((player, search.model.hands.id(&faces)));
    }
    let fits = |world: &World| {
        hands
            .iter()
            .all(|&(player, hand)| world.hands[player] == hand)
    };
    let part = parts.iter().position(|worlds| worlds.iter().any(fits))?;
    let classes = crate::search::hidden::state::worlds::classes(&parts[part], problem.public.mover);
    let class = classes.iter().position(|class| fits(&class[0]))?;
    Some((part, class))
}

fn act(choice: &TurnSearch, search: &Search<'_>, class: usize, action: Action) -> Act {
    let Action::Give(player, clue) = action else {
        return action.used().map_or(Act::AnyClue, Act::using);
    };
    let hands = choice.classes.worlds(class)[0].hands;
    let slots = search
        .model
        .hands
        .touched(hands[player], search.model.clues.sets[clue]);
    Act::Clue(player as u8, clue as u8, Touch { slots, untold: 0 })
}

/// The value of the component if its first class goes into a bin, and what that class gets then.
fn forced(
    choice: &mut TurnSearch,
    search: &mut Search<'_>,
    inner: &Prescription,
    (public, act, bin): (PublicId, Act, usize),
) -> Result<(i64, i64), Halt> {
    choice.forced = Some((0, bin));
    let placing = choice.doll(search, 0, inner, -1)?;
    choice.forced = None;
    let Some(placing) = placing else {
        return Ok((0, 0));
    };
    let class = choice.classes.worlds(choice.order[0]).to_vec();
    let payoff = search.model.payoff;
    let worth = |score| payoff.worth(score) as i64;
    let mut here = match act {
        Act::Stuck => search.model.stuck(public, &class),
        _ => 0,
    };
    for branch in search.model.leads(public, &class, act)? {
        let outs = placing.bins[bin].outs.iter();
        let outs = outs.filter(|out| out.outcome == branch.outcome);
        let sets = outs.map(|out| (out.worlds.to_vec(), out.plan.clone()));
        here += gets(
            &mut search.model,
            branch.public,
            sets.collect(),
            branch.worlds,
            &worth,
        )?;
    }
    Ok((placing.value, here))
}
