//! Plans as plain data.

use crate::game::card::Card;
use crate::game::state::Action;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::plan::walk::{Sets, Turn, bytes, turn};
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::Clues;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::World;

use super::solution::{Edge, Node, Policy, Rule, Seen};

/// Bytes that a rule, or an edge, takes in all forms in which it comes to whoever asked, roughly.
const RULE_BYTES: usize = 320;
const EDGE_BYTES: usize = 240;

/// How the rules of a game's policies name what is seen.
pub struct Names {
    /// The groups of identities that they do not tell apart, as bits.
    pub alike: Vec<u64>,
    /// The name of each face: of several groups each goes by its first card.
    seen: Vec<Seen>,
}

impl Names {
    fn seen(&self, face: u8) -> Seen {
        self.seen[usize::from(face)]
    }
}

impl GameSearch<'_> {
    /// The sets with which a walk through the game's plan begins.
    pub fn start(&self) -> (PublicId, Sets) {
        let sets = self
            .sets
            .iter()
            .map(|(_, worlds)| (worlds.clone(), self.plan()));
        (self.sets[0].0, sets.collect())
    }

    /// How rules name what is seen.
    pub fn names(&self) -> Names {
        let alike = self.alike();
        let card = |bits: u64| Card::from_index(bits.trailing_zeros() as usize);
        let name = |&members: &u64| match alike.iter().find(|&group| group & members != 0) {
            Some(_) if alike.len() == 1 => None,
            Some(&group) => Some(card(group)),
            None => (members != 0).then(|| card(members)),
        };
        let seen = self.search.model.clues.members.iter().map(name).collect();
        Names { alike, seen }
    }

    /// The groups of identities that the game's policies do not tell apart, as bits; all dead
    /// cards, if there is one group of them. None is empty: suits that are not in play count
    /// as dead, but no card of them is.
    fn alike(&self) -> Vec<u64> {
        let in_play = (1u64 << self.search.model.game.max_score()) - 1;
        let groups = self.layout.groups().map(|group| group & in_play);
        let groups: Vec<u64> = groups.filter(|&group| group != 0).collect();
        let all = vec![self.layout.dead() & in_play];
        match self.knowledge {
            Knowledge::Real => Vec::new(),
            Knowledge::DeadGrouped if groups.len() > 1 => groups,
            Knowledge::DeadBlind | Knowledge::DeadGrouped | Knowledge::Relaxed if all == [0] => {
                Vec::new()
            }
            Knowledge::DeadBlind | Knowledge::DeadGrouped | Knowledge::Relaxed => all,
        }
    }

    /// A class and its action as a rule.
    fn rule(&self, names: &Names, player: usize, class: &[World], act: Act) -> Option<Rule> {
        let others = (0..self.search.model.game.players).filter(|&other| other != player);
        let hand = |other: usize| {
            let cards = self.search.model.hands.cards(class[0].hands[other]);
            cards.iter().map(|&face| names.seen(face)).collect()
        };
        Some(Rule {
            sees: others.map(|other| (other, hand(other))).collect(),
            does: action(&self.search.model.clues, act)?,
            worlds: class.iter().map(|world| world.weight).sum(),
        })
    }

    /// The rules of one turn, in a fixed order.
    pub fn rules(&self, names: &Names, player: usize, turn: &Turn) -> Vec<Rule> {
        let rules = turn.rules.iter();
        let mut rules: Vec<Rule> = rules
            .filter_map(|(class, act)| self.rule(names, player, class, *act))
            .collect();
        rules.sort_by(|a, b| a.sees.cmp(&b.sees));
        rules
    }

    /// The whole policy of the game's plan. It counts as memory in use while it is made.
    pub fn policy(&mut self) -> Result<Policy, Halt> {
        let names = self.names();
        let mut policy = Policy {
            alike: names.alike.clone(),
            nodes: Vec::new(),
        };
        let (public, sets) = self.start();
        let held = self.search.model.effort.held;
        let exported = self.export(&names, public, sets, &mut policy);
        self.search.model.effort.held = held;
        exported.map(|_| policy)
    }

    /// Adds the node of a point of history and all after it; `None` if there is nothing to say.
    fn export(
        &mut self,
        names: &Names,
        public: PublicId,
        sets: Sets,
        policy: &mut Policy,
    ) -> Result<Option<usize>, Halt> {
        let player = self.search.model.publics.get(public).mover;
        let turn = turn(&mut self.search.model, public, sets)?;
        let written = RULE_BYTES * (turn.rules.len() + 1);
        self.search.model.effort.held += written;
        self.search.model.look()?;
        let rules = self.rules(names, player, &turn);
        if rules.is_empty() && !policy.nodes.is_empty() {
            self.search.model.effort.held -= written;
            return Ok(None);
        }
        let number = policy.nodes.len();
        policy.nodes.push(Node {
            player,
            rules,
            next: Vec::new(),
        });
        let Turn {
            rules: classes,
            next,
        } = turn;
        drop(classes);
        let bytes = bytes(&next);
        self.search.model.effort.held += bytes;
        for ((act, outcome), (public, sets)) in next {
            let Some(action) = action(&self.search.model.clues, act) else {
                continue;
            };
            let card = outcome.map(|face| names.seen(face));
            if let Some(node) = self.export(names, public, sets, policy)? {
                let touched = self.touched(act, public);
                self.search.model.effort.held += EDGE_BYTES * touched.len();
                policy.nodes[number]
                    .next
                    .extend(touched.into_iter().map(|touched| Edge {
                        action,
                        card,
                        touched,
                        node,
                    }));
            }
        }
        self.search.model.effort.held -= bytes;
        Ok(Some(number))
    }

    /// The sets of slots by which one may know a clue, `None` if any will do.
    fn touched(&self, act: Act, after: PublicId) -> Vec<Option<u32>> {
        let Act::Clue(player, _, touch) = act else {
            return vec![None];
        };
        let size = self.search.model.publics.get(after).sizes[usize::from(player)];
        let all = (0..size).fold(0, |bits, slot| bits | 1 << slot);
        let untold = touch.untold & all;
        if untold == all {
            return vec![None];
        }
        let (mut sets, mut part) = (Vec::new(), untold);
        loop {
            sets.push(Some(touch.slots | part));
            if part == 0 {
                return sets;
            }
            part = (part - 1) & untold;
        }
    }
}

/// An action as plain data; `None` if the game ends for want of one.
pub fn action(clues: &Clues, act: Act) -> Option<Action> {
    match act {
        Act::Use(how, slot) => Some(Action::using(how, usize::from(slot))),
        Act::Clue(player, clue, _) => Some(Action::Give(usize::from(player), usize::from(clue))),
        Act::ClueOf(player, family) => {
            let family = clues.families.get(usize::from(family)).copied();
            Some(Action::GiveOf(
                usize::from(player),
                family.unwrap_or(u64::MAX),
            ))
        }
        Act::AnyClue | Act::Tell(_) => Some(Action::Clue),
        Act::Stuck => None,
    }
}
