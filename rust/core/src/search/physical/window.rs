//! Windows: how exactly a value is wanted, and what that means for the outcomes of a chance node.

use crate::value::{Bounds, Ratio};

/// A value is settled once it is known to be at most `low`, or at least `high`.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub low: Ratio,
    pub high: Ratio,
}

impl Window {
    /// Whether nothing more is wanted of a value.
    pub fn settles(&self, bounds: Bounds) -> bool {
        bounds.upper <= self.low || bounds.lower >= self.high || bounds.lower == bounds.upper
    }
}

/// Outcomes of chance with their weights, and what is known of their values.
pub struct Mixture {
    /// Weight and bounds of each outcome.
    pub parts: Vec<(u64, Bounds)>,
    minimum: bool,
}

impl Mixture {
    /// The least value counts where `minimum`, else the mean.
    pub fn new(parts: Vec<(u64, Bounds)>, minimum: bool) -> Self {
        Self { parts, minimum }
    }

    /// Bounds of the mixture's value; `None` if they do not fit their integers.
    pub fn bounds(&self) -> Option<Bounds> {
        if self.minimum {
            let bounds = self.parts.iter().map(|&(_, bounds)| bounds);
            return bounds.reduce(Bounds::worst);
        }
        let weight = self
            .parts
            .iter()
            .map(|&(weight, _)| u128::from(weight))
            .sum();
        Some(Bounds {
            lower: self.sum(None, |bounds| bounds.lower)?.checked_div(weight)?,
            upper: self.sum(None, |bounds| bounds.upper)?.checked_div(weight)?,
        })
    }

    /// The weighted sum over all outcomes but one.
    fn sum(&self, without: Option<usize>, of: impl Fn(Bounds) -> Ratio) -> Option<Ratio> {
        let parts = self.parts.iter().enumerate();
        parts.filter(|&(at, _)| Some(at) != without).try_fold(
            Ratio::ZERO,
            |sum, (_, &(weight, bounds))| {
                sum.checked_add(of(bounds).checked_mul(u128::from(weight))?)
            },
        )
    }

    /// The window of an outcome: outside it, its value would settle the mixture in the window
    /// given, or change nothing.
    ///
    /// *Mean* (Star1): if the outcome's value is no more than the `low` that makes the mean of
    /// the upper bounds the window's low, the mean is no more than that; likewise above. A bound
    /// that does not fit its integers is left open.
    ///
    /// *Minimum*: no outcome matters above the least upper bound of the others.
    pub fn window(&self, at: usize, window: Window) -> Window {
        let (weight, own) = self.parts[at];
        if self.minimum {
            let others = self
                .parts
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != at);
            let least = others.map(|(_, &(_, bounds))| bounds.upper).min();
            let high = window.high.min(least.unwrap_or(own.upper));
            return Window {
                low: window.low,
                high,
            };
        }
        let total: u128 = self
            .parts
            .iter()
            .map(|&(weight, _)| u128::from(weight))
            .sum();
        let bound = |edge: Ratio, others: Option<Ratio>| {
            let (edge, others) = (edge.checked_mul(total)?, others?);
            let rest = edge.checked_sub(others)?;
            rest.checked_div(u128::from(weight))
        };
        let low = bound(window.low, self.sum(Some(at), |bounds| bounds.upper));
        let high = bound(window.high, self.sum(Some(at), |bounds| bounds.lower));
        Window {
            low: low.unwrap_or(Ratio::ZERO),
            high: high.unwrap_or(own.upper),
        }
    }
}
