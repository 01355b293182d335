//! A lower bound: what the rules of thumb are worth, exactly, with spare copies given up.
//!
//! A policy followed through all draws gives a lower bound. One policy meets few states, and fewer
//! still if it looks away from what seldom matters. So it is followed in a game where spare
//! copies are *given up*: of a card that is in hands one copy counts, in one hand, and the others, in
//! hands and in the deck, count as dead.
//!
//! *Why this is a lower bound of the real game.* The policy does not misplay: where it would, it is
//! taken to be worth no more than what is sure. Follow it in the real game, a copy that is given up taken for a
//! dead card. Tokens, strikes and sizes of hands are the same in both games, and so is what is
//! legal; a card played fits in both, as the one copy that counts is played from a hand and not
//! given up; a copy that is given up can only be discarded. So turn for turn the stacks are the
//! same, in every order of the deck, and with them the score. Only the game with copies given
//! up may be over sooner, as lost, under the Grand Finale rule. ∎
//!
//! Once that is known a *ladder* is climbed: on every rung more moves are looked at beside the
//! best-looking one, on the last one all. What is best among some moves is a policy still. A rung may be
//! cut short: then what was known before stands for the rest.

use arrayvec::ArrayVec;

use super::start::{DRAWS, Outcome};
use super::stored::Stored;
use super::thumb::best_looking;
use super::trial::Trial;
use crate::search::open::key::NodeKey;
use crate::search::open::node::{Move, Node};
use crate::search::open::number::Range;
use crate::search::open::ordering::moves;

const RUNGS: u8 = 4;
/// States on a rung before trials have their turn again.
const PATIENCE: u64 = 10_000;

/// How far a thread has come on the ladder.
pub struct Ladder {
    /// Where states are looked at.
    rung: u8,
    /// The lowest rung that is not done.
    next: u8,
    /// States after which to go on.
    at: u64,
    /// States after which to leave it at that.
    until: u64,
    cut_short: bool,
    /// The first draw to look at, so that threads go different ways.
    offset: usize,
}

impl Ladder {
    pub const fn new(offset: usize) -> Self {
        Self {
            rung: 0,
            next: 0,
            at: 0,
            until: u64::MAX,
            cut_short: false,
            offset,
        }
    }

    /// Whether a move is looked at: the best-looking one on all rungs, then clues, then the discard of a
    /// dead card, then the others. Never a misplay.
    const fn takes(&self, action: Move, best_looking: bool) -> bool {
        match action {
            Move::Misplay(..) | Move::MisplayDead => false,
            _ if best_looking => true,
            Move::Clue => self.rung >= 1,
            Move::DiscardDead => self.rung >= 2,
            _ => self.rung + 1 >= RUNGS,
        }
    }
}

impl<K: NodeKey> Trial<'_, K> {
    /// Goes on with the ladder for as many states as there have been, if it is time: bounds of moves,
    /// those first that come first, each told until that says no. On the lowest rung the first move
    /// has as many as it needs, and that is enough to go on up.
    pub fn climb(
        &mut self,
        node: &Node,
        actions: impl IntoIterator<Item = (usize, Move)>,
        mut told: impl FnMut(usize, u64) -> bool,
    ) {
        if self.states < self.ladder.at || self.ladder.next == RUNGS {
            return;
        }
        self.ladder.rung = self.ladder.next;
        let patient = |trial: &Self| trial.states + trial.states.max(PATIENCE);
        if self.ladder.rung > 0 {
            self.ladder.until = patient(self);
        }
        for (place, action) in actions {
            let Some(low) = self.climbed(node, action) else {
                return;
            };
            if !told(place, low) {
                return;
            }
            self.ladder.until = self.ladder.until.min(patient(self));
        }
        if !std::mem::take(&mut self.ladder.cut_short) || self.ladder.next == 0 {
            self.ladder.next += 1;
        }
        self.ladder.rung = self.ladder.next - 1;
        self.ladder.until = u64::MAX;
        self.ladder.at = 2 * self.states;
    }

    /// What a move of the real game is worth at least.
    fn climbed(&mut self, node: &Node, action: Move) -> Option<u64> {
        let Some(outcome) = self.start.outcome(node, action) else {
            return self.overflow();
        };
        self.least_worth(&outcome, |trial, _, child| {
            Some(trial.start.bounds(child).low.max(trial.by_thumb(child)?))
        })
    }

    /// What is to be had of a state at least, with spare copies given up, on this rung. `None` if
    /// the trial has to stop.
    pub fn by_thumb(&mut self, node: &Node) -> Option<u64> {
        let suits = self.start.frame.suits;
        let spare = self.spare.frame;
        match node.there(suits, spare.suits, spare.players) {
            Some(node) => self.followed(&node, K::of(&node, &self.layout.aside())),
            None => self.overflow(),
        }
    }

    fn followed(&mut self, node: &Node, key: K) -> Option<u64> {
        let known = self.table.get::<K, Stored>(key);
        if let Some(known) = known
            && known.best() >= Some(self.ladder.rung.into())
        {
            return Some(known.range.low);
        }
        let range = self.spare.bounds(node);
        if range.low == range.high {
            return Some(range.low);
        }
        let mut low = known.map_or(range.low, |known| known.range.low);
        if self.states >= self.ladder.until {
            self.ladder.cut_short = true;
            return Some(low);
        }
        self.count();
        if self.halt.is_some() {
            return None;
        }
        let before = std::mem::take(&mut self.ladder.cut_short);
        let frame = self.spare.frame;
        let moves = moves(&frame, node);
        let best = best_looking(&frame, node, &moves, self.spare.objective);
        let others = (0..moves.len()).filter(|&place| place != best);
        for place in std::iter::once(best).chain(others) {
            if low < range.high && self.ladder.takes(moves[place], place == best) {
                low = low.max(self.follow_thumb(node, moves[place])?);
            }
        }
        let rung = match self.ladder.cut_short {
            false => Some(self.ladder.rung.into()),
            true => known.and_then(|known| known.best()),
        };
        if let Some(rung) = rung {
            let stored = Stored::unseen(Range::exact(low));
            self.table.put(key, stored.with_best(rung, low));
        }
        self.ladder.cut_short |= before;
        Some(low)
    }

    fn follow_thumb(&mut self, node: &Node, action: Move) -> Option<u64> {
        let Some(outcome) = self.spare.outcome(node, action) else {
            return self.overflow();
        };
        let layout = self.layout.aside();
        let key = |(_, node): &(u8, Node)| K::of(node, &layout);
        let keys: ArrayVec<K, DRAWS> = outcome.children.iter().map(key).collect();
        self.table.fetch(&keys);
        self.least_worth(&outcome, |trial, place, child| {
            trial.followed(child, keys[place])
        })
    }

    /// What an outcome is worth, by what each of its children is worth at least.
    fn least_worth(
        &mut self,
        outcome: &Outcome,
        mut worth: impl FnMut(&mut Self, usize, &Node) -> Option<u64>,
    ) -> Option<u64> {
        if outcome.over.is_some() {
            return outcome.over;
        }
        let children = &outcome.children;
        let (mut deck, mut sum, mut least) = (0, 0, u64::MAX);
        for place in 0..children.len() {
            let place = (place + self.ladder.offset) % children.len();
            let (weight, child) = &children[place];
            let low = worth(self, place, child)?;
            deck += u64::from(*weight);
            sum += u64::from(*weight) * low;
            least = least.min(low);
        }
        Some(if self.least() { least } else { sum / deck })
    }
}
