//! Plans as plain data.

use crate::card::{Card, MAX_CARDS};

use super::engine::{Act, Halt};
use super::facts::FactsId;
use super::solution::{Deed, Edge, Node, Policy, Rule, Seen};
use super::stage::{Kind, Stage};
use super::walk::{Sets, Turn, turn};
use super::worlds::World;

impl Stage<'_> {
    /// The sets with which a walk through the stage's plan begins.
    pub fn start(&self) -> (FactsId, Sets) {
        let sets = self
            .sets
            .iter()
            .map(|(_, worlds)| (worlds.clone(), self.plan()));
        (self.sets[0].0, sets.collect())
    }

    /// The identities that the stage's policies do not tell apart, as bits.
    pub fn alike(&self) -> u64 {
        match self.kind {
            Kind::Exact => 0,
            Kind::Blind | Kind::Generous => self.layout.dead(),
        }
    }

    /// A type as rules name it.
    pub fn seen(&self, kind: u8) -> Seen {
        let kind = usize::from(kind);
        let named = kind < MAX_CARDS && self.alike() >> kind & 1 == 0;
        named.then(|| Card::from_index(kind))
    }

    /// A class and its action as a rule.
    pub fn rule(&self, player: usize, class: &[World], act: Act) -> Option<Rule> {
        let others = (0..self.engine.game.players).filter(|&other| other != player);
        let hand = |other: usize| {
            let cards = self.engine.hands.cards(class[0].hands[other]);
            cards.iter().map(|&kind| self.seen(kind)).collect()
        };
        Some(Rule {
            sees: others.map(|other| (other, hand(other))).collect(),
            does: deed(act)?,
        })
    }

    /// The rules of one turn, in a fixed order.
    pub fn rules(&self, player: usize, turn: &Turn) -> Vec<Rule> {
        let rules = turn.rules.iter();
        let mut rules: Vec<Rule> = rules
            .filter_map(|(class, act)| self.rule(player, class, *act))
            .collect();
        rules.sort_by(|a, b| a.sees.cmp(&b.sees));
        rules
    }

    /// The whole policy of the stage's plan.
    pub fn policy(&mut self) -> Result<Policy, Halt> {
        let mut policy = Policy {
            alike: self.alike(),
            nodes: Vec::new(),
        };
        let (facts, sets) = self.start();
        self.export(facts, sets, &mut policy)?;
        Ok(policy)
    }

    /// Adds the node of a point of history and all after it; `None` if there is nothing to say.
    fn export(
        &mut self,
        facts: FactsId,
        sets: Sets,
        policy: &mut Policy,
    ) -> Result<Option<usize>, Halt> {
        let player = usize::from(self.engine.facts.get(facts).mover);
        let turn = turn(&mut self.engine, facts, sets)?;
        let rules = self.rules(player, &turn);
        if rules.is_empty() && !policy.nodes.is_empty() {
            return Ok(None);
        }
        let number = policy.nodes.len();
        policy.nodes.push(Node {
            player,
            rules,
            next: Vec::new(),
        });
        for ((act, outcome), (facts, sets)) in turn.next {
            let Some(deed) = deed(act) else { continue };
            let touched = match act {
                Act::Clue(_, _, touched) if self.kind == Kind::Exact => Some(touched),
                _ => None,
            };
            let card = outcome.map(|kind| self.seen(kind));
            if let Some(node) = self.export(facts, sets, policy)? {
                policy.nodes[number].next.push(Edge {
                    deed,
                    card,
                    touched,
                    node,
                });
            }
        }
        Ok(Some(number))
    }
}

/// An action as plain data; `None` if the game ends for want of one.
pub fn deed(act: Act) -> Option<Deed> {
    match act {
        Act::Use(how, slot) => Some(Deed::Use(how, usize::from(slot))),
        Act::Clue(player, clue, _) => Some(Deed::Clue(usize::from(player), usize::from(clue))),
        Act::AnyClue | Act::Tell(_) => Some(Deed::AnyClue),
        Act::Stuck => None,
    }
}
