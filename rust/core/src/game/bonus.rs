//! The "5 Flamboyants": what a completed suit earns in the place of the token.
//!
//! Each of the six bonuses comes with probability 1/6, or as the adversary likes. The player
//! who completed the suit receives it at once, before the draw.

use crate::game::card::Held;
use crate::game::state::{Game, State};

/// The bonuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// What a completed suit earns without bonuses: a clue token, if there is room.
    Token,
    /// The same, and a strike is taken back, if there is one.
    Strike,
    /// A free colour clue; with open hands, nothing.
    ColourClue,
    /// A free rank clue; with open hands, nothing.
    RankClue,
    /// A card of the discard pile, if there is one, is shuffled into the deck.
    Deck,
    /// A card of the discard pile that is next in its suit may be played.
    Play,
}

impl Bonus {
    /// All of them, equally likely.
    pub const ALL: [Self; 6] = [
        Self::Token,
        Self::Strike,
        Self::ColourClue,
        Self::RankClue,
        Self::Deck,
        Self::Play,
    ];
}

impl State {
    /// The cards of the discard pile that the receiver of a bonus may choose from, every
    /// identity once; `None` is no card.
    #[must_use]
    pub fn choices(&self, bonus: Bonus) -> Vec<Option<Held>> {
        let mut cards: Vec<_> = self.pile.iter().copied().map(Some).collect();
        cards.sort_unstable();
        cards.dedup();
        match bonus {
            Bonus::Deck if !cards.is_empty() => {}
            Bonus::Play => {
                cards.retain(|held| held.is_some_and(|held| self.playable(held)));
                cards.push(None);
            }
            _ => cards = vec![None],
        }
        cards
    }

    /// Receives the bonus that is due, with one of its [`choices`](Self::choices). Another may
    /// be due then.
    pub fn receive(&mut self, game: &Game, bonus: Bonus, choice: Option<Held>) {
        debug_assert!(self.bonus_due && self.choices(bonus).contains(&choice));
        self.bonus_due = false;
        match bonus {
            Bonus::Token | Bonus::Strike => {
                self.public.earn(game, game.rules.completion_units);
                if bonus == Bonus::Strike {
                    self.public.strikes = self.strikes.saturating_sub(1);
                }
            }
            Bonus::ColourClue | Bonus::RankClue => {}
            Bonus::Deck | Bonus::Play => {
                let at = self.pile.iter().position(|&held| Some(held) == choice);
                let Some(held) = at.map(|at| self.pile.remove(at)) else {
                    return;
                };
                match held.card() {
                    Some(card) if bonus == Bonus::Play => {
                        self.public.stack(game, card);
                        self.stacked(game, held);
                    }
                    card => {
                        if let Some(card) = card {
                            self.public.left[card.index()] += 1;
                        }
                        self.deck.insert(0, held);
                        self.public.deck_size += 1;
                    }
                }
            }
        }
    }
}
