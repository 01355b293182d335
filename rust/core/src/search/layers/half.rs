//! Some of the suits of all configurations: what they can come to, numbered class by class.
//!
//! A configuration is an arrangement of every suit; dead cards follow, as hands and deck have known
//! sizes. The suits are dealt into two halves. Which halves go together, and in which layer,
//! depends on a few sums alone: elements of a half with equal sums make a class, so that the
//! configurations of a layer are whole rectangles of class by class.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::rules::MAX_PLAYERS;
use crate::search::limits::Limits;
use crate::search::open::suits::{DECK, Event, SuitId, Suits};

/// What decides where an element can come up. Sums over suits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Class {
    /// Useful cards of each player.
    pub useful: [u8; MAX_PLAYERS],
    /// Useful cards in the deck.
    pub deck: u8,
    /// Cards played since the root.
    pub played: u8,
    /// Points that can no longer be reached since the root.
    pub cut: u8,
    /// Useful cards that have been lost at least.
    pub lost: u8,
    /// Cards that have been drawn at least.
    pub drawn: u8,
}

impl Class {
    /// The sums of both.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            useful: std::array::from_fn(|p| self.useful[p] + other.useful[p]),
            deck: self.deck + other.deck,
            played: self.played + other.played,
            cut: self.cut + other.cut,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }
}

/// An element's place: its class, and its number among those of the class.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Place {
    class: u32,
    at: u32,
}

impl Place {
    /// The place of a class and number.
    #[must_use]
    pub const fn new(class: usize, at: usize) -> Self {
        Self {
            class: class as u32,
            at: at as u32,
        }
    }

    /// The class.
    #[must_use]
    pub const fn class(self) -> usize {
        self.class as usize
    }

    /// The number.
    #[must_use]
    pub const fn at(self) -> usize {
        self.at as usize
    }
}

/// How a card left the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// Played; whether that completed the suit and so earned a token.
    Played(bool),
    /// Lost; whether it could have been played instead.
    Lost(bool),
}

/// Where an element may come from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The element before.
    pub place: Place,
    /// What happened.
    pub leave: Leave,
    /// Cards in the deck that died by it.
    pub deaths: u8,
}

/// An element after a draw.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// The element.
    pub place: Place,
    /// Copies that lead to it.
    pub weight: u8,
}

/// What an element is, and what is next to it.
pub struct Element {
    /// The suits.
    pub parts: Vec<Part>,
    /// By player: what may have come before a card left the hand.
    pub origins: Vec<Vec<Origin>>,
    /// By player: useful cards that may be drawn.
    pub draws: Vec<Vec<Drawn>>,
}

/// Everything that can become of some suits.
pub struct Half {
    /// Sums by class.
    pub classes: Vec<Class>,
    /// Elements by class.
    pub elements: Vec<Vec<Element>>,
    /// The root's element.
    pub root: Place,
}

/// What all halves have in common.
pub struct Bounds<'a> {
    /// The arrangements.
    pub suits: &'a Suits,
    /// Number of players.
    pub players: usize,
    /// Cards of each hand.
    pub hands: [u8; MAX_PLAYERS],
    /// Cards in the deck at the root.
    pub deck: u8,
    /// Most points that may become unreachable; `None` if that does not matter.
    pub cut: Option<u8>,
    /// Most elements of a half.
    pub most: usize,
    /// When to give up.
    pub limits: &'a Limits<'a>,
}

/// Arrangements after which the limits are asked again.
const POLL: usize = 1 << 8;

impl Bounds<'_> {
    /// `None` if it is time to give up, asked when so many are done.
    fn go_on(&self, done: usize) -> Option<()> {
        let stopped = done.is_multiple_of(POLL) && self.limits.check().is_some();
        (!stopped).then_some(())
    }
}

/// A suit's arrangement and the cards played of it since the root.
pub type Part = (SuitId, u8);

/// Sums of one suit.
fn class_of(bounds: &Bounds, root: SuitId, (id, played): Part) -> Class {
    let (first, now) = (bounds.suits.facts(root), bounds.suits.facts(id));
    let mut class = Class {
        deck: now.deck_total,
        played,
        cut: if bounds.cut.is_some() {
            first.left - now.left - played
        } else {
            0
        },
        ..Class::default()
    };
    for (player, useful) in class.useful.iter_mut().enumerate() {
        *useful = now.held[player].count_ones() as u8;
    }
    for step in 0..usize::from(now.left) {
        let before = step + usize::from(played);
        let in_hands = |held: &[u8; MAX_PLAYERS], step: usize| {
            held.iter().map(|steps| steps >> step & 1).sum::<u8>()
        };
        class.drawn += first.deck[before] - now.deck[step];
        // A card that was drawn may have become alike a dead one by lying twice in a hand.
        class.lost += in_hands(&first.held, before).saturating_sub(in_hands(&now.held, step));
    }
    class
}

fn possible(bounds: &Bounds, class: &Class) -> bool {
    let fits = |player: usize| class.useful[player] <= bounds.hands[player];
    (0..bounds.players).all(fits)
        && class.deck <= bounds.deck
        && bounds.cut.is_none_or(|cut| class.cut <= cut)
        && class.drawn <= bounds.deck
        && class.played + class.lost <= bounds.deck
}

/// What can become of one suit, in any order of events. `None` if it is too much, or to be given up.
pub fn parts(bounds: &Bounds, root: SuitId) -> Option<Vec<Part>> {
    let mut found = vec![(root, 0)];
    let mut known: FxHashSet<Part> = found.iter().copied().collect();
    let mut next = 0;
    while next < found.len() {
        bounds.go_on(next)?;
        let (id, played) = found[next];
        next += 1;
        for player in 0..bounds.players {
            for event in events(bounds.suits, id, player) {
                let (after, _) = bounds.suits.after(id, event)?;
                let part = (after, played + u8::from(event == Event::Play(player)));
                let class = class_of(bounds, root, part);
                if possible(bounds, &class) && known.insert(part) {
                    found.push(part);
                }
            }
        }
        if found.len() > bounds.most {
            return None;
        }
    }
    Some(found)
}

/// What a player can do to a suit, or draw of it.
fn events(suits: &Suits, id: SuitId, player: usize) -> impl Iterator<Item = Event> {
    let facts = suits.facts(id);
    let held = facts.held[player];
    let steps = 0..usize::from(facts.left);
    let play = (held & 1 != 0).then_some(Event::Play(player));
    let lose = steps.clone().filter(move |step| held >> step & 1 != 0);
    let draw = steps.filter(|&step| facts.deck[step] > 0);
    play.into_iter()
        .chain(lose.map(move |step| Event::Lose(player, step)))
        .chain(draw.map(move |step| Event::Draw(player, step)))
}

/// Some suits and what can become of each: a half that is not spelled out yet.
pub struct Outline {
    roots: Vec<SuitId>,
    parts: Vec<Vec<(Class, Part)>>,
    /// Numbers of elements by class.
    pub sizes: Vec<(Class, usize)>,
}

impl Outline {
    /// The half of some suits, given with what can become of them. `None` if it has too many
    /// elements, or is to be given up.
    #[must_use]
    pub fn new(bounds: &Bounds, suits: Vec<(SuitId, Vec<Part>)>) -> Option<Self> {
        let mut sizes = vec![(Class::default(), 1)];
        let mut outline = Self {
            roots: Vec::new(),
            parts: Vec::new(),
            sizes: Vec::new(),
        };
        for (root, parts) in suits {
            let classed = |part| (class_of(bounds, root, part), part);
            let parts: Vec<_> = parts.into_iter().map(classed).collect();
            let mut alone = FxHashMap::default();
            for (class, _) in &parts {
                *alone.entry(*class).or_insert(0) += 1;
            }
            let mut sums = FxHashMap::default();
            for (class, size) in &sizes {
                // Each goes with many others.
                bounds.go_on(0)?;
                for (other, width) in &alone {
                    let sum = class.plus(other);
                    if possible(bounds, &sum) {
                        *sums.entry(sum).or_insert(0) += size * width;
                    }
                }
            }
            if sums.values().sum::<usize>() > bounds.most {
                return None;
            }
            sizes = sums.into_iter().collect();
            outline.roots.push(root);
            outline.parts.push(parts);
        }
        outline.sizes = sizes;
        Some(outline)
    }

    /// Number of elements.
    #[must_use]
    pub fn size(&self) -> usize {
        self.sizes.iter().map(|&(_, size)| size).sum()
    }
}

impl Half {
    /// All elements of an outline. `None` if the numbers of arrangements are used up, or it is to be
    /// given up.
    #[must_use]
    pub fn new(bounds: &Bounds, outline: &Outline) -> Option<Self> {
        let roots = &outline.roots;
        let mut all: Vec<(Class, Vec<Part>)> = vec![(Class::default(), Vec::new())];
        for parts in &outline.parts {
            let mut more = Vec::new();
            for (done, (class, element)) in all.iter().enumerate() {
                bounds.go_on(done)?;
                for (other, part) in parts {
                    let sum = class.plus(other);
                    if possible(bounds, &sum) {
                        let mut element = element.clone();
                        element.push(*part);
                        more.push((sum, element));
                    }
                }
            }
            all = more;
        }
        all.sort_unstable();
        let mut half = Self {
            classes: Vec::new(),
            elements: Vec::new(),
            root: Place::default(),
        };
        let mut places = FxHashMap::default();
        for (class, parts) in &all {
            if half.classes.last() != Some(class) {
                half.classes.push(*class);
                half.elements.push(Vec::new());
            }
            let class = half.classes.len() - 1;
            let place = Place::new(class, half.elements[class].len());
            half.elements[class].push(Element {
                parts: parts.clone(),
                origins: vec![Vec::new(); bounds.players],
                draws: vec![Vec::new(); bounds.players],
            });
            places.insert(parts.clone(), place);
        }
        let root: Vec<Part> = roots.iter().map(|&id| (id, 0)).collect();
        half.root = places[&root];
        for (done, (_, parts)) in all.iter().enumerate() {
            bounds.go_on(done)?;
            half.join(bounds, parts, &places)?;
        }
        Some(half)
    }

    /// A player's useful cards in elements of a class.
    #[must_use]
    pub fn useful(&self, class: usize, player: usize) -> u8 {
        self.classes[class].useful[player]
    }

    /// The place of an element.
    #[must_use]
    pub fn find(&self, parts: &[Part]) -> Option<Place> {
        let found = self
            .elements
            .iter()
            .enumerate()
            .find_map(|(class, elements)| {
                let at = elements.iter().position(|element| element.parts == parts)?;
                Some((class, at))
            });
        found.map(|(class, at)| Place::new(class, at))
    }

    /// The element of a place.
    #[must_use]
    pub fn element(&self, place: Place) -> &Element {
        &self.elements[place.class()][place.at()]
    }

    fn element_mut(&mut self, place: Place) -> &mut Element {
        &mut self.elements[place.class()][place.at()]
    }

    /// Enters an element's draws, and the element as the origin of what comes after it.
    fn join(
        &mut self,
        bounds: &Bounds,
        parts: &[Part],
        places: &FxHashMap<Vec<Part>, Place>,
    ) -> Option<()> {
        let place = places[parts];
        for suit in 0..parts.len() {
            let (id, played) = parts[suit];
            for player in 0..bounds.players {
                for event in events(bounds.suits, id, player) {
                    let (after, deaths) = bounds.suits.after(id, event)?;
                    let mut next = parts.to_vec();
                    next[suit] = (after, played + u8::from(event == Event::Play(player)));
                    let Some(&next) = places.get(&next) else {
                        continue;
                    };
                    let facts = bounds.suits.facts(id);
                    let leave = match event {
                        Event::Play(_) => Leave::Played(facts.completes && facts.left == 1),
                        Event::Lose(_, step) => Leave::Lost(step == 0),
                        Event::Draw(_, step) => {
                            let weight = facts.deck[step];
                            let drawn = Drawn {
                                place: next,
                                weight,
                            };
                            self.element_mut(place).draws[player].push(drawn);
                            continue;
                        }
                    };
                    let deaths = deaths.at(DECK);
                    let origin = Origin {
                        place,
                        leave,
                        deaths,
                    };
                    self.element_mut(next).origins[player].push(origin);
                }
            }
        }
        Some(())
    }
}
