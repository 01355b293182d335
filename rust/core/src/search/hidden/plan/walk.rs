//! Plans walked from the first turn: what everybody does, and where that leads.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::search::hidden::plan::Plan;
use crate::search::hidden::search::engine::{Act, Engine, Halt, Outcome};
use crate::search::hidden::search::value::{cap, classes};
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::{FactsId, Use};

/// Sets of worlds at one point of public history, each with its plan. Everybody who still acts
/// knows in which set the world lies.
pub type Sets = Vec<(Vec<World>, Rc<Plan>)>;

/// One turn of a plan.
pub struct Turn {
    /// Every class of worlds that look alike to the mover, and its action.
    pub rules: Vec<(Vec<World>, Act)>,
    /// Where an action and its outcome lead.
    pub next: BTreeMap<(Act, Outcome), (FactsId, Sets)>,
}

/// What the plans say for this turn. Empty where the game is over or no plan is known.
pub fn turn(engine: &mut Engine<'_>, facts: FactsId, sets: Sets) -> Result<Turn, Halt> {
    let mut turn = Turn {
        rules: Vec::new(),
        next: BTreeMap::new(),
    };
    if engine.facts.result(facts).is_some() {
        return Ok(turn);
    }
    for (worlds, plan) in sets {
        engine.tick()?;
        let Plan::Parts(plans) = &*plan else {
            connected(engine, facts, &worlds, &plan, &mut turn)?;
            continue;
        };
        let parts = engine.components(facts, &worlds)?;
        for (part, plan) in parts.iter().zip(plans) {
            connected(engine, facts, part, plan, &mut turn)?;
        }
    }
    Ok(turn)
}

fn connected(
    engine: &mut Engine<'_>,
    facts: FactsId,
    worlds: &[World],
    plan: &Rc<Plan>,
    turn: &mut Turn,
) -> Result<(), Halt> {
    let known = engine.facts.get(facts).clone();
    let classes = classes(worlds, usize::from(known.mover));
    let acts: Vec<Act> = match &**plan {
        Plan::Choice { acts, .. } => acts.clone(),
        Plan::Last => classes
            .iter()
            .map(|class| engine.last_best(&known, class).0)
            .collect(),
        Plan::Sure => vec![sure(engine, facts, worlds)?],
        Plan::Idle => classes
            .iter()
            .map(|class| engine.idle_act(&known, class))
            .collect(),
        Plan::Over | Plan::Unknown | Plan::Parts(_) => return Ok(()),
    };
    let mut reached: BTreeMap<(Act, Outcome), (FactsId, Vec<World>)> = BTreeMap::new();
    for (class, &act) in classes.iter().zip(&acts) {
        let branches = engine.leads(facts, class, act)?;
        for branch in branches {
            let entry = reached.entry((act, branch.outcome));
            let (_, worlds) = entry.or_insert_with(|| (branch.facts, Vec::new()));
            worlds.extend(branch.worlds);
        }
    }
    turn.rules.extend(classes.into_iter().zip(acts));
    for ((act, outcome), (facts, mut worlds)) in reached {
        worlds.sort_unstable_by_key(|world| world.hands);
        let plan = match &**plan {
            Plan::Sure | Plan::Idle => plan.clone(),
            _ => plan
                .next(act, outcome)
                .cloned()
                .unwrap_or_else(|| Rc::new(Plan::Over)),
        };
        let (_, sets) = turn
            .next
            .entry((act, outcome))
            .or_insert_with(|| (facts, Vec::new()));
        sets.push((worlds, plan));
    }
    Ok(())
}

/// An action by which one world that everybody knows keeps its cap, nothing being drawn.
fn sure(engine: &mut Engine<'_>, facts: FactsId, worlds: &[World]) -> Result<Act, Halt> {
    let known = engine.facts.get(facts).clone();
    let mover = usize::from(known.mover);
    let whole = cap(worlds);
    for how in [Use::Play, Use::Discard] {
        if how == Use::Discard && !known.discard_legal(engine.game) {
            continue;
        }
        for slot in 0..known.sizes[mover] {
            let branches = engine.branches(facts, worlds, how, usize::from(slot))?;
            if branches.iter().map(|branch| branch.cap).sum::<i64>() == whole {
                return Ok(Act::Use(how, slot));
            }
        }
    }
    let untold = engine.untold(&known, worlds);
    let messages = engine.messages(&known, &worlds[0].hands, &untold);
    let message = messages.into_iter().next();
    Ok(message.unwrap_or(Act::Stuck))
}

/// What a plan is worth, walked through to the end.
#[cfg(test)]
pub fn replay(engine: &mut Engine<'_>, facts: FactsId, sets: Sets) -> Result<i64, Halt> {
    if let Some(score) = engine.facts.result(facts) {
        let worth = engine.payoff.worth(score) as i64;
        let weights = sets.iter().flat_map(|(worlds, _)| worlds);
        return Ok(weights.map(|world| world.weight as i64 * worth).sum());
    }
    let stuck = engine.facts.get(facts).stuck_score(engine.game);
    let stuck = engine.payoff.worth(stuck) as i64;
    let turn = turn(engine, facts, sets)?;
    let ends = turn.rules.iter().filter(|(_, act)| *act == Act::Stuck);
    let ends = ends
        .flat_map(|(class, _)| class)
        .map(|world| world.weight as i64 * stuck);
    let mut value = ends.sum();
    for (facts, sets) in turn.next.into_values() {
        value += replay(engine, facts, sets)?;
    }
    Ok(value)
}
