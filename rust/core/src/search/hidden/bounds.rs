//! The one ledger of what is proven: bounds of a value, summed over worlds.

/// Bounds of a value. They only ever come closer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Between {
    /// Some policy reaches this.
    pub lower: i64,
    /// No policy exceeds this.
    pub upper: i64,
}

impl Between {
    /// Nothing is known but the largest value.
    pub const fn up_to(upper: i64) -> Self {
        Self { lower: 0, upper }
    }

    /// Some policy reaches this.
    pub fn reach(&mut self, value: i64) {
        self.lower = self.lower.max(value);
        debug_assert!(self.lower <= self.upper, "lower bound above upper bound");
    }

    /// No policy exceeds this.
    pub fn cut(&mut self, value: i64) {
        self.upper = self.upper.min(value);
        debug_assert!(self.lower <= self.upper, "lower bound above upper bound");
    }

    /// Whether nothing remains to be found above alpha.
    pub const fn settled(&self, alpha: i64) -> bool {
        self.lower >= self.upper || self.upper <= alpha
    }

    /// Bounds of the sum of two values.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            lower: self.lower + other.lower,
            upper: self.upper + other.upper,
        }
    }
}
