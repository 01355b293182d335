//! Exact values, bounds and their algebra. No floats.

use std::cmp::Ordering;

/// What is maximised.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Objective {
    /// The score that can be forced whatever the unknowns turn out to be.
    Guaranteed,
    /// The mean final score.
    Expected,
    /// The probability of a final score of at least `target`.
    Win {
        /// The score that counts as a win.
        target: u8,
    },
}

impl Objective {
    /// What a final score is worth.
    #[must_use]
    pub const fn worth(self, score: u8) -> u8 {
        match self {
            Self::Win { target } => (score >= target) as u8,
            Self::Guaranteed | Self::Expected => score,
        }
    }

    /// Bounds of the value where the final score lies between two scores.
    #[must_use]
    pub fn between(self, lowest: u8, highest: u8) -> Bounds {
        let worth = |score| Ratio::whole(self.worth(score).into());
        Bounds {
            lower: worth(lowest),
            upper: worth(highest),
        }
    }
}

/// A non-negative fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if a >> 64 == 0 && b >> 64 == 0 {
            // Division of small numbers is much faster.
            let (mut c, mut d) = (a as u64, b as u64);
            while d != 0 {
                (c, d) = (d, c % d);
            }
            return c as u128;
        }
        (a, b) = (b, a % b);
    }
    a
}

impl Ratio {
    /// Zero.
    pub const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };
    /// One.
    pub const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    /// The fraction in lowest terms; the denominator must not be 0.
    #[must_use]
    pub const fn new(numerator: u128, denominator: u128) -> Self {
        debug_assert!(denominator != 0);
        let divisor = gcd(numerator, denominator);
        Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    /// A whole number.
    #[must_use]
    pub const fn whole(value: u128) -> Self {
        Self {
            numerator: value,
            denominator: 1,
        }
    }

    /// Product with a whole number, if it fits.
    #[must_use]
    pub fn checked_mul(self, factor: u128) -> Option<Self> {
        let divisor = gcd(factor, self.denominator);
        let numerator = self.numerator.checked_mul(factor / divisor)?;
        Some(Self {
            numerator,
            denominator: self.denominator / divisor,
        })
    }

    /// Quotient by a whole number other than 0, if it fits.
    #[must_use]
    pub fn checked_div(self, divisor: u128) -> Option<Self> {
        let shared = gcd(self.numerator, divisor);
        let denominator = self.denominator.checked_mul(divisor / shared)?;
        Some(Self {
            numerator: self.numerator / shared,
            denominator,
        })
    }

    /// Sum, if it fits.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let shared = gcd(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / shared)?;
        let right = other.numerator.checked_mul(self.denominator / shared)?;
        let denominator = (self.denominator / shared).checked_mul(other.denominator)?;
        Some(Self::new(left.checked_add(right)?, denominator))
    }

    /// Difference, if it is not negative and fits.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let shared = gcd(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / shared)?;
        let right = other.numerator.checked_mul(self.denominator / shared)?;
        let denominator = (self.denominator / shared).checked_mul(other.denominator)?;
        Some(Self::new(left.checked_sub(right)?, denominator))
    }

    /// Numerator in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// Denominator in lowest terms.
    #[must_use]
    pub const fn denominator(self) -> u128 {
        self.denominator
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    /// Compares by continued fractions: cross products could overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self.numerator, self.denominator);
        let (mut c, mut d) = (other.numerator, other.denominator);
        loop {
            match (a / b).cmp(&(c / d)) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            (a, c) = (a % b, c % d);
            match (a, c) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // a/b < c/d exactly when d/c < b/a.
                _ => (a, b, c, d) = (d, c, b, a),
            }
        }
    }
}

/// Proven bounds of a value: lower ≤ value ≤ upper. Equal bounds are the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Some policy reaches this.
    pub lower: Ratio,
    /// No policy exceeds this.
    pub upper: Ratio,
}

impl Bounds {
    /// A value known exactly.
    #[must_use]
    pub const fn exact(value: Ratio) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// A value of which only an upper bound is known.
    #[must_use]
    pub const fn up_to(upper: Ratio) -> Self {
        Self {
            lower: Ratio::ZERO,
            upper,
        }
    }

    /// The value, if it is known exactly.
    #[must_use]
    pub fn value(&self) -> Option<Ratio> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The value of a choice between two options.
    #[must_use]
    pub fn best(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// The value where an adversary chooses.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        Self {
            lower: self.lower.min(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// What two bounds of the same value say together.
    #[must_use]
    pub fn met(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

/// The value over outcomes of chance: their weighted mean, for `guaranteed` the worst.
#[derive(Clone, Copy, Debug)]
pub struct Mixture {
    worst: bool,
    /// Sum or worst; `None` before the first outcome.
    total: Option<Bounds>,
    weight: u128,
}

impl Mixture {
    /// No outcome yet.
    #[must_use]
    pub fn new(objective: Objective) -> Self {
        Self {
            worst: objective == Objective::Guaranteed,
            total: None,
            weight: 0,
        }
    }

    /// Adds an outcome; one without weight never comes. `None` if the sum does not fit its integers.
    #[must_use = "a sum that does not fit makes the mixture void"]
    pub fn add(&mut self, bounds: Bounds, weight: u128) -> Option<()> {
        if weight == 0 {
            return Some(());
        }
        self.weight = self.weight.checked_add(weight)?;
        self.total = Some(match self.total {
            Some(total) if self.worst => total.worst(bounds),
            None if self.worst => bounds,
            total => {
                let sum = total.unwrap_or(Bounds::exact(Ratio::ZERO));
                Bounds {
                    lower: sum.lower.checked_add(bounds.lower.checked_mul(weight)?)?,
                    upper: sum.upper.checked_add(bounds.upper.checked_mul(weight)?)?,
                }
            }
        });
        Some(())
    }

    /// The weight of all outcomes so far.
    #[must_use]
    pub const fn weight(&self) -> u128 {
        self.weight
    }

    /// The value. `None` without outcomes, or if it does not fit its integers.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let total = self.total?;
        if self.worst {
            return Some(total);
        }
        Some(Bounds {
            lower: total.lower.checked_div(self.weight)?,
            upper: total.upper.checked_div(self.weight)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_compared_exactly() {
        for a in 0..12u128 {
            for b in 1..12u128 {
                for c in 0..12u128 {
                    for d in 1..12u128 {
                        assert_eq!(
                            Ratio::new(a, b).cmp(&Ratio::new(c, d)),
                            (a * d).cmp(&(c * b))
                        );
                    }
                }
            }
        }
        let huge = u128::MAX;
        assert!(Ratio::new(huge - 1, huge) < Ratio::ONE);
        assert!(Ratio::new(huge - 2, huge - 1) < Ratio::new(huge - 1, huge));
    }
}
