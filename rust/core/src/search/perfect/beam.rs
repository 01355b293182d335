//! Beam search of the relaxed game: finds most wins, proves nothing.
//!
//! Level by level of moves that draw (plays and discards): of all nodes reached with so many of
//! them, however many clues were given between, only the most promising go on.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

use super::bounds::hopeless;
use super::deal::{Cards, Deal, Node, Step};
use super::relaxed::{Pause, Search, steps};

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
        let mut next: Vec<Entry> = Vec::new();
        let mut seen = FxHashSet::default();
        for (index, entry) in level.iter().enumerate() {
            search.count()?;
            if entry.node.turns.is_some() {
                if let Some(mut end) = search.find(&entry.node, u64::MAX)? {
                    let mut line = read_off(&trails, index);
                    line.append(&mut end);
                    return Ok(Some(line));
                }
                continue;
            }
            let mut node = entry.node;
            // One round of clues: any more would only repeat the choice of the mover.
            for clues in 0..deal.players as u8 {
                for step in steps(deal, &node, entry.useful) {
                    if step == Step::Clue {
                        continue;
                    }
                    let child = node.after(deal, step);
                    let useful = child.useful(deal);
                    if !hopeless(deal, &child, useful, target)
                        && seen.insert(fingerprint(&child, useful))
                    {
                        next.push(Entry {
                            merit: merit(deal, &child, useful),
                            node: child,
                            useful,
                            parent: index as u32,
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
        if next.len() > width {
            next.select_nth_unstable_by_key(width, |entry| -entry.merit);
            next.truncate(width);
        }
        trails.push(next.iter().map(|e| (e.parent, e.clues, e.step)).collect());
        if let Some(index) = next.iter().position(|entry| entry.node.score >= target) {
            return Ok(Some(read_off(&trails, index)));
        }
        level = next;
    }
    Ok(None)
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

/// A hash by which a level is rid of most repetitions; a clash loses a candidate, no proof.
fn fingerprint(node: &Node, useful: Cards) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(node.next);
    for hand in node.hands {
        hasher.write_u64(hand & useful);
    }
    hasher.write_u32(u32::from_le_bytes([node.mover, node.units, 0, 0]));
    hasher.finish()
}

/// How promising a node is among those of its level.
fn merit(deal: &Deal, node: &Node, useful: Cards) -> i32 {
    let tokens = i32::from(node.units) / i32::from(deal.token.max(1));
    let held: u32 = node
        .hands
        .iter()
        .map(|hand| (hand & useful).count_ones())
        .sum();
    4 * i32::from(node.score) + 2 * tokens + held as i32
}
