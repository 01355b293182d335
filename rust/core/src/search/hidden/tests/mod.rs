//! The search held against a plain one, and its bounds and plans against each other.

mod forced;
mod games;
mod windows;

use crate::game::card::Held;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::problem::Problem;
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::public::{PublicId, Use};
use crate::search::hidden::state::worlds::{World, classes};
use crate::search::hidden::state::{Model, Payoff};
use crate::search::limits::Limits;
use crate::testing::{self, Random, limits};

const LIMITS: Limits<'static> = limits(1 << 30);

/// Prescriptions that the plain search tries in all for one position.
const MOST_PRESCRIPTIONS: u64 = 60_000;

/// A random tiny problem over all rules; touch rules of plain, rainbow and colourless suits.
fn problem(random: &mut Random) -> Problem {
    loop {
        let setup = testing::scarce(random);
        let cards = || setup.hands.iter().flatten().chain(&setup.deck);
        let bit = |held: &Held| held.card().map_or(0, |card| 1u64 << card.index());
        let all = cards().fold(0, |bits, held| bits | bit(held));
        let mut set = |held: &Held| match random.below(5) {
            0 | 1 => bit(held),
            2 => all,
            _ => bit(held) | all & random.bits(),
        };
        let hands = setup.hands.iter();
        let sets: Vec<Vec<u64>> = hands
            .map(|hand| hand.iter().map(&mut set).collect())
            .collect();
        let clues = clues(random, setup.suits.len());
        if let Ok(problem) = Problem::new(&setup, &sets, &clues, random.chance(50)) {
            return problem;
        }
    }
}

fn clues(random: &mut Random, suits: usize) -> Vec<u64> {
    let of_suit = |suit: usize| 0b11111u64 << (5 * suit);
    let last = suits - 1;
    let colours = (0..suits).map(of_suit);
    let mut clues: Vec<u64> = match random.below(3) {
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
    let mover = known.mover;
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
    let mut game =
        GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
    assert_eq!(game.search.model.clues.messages, Messages::Touched);
    let (public, worlds) = game.sets[0].clone();
    if worlds.len() > 40 {
        return None;
    }
    plain(&mut game.search.model, public, &worlds, &mut most)
}

fn payoff(random: &mut Random, problem: &Problem) -> Payoff {
    let most = problem.game.max_score();
    match random.below(3) {
        0 => Payoff::Score,
        1 => Payoff::Target(most - 1),
        _ => Payoff::Target(most),
    }
}

fn total(problem: &Problem) -> i64 {
    let game = GameSearch::new(
        problem,
        Knowledge::Real,
        Payoff::Target(0),
        &LIMITS,
        LIMITS.memory,
    )
    .unwrap();
    game.sets[0].1.iter().map(|world| world.weight as i64).sum()
}

/// Problems with their payoffs, for each of which `check` says whether it counted.
fn random_problems(seed: u64, number: usize, mut check: impl FnMut(&Problem, Payoff) -> bool) {
    let mut random = Random(seed);
    let mut counted = 0;
    while counted < number {
        let problem = problem(&mut random);
        let payoff = payoff(&mut random, &problem);
        counted += usize::from(check(&problem, payoff));
    }
}
