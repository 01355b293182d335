//! The recursion over turns, bonuses and draws.

use super::horizon::{Horizon, Key, sure_score};
use super::window::{Mixture, Window};
use super::{Deck, Rest, Table};
use crate::game::bonus::Bonus;
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Stop};
use crate::value::{Bounds, Objective, Ratio};

const POLL: u64 = 256;

/// A state at the start of a turn with what is known of it before it is searched.
pub struct Node {
    pub state: State,
    /// `None` where the game is over or the bounds are exact.
    known: Option<(Horizon, Key)>,
    pub bounds: Bounds,
}

/// One search.
pub struct Search<'a> {
    game: &'a Game,
    objective: Objective,
    deck: Deck,
    limits: Limits<'a>,
    table: Table,
    /// Solves what is left once no bonus can come any more.
    rest: &'a mut Rest<'a>,
    pub nodes: u64,
    /// Number of nodes at which to look at the limits again.
    check_at: u64,
    pub stop: Option<Stop>,
}

impl<'a> Search<'a> {
    pub fn new(
        game: &'a Game,
        objective: Objective,
        deck: Deck,
        limits: Limits<'a>,
        table: Table,
        rest: &'a mut Rest<'a>,
    ) -> Self {
        Self {
            game,
            objective,
            deck,
            limits,
            table,
            rest,
            nodes: 0,
            check_at: POLL,
            stop: None,
        }
    }

    pub fn into_table(self) -> Table {
        self.table
    }

    /// Bounds of a value known to lie in `known`, equal unless the search has stopped.
    ///
    /// For `guaranteed` it asks from above whether each score can be reached: such a window
    /// cuts far more than it costs to ask again, as the table knows what was found before.
    pub fn settle(
        &mut self,
        mut known: Bounds,
        mut value: impl FnMut(&mut Self, Window) -> Bounds,
    ) -> Bounds {
        while known.lower < known.upper && self.stop.is_none() {
            let (mut low, high) = (known.lower, known.upper);
            if self.objective == Objective::Guaranteed {
                low = high.checked_sub(Ratio::ONE).unwrap_or(low);
            }
            known = known.met(value(self, Window { low, high }));
        }
        known
    }

    /// What is known of a value before any search.
    pub fn unknown(&self) -> Bounds {
        self.objective.between(0, self.game.max_score())
    }

    fn exact(&self, score: u8) -> Bounds {
        self.objective.between(score, score)
    }

    /// What is known of a state at the start of a turn.
    pub fn node(&self, state: State) -> Node {
        if let Some(score) = state.result(self.game) {
            let bounds = self.exact(score);
            return Node {
                state,
                known: None,
                bounds,
            };
        }
        let horizon = Horizon::new(self.game, &state);
        let sure = sure_score(self.game, &state);
        let mut bounds = self.objective.between(sure, horizon.highest);
        let mut known = None;
        if bounds.lower < bounds.upper {
            let key = horizon.key(self.game, &state, self.deck);
            if let Some(&stored) = self.table.entries.get(&key) {
                bounds = bounds.met(stored);
            }
            known = Some((horizon, key));
        }
        Node {
            state,
            known,
            bounds,
        }
    }

    fn poll(&mut self) {
        self.nodes += 1;
        self.check_limits();
        if !self.table.has_room(self.limits.memory) {
            self.stop = self.stop.or(Some(Stop::Memory));
        }
    }

    /// Looks at the limits once enough states have been expanded, here or in the ordinary search.
    fn check_limits(&mut self) {
        if self.nodes >= self.check_at && self.stop.is_none() {
            self.check_at = self.nodes + POLL;
            self.stop = self.limits.check();
        }
    }

    /// Bounds of a state's value, settled in the window unless the search has stopped.
    pub fn value(&mut self, node: &Node, window: Window) -> Bounds {
        let Some((horizon, key)) = &node.known else {
            return node.bounds;
        };
        // What is known may have grown since the node was made.
        let stored = self.table.entries.get(key).copied();
        let known = stored.map_or(node.bounds, |stored| node.bounds.met(stored));
        if window.settles(known) || self.stop.is_some() {
            return known;
        }
        if let Some(found) = self.without_bonuses(node, horizon) {
            return known.met(found);
        }
        self.poll();
        if self.stop.is_some() {
            return known;
        }
        let mut best = Bounds {
            lower: known.lower,
            upper: Ratio::ZERO,
        };
        let high = window.high.min(known.upper);
        for action in self.moves(&node.state, horizon) {
            let low = window.low.max(best.lower);
            best = best.best(self.action_value(&node.state, action, Window { low, high }));
            if best.lower >= high {
                // The other moves were not looked at.
                best.upper = known.upper;
                break;
            }
        }
        let found = Bounds {
            lower: best.lower,
            upper: best.upper.min(known.upper).max(best.lower),
        };
        if self.table.has_room(self.limits.memory) {
            self.table.put(key.clone(), found);
        }
        found
    }

    /// The value of a state in which no bonus can come any more, by the search for ordinary
    /// positions, which is faster; `None` where that does not know it.
    fn without_bonuses(&mut self, node: &Node, horizon: &Horizon) -> Option<Bounds> {
        if horizon.bonuses > 0 {
            return None;
        }
        let answer = (self.rest)(&node.state, &self.limits)?;
        self.nodes += answer.nodes;
        self.stop = self.stop.or(answer.stop);
        self.check_limits();
        Some(answer.value)
    }

    /// The actions that differ, the likeliest best ones first.
    fn moves(&self, state: &State, horizon: &Horizon) -> Vec<Action> {
        let hand = &state.hands[state.mover];
        let code = |slot: usize| horizon.code(self.game, state, hand[slot]);
        let mut actions = state.actions(self.game);
        let mut seen = Vec::new();
        let misplays = !horizon.spares_misplays(self.game, state);
        actions.retain(|action| {
            let Some(slot) = action.slot() else {
                return true;
            };
            if !misplays && matches!(action, Action::Play(_)) && !state.playable(hand[slot]) {
                return false;
            }
            let kind = (matches!(action, Action::Play(_)), code(slot));
            let new = !seen.contains(&kind);
            seen.push(kind);
            new
        });
        actions.sort_by_key(|&action| {
            let of = |slot: usize| (state.playable(hand[slot]), state.dead(hand[slot]));
            match action {
                Action::Play(slot) => match of(slot) {
                    (true, _) => 0,
                    (_, true) => 4,
                    (_, false) => 5,
                },
                Action::Discard(slot) => match of(slot) {
                    (_, true) => 1,
                    (_, false) => 3,
                },
                _ => 2,
            }
        });
        actions
    }

    /// Bounds of an action's value, settled in the window unless the search has stopped.
    pub fn action_value(&mut self, state: &State, action: Action, window: Window) -> Bounds {
        let mut acted = state.clone();
        acted.act(self.game, action);
        self.follow(acted, action.slot().is_some(), window)
    }

    /// After an action: its bonus if one is due, then its draw if it `frees` a slot.
    pub fn follow(&mut self, mut acted: State, frees: bool, window: Window) -> Bounds {
        if acted.bonus_due {
            return self.bonus(&acted, window);
        }
        if let Some(score) = acted.ended_at_once(self.game) {
            return self.exact(score);
        }
        if frees && acted.draws(self.game) {
            return self.draw(acted, window);
        }
        acted.pass_turn(self.game);
        let next = self.node(acted);
        self.value(&next, window)
    }

    /// The bonus that is due. Those with the same effect are one outcome.
    fn bonus(&mut self, acted: &State, window: Window) -> Bounds {
        let horizon = Horizon::new(self.game, acted);
        let cap = self.objective.between(0, horizon.highest);
        let mut outcomes: Vec<Vec<State>> = Vec::new();
        let mut parts: Vec<(u64, Bounds)> = Vec::new();
        for bonus in Bonus::ALL {
            let choices = self.received(acted, &horizon, bonus);
            match outcomes.iter().position(|other| *other == choices) {
                Some(at) => parts[at].0 += 1,
                None => {
                    outcomes.push(choices);
                    parts.push((1, cap));
                }
            }
        }
        self.mix(parts, window, |search, at, window| {
            let mut best = Bounds::exact(Ratio::ZERO);
            for state in &outcomes[at] {
                let low = window.low.max(best.lower);
                let window = Window { low, ..window };
                best = best.best(search.follow(state.clone(), true, window));
                if best.lower >= window.high {
                    best.upper = cap.upper;
                    break;
                }
            }
            best
        })
    }

    /// What the receiver of a bonus can make of it, each result that matters once.
    fn received(&self, acted: &State, horizon: &Horizon, bonus: Bonus) -> Vec<State> {
        let mut codes = Vec::new();
        let mut states = Vec::new();
        for choice in acted.choices(bonus) {
            let code = choice.map(|held| horizon.code(self.game, acted, held));
            if !codes.contains(&code) {
                codes.push(code);
                let mut state = acted.clone();
                state.receive(self.game, bonus, choice);
                states.push(state);
            }
        }
        states
    }

    /// The draw, and with it the next player's turn.
    fn draw(&mut self, mut acted: State, window: Window) -> Bounds {
        if self.deck == Deck::Ordered {
            let next = acted.deck.len() - 1;
            acted.draw(self.game, next);
            let node = self.node(acted);
            return self.value(&node, window);
        }
        let horizon = Horizon::new(self.game, &acted);
        let mut codes: Vec<u8> = Vec::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut parts: Vec<(u64, Bounds)> = Vec::new();
        for index in 0..acted.deck.len() {
            let code = horizon.code(self.game, &acted, acted.deck[index]);
            if let Some(at) = codes.iter().position(|&other| other == code) {
                parts[at].0 += 1;
                continue;
            }
            let mut drawn = acted.clone();
            drawn.draw(self.game, index);
            let node = self.node(drawn);
            codes.push(code);
            parts.push((1, node.bounds));
            nodes.push(node);
        }
        self.mix(parts, window, |search, at, window| {
            search.value(&nodes[at], window)
        })
    }

    /// The minimum or the mean over outcomes, each valued as far as the window needs it. A mean
    /// that does not fit its integers stops the search.
    fn mix(
        &mut self,
        parts: Vec<(u64, Bounds)>,
        window: Window,
        mut value: impl FnMut(&mut Self, usize, Window) -> Bounds,
    ) -> Bounds {
        let mut mixture = Mixture::new(parts, self.objective == Objective::Guaranteed);
        let mut known = mixture.bounds();
        for at in 0..mixture.parts.len() {
            if known.is_some_and(|known| window.settles(known)) {
                break;
            }
            let part = mixture.parts[at].1;
            let wanted = mixture.window(at, window);
            if !wanted.settles(part) {
                mixture.parts[at].1 = part.met(value(self, at, wanted));
                known = mixture.bounds();
            }
        }
        known.unwrap_or_else(|| {
            self.stop = self.stop.or(Some(Stop::Size));
            self.unknown()
        })
    }
}
