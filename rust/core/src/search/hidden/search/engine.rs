//! What every part of the search shares: names, caps, children, limits.

use std::cell::{OnceCell, RefCell};
use std::num::NonZeroU8;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::game::card::MAX_CARDS;
use crate::game::rules::MAX_PLAYERS;
use crate::game::state::Game;
use crate::search::limits::{Limits, Stop};

use super::lossless::Cores;
use super::table::Table;
use crate::search::hidden::state::hands::{HandId, Hands};
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::{
    Facts, FactsId, FactsTable, TYPES, Types, Use, contains,
};
use crate::search::hidden::turn::subsets::MOST;

/// What a clue can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Messages {
    /// The clue's player and name and the slots it touches: as in the game.
    Touched,
    /// What is certain where dead cards are alike: see [`crate::search::hidden::games::game`]. A restriction of the
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
    /// [`crate::search::hidden::turn::subsets::MOST`].
    pub few: usize,
    /// Sets of worlds expanded.
    pub nodes: u64,
    /// Which types are cards numbered through, in ranges, and the player whose cards have the
    /// lowest numbers: see [`crate::search::hidden::state::layout::Naming::Numbered`].
    pub numbered: (Vec<Range<u8>>, usize),
    /// What clues touch in hands: see [`Self::touches`].
    touches: RefCell<FxHashMap<HandId, Touches>>,
    /// See [`Self::unclear`].
    unclear: OnceCell<Vec<Types>>,
    /// Bytes of policies that are climbed, roughly.
    pub held: usize,
    /// Whether of actions alike one is taken by lot.
    pub by_lot: bool,
    /// The tick from which on new classes of a climb do the first thing tried.
    pub late: u64,
    /// The state of the lots that are drawn: see [`crate::search::random`].
    pub lots: u64,
    /// The identities that a card of each type may have, as bits.
    pub members: [u64; TYPES],
    /// Whether a player of the restricted game had nothing to do where the real one has.
    pub spoiled: bool,
    /// Values with hands open: see [`crate::search::hidden::state::open_bound`].
    pub open: FxHashMap<OpenState, u64>,
    /// What the uses of slots lead to, as far as it was asked: for every state met the plays of each
    /// slot, then the discards, from the place in the list on that the map tells.
    uses_of: FxHashMap<OpenState, u32>,
    uses: Vec<Option<Steps>>,
    steps: Vec<Step>,
    /// Whether a plan that was found is walked through: the time limit may be over.
    pub describing: bool,
    /// Bytes that it may take.
    pub room: usize,
    /// The user's limits.
    pub limits: &'a Limits<'a>,
    ticks: u64,
    /// The tick at which to pause.
    pause: u64,
}

/// What a use of a slot leads to in one state: the card's type, the facts then, the cards that
/// may be drawn (1 if none is), and the states.
#[derive(Clone, Copy)]
struct Steps {
    kind: u8,
    facts: FactsId,
    cards: NonZeroU8,
    /// What the states are worth with hands open, summed over the copies of the card drawn.
    value: u64,
    /// Where they stand in the list of all steps, and how many there are.
    from: u32,
    number: u8,
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

/// The merit of a message: see [`Engine::merit`].
pub const TELLING: u8 = 2;

/// Tables may take one in so many parts of the memory.
const TABLES: usize = 6;

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
            table: Table::new(limits.memory / TABLES),
            cores: Cores::default(),
            all: false,
            few: MOST,
            nodes: 0,
            numbered: (Vec::new(), 0),
            touches: RefCell::default(),
            unclear: OnceCell::new(),
            held: 0,
            by_lot: false,
            late: u64::MAX,
            lots: 1,
            members: std::array::from_fn(|kind| if kind < MAX_CARDS { 1 << kind } else { 0 }),
            spoiled: false,
            open: FxHashMap::default(),
            uses_of: FxHashMap::default(),
            uses: Vec::new(),
            steps: Vec::new(),
            describing: false,
            room: limits.memory,
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

    /// Steps so far.
    pub const fn steps_done(&self) -> u64 {
        self.ticks
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
        if self.bytes() > self.room {
            return Err(Halt::Stop(Stop::Memory));
        }
        match self.limits.check() {
            Some(Stop::Time) if self.describing => Ok(()),
            Some(stop) => Err(Halt::Stop(stop)),
            None => Ok(()),
        }
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
            + self.held
            + self.cores.bytes
            + self.facts.bytes()
            + self.hands.bytes()
            + self.open.len() * 80
            + self.uses_of.len() * 64
            + self.uses.capacity() * size_of::<Option<Steps>>()
            + self.touches.borrow().len() * (48 + 8 * self.clues.len())
            + self.steps.capacity() * size_of::<Step>()
    }

    /// Forgets what it has found, but not the names of facts and hands.
    pub fn forget(&mut self) {
        self.table = Table::new(self.limits.memory / TABLES);
        self.cores = Cores::default();
        self.touches = RefCell::default();
        self.open = FxHashMap::default();
        self.uses_of = FxHashMap::default();
        self.uses = Vec::new();
        self.steps = Vec::new();
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

    /// How good a use of a slot looks where others are worth as much: a card that fits in all worlds
    /// comes before messages ([`TELLING`]), one that is dead in all behind them.
    pub fn merit(&self, facts: FactsId, worlds: &[World], how: Use, slot: usize) -> u8 {
        let (known, dead) = (self.facts.get(facts), self.facts.dead(facts));
        let mover = usize::from(known.mover);
        let fits = worlds.iter().all(|world| {
            let kind = self.hands.cards(world.hands[mover])[slot];
            match how {
                Use::Play => known.playable(kind),
                Use::Discard => contains(dead, kind, true),
            }
        });
        match (how, fits) {
            (_, false) => 0,
            (Use::Discard, true) => 1,
            (Use::Play, true) => TELLING + 2,
        }
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
            let (outcome, next, cards) =
                (Some(steps.kind), steps.facts, u128::from(steps.cards.get()));
            let orders = u128::from(self.orders(next)?);
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
            for index in 0..usize::from(steps.number) {
                self.tick()?;
                let step = &self.steps[steps.from as usize + index];
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

    /// What an action leads to, by outcome, as far as it is worth something.
    pub fn leads(
        &mut self,
        facts: FactsId,
        worlds: &[World],
        act: Act,
    ) -> Result<Vec<Branch>, Halt> {
        let mut branches = match act {
            Act::Use(how, slot) => self.branches(facts, worlds, how, usize::from(slot))?,
            Act::Clue(..) | Act::AnyClue | Act::Tell(_) => vec![self.told(facts, worlds)?],
            Act::Stuck => Vec::new(),
        };
        branches.retain(|branch| !branch.worlds.is_empty());
        Ok(branches)
    }

    /// The sum of the caps after an action.
    pub fn cap_after(&mut self, facts: FactsId, worlds: &[World], act: Act) -> Result<i64, Halt> {
        let mut sum = 0;
        match act {
            Act::Use(how, slot) => {
                for world in worlds {
                    self.tick()?;
                    let steps = self.steps(facts, &world.hands, how, usize::from(slot))?;
                    let whole = u128::from(world.weight) * u128::from(steps.value);
                    let orders = u128::from(self.orders(steps.facts)?);
                    let cap = whole / (u128::from(steps.cards.get()) * orders);
                    sum += i64::try_from(cap).map_err(|_| Halt::Stop(Stop::Size))?;
                }
            }
            Act::Clue(..) | Act::AnyClue | Act::Tell(_) => {
                let next = self.facts.after_clue(self.game, facts);
                for world in worlds {
                    self.tick()?;
                    sum += self.cap(next, &world.hands, world.weight)? as i64;
                }
            }
            Act::Stuck => sum = self.stuck(facts, worlds),
        }
        Ok(sum)
    }

    /// What is had where the game ends because nothing is legal.
    pub fn stuck(&self, facts: FactsId, worlds: &[World]) -> i64 {
        let score = self.facts.get(facts).stuck_score(self.game);
        let weight: i64 = worlds.iter().map(|world| world.weight as i64).sum();
        self.payoff.worth(score) as i64 * weight
    }

    /// What a use of a slot leads to in one state.
    fn steps(
        &mut self,
        facts: FactsId,
        hands: &[HandId; MAX_PLAYERS],
        how: Use,
        slot: usize,
    ) -> Result<Steps, Halt> {
        let mover = usize::from(self.facts.get(facts).mover);
        let slots = self.hands.cards(hands[mover]).len();
        let full = Halt::Stop(Stop::Memory);
        let place = match self.uses_of.get(&(facts, *hands)) {
            Some(&place) => place,
            None => {
                let place = u32::try_from(self.uses.len()).map_err(|_| full)?;
                self.uses.resize(self.uses.len() + 2 * slots, None);
                self.uses_of.insert((facts, *hands), place);
                place
            }
        };
        let place = place as usize + slot + if how == Use::Play { 0 } else { slots };
        if let Some(steps) = self.uses[place] {
            return Ok(steps);
        }
        let kind = self.hands.cards(hands[mover])[slot];
        let (next, draws) = self.facts.after_use(self.game, facts, how, kind);
        let mut after = *hands;
        after[mover] = self.hands.without(hands[mover], slot);
        let (rest, start, mut cards) = (after[mover], self.steps.len(), NonZeroU8::MIN);
        if draws {
            let mut deck = self.deck(next, &after);
            for range in &self.numbered.0 {
                draw_in_order(&mut deck, range, self.numbered.1 == mover);
            }
            cards = NonZeroU8::new(deck.iter().sum()).unwrap_or(cards);
            for kind in (0..TYPES).filter(|&kind| deck[kind] > 0) {
                after[mover] = self.hands.with(rest, kind as u8);
                self.add_step(next, after, deck[kind])?;
            }
        } else {
            self.add_step(next, after, 1)?;
        }
        let mut made = self.steps[start..].iter();
        let value = made.try_fold(0u64, |sum, step| {
            sum.checked_add(step.value.checked_mul(u64::from(step.copies))?)
        });
        let steps = Steps {
            kind,
            facts: next,
            cards,
            value: value.ok_or(Halt::Stop(Stop::Size))?,
            from: u32::try_from(start).map_err(|_| full)?,
            number: (self.steps.len() - start) as u8,
        };
        self.uses[place] = Some(steps);
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

    /// For every clue the types of which it touches a part only.
    pub fn unclear(&self) -> &[Types] {
        let unclear = |&clue: &u64| {
            let parted = |&kind: &usize| {
                let members = self.members[kind];
                members & clue != 0 && members & !clue != 0
            };
            let kinds = (0..TYPES).filter(parted);
            kinds.fold(0, |types: Types, kind| types | 1 << kind)
        };
        self.unclear
            .get_or_init(|| self.clues.iter().map(unclear).collect())
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
