//! Games, races and policies against trying all.

use std::time::Instant;

use crate::search::hidden::answer::forced::Row;
use crate::search::hidden::answer::mean_of_perfect::mean_of_perfect;
use crate::search::hidden::answer::moves;
use crate::search::hidden::bounds::Between;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::games::race::{Race, Sizes, sizes};
use crate::search::hidden::plan::walk::replay;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::seat::Seat;
use crate::search::limits::{Limits, Stop};
use crate::value::Objective;

use super::{LIMITS, plain_value, random_problems, total};

/// Where the time is over, counting worlds would take more of it.
#[test]
fn no_worlds_are_counted_where_the_time_is_over() {
    let over = Limits {
        deadline: Some(Instant::now()),
        memory: 0,
        ..LIMITS
    };
    random_problems(0x71E, 10, |problem, _| {
        let counted = sizes(problem, &over);
        let first = |&(game, size): &(Knowledge, u128)| {
            (size < u128::MAX) == (game == Knowledge::DeadBlind)
        };
        assert!(counted.games.iter().all(first) && counted.seat == u128::MAX);
        assert_eq!(
            mean_of_perfect(problem, Objective::Expected, &over),
            Err(Stop::Time)
        );
        true
    });
}

/// Everything that cuts the search short against trying all: the options left out, bounds,
/// components, the table, merged messages; and every plan against its value.
#[test]
fn the_search_finds_what_trying_all_finds() {
    random_problems(0x9E37_79B9, 500, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut exact =
            GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
        exact.advance(-1, u64::MAX).unwrap();
        assert_eq!(
            (exact.bounds().lower, exact.bounds().upper),
            (value, value),
            "{problem:?} {payoff:?}"
        );
        let (public, sets) = exact.start();
        assert_eq!(
            replay(&mut exact.search.model, public, sets).unwrap(),
            value,
            "{problem:?}"
        );
        true
    });
}

/// The value is no more than the seat allows and no move's is, told by all arrangements that the
/// mover may see and hold; and a race finds the same with it and without.
#[test]
fn the_seat_bounds_the_value_and_the_moves() {
    let (mut below, mut moves_below) = (0, 0);
    random_problems(0x5EA7_0001, 300, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let seat = Seat::new(problem, payoff, &LIMITS, LIMITS.memory).unwrap();
        assert!(
            value <= seat.most && seat.most <= seat.open,
            "{problem:?} {payoff:?}"
        );
        below += usize::from(seat.most < seat.open);
        let worlds = sizes(problem, &LIMITS);
        for seat in [worlds.seat, u128::MAX] {
            let most = 100 * total(problem);
            let mut race = Race::new(problem, Sizes { seat, ..worlds }, payoff, most, &LIMITS);
            race.run(-1);
            let bounds = (race.bounds.lower, race.bounds.upper);
            assert_eq!(bounds, (value, value), "{problem:?} {payoff:?}");
        }
        let mut real =
            GameSearch::new(problem, Knowledge::Real, payoff, &LIMITS, LIMITS.memory).unwrap();
        let (Some(actions), false) = (moves::actions(problem), real.over()) else {
            return true;
        };
        let bounds = Between::up_to(value);
        let mut rows = vec![Row { bounds, here: None }; actions.len()];
        let value = Between {
            lower: value,
            ..bounds
        };
        moves::exact(problem, &mut real, &actions, value, &mut rows).unwrap();
        for (action, row) in actions.iter().zip(rows) {
            let after = seat.after(*action).unwrap();
            assert!(
                row.bounds.upper <= after,
                "{problem:?} {payoff:?} {action:?}"
            );
            moves_below += usize::from(after < seat.most);
        }
        true
    });
    assert!(below > 4 && moves_below > 20, "{below} {moves_below}");
}

/// The dead-blind game and the dim one are restrictions, the relaxed one is a relaxation.
#[test]
fn lower_and_upper_games_bound_the_value() {
    random_problems(0xDEAD_BEEF, 500, |problem, payoff| {
        let Some(value) = plain_value(problem, payoff) else {
            return false;
        };
        let mut relaxed =
            GameSearch::new(problem, Knowledge::Relaxed, payoff, &LIMITS, LIMITS.memory).unwrap();
        relaxed.advance(-1, u64::MAX).unwrap();
        assert!(relaxed.bounds().upper >= value, "{problem:?} {payoff:?}");
        for knowledge in [Knowledge::DeadBlind, Knowledge::DeadGrouped] {
            let mut narrow =
                GameSearch::new(problem, knowledge, payoff, &LIMITS, LIMITS.memory).unwrap();
            narrow.advance(-1, u64::MAX).unwrap();
            assert!(narrow.bounds().lower <= value, "{problem:?} {payoff:?}");
            if !narrow.search.model.clues.stranded {
                let (public, sets) = narrow.start();
                let lower = narrow.bounds().lower;
                assert_eq!(
                    replay(&mut narrow.search.model, public, sets).unwrap(),
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
/// Every policy that is climbed to, wherever it pauses, is worth what it says, and no more than
/// the best one.
#[test]
fn climbs_end_at_policies() {
    random_problems(0x5EED_1234, 400, |problem, payoff| {
        let value = plain_value(problem, payoff);
        for knowledge in [
            Knowledge::DeadBlind,
            Knowledge::DeadGrouped,
            Knowledge::Real,
        ] {
            let mut game =
                GameSearch::new(problem, knowledge, payoff, &LIMITS, LIMITS.memory).unwrap();
            let number: usize = game.sets.iter().map(|(_, worlds)| worlds.len()).sum();
            if number == 0 || number > 1_000 {
                continue;
            }
            let mut before = -1;
            for steps in [20, 40, 80, 160, 320, 640, 1_280, 2_560, u64::MAX] {
                if value.is_none() && steps == u64::MAX {
                    continue;
                }
                game.advance_local(i64::MAX, steps).unwrap();
                let lower = game.bounds().lower;
                assert!(
                    value.is_none_or(|value| lower <= value),
                    "{problem:?} {payoff:?}"
                );
                if !game.search.model.clues.stranded && game.placed() && lower > before {
                    let (public, sets) = game.start();
                    let played = replay(&mut game.search.model, public, sets).unwrap();
                    assert_eq!(played, lower, "{problem:?} {payoff:?} {knowledge:?}");
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
            // What the seat bounds would settle most of them at once.
            let sizes = Sizes {
                seat: u128::MAX,
                ..sizes(problem, &LIMITS)
            };
            let mut race = Race::new(problem, sizes, payoff, 100 * total(problem), &limits);
            race.run(-1);
            assert!(
                race.bounds.lower <= value && value <= race.bounds.upper,
                "{problem:?} {payoff:?}"
            );
            short += usize::from(race.stop == Some(Stop::Memory));
            race.forget_others();
            if let Some(winner) = race.winner {
                let game = &mut race.games[winner];
                let (public, sets) = game.start();
                game.search.model.effort.grant(u64::MAX);
                match replay(&mut game.search.model, public, sets) {
                    Ok(played) => assert_eq!(played, race.bounds.lower, "{problem:?} {payoff:?}"),
                    Err(halt) => assert_eq!(halt, Halt::Stop(Stop::Memory)),
                }
            }
        }
        true
    });
    assert!(short > 4, "{short}");
}
