//! What a class adds to a bin.

use crate::search::hidden::plan::Found;
use crate::search::hidden::state::action::Branch;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::worlds::World;

use super::Values;
use super::bins::{Bin, Out};
use super::classes::{Classes, What};

impl Classes {
    /// Replaces an option's bound by its value, or by alpha if it is not above alpha.
    pub fn evaluate(
        &mut self,
        values: &mut dyn Values<'_>,
        class: usize,
        option: usize,
        alpha: i64,
    ) -> Result<(), Halt> {
        let branches = self.branches(values.model(), class, option)?;
        let value = self.join_branches(values, &branches, &Bin::default(), alpha.max(-1))?;
        let option = &mut self.all[class].options[option];
        match value {
            Some((_, value)) => {
                debug_assert!(value <= option.bound, "value above its bound");
                option.bound = value;
                option.exact = true;
            }
            // Not above alpha (which then is no less than 0): good for nothing here.
            None => {
                option.bound = option.bound.min(alpha);
                option.dropped = true;
            }
        }
        Ok(())
    }

    /// The bin with a class added and how much that adds to its value, if it adds more than
    /// alpha.
    pub fn join(
        &mut self,
        values: &mut dyn Values<'_>,
        class: usize,
        bin: usize,
        into: &Bin,
        alpha: i64,
    ) -> Result<Option<(Bin, i64)>, Halt> {
        let Some(option) = self.option(class, bin) else {
            return Ok(None);
        };
        if self.all[class].options[option].what == What::Stuck {
            let gain = self.all[class].options[option].bound;
            let joined = Bin {
                outs: Vec::new(),
                used: true,
            };
            return Ok((gain > alpha).then_some((joined, gain)));
        }
        let branches = self.branches(values.model(), class, option)?;
        let joined = self.join_branches(values, &branches, into, alpha)?;
        if let Some((_, value)) = &joined
            && !into.used
        {
            let option = &mut self.all[class].options[option];
            debug_assert!(*value <= option.bound, "value above its bound");
            option.bound = *value;
            option.exact = true;
        }
        Ok(joined)
    }

    fn join_branches(
        &self,
        values: &mut dyn Values<'_>,
        branches: &[Branch],
        into: &Bin,
        alpha: i64,
    ) -> Result<Option<(Bin, i64)>, Halt> {
        // What the branches may still add, at most.
        let mut open: i64 = branches.iter().map(|branch| branch.cap).sum();
        let mut gain = 0;
        let mut bin = into.clone();
        bin.used = true;
        for branch in branches.iter().filter(|branch| !branch.worlds.is_empty()) {
            open -= branch.cap;
            let place = bin
                .outs
                .iter()
                .position(|out| out.outcome == branch.outcome);
            let old = place.map_or(0, |place| bin.outs[place].value);
            let worlds = match place {
                Some(place) => merge(&bin.outs[place].worlds, &branch.worlds),
                None => branch.worlds.clone(),
            };
            // The union is worth no less than what lay there, so nothing below that counts.
            let least = (old + alpha - gain - open).max(old - 1);
            let Some(Found { value, plan }) = values.value(branch.public, &worlds, least)? else {
                return Ok(None);
            };
            debug_assert!(value >= old, "more worlds are worth less");
            gain += value - old;
            let out = Out {
                outcome: branch.outcome,
                value,
                plan,
                worlds: worlds.into(),
            };
            match place {
                Some(place) => bin.outs[place] = out,
                None => bin.outs.push(out),
            }
        }
        Ok((gain > alpha).then_some((bin, gain)))
    }
}

/// Two sorted lists of worlds as one.
fn merge(a: &[World], b: &[World]) -> Vec<World> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].hands <= b[j].hands {
            merged.push(a[i]);
            i += 1;
        } else {
            merged.push(b[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}
