//! What every part of the search shares: names, caps, children, limits.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::card::MAX_CARDS;
use crate::rules::MAX_PLAYERS;
use crate::search::limits::{Limits, Stop};
use crate::state::Game;

use super::facts::{Facts, FactsId, FactsTable, TYPES, Use};
use super::hands::{HandId, Hands};
use super::lossless::Cores;
use super::subsets::MOST;
use super::table::Table;
use super::worlds::World;

/// What a clue can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Messages {
    /// The clue's player and name and the slots it touches: as in the game.
    Touched,
    /// What is certain where dead cards are alike: see [`super::stage`]. A restriction of the
    /// policies, so values are lower bounds.
    Certain,
    /// Anything: who gives a clue tells all that he sees. A relaxation, so values are upper
    /// bounds.
    Unlimited,
}

/// What a final score is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// Itself.
    Score,
    /// One from the target on, else nothing.
    Target(u8),
}

impl Payoff {
    /// What the score is worth.
    pub const fn worth(self, score: u8) -> u64 {
        match self {
            Self::Score => score as u64,
            Self::Target(target) => (score >= target) as u64,
        }
    }
}

/// What a player does with a class of worlds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// A card of a slot (counted from 0) is played or discarded.
    Use(Use, u8),
    /// A clue: the player it is given to, its place in the list of clues, and what it tells of
    /// the slots it touches.
    Clue(u8, u8, Touch),
    /// The first legal clue, where it is the only thing that the mover may do and so says
    /// nothing.
    AnyClue,
    /// Any clue, where clues can say anything; the number, that of the class, tells them apart.
    Tell(u32),
    /// Nothing is legal: the game ends.
    Stuck,
}

/// What a clue tells of the slots it touches, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Touch {
    /// The slots it touches, but for those of which nothing is told.
    pub slots: u32,
    /// The slots of which nothing is told.
    pub untold: u32,
}

/// For every clue the slots that it surely touches, and those of which types do not say it.
type Touches = Rc<[(u32, u32)]>;

/// What everybody sees of an action besides the action: the type of the card that was used.
pub type Outcome = Option<u8>;

/// The worlds that an action leads to for one outcome.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The card's type; `None` for a clue.
    pub outcome: Outcome,
    /// The facts afterwards.
    pub facts: FactsId,
    /// The worlds afterwards, those left out that are worth nothing whatever is done.
    pub worlds: Vec<World>,
    /// No policy gets more from them.
    pub cap: i64,
}

/// The search of one game: rules, payoff and names.
pub struct Engine<'a> {
    /// Suits and rules.
    pub game: &'a Game,
    /// For every clue the types it touches.
    pub clues: Vec<u64>,
    /// What clues say.
    pub messages: Messages,
    /// What a final score is worth.
    pub payoff: Payoff,
    /// Facts by name.
    pub facts: FactsTable,
    /// Hands by name.
    pub hands: Hands,
    /// Values of sets of worlds.
    pub table: Table,
    /// Sets of worlds of which not all get their caps.
    pub cores: Cores,
    /// Whether only a value without any loss is of interest.
    pub all: bool,
    /// Classes of a turn up to which they are placed by subsets: at most
    /// [`super::subsets::MOST`].
    pub few: usize,
    /// Sets of worlds expanded.
    pub nodes: u64,
    /// Which types are cards numbered through, in ranges, and the player whose cards have the
    /// lowest numbers: see [`super::worlds::Naming::Numbered`].
    pub numbered: (Vec<Range<u8>>, usize),
    /// What clues touch in hands: see [`Self::touches`].
    touches: RefCell<FxHashMap<HandId, Touches>>,
    /// The identities that a card of each type may have, as bits.
    pub members: [u64; TYPES],
    /// Whether a player of the restricted game had nothing to do where the real one has.
    pub spoiled: bool,
    /// Values with hands open, and after an action: see [`super::open_hands`].
    pub open: FxHashMap<OpenState, u64>,
    /// See above.
    pub open_after: FxHashMap<(OpenState, Option<(Use, usize)>), u64>,
    /// What uses of slots lead to, and where that stands in the list of all steps.
    steps_of: FxHashMap<(OpenState, Use, u8), Steps>,
    steps: Vec<Step>,
    /// The user's limits.
    pub limits: &'a Limits<'a>,
    ticks: u64,
    /// The tick at which to pause.
    pause: u64,
}

/// What a use of a slot leads to in one state: the card's type, the facts then, the cards that
/// may be drawn (1 if none is), the orders of the deck left, and the states.
#[derive(Clone)]
struct Steps {
    outcome: Outcome,
    facts: FactsId,
    cards: u8,
    orders: u64,
    range: Range<usize>,
}

/// One of these states, unless it is worth nothing with hands open: the copies of the card drawn
/// among those that may be, and the value with hands open, summed over the orders of the deck.
struct Step {
    hands: [HandId; MAX_PLAYERS],
    copies: u8,
    value: u64,
}

/// A state with hands open but for the deck.
pub type OpenState = (FactsId, [HandId; MAX_PLAYERS]);

/// Steps between two looks at the limits.
const TICKS: u64 = 512;

/// Why a search halts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit of the user's.
    Stop(Stop),
    /// The work that it was given is used up; it may be given more.
    Pause,
}

impl<'a> Engine<'a> {
    /// An engine that has met nothing yet.
    pub fn new(
        game: &'a Game,
        clues: Vec<u64>,
        messages: Messages,
        payoff: Payoff,
        limits: &'a Limits<'a>,
    ) -> Self {
        Self {
            game,
            clues,
            messages,
            payoff,
            facts: FactsTable::default(),
            hands: Hands::default(),
            table: Table::new(limits.memory / 2),
            cores: Cores::default(),
            all: false,
            few: MOST,
            nodes: 0,
            numbered: (Vec::new(), 0),
            touches: RefCell::default(),
            members: std::array::from_fn(|kind| if kind < MAX_CARDS { 1 << kind } else { 0 }),
            spoiled: false,
            open: FxHashMap::default(),
            open_after: FxHashMap::default(),
            steps_of: FxHashMap::default(),
            steps: Vec::new(),
            limits,
            ticks: 0,
            pause: u64::MAX,
        }
    }

    /// Gives the search so many steps more until it pauses.
    pub const fn grant(&mut self, steps: u64) {
        self.pause = self.ticks.saturating_add(steps);
    }

    /// Does some work that may be given up after so many steps: `None` if it was.
    pub fn within<T>(
        &mut self,
        steps: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<Option<T>, Halt> {
        let pause = self.pause;
        self.pause = pause.min(self.ticks.saturating_add(steps));
        let result = work(self);
        self.pause = pause;
        match result {
            Err(Halt::Pause) if self.ticks < pause => Ok(None),
            result => result.map(Some),
        }
    }

    /// Counts a step; looks at the limits now and then.
    pub fn tick(&mut self) -> Result<(), Halt> {
        self.ticks += 1;
        if self.ticks >= self.pause {
            return Err(Halt::Pause);
        }
        if !self.ticks.is_multiple_of(TICKS) {
            return Ok(());
        }
        if self.bytes() > self.limits.memory {
            return Err(Halt::Stop(Stop::Memory));
        }
        self.limits
            .check()
            .map_or(Ok(()), |stop| Err(Halt::Stop(stop)))
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.cores.bytes
            + self.facts.bytes()
            + self.hands.bytes()
            + (self.open.len() + self.open_after.len()) * 80
            + self.steps_of.len() * 160
            + self.touches.borrow().len() * (48 + 8 * self.clues.len())
            + self.steps.capacity() * size_of::<Step>()
    }

    /// The name of facts.
    pub fn name(&mut self, facts: Facts) -> FactsId {
        self.facts.id(self.game, facts)
    }

    /// The cards of each type in the deck of a world.
    pub fn deck(&self, facts: FactsId, hands: &[HandId; MAX_PLAYERS]) -> [u8; TYPES] {
        let mut deck = self.facts.get(facts).left;
        for &hand in hands {
            for &kind in self.hands.cards(hand) {
                deck[usize::from(kind)] -= 1;
            }
        }
        deck
    }

    /// What a use of a slot leads to, by the type of the card.
    pub fn branches(
        &mut self,
        facts: FactsId,
        worlds: &[World],
        how: Use,
        slot: usize,
    ) -> Result<Vec<Branch>, Halt> {
        let mut branches: Vec<Branch> = Vec::new();
        for world in worlds {
            let steps = self.steps(facts, &world.hands, how, slot)?;
            let (outcome, next, cards) = (steps.outcome, steps.facts, u128::from(steps.cards));
            let orders = u128::from(steps.orders);
            let place = branches.iter().position(|b| b.outcome == outcome);
            let place = place.unwrap_or_else(|| {
                branches.push(Branch {
                    outcome,
                    facts: next,
                    worlds: Vec::new(),
                    cap: 0,
                });
                branches.len() - 1
            });
            let branch = &mut branches[place];
            for index in steps.range {
                self.tick()?;
                let step = &self.steps[index];
                // The weight counts orders of the deck before the draw; a share of them as
                // large as the type's share of the deck begins with it.
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

    /// What a use of a slot leads to in one state.
    fn steps(
        &mut self,
        facts: FactsId,
        hands: &[HandId; MAX_PLAYERS],
        how: Use,
        slot: usize,
    ) -> Result<Steps, Halt> {
        let key = ((facts, *hands), how, slot as u8);
        if let Some(steps) = self.steps_of.get(&key) {
            return Ok(steps.clone());
        }
        let mover = usize::from(self.facts.get(facts).mover);
        let kind = self.hands.cards(hands[mover])[slot];
        let (next, draws) = self.facts.after_use(self.game, facts, how, kind);
        let mut after = *hands;
        after[mover] = self.hands.without(hands[mover], slot);
        let (rest, start, mut cards) = (after[mover], self.steps.len(), 1);
        if draws {
            let mut deck = self.deck(next, &after);
            for range in &self.numbered.0 {
                draw_in_order(&mut deck, range, self.numbered.1 == mover);
            }
            cards = deck.iter().sum();
            for kind in (0..TYPES).filter(|&kind| deck[kind] > 0) {
                after[mover] = self.hands.with(rest, kind as u8);
                self.add_step(next, after, deck[kind])?;
            }
        } else {
            self.add_step(next, after, 1)?;
        }
        let steps = Steps {
            outcome: Some(kind),
            facts: next,
            cards,
            orders: self.orders(next)?,
            range: start..self.steps.len(),
        };
        self.steps_of.insert(key, steps.clone());
        Ok(steps)
    }

    fn add_step(
        &mut self,
        facts: FactsId,
        hands: [HandId; MAX_PLAYERS],
        copies: u8,
    ) -> Result<(), Halt> {
        let value = self.open(facts, &hands)?;
        if value > 0 {
            self.steps.push(Step {
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
        let cap = self.cap(branch.facts, &hands, weight)?;
        if cap > 0 {
            branch.cap += cap as i64;
            branch.worlds.push(World { hands, weight, cap });
        }
        Ok(())
    }

    /// What a clue leads to, whichever it is.
    pub fn told(&mut self, facts: FactsId, worlds: &[World]) -> Result<Branch, Halt> {
        let mut branch = Branch {
            outcome: None,
            facts: self.facts.after_clue(self.game, facts),
            worlds: Vec::with_capacity(worlds.len()),
            cap: 0,
        };
        for world in worlds {
            self.keep(&mut branch, world.hands, world.weight)?;
        }
        Ok(branch)
    }

    /// Gives every world its cap and leaves out those that are worth nothing.
    pub fn capped(&mut self, facts: FactsId, worlds: Vec<World>) -> Result<Vec<World>, Halt> {
        let mut kept = Vec::with_capacity(worlds.len());
        for world in worlds {
            self.tick()?;
            let cap = self.cap(facts, &world.hands, world.weight)?;
            if cap > 0 {
                kept.push(World { cap, ..world });
            }
        }
        Ok(kept)
    }

    /// For every player and clue the slots of which the clue tells nothing at a node: those that
    /// in some world hold a card of a type of which it touches only a part. Everybody knows the
    /// node, hence them. Empty where there are none.
    pub fn untold(&self, known: &Facts, worlds: &[World]) -> Vec<u32> {
        if self.messages != Messages::Certain || !known.clue_legal(self.game) {
            return Vec::new();
        }
        let (players, clues) = (self.game.players, self.clues.len());
        let mut untold = vec![0; players * clues];
        for player in (0..players).filter(|&player| player != usize::from(known.mover)) {
            let untold = &mut untold[player * clues..][..clues];
            let mut before = None;
            for world in worlds {
                let hand = world.hands[player];
                if before.replace(hand) != Some(hand) {
                    for (slots, (_, unclear)) in untold.iter_mut().zip(self.touches(hand).iter()) {
                        *slots |= unclear;
                    }
                }
            }
        }
        untold
    }

    /// For every clue the slots of a hand that it surely touches, and those of which the types
    /// do not say it.
    fn touches(&self, hand: HandId) -> Touches {
        if let Some(touches) = self.touches.borrow().get(&hand) {
            return touches.clone();
        }
        let touch = |&clue: &u64| {
            let cards = self.hands.cards(hand).iter().enumerate();
            cards.fold((0, 0), |(sure, unclear), (slot, &kind)| {
                let members = self.members[usize::from(kind)];
                let (hit, missed) = (members & clue != 0, members & !clue != 0);
                (
                    sure | u32::from(hit && !missed) << slot,
                    unclear | u32::from(hit && missed) << slot,
                )
            })
        };
        let touches: Touches = self.clues.iter().map(touch).collect();
        self.touches.borrow_mut().insert(hand, touches.clone());
        touches
    }

    /// The messages that the mover may send in a world of a node, in the fixed order.
    pub fn messages(
        &self,
        known: &Facts,
        hands: &[HandId; MAX_PLAYERS],
        untold: &[u32],
    ) -> Vec<Act> {
        let mut acts = Vec::new();
        if !known.clue_legal(self.game) {
            return acts;
        }
        if self.messages == Messages::Unlimited {
            return vec![Act::Tell(0)];
        }
        let players = self.game.players;
        for turn in 1..players {
            let player = (usize::from(known.mover) + turn) % players;
            for (clue, &(sure, _)) in self.touches(hands[player]).iter().enumerate() {
                if sure != 0 || self.game.rules.empty_clues {
                    let place = player * self.clues.len() + clue;
                    let untold = untold.get(place).copied().unwrap_or(0);
                    let slots = sure & !untold;
                    let touch = Touch { slots, untold };
                    acts.push(Act::Clue(player as u8, clue as u8, touch));
                }
            }
        }
        acts
    }
}

/// Of the cards numbered through in a range, lets only the lowest (or highest) one be drawn,
/// for all of them.
fn draw_in_order(deck: &mut [u8; TYPES], range: &Range<u8>, lowest: bool) {
    let present = |kind: &u8| deck[usize::from(*kind)] > 0;
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
