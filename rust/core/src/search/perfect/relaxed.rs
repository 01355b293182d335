//! Depth-first search of the relaxed game, with a table of lost nodes.
//!
//! Where the relaxed game is won by a line that the real one has not, the *dear* game decides
//! more. In it a discard with all tokens in hand costs credit, of which there is as much as there
//! are strikes to spare. It still does no worse than the real game: again every misplay becomes a
//! discard, and when a discard of the real game meets all tokens here, it is paid for. By
//! induction the units are ahead of the real ones by no more than `discard_units` times the
//! credit that is ahead. Such a misplay adds `discard_units` to the one and 1 to the other; clues
//! and completed suits never widen the gap; and a discard that is paid for closes it by
//! `discard_units`, or altogether. So where the real units are below the limit and these are at
//! it, credit is ahead by at least 1. But more units are no longer always better, so that the
//! dear game has a table of its own, with units and credit in its keys.

use super::bounds::margin;
use super::deal::{Cards, Deal, Node, Step, each};
use super::ending::Endings;
use super::key::key;
use super::one_hand::OneHand;
use super::table::Table;
use crate::search::limits::{Limits, Stop};

/// Nodes between two looks at the limits.
const POLL: u64 = 1024;

/// Why a search was left without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The budget of nodes is used up.
    Budget,
    /// A limit was met.
    Limit(Stop),
}

/// A search for one target.
pub struct Search<'a, const W: usize> {
    deal: &'a Deal,
    target: u8,
    limits: &'a Limits<'a>,
    lost: Table<W>,
    lost_dear: Table<W>,
    one_hand: OneHand,
    endings: Option<Box<Endings<'a, W>>>,
    dear: bool,
    /// Nodes expanded so far.
    nodes: u64,
    budget: u64,
    line: Vec<Step>,
}

impl<'a, const W: usize> Search<'a, W> {
    /// A search that takes at most `memory` bytes.
    pub fn new(deal: &'a Deal, target: u8, limits: &'a Limits<'a>, memory: usize) -> Self {
        Self {
            deal,
            target,
            limits,
            lost: Table::new(memory / 8 * 3),
            lost_dear: Table::new(memory / 8 * 3),
            one_hand: OneHand::new(target, memory / 4),
            endings: None,
            dear: false,
            nodes: 0,
            budget: u64::MAX,
            line: Vec::new(),
        }
    }

    /// The same, with proofs of loss from endings.
    pub fn with_endings(deal: &'a Deal, target: u8, limits: &'a Limits<'a>, memory: usize) -> Self {
        Self {
            endings: Endings::new(deal, target, limits, memory / 4),
            ..Self::new(deal, target, limits, memory / 4 * 3)
        }
    }

    /// Nodes expanded so far, endings included.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.endings.as_ref().map_or(0, |endings| endings.nodes())
    }

    /// A line that reaches the target, or `None` if there is none: of the relaxed game, or of the
    /// dear one.
    pub fn find(
        &mut self,
        node: &Node,
        budget: u64,
        dear: bool,
    ) -> Result<Option<Vec<Step>>, Pause> {
        self.line.clear();
        self.dear = dear;
        self.budget = self.nodes.saturating_add(budget);
        if !self.won(node)? {
            return Ok(None);
        }
        self.line.reverse();
        Ok(Some(std::mem::take(&mut self.line)))
    }

    /// Allows any number of nodes until the next [`find`](Self::find).
    pub const fn lift_budget(&mut self) {
        self.budget = u64::MAX;
    }

    /// Counts a node expanded here or in a beam, and stops where a limit demands it.
    pub fn count(&mut self) -> Result<(), Pause> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL)
            && let Some(stop) = self.limits.check()
        {
            return Err(Pause::Limit(stop));
        }
        if self.nodes >= self.budget {
            return Err(Pause::Budget);
        }
        Ok(())
    }

    fn won(&mut self, node: &Node) -> Result<bool, Pause> {
        if node.score >= self.target {
            return Ok(true);
        }
        let useful = node.useful(self.deal);
        if node.turns == Some(0) || margin(self.deal, node, useful, self.target).is_none() {
            return Ok(false);
        }
        if node.turns.is_some() {
            self.count()?;
            return self.won_by_a_move(node, useful, 0);
        }
        if self.known_lost(node, useful) {
            return Ok(false);
        }
        self.count()?;
        if self.refuted(node, useful)? {
            // Neither proof counts units or credit.
            let key = key(self.deal, node, useful, false);
            self.lost.note_lost(&key, self.deal.unit_limit);
            return Ok(false);
        }
        let won = self.won_after_clues(node, useful)?;
        if !won && self.dear {
            let key = key(self.deal, node, useful, true);
            self.lost_dear.note_lost(&key, 0);
        } else if !won {
            let key = key(self.deal, node, useful, false);
            self.lost.note_lost(&key, node.units);
        }
        Ok(won)
    }

    /// Whether a table has the node as lost.
    fn known_lost(&self, node: &Node, useful: Cards) -> bool {
        let key = |dear| key(self.deal, node, useful, dear);
        self.lost.lost(&key(false), node.units) || self.dear && self.lost_dear.lost(&key(true), 0)
    }

    /// Whether an easier game proves the node lost.
    fn refuted(&mut self, node: &Node, useful: Cards) -> Result<bool, Pause> {
        if self.one_hand.lost(self.deal, node) {
            return Ok(true);
        }
        match &mut self.endings {
            Some(endings) => endings.lost(node, useful),
            None => Ok(false),
        }
    }

    /// Tries every number of clues before the next card is played or discarded.
    ///
    /// In the relaxed game one clue of every player leaves all as it was, with fewer tokens, and
    /// is of no use. In the dear game it may be, as fewer tokens can spare credit.
    fn won_after_clues(&mut self, node: &Node, useful: Cards) -> Result<bool, Pause> {
        let mut turn = *node;
        for clues in 0.. {
            if self.won_by_a_move(&turn, useful, clues)? {
                return Ok(true);
            }
            let round = !self.dear && clues + 1 == self.deal.players;
            if round || !turn.clue_legal(self.deal) {
                break;
            }
            turn = turn.after(self.deal, Step::Clue);
            if self.known_lost(&turn, useful) {
                break;
            }
        }
        Ok(false)
    }

    /// Tries every play and discard, and in the last round, where a clue is a pass, every move.
    fn won_by_a_move(&mut self, node: &Node, useful: Cards, clues: usize) -> Result<bool, Pause> {
        for step in steps(self.deal, node, useful) {
            let clue = step == Step::Clue && node.turns.is_none();
            if clue || self.dear && !affordable(self.deal, node, step) {
                continue;
            }
            if self.won(&node.after(self.deal, step))? {
                self.line.push(step);
                self.line.extend((0..clues).map(|_| Step::Clue));
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the dear game has a move of the relaxed one: discards with all tokens in hand are
/// paid for.
pub const fn affordable(deal: &Deal, node: &Node, step: Step) -> bool {
    let free = matches!(step, Step::Play(_) | Step::Clue) || node.turns.is_some();
    free || node.units < deal.unit_limit || node.credit > 0
}

/// The moves worth trying, the most promising first.
///
/// With a dead card in hand no useful one is discarded: keep it and treat it as the dead card
/// ever after. In the last round a discard earns and keeps as much as any other move that is
/// not a play, and nothing else about it matters.
pub fn steps(deal: &Deal, node: &Node, useful: Cards) -> impl Iterator<Item = Step> + use<> {
    let mover = usize::from(node.mover);
    let hand = node.hands[mover] & useful;
    let size = u32::from(node.sizes[mover]);
    let last_round = node.turns.is_some();
    let dump = size > hand.count_ones() || last_round && size > 0;
    let discards = if dump { 0 } else { hand };
    let clue = node.clue_legal(deal) && !(last_round && size > 0);
    each(hand & node.next)
        .map(Step::Play)
        .chain(dump.then_some(Step::Dump))
        .chain(clue.then_some(Step::Clue))
        .chain(each(discards).map(Step::Discard))
}
