//! The highest score that is guaranteed: the score k is exactly if the target k is reached in
//! all worlds.

use crate::search::limits::Stop;

use super::race::Race;

/// While the highest score that is still open gets one round, those below it get a round of
/// this fraction: most often what open hands would guarantee is guaranteed.
const LAG: u64 = 16;

/// Where the search stands.
#[derive(Default)]
pub struct Guarantee<'a> {
    /// Some policy guarantees this.
    pub lower: u8,
    /// No policy guarantees more.
    pub upper: u8,
    /// What hands that were open would guarantee, at least and at most.
    pub open: (u8, u8),
    /// The race whose policy guarantees the lower bound.
    pub best: Option<Race<'a>>,
    /// Sets of worlds expanded, those of `best` left out.
    pub nodes: u64,
    /// What stopped the search, if the bounds do not meet.
    pub stop: Option<Stop>,
    /// The races begun, by score; `None` for one that came to nothing.
    races: Vec<(u8, Option<Race<'a>>)>,
}

/// The rules of the race: how a race for a score begins, how many worlds there are, what the
/// stacks hold, and whether only the maximum counts.
pub struct Terms<F> {
    /// Begins the race for a score.
    pub race: F,
    /// Number of worlds.
    pub count: i64,
    /// Bytes that the races may take together.
    pub memory: usize,
    /// The score so far.
    pub held: u8,
    /// Whether the game is a Grand Finale.
    pub finale: bool,
}

impl<F> Terms<F> {
    /// The most that may be guaranteed if a score is not: a Grand Finale ends with the maximum
    /// or with nothing.
    const fn below(&self, score: u8) -> u8 {
        if self.finale {
            0
        } else {
            score.saturating_sub(1)
        }
    }

    /// The scores to be tried in one round.
    ///
    /// What the stacks hold is most often kept by nobody playing any more, so scores below are
    /// tried only where it is not.
    fn scores(&self, lower: u8, upper: u8) -> Vec<u8> {
        let held = self.held;
        if self.finale {
            vec![upper]
        } else if lower < held && held < upper {
            std::iter::once(held)
                .chain((held + 1..=upper).rev())
                .collect()
        } else {
            (lower + 1..=upper).rev().collect()
        }
    }
}

impl<'a> Guarantee<'a> {
    /// Searches until the bounds meet or a limit stops it; `reachable` is what the cards allow.
    pub fn new(reachable: u8, terms: &Terms<impl Fn(u8) -> Race<'a>>) -> Self {
        let mut found = Self {
            upper: reachable,
            open: (0, reachable),
            ..Self::default()
        };
        // One round after the other for all scores still open, the highest first: each is
        // reached at last, or shown to be out of reach, and the scores below it are settled
        // with it or those above.
        while found.lower < found.upper && found.stop.is_none() {
            found.round(terms);
        }
        found.open.0 = found.open.0.max(found.lower);
        if found.lower >= found.upper {
            found.stop = None;
        }
        let others = found.races.iter().filter_map(|(_, c)| c.as_ref());
        found.nodes += others.map(Race::nodes).sum::<u64>();
        found
    }

    fn round(&mut self, terms: &Terms<impl Fn(u8) -> Race<'a>>) {
        let mut most = None;
        let mut played = false;
        for score in terms.scores(self.lower, self.upper) {
            if score > self.upper {
                continue;
            }
            let index = self.races.iter().position(|(k, _)| *k == score);
            let index = index.unwrap_or_else(|| {
                self.races.push((score, Some((terms.race)(score))));
                self.races.len() - 1
            });
            let Some(race) = &mut self.races[index].1 else {
                continue;
            };
            if most.is_some_and(|most| race.steps > most) {
                played = true;
                continue;
            }
            most = most.or((score > terms.held).then_some((race.steps / LAG).max(1)));
            played = true;
            self.play(terms, score, index);
            if self.lower == score || self.stop.is_some() {
                break;
            }
        }
        let (lower, upper) = (self.lower, self.upper);
        self.races
            .retain(|(score, _)| (lower + 1..=upper).contains(score));
        if !played {
            // No game that might decide a score fits into the memory.
            self.stop = Some(Stop::Size);
        }
    }

    /// One round of one race.
    fn play(&mut self, terms: &Terms<impl Fn(u8) -> Race<'a>>, score: u8, index: usize) {
        let alpha = terms.count - 1;
        let races = self.races.iter().enumerate();
        let others = races.filter(|(other, _)| *other != index);
        let others = others.filter_map(|(_, (_, race))| race.as_ref());
        let used: usize = others.chain(&self.best).map(Race::used).sum();
        let Some(race) = &mut self.races[index].1 else {
            return;
        };
        race.memory = terms.memory.saturating_sub(used);
        race.round(alpha);
        match race.open {
            Some(worlds) if worlds == terms.count => self.open.0 = self.open.0.max(score),
            Some(_) => self.open.1 = self.open.1.min(terms.below(score)),
            None => {}
        }
        let (reached, refuted) = (race.bounds.lower > alpha, race.bounds.upper <= alpha);
        match race.stop {
            Some(Stop::Memory | Stop::Size) | None => {}
            stop => self.stop = stop,
        }
        let too_large = matches!(race.stop, Some(Stop::Memory | Stop::Size));
        if reached || refuted || too_large {
            let race = self.races[index].1.take();
            if reached {
                self.lower = score;
                self.nodes += std::mem::replace(&mut self.best, race)
                    .as_ref()
                    .map_or(0, Race::nodes);
            } else {
                self.nodes += race.as_ref().map_or(0, Race::nodes);
            }
        }
        if refuted {
            self.upper = self.upper.min(terms.below(score));
        }
    }
}
