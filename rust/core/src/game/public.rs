//! What all players know of a state, whoever sees which card, and the rules that need no more.

use crate::game::card::{Card, MAX_CARDS, MAX_SUITS, STEPS};
use crate::game::rules::{Game, MAX_PLAYERS, MAX_STRIKES};
use crate::game::setup::Setup;

/// What becomes of a card that leaves a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    /// It is played.
    Play,
    /// It is discarded.
    Discard,
}

/// All of a state but the cards in hands and deck.
///
/// Cards are counted by *face*: one below [`MAX_CARDS`] is that identity; with hidden hands each of
/// the others stands for several dead cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Public<const FACES: usize = MAX_CARDS> {
    /// Cards played, suit by suit.
    pub stacks: [u8; MAX_SUITS],
    /// Cards of each face in hands and deck together.
    pub left: [u8; FACES],
    /// Cards in each hand.
    pub sizes: [u8; MAX_PLAYERS],
    /// Cards in the deck.
    pub deck_size: usize,
    /// The player to move.
    pub mover: usize,
    /// Clue tokens, in units.
    pub units: u8,
    /// Strikes.
    pub strikes: u8,
    /// Turns left; `None` while no last round runs.
    pub turns_left: Option<u8>,
}

impl<const FACES: usize> Public<FACES> {
    /// What is public of a setup, whose cards are counted in `left`.
    #[must_use]
    pub fn new(setup: &Setup, left: [u8; FACES]) -> Self {
        let mut stacks = [0; MAX_SUITS];
        stacks[..setup.stacks.len()].copy_from_slice(&setup.stacks);
        let mut sizes = [0; MAX_PLAYERS];
        for (size, hand) in sizes.iter_mut().zip(&setup.hands) {
            *size = hand.len() as u8;
        }
        Self {
            stacks,
            left,
            sizes,
            deck_size: setup.deck_size(),
            mover: setup.mover,
            units: setup.units,
            strikes: setup.strikes,
            turns_left: setup.turns_left,
        }
    }

    /// Sum of the stacks.
    #[must_use]
    pub fn score(&self) -> u8 {
        self.stacks.iter().sum()
    }

    /// The highest that a suit's stack can still become: up to the first card of which no
    /// copy is left.
    #[must_use]
    pub fn reachable_stack(&self, suit: usize) -> u8 {
        let height = usize::from(self.stacks[suit]);
        let steps = (height..STEPS).take_while(|&s| self.left[Card::new(suit, s).index()] > 0);
        (height + steps.count()) as u8
    }

    /// The highest score that the cards still allow.
    #[must_use]
    pub fn reachable_score(&self, game: &Game) -> u8 {
        (0..game.suits.len())
            .map(|suit| self.reachable_stack(suit))
            .sum()
    }

    /// Whether a card of the face is the next of its suit.
    #[must_use]
    pub fn fits(&self, face: u8) -> bool {
        let face = usize::from(face);
        face < MAX_CARDS && usize::from(self.stacks[face / STEPS]) == face % STEPS
    }

    /// Most turns that are left under the last-round rule.
    #[must_use]
    pub fn most_turns(&self, game: &Game) -> usize {
        self.turns_left
            .map_or(self.deck_size + game.players, usize::from)
    }

    /// Score + deck + players (turns left once the deck is empty) − the maximum still
    /// reachable. Negative: the maximum is out of reach. Only the last-round rule has a pace.
    #[must_use]
    pub fn pace(&self, game: &Game) -> i32 {
        i32::from(self.score()) + self.most_turns(game) as i32
            - i32::from(self.reachable_score(game))
    }

    /// Whether a clue can be paid for.
    #[must_use]
    pub const fn has_token(&self, game: &Game) -> bool {
        self.units >= game.rules.units_per_token
    }

    /// Whether some clue may be given under rules without [`Special`](crate::game::rules::Special) ones.
    #[must_use]
    pub fn plain_clue_legal(&self, game: &Game) -> bool {
        let others = || (0..game.players).any(|p| p != self.mover && self.sizes[p] > 0);
        self.has_token(game) && (game.rules.empty_clues || others())
    }

    /// Whether discarding is allowed to whoever holds a card. With a suit that is inverted it
    /// always is, for discarding may be playing.
    #[must_use]
    pub const fn discard_legal(&self, game: &Game) -> bool {
        self.units < game.rules.unit_limit() || game.rules.special.inverted != 0
    }

    /// The final score, if an action has ended the game at once, before any draw: by the third
    /// strike, the last suit, or under the Grand Finale rule a lost card.
    #[must_use]
    pub fn ended_at_once(&self, game: &Game) -> Option<u8> {
        let score = self.score();
        let rules = &game.rules;
        if self.strikes >= MAX_STRIKES {
            let kept = rules.strikeout_keep && !rules.grand_finale;
            return Some(if kept { score } else { 0 });
        }
        if score == game.max_score() {
            return Some(score);
        }
        let lost = || rules.grand_finale && self.reachable_score(game) < game.max_score();
        lost().then_some(0)
    }

    /// The final score where the player to move has no legal action.
    #[must_use]
    pub fn stuck_score(&self, game: &Game) -> u8 {
        if game.rules.grand_finale {
            0
        } else {
            self.score()
        }
    }

    /// The final score, if the game is over at the start of a turn. `movable` tells whether the
    /// mover has a legal action.
    pub fn final_score(&self, game: &Game, movable: impl FnOnce() -> bool) -> Option<u8> {
        self.ended_at_once(game).or_else(|| {
            if self.turns_left == Some(0) {
                Some(self.score())
            } else {
                (!movable()).then(|| self.stuck_score(game))
            }
        })
    }

    /// The final score, if the game is over under rules without [`Special`](crate::game::rules::Special) ones.
    #[must_use]
    pub fn plain_result(&self, game: &Game) -> Option<u8> {
        let holds = self.sizes[self.mover] > 0;
        self.final_score(game, || holds || self.plain_clue_legal(game))
    }

    /// The identities of which no card can ever be played, as bits.
    #[must_use]
    pub fn dead_cards(&self, game: &Game) -> u64 {
        let mut alive = 0u64;
        for suit in 0..game.suits.len() {
            for step in self.stacks[suit]..self.reachable_stack(suit) {
                alive |= 1 << Card::new(suit, step.into()).index();
            }
        }
        !alive
    }

    /// Pays for a clue.
    pub const fn pay_clue(&mut self, game: &Game) {
        self.units -= game.rules.units_per_token;
    }

    /// Plays or discards a card of the face, which has left a hand or the deck; `None` is a card
    /// that counts nowhere and fits nowhere. Returns whether it is on its stack now.
    pub fn lay(&mut self, game: &Game, how: Use, face: Option<u8>) -> bool {
        if let Some(face) = face {
            let left = &mut self.left[usize::from(face)];
            *left = left.saturating_sub(1);
        }
        match (how, face) {
            (Use::Discard, _) => self.earn(game, game.rules.discard_units),
            (Use::Play, Some(face)) if self.fits(face) => {
                self.stack(game, Card::from_index(face.into()));
                return true;
            }
            (Use::Play, _) => self.strikes += 1,
        }
        false
    }

    /// Puts a card that fits on its stack. A suit completed earns tokens, or a bonus.
    pub fn stack(&mut self, game: &Game, card: Card) {
        self.stacks[card.suit()] += 1;
        if card.step() + 1 == STEPS && !game.rules.special.flamboyants {
            self.earn(game, game.rules.completion_units);
        }
    }

    /// Adds units of clue tokens, as many as can be held.
    pub fn earn(&mut self, game: &Game, units: u8) {
        self.units = (self.units + units).min(game.rules.unit_limit());
    }

    /// Whether a card is drawn after a play or a discard, once every bonus is received.
    #[must_use]
    pub fn draws(&self, game: &Game) -> bool {
        self.deck_size > 0 && self.ended_at_once(game).is_none()
    }

    /// The mover draws a card.
    pub const fn draw(&mut self) {
        self.deck_size -= 1;
        self.sizes[self.mover] += 1;
    }

    /// The next player moves, the mover having drawn what there was to draw.
    pub const fn pass_turn(&mut self, game: &Game) {
        self.mover = (self.mover + 1) % game.players;
        match &mut self.turns_left {
            // Only a bonus puts a card under a countdown, which goes on.
            Some(turns) => *turns -= 1,
            None if self.deck_size == 0 && !game.rules.grand_finale => {
                self.turns_left = Some(game.players as u8);
            }
            None => {}
        }
    }
}
