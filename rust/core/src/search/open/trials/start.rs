//! Bounds of a state that is met for the first time, none of which needs a search.
//!
//! * lower: a [sure](sure) score, by a plan or because it cannot be lost any more
//! * upper: the highest score that the cards, the turns and the tokens allow ([`Frame`]), the
//!   [last turns](last_turns)

use arrayvec::ArrayVec;

use super::stored::ONE;
use crate::game::card::{MAX_SUITS, STEPS};
use crate::search::open::bounds::Frame;
use crate::search::open::last_turns;
use crate::search::open::node::{Move, Node};
use crate::search::open::number::Range;
use crate::search::open::sure;
use crate::value::Objective;

/// A game and what it is played for.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    pub frame: Frame<'a>,
    pub objective: Objective,
}

/// Most draws after a move that differ.
pub const DRAWS: usize = MAX_SUITS * STEPS + 1;

/// What follows a move: the end, worth so much, or one of the children, with their weights.
pub struct Outcome {
    pub over: Option<u64>,
    pub children: ArrayVec<(u8, Node), DRAWS>,
}

impl Start<'_> {
    /// What follows a move. `None` if the numbers of arrangements are used up.
    pub fn outcome(&self, node: &Node, action: Move) -> Option<Outcome> {
        let Frame {
            rules,
            players,
            suits,
        } = self.frame;
        let after = node.after(action, &rules, suits, players)?;
        let mut outcome = Outcome {
            over: None,
            children: ArrayVec::new(),
        };
        if let Some(score) = after.ended_at_once(&rules, suits) {
            outcome.over = Some(self.worth(score));
            return Some(outcome);
        }
        let children = &mut outcome.children;
        if action == Move::Clue || after.deck() == 0 {
            children.push((1, after.pass_turn(players)));
            return Some(outcome);
        }
        if after.deck_dead > 0 {
            children.push((after.deck_dead, after.draw_dead(&rules, players)));
        }
        for (place, step, weight) in after.draws(suits) {
            let child = after.draw(place, step, &rules, suits, players)?;
            children.push((weight, child));
        }
        Some(outcome)
    }

    /// What a final score is worth.
    pub fn worth(&self, score: u8) -> u64 {
        match self.objective {
            Objective::Win { target } => u64::from(score >= target) * ONE,
            _ => u64::from(score) * ONE,
        }
    }

    /// Bounds of a state at the start of a turn.
    pub fn bounds(&self, node: &Node) -> Range<u64> {
        if let Some(score) = node.ended_by_turn(&self.frame.rules, self.frame.players) {
            return Range::exact(self.worth(score));
        }
        let low = self.worth(self.frame.sure_score(node));
        let high = self.highest(node).max(low);
        if low == high {
            return Range { low, high };
        }
        let low = low.max(self.surest(node, high));
        Range { low, high }
    }

    fn highest(&self, node: &Node) -> u64 {
        let frame = &self.frame;
        let score = match self.objective {
            Objective::Win { target } => {
                let most = node.reachable(frame.suits);
                if target > most || !frame.can_reach(node, target) {
                    return 0;
                }
                target
            }
            _ => frame.highest_score(node),
        };
        if frame.rules.grand_finale {
            return self.worth(score);
        }
        self.refuted(node, score)
            .map_or(0, |score| self.worth(score))
    }

    /// The highest score up to this one that the last turns leave; `None` if that is no win.
    fn refuted(&self, node: &Node, score: u8) -> Option<u8> {
        if node.deck() > last_turns::DECK {
            return Some(score);
        }
        let reach = |&score: &u8| last_turns::may_reach(self.frame, node, score);
        match self.objective {
            Objective::Win { .. } => Some(score).filter(reach),
            _ => (node.score..=score).rev().find(reach),
        }
    }

    /// What the highest score is worth that a plan makes sure, up to a bound.
    fn surest(&self, node: &Node, high: u64) -> u64 {
        if self.frame.rules.grand_finale {
            return 0;
        }
        let sure = |&target: &u8| sure::is_sure(self.frame, node, target);
        match self.objective {
            Objective::Win { target } if target <= node.score => 0,
            Objective::Win { target } => u64::from(sure(&target)) * ONE,
            _ => {
                let most = (high / ONE) as u8;
                let found = (node.score + 1..=most).rev().find(sure);
                found.map_or(0, |score| self.worth(score))
            }
        }
    }
}
