//! The value of a set of worlds.
//!
//! A node is what everybody knows: public state and a set of worlds. A player's private knowledge is
//! exactly the other hands as they are now — whatever left a hand is public — so the set is
//! enough to go on from, and deterministic policies suffice: the value of a policy is linear in
//! its randomisation. The value V of a set is
//!
//! - *monotone*: more worlds never take anything away, payoffs being non-negative;
//! - *sub-additive*: V(A ∪ B) ≤ V(A) + V(B). A policy for the union, used for A and B apart,
//!   gets the same sum: telling everybody in which of them the world lies never hurts.
//!
//! All bounds of the search are instances of these two.
//!
//! Contract of every function here with a parameter `alpha`: the answer is either the exact
//! value, if it exceeds alpha, with a plan that reaches it; or `None`, which proves that the
//! value is at most alpha. `None` never proves more than that, whatever was left out on the
//! way because it could not lift the value above alpha.

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
    if cap(worlds) <= alpha {
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
