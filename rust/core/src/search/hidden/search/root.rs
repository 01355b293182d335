//! The search of the first turn: kept between pauses, with bounds at any time.

use std::rc::Rc;

use crate::search::hidden::bounds::Between;
use crate::search::hidden::local::LocalSearch;
use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::search::Search;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{World, cap};
use crate::search::hidden::turn::Lossless;
use crate::search::hidden::turn::constraints::Node;
use crate::search::hidden::turn::placing::{Hope, Prescription, TurnSearch};

/// How far the search of a component has come.
enum Progress {
    New,
    /// Whether every world can have its cap is all that is asked.
    Lossless(Box<Node>),
    /// The classes are made; options are next to be made exact.
    Classes(Box<TurnSearch>),
    /// Bounds are tight; a placing without losses is looked for.
    Tight(Box<TurnSearch>),
    /// There may be no such placing: one is made class by class.
    Greedy(Box<TurnSearch>),
    /// Russian dolls: the next place, and the best placing of the classes after it.
    Dolls(Box<TurnSearch>, usize, Prescription),
    Done,
}

/// A component of the first set of worlds.
struct Part {
    public: PublicId,
    worlds: Vec<World>,
    progress: Progress,
    climb: Option<LocalSearch>,
    /// Whether nothing more is expected of a climb.
    climbed: bool,
    bounds: Between,
    /// A plan that reaches the lower bound, if any is known.
    plan: Option<Rc<Plan>>,
}

/// The first turn.
pub struct Root {
    parts: Vec<Part>,
}

impl Root {
    /// The first turn of sets of worlds, sorted and with caps, each with its public state. Everybody
    /// knows in which set the world lies.
    pub fn new(search: &mut Search<'_>, sets: &[(PublicId, Vec<World>)]) -> Result<Self, Halt> {
        let mut parts = Vec::new();
        for (public, worlds) in sets.iter().filter(|(_, worlds)| !worlds.is_empty()) {
            let over = search.model.publics.result(*public).is_some();
            let last = search.model.publics.get(*public).turns_left == Some(1);
            let components = if over || last {
                vec![worlds.clone()]
            } else {
                search.model.components(*public, worlds)?
            };
            parts.extend(components.into_iter().map(|worlds| Part {
                public: *public,
                bounds: Between::up_to(search.model.most(&worlds)),
                climb: None,
                climbed: false,
                worlds,
                progress: Progress::New,
                plan: None,
            }));
        }
        Ok(Self { parts })
    }

    /// The sum of what is proven of the components.
    pub fn bounds(&self) -> Between {
        let bounds = self.parts.iter().map(|part| part.bounds);
        bounds.fold(Between::up_to(0), Between::plus)
    }

    /// The best plan so far.
    pub fn plan(&self) -> Rc<Plan> {
        let plan = |part: &Part| part.plan.clone().unwrap_or_else(|| Rc::new(Plan::Unknown));
        match self.parts.as_slice() {
            [part] => plan(part),
            parts => Rc::new(Plan::Parts(parts.iter().map(plan).collect())),
        }
    }

    /// Climbs so many steps on, until what is found is worth `upper` or nothing more is to be
    /// expected: first to some policy for every component, then to better ones. Not to be called
    /// any more after an error.
    pub fn climb(&mut self, search: &mut Search<'_>, upper: i64, steps: u64) -> Result<(), Halt> {
        let end = search.model.effort.done().saturating_add(steps);
        let mut lower = self.bounds().lower;
        for first in [true, false] {
            for part in self.parts.iter_mut().filter(|part| !part.climbed) {
                search.model.tick()?;
                let others = lower - part.bounds.lower;
                part.climb(search, part.bounds.upper.min(upper - others), first, end)?;
                lower = others + part.bounds.lower;
            }
        }
        Ok(())
    }

    /// Gives back the memory of what the search has not ended.
    pub fn forget(&mut self, search: &mut Search<'_>) {
        for part in &mut self.parts {
            part.end_climb(search);
            part.end(search);
        }
    }

    /// Whether there is some policy for every component.
    pub fn placed(&self) -> bool {
        self.parts.iter().all(|part| part.plan.is_some())
    }

    /// Whether no climb goes on.
    pub fn climbed(&self) -> bool {
        self.parts.iter().all(|part| part.climbed)
    }

    /// Searches on, until the value is found or shown to be at most alpha. An error leaves
    /// everything in order to go on.
    pub fn advance(&mut self, search: &mut Search<'_>, alpha: i64) -> Result<(), Halt> {
        for index in 0..self.parts.len() {
            let open = self.bounds().upper;
            if open <= alpha {
                break;
            }
            let part = &mut self.parts[index];
            // Less than is found already is of no interest.
            let alpha = (alpha - (open - part.bounds.upper)).max(part.bounds.lower);
            part.advance(search, alpha)?;
        }
        Ok(())
    }
}

impl Part {
    /// Climbs on until a policy is worth `enough`; if only a `first` one is asked for, to that.
    fn climb(
        &mut self,
        search: &mut Search<'_>,
        enough: i64,
        first: bool,
        end: u64,
    ) -> Result<(), Halt> {
        while !self.climbed
            && (self.plan.is_none() || !first && self.bounds.lower < enough)
            && search.model.effort.done() < end
        {
            let climb = self
                .climb
                .get_or_insert_with(|| LocalSearch::new(&search.model, self.public, &self.worlds));
            let result = climb.go_on(&mut search.model, &mut search.lots);
            let (best, done) = (climb.best.clone(), climb.done());
            self.improve(search, best);
            self.climbed = done;
            result?;
        }
        self.compare(search);
        let ended = matches!(self.progress, Progress::Done) && !search.narrow();
        if self.climbed || ended || self.bounds.lower >= self.bounds.upper {
            self.end_climb(search);
        }
        Ok(())
    }

    fn end_climb(&mut self, search: &mut Search<'_>) {
        self.climbed = true;
        if let Some(climb) = self.climb.take() {
            climb.end(&mut search.model);
        }
    }

    /// Ends the search if the bounds meet.
    fn compare(&mut self, search: &mut Search<'_>) {
        if self.plan.is_some() && self.bounds.lower >= self.bounds.upper {
            self.end(search);
        }
    }

    fn end(&mut self, search: &mut Search<'_>) {
        if let Progress::Lossless(node) = std::mem::replace(&mut self.progress, Progress::Done) {
            node.end(&mut search.model);
        }
    }

    fn advance(&mut self, search: &mut Search<'_>, alpha: i64) -> Result<(), Halt> {
        loop {
            self.compare(search);
            match std::mem::replace(&mut self.progress, Progress::Done) {
                Progress::New => self.begin(search)?,
                Progress::Lossless(mut node) => match node.solve(search) {
                    Ok(found) => {
                        node.end(&mut search.model);
                        let value = cap(&self.worlds);
                        match found {
                            Lossless::Plan(plan) => self.solved(search, Found { value, plan }),
                            Lossless::Core(_) => self.settle(search, value - 1),
                        }
                    }
                    Err(halt) => return self.pause(Progress::Lossless(node), halt),
                },
                Progress::Classes(mut choice) => {
                    let tight = choice.tighten(search, alpha);
                    // Options that cannot lift the value above alpha may have been left out.
                    self.cut(search, choice.best_sum().max(alpha));
                    match tight {
                        Ok(true) => {
                            let joined = choice.join_bound(search, alpha);
                            self.cut(search, choice.best_sum().max(alpha));
                            match joined {
                                Ok(true) => {
                                    choice.sort();
                                    self.progress = Progress::Tight(choice);
                                }
                                Ok(false) => self.settle(search, alpha),
                                Err(halt) => return self.pause(Progress::Classes(choice), halt),
                            }
                        }
                        Ok(false) => self.settle(search, alpha),
                        Err(halt) => return self.pause(Progress::Classes(choice), halt),
                    }
                }
                Progress::Tight(mut choice) => match choice.hopeful(search, 0) {
                    Ok(Hope::Fulfilled(placing)) => self.solved(search, choice.found(&placing)),
                    Ok(hope) => {
                        if matches!(hope, Hope::Vain) {
                            self.cut(search, choice.rest[0] - 1);
                        }
                        self.progress = Progress::Greedy(choice);
                    }
                    Err(halt) => return self.pause(Progress::Tight(choice), halt),
                },
                Progress::Greedy(mut choice) => {
                    match choice.greedy_from(search, 0) {
                        Ok(placing) => {
                            self.improve(search, placing.map(|placing| choice.found(&placing)))
                        }
                        Err(halt) => return self.pause(Progress::Greedy(choice), halt),
                    }
                    let end = choice.order.len();
                    self.progress = Progress::Dolls(choice, end, Prescription::default());
                }
                Progress::Dolls(choice, 0, placing) => self.solved(search, choice.found(&placing)),
                Progress::Dolls(mut choice, end, placing) => {
                    let before = choice.best_before(end - 1);
                    match choice.doll(search, end - 1, &placing, alpha - before) {
                        Ok(Some(next)) => {
                            self.cut(search, before + next.value);
                            self.progress = Progress::Dolls(choice, end - 1, next);
                        }
                        Ok(None) => self.settle(search, alpha),
                        Err(halt) => {
                            return self.pause(Progress::Dolls(choice, end, placing), halt);
                        }
                    }
                }
                Progress::Done => return Ok(()),
            }
        }
    }

    fn begin(&mut self, search: &mut Search<'_>) -> Result<(), Halt> {
        let public = self.public;
        self.progress = Progress::New;
        if let Some(found) = search.model.simple(public, &self.worlds) {
            self.solved(search, found);
            return Ok(());
        }
        search.model.effort.nodes += 1;
        if search.lossless_only {
            let node = Node::new(search, public, &self.worlds)?;
            self.progress = Progress::Lossless(Box::new(node));
            return Ok(());
        }
        let choice = TurnSearch::new(search, public, &self.worlds)?;
        self.cut(search, choice.best_sum().max(self.bounds.lower));
        self.progress = Progress::Classes(Box::new(choice));
        Ok(())
    }

    fn pause(&mut self, progress: Progress, halt: Halt) -> Result<(), Halt> {
        self.progress = progress;
        Err(halt)
    }

    /// The search proves that its policies are worth no more.
    fn cut(&mut self, search: &Search<'_>, value: i64) {
        if !search.narrow() {
            self.bounds.cut(value);
        }
    }

    /// The value is at most alpha.
    fn settle(&mut self, search: &Search<'_>, alpha: i64) {
        self.cut(search, alpha);
        self.progress = Progress::Done;
    }

    fn solved(&mut self, search: &Search<'_>, found: Found) {
        self.cut(search, found.value);
        self.improve(search, Some(found));
        self.progress = Progress::Done;
    }

    /// Takes over a better policy, but none in which a player of a restricted game may have nothing
    /// to do.
    fn improve(&mut self, search: &Search<'_>, found: Option<Found>) {
        if let Some(Found { value, plan }) = found
            && !search.model.clues.stranded
            && (self.plan.is_none() || value >= self.bounds.lower)
        {
            self.bounds.reach(value);
            self.plan = Some(plan);
        }
    }
}
