//! Lower bounds of moves where the real game is too large: climbs in which the actual class must
//! do the move.
//!
//! The mover tells the actual class C from all others, also where a restricted game does not: he
//! may use for once all that he sees. So C is taken out of the worlds of the restricted game
//! that look like it, by weight, and bound to the move; the others are placed as in any climb.
//! What comes of it can be played in the real game, and prescribes the move for what the mover
//! really sees: its worth is a lower bound of the move's value.
//!
//! A move is only asked whether it is as good as the best policy known, or as it can be at most.
//! No more is had than what all worlds but those of C may get ([`super::moves::Most`]) and the caps
//! of C after the move.

use crate::game::state::Action;
use crate::search::hidden::bounds::Between;
use crate::search::hidden::games::game::GameSearch;
use crate::search::hidden::local::LocalSearch;
use crate::search::hidden::plan::walk::gets;
use crate::search::hidden::problem::Problem;
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::World;

use super::moves::{Most, seen};

/// What is known of a move, summed over worlds.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Bounds of its value.
    pub bounds: Between,
    /// What the actual class gets under the policy that reaches the lower bound.
    pub here: Option<i64>,
}

/// The moves of the actual class in one game.
pub struct Forced {
    public: PublicId,
    /// Number of worlds in the actual class, worthless ones counted.
    pub weight: i64,
    mine: Vec<World>,
    others: Vec<World>,
    acts: Vec<Act>,
    climbs: Vec<Option<LocalSearch>>,
    done: Vec<bool>,
    /// What is known of each move.
    pub rows: Vec<Row>,
}

impl Forced {
    /// The moves and their first bounds, if the mover sees no unspecified card; `planned` is what
    /// the game's own plan does.
    pub fn new(
        problem: &Problem,
        game: &mut GameSearch<'_>,
        actions: &[Action],
        most: Most,
        planned: Option<Action>,
    ) -> Result<Option<Self>, Halt> {
        let Some(hands) = seen(problem) else {
            return Ok(None);
        };
        let mut layout = game.layout.clone();
        for (player, cards) in &hands {
            for (slot, card) in cards.iter().enumerate() {
                layout.narrow(*player, slot, 1 << card.index());
            }
        }
        let (public, all) = game.sets[0].clone();
        let model = &mut game.search.model;
        let made = layout.make(&mut model.hands, model.effort.limits);
        let made = made.map_err(Halt::Stop)?;
        let weight = made.iter().map(|world| world.weight as i64).sum();
        let mut mine = model.capped(public, made)?;
        mine.sort_unstable_by_key(|world| world.hands);
        let rest = |world: &World| {
            let place = mine.binary_search_by_key(&world.hands, |other| other.hands);
            let taken = place.map(|place| mine[place]);
            let (weight, cap) = taken.map_or((0, 0), |world| (world.weight, world.cap));
            (world.weight > weight).then_some(World {
                weight: world.weight - weight,
                cap: world.cap - cap,
                ..*world
            })
        };
        let others: Vec<World> = all.iter().filter_map(rest).collect();
        let probe = LocalSearch::new(model, public, &all);
        let act = |action: &Action| {
            let Action::Give(player, clue) = *action else {
                return action.used().map_or(Act::AnyClue, Act::using);
            };
            let touches = |&(slot, card): &(usize, &crate::game::card::Card)| {
                slot < 32 && problem.clues[clue] >> card.index() & 1 == 1
            };
            let hand = hands.iter().find(|(other, _)| *other == player);
            let cards = hand.iter().flat_map(|(_, cards)| cards.iter().enumerate());
            let touched = cards
                .filter(touches)
                .fold(0, |bits, (slot, _)| bits | 1 << slot);
            probe.clue_known(model, player, clue, touched)
        };
        let acts: Vec<Act> = actions.iter().map(act).collect();
        let mut rows = Vec::with_capacity(acts.len());
        for &act in &acts {
            let after = model.cap_after(public, &mine, act)?;
            let upper = most.value.upper.min(most.elsewhere(&mine) + after);
            let bounds = Between { lower: 0, upper };
            rows.push(Row { bounds, here: None });
        }
        if let Some(place) = actions.iter().position(|&action| planned == Some(action)) {
            let (_, sets) = game.start();
            let model = &mut game.search.model;
            let payoff = model.payoff;
            let worth = |score| payoff.worth(score) as i64;
            rows[place].here = Some(gets(model, public, sets, mine.clone(), &worth)?);
            rows[place].bounds.lower = most.value.lower;
        }
        Ok(Some(Self {
            public,
            weight,
            mine,
            others,
            climbs: acts.iter().map(|_| None).collect(),
            done: vec![false; acts.len()],
            acts,
            rows,
        }))
    }

    /// Climbs so many steps for every move that may still turn out to be better than is known.
    /// Whether any such move is left.
    pub fn round(
        &mut self,
        game: &mut GameSearch<'_>,
        value: Between,
        steps: u64,
    ) -> Result<bool, Halt> {
        let mut left = false;
        for index in 0..self.acts.len() {
            let goal = value.lower.min(self.rows[index].bounds.upper);
            if self.done[index] || self.rows[index].bounds.lower >= goal {
                continue;
            }
            let spoiled = std::mem::replace(&mut game.search.model.clues.stranded, false);
            let climbed = self.climb(game, index, goal, steps);
            let vain = std::mem::replace(&mut game.search.model.clues.stranded, spoiled);
            let done = climbed? || vain;
            if let Some(climb) = self.climbs[index].as_ref().filter(|_| !vain)
                && let Some(best) = &climb.best
            {
                let row = &mut self.rows[index];
                let lower = best.value.min(value.lower);
                if lower > row.bounds.lower || row.here.is_none() && lower == row.bounds.lower {
                    row.bounds.lower = lower;
                    row.here = Some(climb.bound_gets());
                }
            }
            if done && let Some(climb) = self.climbs[index].take() {
                climb.end(&mut game.search.model);
            }
            self.done[index] = done;
            left |= !done;
        }
        Ok(left)
    }

    /// Climbs for one move, until so much is reached: whether nothing more is to be expected.
    fn climb(
        &mut self,
        game: &mut GameSearch<'_>,
        index: usize,
        goal: i64,
        steps: u64,
    ) -> Result<bool, Halt> {
        let (model, lots) = (&mut game.search.model, &mut game.search.lots);
        model.effort.grant(u64::MAX);
        let end = model.effort.done().saturating_add(steps);
        let climb = match &mut self.climbs[index] {
            Some(climb) => climb,
            place => {
                let worlds = (game.sets[0].1.as_slice(), self.others.as_slice());
                let mine = (self.mine.clone(), self.acts[index]);
                place.insert(LocalSearch::bound(model, lots, self.public, worlds, mine)?)
            }
        };
        let reached =
            |climb: &LocalSearch| climb.best.as_ref().is_some_and(|best| best.value >= goal);
        while !climb.done() && !reached(climb) && !model.clues.stranded && model.effort.done() < end
        {
            if let Err(halt) = climb.go_on(model, lots) {
                // It is not in order any more.
                self.climbs[index] = None;
                return Err(halt);
            }
        }
        Ok(climb.done() || reached(climb))
    }
}
