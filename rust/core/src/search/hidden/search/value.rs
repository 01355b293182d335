//! The value of a set of worlds: settled at once, met before, or the sum over its components, each
//! of which is one turn. See [`crate::search::hidden`] for the laws and the alpha contract.

use std::rc::Rc;

use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{World, cap};
use crate::search::hidden::turn::Values;
use crate::search::hidden::turn::placing::TurnSearch;

use super::context::Search;
use super::table::Known;

/// The value of a set of worlds, sorted and without worthless ones, if it exceeds alpha.
pub fn value(
    search: &mut Search<'_>,
    public: PublicId,
    worlds: &[World],
    alpha: i64,
) -> Result<Option<Found>, Halt> {
    search.model.tick()?;
    if search.model.most(worlds) <= alpha {
        return Ok(None);
    }
    if let Some(found) = search.model.simple(public, worlds) {
        return Ok((found.value > alpha).then_some(found));
    }
    match search.table.get(public, worlds) {
        Some(Known::Exact(value, plan)) => {
            let (value, plan) = (*value, plan.clone());
            return Ok((value > alpha).then_some(Found { value, plan }));
        }
        Some(Known::AtMost(most)) if *most <= alpha => return Ok(None),
        Some(Known::AtMost(_)) | None => {}
    }
    let found = parts(search, public, worlds, alpha)?;
    let known = match &found {
        Some(found) => Known::Exact(found.value, found.plan.clone()),
        None => Known::AtMost(alpha),
    };
    search.remember(public, worlds, known);
    Ok(found)
}

/// The sum of the values of the components, if it exceeds alpha.
fn parts(
    search: &mut Search<'_>,
    public: PublicId,
    worlds: &[World],
    alpha: i64,
) -> Result<Option<Found>, Halt> {
    let parts = search.model.components(public, worlds)?;
    if parts.len() == 1 {
        search.model.effort.nodes += 1;
        return TurnSearch::new(search, public, worlds)?.solve(search, alpha);
    }
    let mut open = cap(worlds);
    let mut value = 0;
    let mut plans = Vec::with_capacity(parts.len());
    for part in &parts {
        open -= cap(part);
        let Some(found) = search.value(public, part, alpha - value - open)? else {
            return Ok(None);
        };
        value += found.value;
        plans.push(found.plan);
    }
    let plan = Rc::new(Plan::Parts(plans));
    Ok(Some(Found { value, plan }))
}
