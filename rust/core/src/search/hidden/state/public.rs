//! What everybody knows of a state: all of it but the cards in hands and deck.
//!
//! Cards are named by *faces*: a face below [`MAX_CARDS`] is that identity, a higher one stands
//! for several dead cards that nobody tells apart (see [`super::layout`]).

use rustc_hash::FxHashMap;

use crate::game::card::MAX_CARDS;
use crate::game::public::Public;
pub use crate::game::public::Use;
use crate::game::rules::Game;
use crate::search::memory::maps::{list_bytes, map_bytes};

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

/// The public state of a set of worlds.
pub type PublicState = Public<FACES>;

impl PublicState {
    /// The public state after a card of the given face has left the mover's hand, and whether a card
    /// was drawn in its place (which one is for the caller to say).
    pub fn after_use(&self, game: &Game, how: Use, face: u8) -> (Self, bool) {
        let mut next = self.clone();
        next.sizes[next.mover] -= 1;
        next.lay(game, how, Some(face));
        let draws = next.draws(game);
        if draws {
            next.draw();
        }
        next.pass_turn(game);
        (next, draws)
    }

    /// The public state after a clue.
    pub fn after_clue(&self, game: &Game) -> Self {
        let mut next = self.clone();
        next.pay_clue(game);
        next.pass_turn(game);
        next
    }

    /// The players who will still act, as bits; the mover is one of them.
    pub fn actors(&self, game: &Game) -> u32 {
        let players = game.players;
        let turns = self.turns_left.map_or(players, usize::from).min(players);
        (0..turns).fold(0, |bits, turn| bits | 1 << ((self.mover + turn) % players))
    }
}

/// Name of interned public state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PublicId(u32);

/// The public states that have been met, each with what is asked of it again and again.
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
            result: public.plain_result(game),
            dead: public.dead_cards(game),
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
        list_bytes(&self.all) + map_bytes(&self.ids) + map_bytes(&self.after_use)
    }
}
