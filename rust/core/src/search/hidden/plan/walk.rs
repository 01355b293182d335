//! Plans walked from the first turn: what everybody does, and where that leads.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Outcome};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::{PublicId, Use};
use crate::search::hidden::state::worlds::{View, World, classes, view};

/// Sets of worlds at one point of public history, each with its plan. Everybody who still acts
/// knows in which set the world lies.
pub type Sets = Vec<(Vec<World>, Rc<Plan>)>;

/// One turn of a plan.
pub struct Turn {
    /// Every class of worlds that look alike to the mover, and its action.
    pub rules: Vec<(Vec<World>, Act)>,
    /// Where an action and its outcome lead.
    pub next: Next,
}

/// Where the actions and outcomes of a turn lead.
pub type Next = BTreeMap<(Act, Outcome), (PublicId, Sets)>;

/// Bytes of the worlds there.
pub fn bytes(next: &Next) -> usize {
    let sets = next.values().flat_map(|(_, sets)| sets);
    sets.map(|(worlds, _)| size_of_val(worlds.as_slice())).sum()
}

/// What the plans say for this turn. Empty where the game is over or no plan is known.
pub fn turn(model: &mut Model<'_>, public: PublicId, sets: Sets) -> Result<Turn, Halt> {
    turn_after(model, public, sets, |_| true)
}

/// The same, and where it leads after some of the actions alone: that takes most of the time.
pub fn turn_after(
    model: &mut Model<'_>,
    public: PublicId,
    sets: Sets,
    followed: impl Fn(Act) -> bool,
) -> Result<Turn, Halt> {
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
            connected(model, public, &worlds, &plan, &followed, &mut turn)?;
            continue;
        };
        let parts = model.components(public, &worlds)?;
        for (part, plan) in parts.iter().zip(plans) {
            connected(model, public, part, plan, &followed, &mut turn)?;
        }
    }
    Ok(turn)
}

fn connected(
    model: &mut Model<'_>,
    public: PublicId,
    worlds: &[World],
    plan: &Rc<Plan>,
    followed: &impl Fn(Act) -> bool,
    turn: &mut Turn,
) -> Result<(), Halt> {
    let known = model.publics.get(public).clone();
    let classes = classes(worlds, known.mover);
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
    for (class, &act) in classes.iter().zip(&acts).filter(|&(_, &act)| followed(act)) {
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

impl Model<'_> {
    /// What is done where the plan says nothing.
    pub fn first_legal(&self, public: PublicId) -> Act {
        let public = self.publics.get(public);
        if public.sizes[public.mover] > 0 {
            Act::Use(Use::Play, 0)
        } else {
            Act::AnyClue
        }
    }
}

/// What worlds get where others are planned for: `sets` with their plans, of which `mine` are a
/// part, at least in hands. `worth` is that of a final score. Where the plans say nothing, the
/// first legal thing is done.
pub fn gets(
    model: &mut Model<'_>,
    public: PublicId,
    sets: Sets,
    mine: Vec<World>,
    worth: &impl Fn(u8) -> i64,
) -> Result<i64, Halt> {
    let held = model.effort.held;
    let sum = gets_from(model, public, sets, mine, worth);
    // Also where it was halted.
    model.effort.held = held;
    sum
}

/// The same; the sets of worlds still to be walked count as memory in use.
fn gets_from(
    model: &mut Model<'_>,
    public: PublicId,
    sets: Sets,
    mine: Vec<World>,
    worth: &impl Fn(u8) -> i64,
) -> Result<i64, Halt> {
    let weight = |worlds: &[World]| worlds.iter().map(|world| world.weight as i64).sum::<i64>();
    if mine.is_empty() {
        return Ok(0);
    }
    if let Some(score) = model.publics.result(public) {
        return Ok(weight(&mine) * worth(score));
    }
    let known = model.publics.get(public).clone();
    let mover = known.mover;
    let Turn { rules, mut next } = turn(model, public, sets)?;
    let acts: FxHashMap<View, Act> = rules
        .iter()
        .map(|(class, act)| (view(&class[0], mover), *act))
        .collect();
    let mut sum = 0;
    let mut reached: BTreeMap<(Act, Outcome), (PublicId, Vec<World>)> = BTreeMap::new();
    for class in classes(&mine, mover) {
        let act = acts.get(&view(&class[0], mover)).copied();
        let act = act.unwrap_or_else(|| model.first_legal(public));
        if act == Act::Stuck {
            sum += weight(&class) * worth(known.stuck_score(model.game));
        }
        for branch in model.leads(public, &class, act)? {
            let entry = reached.entry((act, branch.outcome));
            let (_, worlds) = entry.or_insert_with(|| (branch.public, Vec::new()));
            worlds.extend(branch.worlds);
        }
    }
    drop(rules);
    let own = reached.values().map(|(_, worlds)| worlds.len());
    let bytes = bytes(&next) + own.sum::<usize>() * size_of::<World>();
    model.effort.held += bytes;
    for (step, (public, mut worlds)) in reached {
        worlds.sort_unstable_by_key(|world| world.hands);
        let sets = next.remove(&step).map_or_else(Vec::new, |(_, sets)| sets);
        sum += gets_from(model, public, sets, worlds, worth)?;
    }
    model.effort.held -= bytes;
    Ok(sum)
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
