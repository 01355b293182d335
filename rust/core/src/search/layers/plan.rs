//! Which configurations can come up in which layer, and what it costs to go through them.

use std::ops::{Deref, Range};

use super::half::{Bounds, Class, Half, Outline, Part, Place, parts};
use super::index::Index;
use crate::game::rules::{MAX_PLAYERS, MAX_STRIKES, Rules, Special};
use crate::game::state::{Game, State};
use crate::search::limits::Limits;
use crate::search::open::node::Node;
use crate::search::open::suits::{DECK, Event, MAX_IDS, SuitId, Suits};

/// Most elements of a half.
const MOST: usize = 50_000;
/// Bytes of an element, about, with what is next to it.
pub const ELEMENT: usize = 1 << 10;
/// Most pairs of classes.
const MOST_PAIRS: usize = 4_000_000;

/// What is known of a root's configurations before they are spelled out.
pub struct Outlook {
    /// The arrangements.
    pub suits: Suits,
    /// Number of players.
    pub players: usize,
    /// The root.
    pub root: Node,
    /// What must be reached; nothing below it counts.
    pub target: u8,
    /// The highest score there is.
    pub max_score: u8,
    /// Cards of each hand.
    pub hands: [u8; MAX_PLAYERS],
    /// Whether a completed suit earns a token.
    pub completion: bool,
    reachable: u8,
    most: usize,
    outlines: [Outline; 2],
}

/// A root's configurations.
pub struct Plan<'a> {
    /// What was known before.
    outlook: &'a Outlook,
    /// The suits' halves.
    pub halves: [Half; 2],
}

impl Deref for Plan<'_> {
    type Target = Outlook;
    fn deref(&self) -> &Outlook {
        self.outlook
    }
}

/// Whether the layers are made for such a position: under the last-round rule, before the last
/// round, with whole tokens, and two cards in every hand, so that a clue needs nothing but a token.
/// That a completed suit earns no more than a discard is what `ordering` rests on.
fn is_suited(rules: &Rules, state: &State) -> bool {
    !rules.grand_finale
        && rules.special == Special::default()
        && rules.units_per_token == 1
        && rules.discard_units == 1
        && rules.completion_units <= 1
        && state.turns_left.is_none()
        && !state.deck.is_empty()
        && state.hands.iter().all(|hand| hand.len() >= 2)
}

impl Outlook {
    /// The configurations from which `target` is within reach. `None` if the rules or the position
    /// are none for layers, there are too many, or a limit is met.
    #[must_use]
    pub fn new(game: &Game, state: &State, target: u8, limits: &Limits) -> Option<Self> {
        if !is_suited(&game.rules, state) {
            return None;
        }
        let players = game.players;
        let suits = Suits::new(players, MAX_IDS);
        let root = Node::new(game, state, &suits)?;
        let mut hands = [0; MAX_PLAYERS];
        for (player, cards) in hands[..players].iter_mut().enumerate() {
            *cards = root.hand(player);
        }
        let reachable = root.reachable(&suits);
        let bounds = Bounds {
            suits: &suits,
            players,
            hands,
            deck: root.deck(),
            cut: match target {
                0 => None,
                _ => Some(reachable.checked_sub(target)?),
            },
            most: MOST.min(limits.memory / 4 / ELEMENT),
            limits,
        };
        let most = bounds.most;
        let [one, other] = split(&bounds, root.ids())?;
        let outlines = [Outline::new(&bounds, one)?, Outline::new(&bounds, other)?];
        let pairs = outlines[0].sizes.len() * outlines[1].sizes.len();
        (pairs <= MOST_PAIRS).then_some(Self {
            suits,
            players,
            root,
            target,
            max_score: game.max_score(),
            hands,
            completion: game.rules.completion_units > 0,
            reachable,
            most,
            outlines,
        })
    }

    /// The configurations, spelled out. `None` if the numbers of arrangements are used up, or a limit
    /// is met.
    #[must_use]
    pub fn plan(&self, limits: &Limits) -> Option<Plan<'_>> {
        let bounds = Bounds {
            suits: &self.suits,
            players: self.players,
            hands: self.hands,
            deck: self.root.deck(),
            cut: (self.target > 0).then(|| self.reachable - self.target),
            most: self.most,
            limits,
        };
        let [one, other] = &self.outlines;
        Some(Plan {
            outlook: self,
            halves: [Half::new(&bounds, one)?, Half::new(&bounds, other)?],
        })
    }

    /// Elements of both halves.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.outlines.iter().map(Outline::size).sum()
    }

    /// Configurations by cards in the deck. `None` if a limit is met.
    #[must_use]
    pub fn counts(&self, limits: &Limits) -> Option<Vec<usize>> {
        let [one, other] = &self.outlines;
        let mut counts = vec![0; usize::from(self.root.deck()) + 1];
        for (class, size) in &one.sizes {
            if limits.check().is_some() {
                return None;
            }
            for (with, width) in &other.sizes {
                for deck in self.decks(&class.plus(with)) {
                    counts[usize::from(deck)] += size * width;
                }
            }
        }
        Some(counts)
    }

    /// Numbers of strikes, from the root's on.
    #[must_use]
    pub const fn strikes(&self) -> u8 {
        MAX_STRIKES - self.root.strikes
    }

    /// The score of a class.
    #[must_use]
    pub const fn score(&self, class: &Class) -> u8 {
        self.root.score + class.played
    }

    /// Sizes of the deck at which a class can come up at the start of a turn: its cards have to lie
    /// somewhere, so many cards at least have left the hands and been drawn, and with the draws to
    /// come and then a turn for everybody the target is within reach.
    fn decks(&self, class: &Class) -> Range<u8> {
        let root = self.root.deck();
        let fits = (0..self.players).all(|player| class.useful[player] <= self.hands[player]);
        let turns = class.drawn.max(class.played + class.lost);
        let missing = self.target.saturating_sub(self.score(class));
        let least = class.deck.max(missing.saturating_sub(self.players as u8));
        let goes_on = self.score(class) < self.max_score;
        if fits && goes_on && turns <= root && self.is_within(class) {
            least..root - turns + 1
        } else {
            0..0
        }
    }

    /// Whether the cards still allow the target.
    const fn is_within(&self, class: &Class) -> bool {
        self.target == 0 || class.cut <= self.reachable - self.target
    }

    /// Whether a class can come up when a player has let a card go and so many are in the deck.
    #[must_use]
    pub fn possible_after(&self, class: &Class, deck: u8, mover: usize) -> bool {
        let drawn = self.root.deck() - deck;
        let room = |player| self.hands[player] - u8::from(player == mover);
        (0..self.players).all(|player| class.useful[player] <= room(player))
            && class.deck <= deck
            && class.drawn <= drawn
            && class.played + class.lost <= drawn + 1
            && self.is_within(class)
            && self.target < self.score(class) + deck + self.players as u8
    }
}

impl Plan<'_> {
    /// Numbers of the configurations with so many cards in the deck.
    #[must_use]
    pub fn index(&self, deck: u8) -> Index {
        Index::new(&self.halves, |class| self.decks(class).contains(&deck))
    }

    /// Sums of a configuration.
    #[must_use]
    pub fn class(&self, [first, second]: [Place; 2]) -> Class {
        let [one, other] = &self.halves;
        one.classes[first.class()].plus(&other.classes[second.class()])
    }

    /// The root's configuration.
    #[must_use]
    pub const fn start(&self) -> [Place; 2] {
        [self.halves[0].root, self.halves[1].root]
    }

    /// What an event makes of a suit of the root: the configuration, and the cards that died in
    /// the deck. `None` if the target is out of reach then.
    #[must_use]
    pub fn step(&self, place: usize, event: Event) -> Option<([Place; 2], u8)> {
        let id = self.root.ids()[place];
        let mut places = self.start();
        for (half, start) in self.halves.iter().zip(&mut places) {
            let mut parts = half.element(*start).parts.clone();
            let Some(part) = parts.iter_mut().find(|part| part.0 == id) else {
                continue;
            };
            let (after, deaths) = self.suits.after(id, event)?;
            *part = (after, u8::from(matches!(event, Event::Play(_))));
            *start = half.find(&parts)?;
            return Some((places, deaths.at(DECK)));
        }
        None
    }
}

/// Suits, with what can become of each.
type Dealt = Vec<(SuitId, Vec<Part>)>;

/// Deals the suits into two halves of about equal numbers of elements.
fn split(bounds: &Bounds, ids: &[SuitId]) -> Option<[Dealt; 2]> {
    let all = ids.iter().map(|&id| Some((id, parts(bounds, id)?)));
    let all: Dealt = all.collect::<Option<_>>()?;
    let weight = |half: u32, side: u32| -> u128 {
        let chosen = (0..all.len()).filter(|suit| half >> suit & 1 == side);
        chosen.map(|suit| all[suit].1.len() as u128).product()
    };
    let best = (0..1u32 << all.len()).min_by_key(|&half| weight(half, 0) + weight(half, 1))?;
    let mut halves = [Vec::new(), Vec::new()];
    for (suit, dealt) in all.into_iter().enumerate() {
        halves[(best >> suit & 1) as usize].push(dealt);
    }
    Some(halves)
}
