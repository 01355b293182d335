//! The seat bounds hidden hands: what the mover could do at best if all hands were open from the
//! next turn on.
//!
//! Let C run over the classes of the first turn, what the mover may see, and m over moves. A
//! policy has the mover do one move m(C) in all worlds of C, and gets no more from them than
//! the value after it with hands open: telling more never hurts. So the value is at most the sum
//! over C of the largest cap that a move leaves, and that of a policy that does m in the class C
//! at most the same with m in the place of the best move there.
//!
//! Dead cards are alike here if exactly the same slots of the mover may hold them, and the sum is
//! that of all identities told apart: lay the cards that the mover does not see, each for itself,
//! into his slots and the deck in all ways that his sets allow. Exchanging two cards of a group
//! maps these ways to one another, so how many of them show certain faces depends only on how
//! many cards of each group are left, not on which ones; and open play asks for no more.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::game::state::Action;
use crate::search::hidden::problem::Problem;
use crate::search::limits::Limits;

use super::clues::{Clues, Messages};
use super::effort::Halt;
use super::layout::{Layout, Naming};
use super::memo::OpenState;
use super::open_bound::Uses;
use super::public::{PublicId, PublicState, Use};
use super::worlds::{World, cap, classes};
use super::{Model, Payoff};

/// Upper bounds of the value and of the moves, summed over worlds.
pub struct Seat {
    /// The sum of the caps.
    pub open: i64,
    /// No policy gets more.
    pub most: i64,
    /// What the moves are worth where the mover sees the written hands, if these are specified.
    here: Option<Choices>,
}

/// What a class gets at most, by what the mover does there.
struct Choices {
    /// By use and slot; `None` for what is not legal.
    uses: [Vec<Option<i64>>; 2],
    clue: Option<i64>,
    /// The largest of them.
    best: i64,
}

impl Seat {
    /// How many worlds it looks at, at most.
    pub fn size(problem: &Problem) -> Option<u128> {
        Layout::new(problem, Naming::Seat).assignments()
    }

    /// Looks at every class of the first turn.
    pub fn new(
        problem: &Problem,
        payoff: Payoff,
        limits: &Limits<'_>,
        room: usize,
    ) -> Result<Self, Halt> {
        let mut layout = Layout::new(problem, Naming::Seat);
        let clues = Clues::new(problem.clues.clone(), Messages::Unlimited);
        let mut model = Model::new(&problem.game, clues, payoff, limits);
        model.effort.room = room;
        let worlds = layout.make(&mut model.hands, limits);
        let public = model.name(PublicState::new(&problem.setup, layout.left()));
        let worlds = model.capped(public, worlds.map_err(Halt::Stop)?)?;
        let mover = problem.public.mover;
        let mut seat = Self {
            open: cap(&worlds),
            most: cap(&worlds),
            here: None,
        };
        if model.publics.result(public).is_some() {
            return Ok(seat);
        }
        let mut known = FxHashMap::default();
        seat.most = 0;
        for class in classes(&worlds, mover) {
            seat.most += model.choices(public, &class, &mut known)?.best;
        }
        // A class of faces holds several of identities: those written are one of them.
        for player in (0..problem.hands.len()).filter(|&player| player != mover) {
            let Some(hand) = problem.hand(player) else {
                return Ok(seat);
            };
            for (slot, card) in hand.iter().enumerate() {
                layout.narrow(player, slot, 1 << card.index());
            }
        }
        let worlds = layout.make(&mut model.hands, limits).map_err(Halt::Stop)?;
        let worlds = model.capped(public, worlds)?;
        seat.here = Some(model.choices(public, &worlds, &mut known)?);
        Ok(seat)
    }

    /// No more is had from all worlds but those that look like the written hands.
    pub fn elsewhere(&self) -> Option<i64> {
        self.here.as_ref().map(|here| self.most - here.best)
    }

    /// No policy gets more that does such a move with the written hands.
    pub fn after(&self, action: Action) -> Option<i64> {
        let here = self.here.as_ref()?;
        let gets = match action.used() {
            Some((how, slot)) => here.uses[how as usize].get(slot).copied()?,
            None => here.clue,
        };
        Some(self.most - here.best + gets?)
    }
}

impl Model<'_> {
    /// What a class gets at most by each move, hands being open from the next turn on.
    fn choices(
        &mut self,
        public: PublicId,
        class: &[World],
        known: &mut FxHashMap<OpenState, Uses>,
    ) -> Result<Choices, Halt> {
        let mover = self.publics.get(public).mover;
        let slots = usize::from(self.publics.get(public).sizes[mover]);
        let orders = u128::from(self.orders(public)?);
        let sum = |sum: &mut Option<i64>, world: &World, value: Option<u64>| {
            let more = |value| (u128::from(world.weight) * u128::from(value) / orders) as i64;
            *sum = sum.zip(value).map(|(sum, value)| sum + more(value));
        };
        let mut choices = Choices {
            uses: [vec![Some(0); slots], vec![Some(0); slots]],
            clue: Some(0),
            best: 0,
        };
        for world in class {
            self.tick()?;
            let state = self.normal(public, &world.hands);
            let uses = match known.entry(state) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(self.open_uses(state.0, &state.1)?),
            };
            let dead = self.publics.dead(public);
            for (slot, &face) in self.hands.cards(world.hands[mover]).iter().enumerate() {
                for how in [Use::Play, Use::Discard] {
                    let value = uses.get(how, face, dead);
                    sum(&mut choices.uses[how as usize][slot], world, value);
                }
            }
            sum(&mut choices.clue, world, uses.clue);
        }
        let all = choices.uses.iter().flatten().chain([&choices.clue]);
        // Where nothing is legal the game ends.
        choices.best = all.flatten().max().copied().unwrap_or(cap(class));
        Ok(choices)
    }
}
