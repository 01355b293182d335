//! From the relaxed game to the real one: replaying lines, and branching where none fits.

use rustc_hash::FxHashMap;

use super::beam::beam;
use super::deal::{Cards, Deal, Node, Step, bit};
use super::relaxed::{Pause, Search};
use crate::game::card::Held;
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Stop};

/// Widths of the beams tried one after the other, each followed by a depth-first search with a
/// budget of nodes.
const LADDER: [(usize, u64); 4] = [(1, 1 << 9), (10, 1 << 13), (100, 1 << 16), (1000, u64::MAX)];

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The first steps of the ladder.
    Little,
    /// Until the answer is found.
    Full,
}

/// What an attempt tells.
enum Verdict {
    /// Whether the real game is won.
    Known(bool),
    /// The dear game is won, but not by a line that the real one has.
    Unlike,
}

/// Decides whether states of a game can still reach a target score.
pub struct Decider<'a, const W: usize> {
    game: &'a Game,
    deal: &'a Deal,
    target: u8,
    search: Search<'a, W>,
    /// States that had to be branched on, and whether they win.
    settled: FxHashMap<Vec<u8>, bool>,
}

impl<'a, const W: usize> Decider<'a, W> {
    /// A decider for one target; target at least 1.
    pub fn new(game: &'a Game, deal: &'a Deal, target: u8, limits: &'a Limits<'a>) -> Self {
        Self {
            game,
            deal,
            target,
            search: Search::with_endings(deal, target, limits, limits.memory / 2),
            settled: FxHashMap::default(),
        }
    }

    /// Nodes expanded so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Whether some line from the state ends with the target reached. `None` only after little
    /// effort.
    pub fn wins(&mut self, state: &State, effort: Effort) -> Result<Option<bool>, Stop> {
        if let Some(score) = state.result(self.game) {
            return Ok(Some(score >= self.target));
        }
        let node = Node::new(self.deal, state);
        let rungs = match effort {
            Effort::Little => 2,
            Effort::Full => LADDER.len(),
        };
        let mut dear = false;
        for &(width, budget) in &LADDER[..rungs] {
            match self.attempt(state, &node, width, budget, &mut dear) {
                Ok(Verdict::Known(wins)) => return Ok(Some(wins)),
                Ok(Verdict::Unlike) => break,
                Err(Pause::Budget) => {}
                Err(Pause::Limit(stop)) => return Err(stop),
            }
        }
        match effort {
            Effort::Little => Ok(None),
            Effort::Full => self.branch(state).map(Some),
        }
    }

    /// A verdict by one beam and one search: of the relaxed game, and of the dear one as soon as
    /// the relaxed one is known to be won by a line that the real one has not.
    fn attempt(
        &mut self,
        state: &State,
        node: &Node,
        width: usize,
        budget: u64,
        dear: &mut bool,
    ) -> Result<Verdict, Pause> {
        if let Some(line) = beam(self.deal, node, self.target, width, &mut self.search)?
            && self.replays(state, node, &line)
        {
            return Ok(Verdict::Known(true));
        }
        loop {
            match self.search.find(node, budget, *dear)? {
                None => return Ok(Verdict::Known(false)),
                Some(line) if self.replays(state, node, &line) => return Ok(Verdict::Known(true)),
                Some(_) if *dear => return Ok(Verdict::Unlike),
                Some(_) => *dear = true,
            }
        }
    }

    /// Decides by trying every action of the real game.
    fn branch(&mut self, state: &State) -> Result<bool, Stop> {
        let key = canonical(state);
        if let Some(&wins) = self.settled.get(&key) {
            return Ok(wins);
        }
        let mut wins = false;
        for (action, _) in distinct(self.game, state) {
            let child = state.after(self.game, action);
            let won = match child.result(self.game) {
                Some(score) => score >= self.target,
                None => self.wins_by_search(&child)?,
            };
            if won {
                wins = true;
                break;
            }
        }
        self.settled.insert(key, wins);
        Ok(wins)
    }

    fn wins_by_search(&mut self, state: &State) -> Result<bool, Stop> {
        let node = Node::new(self.deal, state);
        for dear in [false, true] {
            match self.search.find(&node, u64::MAX, dear) {
                Ok(None) => return Ok(false),
                Ok(Some(line)) if self.replays(state, &node, &line) => return Ok(true),
                Ok(Some(_)) | Err(Pause::Budget) => {}
                Err(Pause::Limit(stop)) => return Err(stop),
            }
        }
        self.branch(state)
    }

    /// Whether a line of the relaxed game also wins the real one, card by card.
    fn replays(&self, state: &State, node: &Node, line: &[Step]) -> bool {
        let mut state = state.clone();
        let mut node = *node;
        let mut line = line.iter();
        loop {
            if let Some(score) = state.result(self.game) {
                return score >= self.target;
            }
            let action = match line.next() {
                Some(&step) => {
                    let action = action_for(self.game, &state, step, node.useful(self.deal));
                    node = node.after(self.deal, step);
                    action
                }
                None => pass(self.game, &state),
            };
            let Some(action) = action else { return false };
            state = state.after(self.game, action);
        }
    }
}

/// The action of the real game that does what a relaxed move does, if there is one.
fn action_for(game: &Game, state: &State, step: Step, useful: Cards) -> Option<Action> {
    let hand = &state.hands[state.mover];
    let set = |held: Held| held.card().map_or(0, bit);
    let slot_of = |card: Cards| hand.iter().position(|&held| set(held) == card);
    // A discard at full tokens becomes a misplay.
    let discard = |slot: usize| {
        if state.discard_legal(game) {
            Some(Action::Discard(slot))
        } else {
            (!state.playable(hand[slot])).then_some(Action::Play(slot))
        }
    };
    match step {
        Step::Clue => state.clue_legal(game).then_some(Action::Clue),
        Step::Play(card) => slot_of(card).map(Action::Play),
        Step::Discard(card) => slot_of(card).and_then(discard),
        Step::Dump if state.turns_left.is_some() => pass(game, state),
        Step::Dump => (0..hand.len())
            .find(|&slot| {
                let card = set(hand[slot]);
                card & useful == 0 || hand[..slot].iter().any(|&held| set(held) == card)
            })
            .and_then(discard),
    }
}

/// An action that gets the turn over with the score kept, if there is one.
fn pass(game: &Game, state: &State) -> Option<Action> {
    let hand = &state.hands[state.mover];
    if state.discard_legal(game) && !hand.is_empty() {
        Some(Action::Discard(hand.len() - 1))
    } else if state.clue_legal(game) {
        Some(Action::Clue)
    } else {
        let playable = hand.iter().position(|&held| state.playable(held));
        playable
            .or((!hand.is_empty()).then_some(0))
            .map(Action::Play)
    }
}

/// The legal actions, one of each class of alike ones: copies of a card in the hand are alike,
/// and so are all dead cards, which can only be thrown away, at the same price. With each the
/// first action of its class.
pub fn classes(game: &Game, state: &State) -> Vec<(Action, Action)> {
    let hand = &state.hands[state.mover];
    let alike =
        |a: usize, b: usize| hand[a] == hand[b] || state.dead(hand[a]) && state.dead(hand[b]);
    let first = |slot: usize| (0..slot).find(|&other| alike(other, slot)).unwrap_or(slot);
    state
        .actions(game)
        .into_iter()
        .map(|action| match action {
            Action::Play(slot) => (action, Action::Play(first(slot))),
            Action::Discard(slot) => (action, Action::Discard(first(slot))),
            _ => (action, action),
        })
        .collect()
}

/// One action of each class.
fn distinct(game: &Game, state: &State) -> impl Iterator<Item = (Action, Action)> {
    classes(game, state)
        .into_iter()
        .filter(|(action, first)| action == first)
}

/// A lossless key of a state of the deal: hands sorted, dead cards alike. The deck is told by
/// its size.
fn canonical(state: &State) -> Vec<u8> {
    let mut key = Vec::with_capacity(64);
    key.extend(state.stacks);
    for hand in &state.hands {
        let start = key.len();
        key.extend(hand.iter().map(|&held| match held.card() {
            Some(card) if !state.dead(held) => card.index() as u8,
            _ => u8::MAX,
        }));
        key[start..].sort_unstable();
        key.push(u8::MAX - 1);
    }
    let turns = state.turns_left.map_or(0, |turns| turns + 1);
    key.extend([
        state.deck.len() as u8,
        state.mover as u8,
        state.units,
        state.strikes,
        turns,
    ]);
    key
}
