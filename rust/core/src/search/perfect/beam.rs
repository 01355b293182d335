//! Beam search of the relaxed game: finds most wins, proves nothing.
//!
//! Level by level of moves that draw (plays and discards): of all nodes reached with so many of
//! them, however many clues were given between, only the most promising go on.

use std::cmp::Reverse;
use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::bounds::margin;
use super::deal::{Cards, Deal, Node, Step};
use super::relaxed::{Pause, Search, affordable, steps};

/// A node of a level, and how it was reached.
struct Entry {
    node: Node,
    useful: Cards,
    /// Index in the level before.
    parent: u32,
    /// Clues given first.
    clues: u8,
    step: Step,
    merit: i32,
}

/// What a level keeps for reading off the line.
type Trail = Vec<(u32, u8, Step)>;

/// A line of the relaxed game that reaches the target, if the beam meets one.
pub fn beam<const W: usize>(
    deal: &Deal,
    root: &Node,
    target: u8,
    width: usize,
    search: &mut Search<'_, W>,
) -> Result<Option<Vec<Step>>, Pause> {
    search.lift_budget();
    let mut trails: Vec<Trail> = Vec::new();
    let mut level = vec![Entry {
        node: *root,
        useful: root.useful(deal),
        parent: 0,
        clues: 0,
        step: Step::Clue,
        merit: 0,
    }];
    while !level.is_empty() {
        let mut next = Level::default();
        for (index, entry) in level.iter().enumerate() {
            search.count()?;
            if entry.node.turns.is_none() {
                expand(deal, target, index as u32, entry, &mut next);
            } else if let Some(mut end) = search.find(&entry.node, u64::MAX, false)? {
                let mut line = read_off(&trails, index);
                line.append(&mut end);
                return Ok(Some(line));
            }
        }
        level = next.best(width);
        trails.push(level.iter().map(|e| (e.parent, e.clues, e.step)).collect());
        if let Some(index) = level.iter().position(|entry| entry.node.score >= target) {
            return Ok(Some(read_off(&trails, index)));
        }
    }
    Ok(None)
}

/// The entries of a level; of those that differ by units alone, the one with the most.
#[derive(Default)]
struct Level {
    entries: Vec<Entry>,
    places: FxHashMap<u64, usize>,
}

impl Level {
    fn add(&mut self, entry: Entry) {
        let end = self.entries.len();
        let place = self.places.entry(fingerprint(&entry.node, entry.useful));
        let place = *place.or_insert(end);
        if place == end {
            self.entries.push(entry);
        } else if self.entries[place].node.units < entry.node.units {
            self.entries[place] = entry;
        }
    }

    fn best(mut self, width: usize) -> Vec<Entry> {
        if self.entries.len() > width {
            let merit = |entry: &Entry| Reverse(entry.merit);
            self.entries.select_nth_unstable_by_key(width, merit);
            self.entries.truncate(width);
        }
        self.entries
    }
}

/// Adds what an entry leads to, after at most one round of clues: more would only repeat the
/// choice of who draws.
fn expand(deal: &Deal, target: u8, parent: u32, entry: &Entry, next: &mut Level) {
    let mut node = entry.node;
    for clues in 0..deal.players as u8 {
        for step in steps(deal, &node, entry.useful) {
            if step == Step::Clue || !replayable(deal, &node, step) {
                continue;
            }
            let child = node.after(deal, step);
            let useful = child.useful(deal);
            if let Some(margin) = margin(deal, &child, useful, target) {
                next.add(Entry {
                    merit: merit(deal, &child, useful, margin),
                    node: child,
                    useful,
                    parent,
                    clues,
                    step,
                });
            }
        }
        if !node.clue_legal(deal) {
            break;
        }
        node = node.after(deal, Step::Clue);
    }
}

/// Whether the real game has the move: what is discarded with all tokens in hand must be no
/// playable card, or it could not be misplayed.
const fn replayable(deal: &Deal, node: &Node, step: Step) -> bool {
    let payable = match step {
        Step::Discard(card) => card & node.next == 0 || node.units < deal.unit_limit,
        Step::Play(_) | Step::Dump | Step::Clue => true,
    };
    payable && affordable(deal, node, step)
}

/// The line to the node of an index in the last level.
fn read_off(trails: &[Trail], mut index: usize) -> Vec<Step> {
    let mut line = Vec::new();
    for trail in trails.iter().rev() {
        let (parent, clues, step) = trail[index];
        line.push(step);
        line.extend((0..clues).map(|_| Step::Clue));
        index = parent as usize;
    }
    line.reverse();
    line
}

/// A hash of all but the units, by which a level is rid of repetitions; a clash loses a candidate, no proof.
fn fingerprint(node: &Node, useful: Cards) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(node.next);
    for hand in node.hands {
        hasher.write_u64(hand & useful);
    }
    hasher.write_u8(node.mover);
    hasher.finish()
}

/// How promising a node is among those of its level. The weights were tuned on random deals.
fn merit(deal: &Deal, node: &Node, useful: Cards, margin: i32) -> i32 {
    let tokens = i32::from(node.units / deal.token.max(1));
    let counts = node.hands.iter().map(|hand| (hand & useful).count_ones());
    let all = counts.sum::<u32>() as i32;
    let held = node.held() & useful;
    let distinct = held.count_ones() as i32;
    let playable = (held & node.next).count_ones() as i32;
    20 * i32::from(node.score) + 4 * tokens + 2 * distinct - 3 * (all - distinct)
        + playable
        + 10 * margin.min(5)
        + 5 * i32::from(node.credit)
}
