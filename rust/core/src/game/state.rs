//! The rules of play: legal actions, what they do, when the game is over.
//!
//! This is the physical game, slot by slot. The searches keep states of their own in merged
//! form; tests hold them against this one.

use arrayvec::ArrayVec;

use crate::game::card::{Card, Held, MAX_CARDS, MAX_SUITS, STEPS};
use crate::game::rules::{ClueKind, MAX_PLAYERS, MAX_STRIKES, Rules, Suit};
use crate::game::setup::{Setup, SetupError};

/// What a player may do. Slots are counted from 0, the newest card first.
///
/// With hands open, what a clue says does not matter: every clue is the one action `Clue`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Play the card of a slot.
    Play(usize),
    /// Play the deck's last card from there.
    PlayDeck,
    /// Discard the card of a slot.
    Discard(usize),
    /// Give any legal clue.
    Clue,
    /// Give any legal clue of a kind, where clues alternate.
    ClueOf(ClueKind),
}

impl Action {
    /// The slot that the action empties.
    #[must_use]
    pub const fn slot(self) -> Option<usize> {
        match self {
            Self::Play(slot) | Self::Discard(slot) => Some(slot),
            Self::PlayDeck | Self::Clue | Self::ClueOf(_) => None,
        }
    }
}

/// What never changes during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The suits in play.
    pub suits: Vec<Suit>,
    /// The rules.
    pub rules: Rules,
    /// Number of players.
    pub players: usize,
}

impl Game {
    /// The highest score there is.
    #[must_use]
    pub const fn max_score(&self) -> u8 {
        (self.suits.len() * STEPS) as u8
    }
}

/// A state of the game with every card in its place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Cards played, suit by suit.
    pub stacks: [u8; MAX_SUITS],
    /// Copies of each card in hands and deck. Of dead cards only those written by name.
    pub left: [u8; MAX_CARDS],
    /// The hands; slot 0 is the newest card.
    pub hands: ArrayVec<Vec<Held>, MAX_PLAYERS>,
    /// The deck; the next card is the last element where the order is known.
    pub deck: Vec<Held>,
    /// The player to move.
    pub mover: usize,
    /// Clue tokens, in units.
    pub units: u8,
    /// Strikes.
    pub strikes: u8,
    /// Turns left; `None` while no last round runs.
    pub turns_left: Option<u8>,
    /// Kind of the clue given last, where clues alternate.
    pub last_clue: Option<ClueKind>,
    /// The discard pile, where bonuses bring it into play; else empty.
    pub pile: Vec<Held>,
    /// Whether the mover has completed a suit and not yet received its bonus.
    pub bonus_due: bool,
}

impl State {
    /// The state of a setup. Unspecified cards must have been assigned before.
    ///
    /// # Errors
    /// The setup's faults, if it has any, or an unspecified card.
    pub fn new(setup: &Setup) -> Result<(Game, Self), Vec<SetupError>> {
        let mut faults = setup.faults();
        if setup.unspecified() > 0 {
            faults.push(SetupError::Pool(setup.unspecified(), setup.deck.len()));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let game = Game {
            suits: setup.suits.clone(),
            rules: setup.rules,
            players: setup.hands.len(),
        };
        let mut stacks = [0; MAX_SUITS];
        stacks[..setup.stacks.len()].copy_from_slice(&setup.stacks);
        let mut left = [0; MAX_CARDS];
        for card in setup
            .hands
            .iter()
            .flatten()
            .chain(&setup.deck)
            .filter_map(|h| h.card())
        {
            left[card.index()] += 1;
        }
        let state = Self {
            stacks,
            left,
            hands: setup.hands.iter().cloned().collect(),
            deck: setup.deck.iter().rev().copied().collect(),
            mover: setup.mover,
            units: setup.units,
            strikes: setup.strikes,
            turns_left: setup.turns_left,
            last_clue: setup.last_clue.filter(|_| game.rules.special.alternating),
            pile: match game.rules.special.flamboyants {
                true => setup.pile.clone(),
                false => Vec::new(),
            },
            bonus_due: false,
        };
        Ok((game, state))
    }

    /// The setup of a state at the start of a turn.
    #[must_use]
    pub fn setup(&self, game: &Game) -> Setup {
        Setup {
            suits: game.suits.clone(),
            rules: game.rules,
            stacks: self.stacks[..game.suits.len()].to_vec(),
            hands: self.hands.to_vec(),
            deck: self.deck.iter().rev().copied().collect(),
            mover: self.mover,
            units: self.units,
            strikes: self.strikes,
            turns_left: self.turns_left,
            last_clue: self.last_clue,
            pile: self.pile.clone(),
            allowed: Vec::new(),
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

    /// Whether the card is the next of its suit.
    #[must_use]
    pub fn playable(&self, held: Held) -> bool {
        held.card()
            .is_some_and(|card| usize::from(self.stacks[card.suit()]) == card.step())
    }

    /// Whether the card can never be played any more: played already, or above a card of which
    /// no copy is left.
    #[must_use]
    pub fn dead(&self, held: Held) -> bool {
        held.card().is_none_or(|card| {
            let step = card.step() as u8;
            step < self.stacks[card.suit()] || step >= self.reachable_stack(card.suit())
        })
    }

    /// Score + deck + players (turns left once the deck is empty) − the maximum still
    /// reachable. Negative: the maximum is out of reach. Only the last-round rule has a pace.
    #[must_use]
    pub fn pace(&self, game: &Game) -> i32 {
        let turns = match self.turns_left {
            Some(turns) => usize::from(turns),
            None => self.deck.len() + game.players,
        };
        i32::from(self.score()) + turns as i32 - i32::from(self.reachable_score(game))
    }

    /// Whether some clue of the kind may be given: a token, and a card in another hand that a
    /// clue of the kind touches unless it may be empty.
    #[must_use]
    pub fn clue_kind_legal(&self, game: &Game, kind: ClueKind) -> bool {
        let Rules {
            special,
            empty_clues,
            units_per_token,
            ..
        } = &game.rules;
        let barred = special.alternating && self.last_clue == Some(kind);
        let may_be_empty = *empty_clues || special.empty[kind as usize];
        let touches = |held: &Held| held.card().is_none_or(|card| special.touches(kind, card));
        let mut others = self
            .hands
            .iter()
            .enumerate()
            .filter(|&(p, _)| p != self.mover);
        self.units >= *units_per_token
            && !special.missing[kind as usize]
            && !barred
            && (may_be_empty || others.any(|(_, hand)| hand.iter().any(touches)))
    }

    /// Whether some clue may be given.
    #[must_use]
    pub fn clue_legal(&self, game: &Game) -> bool {
        ClueKind::ALL
            .iter()
            .any(|&kind| self.clue_kind_legal(game, kind))
    }

    /// Whether discarding is allowed to whoever holds a card. With a suit that is inverted it
    /// always is, for discarding may be playing.
    #[must_use]
    pub const fn discard_legal(&self, game: &Game) -> bool {
        self.units < game.rules.unit_limit() || game.rules.special.inverted != 0
    }

    /// Whether the deck's card may be played from there: it is the last one.
    #[must_use]
    pub const fn deck_play_legal(&self, game: &Game) -> bool {
        game.rules.special.deck_plays && self.deck.len() == 1
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
        if rules.grand_finale && self.reachable_score(game) < game.max_score() {
            return Some(0);
        }
        None
    }

    /// The final score, if the game is over. To be asked at the start of a turn.
    #[must_use]
    pub fn result(&self, game: &Game) -> Option<u8> {
        let stuck = || {
            let movable = !self.hands[self.mover].is_empty() || self.deck_play_legal(game);
            !movable && !self.clue_legal(game)
        };
        self.ended_at_once(game).or_else(|| {
            if self.turns_left == Some(0) {
                Some(self.score())
            } else if stuck() {
                Some(if game.rules.grand_finale {
                    0
                } else {
                    self.score()
                })
            } else {
                None
            }
        })
    }

    /// Every legal action, in the order play, discard, clue; none when the game is over.
    ///
    /// A mover with a card always has one: to play it.
    #[must_use]
    pub fn actions(&self, game: &Game) -> Vec<Action> {
        if self.result(game).is_some() {
            return Vec::new();
        }
        let slots = 0..self.hands[self.mover].len();
        let mut actions: Vec<_> = slots.clone().map(Action::Play).collect();
        actions.extend(self.deck_play_legal(game).then_some(Action::PlayDeck));
        if self.discard_legal(game) {
            actions.extend(slots.map(Action::Discard));
        }
        if game.rules.special.alternating {
            let kinds = ClueKind::ALL.into_iter();
            let legal = kinds.filter(|&kind| self.clue_kind_legal(game, kind));
            actions.extend(legal.map(Action::ClueOf));
        } else if self.clue_legal(game) {
            actions.push(Action::Clue);
        }
        actions
    }

    /// Makes a legal action up to the draw. Returns whether a card must now be drawn.
    ///
    /// Unless the game [`ended_at_once`](Self::ended_at_once), [`draw`](Self::draw) or
    /// [`pass_turn`](Self::pass_turn) must follow. While a bonus is due it is to be
    /// [received](Self::receive) first, and only then it is known whether a card is
    /// [drawn](Self::draws).
    pub fn act(&mut self, game: &Game, action: Action) -> bool {
        debug_assert!(self.actions(game).contains(&action), "illegal {action:?}");
        let rules = &game.rules;
        let moved = match action {
            Action::PlayDeck => self.deck.pop(),
            Action::Play(slot) | Action::Discard(slot) => Some(self.hands[self.mover].remove(slot)),
            Action::Clue | Action::ClueOf(_) => None,
        };
        if let Some(held) = moved {
            let fits = self.playable(held);
            let inverted = held.card().is_some_and(|card| rules.special.inverts(card));
            if let Some(card) = held.card() {
                self.left[card.index()] -= 1;
            }
            let plays = inverted == matches!(action, Action::Discard(_));
            match held.card() {
                Some(card) if plays && fits => self.stack(game, card),
                _ => {
                    if plays {
                        self.strikes += 1;
                    } else {
                        self.earn(game, rules.discard_units);
                    }
                    if rules.special.flamboyants {
                        self.pile.push(held);
                    }
                }
            }
        } else {
            self.units -= rules.units_per_token;
        }
        if let Action::ClueOf(kind) = action {
            self.last_clue = Some(kind);
        }
        action.slot().is_some() && self.draws(game)
    }

    /// Whether a card is drawn after a play or a discard, once every bonus is received.
    #[must_use]
    pub fn draws(&self, game: &Game) -> bool {
        !self.deck.is_empty() && self.ended_at_once(game).is_none()
    }

    /// Puts a card that fits on its stack.
    pub(crate) fn stack(&mut self, game: &Game, card: Card) {
        self.stacks[card.suit()] += 1;
        if card.step() + 1 < STEPS {
            return;
        }
        if game.rules.special.flamboyants {
            self.bonus_due = self.score() < game.max_score();
        } else {
            self.earn(game, game.rules.completion_units);
        }
    }

    /// Adds units of clue tokens, as many as can be held.
    pub(crate) fn earn(&mut self, game: &Game, units: u8) {
        self.units = (self.units + units).min(game.rules.unit_limit());
    }

    /// The mover draws the deck's card at `index`; the next player moves. With the order known
    /// the index is that of the last element.
    pub fn draw(&mut self, game: &Game, index: usize) {
        let held = self.deck.remove(index);
        self.hands[self.mover].insert(0, held);
        self.pass_turn(game);
    }

    /// The next player moves, the mover having drawn what there was to draw.
    pub fn pass_turn(&mut self, game: &Game) {
        self.mover = (self.mover + 1) % game.players;
        match &mut self.turns_left {
            // Only a bonus puts a card under a countdown, which goes on.
            Some(turns) => *turns -= 1,
            None if self.deck.is_empty() && !game.rules.grand_finale => {
                self.turns_left = Some(game.players as u8);
            }
            None => {}
        }
    }
}
