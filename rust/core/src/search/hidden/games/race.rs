//! Lower against upper bounds, until they meet.

use crate::search::hidden::bounds::Between;
use crate::search::hidden::problem::Problem;
use crate::search::hidden::state::Payoff;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::seat::Seat;
use crate::search::hidden::state::worlds::cap;
use crate::search::limits::{Limits, Stop};

use super::game::{GameSearch, Knowledge, WORLD_BYTES};

/// Steps of the first round; each further round has twice as many.
const FIRST_ROUND: u64 = 4_000;

/// Larger relaxed games are not even made: they end too late to be of use.
const MOST_RELAXED: u128 = 1_000_000;

/// Worlds that the seat may look at where nothing else is left to do, or for the moves.
const MOST_SEAT: u128 = 1_000_000;

/// Steps of a round for each world that may be made; the dead-blind game is wanted at once.
const STEPS_A_WORLD: u128 = 4;

/// The same of the dead-grouped game, which is for what the dead-blind one does not reach.
const GROUPED_STEPS_A_WORLD: u128 = 16;

/// A game may make worlds for one in so many parts of the memory.
const SHARE: u128 = 3;

/// Where nothing but a value without any loss is of interest, the dead-blind game gets so many times as
/// much of a round as the others: most often it has such a policy, and the others only refute.
const DEAD_BLIND_SHARE: u64 = 4;

/// Whether a game of so many worlds may be made in so many bytes.
pub const fn fits(worlds: u128, bytes: usize) -> bool {
    worlds <= bytes as u128 / SHARE / WORLD_BYTES
}

/// Bounds of the value of one payoff, summed over all worlds. More than a dozen fields: it is the
/// question, the clock and the ledger of the race, and each round needs all three.
pub struct Race<'a> {
    problem: &'a Problem,
    /// What a final score is worth.
    pub payoff: Payoff,
    limits: &'a Limits<'a>,
    /// Bytes that its games may take together.
    pub memory: usize,
    /// Whether only a value without any loss is of interest.
    all: bool,
    /// The games begun so far.
    pub games: Vec<GameSearch<'a>>,
    waiting: Vec<(Knowledge, u128)>,
    /// Steps of the next round.
    pub steps: u64,
    /// What is proven so far.
    pub bounds: Between,
    /// The game whose plan reaches the lower bound.
    pub winner: Option<usize>,
    /// The sum over worlds of the value with hands open.
    pub open: Option<i64>,
    /// What the seat bounds, and how many worlds it takes to tell.
    seat: Option<Seat>,
    seat_size: u128,
    /// What a game had too little of, the last time that one had.
    short: Option<Stop>,
    /// What stopped it before the bounds met.
    pub stop: Option<Stop>,
}

/// The most worlds that each game can have.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Of each game.
    pub games: [(Knowledge, u128); 4],
    /// Of the worlds that the seat looks at.
    pub seat: u128,
}

/// Counts the worlds of each game. That takes long where there are many: it is done once, and of
/// the game that has policies soonest alone where the limits leave nothing for the others.
pub fn sizes(problem: &Problem, limits: &Limits<'_>) -> Sizes {
    let games = [
        Knowledge::DeadBlind,
        Knowledge::DeadGrouped,
        Knowledge::Relaxed,
        Knowledge::Real,
    ];
    let at_all = |game| game == Knowledge::DeadBlind || limits.check().is_none();
    let size = |game| {
        at_all(game)
            .then(|| GameSearch::size(problem, game))
            .flatten()
    };
    let games = games.map(|game| (game, size(game).unwrap_or(u128::MAX)));
    let seat = limits.check().is_none().then(|| Seat::size(problem));
    Sizes {
        games,
        seat: seat.flatten().unwrap_or(u128::MAX),
    }
}

impl<'a> Race<'a> {
    /// The race for a payoff, of which `most` is the largest sum over worlds; `games` are those
    /// that there are, by their [`sizes`].
    pub fn new(
        problem: &'a Problem,
        Sizes { games, seat }: Sizes,
        payoff: Payoff,
        most: i64,
        limits: &'a Limits<'a>,
    ) -> Self {
        // It is one of its neighbours.
        let idle = |(knowledge, size): (Knowledge, u128)| {
            let same =
                |other: &&(Knowledge, u128)| other.0 != Knowledge::Relaxed && other.1 == size;
            knowledge == Knowledge::DeadGrouped && games.iter().filter(same).count() > 1
        };
        Self {
            problem,
            payoff,
            limits,
            memory: limits.memory,
            all: false,
            games: Vec::new(),
            steps: FIRST_ROUND,
            waiting: games
                .into_iter()
                .filter(|&knowledge| !idle(knowledge))
                .collect(),
            bounds: Between::up_to(most),
            winner: None,
            open: None,
            seat: None,
            seat_size: seat,
            short: None,
            stop: None,
        }
    }

    /// The same race where only a value without any loss is of interest.
    #[must_use]
    pub const fn for_all(mut self) -> Self {
        self.all = true;
        self
    }

    /// Whether nothing remains to be found above `alpha`.
    pub const fn settled(&self, alpha: i64) -> bool {
        self.bounds.settled(alpha)
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
        if let Err(stop) = self.games_round(alpha, steps) {
            self.stop = Some(stop);
        } else if !self.settled(alpha)
            && self.waiting.is_empty()
            && self.games.iter().all(|game| game.done)
        {
            // The real game is too large; if the seat does not help, the bounds do not meet.
            self.stop = match self.sit(MOST_SEAT) {
                Ok(()) if self.settled(alpha) => None,
                Ok(()) => Some(self.limits.check().or(self.short).unwrap_or(Stop::Size)),
                Err(stop) => Some(stop),
            };
        }
    }

    fn games_round(&mut self, alpha: i64, steps: u64) -> Result<(), Stop> {
        self.sit(u128::from(steps) / STEPS_A_WORLD)?;
        let memory = self.memory;
        self.waiting.retain(|&(kind, size)| {
            fits(size, memory) && (kind != Knowledge::Relaxed || size <= MOST_RELAXED)
        });
        let ready = |&(knowledge, size): &(Knowledge, u128)| match knowledge {
            Knowledge::DeadBlind => size <= 2 * u128::from(steps),
            Knowledge::DeadGrouped => size <= u128::from(steps) / GROUPED_STEPS_A_WORLD,
            Knowledge::Relaxed | Knowledge::Real => size <= u128::from(steps) / STEPS_A_WORLD,
        };
        for (knowledge, _) in self
            .waiting
            .extract_if(.., |waiting| ready(waiting))
            .collect::<Vec<_>>()
        {
            let room = self.room();
            match GameSearch::new(self.problem, knowledge, self.payoff, self.limits, room) {
                Ok(mut game) => {
                    game.search.lossless_only = self.all;
                    let caps = game.sets.iter().map(|(_, worlds)| cap(worlds)).sum();
                    self.bounds.cut(*self.open.get_or_insert(caps));
                    self.games.push(game);
                }
                Err(Halt::Stop(stop @ (Stop::Size | Stop::Memory))) => self.short = Some(stop),
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Pause) => {}
            }
            self.look(alpha, steps, self.games.len().saturating_sub(1))?;
        }
        for index in 0..self.games.len() {
            self.look(alpha, steps, index)?;
        }
        Ok(())
    }

    /// Takes over what the seat bounds, once it may look at so many worlds.
    fn sit(&mut self, worlds: u128) -> Result<(), Stop> {
        if self.seat.is_some() || self.seat_size > worlds || !fits(self.seat_size, self.room()) {
            return Ok(());
        }
        match Seat::new(self.problem, self.payoff, self.limits, self.room()) {
            Ok(seat) => {
                self.open = Some(seat.open);
                self.bounds.cut(seat.most.max(self.bounds.lower));
                self.seat = Some(seat);
            }
            Err(Halt::Stop(stop @ (Stop::Size | Stop::Memory))) => {
                self.seat_size = u128::MAX;
                self.short = Some(stop);
            }
            Err(Halt::Stop(stop)) => return Err(stop),
            Err(Halt::Pause) => {}
        }
        Ok(())
    }

    /// What the seat bounds, if it is known or soon told.
    pub fn seat(&mut self) -> Result<Option<&Seat>, Halt> {
        self.sit(MOST_SEAT).map_err(Halt::Stop)?;
        Ok(self.seat.as_ref())
    }

    /// Lets a game search on, and takes over what it has proven.
    fn look(&mut self, alpha: i64, steps: u64, index: usize) -> Result<(), Stop> {
        let settled = self.settled(alpha);
        let at_work = |knowledge| {
            let mut games = self.games.iter();
            games.any(|game| game.knowledge == knowledge && !game.done)
        };
        let (relaxed, narrow) = (at_work(Knowledge::Relaxed), at_work(Knowledge::DeadBlind));
        let room = self.room();
        let Some(game) = self.games.get_mut(index).filter(|game| !game.done) else {
            return Ok(());
        };
        if settled {
            return Ok(());
        }
        game.search.model.effort.room = room + game.search.model.bytes();
        // Of the others the relaxed game ends soonest, and only its end is of use.
        let steps = match game.knowledge {
            Knowledge::DeadGrouped | Knowledge::Relaxed | Knowledge::Real if self.all => {
                steps / DEAD_BLIND_SHARE
            }
            Knowledge::Relaxed => 2 * steps,
            Knowledge::Real if relaxed => steps / 4,
            Knowledge::DeadGrouped if narrow => steps / 4,
            Knowledge::DeadBlind | Knowledge::DeadGrouped | Knowledge::Real => steps,
        };
        let Between { lower, upper } = self.bounds;
        let result = game.round(alpha.max(lower), upper, steps);
        let found = game.bounds();
        if found.lower > lower {
            self.bounds.reach(found.lower);
            self.winner = Some(index);
        }
        self.bounds.cut(found.upper.max(self.bounds.lower));
        match result {
            Err(Halt::Stop(stop @ (Stop::Size | Stop::Memory))) => {
                // The other games go on, and may have its memory.
                self.short = Some(stop);
                game.done = true;
                game.forget();
                Ok(())
            }
            Err(Halt::Stop(stop)) => Err(stop),
            Ok(()) | Err(Halt::Pause) => Ok(()),
        }
    }

    /// The exact game, if it is small enough to be played.
    pub fn exact(&mut self) -> Result<Option<&mut GameSearch<'a>>, Halt> {
        self.game(Knowledge::Real)
    }

    /// The game whose plan reaches the lower bound, else the first one that has policies of the
    /// real game.
    pub fn policies(&mut self) -> Result<Option<&mut GameSearch<'a>>, Halt> {
        let real = |game: &GameSearch<'_>| game.knowledge != Knowledge::Relaxed;
        match self.winner.or_else(|| self.games.iter().position(real)) {
            Some(index) => Ok(self.games.get_mut(index)),
            None => self.game(Knowledge::DeadBlind),
        }
    }

    /// The game of a kind, begun if it is not yet and fits into what memory is left.
    fn game(&mut self, knowledge: Knowledge) -> Result<Option<&mut GameSearch<'a>>, Halt> {
        let found = self
            .games
            .iter()
            .position(|game| game.knowledge == knowledge);
        if found.is_none() {
            let size = GameSearch::size(self.problem, knowledge).unwrap_or(u128::MAX);
            let room = self.room();
            if !fits(size, room) {
                return Ok(None);
            }
            let game = GameSearch::new(self.problem, knowledge, self.payoff, self.limits, room)?;
            self.games.push(game);
        }
        let index = found.unwrap_or(self.games.len() - 1);
        Ok(self.games.get_mut(index))
    }

    /// Bytes that its games have in use, roughly.
    pub fn used(&self) -> usize {
        self.games
            .iter()
            .map(|game| game.search.model.bytes())
            .sum()
    }

    /// Bytes that no game has in use.
    pub fn room(&self) -> usize {
        self.memory.saturating_sub(self.used())
    }

    /// Lets the games forget what is not needed to describe the best plan and to value moves.
    pub fn forget_others(&mut self) {
        for (index, game) in self.games.iter_mut().enumerate() {
            if game.knowledge != Knowledge::Real && self.winner != Some(index) {
                game.forget();
            }
        }
        let room = self.room();
        for game in &mut self.games {
            game.search.model.effort.room = room + game.search.model.bytes();
        }
    }

    /// Sets of worlds expanded in all games.
    pub fn nodes(&self) -> u64 {
        self.games
            .iter()
            .map(|game| game.search.model.effort.nodes)
            .sum()
    }
}
