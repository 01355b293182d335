//! Plans walked from the first turn: what everybody does, and where that leads.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Outcome};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{World, classes};

/// Sets of worlds at one point of public history, each with its plan. Everybody who still acts
/// knows in which set the world lies.
pub type Sets = Vec<(Vec<World>, Rc<Plan>)>;

/// One turn of a plan.
pub struct Turn {
    /// Every class of worlds that look alike to the mover, and its action.
    pub rules: Vec<(Vec<World>, Act)>,
    /// Where an action and its outcome lead.
    pub next: BTreeMap<(Act, Outcome), (PublicId, Sets)>,
}

/// What the plans say for this turn. Empty where the game is over or no plan is known.
pub fn turn(model: &mut Model<'_>, public: PublicId, sets: Sets) -> Result<Turn, Halt> {
    let mut turn = Turn {
        rules: Vec::new(),
        next: BTreeMap::new(),
    };
    if model.publics.result(public).is_some() {
        return Ok(turn);
    }
    for (worlds, plan) in sets {
        model.tick()?;
        let Plan::Parts(plans) = &*plan else {
            connected(model, public, &worlds, &plan, &mut turn)?;
            continue;
        };
        let parts = model.components(public, &worlds)?;
        for (part, plan) in parts.iter().zip(plans) {
            connected(model, public, part, plan, &mut turn)?;
        }
    }
    Ok(turn)
}

fn connected(
    model: &mut Model<'_>,
    public: PublicId,
    worlds: &[World],
    plan: &Rc<Plan>,
    turn: &mut Turn,
) -> Result<(), Halt> {
    let known = model.publics.get(public).clone();
    let classes = classes(worlds, usize::from(known.mover));
    let acts: Vec<Act> = match &**plan {
        Plan::Turn { acts, .. } => acts.clone(),
        Plan::Last => classes
            .iter()
            .map(|class| model.last_best(&known, class).0)
            .collect(),
        Plan::Sure => vec![model.sure_act(public, worlds)?],
        Plan::Idle => classes
            .iter()
            .map(|class| model.idle_act(&known, class))
            .collect(),
        Plan::Over | Plan::Unknown | Plan::Parts(_) => return Ok(()),
    };
    let mut reached: BTreeMap<(Act, Outcome), (PublicId, Vec<World>)> = BTreeMap::new();
    for (class, &act) in classes.iter().zip(&acts) {
        let branches = model.leads(public, class, act)?;
        for branch in branches {
            let entry = reached.entry((act, branch.outcome));
            let (_, worlds) = entry.or_insert_with(|| (branch.public, Vec::new()));
            worlds.extend(branch.worlds);
        }
    }
    turn.rules.extend(classes.into_iter().zip(acts));
    for ((act, outcome), (public, mut worlds)) in reached {
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
            .or_insert_with(|| (public, Vec::new()));
        sets.push((worlds, plan));
    }
    Ok(())
}

/// What a plan is worth, walked through to the end.
#[cfg(test)]
pub fn replay(model: &mut Model<'_>, public: PublicId, sets: Sets) -> Result<i64, Halt> {
    if let Some(score) = model.publics.result(public) {
        let worth = model.payoff.worth(score) as i64;
        let weights = sets.iter().flat_map(|(worlds, _)| worlds);
        return Ok(weights.map(|world| world.weight as i64 * worth).sum());
    }
    let stuck = model.publics.get(public).stuck_score(model.game);
    let stuck = model.payoff.worth(stuck) as i64;
    let turn = turn(model, public, sets)?;
    let ends = turn.rules.iter().filter(|(_, act)| *act == Act::Stuck);
    let ends = ends
        .flat_map(|(class, _)| class)
        .map(|world| world.weight as i64 * stuck);
    let mut value = ends.sum();
    for (public, sets) in turn.next.into_values() {
        value += replay(model, public, sets)?;
    }
    Ok(value)
}
