//! A proof of loss near the end of the deck: nobody gets the plays in, whoever moves when.
//!
//! The *game of last turns* is easier than the real one under the last-round rule. Everything is
//! seen, every order of turns that the tokens allow is tried, tokens have no limit, a misplay
//! earns what a discard does, what is thrown away stays in the hand, and who has drawn holds every
//! card of the deck. So if it does not reach a score, no policy does, whatever the draws:
//!
//! A real line that reaches the score is a line of this game. Its plays are plays here. Its other
//! turns that draw, or belong to the last round, are the spare ones: there are deck + players
//! such turns, so that no more can be spared than what the plays needed leave. Clues come between,
//! for a token each; a whole round of them changes nothing here, where tokens only help, and is
//! left out.
//!
//! Most states near the end that many players come to are lost, and no sum over the suits shows it:
//! this looks at all suits together.

use arrayvec::ArrayVec;

use super::bounds::Frame;
use super::node::{Node, next_player};
use super::suits::Facts;
use crate::game::card::MAX_SUITS;

/// Most cards in the deck for which the proof is tried.
pub const DECK: u8 = 2;

/// Most turns looked at; beyond, the score counts as within reach.
const BUDGET: u32 = 300;

/// The game, and how much more of it is looked at.
struct LastTurns<'a> {
    frame: Frame<'a>,
    /// Facts of the suits that are not spent.
    suits: ArrayVec<&'a Facts, MAX_SUITS>,
    budget: u32,
}

/// A state at the start of a turn.
#[derive(Clone, Copy)]
struct Turn {
    mover: u8,
    /// Players that have drawn since, as bits.
    drew: u8,
    /// Cards left to draw.
    draws: u8,
    /// Turns of the last round.
    turns: u8,
    units: u8,
    /// Turns that need not be plays.
    spare: u8,
    /// Plays still needed.
    need: u8,
    /// Cards played of each suit.
    played: [u8; MAX_SUITS],
}

/// `false` proves that no policy ends with the score, whatever the draws. Asked at the start of a
/// turn under the last-round rule.
#[must_use]
pub fn may_reach(frame: Frame, node: &Node, target: u8) -> bool {
    let need = target.saturating_sub(node.score);
    let turns = node.turns_left.unwrap_or(node.deck() + frame.players as u8);
    let Some(spare) = turns.checked_sub(need) else {
        return false;
    };
    let facts = node.ids().iter().map(|&id| frame.suits.facts(id));
    let mut game = LastTurns {
        frame,
        suits: facts.filter(|facts| facts.left > 0).collect(),
        budget: BUDGET,
    };
    game.wins(Turn {
        mover: node.mover,
        drew: 0,
        draws: node.deck(),
        turns: node.turns_left.unwrap_or(frame.players as u8),
        units: node.units,
        spare,
        need,
        played: [0; MAX_SUITS],
    })
}

impl LastTurns<'_> {
    /// Whether the score is reached, or too much has been looked at.
    fn wins(&mut self, turn: Turn) -> bool {
        if turn.need == 0 || self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        if turn.draws == 0 {
            return turn.turns > 0 && self.wins_by(turn);
        }
        let token = self.frame.rules.units_per_token;
        let mut turn = turn;
        for _ in 0..self.frame.players {
            if self.wins_by(turn) {
                return true;
            }
            if turn.units < token {
                break;
            }
            turn.units -= token;
            turn.mover = next_player(turn.mover, self.frame.players);
        }
        false
    }

    /// By a play or another turn of the mover.
    fn wins_by(&mut self, turn: Turn) -> bool {
        let mover = usize::from(turn.mover);
        let drew = turn.drew >> mover & 1 != 0;
        let mut after = turn;
        after.mover = next_player(turn.mover, self.frame.players);
        if turn.draws > 0 {
            after.draws -= 1;
            after.drew |= 1 << mover;
        } else {
            after.turns -= 1;
        }
        for suit in 0..self.suits.len() {
            let facts = self.suits[suit];
            let step = turn.played[suit];
            if step == facts.left {
                continue;
            }
            let holds =
                facts.held[mover] >> step & 1 != 0 || drew && facts.deck[usize::from(step)] > 0;
            if holds {
                let mut played = after;
                played.played[suit] += 1;
                played.need -= 1;
                if facts.completes && step + 1 == facts.left {
                    played.units = played
                        .units
                        .saturating_add(self.frame.rules.completion_units);
                }
                if self.wins(played) {
                    return true;
                }
            }
        }
        if turn.spare > 0 {
            after.spare -= 1;
            after.units = after.units.saturating_add(self.frame.rules.discard_units);
            return self.wins(after);
        }
        false
    }
}
