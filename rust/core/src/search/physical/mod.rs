//! The search that keeps every card: for rules under which dead cards are not all alike, clues not
//! all one move, or completed suits earn bonuses, with the order of the deck known or unknown.
//!
//! A completed suit then earns one of six bonuses; the discard pile comes back into play, so it is
//! part of the state. Its own search leaves the faster ones for ordinary positions alone.
//!
//! * `horizon`: what can still come, and what of a state matters: bounds and keys
//! * `window`: bounds through chance nodes
//! * `search`: the recursion

mod horizon;
mod search;
mod window;

use rustc_hash::FxHashMap;

use crate::game::state::{Game, State};
use crate::search::limits::Limits;
use crate::search::question::{Answer, Root};
use crate::value::{Bounds, Objective};
use horizon::Key;
use search::Search;

/// Solves a state in which no bonus can come any more, if it knows the rules that are left.
pub type Rest<'a> = dyn FnMut(&State, &Limits) -> Option<Answer> + 'a;

/// What is known of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deck {
    /// Its order: the next card is the last element.
    Ordered,
    /// Its cards: every order is equally likely, or the adversary's.
    Shuffled,
}

/// Solves positions card by card and keeps what it learnt.
#[derive(Default)]
pub struct Physical {
    kept: Vec<Kept>,
}

struct Kept {
    game: Game,
    objective: Objective,
    deck: Deck,
    table: Table,
}

/// Bounds of states, and the bytes that they take.
#[derive(Default)]
struct Table {
    entries: FxHashMap<Key, Bounds>,
    key_bytes: usize,
}

/// Bytes of an entry besides the key: what the map holds, spread over seven eighths of its
/// places.
const ENTRY: usize = (size_of::<(Key, Bounds)>() + 1) * 8 / 7;
/// Bytes that the allocator adds to a key, about.
const OVERHEAD: usize = 16;

impl Table {
    fn bytes(&self) -> usize {
        self.entries.capacity() * ENTRY + self.key_bytes
    }

    /// Whether one more entry fits; a map that grows holds its places twice and once more.
    fn has_room(&self, memory: usize) -> bool {
        let growing = self.entries.len() == self.entries.capacity();
        let places = self.entries.capacity() * if growing { 3 } else { 1 };
        places * ENTRY + self.key_bytes < memory
    }

    fn put(&mut self, key: Key, bounds: Bounds) {
        let bytes = key.len() + OVERHEAD;
        if self.entries.insert(key, bounds).is_none() {
            self.key_bytes += bytes;
        }
    }
}

impl Physical {
    /// Bytes of the tables kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept.iter().map(|kept| kept.table.bytes()).sum()
    }

    /// The value of a state in which no bonus is due, and of the actions asked for.
    ///
    /// Stopped by a limit it gives proven bounds. It runs in one thread.
    pub fn solve(&mut self, root: &Root, deck: Deck, rest: &mut Rest, limits: &Limits) -> Answer {
        let Root {
            game,
            state,
            objective,
            ..
        } = *root;
        self.search(game, objective, deck, rest, limits, |search| {
            let node = search.node(state.clone());
            let value = search.settle(node.bounds, |search, window| search.value(&node, window));
            // No action is worth more than the state.
            let known = Bounds::up_to(value.upper);
            // Alike cards are alike moves: the table knows the second one.
            let actions = root.actions.iter().map(|&action| {
                let ask = |search: &mut Search, window| search.action_value(state, action, window);
                search.settle(known, ask)
            });
            (value, actions.collect())
        })
    }

    /// The value of what an action and the bonuses received led to: the bonus that is due, or
    /// else the draw, comes next. No actions are listed.
    pub fn follow(
        &mut self,
        game: &Game,
        acted: &State,
        objective: Objective,
        rest: &mut Rest,
        limits: &Limits,
    ) -> Answer {
        self.search(game, objective, Deck::Shuffled, rest, limits, |search| {
            let ask = |search: &mut Search, window| search.follow(acted.clone(), true, window);
            (search.settle(search.unknown(), ask), Vec::new())
        })
    }

    fn search(
        &mut self,
        game: &Game,
        objective: Objective,
        deck: Deck,
        rest: &mut Rest,
        limits: &Limits,
        answer: impl FnOnce(&mut Search) -> (Bounds, Vec<Bounds>),
    ) -> Answer {
        let (game, table) = self.table(game, objective, deck, limits);
        // With bonuses half of what is left is for what solves the rest.
        let parts = if game.rules.special.flamboyants { 2 } else { 1 };
        let memory = limits.memory.saturating_sub(self.bytes()) / parts;
        let limits = Limits { memory, ..*limits };
        let mut search = Search::new(&game, objective, deck, limits, table, rest);
        let (value, actions) = answer(&mut search);
        let (nodes, stop) = (search.nodes, search.stop);
        let table = search.into_table();
        self.kept.push(Kept {
            game,
            objective,
            deck,
            table,
        });
        Answer {
            value,
            actions,
            nodes,
            stop,
        }
    }

    /// Takes out the table kept for such positions, or a new one. The others count against the
    /// memory; the oldest go if all take more than half.
    fn table(
        &mut self,
        game: &Game,
        objective: Objective,
        deck: Deck,
        limits: &Limits,
    ) -> (Game, Table) {
        while self.bytes() > limits.memory / 2 {
            self.kept.remove(0);
        }
        let same =
            |kept: &Kept| kept.game == *game && (kept.objective, kept.deck) == (objective, deck);
        match self.kept.iter().position(same) {
            Some(at) => {
                let kept = self.kept.remove(at);
                (kept.game, kept.table)
            }
            None => (game.clone(), Table::default()),
        }
    }
}
