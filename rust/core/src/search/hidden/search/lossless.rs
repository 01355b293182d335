//! Whether every world of a set gets its cap: see [`crate::search::hidden::turn::constraints`].

use std::rc::Rc;

use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{World, cap, classes};
use crate::search::hidden::turn::constraints::Node;
use crate::search::hidden::turn::{Lossless, Values};

use super::context::Search;
use super::table::Known;

/// Whether a set of worlds, sorted and with caps, is lossless.
pub fn lossless(
    search: &mut Search<'_>,
    public: PublicId,
    worlds: &[World],
) -> Result<Lossless, Halt> {
    search.model.tick()?;
    let whole = cap(worlds);
    if let Some(found) = search.model.simple(public, worlds) {
        return Ok(if found.value == whole {
            Lossless::Plan(found.plan)
        } else {
            Lossless::Core(last_core(&search.model, public, worlds))
        });
    }
    let mut refuted = false;
    match search.table.get(public, worlds) {
        Some(Known::Exact(value, plan)) if *value == whole => {
            return Ok(Lossless::Plan(plan.clone()));
        }
        Some(Known::Exact(..)) => refuted = true,
        Some(Known::AtMost(most)) => refuted = *most < whole,
        None => {}
    }
    if let Some(core) = search.cores.find(public, worlds) {
        return Ok(Lossless::Core(core));
    }
    if refuted {
        return Ok(Lossless::Core((0..worlds.len()).collect()));
    }
    let found = parts(search, public, worlds)?;
    match &found {
        Lossless::Plan(plan) => {
            search.remember(public, worlds, Known::Exact(whole, plan.clone()));
        }
        Lossless::Core(core) => {
            search.model.effort.held += search.cores.keep(public, worlds, core);
            search.remember(public, worlds, Known::AtMost(whole - 1));
        }
    }
    Ok(found)
}

/// A set of worlds is lossless if all its components are.
fn parts(search: &mut Search<'_>, public: PublicId, worlds: &[World]) -> Result<Lossless, Halt> {
    let parts = search.model.components(public, worlds)?;
    if parts.len() == 1 {
        search.model.effort.nodes += 1;
        let mut node = Node::new(search, public, worlds)?;
        let found = node.solve(search);
        node.end(&mut search.model);
        return found;
    }
    let mut plans = Vec::with_capacity(parts.len());
    for part in &parts {
        match search.lossless(public, part)? {
            Lossless::Plan(plan) => plans.push(plan),
            Lossless::Core(core) => {
                let core = core.into_iter().filter_map(|at| find(worlds, &part[at]));
                return Ok(Lossless::Core(core.collect()));
            }
        }
    }
    Ok(Lossless::Plan(Rc::new(Plan::Parts(plans))))
}

/// A core of a set that loses on the last turn: the worlds of a class that loses whatever it does,
/// but for those without which it still does.
fn last_core(model: &Model<'_>, public: PublicId, worlds: &[World]) -> Vec<usize> {
    let known = model.publics.get(public);
    let loses = |class: &[World]| model.last_best(known, class).1 < cap(class);
    let classes = classes(worlds, known.mover);
    let mut class = classes
        .into_iter()
        .find(|class| loses(class))
        .unwrap_or_default();
    let mut index = 0;
    while index < class.len() && class.len() > 1 {
        let world = class.remove(index);
        if !loses(&class) {
            class.insert(index, world);
            index += 1;
        }
    }
    let core = class.iter().filter_map(|world| find(worlds, world));
    let mut core: Vec<usize> = core.collect();
    core.sort_unstable();
    core
}

/// Where a world stands in a sorted set.
fn find(worlds: &[World], world: &World) -> Option<usize> {
    let found = worlds.binary_search_by_key(&world.hands, |other| other.hands);
    found.ok()
}
