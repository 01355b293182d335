//! Bins alike: exchanging what lies in them changes no value.

use rustc_hash::FxHashMap;

use crate::search::hidden::state::Model;
use crate::search::hidden::state::worlds::World;

/// For every use, and for being stuck, the first bin alike. Where a run of slots holds the same
/// type in all worlds, it is the same whichever of these cards is used: the same hand is left,
/// and what was seen is the same.
pub fn uses(
    model: &Model<'_>,
    worlds: &[World],
    mover: usize,
    slots: usize,
) -> impl Iterator<Item = usize> + use<> {
    let known = |slot: usize| {
        let mut faces = worlds
            .iter()
            .map(|world| model.hands.cards(world.hands[mover])[slot]);
        let first = faces.next()?;
        faces.all(|face| face == first).then_some(first)
    };
    let mut first = Vec::with_capacity(slots);
    let mut before = None;
    for slot in 0..slots {
        let here = known(slot);
        first.push(match (before, here) {
            (Some(face), Some(other)) if face == other => first[slot - 1],
            _ => slot,
        });
        before = here;
    }
    let discards: Vec<usize> = first.iter().map(|slot| slots + slot).collect();
    first.into_iter().chain(discards).chain([2 * slots])
}

/// Numbers the bins so that messages which exactly the same classes may send get the number of
/// the first of them, given the messages of every class.
pub fn messages<'a>(sent: impl Iterator<Item = &'a [usize]>, bins: usize) -> Vec<usize> {
    let mut senders: Vec<Vec<u32>> = vec![Vec::new(); bins];
    for (class, messages) in sent.enumerate() {
        for &bin in messages {
            senders[bin].push(class as u32);
        }
    }
    let mut first = FxHashMap::default();
    let numbered = senders.into_iter().enumerate();
    numbered
        .map(|(bin, senders)| *first.entry(senders).or_insert(bin))
        .collect()
}
