//! Random small positions for the tests of the searches.

use hanabi_core::game::card::{Card, Held, STEPS};
use hanabi_core::game::rules::{Rules, Suit};
use hanabi_core::game::setup::Setup;
use hanabi_core::game::state::State;
use hanabi_core::search::limits::{Limits, Unwatched};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

const COPIES: [[u8; STEPS]; 5] = [
    [3, 2, 2, 2, 1],
    [1, 1, 1, 1, 1],
    [1, 2, 2, 2, 3],
    [2, 1, 2, 1, 2],
    [1, 1, 3, 1, 1],
];

/// A random setup of fewer than `cards` cards, fewer than `deck` of them in the deck. Rarely it
/// is no position.
pub fn setup(random: &mut Random, most_cards: usize, most_deck: usize) -> Setup {
    let suits: Vec<Suit> = (0..1 + random.below(4))
        .map(|_| Suit {
            copies: COPIES[random.below(COPIES.len())],
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
                // Dead cards stay rarely: they only make the plain search slow.
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
    let limit = 8 * rules.units_per_token;
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

/// Limits that only memory is part of.
pub fn limits(memory: usize) -> Limits<'static> {
    Limits {
        deadline: None,
        memory,
        threads: 1,
        monitor: &Unwatched,
    }
}
