//! One game on the way to the value: the real one, a restriction of it, or a relaxation.
//!
//! - *dead-blind*: players who never use the identity of a dead card that is not common knowledge.
//!   Every such policy can be played in the real game, so the value is a lower bound.
//!   Permutations of the dead cards collapse, and often thousands of worlds become a dozen.
//! - *dead-grouped*: players who use of such a card which slots may hold it, and no more: dead cards are
//!   alike if exactly the same slots may. It lies between the dead-blind game and the real one; what
//!   lies in other hands then tells more of the own.
//! - *relaxed*: dead cards that the same slots may hold look alike, and a clue tells all that
//!   its giver sees. Its value is an upper bound; see below.
//! - *real*: the game itself.
//!
//! # Clues in the restricted games
//!
//! Who does not tell dead cards apart does not know of each clue what it touches. A clue may be
//! given if it surely touches some card, so it is legal in all worlds of the class. Of the slots
//! that it touches it tells those of which everybody knows that the players know it: a slot tells
//! nothing if in some world of the node it holds a card of a type that the clue touches only in
//! part. The node is common knowledge, hence so are these slots; in the
//! others the players of the restricted game and those of the real one see the same. So every
//! restricted policy can be played in the real game.
//!
//! Local search knows one more kind of message. The clues in order fall into *families*, each of
//! which touches every card that there is: the colours, and the ranks. So of each family one clue
//! to a player may be given whatever dead cards he holds, which need not be known: the first one
//! that touches some card. It tells that it is of the family, and nothing else. That is told from
//! other messages if at one point of history either no clue of the family to this player tells
//! more, or each does. The search of these games leaves such messages out: what it proves to be
//! the most it proves of its own policies, and bounds nothing.
//!
//! # The relaxed game is a relaxation
//!
//! Permuting the physical cards of a group among their places maps worlds to worlds, for every
//! slot that may hold one of them may hold all. Let σ be a random numbering of the group's
//! cards, known to everybody beforehand, and let the places take them by number: those of the
//! mover's hand from the low end, those of the other hands from the high end, and a card drawn
//! is the lowest number left if the first mover draws it, else the highest. Whatever the
//! policy, the identities then come out as likely as in the game, for σ is uniform and the
//! numbers are handed out without looking at it. So every policy of the game keeps its value
//! if it disregards σ, and the best one that knows σ is worth no less; by symmetry it is worth
//! the same for every σ, namely the value of the game whose cards bear their *numbers*. That a
//! clue tells everything its giver sees only adds to what is known: never a loss.
//!
//! Slots that only hold dead cards are an exception: everybody is told what group lies there (the
//! worlds fall apart into sets, whose values add up to no less), and the sets of these slots
//! do not count when groups are made.
//!
//! With the deck empty in the last round numbers add nothing, and the cards of a group may stay
//! *alike*: everybody counts each group in every hand, the own one by what is missing
//! elsewhere, hence the numbers in the other hands follow from what is seen; and the number of
//! the card that a player uses tells only that player something new, who acts no more.

use std::rc::Rc;

use crate::game::card::MAX_CARDS;
use crate::search::hidden::bounds::Between;
use crate::search::hidden::plan::Plan;
use crate::search::hidden::problem::Problem;
use crate::search::hidden::search::Search;
use crate::search::hidden::search::root::Root;
use crate::search::hidden::state::clues::{Clues, Messages};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::layout::{Layout, Naming};
use crate::search::hidden::state::public::{PublicId, PublicState};
use crate::search::hidden::state::worlds::World;
use crate::search::hidden::state::{Model, Payoff};
use crate::search::limits::{Limits, Stop};

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// A restriction: lower bounds, and policies that reach them.
    DeadBlind,
    /// The same, but not as narrow.
    DeadGrouped,
    /// A relaxation: upper bounds.
    Relaxed,
    /// The game itself.
    Real,
}

/// Bytes that a world needs in a search, roughly: itself, its branches and its keys.
pub const WORLD_BYTES: u128 = 400;

/// The search of one game.
pub struct GameSearch<'a> {
    /// Which game.
    pub knowledge: Knowledge,
    /// How cards are told apart in it.
    pub layout: Layout,
    /// Its search.
    pub search: Search<'a>,
    /// The public state at the start and the worlds that are worth something; in the relaxed game
    /// in sets that are told apart.
    pub sets: Vec<(PublicId, Vec<World>)>,
    root: Root,
    /// Nothing more will come of it.
    pub done: bool,
}

impl<'a> GameSearch<'a> {
    /// How many worlds the game has, at most.
    pub fn size(problem: &Problem, knowledge: Knowledge) -> Option<u128> {
        Layout::new(problem, Self::naming(problem, knowledge)).assignments()
    }

    fn naming(problem: &Problem, knowledge: Knowledge) -> Naming {
        match knowledge {
            Knowledge::DeadBlind => Naming::Dead,
            Knowledge::DeadGrouped => Naming::Grouped,
            Knowledge::Real => Naming::Identity,
            Knowledge::Relaxed if problem.public.turns_left.is_some() => Naming::Grouped,
            Knowledge::Relaxed => Naming::Numbered,
        }
    }

    /// Makes the worlds of the game; they must fit in `room` bytes, as must all that it finds.
    pub fn new(
        problem: &'a Problem,
        knowledge: Knowledge,
        payoff: Payoff,
        limits: &'a Limits<'a>,
        room: usize,
    ) -> Result<Self, Halt> {
        let naming = Self::naming(problem, knowledge);
        let messages = match knowledge {
            Knowledge::DeadBlind | Knowledge::DeadGrouped => Messages::Certain,
            Knowledge::Relaxed => Messages::Unlimited,
            Knowledge::Real => Messages::Touched,
        };
        let layout = Layout::new(problem, naming);
        let clues = Clues::new(problem.clues.clone(), messages);
        let mut search = Search::new(Model::new(&problem.game, clues, payoff, limits));
        search.model.effort.room = room;
        let size = Halt::Stop(Stop::Size);
        let worlds = layout
            .make(&mut search.model.hands, limits)
            .map_err(Halt::Stop)?;
        if messages == Messages::Certain {
            let cards = (0..MAX_CARDS).filter(|&card| problem.public.left[card] > 0);
            let cards = cards.fold(0, |bits, card| bits | 1 << card);
            search.model.clues.find_families(cards);
            let members = search.model.clues.members[MAX_CARDS..].iter_mut();
            members
                .zip(layout.groups())
                .for_each(|(members, group)| *members = group);
        }
        let parted = match knowledge {
            Knowledge::Relaxed => layout.told_apart(&search.model.hands, worlds),
            Knowledge::DeadBlind | Knowledge::DeadGrouped | Knowledge::Real => {
                vec![(layout.left(), worlds)]
            }
        };
        let mut sets = Vec::with_capacity(parted.len());
        for (mut left, mut worlds) in parted {
            if naming == Naming::Numbered {
                let ranges = layout.number(&mut search.model.hands, &mut worlds, &mut left);
                search.model.numbered = (ranges.ok_or(size)?, problem.public.mover);
            }
            let public = search.model.name(PublicState::new(&problem.setup, left));
            sets.push((public, search.model.capped(public, worlds)?));
        }
        let root = Root::new(&mut search, &sets)?;
        Ok(Self {
            knowledge,
            layout,
            root,
            search,
            sets,
            done: false,
        })
    }

    /// Whether the game is over from the start.
    pub fn over(&self) -> bool {
        self.search.model.publics.result(self.sets[0].0).is_some()
    }

    /// Searches so many steps on, for a value above alpha.
    pub fn advance(&mut self, alpha: i64, steps: u64) -> Result<(), Halt> {
        self.search.model.effort.grant(steps);
        self.root.advance(&mut self.search, alpha)?;
        self.done = !self.search.narrow() || self.root.climbed();
        Ok(())
    }

    /// One round: climbs to better policies, and searches, each for about so many steps.
    pub fn round(&mut self, alpha: i64, upper: i64, steps: u64) -> Result<(), Halt> {
        self.advance_local(upper, steps)?;
        if self.stranded() {
            self.done = true;
        }
        if self.done || self.bounds().lower >= upper {
            return Ok(());
        }
        if !self.placed() {
            // The first policy is worth more than the bounds of a search that has hardly begun.
            return Ok(());
        }
        let steps = match self.knowledge {
            // Only its end is of use.
            Knowledge::Relaxed => 2 * steps,
            Knowledge::DeadBlind | Knowledge::DeadGrouped | Knowledge::Real => steps,
        };
        match self.advance(self.bounds().lower.max(alpha), steps) {
            Err(Halt::Pause) => Ok(()),
            result => result,
        }
    }

    /// Whether players had nothing to do where those of the real game have: policies are none.
    fn stranded(&self) -> bool {
        matches!(
            self.knowledge,
            Knowledge::DeadBlind | Knowledge::DeadGrouped
        ) && self.search.model.clues.stranded
    }

    /// Forgets what it has found, but its best plan.
    pub fn forget(&mut self) {
        self.root.forget(&mut self.search);
        self.search.forget();
    }

    /// Whether there is some policy.
    pub fn placed(&self) -> bool {
        self.root.placed()
    }

    /// Climbs so many steps on to better policies, or until one is worth `upper`. It does not
    /// pause within a move, so it takes a few steps more.
    pub fn advance_local(&mut self, upper: i64, steps: u64) -> Result<(), Halt> {
        self.search.model.effort.grant(u64::MAX);
        self.root.climb(&mut self.search, upper, steps)
    }

    /// What is proven of the value of the real game.
    pub fn bounds(&self) -> Between {
        let Between { lower, upper } = self.root.bounds();
        match self.knowledge {
            Knowledge::Relaxed => Between { lower: 0, upper },
            Knowledge::Real => Between { lower, upper },
            Knowledge::DeadBlind | Knowledge::DeadGrouped => Between {
                lower,
                upper: i64::MAX,
            },
        }
    }

    /// The plan that reaches the lower bound.
    pub fn plan(&self) -> Rc<Plan> {
        self.root.plan()
    }
}
