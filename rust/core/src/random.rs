//! Random numbers, the same ones each time.

/// A number below a bound, and the seed of the next (Knuth's linear congruential generator).
pub fn below(seed: &mut u64, bound: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}

/// Every order is as likely as any other.
pub fn shuffle<T>(seed: &mut u64, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, below(seed, at + 1));
    }
}
