//! The search held against a plain one, and its bounds and plans against each other.

mod forced;
mod games;
mod windows;

use crate::game::card::{Card, MAX_CARDS};
use crate::game::rules::{Rules, Suit};
use crate::game::state::Game;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::problem::{Problem, Written};
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::public::{PublicId, Use};
use crate::search::hidden::state::worlds::{World, classes};
use crate::search::hidden::state::{Model, Payoff};
use crate::search::limits::{Limits, Unwatched};

const LIMITS: Limits<'static> = Limits {
    deadline: None,
    memory: 1 << 30,
    threads: 1,
    monitor: &Unwatched,
};

/// Prescriptions that the plain search tries in all for one position.
const MOST_PRESCRIPTIONS: u64 = 60_000;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// A random tiny problem over all rules; touch rules of plain, rainbow and colourless suits.
fn problem(dice: &mut Dice) -> Problem {
    let suits = dice.pick(&[1, 2, 2, 3]);
    let game = Game {
        suits: (0..suits)
            .map(|_| dice.pick(&[Suit::FULL, Suit::FULL, Suit::SHORT]))
            .collect(),
        rules: Rules {
            grand_finale: dice.roll(3) == 0,
            strikeout_keep: dice.roll(3) == 0,
            empty_clues: dice.roll(4) == 0,
            ..Rules::default()
        },
        players: dice.pick(&[2, 2, 2, 3, 3, 4]),
    };
    let stacks: Vec<u8> = (0..suits).map(|_| dice.pick(&[2, 3, 4, 4, 5])).collect();
    let deck = dice.pick(&[0, 0, 0, 1, 1, 2]);
    let sizes: Vec<usize> = (0..game.players)
        .map(|_| dice.pick(&[1, 1, 2, 2, 3]))
        .collect();
    let cards = cards(dice, &game, &stacks, sizes.iter().sum::<usize>() + deck);
    let mut unseen = [0; MAX_CARDS];
    for card in &cards {
        unseen[card.index()] += 1;
    }
    let mut left = cards.as_slice();
    let mut hands = Vec::new();
    for size in sizes {
        let (hand, rest) = left.split_at(size.min(left.len()));
        hands.push(hand.to_vec());
        left = rest;
    }
    let all = (0..MAX_CARDS)
        .filter(|&c| unseen[c] > 0)
        .fold(0u64, |bits, c| bits | 1 << c);
    let set = |dice: &mut Dice, card: &Card| match dice.roll(5) {
        0 | 1 => 1 << card.index(),
        2 => all,
        _ => {
            1 << card.index()
                | all & (dice.roll(1 << 20) as u64 | (dice.roll(1 << 20) as u64) << 20)
        }
    };
    let turns =
        (left.is_empty() && !game.rules.grand_finale).then(|| 1 + dice.roll(game.players) as u8);
    Problem {
        unseen,
        hands: hands
            .iter()
            .map(|hand| hand.iter().map(|card| set(dice, card)).collect())
            .collect(),
        deck: left.len(),
        mover: dice.roll(game.players),
        units: dice.pick(&[0, 0, 0, 1, 1, 2, 7, 8]),
        strikes: dice.pick(&[0, 1, 2, 2]),
        turns_left: turns,
        clues: clues(dice, suits),
        written: Written {
            hands: hands
                .iter()
                .map(|hand| hand.iter().copied().map(Some).collect())
                .collect(),
            deck: left.to_vec(),
            ordered: dice.roll(2) == 0,
        },
        stacks,
        game,
    }
}

/// Cards for hands and deck, those still needed first.
fn cards(dice: &mut Dice, game: &Game, stacks: &[u8], number: usize) -> Vec<Card> {
    let mut needed = Vec::new();
    let mut others = Vec::new();
    for (suit, spec) in game.suits.iter().enumerate() {
        for (step, &copies) in spec.copies.iter().enumerate() {
            let played = step < usize::from(stacks[suit]);
            let kept = !played && (game.rules.grand_finale || dice.roll(5) > 0);
            for copy in u8::from(played)..copies {
                let to = if kept && copy == 0 {
                    &mut needed
                } else {
                    &mut others
                };
                to.push(Card::new(suit, step));
            }
        }
    }
    for index in 0..others.len() {
        let other = dice.roll(others.len());
        others.swap(index, other);
    }
    needed.extend(others);
    needed.truncate(number);
    for index in 0..needed.len() {
        let other = dice.roll(needed.len());
        needed.swap(index, other);
    }
    needed
}

fn clues(dice: &mut Dice, suits: usize) -> Vec<u64> {
    let of_suit = |suit: usize| 0b11111u64 << (5 * suit);
    let last = suits - 1;
    let colours = (0..suits).map(of_suit);
    let mut clues: Vec<u64> = match dice.roll(3) {
        0 if suits > 1 => colours
            .take(last)
            .map(|clue| clue | of_suit(last))
            .collect(),
        1 if suits > 1 => colours.take(last).collect(),
        _ => colours.collect(),
    };
    let ranks = (0..5).map(|step| (0..suits).fold(0, |bits, suit| bits | 1 << (5 * suit + step)));
    clues.extend(ranks);
    clues
}

/// The value by trying every prescription; `None` if they are too many. Only shares with the
/// search how actions lead from worlds to worlds.
fn plain(model: &mut Model<'_>, public: PublicId, worlds: &[World], left: &mut u64) -> Option<i64> {
    if let Some(score) = model.publics.result(public) {
        let worth = model.payoff.worth(score) as i64;
        return Some(worlds.iter().map(|world| world.weight as i64 * worth).sum());
    }
    if worlds.is_empty() {
        return Some(0);
    }
    let known = model.publics.get(public).clone();
    let mover = usize::from(known.mover);
    let classes = classes(worlds, mover);
    let mut options: Vec<Vec<Act>> = Vec::new();
    for class in &classes {
        let mut acts = Vec::new();
        for slot in 0..known.sizes[mover] {
            acts.push(Act::Use(Use::Play, slot));
            if known.discard_legal(model.game) {
                acts.push(Act::Use(Use::Discard, slot));
            }
        }
        let untold = model.untold(&known, worlds);
        acts.extend(model.messages(&known, &class[0].hands, &untold));
        if acts.is_empty() {
            acts.push(Act::Stuck);
        }
        options.push(acts);
    }
    let mut chosen = vec![0; classes.len()];
    let mut best = 0;
    loop {
        *left = left.checked_sub(1)?;
        let mut parts = std::collections::BTreeMap::new();
        let mut value = 0;
        for (number, class) in classes.iter().enumerate() {
            let act = options[number][chosen[number]];
            let branches = match act {
                Act::Use(how, slot) => model
                    .branches(public, class, how, usize::from(slot))
                    .unwrap(),
                Act::Stuck => {
                    let worth = model.payoff.worth(known.stuck_score(model.game)) as i64;
                    value += class
                        .iter()
                        .map(|world| world.weight as i64 * worth)
                        .sum::<i64>();
                    Vec::new()
                }
                _ => vec![model.told(public, class).unwrap()],
            };
            for branch in branches {
                let part = parts
                    .entry((act, branch.outcome))
                    .or_insert((branch.public, Vec::new()));
                part.1.extend(branch.worlds);
            }
        }
        for (public, mut worlds) in parts.into_values() {
            worlds.sort_unstable_by_key(|world| world.hands);
            value += plain(model, public, &worlds, left)?;
        }
        best = best.max(value);
        let next = (0..chosen.len()).find(|&i| chosen[i] + 1 < options[i].len());
        let Some(next) = next else {
            return Some(best);
        };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

/// The value of the real game by the plain search.
fn plain_value(problem: &Problem, payoff: Payoff) -> Option<i64> {
    let mut most = MOST_PRESCRIPTIONS;
    let mut game = GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS).unwrap();
    assert_eq!(game.search.model.clues.messages, Messages::Touched);
    let (public, worlds) = game.sets[0].clone();
    if worlds.len() > 40 {
        return None;
    }
    plain(&mut game.search.model, public, &worlds, &mut most)
}

fn payoff(dice: &mut Dice, problem: &Problem) -> Payoff {
    let most = problem.game.max_score();
    match dice.roll(3) {
        0 => Payoff::Score,
        1 => Payoff::Target(most - 1),
        _ => Payoff::Target(most),
    }
}

fn total(problem: &Problem) -> i64 {
    let game = GameSearch::new(problem, Knowledge::Real, Payoff::Target(0), &LIMITS).unwrap();
    game.sets[0].1.iter().map(|world| world.weight as i64).sum()
}

/// Problems with their payoffs, for each of which `check` says whether it counted.
fn random_problems(seed: u64, number: usize, mut check: impl FnMut(&Problem, Payoff) -> bool) {
    let mut dice = Dice(seed);
    let mut counted = 0;
    while counted < number {
        let problem = problem(&mut dice);
        let payoff = payoff(&mut dice, &problem);
        counted += usize::from(check(&problem, payoff));
    }
}
