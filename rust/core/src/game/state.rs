//! The rules of play: legal actions, what they do, when the game is over.
//!
//! This is the physical game, slot by slot. The searches keep states of their own in merged
//! form; tests hold them against this one.

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::game::card::{Held, STEPS};
use crate::game::public::{Public, Use};
pub use crate::game::rules::Game;
use crate::game::rules::{ClueKind, MAX_PLAYERS, Rules};
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
    /// Give a player, counted from 0, the clue of that number among those that there are: with
    /// hidden hands it matters which. Never an action of a [`State`].
    Give(usize, usize),
    /// Give a player, counted from 0, the first legal one of the clues of such numbers, as bits.
    /// Never an action of a [`State`].
    GiveOf(usize, u64),
}

impl Action {
    /// The slot that the action empties.
    #[must_use]
    pub fn slot(self) -> Option<usize> {
        self.used().map(|(_, slot)| slot)
    }

    /// What becomes of the card of which slot.
    #[must_use]
    pub const fn used(self) -> Option<(Use, usize)> {
        match self {
            Self::Play(slot) => Some((Use::Play, slot)),
            Self::Discard(slot) => Some((Use::Discard, slot)),
            Self::PlayDeck | Self::Clue | Self::ClueOf(_) | Self::Give(..) | Self::GiveOf(..) => {
                None
            }
        }
    }

    /// Whether any of several clues may be given, and the other action is one of them.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Clue, Self::Give(..)) => true,
            (Self::GiveOf(to, clues), Self::Give(player, clue)) => {
                to == player && clues >> clue & 1 == 1
            }
            _ => false,
        }
    }

    /// The card of a slot is played or discarded.
    #[must_use]
    pub const fn using(how: Use, slot: usize) -> Self {
        match how {
            Use::Play => Self::Play(slot),
            Use::Discard => Self::Discard(slot),
        }
    }
}

/// A state of the game with every card in its place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What all players know. Of dead cards only those written by name are counted.
    pub public: Public,
    /// The hands; slot 0 is the newest card.
    pub hands: ArrayVec<Vec<Held>, MAX_PLAYERS>,
    /// The deck; the next card is the last element where the order is known.
    pub deck: Vec<Held>,
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
        let game = setup.game();
        let state = Self {
            public: Public::new(setup, setup.left()),
            hands: setup.hands.iter().cloned().collect(),
            deck: setup.deck.iter().rev().copied().collect(),
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

    /// Whether the card is the next of its suit.
    #[must_use]
    pub fn playable(&self, held: Held) -> bool {
        face(held).is_some_and(|face| self.fits(face))
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

    /// Whether some clue of the kind may be given: a token, and a card in another hand that a
    /// clue of the kind touches unless it may be empty.
    #[must_use]
    pub fn clue_kind_legal(&self, game: &Game, kind: ClueKind) -> bool {
        let Rules {
            special,
            empty_clues,
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
        self.has_token(game)
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

    /// Whether the deck's card may be played from there: it is the last one.
    #[must_use]
    pub const fn deck_play_legal(&self, game: &Game) -> bool {
        game.rules.special.deck_plays && self.deck.len() == 1
    }

    /// The final score, if the game is over. To be asked at the start of a turn.
    #[must_use]
    pub fn result(&self, game: &Game) -> Option<u8> {
        let holds = !self.hands[self.mover].is_empty();
        self.final_score(game, || {
            holds || self.deck_play_legal(game) || self.clue_legal(game)
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
        let moved = match action {
            Action::PlayDeck => {
                self.public.deck_size -= 1;
                self.deck.pop()
            }
            Action::Play(slot) | Action::Discard(slot) => {
                self.public.sizes[self.mover] -= 1;
                Some(self.hands[self.public.mover].remove(slot))
            }
            Action::Clue | Action::ClueOf(_) | Action::Give(..) | Action::GiveOf(..) => {
                self.public.pay_clue(game);
                None
            }
        };
        if let Some(held) = moved {
            let special = &game.rules.special;
            let inverted = held.card().is_some_and(|card| special.inverts(card));
            let plays = inverted == matches!(action, Action::Discard(_));
            let how = if plays { Use::Play } else { Use::Discard };
            if self.public.lay(game, how, face(held)) {
                self.stacked(game, held);
            } else if special.flamboyants {
                self.pile.push(held);
            }
        }
        if let Action::ClueOf(kind) = action {
            self.last_clue = Some(kind);
        }
        action.slot().is_some() && self.draws(game)
    }

    /// Where completed suits earn bonuses, one is due once the card on its stack completes one,
    /// but for the last of all.
    pub(crate) fn stacked(&mut self, game: &Game, held: Held) {
        let completes = held.card().is_some_and(|card| card.step() + 1 == STEPS);
        if game.rules.special.flamboyants && completes {
            self.bonus_due = self.score() < game.max_score();
        }
    }

    /// The state after an action and the draw of the deck's next card. No bonus comes.
    #[must_use]
    pub fn after(&self, game: &Game, action: Action) -> Self {
        let mut after = self.clone();
        if after.act(game, action) {
            after.draw(game, after.deck.len() - 1);
        } else if after.ended_at_once(game).is_none() {
            after.pass_turn(game);
        }
        after
    }

    /// The mover draws the deck's card at `index`; the next player moves. With the order known
    /// the index is that of the last element.
    pub fn draw(&mut self, game: &Game, index: usize) {
        let held = self.deck.remove(index);
        self.hands[self.public.mover].insert(0, held);
        self.public.draw();
        self.pass_turn(game);
    }

    /// The next player moves, the mover having drawn what there was to draw.
    pub const fn pass_turn(&mut self, game: &Game) {
        self.public.pass_turn(game);
    }
}

/// The face of a card that is written by name.
fn face(held: Held) -> Option<u8> {
    held.card().map(|card| card.index() as u8)
}

impl Deref for State {
    type Target = Public;

    /// What all players know is read like the state's own fields.
    fn deref(&self) -> &Public {
        &self.public
    }
}
