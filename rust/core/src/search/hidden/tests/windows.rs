//! Windows, blocks and lossless sets against trying all.

use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::games::race::{Race, sizes};
use crate::search::hidden::plan::walk::replay;
use crate::search::hidden::search::root::Root;
use crate::search::hidden::state::worlds::{World, cap};
use crate::search::hidden::turn::{Lossless, Values};

use super::{LIMITS, MOST_PRESCRIPTIONS, plain, plain_value, random_problems, total};

/// it has not left out goes wrong.
#[test]
fn windows_and_pauses_keep_bounds_true() {
    random_problems(0xC0FF_EE00, 250, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        for alpha in [value - 2, value - 1, value, value + 1] {
            let mut exact =
                GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
            exact.advance(alpha, u64::MAX).unwrap();
            if alpha < value {
                assert_eq!(
                    (exact.bounds().lower, exact.bounds().upper),
                    (value, value),
                    "{problem:?} {alpha}"
                );
            } else {
                assert!(
                    exact.bounds().lower <= value && value <= exact.bounds().upper,
                    "{problem:?}"
                );
                assert!(exact.bounds().upper <= alpha, "{problem:?} {alpha}");
            }
        }
        let mut exact =
            GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
        for steps in 1.. {
            let halted = exact.advance(-1, steps);
            assert!(
                exact.bounds().lower <= value && value <= exact.bounds().upper,
                "{problem:?} {steps}"
            );
            if halted.is_ok() {
                break;
            }
        }
        assert_eq!(exact.bounds().lower, value);
        let mut race = Race::new(
            problem,
            sizes(problem, &LIMITS),
            payoff,
            100 * total(problem),
            &LIMITS,
        );
        race.run(-1);
        assert_eq!(
            (race.bounds.lower, race.bounds.upper),
            (value, value),
            "{problem:?} {payoff:?}"
        );
        true
    });
}

/// Whatever value a search is asked to exceed, its bounds hold, and if there is more it finds it.
#[test]
fn any_alpha_keeps_bounds_true() {
    random_problems(0xA1FA_0007, 700, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let exact =
            || GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
        let most: i64 = exact().sets.iter().map(|(_, worlds)| cap(worlds)).sum();
        for alpha in (-1..most).step_by(1 + most as usize / 8) {
            let mut game = exact();
            let mut root = Root::new(&mut game.search, &game.sets).unwrap();
            game.search.model.effort.grant(u64::MAX);
            root.advance(&mut game.search, alpha).unwrap();
            assert!(
                root.bounds().upper >= value,
                "{problem:?} {payoff:?} {alpha}"
            );
            assert!(
                root.bounds().lower <= value,
                "{problem:?} {payoff:?} {alpha}"
            );
            let decided = root.bounds().upper <= alpha || root.bounds().lower == value;
            assert!(decided, "{problem:?} {payoff:?} {alpha}");
        }
        true
    });
}

/// a core alone loses.
#[test]
fn lossless_sets_lose_nothing() {
    let mut cores = 0;
    random_problems(0x1055_1E55, 200, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut game =
            GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
        let (public, worlds) = game.sets[0].clone();
        if worlds.is_empty() {
            return false;
        }
        match game.search.lossless(public, &worlds).unwrap() {
            Lossless::Plan(plan) => {
                assert_eq!(value, cap(&worlds), "{problem:?} {payoff:?}");
                let sets = vec![(worlds, plan)];
                let played = replay(&mut game.search.model, public, sets).unwrap();
                assert_eq!(played, value, "{problem:?} {payoff:?}");
            }
            Lossless::Core(core) => {
                assert!(value < cap(&worlds), "{problem:?} {payoff:?}");
                let core: Vec<World> = core.into_iter().map(|place| worlds[place]).collect();
                let search = &mut game.search;
                let Some(value) = plain(
                    &mut search.model,
                    public,
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
