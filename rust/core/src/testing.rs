//! For tests and examples alone: random positions, games and values by brute force.

use std::collections::HashMap;

use crate::game::bonus::Bonus;
use crate::game::card::{Card, Held, STEPS};
use crate::game::rules::{MAX_TOKENS, Rules, Suit};
use crate::game::setup::Setup;
use crate::game::state::{Action, Game, State};
use crate::random;
use crate::search::limits::{Limits, Unwatched};
use crate::value::{Bounds, Mixture, Objective, Ratio};

/// Random numbers, the same ones each time.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        random::below(&mut self.0, bound)
    }

    /// True so many times of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Any number, each bit as likely to be set as not.
    pub fn bits(&mut self) -> u64 {
        (0..4).fold(0, |bits, _| bits << 16 | self.below(1 << 16) as u64)
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Every order is as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        random::shuffle(&mut self.0, items);
    }
}

/// Limits that only memory is part of.
#[must_use]
pub const fn limits(memory: usize) -> Limits<'static> {
    Limits {
        deadline: None,
        memory,
        threads: 1,
        monitor: &Unwatched,
    }
}

/// `r4y1y1y4g1g3`: the suits' letters are r y g b w p t m. `None` if it is no such text.
#[must_use]
pub fn cards(text: &str) -> Option<Vec<Held>> {
    let card = |sign: &[u8]| {
        let suit = b"rygbwptm".iter().position(|&suit| suit == sign[0])?;
        let rank = usize::from(sign.get(1)?.checked_sub(b'1')?);
        (rank < STEPS).then(|| Held::Card(Card::new(suit, rank)))
    };
    text.as_bytes().chunks(2).map(card).collect()
}

/// The start of a game; the hands are dealt from the front of the cards, the rest is the deck.
#[must_use]
pub fn dealt(suits: Vec<Suit>, players: usize, size: usize, cards: &[Held]) -> Setup {
    let hand = |player| cards[player * size..(player + 1) * size].to_vec();
    Setup {
        stacks: vec![0; suits.len()],
        suits,
        rules: Rules::default(),
        hands: (0..players).map(hand).collect(),
        deck: cards[players * size..].to_vec(),
        mover: 0,
        units: MAX_TOKENS,
        strikes: 0,
        turns_left: None,
        last_clue: None,
        pile: Vec::new(),
        allowed: Vec::new(),
    }
}

/// The start of a shuffled game.
#[must_use]
pub fn deal(random: &mut Random, suits: Vec<Suit>, players: usize, size: usize) -> Setup {
    let mut cards = Vec::new();
    for (suit, spec) in suits.iter().enumerate() {
        for (step, &copies) in spec.copies.iter().enumerate() {
            let card = Held::Card(Card::new(suit, step));
            cards.extend(std::iter::repeat_n(card, copies.into()));
        }
    }
    random.shuffle(&mut cards);
    dealt(suits, players, size, &cards)
}

/// A standard game played by rule of thumb until so many cards are in the deck: a playable card,
/// else a dead one away, else a clue, else the oldest card away. `None` if it ends before.
#[must_use]
pub fn endgame(random: &mut Random, players: usize, deck: usize) -> Option<Setup> {
    let size = if players < 4 { 5 } else { 4 };
    let start = deal(random, vec![Suit::FULL; 5], players, size);
    let (game, mut state) = State::new(&start).ok()?;
    while state.deck.len() > deck {
        let hand = &state.hands[state.mover];
        let actions = state.actions(&game);
        let slots = 0..hand.len();
        let playable = slots.clone().find(|&slot| state.playable(hand[slot]));
        let dead = slots.rev().find(|&slot| state.dead(hand[slot]));
        let wanted = [
            playable.map(Action::Play),
            dead.map(Action::Discard),
            Some(Action::Clue),
            Some(Action::Discard(hand.len() - 1)),
        ];
        let mut wanted = wanted.into_iter().flatten();
        let action = wanted.find(|action| actions.contains(action))?;
        state = state.after(&game, action);
        state.result(&game).is_none().then_some(())?;
    }
    Some(state.setup(&game))
}

const COPIES: [[u8; STEPS]; 5] = [
    [3, 2, 2, 2, 1],
    [1, 1, 1, 1, 1],
    [1, 2, 2, 2, 3],
    [2, 1, 2, 1, 2],
    [1, 1, 3, 1, 1],
];

/// A random setup of fewer than `most_cards` cards, fewer than `most_deck` of them in the deck.
/// Rarely it is no position.
#[must_use]
pub fn setup(random: &mut Random, most_cards: usize, most_deck: usize) -> Setup {
    let suits: Vec<Suit> = (0..1 + random.below(4))
        .map(|_| Suit {
            copies: random.pick(&COPIES),
        })
        .collect();
    let halves = random.chance(15);
    let rules = Rules {
        grand_finale: random.chance(40),
        strikeout_keep: random.chance(30),
        empty_clues: random.chance(30),
        units_per_token: if halves { 2 } else { 1 },
        discard_units: 1,
        completion_units: if halves { 1 + random.below(2) as u8 } else { 1 },
        ..Rules::default()
    };
    let low = random.below(5);
    let stacks: Vec<u8> = suits
        .iter()
        .map(|_| (low + random.below(6 - low)) as u8)
        .collect();
    let keep = 30 + random.below(71);
    let mut cards = Vec::new();
    for (suit, spec) in suits.iter().enumerate() {
        for (step, &copies) in spec.copies.iter().enumerate() {
            let played = u8::from(step < usize::from(stacks[suit]));
            for _ in played..copies {
                // Dead cards stay rarely: they only make brute force slow.
                if random.chance(if played > 0 { 30 } else { keep }) {
                    cards.push(Held::Card(Card::new(suit, step)));
                }
            }
        }
    }
    random.shuffle(&mut cards);
    cards.truncate(3 + random.below(most_cards - 3));
    let players = 2 + random.below(4);
    let deck_size = random.below(most_deck).min(cards.len());
    let deck = cards.split_off(cards.len() - deck_size);
    let mut hands = vec![Vec::new(); players];
    let uneven = random.chance(30);
    for (index, held) in cards.into_iter().enumerate() {
        let player = if uneven {
            random.below(players)
        } else {
            index % players
        };
        hands[player].push(held);
    }
    let counting = deck.is_empty() && !rules.grand_finale;
    let limit = rules.unit_limit();
    let units = match random.below(4) {
        0 => limit,
        1 => limit - 1,
        _ => random.below(usize::from(limit) / 2) as u8,
    };
    let mut setup = Setup {
        suits,
        rules,
        stacks,
        hands,
        deck,
        mover: random.below(players),
        units,
        strikes: random.below(3) as u8,
        turns_left: counting.then(|| 1 + random.below(players) as u8),
        last_clue: None,
        pile: Vec::new(),
        allowed: Vec::new(),
    };
    if random.chance(20) {
        bury(random, &mut setup);
    }
    setup
}

/// A random setup of so few cards that a search for every policy ends, and most of them are needed.
/// Rarely it is no position.
#[must_use]
pub fn scarce(random: &mut Random) -> Setup {
    let mut setup = setup(random, 4, 1);
    setup.stacks.fill_with(|| random.pick(&[2, 3, 4, 4, 5]));
    setup.units = random.pick(&[0, 0, 0, 1, 1, 2, 7, 8]);
    let (mut cards, mut others) = (Vec::new(), Vec::new());
    for (suit, spec) in setup.suits.iter().enumerate() {
        for (step, &copies) in spec.copies.iter().enumerate() {
            let played = u8::from(step < usize::from(setup.stacks[suit]));
            for copy in played..copies {
                let needed = copy == 0 && random.chance(80);
                let to = if needed { &mut cards } else { &mut others };
                to.push(Held::Card(Card::new(suit, step)));
            }
        }
    }
    random.shuffle(&mut others);
    setup.hands.truncate(random.pick(&[2, 2, 2, 3, 3, 4]));
    let sizes: Vec<_> = setup.hands.iter().map(|_| 1 + random.below(3)).collect();
    let deck_size = random.pick(&[0, 0, 0, 1, 1, 2]);
    cards.append(&mut others);
    cards.truncate(sizes.iter().sum::<usize>() + deck_size);
    random.shuffle(&mut cards);
    for (hand, size) in setup.hands.iter_mut().zip(sizes) {
        *hand = cards.split_off(cards.len() - size.min(cards.len()));
    }
    let players = setup.hands.len();
    let counting = cards.is_empty() && !setup.rules.grand_finale;
    setup.turns_left = counting.then(|| 1 + random.below(players) as u8);
    setup.mover = random.below(players);
    setup.deck = cards;
    setup
}

/// Turns some dead cards into known trash.
fn bury(random: &mut Random, setup: &mut Setup) {
    let Ok((_, state)) = State::new(setup) else {
        return;
    };
    for held in setup.hands.iter_mut().flatten().chain(&mut setup.deck) {
        if state.dead(*held) && random.chance(70) {
            *held = Held::Dead;
        }
    }
}

/// A random objective for a setup.
#[must_use]
pub fn objective(random: &mut Random, setup: &Setup) -> Objective {
    let most = STEPS * setup.suits.len();
    match random.below(4) {
        0 => Objective::Guaranteed,
        1 => Objective::Expected,
        2 => Objective::Win { target: most as u8 },
        _ => Objective::Win {
            target: random.below(most + 2) as u8,
        },
    }
}

/// Values by trying every action, every draw, every bonus and every slot; only equal states are
/// valued once. `None` where that takes too long.
#[derive(Debug)]
pub struct Brute<'a> {
    game: &'a Game,
    objective: Objective,
    /// Whether the order of the deck is known.
    ordered: bool,
    known: HashMap<State, Ratio>,
    /// States that may still be valued.
    left: usize,
}

impl<'a> Brute<'a> {
    /// Nothing is valued yet.
    #[must_use]
    pub fn new(game: &'a Game, objective: Objective, ordered: bool) -> Self {
        Self {
            game,
            objective,
            ordered,
            known: HashMap::new(),
            left: usize::MAX,
        }
    }

    /// At most so many states are valued.
    #[must_use]
    pub fn within(self, left: usize) -> Self {
        Self { left, ..self }
    }

    fn worth(&self, score: u8) -> Ratio {
        Ratio::whole(self.objective.worth(score).into())
    }

    /// The value of outcomes of chance.
    fn over(&self, values: impl IntoIterator<Item = Option<Ratio>>) -> Option<Ratio> {
        let mut mixture = Mixture::new(self.objective);
        for value in values {
            mixture.add(Bounds::exact(value?), 1)?;
        }
        mixture.bounds()?.value()
    }

    /// The value of a state at the start of a turn.
    pub fn value(&mut self, state: &State) -> Option<Ratio> {
        if let Some(score) = state.result(self.game) {
            return Some(self.worth(score));
        }
        if let Some(&value) = self.known.get(state) {
            return Some(value);
        }
        self.left = self.left.checked_sub(1)?;
        let mut best = Ratio::ZERO;
        for action in state.actions(self.game) {
            best = best.max(self.action(state, action)?);
        }
        self.known.insert(state.clone(), best);
        Some(best)
    }

    /// The value of an action.
    pub fn action(&mut self, state: &State, action: Action) -> Option<Ratio> {
        let mut acted = state.clone();
        acted.act(self.game, action);
        self.follow(acted, action.slot().is_some())
    }

    fn follow(&mut self, mut acted: State, frees: bool) -> Option<Ratio> {
        if acted.bonus_due {
            let mut values = Vec::new();
            for bonus in Bonus::ALL {
                let mut best = Ratio::ZERO;
                for choice in acted.choices(bonus) {
                    let mut next = acted.clone();
                    next.receive(self.game, bonus, choice);
                    best = best.max(self.follow(next, true)?);
                }
                values.push(Some(best));
            }
            return self.over(values);
        }
        if let Some(score) = acted.ended_at_once(self.game) {
            return Some(self.worth(score));
        }
        if !(frees && acted.draws(self.game)) {
            acted.pass_turn(self.game);
            return self.value(&acted);
        }
        let last = acted.deck.len() - 1;
        let mut values = Vec::new();
        for index in if self.ordered { last..=last } else { 0..=last } {
            let mut next = acted.clone();
            next.draw(self.game, index);
            values.push(Some(self.value(&next)?));
        }
        self.over(values)
    }
}
