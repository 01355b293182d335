//! Counting arrangements of cards without making them.

use rustc_hash::FxHashMap;

/// Partial counts kept at a time before counting is given up.
const MAX_PARTIAL: usize = 2_000_000;

/// Places that accept the same identities.
pub type Places = (u64, u8);

/// Exact binomial coefficient; `None` beyond 128 bits.
pub fn binomial(n: u64, k: u64) -> Option<u128> {
    let mut result: u128 = 1;
    for i in 0..k.min(n.saturating_sub(k)) {
        result = result.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    Some(if k > n { 0 } else { result })
}

/// n! / (k1! k2! …) where the parts make up n; `None` beyond 128 bits.
pub fn multinomial(parts: impl IntoIterator<Item = u8>) -> Option<u128> {
    let mut placed = 0;
    let mut result: u128 = 1;
    for part in parts {
        placed += u64::from(part);
        result = result.checked_mul(binomial(placed, u64::from(part))?)?;
    }
    Some(result)
}

/// Number of ways to lay the supply — bits of identities and their copies, copies alike — into
/// the places and a deck of the given size, all of them filled and nothing left over. With
/// `ordered` the deck's order counts. `None` if that is beyond 128 bits or too long to count.
///
/// Identity by identity, its copies are spread over the places still free that accept it; only
/// how many places of each face are free matters for the rest.
pub fn arrangements(places: &[Places], deck: u8, supply: &[Places], ordered: bool) -> Option<u128> {
    let total: u32 = places.iter().map(|&(_, n)| u32::from(n)).sum::<u32>() + u32::from(deck);
    if total != supply.iter().map(|&(_, n)| u32::from(n)).sum() {
        return Some(0);
    }
    let mut free: Vec<u8> = places.iter().map(|&(_, n)| n).collect();
    free.push(deck);
    let mut partial = FxHashMap::from_iter([(free, 1u128)]);
    for &(identity, copies) in supply {
        let accepts: Vec<usize> = (0..places.len())
            .filter(|&p| places[p].0 & identity != 0)
            .collect();
        let mut next = FxHashMap::default();
        for (mut free, ways) in partial {
            spread(&mut free, &accepts, copies, ways, ordered, &mut next)?;
        }
        if next.len() > MAX_PARTIAL {
            return None;
        }
        partial = next;
    }
    Some(partial.into_values().next().unwrap_or(0))
}

/// Adds to `next` every way to spread the copies of one identity.
fn spread(
    free: &mut Vec<u8>,
    accepts: &[usize],
    copies: u8,
    ways: u128,
    ordered: bool,
    next: &mut FxHashMap<Vec<u8>, u128>,
) -> Option<()> {
    let Some((&place, rest)) = accepts.split_first() else {
        let deck = free.len() - 1;
        if free[deck] < copies {
            return Some(());
        }
        let here = if ordered {
            binomial(u64::from(free[deck]), u64::from(copies))?
        } else {
            1
        };
        free[deck] -= copies;
        let sum = next.entry(free.clone()).or_insert(0);
        *sum = sum.checked_add(ways.checked_mul(here)?)?;
        free[deck] += copies;
        return Some(());
    };
    for taken in 0..=copies.min(free[place]) {
        let here = binomial(u64::from(free[place]), u64::from(taken))?;
        free[place] -= taken;
        spread(
            free,
            rest,
            copies - taken,
            ways.checked_mul(here)?,
            ordered,
            next,
        )?;
        free[place] += taken;
    }
    Some(())
}

/// Slots grouped by the set they accept.
pub fn grouped(sets: impl IntoIterator<Item = u64>) -> Vec<Places> {
    let mut places: Vec<Places> = Vec::new();
    for set in sets {
        match places.iter_mut().find(|(other, _)| *other == set) {
            Some((_, n)) => *n += 1,
            None => places.push((set, 1)),
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::below;

    /// Every arrangement made one by one.
    fn made(sets: &[u64], deck: usize, supply: &mut Vec<Places>) -> u128 {
        let place = |set: u64, rest: &[u64], deck: usize, supply: &mut Vec<Places>| {
            let mut ways = 0;
            for i in 0..supply.len() {
                if supply[i].0 & set != 0 && supply[i].1 > 0 {
                    supply[i].1 -= 1;
                    ways += made(rest, deck, supply);
                    supply[i].1 += 1;
                }
            }
            ways
        };
        match sets.split_first() {
            Some((&set, rest)) => place(set, rest, deck, supply),
            None if deck > 0 => place(u64::MAX, &[], deck - 1, supply),
            None => 1,
        }
    }

    #[test]
    fn counting_agrees_with_making() {
        let mut seed = 7;
        let mut random = |bound: u64| below(&mut seed, bound as usize) as u64;
        for _ in 0..300 {
            let faces = 1 + random(4);
            let mut supply: Vec<Places> =
                (0..faces).map(|k| (1 << k, 1 + random(2) as u8)).collect();
            let cards: u8 = supply.iter().map(|s| s.1).sum();
            let deck = random(u64::from(cards) + 1) as u8;
            let sets: Vec<u64> = (deck..cards)
                .map(|_| 1 + random((1 << faces) - 1))
                .collect();
            let counted = arrangements(&grouped(sets.iter().copied()), deck, &supply, true);
            assert_eq!(counted, Some(made(&sets, usize::from(deck), &mut supply)));
        }
    }

    #[test]
    fn coefficients() {
        assert_eq!(binomial(50, 25), Some(126_410_606_437_752));
        assert_eq!(binomial(3, 5), Some(0));
        assert_eq!(multinomial([2, 1, 3]), Some(60));
    }
}
