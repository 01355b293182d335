//! Climbs in which a class of the first turn must do something.

use crate::game::rules::MAX_PLAYERS;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Touch};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::hands::EMPTY;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{View, World, cap, classes, view};

use super::LocalSearch;
use super::moves::Moves;
use super::offers::untold_ever;
use super::tree::{Left, TreeNode, WORLD_BYTES, same_view, sorted};

/// Worlds of the first turn that the mover tells from all others, and what is done there.
pub struct Bound {
    worlds: Vec<World>,
    act: Act,
    /// What stands for them: no hand that the mover sees.
    pub key: View,
    /// The most that they get under a policy that was met with the value of the best.
    gets: i64,
}

impl LocalSearch {
    /// A climb in which some of the worlds, which the mover tells from all others, must lead to an
    /// action; `others` are the rest. Those of them that otherwise look the same to the mover must
    /// not: they would come to the same points with the same hands.
    ///
    /// Its policies can be played: the others conclude from the action that the world is one of
    /// those in which it is done.
    pub fn bound(
        model: &mut Model<'_>,
        lots: &mut u64,
        public: PublicId,
        (worlds, others): (&[World], &[World]),
        (mine, act): (Vec<World>, Act),
    ) -> Result<Self, Halt> {
        let mut climb = Self::new(model, public, worlds);
        climb.waiting = classes(others, climb.root.mover);
        climb.waiting.sort_by_key(|class| cap(class));
        climb.cap = cap(others) + model.cap_after(public, &mine, act)?;
        let mut key = [EMPTY; MAX_PLAYERS];
        key[climb.root.mover] = model.hands.id(&[u8::MAX]);
        climb.bound = Some(Bound {
            worlds: mine,
            act,
            key,
            gets: 0,
        });
        climb.put_bound(model, lots)?;
        Ok(climb)
    }

    /// Lets the class do what it must, at a first turn without any other.
    pub(super) fn put_bound(&mut self, model: &mut Model<'_>, lots: &mut u64) -> Result<(), Halt> {
        let Some(bound) = &self.bound else {
            return Ok(());
        };
        // Even where everybody may idle something is done.
        self.root.left = Left::Turn;
        self.root.worlds += bound.worlds.len();
        model.effort.held += bound.worlds.len() * WORLD_BYTES;
        if let Some(world) = bound.worlds.first() {
            self.root.barred = Some((view(world, self.root.mover), bound.act));
            let mut moves = Moves {
                late: u64::MAX,
                by_lot: self.best.is_some(),
                model,
                lots,
            };
            let (key, act) = (bound.key, bound.act);
            let gain = moves.send_class(&mut self.root, key, &bound.worlds, act, None)?;
            self.total += gain;
        }
        Ok(())
    }

    /// What the worlds of the class that must do something get under the best policy: of those
    /// that were met with its value the one under which it is most.
    pub fn bound_gets(&self) -> i64 {
        self.bound.as_ref().map_or(0, |bound| bound.gets)
    }

    /// Notes what the bound class gets, where the policy is as good as the best or better.
    pub(super) fn note_bound(&mut self, model: &mut Model<'_>, better: bool) -> Result<(), Halt> {
        if let Some(bound) = &mut self.bound {
            let gets = gets(model, &self.root, &bound.worlds, bound.act)?;
            bound.gets = if better { gets } else { bound.gets.max(gets) };
        }
        Ok(())
    }

    /// What a clue tells of a hand whose cards the giver knows, at the first turn: `touched` are
    /// the slots that it touches.
    pub fn clue_known(&self, model: &Model<'_>, player: usize, clue: usize, touched: u32) -> Act {
        let known = model.publics.get(self.root.public);
        let untold = untold_ever(model, &self.root, known);
        let untold = untold.get(player * model.clues.sets.len() + clue).copied();
        let untold = untold.unwrap_or(0);
        let slots = touched & !untold;
        Act::Clue(player as u8, clue as u8, Touch { slots, untold })
    }
}

/// What worlds at a point of history get by an action and what the policy does after it.
fn gets(model: &mut Model<'_>, spot: &TreeNode, worlds: &[World], act: Act) -> Result<i64, Halt> {
    let mut sum = match act {
        Act::Stuck => model.stuck(spot.public, worlds),
        _ => 0,
    };
    for branch in model.leads(spot.public, worlds, act)? {
        let Some(next) = spot.next.get(&(act, branch.outcome)) else {
            continue;
        };
        if matches!(next.left, Left::Nothing | Left::Idle) {
            sum += branch.cap;
            continue;
        }
        for part in sorted(branch.worlds.into_iter(), next.mover).chunk_by(same_view(next.mover)) {
            let Some(class) = next.classes.get(&view(&part[0], next.mover)) else {
                continue;
            };
            sum += if next.left == Left::Last {
                let (act, _) = model.last_best(model.publics.get(next.public), &class.worlds);
                model.cap_after(next.public, part, act)?
            } else {
                gets(model, next, part, class.act)?
            };
        }
    }
    Ok(sum)
}
