//! Lower against upper bounds, until they meet.

use crate::search::hidden::problem::Problem;
use crate::search::hidden::state::Payoff;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::worlds::cap;
use crate::search::limits::{Limits, Stop};

use super::game::{Kind, Stage, WORLD_BYTES};

/// Steps of the first round; each further round has twice as many.
const FIRST_ROUND: u64 = 4_000;

/// Larger generous games are not even made: they end too late to be of use.
const MOST_GENEROUS: u128 = 1_000_000;

/// Steps of a round for each world that may be made; the blind game is wanted at once.
const STEPS_A_WORLD: u128 = 4;

/// The same of the dim game, which is for what the blind one does not reach.
const DIM_STEPS_A_WORLD: u128 = 16;

/// A game may make worlds for one in so many parts of the memory.
const SHARE: u128 = 3;

/// Where nothing but a value without any loss is of interest, the blind game gets so many times as
/// much of a round as the others: most often it has such a policy, and the others only refute.
const BLIND_SHARE: u64 = 4;

/// Bounds of the value of one payoff, summed over all worlds.
pub struct Contest<'a> {
    problem: &'a Problem,
    /// What a final score is worth.
    pub payoff: Payoff,
    limits: &'a Limits<'a>,
    /// Bytes that its games may take together.
    pub memory: usize,
    /// Whether only a value without any loss is of interest.
    all: bool,
    /// The games begun so far.
    pub stages: Vec<Stage<'a>>,
    waiting: Vec<(Kind, u128)>,
    /// Steps of the next round.
    pub steps: u64,
    /// Some policy reaches this.
    pub lower: i64,
    /// No policy exceeds this.
    pub upper: i64,
    /// The stage whose plan reaches the lower bound.
    pub winner: Option<usize>,
    /// The sum over worlds of the value with hands open.
    pub open: Option<i64>,
    /// What a game had too little of, the last time that one had.
    short: Option<Stop>,
    /// What stopped it before the bounds met.
    pub stop: Option<Stop>,
}

impl<'a> Contest<'a> {
    /// The contest for a payoff, of which `most` is the largest sum over worlds.
    pub fn new(problem: &'a Problem, payoff: Payoff, most: i64, limits: &'a Limits<'a>) -> Self {
        let kinds = [Kind::Blind, Kind::Dim, Kind::Generous, Kind::Exact];
        let sized = |kind| (kind, Stage::size(problem, kind).unwrap_or(u128::MAX));
        let kinds = kinds.map(sized);
        // It is one of its neighbours.
        let idle = |(kind, size): (Kind, u128)| {
            let same = |other: &&(Kind, u128)| other.0 != Kind::Generous && other.1 == size;
            kind == Kind::Dim && kinds.iter().filter(same).count() > 1
        };
        Self {
            problem,
            payoff,
            limits,
            memory: limits.memory,
            all: false,
            stages: Vec::new(),
            steps: FIRST_ROUND,
            waiting: kinds.into_iter().filter(|&kind| !idle(kind)).collect(),
            lower: 0,
            upper: most,
            winner: None,
            open: None,
            short: None,
            stop: None,
        }
    }

    /// The same contest where only a value without any loss is of interest.
    #[must_use]
    pub const fn for_all(mut self) -> Self {
        self.all = true;
        self
    }

    /// Whether nothing remains to be found above `alpha`.
    pub const fn settled(&self, alpha: i64) -> bool {
        self.lower >= self.upper || self.upper <= alpha
    }

    /// Plays until it is settled or a limit stops it.
    pub fn run(&mut self, alpha: i64) {
        while !self.settled(alpha) && self.stop.is_none() {
            self.round(alpha);
        }
    }

    /// Plays one round, each longer than the one before.
    pub fn round(&mut self, alpha: i64) {
        let steps = self.steps;
        self.steps = steps.saturating_mul(2);
        if let Err(stop) = self.stages_round(alpha, steps) {
            self.stop = Some(stop);
        } else if !self.settled(alpha)
            && self.waiting.is_empty()
            && self.stages.iter().all(|stage| stage.done)
        {
            // The exact game is too large, and the bounds do not meet without it.
            self.stop = Some(self.short.unwrap_or(Stop::Size));
        }
    }

    fn stages_round(&mut self, alpha: i64, steps: u64) -> Result<(), Stop> {
        let fits = self.memory as u128 / SHARE / WORLD_BYTES;
        self.waiting.retain(|&(kind, size)| {
            size <= fits && (kind != Kind::Generous || size <= MOST_GENEROUS)
        });
        let ready = |&(kind, size): &(Kind, u128)| match kind {
            Kind::Blind => size <= 2 * u128::from(steps),
            Kind::Dim => size <= u128::from(steps) / DIM_STEPS_A_WORLD,
            Kind::Generous | Kind::Exact => size <= u128::from(steps) / STEPS_A_WORLD,
        };
        for (kind, _) in self
            .waiting
            .extract_if(.., |waiting| ready(waiting))
            .collect::<Vec<_>>()
        {
            match Stage::new(self.problem, kind, self.payoff, self.limits) {
                Ok(mut stage) => {
                    stage.search.lossless_only = self.all;
                    if self.open.is_none() {
                        let open = stage.sets.iter().map(|(_, worlds)| cap(worlds)).sum();
                        self.open = Some(open);
                        self.upper = self.upper.min(open);
                    }
                    self.stages.push(stage);
                }
                Err(Halt::Stop(stop @ (Stop::Size | Stop::Memory))) => self.short = Some(stop),
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Pause) => {}
            }
            self.look(alpha, steps, self.stages.len().saturating_sub(1))?;
        }
        for index in 0..self.stages.len() {
            self.look(alpha, steps, index)?;
        }
        Ok(())
    }

    /// Lets a stage search on, and takes over what it has proven.
    fn look(&mut self, alpha: i64, steps: u64, index: usize) -> Result<(), Stop> {
        let settled = self.settled(alpha);
        let at_work = |kind| {
            let mut stages = self.stages.iter();
            stages.any(|stage| stage.kind == kind && !stage.done)
        };
        let (relaxed, narrow) = (at_work(Kind::Generous), at_work(Kind::Blind));
        let room = self.room();
        let Some(stage) = self.stages.get_mut(index).filter(|stage| !stage.done) else {
            return Ok(());
        };
        if settled {
            return Ok(());
        }
        stage.search.model.effort.room = room + stage.search.model.bytes();
        // Of the others the generous game ends soonest, and only its end is of use.
        let steps = match stage.kind {
            Kind::Dim | Kind::Generous | Kind::Exact if self.all => steps / BLIND_SHARE,
            Kind::Generous => 2 * steps,
            Kind::Exact if relaxed => steps / 4,
            Kind::Dim if narrow => steps / 4,
            Kind::Blind | Kind::Dim | Kind::Exact => steps,
        };
        let result = stage.round(alpha.max(self.lower), self.upper, steps);
        if stage.lower() > self.lower {
            self.lower = stage.lower();
            self.winner = Some(index);
        }
        self.upper = self.upper.min(stage.upper().max(self.lower));
        match result {
            Err(Halt::Stop(stop @ (Stop::Size | Stop::Memory))) => {
                // The other games go on, and may have its memory.
                self.short = Some(stop);
                stage.done = true;
                stage.forget();
                Ok(())
            }
            Err(Halt::Stop(stop)) => Err(stop),
            Ok(()) | Err(Halt::Pause) => Ok(()),
        }
    }

    /// The exact game, if it is small enough to be played.
    pub fn exact(&mut self) -> Result<Option<&mut Stage<'a>>, Halt> {
        if let Some(index) = self
            .stages
            .iter()
            .position(|stage| stage.kind == Kind::Exact)
        {
            return Ok(Some(&mut self.stages[index]));
        }
        let size = Stage::size(self.problem, Kind::Exact).unwrap_or(u128::MAX);
        if size > self.memory as u128 / SHARE / WORLD_BYTES {
            return Ok(None);
        }
        let mut stage = Stage::new(self.problem, Kind::Exact, self.payoff, self.limits)?;
        stage.search.model.effort.room = self.room();
        self.stages.push(stage);
        Ok(self.stages.last_mut())
    }

    /// Bytes that its games have in use, roughly.
    pub fn used(&self) -> usize {
        self.stages
            .iter()
            .map(|stage| stage.search.model.bytes())
            .sum()
    }

    /// Bytes that no game has in use.
    pub fn room(&self) -> usize {
        self.memory.saturating_sub(self.used())
    }

    /// Lets the games forget what is not needed to describe the best plan and to value moves.
    pub fn forget_others(&mut self) {
        for (index, stage) in self.stages.iter_mut().enumerate() {
            if stage.kind != Kind::Exact && self.winner != Some(index) {
                stage.forget();
            }
        }
        let room = self.room();
        for stage in &mut self.stages {
            stage.search.model.effort.room = room + stage.search.model.bytes();
        }
    }

    /// Sets of worlds expanded in all games.
    pub fn nodes(&self) -> u64 {
        self.stages
            .iter()
            .map(|stage| stage.search.model.effort.nodes)
            .sum()
    }
}
