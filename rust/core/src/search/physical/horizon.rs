//! What can still come: bonuses and scores at most, and which cards no longer matter.

use super::Deck;
use crate::game::card::{Held, MAX_SUITS, STEPS};
use crate::game::reach::{limit_of_stack, most_bonuses};
use crate::game::rules::{MAX_STRIKES, Special};
use crate::game::state::{Game, State};

/// A table's key: equal keys, equal values.
pub type Key = Box<[u8]>;

const END: u8 = u8::MAX;

/// What a state's future is bounded by.
pub struct Horizon {
    /// No more bonuses than this are still received, the one that is due included.
    pub bonuses: usize,
    /// No stack is ever higher than this.
    limits: [u8; MAX_SUITS],
    /// No final score is higher than this.
    pub highest: u8,
}

impl Horizon {
    /// The horizon of a state that may have a bonus due.
    ///
    /// Under the last-round rule a turn plays at most one card, and there are at most
    /// turns-left or deck + players turns. A bonus adds at most one to the plays: a card played
    /// from the pile, or a card in the deck and with it a turn. So the k-th suit to be completed
    /// comes, if at all, within turns + k − 1 plays, which must be enough for the k suits that
    /// lack the fewest cards.
    pub fn new(game: &Game, state: &State) -> Self {
        let suits = game.suits.len();
        let stacks = &state.stacks[..suits];
        let due = usize::from(state.bonus_due);
        let mut coming = most_bonuses(&game.rules.special, stacks, &state.left);
        if due > 0 && coming == 0 {
            // The one that is due may bring back what makes the first of the others possible.
            coming = (0..suits)
                .filter(|&s| usize::from(stacks[s]) < STEPS)
                .count()
                - 1;
        }
        let turns = match state.turns_left {
            Some(turns) => usize::from(turns),
            None => state.deck.len() + game.players,
        };
        if !game.rules.grand_finale {
            let mut lacking: Vec<_> = stacks
                .iter()
                .map(|&height| STEPS - usize::from(height))
                .collect();
            lacking.retain(|&cards| cards > 0);
            lacking.sort_unstable();
            let needed = lacking.iter().scan(0, |sum, &cards| {
                *sum += cards;
                Some(*sum)
            });
            let in_time = needed
                .enumerate()
                .take_while(|&(k, plays)| plays <= turns + due + k);
            coming = coming.min(in_time.count());
        }
        let bonuses = coming + due;
        let mut limits = [0; MAX_SUITS];
        for (suit, limit) in limits[..suits].iter_mut().enumerate() {
            *limit = limit_of_stack(stacks, &state.left, suit, bonuses) as u8;
        }
        let by_cards: u8 = limits.iter().sum();
        let highest = if game.rules.grand_finale {
            by_cards
        } else {
            by_cards.min(state.score() + (turns + bonuses) as u8)
        };
        Self {
            bonuses,
            limits,
            highest,
        }
    }

    /// Whether a play that does not fit need not be looked at: below all tokens, where discarding
    /// the same card instead is at least as good.
    ///
    /// The team that discarded does what the other would have done; it has a discard's units
    /// more and a strike less. Only with all tokens it cannot discard along. If it never holds
    /// them before a discard, that does not come up: `units` and every later earning stay within
    /// the limit. (Every turn but a clue earns at most once, and there are no more such turns
    /// than in [`new`](Self::new); a bonus adds one at most, or one earning to its own turn.)
    /// Otherwise it then misplays instead, which brings both teams to the same tokens and
    /// strikes, if it still has the strike less: as long as no more bonuses come than it has
    /// strikes, each that takes one back takes one from both teams.
    pub fn spares_misplays(&self, game: &Game, state: &State) -> bool {
        let rules = &game.rules;
        let turns = match state.turns_left {
            Some(turns) => usize::from(turns),
            None if rules.grand_finale => {
                state.deck.len() + state.hands.iter().map(Vec::len).sum::<usize>()
            }
            None => state.deck.len() + game.players,
        };
        let earned = usize::from(rules.discard_units.max(rules.completion_units));
        let most = usize::from(state.units) + (turns + self.bonuses) * earned;
        only_bonuses(&rules.special)
            && state.discard_legal(game)
            && (most <= usize::from(rules.unit_limit())
                || self.bonuses <= usize::from(state.strikes))
    }

    /// What matters of a card, as a number below [`END`].
    ///
    /// A card that lies on a stack in another copy, or above what its stack can still reach,
    /// is never played. Of such a dead card only matters whether playing it discards it, and
    /// which kinds of clues touch it; and in the pile, that it is a card. So states that differ
    /// in the identities of dead cards have the same continuations, card for card.
    pub fn code(&self, game: &Game, state: &State, held: Held) -> u8 {
        let special = &game.rules.special;
        let Some(card) = held.card() else {
            // Known trash is refused where dead cards are not all alike.
            return ORDINARY;
        };
        let step = card.step() as u8;
        if (state.stacks[card.suit()]..self.limits[card.suit()]).contains(&step) {
            card.index() as u8
        } else {
            special.dead_code(card)
        }
    }

    /// The state up to what does not matter: the order of hands and of a shuffled deck, the
    /// identities of dead cards, and the pile's cards that no bonus reaches.
    ///
    /// *The pile.* At most `bonuses` cards are ever taken from it, so that of one kind more
    /// copies than that are as good as that many: as many can be taken in any order, and the
    /// pile is never found empty sooner. Without bonuses to come it does not matter at all.
    pub fn key(&self, game: &Game, state: &State, deck: Deck) -> Key {
        let mut key = Vec::with_capacity(64);
        if deck == Deck::Ordered {
            let codes = state.deck.iter().map(|&held| self.code(game, state, held));
            key.extend(codes);
            key.push(END);
        }
        let mut add = |cards: &[Held], most: usize| {
            let start = key.len();
            key.extend(cards.iter().map(|&held| self.code(game, state, held)));
            key[start..].sort_unstable();
            let mut end = start;
            for at in start..key.len() {
                let code = key[at];
                if end - start < most || key[end - most] != code {
                    key[end] = code;
                    end += 1;
                }
            }
            key.truncate(end);
            key.push(END);
        };
        for hand in &state.hands {
            add(hand, usize::MAX);
        }
        if deck == Deck::Shuffled {
            add(&state.deck, usize::MAX);
        }
        if self.bonuses > 0 {
            add(&state.pile, self.bonuses);
        }
        key.extend_from_slice(&state.stacks[..game.suits.len()]);
        let last_clue = state.last_clue.map_or(2, |kind| kind as u8);
        key.extend([state.units, state.strikes, state.mover as u8, last_clue]);
        key.push(state.turns_left.unwrap_or(END));
        key.into()
    }
}

/// The code of a dead card that every clue touches.
const ORDINARY: u8 = 0b1000_0011;

/// Whether there is no special rule but the bonuses.
fn only_bonuses(special: &Special) -> bool {
    *special
        == Special {
            flamboyants: special.flamboyants,
            ..Special::default()
        }
}

/// A final score that the players can be sure of. Asked at the start of a turn.
///
/// Who plays no card loses no score, and a play is forced only where neither a clue nor a
/// discard is legal: with all tokens held and no card in another hand that a clue touches. In a
/// countdown they discard: t turns earn at most t discards' units, the last of which needs no
/// room after it. Before it, with two hands that are not empty, they clue while there is a
/// token and else discard: until the deck is empty both hands keep their sizes. The discard
/// that empties it was made without a token, and the last round's discards do not fill 8.
pub fn sure_score(game: &Game, state: &State) -> u8 {
    let rules = &game.rules;
    let safe = !rules.grand_finale
        && only_bonuses(&rules.special)
        && (rules.strikeout_keep
            || match state.turns_left {
                Some(turns) => {
                    let earned = turns.saturating_sub(1) * rules.discard_units;
                    state.units + earned < rules.unit_limit() || state.strikes + turns < MAX_STRIKES
                }
                None => {
                    state.hands.iter().filter(|hand| !hand.is_empty()).count() >= 2
                        && rules.discard_units <= rules.units_per_token
                }
            });
    if safe { state.score() } else { 0 }
}
