//! The search of the first turn: kept between pauses, with bounds at any time.

use std::rc::Rc;

use super::climb::Climb;
use super::engine::{Engine, Halt};
use super::lossless::{Lossless, Node};
use super::value::cap;
use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::FactsId;
use crate::search::hidden::turn::placing::{Choice, Hope, Placing};

/// How far the search of a component has come. The first three steps are tried with little
/// effort for each child, then with more and more; the others take what they need.
enum Progress {
    New,
    /// Whether every world can have its cap is all that is asked.
    Lossless(Box<Node>),
    /// The classes are made; options are next to be made exact.
    Classes(Box<Choice>, u64),
    /// Bounds are tight; a placing without losses is looked for.
    Tight(Box<Choice>, u64),
    /// There may be no such placing: one is made class by class.
    Greedy(Box<Choice>, u64),
    /// Blocks of classes are placed, each as if there were no others: the place before which
    /// they are still to come, and what the blocks placed lose.
    Blocks(Box<Choice>, usize, i64),
    /// The last classes are placed together.
    Core(Box<Choice>),
    /// Russian dolls: the next place, and the best placing of the classes after it.
    Dolls(Box<Choice>, usize, Placing),
    Done,
}

/// Steps for each child at first; four times as many at each further try.
const FIRST_EFFORT: u64 = 500;

/// Classes that are placed together, without the others, for an upper bound.
const BLOCK: usize = 12;

/// The last try with limited steps.
const LAST_EFFORT: u64 = FIRST_EFFORT << 10;

/// A component of the first set of worlds.
struct Part {
    facts: FactsId,
    worlds: Vec<World>,
    progress: Progress,
    /// Steps for each child at the first try.
    effort: u64,
    climb: Option<Climb>,
    /// Whether nothing more is expected of a climb.
    climbed: bool,
    lower: Option<Found>,
    upper: i64,
}

/// The first turn.
pub struct Root {
    parts: Vec<Part>,
    /// No policy is worth more.
    pub upper: i64,
}

impl Root {
    /// The first turn of sets of worlds, sorted and with caps, each with its facts. Everybody
    /// knows in which set the world lies. A patient search does not first try with little effort.
    pub fn new(
        engine: &mut Engine<'_>,
        sets: &[(FactsId, Vec<World>)],
        patient: bool,
    ) -> Result<Self, Halt> {
        let mut parts = Vec::new();
        for (facts, worlds) in sets.iter().filter(|(_, worlds)| !worlds.is_empty()) {
            let over = engine.facts.result(*facts).is_some();
            let last = engine.facts.get(*facts).turns == Some(1);
            let components = if over || last {
                vec![worlds.clone()]
            } else {
                engine.components(*facts, worlds)?
            };
            parts.extend(components.into_iter().map(|worlds| Part {
                facts: *facts,
                upper: cap(&worlds),
                climb: None,
                climbed: false,
                worlds,
                progress: Progress::New,
                effort: if patient { LAST_EFFORT } else { FIRST_EFFORT },
                lower: None,
            }));
        }
        Ok(Self {
            upper: parts.iter().map(|part| part.upper).sum(),
            parts,
        })
    }

    /// What the best plan found so far is worth.
    pub fn lower(&self) -> i64 {
        self.parts.iter().map(Part::lower).sum()
    }

    /// The best plan so far.
    pub fn plan(&self) -> Rc<Plan> {
        let plan = |part: &Part| {
            let found = part.lower.as_ref();
            found.map_or_else(|| Rc::new(Plan::Unknown), |found| found.plan.clone())
        };
        match self.parts.as_slice() {
            [part] => plan(part),
            parts => Rc::new(Plan::Parts(parts.iter().map(plan).collect())),
        }
    }

    /// Climbs so many steps on, until what is found is worth `upper` or nothing more is to be
    /// expected: first to some policy for every component, then to better ones. Not to be called
    /// any more after an error.
    pub fn climb(&mut self, engine: &mut Engine<'_>, upper: i64, steps: u64) -> Result<(), Halt> {
        let end = engine.steps_done().saturating_add(steps);
        let mut lower = self.lower();
        for first in [true, false] {
            for part in self.parts.iter_mut().filter(|part| !part.climbed) {
                engine.tick()?;
                let others = lower - part.lower();
                part.climb(engine, part.upper.min(upper - others), first, end)?;
                lower = others + part.lower();
            }
        }
        Ok(())
    }

    /// Gives back the memory of what the search has not ended.
    pub fn forget(&mut self, engine: &mut Engine<'_>) {
        for part in &mut self.parts {
            part.end_climb(engine);
            part.progress = Progress::Done;
        }
    }

    /// Whether there is some policy for every component.
    pub fn placed(&self) -> bool {
        self.parts.iter().all(|part| part.lower.is_some())
    }

    /// Searches on, until the value is found or shown to be at most alpha. An error leaves
    /// everything in order to go on.
    pub fn advance(&mut self, engine: &mut Engine<'_>, alpha: i64) -> Result<(), Halt> {
        for index in 0..self.parts.len() {
            let open: i64 = self.parts.iter().map(|part| part.upper).sum();
            if open <= alpha {
                break;
            }
            let part = &mut self.parts[index];
            // Less than is found already is of no interest.
            let alpha = (alpha - (open - part.upper)).max(part.lower());
            let halted = part.advance(engine, alpha);
            self.upper = self.parts.iter().map(|part| part.upper).sum();
            halted?;
        }
        self.upper = self.parts.iter().map(|part| part.upper).sum();
        Ok(())
    }
}

impl Part {
    /// What the best plan found so far is worth.
    fn lower(&self) -> i64 {
        self.lower.as_ref().map_or(0, |found| found.value)
    }

    /// Climbs on until a policy is worth `enough`; if only a `first` one is asked for, to that.
    fn climb(
        &mut self,
        engine: &mut Engine<'_>,
        enough: i64,
        first: bool,
        end: u64,
    ) -> Result<(), Halt> {
        while !self.climbed
            && self
                .lower
                .as_ref()
                .is_none_or(|lower| !first && lower.value < enough)
            && engine.steps_done() < end
        {
            let climb = self
                .climb
                .get_or_insert_with(|| Climb::new(engine, self.facts, &self.worlds));
            let result = climb.go_on(engine);
            let (best, done) = (climb.best.clone(), climb.done());
            self.improve(engine, best);
            self.climbed = done;
            result?;
        }
        self.compare();
        if self.climbed || matches!(self.progress, Progress::Done) {
            self.end_climb(engine);
        }
        Ok(())
    }

    fn end_climb(&mut self, engine: &mut Engine<'_>) {
        self.climbed = true;
        if let Some(climb) = self.climb.take() {
            climb.end(engine);
        }
    }

    /// Ends the search if the bounds meet.
    fn compare(&mut self) {
        if self.lower.is_some() && self.lower() >= self.upper {
            self.progress = Progress::Done;
        }
    }

    fn advance(&mut self, engine: &mut Engine<'_>, alpha: i64) -> Result<(), Halt> {
        loop {
            self.compare();
            match std::mem::replace(&mut self.progress, Progress::Done) {
                Progress::New => self.begin(engine)?,
                Progress::Lossless(mut node) => match node.solve(engine) {
                    Ok(Lossless::Plan(plan)) => {
                        let value = cap(&self.worlds);
                        self.solved(engine, Found { value, plan });
                    }
                    Ok(Lossless::Core(_)) => self.settle(cap(&self.worlds) - 1),
                    Err(halt) => return self.pause(Progress::Lossless(node), halt),
                },
                Progress::Classes(mut choice, effort) => {
                    let tight = choice.tighten(engine, alpha, effort);
                    // Options that cannot lift the value above alpha may have been left out.
                    self.upper = self.upper.min(choice.best_sum().max(alpha));
                    match tight {
                        Ok(true) => {
                            choice.sort();
                            self.progress = Progress::Tight(choice, effort);
                        }
                        Ok(false) => self.settle(alpha),
                        Err(halt) => return self.pause(Progress::Classes(choice, effort), halt),
                    }
                }
                Progress::Tight(mut choice, effort) => match choice.hopeful(engine, 0, effort) {
                    Ok(Hope::Fulfilled(placing)) => self.solved(engine, choice.found(&placing)),
                    Ok(hope) => {
                        if matches!(hope, Hope::Vain) {
                            self.upper = self.upper.min(choice.rest[0] - 1);
                        }
                        self.progress = Progress::Greedy(choice, effort);
                    }
                    Err(halt) => return self.pause(Progress::Tight(choice, effort), halt),
                },
                Progress::Greedy(mut choice, effort) => {
                    match choice.greedy_from(engine, 0, effort) {
                        Ok(placing) => {
                            self.improve(engine, placing.map(|placing| choice.found(&placing)))
                        }
                        Err(halt) => return self.pause(Progress::Greedy(choice, effort), halt),
                    }
                    self.progress = if effort < LAST_EFFORT {
                        Progress::Classes(choice, 4 * effort)
                    } else {
                        let end = choice.order.len();
                        Progress::Blocks(choice, end, 0)
                    };
                }
                Progress::Blocks(choice, end, _)
                    if end == 0 || choice.order.len() <= engine.few =>
                {
                    self.progress = Progress::Core(choice);
                }
                Progress::Blocks(mut choice, end, loss) => {
                    let from = end.saturating_sub(BLOCK.min(engine.few));
                    let sum = choice.best_sum();
                    let others = sum - choice.best_from_on(from) + choice.best_from_on(end);
                    match choice.block_loss(engine, from, end, alpha + loss - others) {
                        Ok(Some(more)) => {
                            self.upper = self.upper.min(sum - loss - more);
                            self.progress = Progress::Blocks(choice, from, loss + more);
                        }
                        Ok(None) => self.settle(alpha),
                        Err(halt) => {
                            return self.pause(Progress::Blocks(choice, end, loss), halt);
                        }
                    }
                }
                Progress::Core(mut choice) => {
                    let place = choice.order.len().saturating_sub(engine.few);
                    let before = choice.best_before(place);
                    match choice.by_subsets(engine, place, alpha - before) {
                        Ok(Some(placing)) => {
                            self.upper = self.upper.min(before + placing.value);
                            self.progress = Progress::Dolls(choice, place, placing);
                        }
                        Ok(None) => self.settle(alpha),
                        Err(halt) => return self.pause(Progress::Core(choice), halt),
                    }
                }
                Progress::Dolls(choice, 0, placing) => self.solved(engine, choice.found(&placing)),
                Progress::Dolls(mut choice, end, placing) => {
                    let before = choice.best_before(end - 1);
                    match choice.doll(engine, end - 1, &placing, alpha - before) {
                        Ok(Some(next)) => {
                            self.upper = self.upper.min(before + next.value);
                            self.progress = Progress::Dolls(choice, end - 1, next);
                        }
                        Ok(None) => self.settle(alpha),
                        Err(halt) => {
                            return self.pause(Progress::Dolls(choice, end, placing), halt);
                        }
                    }
                }
                Progress::Done => return Ok(()),
            }
        }
    }

    fn begin(&mut self, engine: &mut Engine<'_>) -> Result<(), Halt> {
        let facts = self.facts;
        self.progress = Progress::New;
        if let Some(found) = engine.simple(facts, &self.worlds) {
            self.solved(engine, found);
            return Ok(());
        }
        engine.nodes += 1;
        if engine.all {
            let node = Node::new(engine, facts, &self.worlds)?;
            self.progress = Progress::Lossless(Box::new(node));
            return Ok(());
        }
        let choice = Choice::new(engine, facts, &self.worlds)?;
        self.progress = Progress::Classes(Box::new(choice), self.effort);
        Ok(())
    }

    fn pause(&mut self, progress: Progress, halt: Halt) -> Result<(), Halt> {
        self.progress = progress;
        Err(halt)
    }

    /// The value is at most alpha.
    fn settle(&mut self, alpha: i64) {
        self.upper = self.upper.min(alpha);
        self.progress = Progress::Done;
    }

    fn solved(&mut self, engine: &Engine<'_>, found: Found) {
        self.upper = found.value;
        self.improve(engine, Some(found));
        self.progress = Progress::Done;
    }

    /// Takes over a better policy, but none in which a player of a restricted game may have nothing
    /// to do.
    fn improve(&mut self, engine: &Engine<'_>, found: Option<Found>) {
        if let Some(found) = found
            && !engine.spoiled
            && self
                .lower
                .as_ref()
                .is_none_or(|lower| found.value >= lower.value)
        {
            self.lower = Some(found);
        }
    }
}
