//! The relaxed game: the deal laid out for fast search.
//!
//! Rules of the relaxed game, beside those of the real one:
//! - a discard is legal with every clue token in hand (it then earns nothing);
//! - there are no strikes, and a card that is not playable cannot be played;
//! - in the last round a hand keeps its cards when one is discarded;
//! - reaching the target ends the game, won.
//!
//! *It never does worse than the real game.* A real line becomes a relaxed one by turning every
//! misplay into a discard of the same card: hands, stacks, draws and turns stay alike, and the
//! tokens are never fewer. (Nobody moves twice in the last round, so the cards kept there are
//! never played; they only keep clues to their hand legal.) More tokens never hurt here: by induction whatever is legal with
//! fewer is legal with more, and leads to states that again differ by tokens alone (the limit
//! caps both). So a loss of the relaxed game proves a loss of the real one; a win must be
//! replayed.
//!
//! *Of a card only this matters: is it useful, and is it the hand's first copy?* Every other
//! card counts as dead. A dead card can only be discarded. Holding a useful card X in place of
//! a dead one is never worse (treat it as dead: it will only be discarded), and beside another
//! copy of X in the same hand it is never better (discard the dead card where the second X
//! would be discarded; once X is played the second is dead).

use crate::game::card::{Card, Held, MAX_CARDS, MAX_SUITS, STEPS};
use crate::game::rules::{MAX_PLAYERS, MAX_STRIKES};
use crate::game::state::{Game, State};

/// A set of cards: a byte for each suit, a bit for each step. As a set of stacks, the bit of
/// the next card of each suit; bit 5 stands for a complete suit.
pub type Cards = u64;

/// A deck position beyond every deck.
pub const NEVER: u8 = u8::MAX;

/// The one-element set of a card.
pub const fn bit(card: Card) -> Cards {
    1 << (card.suit() * 8 + card.step())
}

/// The card of a one-element set.
pub const fn card_of(bit: Cards) -> Card {
    let at = bit.trailing_zeros() as usize;
    Card::new(at / 8, at % 8)
}

/// What never changes during a search.
pub struct Deal {
    /// Number of players.
    pub players: usize,
    /// Number of suits.
    pub suits: usize,
    /// The empty deck ends nothing, and all cards are needed.
    pub grand_finale: bool,
    /// Clues may touch nothing.
    pub empty_clues: bool,
    /// Units of a token.
    pub token: u8,
    /// Units a discard earns.
    pub discard_units: u8,
    /// Units a completed suit earns.
    pub completion_units: u8,
    /// Most units.
    pub unit_limit: u8,
    /// The deck in the order of drawing; kt are empty sets.
    pub deck: Vec<Cards>,
    /// The cards in the deck from a position on.
    pub rest: Vec<Cards>,
    /// First position of a card's bit from a position on, or [`NEVER`].
    pub first: Vec<[u8; 64]>,
    /// Last position of a card's bit, or [`NEVER`].
    pub last: [u8; 64],
}

/// A state of the relaxed game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The next card of each suit.
    pub next: Cards,
    /// Cards in each hand, as sets; what is not useful, or is missing, is dead.
    pub hands: [Cards; MAX_PLAYERS],
    /// Number of cards in each hand.
    pub sizes: [u8; MAX_PLAYERS],
    /// Cards played.
    pub score: u8,
    /// Cards drawn from the deck.
    pub drawn: u8,
    /// The player to move.
    pub mover: u8,
    /// Clue tokens, in units.
    pub units: u8,
    /// Discards with all tokens in hand that misplays can still stand for in the real game. The
    /// relaxed game does not mind.
    pub credit: u8,
    /// Turns left, once the last round runs.
    pub turns: Option<u8>,
}

/// A move of the relaxed game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Play a playable card.
    Play(Cards),
    /// Discard a useful card.
    Discard(Cards),
    /// Discard a dead card.
    Dump,
    /// Give a clue, or in the last round just pass.
    Clue,
}

impl Deal {
    /// Lays out a state's deck. At most 254 cards can be handled.
    pub fn new(game: &Game, state: &State) -> Option<Self> {
        let size = state.deck.len();
        if size >= usize::from(NEVER) {
            return None;
        }
        let set = |held: &Held| held.card().map_or(0, bit);
        let deck: Vec<Cards> = state.deck.iter().rev().map(set).collect();
        let mut rest = vec![0; size + 1];
        let mut first = vec![[NEVER; 64]; size + 1];
        let mut last = [NEVER; 64];
        for at in (0..size).rev() {
            rest[at] = rest[at + 1] | deck[at];
            first[at] = first[at + 1];
            if deck[at] != 0 {
                let card = deck[at].trailing_zeros() as usize;
                first[at][card] = at as u8;
                if last[card] == NEVER {
                    last[card] = at as u8;
                }
            }
        }
        let rules = &game.rules;
        Some(Self {
            players: game.players,
            suits: game.suits.len(),
            grand_finale: rules.grand_finale,
            empty_clues: rules.empty_clues,
            token: rules.units_per_token,
            discard_units: rules.discard_units,
            completion_units: rules.completion_units,
            unit_limit: rules.unit_limit(),
            deck,
            rest,
            first,
            last,
        })
    }
}

impl Node {
    /// The node of a state of the deal.
    pub fn new(deal: &Deal, state: &State) -> Self {
        let mut next = 0;
        for suit in 0..deal.suits {
            next |= 1 << (suit * 8 + usize::from(state.stacks[suit]));
        }
        let mut hands = [0; MAX_PLAYERS];
        let mut sizes = [0; MAX_PLAYERS];
        for (player, hand) in state.hands.iter().enumerate() {
            sizes[player] = hand.len() as u8;
            hands[player] = hand
                .iter()
                .filter_map(|held| held.card())
                .map(bit)
                .sum_set();
        }
        Self {
            next,
            hands,
            sizes,
            score: state.score(),
            drawn: (deal.deck.len() - state.deck.len()) as u8,
            mover: state.mover as u8,
            units: state.units,
            credit: MAX_STRIKES - 1 - state.strikes,
            turns: state.turns_left,
        }
    }

    /// The cards that can still be played: from the next of each suit up to the first of which
    /// no copy is left.
    pub fn useful(&self, deal: &Deal) -> Cards {
        chain(self.next, self.held() | deal.rest[usize::from(self.drawn)])
    }

    /// All cards in hands.
    pub fn held(&self) -> Cards {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }

    /// Cards left in the deck.
    pub fn deck_size(&self, deal: &Deal) -> usize {
        deal.deck.len() - usize::from(self.drawn)
    }

    /// Whether the mover may give a clue.
    pub fn clue_legal(&self, deal: &Deal) -> bool {
        let others =
            || (0..deal.players).any(|p| p != usize::from(self.mover) && self.sizes[p] > 0);
        self.units >= deal.token && (deal.empty_clues || others())
    }

    /// The node after a legal move.
    pub fn after(&self, deal: &Deal, step: Step) -> Self {
        let mut node = *self;
        let mover = usize::from(self.mover);
        let earn = |units: u8, earned: u8| units.saturating_add(earned).min(deal.unit_limit);
        let discard = matches!(step, Step::Dump | Step::Discard(_));
        if discard && self.units == deal.unit_limit && self.turns.is_none() {
            node.credit = node.credit.saturating_sub(1);
        }
        match step {
            Step::Clue => node.units = node.units.saturating_sub(deal.token),
            Step::Dump => node.units = earn(node.units, deal.discard_units),
            Step::Discard(card) => {
                node.hands[mover] &= !card;
                node.units = earn(node.units, deal.discard_units);
            }
            Step::Play(card) => {
                node.hands[mover] &= !card;
                node.next ^= card | card << 1;
                node.score += 1;
                if card_of(card).step() + 1 == STEPS {
                    node.units = earn(node.units, deal.completion_units);
                }
            }
        }
        node.mover = ((mover + 1) % deal.players) as u8;
        if step != Step::Clue && node.deck_size(deal) > 0 {
            node.hands[mover] |= deal.deck[usize::from(node.drawn)];
            node.drawn += 1;
            if node.deck_size(deal) == 0 && !deal.grand_finale {
                node.turns = Some(deal.players as u8);
            }
        } else {
            node.turns = node.turns.map(|turns| turns - 1);
            node.sizes[mover] -= u8::from(step != Step::Clue && deal.grand_finale);
        }
        node
    }
}

/// The cards from the next of each suit up to the first that is not among those alive.
pub fn chain(next: Cards, alive: Cards) -> Cards {
    let mut chain = next & alive;
    for _ in 1..STEPS {
        chain |= (chain << 1) & alive;
    }
    chain
}

/// Union of sets.
trait SumSet {
    fn sum_set(self) -> Cards;
}

impl<I: Iterator<Item = Cards>> SumSet for I {
    fn sum_set(self) -> Cards {
        self.fold(0, |all, set| all | set)
    }
}

/// The elements of a set, as one-element sets.
pub fn each(mut set: Cards) -> impl Iterator<Item = Cards> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

const _: () = assert!(MAX_CARDS <= 64 && MAX_SUITS * 8 <= 64 && STEPS < 8);
