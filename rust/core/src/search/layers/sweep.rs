//! The sweep from the last layer back to the root.

use std::sync::{Arc, Mutex, OnceLock};
use std::thread::Builder;

use arrayvec::ArrayVec;

use super::half::{Class, Place};
use super::index::Index;
use super::last_round::most_plays;
use super::plan::Plan;
use super::push::Push;
use super::record::{Follows, Record};
use crate::game::rules::MAX_PLAYERS;
use crate::search::limits::{Limits, Stop};
use crate::search::memory::room::Room;
use crate::value::Objective;

/// A layer: by player to move, the configurations' values.
pub struct Layer<R> {
    /// Cards in the deck.
    pub deck: u8,
    /// Numbers of the configurations.
    pub index: Index,
    values: Vec<Arc<Room<R>>>,
}

/// By player to move and configuration.
pub type Misplays<R> = Vec<Vec<<R as Record>::Misplay>>;

/// One sweep.
pub struct Sweep<'a> {
    /// The configurations.
    pub plan: &'a Plan<'a>,
    /// What is maximised.
    pub objective: Objective,
    /// The limits.
    pub limits: &'a Limits<'a>,
}

/// z! / (z − k)!
#[must_use]
pub fn falling(dead: u8, deaths: u8) -> u64 {
    (0..deaths).map(|k| u64::from(dead - k)).product()
}

impl Sweep<'_> {
    /// What a score is worth over the orders of a deck.
    #[must_use]
    pub fn worth(&self, score: u8, deck: u8, dead: u8) -> u64 {
        let orders = || falling(deck, deck - dead);
        match self.objective {
            Objective::Expected => u64::from(score) * orders(),
            Objective::Win { .. } => u64::from(score >= self.plan.target) * orders(),
            Objective::Guaranteed => u64::from(score >= self.plan.target),
        }
    }

    /// The values where all suits are complete.
    #[must_use]
    pub fn won<R: Record>(&self, class: &Class, deck: u8) -> Option<R> {
        let most = self.plan.max_score;
        let won = self.plan.score(class) == most;
        won.then(|| R::all(self.worth(most, deck, deck - class.deck)))
    }

    /// The layer without a deck.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn last<R: Record>(&self) -> Result<Layer<R>, Stop> {
        let plan = self.plan;
        let [first, second] = &plan.halves;
        let index = plan.index(0);
        let mut turns = Vec::new();
        for _ in 0..plan.players {
            turns.push(Room::<R>::zeroed(index.count).ok_or(Stop::Memory)?);
        }
        for (class, elements) in first.elements.iter().enumerate() {
            for (other, others) in second.elements.iter().enumerate() {
                let Some(start) = index.row(&plan.halves, Place::new(class, 0), other) else {
                    continue;
                };
                let score = plan.score(&first.classes[class].plus(&second.classes[other]));
                let pairs = elements
                    .iter()
                    .flat_map(|one| others.iter().map(move |two| [one, two]));
                for (number, pair) in pairs.enumerate() {
                    for (mover, turn) in turns.iter_mut().enumerate() {
                        let plays = most_plays(&plan.suits, plan.players, mover, pair);
                        turn.all_mut()[start + number] = R::all(self.worth(score + plays, 0, 0));
                    }
                }
            }
        }
        Ok(Layer {
            deck: 0,
            index,
            values: turns.into_iter().map(Arc::new).collect(),
        })
    }

    /// The layer with one card more. `misplays` are those of this layer with a strike more, where
    /// records do not hold all strikes. What is no longer needed of `next` is freed on the way.
    ///
    /// # Errors
    /// The limit that stopped it.
    pub fn before<L: Record, R: Follows<L>>(
        &self,
        next: Layer<L>,
        misplays: &Misplays<R>,
    ) -> Result<Layer<R>, Stop> {
        let players = self.plan.players;
        let deck = next.deck + 1;
        let index = self.plan.index(deck);
        let stop = OnceLock::new();
        let lower = next.index;
        // Who moves draws into the values of the next player to move, and nobody else does.
        let turns = next.values.into_iter().enumerate();
        let turns = turns.map(|(turn, values)| ((turn + players - 1) % players, values));
        let left = Mutex::new(turns.collect::<Vec<_>>());
        let work = || {
            let mut done = Vec::new();
            while let Some((mover, next)) = left.lock().ok().and_then(|mut left| left.pop()) {
                let Some(mut room) = Room::<R>::zeroed(index.count) else {
                    stop.get_or_init(|| Stop::Memory);
                    break;
                };
                let values = room.all_mut();
                let given = misplays.get(mover).into_iter().flatten();
                for (value, &misplay) in values.iter_mut().zip(given) {
                    *value = R::given(misplay);
                }
                let push = Push {
                    sweep: self,
                    deck,
                    next: next.all(),
                    lower: &lower,
                    index: &index,
                    mover,
                    stop: &stop,
                };
                push.run(values);
                done.push((mover, room));
            }
            done
        };
        let mut done: Vec<(usize, Room<R>)> = std::thread::scope(|scope| {
            let helpers = 1..self.limits.threads.min(players);
            // Without a helper the others do its share.
            let spawn = || Builder::new().spawn_scoped(scope, work);
            let helpers: Vec<_> = helpers.filter_map(|_| spawn().ok()).collect();
            let own = work();
            let others = helpers.into_iter().flat_map(|helper| {
                helper
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            others.chain(own).collect()
        });
        if let Some(&stop) = stop.get() {
            return Err(stop);
        }
        done.sort_unstable_by_key(|&(mover, _)| mover);
        let mut turns: Vec<_> = done.into_iter().map(|(_, room)| room).collect();
        clues(&mut turns, self.limits.threads);
        Ok(Layer {
            deck,
            index,
            values: turns.into_iter().map(Arc::new).collect(),
        })
    }

    /// The values once `mover` has let a card go and is to draw.
    #[must_use]
    pub fn after<L: Record, R: Follows<L>>(
        &self,
        next: &Layer<L>,
        mover: usize,
        [first, second]: [Place; 2],
    ) -> R {
        let [one, other] = &self.plan.halves;
        let deck = next.deck + 1;
        let class = self.plan.class([first, second]);
        if let Some(won) = self.won(&class, deck) {
            return won;
        }
        let still = (deck > class.deck).then_some((first, second, 1));
        let one = one.element(first).draws[mover].iter();
        let other = other.element(second).draws[mover].iter();
        let draws = still
            .into_iter()
            .chain(one.map(|drawn| (drawn.place, second, drawn.weight)))
            .chain(other.map(|drawn| (first, drawn.place, drawn.weight)));
        let mut sum = R::START;
        for (first, second, weight) in draws {
            match next.get(self.plan, mover + 1, [first, second]) {
                Some(child) => sum.draw(child, weight),
                // The target is out of reach.
                None => return R::NOTHING,
            }
        }
        sum
    }
}

// Not derived: the values are shared, so that they need not be copied.
impl<R> Clone for Layer<R> {
    fn clone(&self) -> Self {
        Self {
            deck: self.deck,
            index: self.index.clone(),
            values: self.values.clone(),
        }
    }
}

impl<R: Record> Layer<R> {
    /// The values for a player to move, counted round the table.
    #[must_use]
    pub fn turn(&self, mover: usize) -> &[R] {
        self.values[mover % self.values.len()].all()
    }

    /// The values of a configuration for a player to move, counted round the table.
    #[must_use]
    pub fn get(&self, plan: &Plan, mover: usize, [first, second]: [Place; 2]) -> Option<&R> {
        let row = self.index.row(&plan.halves, first, second.class())?;
        self.turn(mover).get(row + second.at())
    }

    /// What misplays come to for whoever has a strike less.
    #[must_use]
    pub fn misplays(&self) -> Misplays<R> {
        let all = self.values.iter();
        all.map(|room| room.all().iter().map(Record::misplay).collect())
            .collect()
    }
}

/// Clues: the same configuration, the next player, a token less.
fn clues<R: Record>(turns: &mut [Room<R>], threads: usize) {
    let count = turns.first().map_or(0, |room| room.all().len());
    let size = count.div_ceil(threads).max(1);
    let mut parts: Vec<ArrayVec<&mut [R], MAX_PLAYERS>> = Vec::new();
    for room in turns {
        for (at, part) in room.all_mut().chunks_mut(size).enumerate() {
            if at == parts.len() {
                parts.push(ArrayVec::new());
            }
            parts[at].push(part);
        }
    }
    let parts = Mutex::new(parts);
    let next = || parts.lock().ok().and_then(|mut parts| parts.pop());
    let work = || {
        while let Some(part) = next() {
            clues_of(part);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Without a helper the others do its share.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

fn clues_of<R: Record>(mut values: ArrayVec<&mut [R], MAX_PLAYERS>) {
    for number in 0..values[0].len() {
        let turns = values.iter().map(|values| values[number]);
        let mut turns: ArrayVec<R, MAX_PLAYERS> = turns.collect();
        R::clues(&mut turns);
        for (values, turn) in values.iter_mut().zip(turns) {
            values[number] = turn;
        }
    }
}
