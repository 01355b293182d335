//! The search for special rules, where the faster searches' merging does not hold: every kind
//! of card, every draw, every kind of clue, and a table of exact values.
//!
//! It leaves out only what the rules of play themselves bound: a move is not searched once
//! another reaches the highest score that cards and turns allow.

use rustc_hash::FxHashMap;

use crate::game::card::Held;
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Solution, Stop};
use crate::value::{Bounds, Objective, Ratio};

/// Whether the order of the deck is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deck {
    /// The next card is the last element.
    Known,
    /// Every order is equally likely, or the adversary's.
    Unknown,
}

/// A state up to the order of hands and the identity of dead cards.
///
/// A dead card is kept as what can still matter of it: whether playing it discards it, and
/// which kinds of clues touch it.
type Key = Box<[u8]>;

/// Most bytes of a table entry, about: a growing map holds its old entries and twice as many places
/// for new ones, of which an eighth stays free; each key is an allocation of its own.
const ENTRY: usize = 4 * (size_of::<(Key, Bounds)>() + 1) + 32;
const POLL: u64 = 256;

struct Search<'a> {
    game: &'a Game,
    objective: Objective,
    deck: Deck,
    limits: &'a Limits<'a>,
    table: FxHashMap<Key, Bounds>,
    bytes: usize,
    nodes: u64,
    stop: Option<Stop>,
}

/// The value of a state and of each of its actions.
///
/// Stopped by a limit it gives proven bounds.
#[must_use]
pub fn solve(
    game: &Game,
    state: &State,
    objective: Objective,
    deck: Deck,
    limits: &Limits,
) -> Solution {
    let table = FxHashMap::default();
    let mut search = Search {
        game,
        objective,
        deck,
        limits,
        table,
        bytes: 0,
        nodes: 0,
        stop: None,
    };
    if let Some(score) = state.result(game) {
        let value = Bounds::exact(search.worth(score));
        return Solution {
            value,
            actions: Vec::new(),
            nodes: 0,
            stop: None,
        };
    }
    let actions: Vec<_> = state
        .actions(game)
        .into_iter()
        .map(|action| (action, search.action_value(state, action)))
        .collect();
    let best = actions
        .iter()
        .map(|&(_, bounds)| bounds)
        .reduce(Bounds::best);
    let value = best.unwrap_or(Bounds {
        lower: Ratio::ZERO,
        upper: search.worth(u8::MAX),
    });
    Solution {
        value,
        actions,
        nodes: search.nodes,
        stop: search.stop,
    }
}

impl Search<'_> {
    fn worth(&self, score: u8) -> Ratio {
        let score = score.min(self.game.max_score());
        Ratio::whole(self.objective.worth(score).into())
    }

    /// What no policy exceeds: each turn plays at most one card, and under the last-round rule
    /// at most deck + players turns play one.
    fn highest(&self, state: &State) -> Ratio {
        let reachable = state.reachable_score(self.game);
        if self.game.rules.grand_finale {
            return self.worth(reachable);
        }
        let plays = match state.turns_left {
            Some(turns) => usize::from(turns),
            None => state.deck.len() + self.game.players,
        };
        let by_turns = usize::from(state.score()) + plays;
        self.worth(by_turns.min(usize::from(reachable)) as u8)
    }

    fn poll(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.stop.is_none() {
            self.stop = self.limits.check();
        }
        if self.bytes > self.limits.memory {
            self.stop = self.stop.or(Some(Stop::Memory));
        }
    }

    fn value(&mut self, state: &State) -> Bounds {
        if let Some(score) = state.result(self.game) {
            return Bounds::exact(self.worth(score));
        }
        let highest = self.highest(state);
        let unknown = Bounds {
            lower: Ratio::ZERO,
            upper: highest,
        };
        if highest == Ratio::ZERO {
            return unknown;
        }
        let key = self.key(state);
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        self.poll();
        if self.stop.is_some() {
            return unknown;
        }
        let mut best = Bounds {
            lower: Ratio::ZERO,
            upper: Ratio::ZERO,
        };
        for action in state.actions(self.game) {
            best = best.best(self.action_value(state, action));
            if best.lower == highest {
                break;
            }
            if self.stop.is_some() {
                best.upper = highest;
                return best;
            }
        }
        self.bytes += ENTRY + key.len();
        self.table.insert(key, best);
        best
    }

    fn action_value(&mut self, state: &State, action: Action) -> Bounds {
        let mut acted = state.clone();
        let draws = acted.act(self.game, action);
        if let Some(score) = acted.ended_at_once(self.game) {
            return Bounds::exact(self.worth(score));
        }
        if !draws {
            acted.pass_turn(self.game);
            return self.value(&acted);
        }
        if self.deck == Deck::Known {
            let next = acted.deck.len() - 1;
            acted.draw(self.game, next);
            return self.value(&acted);
        }
        let mut drawn: Vec<(Held, Bounds)> = Vec::new();
        for index in 0..acted.deck.len() {
            let held = acted.deck[index];
            let known = drawn
                .iter()
                .find(|&&(other, _)| other == held)
                .map(|&(_, b)| b);
            let bounds = known.unwrap_or_else(|| {
                let mut next = acted.clone();
                next.draw(self.game, index);
                self.value(&next)
            });
            drawn.push((held, bounds));
        }
        self.over_draws(drawn.into_iter().map(|(_, bounds)| bounds))
    }

    /// The minimum or the mean over the draws. A mean that does not fit its integers stops the
    /// search.
    fn over_draws(&mut self, draws: impl ExactSizeIterator<Item = Bounds>) -> Bounds {
        let count = draws.len() as u128;
        let all = Bounds {
            lower: Ratio::ZERO,
            upper: self.worth(u8::MAX),
        };
        if self.objective == Objective::Guaranteed {
            return draws.reduce(Bounds::worst).unwrap_or(all);
        }
        let zero = Bounds::exact(Ratio::ZERO);
        let mut draws = draws;
        let sum = draws.try_fold(zero, |sum, draw| {
            Some(Bounds {
                lower: sum.lower.checked_add(draw.lower)?,
                upper: sum.upper.checked_add(draw.upper)?,
            })
        });
        let mean = sum.and_then(|sum| {
            Some(Bounds {
                lower: sum.lower.checked_div(count)?,
                upper: sum.upper.checked_div(count)?,
            })
        });
        mean.unwrap_or_else(|| {
            self.stop = self.stop.or(Some(Stop::Size));
            all
        })
    }

    fn key(&self, state: &State) -> Key {
        let special = &self.game.rules.special;
        let code = |&held: &Held| match held {
            Held::Card(card) if !state.dead(held) => card.index() as u8,
            Held::Card(card) => special.dead_code(card),
            Held::Dead | Held::Unspecified => u8::MAX - 1,
        };
        let mut key = Vec::with_capacity(64);
        for hand in &state.hands {
            let start = key.len();
            key.extend(hand.iter().map(code));
            key[start..].sort_unstable();
            key.push(u8::MAX);
        }
        let start = key.len();
        key.extend(state.deck.iter().map(code));
        if self.deck == Deck::Unknown {
            key[start..].sort_unstable();
        }
        key.extend_from_slice(&state.stacks[..self.game.suits.len()]);
        let last_clue = state.last_clue.map_or(2, |kind| kind as u8);
        key.extend([state.units, state.strikes, state.mover as u8, last_clue]);
        key.push(state.turns_left.unwrap_or(u8::MAX));
        key.into()
    }
}
