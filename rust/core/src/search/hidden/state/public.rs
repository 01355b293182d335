//! What everybody knows of a state: all of it but the cards in hands and deck.
//!
//! Cards are named by *faces*: a face below [`MAX_CARDS`] is that identity, a higher one stands
//! for several dead cards that nobody tells apart (see [`super::layout`]).

use rustc_hash::FxHashMap;

use crate::game::card::{Card, MAX_CARDS, MAX_SUITS, STEPS};
use crate::game::rules::{MAX_PLAYERS, MAX_STRIKES};
use crate::game::state::Game;
use crate::search::hidden::problem::Problem;

/// Number of faces that can be told apart. Those from [`MAX_CARDS`] on are dead cards.
pub const FACES: usize = 128;

/// A set of faces, as bits.
pub type Faces = u128;

/// The face that stands for every dead card where hands are open.
pub const DEAD: u8 = (FACES - 1) as u8;

/// Whether a set of identities, as bits, has the face in it, all but identities being in it if
/// `others` says so.
pub const fn contains(set: u64, face: u8, others: bool) -> bool {
    if (face as usize) < MAX_CARDS {
        set >> face & 1 == 1
    } else {
        others
    }
}

/// The public public state of a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PublicState {
    /// Cards played, suit by suit.
    pub stacks: [u8; MAX_SUITS],
    /// Cards of each face in hands and deck together.
    pub left: [u8; FACES],
    /// Cards in each hand.
    pub sizes: [u8; MAX_PLAYERS],
    /// The player to move.
    pub mover: u8,
    /// Clue tokens, in units.
    pub units: u8,
    /// Strikes.
    pub strikes: u8,
    /// Turns left; `None` while no last round runs.
    pub turns: Option<u8>,
    /// Cards in the deck.
    pub deck: u8,
}

/// What empties a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    /// The card is played.
    Play,
    /// The card is discarded.
    Discard,
}

impl PublicState {
    /// The public state of a problem, its cards counted by face.
    pub fn new(problem: &Problem, left: [u8; FACES]) -> Self {
        let mut stacks = [0; MAX_SUITS];
        stacks[..problem.stacks.len()].copy_from_slice(&problem.stacks);
        let mut sizes = [0; MAX_PLAYERS];
        for (size, hand) in sizes.iter_mut().zip(&problem.hands) {
            *size = hand.len() as u8;
        }
        Self {
            stacks,
            left,
            sizes,
            mover: problem.mover as u8,
            units: problem.units,
            strikes: problem.strikes,
            turns: problem.turns_left,
            deck: problem.deck as u8,
        }
    }

    /// Sum of the stacks.
    pub fn score(&self) -> u8 {
        self.stacks.iter().sum()
    }

    /// The highest that a suit's stack can still become.
    fn reachable_stack(&self, suit: usize) -> u8 {
        let height = usize::from(self.stacks[suit]);
        let steps = (height..STEPS).take_while(|&s| self.left[Card::new(suit, s).index()] > 0);
        (height + steps.count()) as u8
    }

    /// The highest score that the cards still allow.
    pub fn reachable_score(&self, game: &Game) -> u8 {
        (0..game.suits.len())
            .map(|suit| self.reachable_stack(suit))
            .sum()
    }

    /// Whether a card of the face is the next of its suit.
    pub fn playable(&self, face: u8) -> bool {
        let face = usize::from(face);
        face < MAX_CARDS && usize::from(self.stacks[face / STEPS]) == face % STEPS
    }

    /// The identities of which no card can ever be played, as bits.
    pub fn dead(&self, game: &Game) -> u64 {
        let mut alive = 0u64;
        for suit in 0..game.suits.len() {
            for step in self.stacks[suit]..self.reachable_stack(suit) {
                alive |= 1 << Card::new(suit, usize::from(step)).index();
            }
        }
        !alive
    }

    /// Whether a clue may be given, if one touches a card or need not.
    pub fn clue_legal(&self, game: &Game) -> bool {
        let mover = usize::from(self.mover);
        let others = || (0..game.players).any(|p| p != mover && self.sizes[p] > 0);
        self.units >= game.rules.units_per_token && (game.rules.empty_clues || others())
    }

    /// Whether discarding is allowed to whoever holds a card.
    pub const fn discard_legal(&self, game: &Game) -> bool {
        self.units < game.rules.unit_limit()
    }

    /// The final score, if the last action has ended the game at once.
    fn ended_at_once(&self, game: &Game) -> Option<u8> {
        let score = self.score();
        let rules = &game.rules;
        if self.strikes >= MAX_STRIKES {
            let kept = rules.strikeout_keep && !rules.grand_finale;
            return Some(if kept { score } else { 0 });
        }
        if score == game.max_score() {
            return Some(score);
        }
        (rules.grand_finale && self.reachable_score(game) < game.max_score()).then_some(0)
    }

    /// The final score where the player to move has no legal action.
    pub fn stuck_score(&self, game: &Game) -> u8 {
        if game.rules.grand_finale {
            0
        } else {
            self.score()
        }
    }

    /// The final score, if the game is over.
    pub fn result(&self, game: &Game) -> Option<u8> {
        self.ended_at_once(game).or_else(|| {
            if self.turns == Some(0) {
                Some(self.score())
            } else if self.sizes[usize::from(self.mover)] == 0 && !self.clue_legal(game) {
                Some(self.stuck_score(game))
            } else {
                None
            }
        })
    }

    /// The public state after a card of the given face has left the mover's hand, and whether a card
    /// was drawn in its place (which one is for the caller to say).
    pub fn after_use(&self, game: &Game, how: Use, face: u8) -> (Self, bool) {
        let mut next = self.clone();
        let mover = usize::from(self.mover);
        let limit = game.rules.unit_limit();
        next.sizes[mover] -= 1;
        next.left[usize::from(face)] = next.left[usize::from(face)].saturating_sub(1);
        match how {
            Use::Discard => next.units = (self.units + game.rules.discard_units).min(limit),
            Use::Play if self.playable(face) => {
                let card = Card::from_index(usize::from(face));
                next.stacks[card.suit()] += 1;
                if card.step() + 1 == STEPS {
                    next.units = (self.units + game.rules.completion_units).min(limit);
                }
            }
            Use::Play => next.strikes += 1,
        }
        let draws = self.deck > 0 && next.ended_at_once(game).is_none();
        if draws {
            next.deck -= 1;
            next.sizes[mover] += 1;
            if next.deck == 0 && !game.rules.grand_finale {
                next.turns = Some(game.players as u8);
            }
        } else {
            next.count_down();
        }
        next.mover = (self.mover + 1) % game.players as u8;
        (next, draws)
    }

    /// The public state after a clue.
    pub fn after_clue(&self, game: &Game) -> Self {
        let mut next = self.clone();
        next.units -= game.rules.units_per_token;
        next.count_down();
        next.mover = (self.mover + 1) % game.players as u8;
        next
    }

    const fn count_down(&mut self) {
        if let Some(turns) = &mut self.turns {
            *turns -= 1;
        }
    }

    /// The players who will still act, as bits; the mover is one of them.
    pub fn actors(&self, game: &Game) -> u32 {
        let players = game.players;
        let turns = self.turns.map_or(players, usize::from).min(players);
        (0..turns).fold(0, |bits, turn| {
            bits | 1 << ((usize::from(self.mover) + turn) % players)
        })
    }
}

/// Name of interned public state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PublicId(u32);

/// PublicState that have been met, each with what is asked of it again and again.
#[derive(Default)]
pub struct PublicStates {
    all: Vec<Known>,
    ids: FxHashMap<PublicState, PublicId>,
    after_use: FxHashMap<(PublicId, Use, u8), (PublicId, bool)>,
}

struct Known {
    public: PublicState,
    result: Option<u8>,
    dead: u64,
    after_clue: Option<PublicId>,
    plain: Option<PublicId>,
}

impl PublicStates {
    /// The name of the public state.
    pub fn id(&mut self, game: &Game, public: PublicState) -> PublicId {
        if let Some(&id) = self.ids.get(&public) {
            return id;
        }
        let id = PublicId(self.all.len() as u32);
        self.all.push(Known {
            result: public.result(game),
            dead: public.dead(game),
            public: public.clone(),
            after_clue: None,
            plain: None,
        });
        self.ids.insert(public, id);
        id
    }

    /// See [`PublicState::after_use`].
    pub fn after_use(&mut self, game: &Game, id: PublicId, how: Use, face: u8) -> (PublicId, bool) {
        if let Some(&known) = self.after_use.get(&(id, how, face)) {
            return known;
        }
        let (next, draws) = self.get(id).after_use(game, how, face);
        let known = (self.id(game, next), draws);
        self.after_use.insert((id, how, face), known);
        known
    }

    /// See [`PublicState::after_clue`].
    pub fn after_clue(&mut self, game: &Game, id: PublicId) -> PublicId {
        let index = id.0 as usize;
        if let Some(known) = self.all[index].after_clue {
            return known;
        }
        let next = self.id(game, self.all[index].public.after_clue(game));
        self.all[index].after_clue = Some(next);
        next
    }

    /// The public state without counts of dead cards.
    pub fn plain(&mut self, game: &Game, id: PublicId) -> PublicId {
        let index = id.0 as usize;
        if let Some(known) = self.all[index].plain {
            return known;
        }
        let mut plain = self.all[index].public.clone();
        for (face, left) in plain.left.iter_mut().enumerate() {
            if contains(self.all[index].dead, face as u8, true) {
                *left = 0;
            }
        }
        let plain = self.id(game, plain);
        self.all[index].plain = Some(plain);
        plain
    }

    /// The public state of a name.
    pub fn get(&self, id: PublicId) -> &PublicState {
        &self.all[id.0 as usize].public
    }

    /// The final score, if the game is over.
    pub fn result(&self, id: PublicId) -> Option<u8> {
        self.all[id.0 as usize].result
    }

    /// The identities of which no card can ever be played, as bits.
    pub fn dead(&self, id: PublicId) -> u64 {
        self.all[id.0 as usize].dead
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.all.len() * 3 * size_of::<Known>() + self.after_use.len() * 24
    }
}
