//! Worlds brought to points of history and taken away from them, and classes that change their
//! actions.

use crate::random::below;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Branch};
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{View, World, cap, view};

use super::tree::{Class, Left, NODE_BYTES, TreeNode, Undone, WORLD_BYTES, same_view, sorted};

/// Of actions that add the same one is taken by lot.
const LOTS: usize = 1 << 20;

/// What moves need beside the policy.
pub struct Moves<'m, 'a> {
    /// The model of the game.
    pub model: &'m mut Model<'a>,
    /// The state of the lots that are drawn: see [`crate::random`].
    pub lots: &'m mut u64,
    /// Whether of actions alike one is taken by lot.
    pub by_lot: bool,
    /// The step from which on new classes do the first thing tried.
    pub late: u64,
}

impl Moves<'_, '_> {
    /// Brings worlds to a point of history: how much more is had. Classes that were taken
    /// out do what they did.
    pub fn put(
        &mut self,
        spot: &mut TreeNode,
        worlds: &[World],
        undone: Option<&Undone>,
    ) -> Result<i64, Halt> {
        spot.plan = None;
        spot.worlds += worlds.len();
        self.model.effort.held += worlds.len() * WORLD_BYTES;
        if matches!(spot.left, Left::Nothing | Left::Idle) {
            return Ok(cap(worlds));
        }
        let mut gain = 0;
        for part in sorted(worlds.iter().copied(), spot.mover).chunk_by(same_view(spot.mover)) {
            let key = view(&part[0], spot.mover);
            let known = undone.and_then(|undone| undone.acts.get(&key));
            gain += if spot.left == Left::Last {
                let class = spot.classes.entry(key).or_insert_with(|| Class {
                    worlds: Vec::new(),
                    act: Act::Stuck,
                    gets: 0,
                });
                class.worlds.extend_from_slice(part);
                self.last_again(spot.public, class)
            } else if let Some(class) = spot.classes.get_mut(&key) {
                class.worlds.extend_from_slice(part);
                let act = class.act;
                self.send(spot, key, part, act, undone)?
            } else if let Some(&act) = known {
                self.send_class(spot, key, part, act, undone)?
            } else {
                self.place(spot, key, part)?
            };
        }
        Ok(gain)
    }

    /// Values a class of the last turn anew after its worlds have changed: how much more it gets.
    fn last_again(&self, public: PublicId, class: &mut Class) -> i64 {
        let old = class.gets;
        class.gets = match class.worlds.as_slice() {
            [] => 0,
            worlds => {
                self.model
                    .last_best(self.model.publics.get(public), worlds)
                    .1
            }
        };
        class.gets - old
    }

    /// Lets a new class do something: how much more is had.
    pub fn send_class(
        &mut self,
        spot: &mut TreeNode,
        key: View,
        worlds: &[World],
        act: Act,
        undone: Option<&Undone>,
    ) -> Result<i64, Halt> {
        let class = Class {
            worlds: worlds.to_vec(),
            act,
            gets: 0,
        };
        spot.classes.insert(key, class);
        self.send(spot, key, worlds, act, undone)
    }

    /// What worlds of a class lead to by its action, and what they get at once. They are counted in
    /// what the class gets (`sign` 1), or not any more (−1).
    fn follow(
        &mut self,
        spot: &mut TreeNode,
        key: View,
        worlds: &[World],
        act: Act,
        sign: i64,
    ) -> Result<(Vec<Branch>, i64), Halt> {
        let branches = self.model.leads(spot.public, worlds, act)?;
        let at_once = match act {
            Act::Stuck => self.model.stuck(spot.public, worlds),
            _ => 0,
        };
        if let Some(class) = spot.classes.get_mut(&key) {
            let caps: i64 = branches.iter().map(|branch| branch.cap).sum();
            class.gets += sign * (at_once + caps);
        }
        Ok((branches, at_once))
    }

    /// Lets worlds of a class do something: how much more is had.
    fn send(
        &mut self,
        spot: &mut TreeNode,
        key: View,
        worlds: &[World],
        act: Act,
        undone: Option<&Undone>,
    ) -> Result<i64, Halt> {
        if let Act::Tell(number) = act {
            spot.messages = spot.messages.max(number);
        }
        let (branches, mut gain) = self.follow(spot, key, worlds, act, 1)?;
        for branch in branches {
            let step = (act, branch.outcome);
            if !spot.next.contains_key(&step) {
                self.model.effort.held += NODE_BYTES;
                self.model.effort.nodes += 1;
                let next = spot.after(self.model, branch.public, act);
                spot.next.insert(step, Box::new(next));
            }
            if let Some(next) = spot.next.get_mut(&step) {
                let undone = undone.and_then(|undone| undone.next.get(&step));
                gain += self.put(next, &branch.worlds, undone)?;
            }
        }
        Ok(gain)
    }

    /// Takes worlds away from a point of history: how much less is had. What classes did of which
    /// nothing is left is noted.
    fn take(
        &mut self,
        spot: &mut TreeNode,
        worlds: &[World],
        undone: &mut Undone,
    ) -> Result<i64, Halt> {
        spot.plan = None;
        spot.worlds -= worlds.len();
        self.model.effort.held -= worlds.len() * WORLD_BYTES;
        if matches!(spot.left, Left::Nothing | Left::Idle) {
            return Ok(cap(worlds));
        }
        let mut loss = 0;
        for part in sorted(worlds.iter().copied(), spot.mover).chunk_by(same_view(spot.mover)) {
            let key = view(&part[0], spot.mover);
            let Some(class) = spot.classes.get_mut(&key) else {
                continue;
            };
            let stays = |world: &World| {
                let place = part.binary_search_by_key(&world.hands, |other| other.hands);
                place.is_err()
            };
            class.worlds.retain(stays);
            let (act, empty) = (class.act, class.worlds.is_empty());
            loss += if spot.left == Left::Last {
                -self.last_again(spot.public, class)
            } else {
                self.call_back(spot, key, part, act, undone)?
            };
            if empty {
                spot.classes.remove(&key);
                undone.acts.insert(key, act);
            }
        }
        Ok(loss)
    }

    /// Takes a whole class out: how much less is had, and what followed.
    fn take_class(
        &mut self,
        spot: &mut TreeNode,
        key: View,
        worlds: &[World],
        act: Act,
    ) -> Result<(i64, Undone), Halt> {
        let mut undone = Undone::default();
        let loss = self.call_back(spot, key, worlds, act, &mut undone)?;
        spot.classes.remove(&key);
        Ok((loss, undone))
    }

    /// The opposite of [`Self::send`]: how much less is had.
    fn call_back(
        &mut self,
        spot: &mut TreeNode,
        key: View,
        worlds: &[World],
        act: Act,
        undone: &mut Undone,
    ) -> Result<i64, Halt> {
        let (branches, mut loss) = self.follow(spot, key, worlds, act, -1)?;
        for branch in branches {
            let step = (act, branch.outcome);
            let undone = undone.next.entry(step).or_default();
            if let Some(next) = spot.next.get_mut(&step) {
                loss += self.take(next, &branch.worlds, undone)?;
                if next.worlds == 0 {
                    spot.next.remove(&step);
                    self.model.effort.held -= NODE_BYTES;
                }
            }
        }
        Ok(loss)
    }

    /// Lets a new class do what adds most: how much more is had. Once an action loses nothing, no
    /// other is tried.
    fn place(&mut self, spot: &mut TreeNode, key: View, worlds: &[World]) -> Result<i64, Halt> {
        let mut best: Option<(i64, Act, Undone)> = None;
        for (bound, act) in self.offers(spot, worlds)? {
            let late = self.model.effort.done() > self.late;
            if best
                .as_ref()
                .is_some_and(|(gain, ..)| late || *gain >= bound)
            {
                break;
            }
            let gain = self.send_class(spot, key, worlds, act, None)?;
            if gain == bound {
                return Ok(gain);
            }
            let (_, undone) = self.take_class(spot, key, worlds, act)?;
            if best.as_ref().is_none_or(|(old, ..)| gain > *old) {
                best = Some((gain, act, undone));
            }
        }
        match best {
            Some((_, act, undone)) => self.send_class(spot, key, worlds, act, Some(&undone)),
            None => {
                self.model.clues.stranded |= self.model.clues.messages == Messages::Certain;
                self.send_class(spot, key, worlds, Act::Stuck, None)
            }
        }
    }

    /// Lets a class do what adds more than it had, the first that loses nothing if there is one: how
    /// much more is had.
    pub fn replace(&mut self, spot: &mut TreeNode, key: View) -> Result<i64, Halt> {
        let Some(class) = spot.classes.get(&key) else {
            return Ok(0);
        };
        let (worlds, old) = (class.worlds.clone(), class.act);
        let (loss, undone) = self.take_class(spot, key, &worlds, old)?;
        let mut best = (loss, old, undone);
        if loss < cap(&worlds) {
            for (bound, act) in self.offers(spot, &worlds)? {
                if bound <= best.0 {
                    break;
                }
                let gain = self.send_class(spot, key, &worlds, act, None)?;
                if gain == bound {
                    return Ok(gain - loss);
                }
                let (_, undone) = self.take_class(spot, key, &worlds, act)?;
                if gain > best.0 {
                    best = (gain, act, undone);
                }
            }
        }
        let (_, act, undone) = best;
        let gain = self.send_class(spot, key, &worlds, act, Some(&undone))?;
        Ok(gain - loss)
    }

    /// Lets a class do what adds most, if that is no less than it had, and something else rather
    /// than the same: how much more is had.
    pub fn shift(&mut self, spot: &mut TreeNode, key: View) -> Result<i64, Halt> {
        let Some(class) = spot.classes.get(&key) else {
            return Ok(0);
        };
        let (worlds, old) = (class.worlds.clone(), class.act);
        if old == Act::Stuck {
            return Ok(0);
        }
        let (loss, undone) = self.take_class(spot, key, &worlds, old)?;
        let mut best = (loss, 0, old, undone);
        for (bound, act) in self.offers(spot, &worlds)? {
            if bound < best.0 {
                break;
            }
            let gain = self.send_class(spot, key, &worlds, act, None)?;
            let (_, undone) = self.take_class(spot, key, &worlds, act)?;
            let lot = 1 + below(self.lots, LOTS);
            if (gain, lot) > (best.0, best.1) {
                best = (gain, lot, act, undone);
            }
        }
        let (_, _, act, undone) = best;
        let gain = self.send_class(spot, key, &worlds, act, Some(&undone))?;
        Ok(gain - loss)
    }
}
