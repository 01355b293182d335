//! The search held against a plain one, and its bounds and plans against each other.

use crate::game::card::{Card, MAX_CARDS};
use crate::game::rules::{Rules, Suit};
use crate::game::state::Game;
use crate::search::hidden::games::game::{Kind, Stage};
use crate::search::hidden::games::race::Contest;
use crate::search::hidden::plan::walk::replay;
use crate::search::hidden::problem::{Problem, Written};
use crate::search::hidden::search::root::Root;
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::{PublicId, Use};
use crate::search::hidden::state::worlds::{World, cap, classes};
use crate::search::hidden::state::{Model, Payoff};
use crate::search::hidden::turn::placing::Choice;
use crate::search::hidden::turn::subsets::MOST;
use crate::search::hidden::turn::{Lossless, Values};
use crate::search::limits::{Limits, Stop, Unwatched};
use crate::value::Objective;

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
fn plain(model: &mut Model<'_>, facts: PublicId, worlds: &[World], left: &mut u64) -> Option<i64> {
    if let Some(score) = model.publics.result(facts) {
        let worth = model.payoff.worth(score) as i64;
        return Some(worlds.iter().map(|world| world.weight as i64 * worth).sum());
    }
    if worlds.is_empty() {
        return Some(0);
    }
    let known = model.publics.get(facts).clone();
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
                    .branches(facts, class, how, usize::from(slot))
                    .unwrap(),
                Act::Stuck => {
                    let worth = model.payoff.worth(known.stuck_score(model.game)) as i64;
                    value += class
                        .iter()
                        .map(|world| world.weight as i64 * worth)
                        .sum::<i64>();
                    Vec::new()
                }
                _ => vec![model.told(facts, class).unwrap()],
            };
            for branch in branches {
                let part = parts
                    .entry((act, branch.outcome))
                    .or_insert((branch.facts, Vec::new()));
                part.1.extend(branch.worlds);
            }
        }
        for (facts, mut worlds) in parts.into_values() {
            worlds.sort_unstable_by_key(|world| world.hands);
            value += plain(model, facts, &worlds, left)?;
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

/// The value of the exact game by the plain search.
fn plain_value(problem: &Problem, payoff: Payoff) -> Option<i64> {
    plain_value_within(problem, payoff, MOST_PRESCRIPTIONS)
}

/// The same, with so many prescriptions at most.
fn plain_value_within(problem: &Problem, payoff: Payoff, mut most: u64) -> Option<i64> {
    let mut stage = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
    assert_eq!(stage.search.model.clues.messages, Messages::Touched);
    let (facts, worlds) = stage.sets[0].clone();
    if worlds.len() > 40 {
        return None;
    }
    plain(&mut stage.search.model, facts, &worlds, &mut most)
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
    let stage = Stage::new(problem, Kind::Exact, Payoff::Target(0), &LIMITS).unwrap();
    stage.sets[0]
        .1
        .iter()
        .map(|world| world.weight as i64)
        .sum()
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

/// Everything that cuts the search short against trying all: the options left out, bounds,
/// components, the table, merged messages; and every plan against its value.
#[test]
fn the_search_finds_what_trying_all_finds() {
    let mut few = MOST;
    random_problems(0x9E37_79B9, 500, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut exact = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
        // Most problems have few classes; the dolls are for many.
        exact.search.subset_limit = few;
        few = if few == MOST { 1 } else { (2 * few).min(MOST) };
        exact.advance(-1, u64::MAX).unwrap();
        assert_eq!(
            (exact.lower(), exact.upper()),
            (value, value),
            "{problem:?} {payoff:?}"
        );
        let (facts, sets) = exact.start();
        assert_eq!(
            replay(&mut exact.search.model, facts, sets).unwrap(),
            value,
            "{problem:?}"
        );
        true
    });
}

/// The blind game and the dim one are restrictions, the generous one is a relaxation.
#[test]
fn lower_and_upper_games_bound_the_value() {
    random_problems(0xDEAD_BEEF, 500, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut generous = Stage::new(problem, Kind::Generous, payoff, &LIMITS).unwrap();
        generous.advance(-1, u64::MAX).unwrap();
        assert!(generous.upper() >= value, "{problem:?} {payoff:?}");
        for kind in [Kind::Blind, Kind::Dim] {
            let mut narrow = Stage::new(problem, kind, payoff, &LIMITS).unwrap();
            narrow.advance(-1, u64::MAX).unwrap();
            assert!(narrow.lower() <= value, "{problem:?} {payoff:?}");
            if !narrow.search.model.clues.stranded {
                let (facts, sets) = narrow.start();
                let lower = narrow.lower();
                assert_eq!(
                    replay(&mut narrow.search.model, facts, sets).unwrap(),
                    lower,
                    "{problem:?}"
                );
            }
        }
        true
    });
}

/// A search for more than alpha finds the value if it is more, and otherwise proves just that;
/// stopped at any time, its bounds hold. Here is where a search that returns the bound of what
/// it has not left out goes wrong.
#[test]
fn windows_and_pauses_keep_bounds_true() {
    random_problems(0xC0FF_EE00, 250, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        for alpha in [value - 2, value - 1, value, value + 1] {
            let mut exact = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
            exact.advance(alpha, u64::MAX).unwrap();
            if alpha < value {
                assert_eq!(
                    (exact.lower(), exact.upper()),
                    (value, value),
                    "{problem:?} {alpha}"
                );
            } else {
                assert!(
                    exact.lower() <= value && value <= exact.upper(),
                    "{problem:?}"
                );
                assert!(exact.upper() <= alpha, "{problem:?} {alpha}");
            }
        }
        let mut exact = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
        for steps in 1.. {
            let halted = exact.advance(-1, steps);
            assert!(
                exact.lower() <= value && value <= exact.upper(),
                "{problem:?} {steps}"
            );
            if halted.is_ok() {
                break;
            }
        }
        assert_eq!(exact.lower(), value);
        let mut contest = Contest::new(problem, payoff, 100 * total(problem), &LIMITS);
        contest.run(-1);
        assert_eq!(
            (contest.lower, contest.upper),
            (value, value),
            "{problem:?} {payoff:?}"
        );
        true
    });
}

/// Every policy that is climbed to, wherever it pauses, is worth what it says, and no more than
/// the best one.
#[test]
fn climbs_end_at_policies() {
    random_problems(0x5EED_1234, 400, |problem, payoff| {
        let value = plain_value(problem, payoff);
        for kind in [Kind::Blind, Kind::Dim, Kind::Exact] {
            let mut stage = Stage::new(problem, kind, payoff, &LIMITS).unwrap();
            let number: usize = stage.sets.iter().map(|(_, worlds)| worlds.len()).sum();
            if number == 0 || number > 1_000 {
                continue;
            }
            let mut before = -1;
            for steps in [20, 40, 80, 160, 320, 640, 1_280, 2_560, u64::MAX] {
                if value.is_none() && steps == u64::MAX {
                    continue;
                }
                stage.advance_climb(i64::MAX, steps).unwrap();
                let lower = stage.lower();
                assert!(
                    value.is_none_or(|value| lower <= value),
                    "{problem:?} {payoff:?}"
                );
                if !stage.search.model.clues.stranded && stage.placed() && lower > before {
                    let (facts, sets) = stage.start();
                    let played = replay(&mut stage.search.model, facts, sets).unwrap();
                    assert_eq!(played, lower, "{problem:?} {payoff:?} {kind:?}");
                    before = lower;
                }
            }
        }
        value.is_some()
    });
}

/// A game that runs out of memory ends alone: the bounds hold, and a policy is worth the lower one.
#[test]
fn bounds_hold_where_memory_does_not_suffice() {
    let mut short = 0;
    random_problems(0x3E30_0001, 200, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        for memory in [10_000, 40_000, 160_000] {
            let limits = Limits { memory, ..LIMITS };
            let mut contest = Contest::new(problem, payoff, 100 * total(problem), &limits);
            contest.run(-1);
            assert!(
                contest.lower <= value && value <= contest.upper,
                "{problem:?} {payoff:?}"
            );
            short += usize::from(contest.stop == Some(Stop::Memory));
            contest.forget_others();
            if let Some(winner) = contest.winner {
                let stage = &mut contest.stages[winner];
                let (facts, sets) = stage.start();
                stage.search.model.effort.grant(u64::MAX);
                match replay(&mut stage.search.model, facts, sets) {
                    Ok(played) => assert_eq!(played, contest.lower, "{problem:?} {payoff:?}"),
                    Err(halt) => assert_eq!(halt, Halt::Stop(Stop::Memory)),
                }
            }
        }
        true
    });
    assert!(short > 4, "{short}");
}

/// Whatever value a search is asked to exceed, its bounds hold, and if there is more it finds it.
#[test]
fn any_alpha_keeps_bounds_true() {
    random_problems(0xA1FA_0007, 700, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let exact = || Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
        let most: i64 = exact().sets.iter().map(|(_, worlds)| cap(worlds)).sum();
        for alpha in (-1..most).step_by(1 + most as usize / 8) {
            let mut stage = exact();
            let mut root = Root::new(&mut stage.search, &stage.sets).unwrap();
            stage.search.model.effort.grant(u64::MAX);
            root.advance(&mut stage.search, alpha).unwrap();
            assert!(root.upper >= value, "{problem:?} {payoff:?} {alpha}");
            assert!(root.lower() <= value, "{problem:?} {payoff:?} {alpha}");
            let decided = root.upper <= alpha || root.lower() == value;
            assert!(decided, "{problem:?} {payoff:?} {alpha}");
        }
        true
    });
}

/// From above the search finds the same value as from below; stopped at any time, its bounds
/// hold.
#[test]
fn from_above_and_from_below_meet() {
    random_problems(0xAB0E_7777, 250, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut exact = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
        for steps in 1.. {
            let halted = exact.advance_guess(-1, i64::MAX, steps * steps);
            assert!(
                exact.lower() <= value && value <= exact.upper(),
                "{problem:?} {steps}"
            );
            if halted.is_ok() {
                break;
            }
        }
        assert_eq!(
            (exact.lower(), exact.upper()),
            (value, value),
            "{problem:?}"
        );
        true
    });
}

/// What blocks of classes lose, each without the others, is lost by all together at least.
#[test]
fn blocks_bound_the_turn() {
    random_problems(0xB10C_0001, 60, |problem, payoff| {
        let mut stage = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
        let (facts, worlds) = stage.sets[0].clone();
        let several = classes(&worlds, problem.mover).len() > 2;
        if stage.over() || problem.turns_left == Some(1) || !several {
            return false;
        }
        let Some(value) = plain_value_within(problem, payoff, 2_000) else {
            return false;
        };
        let search = &mut stage.search;
        let mut choice = Choice::new(search.subset_limit, search, facts, &worlds).unwrap();
        if !choice.tighten(search, value - 1).unwrap() {
            return false;
        }
        choice.sort();
        let (mut upper, classes) = (choice.best_sum(), choice.order.len());
        for from in (0..classes).step_by(2) {
            let end = (from + 2).min(classes);
            upper -= choice.block_loss(search, from, end, -1).unwrap().unwrap();
        }
        assert!(upper >= value, "{problem:?} {payoff:?}");
        true
    });
}

/// A set is called lossless exactly if its value is the sum of the caps; the plan reaches it, and
/// a core alone loses.
#[test]
fn lossless_sets_lose_nothing() {
    let mut cores = 0;
    random_problems(0x1055_1E55, 200, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut stage = Stage::new(problem, Kind::Exact, payoff, &LIMITS).unwrap();
        let (facts, worlds) = stage.sets[0].clone();
        if worlds.is_empty() {
            return false;
        }
        match stage.search.lossless(facts, &worlds).unwrap() {
            Lossless::Plan(plan) => {
                assert_eq!(value, cap(&worlds), "{problem:?} {payoff:?}");
                let sets = vec![(worlds, plan)];
                let played = replay(&mut stage.search.model, facts, sets).unwrap();
                assert_eq!(played, value, "{problem:?} {payoff:?}");
            }
            Lossless::Core(core) => {
                assert!(value < cap(&worlds), "{problem:?} {payoff:?}");
                let core: Vec<World> = core.into_iter().map(|place| worlds[place]).collect();
                let search = &mut stage.search;
                let Some(value) = plain(
                    &mut search.model,
                    facts,
                    &core,
                    &mut MOST_PRESCRIPTIONS.clone(),
                ) else {
                    return false;
                };
                assert!(value < cap(&core), "{problem:?} {payoff:?}");
                cores += usize::from(core.len() < worlds.len());
            }
        }
        true
    });
    assert!(cores >= 2, "{cores} cores smaller than their sets");
}

/// The score k is guaranteed exactly if target k is reached in all worlds.
#[test]
fn guaranteed_is_a_sure_target() {
    random_problems(0xFACE_FEED, 150, |problem, _| {
        let whole = total(problem);
        let most = problem.game.max_score();
        let mut sure = None;
        for score in (0..=most).rev() {
            match plain_value(problem, Payoff::Target(score)) {
                None => return false,
                Some(value) if value == whole => {
                    sure = Some(score);
                    break;
                }
                Some(_) => {}
            }
        }
        let found = crate::search::hidden::solve(
            problem,
            Objective::Guaranteed,
            crate::search::hidden::Wanted::default(),
            &LIMITS,
        );
        let value = found.unwrap().value.value().unwrap();
        assert_eq!(value.numerator(), u128::from(sure.unwrap()), "{problem:?}");
        true
    });
}
