//! Whole policies, made better class by class: lower bounds long before the search has any.
//!
//! A policy is kept as a tree of public history, every class of worlds with its action. So its
//! worth is known at any time, and what a class adds or costs is known by walking its worlds
//! alone through the tree. Where worlds come to a class that is there already, they do what it
//! does. A new class does what adds most, found by trying its actions, those with the highest
//! caps first, until one loses nothing; clues are tried first that tell what they seem to. The first
//! policy comes of placing the classes of the first turn one by one; where that takes long, those left
//! do the first thing tried, and are placed again later. Then moves make it better: a class on the way to a loss, on any turn,
//! is taken out with all that came of it, and does what then adds most, or the same as before if
//! that is less than it had.
//!
//! On the last turn every class does what is best for itself. Where no move makes a policy
//! better, a new one is begun with the classes in another order: hill climbing with restarts.

mod bound;
mod moves;
mod offers;
mod tree;

use std::collections::VecDeque;
use std::rc::Rc;

use crate::random::{below, shuffle};

use super::plan::{Found, Plan};
use super::state::Model;
use super::state::effort::Halt;
use super::state::hands::EMPTY;
use super::state::public::{Faces, PublicId};
use super::state::worlds::{View, World, cap, classes, view};
use bound::Bound;
use moves::Moves;
use tree::{Left, Loss, Step, TreeNode, same_view, sorted};

/// Steps of the classes of the first turn, after which those left do the first thing tried, too: any
/// policy is worth more than none.
const FIRST: u64 = 1 << 20;

/// A climb from a first policy to better ones.
pub struct LocalSearch {
    root: TreeNode,
    /// Classes of the first turn yet to be placed, the next one last.
    waiting: Vec<Vec<World>>,
    /// Steps that these may still take before they do the first thing tried.
    patience: u64,
    /// What the mover sees in those that did: each is placed again.
    hurried: VecDeque<View>,
    /// What the policy is worth, and what no policy exceeds.
    total: i64,
    cap: i64,
    /// The best policy so far; none before all classes are placed.
    pub best: Option<Found>,
    /// Where classes lose, yet to be looked at.
    losses: Vec<Loss>,
    /// Times that all losses were gathered since the policy became better.
    rounds: usize,
    /// Times that all began anew.
    starts: usize,
    /// A class of the first turn that must do something.
    bound: Option<Bound>,
}

/// Rounds without a better policy after which all begins anew.
const ROUNDS: usize = 4;

/// Times that all begins anew.
const STARTS: usize = 32;

/// Steps of a move from which on new classes do the first thing tried: each action of a class is
/// tried with all that follows, so that some moves would take very long.
const MOVE: u64 = 1 << 19;

impl LocalSearch {
    /// A climb for a set of worlds with caps; nothing is placed yet.
    pub fn new(model: &Model<'_>, public: PublicId, worlds: &[World]) -> Self {
        let mut slots: Vec<Vec<Faces>> = vec![Vec::new(); model.game.players];
        for world in worlds {
            for (slots, &hand) in slots.iter_mut().zip(&world.hands) {
                let cards = model.hands.cards(hand);
                slots.resize(cards.len(), 0);
                for (types, &face) in slots.iter_mut().zip(cards) {
                    *types |= 1 << face;
                }
            }
        }
        let root = TreeNode::new(model, public, Rc::new(slots));
        let mut waiting = classes(worlds, root.mover);
        waiting.sort_by_key(|class| cap(class));
        Self {
            root,
            waiting,
            patience: FIRST,
            hurried: VecDeque::new(),
            total: 0,
            cap: cap(worlds),
            best: None,
            losses: Vec::new(),
            rounds: 0,
            starts: 0,
            bound: None,
        }
    }

    /// Whether nothing more is to be expected.
    pub const fn done(&self) -> bool {
        self.best.is_some() && (self.total >= self.cap || self.starts > STARTS)
    }

    /// Gives back its memory.
    pub fn end(self, model: &mut Model<'_>) {
        model.effort.held -= self.root.bytes();
    }

    /// Goes on a little. Not to be called any more after an error.
    pub fn go_on(&mut self, model: &mut Model<'_>, lots: &mut u64) -> Result<(), Halt> {
        let steps = match self.waiting.as_slice() {
            [] => MOVE,
            _ => self.patience.min(MOVE),
        };
        let began = model.effort.done();
        let mut moves = Moves {
            late: began + steps,
            by_lot: self.best.is_some(),
            model,
            lots,
        };
        if let Some(class) = self.waiting.pop() {
            if steps < MOVE {
                self.hurried.push_back(view(&class[0], self.root.mover));
            }
            self.total += moves.put(&mut self.root, &class, None)?;
            let done = moves.model.effort.done();
            self.patience = self.patience.saturating_sub(done - began);
        } else if let Some(key) = self.hurried.pop_front() {
            self.total += moves.replace(&mut self.root, key)?;
        } else if let Some((path, key)) = self.losses.pop() {
            if let Some((turn, key)) = self.turn_before(moves.model, moves.lots, &path, key)?
                && let Some(spot) = self.root.find(&path[..turn])
            {
                self.total += moves.shift(spot, key)?;
            }
        } else if self.rounds > ROUNDS {
            self.begin_anew(moves.model, moves.lots);
            self.put_bound(moves.model, moves.lots)?;
        } else {
            self.root.losses(&mut Vec::new(), &mut self.losses);
            self.losses.sort_unstable();
            shuffle(moves.lots, &mut self.losses);
            self.rounds += 1;
        }
        let old = self.best.as_ref().map(|best| best.value);
        if self.waiting.is_empty() && old.is_none_or(|old| self.total >= old) {
            let better = old.is_none_or(|old| self.total > old);
            self.note_bound(model, better)?;
            if better {
                let plan = match self.bound {
                    None => self.root.plan(),
                    Some(_) => Rc::new(Plan::Unknown),
                };
                let value = self.total;
                self.best = Some(Found { value, plan });
                self.rounds = 0;
            }
        }
        Ok(())
    }

    /// Drops the policy, and places all classes of the first turn anew in another order.
    fn begin_anew(&mut self, model: &mut Model<'_>, lots: &mut u64) {
        let key = self.bound.as_ref().map(|bound| bound.key);
        let free = self.root.classes.iter();
        let free = free.filter(|(other, _)| Some(**other) != key);
        let worlds = free.flat_map(|(_, class)| &class.worlds);
        let worlds = sorted(worlds.copied(), self.root.mover);
        let parts = worlds.chunk_by(same_view(self.root.mover));
        self.waiting = parts.map(<[World]>::to_vec).collect();
        shuffle(lots, &mut self.waiting);
        model.effort.held -= self.root.bytes();
        self.root = TreeNode::new(model, self.root.public, self.root.slots.clone());
        self.patience = FIRST;
        self.hurried.clear();
        self.total = 0;
        self.rounds = 0;
        self.starts += 1;
    }

    /// A turn by lot on the way to a loss, and what the mover sees there in one of its worlds.
    /// `None` if the way is there no longer, or nothing is to be chosen on it.
    fn turn_before(
        &mut self,
        model: &mut Model<'_>,
        lots: &mut u64,
        path: &[Step],
        key: View,
    ) -> Result<Option<(usize, View)>, Halt> {
        let mut spots = vec![&self.root];
        for (turn, step) in path.iter().enumerate() {
            match spots[turn].next.get(step) {
                Some(next) => spots.push(next),
                None => return Ok(None),
            }
        }
        let end = spots[path.len()];
        let turns = path.len() + usize::from(end.left == Left::Turn);
        let Some(class) = end.classes.get(&key).filter(|_| turns > 0) else {
            return Ok(None);
        };
        let chosen = below(lots, turns);
        let mut hands = class.worlds[below(lots, class.worlds.len())].hands;
        for turn in (chosen..path.len()).rev() {
            match spots[turn].before(model, path[turn], &hands)? {
                Some(before) => hands = before,
                None => return Ok(None),
            }
        }
        hands[spots[chosen].mover] = EMPTY;
        Ok(Some((chosen, hands)))
    }
}
