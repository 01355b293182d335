//! What the search knows of a node without searching it, in its numbers.

use super::key::NodeKey;
use super::last_turns;
use super::node::Node;
use super::number::{Number, Range};
use super::search::Search;
use super::sure;
use crate::value::Objective;

impl<N: Number, K: NodeKey> Search<'_, N, K> {
    /// Whether the draws are an adversary's.
    #[must_use]
    pub fn adversary(&self) -> bool {
        self.objective == Objective::Guaranteed
    }

    /// What a final score is worth, over the deck orders of a node.
    pub fn worth(&self, score: u8, node: &Node) -> N {
        let orders = || self.orders.of(node.deck(), node.deck_dead);
        match self.objective {
            Objective::Guaranteed => N::small(u64::from(score)),
            Objective::Expected => N::small(u64::from(score)).times(orders()),
            Objective::Win { target } if score >= target => orders(),
            Objective::Win { .. } => N::ZERO,
        }
    }

    /// Deck orders that count as one once more of the deck's cards are dead.
    pub fn merged(&self, before: &Node, after: &Node) -> N {
        if self.adversary() || before.deck_dead == after.deck_dead {
            N::small(1)
        } else {
            self.orders.merged(after.deck_dead, before.deck_dead)
        }
    }

    /// What is known of a node at the start of a turn without searching it.
    pub fn glance(&self, node: &Node) -> Range<N> {
        if let Some(score) = node.ended_by_turn(&self.frame.rules, self.frame.players) {
            return Range::exact(self.worth(score, node));
        }
        let low = self.worth(self.frame.sure_score(node), node);
        let high = self.highest(node);
        // A sure win is worth all orders by either bound.
        Range {
            low,
            high: high.max(low),
        }
    }

    /// A static upper bound: the highest score that the players can reach, less what is lost in
    /// the orders of the deck that end with a card needed earlier (the adversary's choice, or
    /// one order in deck size for each such card).
    fn highest(&self, node: &Node) -> N {
        let frame = &self.frame;
        let score = match self.objective {
            Objective::Win { target } => {
                let most = node.reachable(frame.suits);
                if target > most || !frame.can_reach(node, target) {
                    return N::ZERO;
                }
                target
            }
            Objective::Guaranteed | Objective::Expected => frame.highest_score(node),
        };
        if self.adversary() {
            return self.worth(frame.if_last(node).fold(score, u8::min), node);
        }
        let lost = frame.if_last(node).map(|other| match self.objective {
            Objective::Win { .. } => u64::from(other < score),
            _ => u64::from(score.saturating_sub(other)),
        });
        let all = self.worth(score, node);
        match lost.sum() {
            0 => all,
            lost => {
                // The other cards' orders, once the last card is fixed; it is not a dead one.
                let orders = self.orders.of(node.deck() - 1, node.deck_dead);
                all.minus(N::small(lost).times(orders))
            }
        }
    }

    /// A lower bound that settles the node, if a [sure](sure) score has one.
    pub fn sure(&self, node: &Node, known: Range<N>, beta: N) -> Option<N> {
        if self.frame.rules.grand_finale {
            return None;
        }
        let target = match self.objective {
            Objective::Win { target } => target,
            Objective::Guaranteed => beta.wide() as u8,
            Objective::Expected => known.high.over(self.worth(1, node)).wide() as u8,
        };
        let low = self.worth(target, node);
        let settles = self.adversary() || low == known.high;
        (settles && target > node.score && sure::is_sure(self.frame, node, target)).then_some(low)
    }

    /// A lower upper bound by the [last turns](last_turns), if they have one.
    pub fn refuted(&self, node: &Node, known: Range<N>, alpha: N) -> Option<N> {
        if node.deck() > last_turns::DECK || self.frame.rules.grand_finale {
            return None;
        }
        let reach = |score| last_turns::may_reach(self.frame, node, score);
        let (target, high) = match self.objective {
            Objective::Win { target } => (target, N::ZERO),
            Objective::Guaranteed => (alpha.wide() as u8 + 1, alpha),
            Objective::Expected => {
                let most = node.reachable(self.frame.suits);
                let score = (node.score..=most).rev().find(|&score| reach(score))?;
                let high = self.worth(score, node);
                return (high < known.high && known.low <= high).then_some(high);
            }
        };
        (known.low <= high && high < known.high && !reach(target)).then_some(high)
    }
}
