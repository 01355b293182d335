//! A proof that a score is sure, near the end: a plan that needs no luck.
//!
//! The *plan* plays cards that are in hands now, in order, with whatever is drawn left alone. Who
//! has several to play takes the suit with most cards to come; who has none gives a clue or
//! discards: first the one as long as it may, and if that fails the other. It is followed turn by
//! turn; all that it does is legal whatever is drawn, and it never misplays.
//!
//! *Tops.* Cards of which all copies are in the deck may still count if each is the last of its
//! suit. Whoever draws one keeps it until the plan is through, and then plays it: with m such
//! cards, r cards in the deck and n players, a player then has ⌊r/n⌋ turns while the deck lasts
//! and one more after. They draw at most one card a turn, so if these are m turns or more, the
//! tops in one hand are played in time even if all come into the same: a turn without one to play
//! leaves at most the one drawn in it for the next. All other cards are dead by then and no hand is
//! empty: there is always a discard or, with all tokens held, a clue to make. The game ends with
//! the last top; where it goes on after the plan, the score must be
//! [safe](Frame::is_safe). While the plan runs, a discard is made only with so many cards to spare that
//! it is neither a top nor one of the plan's.

use arrayvec::ArrayVec;

use super::bounds::Frame;
use super::node::{Node, next_player};
use super::suits::Facts;
use crate::game::card::{MAX_SUITS, STEPS};
use crate::game::rules::MAX_PLAYERS;

/// What those do who have no card to play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Clue,
    Discard,
}

/// The game as the plan sees it, at the start of a turn.
#[derive(Clone)]
struct Plan<'a> {
    frame: Frame<'a>,
    /// Facts of the suits that are not spent.
    suits: ArrayVec<&'a Facts, MAX_SUITS>,
    /// Cards played of each.
    played: [u8; MAX_SUITS],
    hands: [u8; MAX_PLAYERS],
    mover: usize,
    deck: u8,
    turns: Option<u8>,
    units: u8,
    /// Cards that the plan has yet to play.
    need: u8,
    /// Tops that are needed.
    tops: u8,
    strikes: u8,
    /// Whether the game is over when the score is reached.
    ends: bool,
    /// Discards that leave plays enough.
    spare: u8,
}

/// `true` proves that some policy ends with the score, whatever the draws. Asked at the start of a
/// turn under the last-round rule, of a score above the present one.
#[must_use]
pub fn is_sure(frame: Frame, node: &Node, target: u8) -> bool {
    let mut suits = ArrayVec::<&Facts, MAX_SUITS>::new();
    let (mut held, mut tops) = (0, 0);
    for facts in node.ids().iter().map(|&id| frame.suits.facts(id)) {
        if facts.left > 0 {
            held += facts.in_hands;
            tops += u8::from(facts.top_in_deck);
            suits.push(facts);
        }
    }
    let mut need = target - node.score;
    if need > held + tops {
        return false;
    }
    if need <= held {
        tops = 0;
    } else {
        need = held;
    }
    let plays = node.turns_left.unwrap_or(node.deck() + frame.players as u8);
    let Some(spare) = plays.checked_sub(need + tops) else {
        return false;
    };
    let plan = Plan {
        frame,
        suits,
        played: [0; MAX_SUITS],
        hands: std::array::from_fn(|player| node.hand(player)),
        mover: node.mover.into(),
        deck: node.deck(),
        turns: node.turns_left,
        units: node.units,
        need,
        tops,
        strikes: node.strikes,
        ends: target == node.suit_count * STEPS as u8,
        spare,
    };
    plan.clone().succeeds(Wait::Clue) || plan.succeeds(Wait::Discard)
}

impl Plan<'_> {
    fn succeeds(mut self, first: Wait) -> bool {
        while self.need > 0 {
            if self.turns == Some(0) || !self.turn(first) {
                return false;
            }
        }
        let players = self.frame.players as u8;
        let hands = self.hands.iter().filter(|&&cards| cards > 0).count();
        if self.tops == 0 {
            let Self {
                turns,
                units,
                strikes,
                ..
            } = self;
            return self.ends || self.frame.is_safe(turns, units, strikes, hands);
        }
        self.ends
            && hands == self.frame.players
            && self.turns.unwrap_or(players) == players
            && self.deck / players + 1 >= self.tops
    }

    /// A turn. `false` if the mover has nothing to do that is safe.
    fn turn(&mut self, first: Wait) -> bool {
        let rules = self.frame.rules;
        let mut kept = self.tops;
        let mut next: Option<(u8, usize)> = None;
        for (suit, facts) in self.suits.iter().enumerate() {
            let hand = facts.held[self.mover] >> self.played[suit];
            kept += hand.count_ones() as u8;
            let left = facts.in_hands - self.played[suit];
            if left > 0 && hand & 1 != 0 {
                next = next.max(Some((left, suit)));
            }
        }
        let discard =
            self.spare > 0 && self.hands[self.mover] > kept && self.units < rules.unit_limit();
        let clue = self.units >= rules.units_per_token
            && (0..self.frame.players).any(|p| p != self.mover && self.hands[p] > 0);
        let mut earned = 0;
        if let Some((_, suit)) = next {
            self.need -= 1;
            self.played[suit] += 1;
            if self.suits[suit].completes && self.played[suit] == self.suits[suit].left {
                earned = rules.completion_units;
            }
        } else if discard && !(clue && first == Wait::Clue) {
            self.spare -= 1;
            earned = rules.discard_units;
        } else if clue {
            self.units -= rules.units_per_token;
            self.end_turn(false);
            return true;
        } else {
            return false;
        }
        self.units = (self.units + earned).min(rules.unit_limit());
        self.end_turn(true);
        true
    }

    fn end_turn(&mut self, draws: bool) {
        self.turns = self.turns.map(|turns| turns - 1);
        if draws && self.deck == 0 {
            self.hands[self.mover] -= 1;
        } else if draws {
            self.deck -= 1;
            if self.deck == 0 {
                self.turns = Some(self.frame.players as u8);
            }
        }
        self.mover = next_player(self.mover as u8, self.frame.players).into();
    }
}

#[cfg(test)]
mod tests {
    use super::super::suits::Suits;
    use super::*;
    use crate::game::card::{Card, Held};
    use crate::game::rules::{Rules, Suit};
    use crate::game::setup::Setup;
    use crate::game::state::State;
    use crate::testing::{Brute, Random};
    use crate::value::{Objective, Ratio};

    /// An endgame of up to three suits; what is in neither hands nor deck is discarded.
    fn endgame(random: &mut Random) -> Setup {
        let count = 1 + random.below(3);
        let stacks: Vec<u8> = (0..count).map(|_| 2 + random.below(3) as u8).collect();
        let mut cards = Vec::new();
        for (suit, &stack) in stacks.iter().enumerate() {
            for step in 0..STEPS {
                let copies = Suit::FULL.copies[step] - u8::from(step < stack.into());
                // Seldom a dead card: there are enough of them.
                let copies = if step < stack.into() {
                    copies.min(1)
                } else {
                    copies
                };
                let card = Held::Card(Card::new(suit, step));
                cards.extend(std::iter::repeat_n(card, copies.into()));
            }
        }
        random.shuffle(&mut cards);
        let players = 2 + random.below(3);
        let size = 1 + random.below(5 - players);
        let mut take = |most: usize| cards.split_off(cards.len().saturating_sub(most));
        let hands = (0..players).map(|_| take(size)).collect();
        let deck = take(random.below(4));
        Setup {
            hands,
            turns_left: deck.is_empty().then(|| 1 + random.below(players) as u8),
            deck,
            rules: Rules::default(),
            suits: vec![Suit::FULL; count],
            stacks,
            mover: random.below(players),
            units: random.below(9) as u8,
            strikes: random.below(3) as u8,
            last_clue: None,
            pile: Vec::new(),
            allowed: Vec::new(),
        }
    }

    #[test]
    fn what_is_sure_is_guaranteed() {
        let mut random = Random(5);
        let (mut sure, mut found, mut tops) = (0, 0, 0);
        for _ in 0..10_000 {
            let Ok((game, state)) = State::new(&endgame(&mut random)) else {
                continue;
            };
            if state.result(&game).is_some() {
                continue;
            }
            let suits = Suits::new(game.players, 1 << 20);
            let node = Node::new(&game, &state, &suits).unwrap();
            let frame = Frame {
                rules: game.rules,
                players: game.players,
                suits: &suits,
            };
            let mut brute = Brute::new(&game, Objective::Guaranteed, false).within(2000);
            let Some(value) = brute.value(&state) else {
                continue;
            };
            for target in node.score + 1..=node.reachable(&suits) {
                if is_sure(frame, &node, target) {
                    let reached = Ratio::whole(target.into()) <= value;
                    assert!(reached, "{target} is not sure: {state:?} {:?}", game.rules);
                    found += 1;
                    let held: u8 = node.ids().iter().map(|&id| suits.facts(id).in_hands).sum();
                    tops += usize::from(target > node.score + held);
                }
            }
            sure += usize::from(value > Ratio::whole(node.score.into()));
        }
        assert!(
            sure > 300 && found > 300 && tops > 30,
            "{sure} {found} {tops}"
        );
    }
}
