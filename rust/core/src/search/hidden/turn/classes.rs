//! The classes of a turn, and what each may do.

use std::rc::Rc;

use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Branch};
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::{PublicId, Use};
use crate::search::hidden::state::successors::TELLING;
use crate::search::hidden::state::worlds::{World, classes};

use super::bins::Bin;
use super::symmetry;

/// Worlds in a node up to which the branches of its classes are kept.
const KEPT: usize = 20_000;

/// Bytes that the branches of one option of one world take, roughly, where they are kept, and the
/// part of the memory still free that they may take.
const BRANCH_BYTES: usize = 300;
const BRANCHES: usize = 8;

/// Where a class may go, and the most it adds there.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The bin.
    pub bin: usize,
    /// No more is added.
    pub bound: i64,
    merit: u8,
}

/// Something a class may do: one use of a slot, or a clue, all messages being alike as long as
/// the class is alone.
pub struct Choosable {
    pub(super) what: What,
    /// v(c, a) is at most this.
    pub(super) bound: i64,
    /// Whether it is v(c, a).
    pub(super) exact: bool,
    /// Of options worth the same the better-looking one is tried first.
    pub(super) merit: u8,
    /// Left out for good.
    pub(super) dropped: bool,
    pub(super) branches: Option<Rc<Vec<Branch>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    Use(Use, usize),
    Message,
    Stuck,
}

pub struct Class {
    pub(super) worlds: Vec<World>,
    pub(super) options: Vec<Choosable>,
    /// Places of the options: for a message, and for every use or being stuck by its bin.
    pub(super) message: Option<usize>,
    pub(super) by_bin: Vec<Option<usize>>,
    /// Bins of the messages that it may send.
    pub(super) messages: Vec<usize>,
}

/// The classes of a turn.
pub struct Classes {
    pub(super) public: PublicId,
    pub(super) all: Vec<Class>,
    /// What each bin does: first the uses, then being stuck, then messages.
    pub(super) acts: Vec<Act>,
    /// For every bin the first one alike: for a message that the same classes may send, or for
    /// the same use of a slot beside it in which everybody knows the same card to lie.
    pub(super) alike: Vec<usize>,
    pub(super) slots: usize,
    pub(super) keep: bool,
}

impl Classes {
    /// The classes of a set of worlds, with the caps of their branches as first bounds.
    pub fn new(model: &mut Model<'_>, public: PublicId, worlds: &[World]) -> Result<Self, Halt> {
        let known = model.publics.get(public).clone();
        let mover = known.mover;
        let slots = usize::from(known.sizes[mover]);
        let uses = [Use::Play, Use::Discard].into_iter();
        let mut acts: Vec<Act> = uses
            .flat_map(|how| (0..slots).map(move |slot| Act::Use(how, slot as u8)))
            .collect();
        acts.push(Act::Stuck);
        let mut all: Vec<Class> = classes(worlds, mover)
            .into_iter()
            .map(|worlds| Class {
                worlds,
                options: Vec::new(),
                message: None,
                by_bin: Vec::new(),
                messages: Vec::new(),
            })
            .collect();
        let single = all.len() == 1;
        let untold = model.untold(&known, worlds);
        let mut places = rustc_hash::FxHashMap::default();
        for (number, class) in all.iter_mut().enumerate() {
            let messages = match model.clues.messages {
                Messages::Unlimited if known.plain_clue_legal(model.game) => {
                    vec![Act::Tell(number as u32)]
                }
                Messages::Certain if single && known.plain_clue_legal(model.game) => {
                    vec![Act::AnyClue]
                }
                Messages::Unlimited => Vec::new(),
                _ => model.messages(&known, &class.worlds[0].hands, &untold),
            };
            class.messages = messages
                .into_iter()
                .map(|act| {
                    *places.entry(act).or_insert_with(|| {
                        acts.push(act);
                        acts.len() - 1
                    })
                })
                .collect();
        }
        let sent = all.iter().map(|class| class.messages.as_slice());
        let mut alike = symmetry::messages(sent, acts.len());
        for (bin, first) in symmetry::uses(model, worlds, mover, slots).enumerate() {
            alike[bin] = first;
        }
        let branches = worlds.len() * (2 * slots + 1) * BRANCH_BYTES;
        let free = model.effort.room.saturating_sub(model.bytes());
        let mut result = Self {
            public,
            alike,
            all,
            acts,
            slots,
            keep: worlds.len() <= KEPT && branches <= free / BRANCHES,
        };
        let discard = known.discard_legal(model.game);
        for class in 0..result.all.len() {
            result.first_bounds(model, class, discard)?;
        }
        Ok(result)
    }

    fn first_bounds(
        &mut self,
        model: &mut Model<'_>,
        class: usize,
        discard: bool,
    ) -> Result<(), Halt> {
        let mut options = Vec::new();
        let slots = (0..self.slots).filter(|&slot| self.alike[slot] == slot);
        let uses: Vec<What> = slots
            .flat_map(|slot| [Use::Play, Use::Discard].map(|how| What::Use(how, slot)))
            .collect();
        let messages = self.all[class]
            .messages
            .iter()
            .take(1)
            .map(|_| What::Message);
        for what in messages.chain(uses) {
            if matches!(what, What::Use(Use::Discard, _)) && !discard {
                continue;
            }
            let branches = self.make(model, &self.all[class].worlds, what)?;
            options.push(Choosable {
                what,
                bound: branches.iter().map(|branch| branch.cap).sum(),
                exact: false,
                merit: self.merit(model, class, what),
                dropped: false,
                branches: self.keep.then(|| Rc::new(branches)),
            });
        }
        if options.is_empty() {
            model.clues.stranded |= model.clues.messages == Messages::Certain;
            options.push(Choosable {
                what: What::Stuck,
                bound: model.stuck(self.public, &self.all[class].worlds),
                exact: true,
                merit: 0,
                dropped: false,
                branches: None,
            });
        }
        options.sort_by_key(|option| std::cmp::Reverse((option.bound, option.merit)));
        let mut by_bin = vec![None; 2 * self.slots + 1];
        for (place, option) in options.iter().enumerate() {
            match self.bin_of(option.what) {
                Some(bin) => by_bin[bin] = Some(place),
                None => self.all[class].message = Some(place),
            }
        }
        self.all[class].by_bin = by_bin;
        self.all[class].options = options;
        Ok(())
    }

    fn merit(&self, model: &Model<'_>, class: usize, what: What) -> u8 {
        match what {
            What::Use(how, slot) => model.merit(self.public, &self.all[class].worlds, how, slot),
            What::Message => TELLING,
            What::Stuck => 0,
        }
    }

    fn make(
        &self,
        model: &mut Model<'_>,
        worlds: &[World],
        what: What,
    ) -> Result<Vec<Branch>, Halt> {
        match what {
            What::Use(how, slot) => model.branches(self.public, worlds, how, slot),
            What::Message => Ok(vec![model.told(self.public, worlds)?]),
            What::Stuck => Ok(Vec::new()),
        }
    }

    pub fn branches(
        &self,
        model: &mut Model<'_>,
        class: usize,
        option: usize,
    ) -> Result<Rc<Vec<Branch>>, Halt> {
        let option = &self.all[class].options[option];
        match &option.branches {
            Some(branches) => Ok(branches.clone()),
            None => Ok(Rc::new(self.make(
                model,
                &self.all[class].worlds,
                option.what,
            )?)),
        }
    }

    /// What a class leads to in a bin it may go into; `None` where it is stuck.
    pub fn branches_in(
        &self,
        model: &mut Model<'_>,
        class: usize,
        bin: usize,
    ) -> Result<Option<Rc<Vec<Branch>>>, Halt> {
        match self.option(class, bin) {
            Some(option) if self.all[class].options[option].what != What::Stuck => {
                self.branches(model, class, option).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The worlds of a class.
    pub fn worlds(&self, class: usize) -> &[World] {
        &self.all[class].worlds
    }

    /// Number of bins.
    pub fn bins(&self) -> usize {
        self.acts.len()
    }

    /// What the classes in a bin do.
    pub fn act(&self, bin: usize) -> Act {
        self.acts[bin]
    }

    /// The bin of an action.
    pub fn bin(&self, act: Act) -> Option<usize> {
        self.acts.iter().position(|&other| other == act)
    }

    /// The first bin of a use, or that of being stuck.
    const fn bin_of(&self, what: What) -> Option<usize> {
        match what {
            What::Use(Use::Play, slot) => Some(slot),
            What::Use(Use::Discard, slot) => Some(self.slots + slot),
            What::Stuck => Some(2 * self.slots),
            What::Message => None,
        }
    }

    /// No option of the class is worth more.
    pub fn best(&self, class: usize) -> i64 {
        let options = self.all[class]
            .options
            .iter()
            .filter(|option| !option.dropped);
        options.map(|option| option.bound).max().unwrap_or(0)
    }

    /// The same, if the class must go into a certain bin.
    pub fn best_at(&self, class: usize, forced: Option<usize>) -> i64 {
        forced.map_or_else(|| self.best(class), |bin| self.bound(class, bin))
    }

    /// No more is had from a class in a bin; −1 if it may not go there.
    pub fn bound(&self, class: usize, bin: usize) -> i64 {
        self.option(class, bin)
            .map_or(-1, |option| self.all[class].options[option].bound)
    }

    /// Whether a bin is for a message; all of these have the same model.
    pub fn is_message(&self, bin: usize) -> bool {
        matches!(
            self.acts[bin],
            Act::Clue(..) | Act::ClueOf(..) | Act::AnyClue | Act::Tell(_)
        )
    }

    pub fn option(&self, class: usize, bin: usize) -> Option<usize> {
        let class = &self.all[class];
        match class.by_bin.get(self.alike[bin]) {
            Some(&option) => option,
            None => class.message.filter(|_| class.messages.contains(&bin)),
        }
    }

    /// The option with the highest bound, if that is not known to be its value.
    pub fn doubtful(&self, class: usize) -> Option<usize> {
        let best = self.best(class);
        let options = &self.all[class].options;
        let top = |exact: bool| {
            options
                .iter()
                .position(|o| !o.dropped && o.bound == best && o.exact == exact)
        };
        match top(true) {
            Some(_) => None,
            None => top(false),
        }
    }

    /// Leaves out options that are not worth more than alpha.
    pub fn drop_options(&mut self, class: usize, alpha: i64) {
        for option in &mut self.all[class].options {
            option.dropped |= option.bound <= alpha;
        }
    }

    /// The bin of a class of which no other option is worth something, if that is one bin.
    pub fn only_bin(&self, class: usize) -> Option<usize> {
        let class = &self.all[class];
        let worth = |option: &&Choosable| !option.dropped && option.bound > 0;
        let mut options = class.options.iter().filter(worth);
        let (Some(option), None) = (options.next(), options.next()) else {
            return None;
        };
        match self.bin_of(option.what) {
            Some(bin) => {
                (self.alike.iter().filter(|&&other| other == bin).count() == 1).then_some(bin)
            }
            None => match class.messages.as_slice() {
                [bin] => Some(*bin),
                _ => None,
            },
        }
    }

    /// Gives the first of some classes the worlds of all, to be put into one bin.
    pub fn unite(
        &mut self,
        model: &mut Model<'_>,
        bin: usize,
        classes: &[usize],
    ) -> Result<(), Halt> {
        let first = classes[0];
        let Some(place) = self.option(first, bin) else {
            return Ok(());
        };
        let all = classes.iter().flat_map(|&class| &self.all[class].worlds);
        let mut worlds: Vec<World> = all.copied().collect();
        worlds.sort_unstable_by_key(|world| world.hands);
        let what = self.all[first].options[place].what;
        let branches = match self.keep {
            true => Some(Rc::new(self.make(model, &worlds, what)?)),
            false => None,
        };
        let bound = classes.iter().map(|&class| self.bound(class, bin)).sum();
        let class = &mut self.all[first];
        class.worlds = worlds;
        for option in &mut class.options {
            option.dropped = true;
        }
        let option = &mut class.options[place];
        (option.bound, option.exact, option.dropped) = (bound, what == What::Stuck, false);
        option.branches = branches;
        Ok(())
    }

    /// Whether two bins are alike: exchanging what lies in them changes no value.
    pub fn alike(&self, a: usize, b: usize) -> bool {
        self.alike[a] == self.alike[b]
    }

    /// The bins into which a class may go, best first; of bins alike the used ones first, where
    /// it may cost nothing to join, and of empty ones only the first.
    pub fn places(&self, class: usize, bins: &[Bin], forced: Option<usize>) -> Vec<Place> {
        let mut places = Vec::new();
        if let Some(bin) = forced {
            let bound = self.bound(class, bin);
            return if bound < 0 {
                places
            } else {
                vec![Place {
                    bin,
                    bound,
                    merit: 0,
                }]
            };
        }
        for option in self.all[class]
            .options
            .iter()
            .filter(|option| !option.dropped)
        {
            let (bound, merit) = (option.bound, option.merit);
            let uses: Vec<usize>;
            let bins_of = match self.bin_of(option.what) {
                Some(first) => {
                    let rest = (first..).take_while(|&bin| self.alike[bin] == first);
                    uses = rest.collect();
                    &uses
                }
                None => &self.all[class].messages,
            };
            let mut tried: Vec<usize> = Vec::new();
            for &bin in bins_of {
                if !bins[bin].used {
                    if tried.contains(&self.alike[bin]) {
                        continue;
                    }
                    tried.push(self.alike[bin]);
                }
                places.push(Place { bin, bound, merit });
            }
        }
        places.sort_by_key(|place| {
            std::cmp::Reverse((place.bound, place.merit, bins[place.bin].used))
        });
        places
    }
}
