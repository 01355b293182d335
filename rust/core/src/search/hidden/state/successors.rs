//! What actions lead to: the worlds afterwards, by what everybody sees.

use std::num::NonZeroU8;
use std::ops::Range;

use crate::game::rules::MAX_PLAYERS;
use crate::search::limits::Stop;

use super::Model;
use super::action::{Act, Branch};
use super::effort::Halt;
use super::hands::HandId;
use super::memo::{Step, Steps};
use super::public::{FACES, PublicId, Use, contains};
use super::worlds::World;

/// The merit of a message: see [`Engine::merit`].
pub const TELLING: u8 = 2;

impl Model<'_> {
    /// The cards of each face in the deck of a world.
    pub fn deck(&self, public: PublicId, hands: &[HandId; MAX_PLAYERS]) -> [u8; FACES] {
        let mut deck = self.publics.get(public).left;
        for &hand in hands {
            for &face in self.hands.cards(hand) {
                deck[usize::from(face)] -= 1;
            }
        }
        deck
    }

    /// How good a use of a slot looks where others are worth as much: a card that fits in all worlds
    /// comes before messages ([`TELLING`]), one that is dead in all behind them.
    pub fn merit(&self, public: PublicId, worlds: &[World], how: Use, slot: usize) -> u8 {
        let (known, dead) = (self.publics.get(public), self.publics.dead(public));
        let mover = known.mover;
        let fits = worlds.iter().all(|world| {
            let face = self.hands.cards(world.hands[mover])[slot];
            match how {
                Use::Play => known.fits(face),
                Use::Discard => contains(dead, face, true),
            }
        });
        match (how, fits) {
            (_, false) => 0,
            (Use::Discard, true) => 1,
            (Use::Play, true) => u8::MAX,
        }
    }

    /// What a use of a slot leads to, by the face of the card.
    pub fn branches(
        &mut self,
        public: PublicId,
        worlds: &[World],
        how: Use,
        slot: usize,
    ) -> Result<Vec<Branch>, Halt> {
        let mut branches: Vec<Branch> = Vec::new();
        for world in worlds {
            let steps = self.steps(public, &world.hands, how, slot)?;
            let (outcome, next, cards) = (
                Some(steps.face),
                steps.public,
                u128::from(steps.cards.get()),
            );
            let orders = u128::from(self.orders(next)?);
            let place = branches.iter().position(|b| b.outcome == outcome);
            let place = place.unwrap_or_else(|| {
                branches.push(Branch {
                    outcome,
                    public: next,
                    worlds: Vec::new(),
                    cap: 0,
                });
                branches.len() - 1
            });
            let branch = &mut branches[place];
            for index in 0..usize::from(steps.number) {
                self.tick()?;
                let step = &self.successors.steps[steps.from as usize + index];
                // The weight counts orders of the deck before the draw; a share of them as
                // large as the face's share of the deck begins with it.
                let weight = u128::from(world.weight) * u128::from(step.copies) / cards;
                let cap = u64::try_from(weight * u128::from(step.value) / orders)
                    .map_err(|_| Halt::Stop(Stop::Size))?;
                if cap > 0 {
                    branch.cap += cap as i64;
                    branch.worlds.push(World {
                        hands: step.hands,
                        weight: weight as u64,
                        cap,
                    });
                }
            }
        }
        branches.sort_unstable_by_key(|branch| branch.outcome);
        for branch in &mut branches {
            branch.worlds.sort_unstable_by_key(|world| world.hands);
        }
        Ok(branches)
    }

    /// What an action leads to, by outcome, as far as it is worth something.
    pub fn leads(
        &mut self,
        public: PublicId,
        worlds: &[World],
        act: Act,
    ) -> Result<Vec<Branch>, Halt> {
        let mut branches = match act {
            Act::Use(how, slot) => self.branches(public, worlds, how, usize::from(slot))?,
            Act::Clue(..) | Act::ClueOf(..) | Act::AnyClue | Act::Tell(_) => {
                vec![self.told(public, worlds)?]
            }
            Act::Stuck => Vec::new(),
        };
        branches.retain(|branch| !branch.worlds.is_empty());
        Ok(branches)
    }

    /// The sum of the caps after an action.
    pub fn cap_after(&mut self, public: PublicId, worlds: &[World], act: Act) -> Result<i64, Halt> {
        let mut sum = 0;
        match act {
            Act::Use(how, slot) => {
                for world in worlds {
                    self.tick()?;
                    let steps = self.steps(public, &world.hands, how, usize::from(slot))?;
                    let whole = u128::from(world.weight) * u128::from(steps.value);
                    let orders = u128::from(self.orders(steps.public)?);
                    let cap = whole / (u128::from(steps.cards.get()) * orders);
                    sum += i64::try_from(cap).map_err(|_| Halt::Stop(Stop::Size))?;
                }
            }
            Act::Clue(..) | Act::ClueOf(..) | Act::AnyClue | Act::Tell(_) => {
                let next = self.publics.after_clue(self.game, public);
                for world in worlds {
                    self.tick()?;
                    sum += self.cap(next, &world.hands, world.weight)? as i64;
                }
            }
            Act::Stuck => sum = self.stuck(public, worlds),
        }
        Ok(sum)
    }

    /// What is had where the game ends because nothing is legal.
    pub fn stuck(&self, public: PublicId, worlds: &[World]) -> i64 {
        let score = self.publics.get(public).stuck_score(self.game);
        let weight: i64 = worlds.iter().map(|world| world.weight as i64).sum();
        self.payoff.worth(score) as i64 * weight
    }

    /// What a use of a slot leads to in one state.
    fn steps(
        &mut self,
        public: PublicId,
        hands: &[HandId; MAX_PLAYERS],
        how: Use,
        slot: usize,
    ) -> Result<Steps, Halt> {
        let mover = self.publics.get(public).mover;
        let slots = self.hands.cards(hands[mover]).len();
        let full = Halt::Stop(Stop::Memory);
        let place = match self.successors.uses_of.get(&(public, *hands)) {
            Some(&place) => place,
            None => {
                let place = u32::try_from(self.successors.uses.len()).map_err(|_| full)?;
                self.successors
                    .uses
                    .resize(self.successors.uses.len() + 2 * slots, None);
                self.successors.uses_of.insert((public, *hands), place);
                place
            }
        };
        let place = place as usize + slot + if how == Use::Play { 0 } else { slots };
        if let Some(steps) = self.successors.uses[place] {
            return Ok(steps);
        }
        let face = self.hands.cards(hands[mover])[slot];
        let (next, draws) = self.publics.after_use(self.game, public, how, face);
        let mut after = *hands;
        after[mover] = self.hands.without(hands[mover], slot);
        let (rest, start, mut cards) = (after[mover], self.successors.steps.len(), NonZeroU8::MIN);
        if draws {
            let mut deck = self.deck(next, &after);
            for range in &self.numbered.0 {
                draw_in_order(&mut deck, range, self.numbered.1 == mover);
            }
            cards = NonZeroU8::new(deck.iter().sum()).unwrap_or(cards);
            for face in (0..FACES).filter(|&face| deck[face] > 0) {
                after[mover] = self.hands.with(rest, face as u8);
                self.add_step(next, after, deck[face])?;
            }
        } else {
            self.add_step(next, after, 1)?;
        }
        let mut made = self.successors.steps[start..].iter();
        let value = made.try_fold(0u64, |sum, step| {
            sum.checked_add(step.value.checked_mul(u64::from(step.copies))?)
        });
        let steps = Steps {
            face,
            public: next,
            cards,
            value: value.ok_or(Halt::Stop(Stop::Size))?,
            from: u32::try_from(start).map_err(|_| full)?,
            number: (self.successors.steps.len() - start) as u8,
        };
        self.successors.uses[place] = Some(steps);
        Ok(steps)
    }

    fn add_step(
        &mut self,
        public: PublicId,
        hands: [HandId; MAX_PLAYERS],
        copies: u8,
    ) -> Result<(), Halt> {
        let value = self.open(public, &hands)?;
        if value > 0 {
            self.successors.steps.push(Step {
                hands,
                copies,
                value,
            });
        }
        Ok(())
    }

    fn keep(
        &mut self,
        branch: &mut Branch,
        hands: [HandId; MAX_PLAYERS],
        weight: u64,
    ) -> Result<(), Halt> {
        self.tick()?;
        let cap = self.cap(branch.public, &hands, weight)?;
        if cap > 0 {
            branch.cap += cap as i64;
            branch.worlds.push(World { hands, weight, cap });
        }
        Ok(())
    }

    /// What a clue leads to, whichever it is.
    pub fn told(&mut self, public: PublicId, worlds: &[World]) -> Result<Branch, Halt> {
        let mut branch = Branch {
            outcome: None,
            public: self.publics.after_clue(self.game, public),
            worlds: Vec::with_capacity(worlds.len()),
            cap: 0,
        };
        for world in worlds {
            self.keep(&mut branch, world.hands, world.weight)?;
        }
        Ok(branch)
    }

    /// Gives every world its cap and leaves out those that are worth nothing.
    pub fn capped(&mut self, public: PublicId, worlds: Vec<World>) -> Result<Vec<World>, Halt> {
        let mut kept = Vec::with_capacity(worlds.len());
        for world in worlds {
            self.tick()?;
            let cap = self.cap(public, &world.hands, world.weight)?;
            if cap > 0 {
                kept.push(World { cap, ..world });
            }
        }
        Ok(kept)
    }
}

/// Of the cards numbered through in a range, lets only the lowest (or highest) one be drawn,
/// for all of them.
fn draw_in_order(deck: &mut [u8; FACES], range: &Range<u8>, lowest: bool) {
    let present = |face: &u8| deck[usize::from(*face)] > 0;
    let next = if lowest {
        range.clone().find(present)
    } else {
        range.clone().rfind(present)
    };
    if let Some(next) = next {
        let places = usize::from(range.start)..usize::from(range.end);
        let cards = deck[places.clone()].iter().sum();
        deck[places].fill(0);
        deck[usize::from(next)] = cards;
    }
}
