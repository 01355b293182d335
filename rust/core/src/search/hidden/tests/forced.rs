//! Bounds of moves held against their values.

use crate::search::hidden::answer::forced::Forced;
use crate::search::hidden::answer::moves::{self, Most};
use crate::search::hidden::answer::solution::Wanted;
use crate::search::hidden::answer::solve::solve;
use crate::search::hidden::bounds::Between;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::state::Payoff;
use crate::search::hidden::state::worlds::cap;
use crate::value::{Objective, Ratio};

use super::{LIMITS, plain_value, random_problems, total};

/// What climbs for moves reach in any of the games some policy reaches that prescribes the move,
/// and open hands after it bound it; what the actual class gets is a part of that.
#[test]
fn climbs_for_moves_bound_their_values() {
    let mut open = 0;
    random_problems(0x5EA7, 60, |problem, payoff| {
        let (Some(actions), Some(_)) = (moves::actions(problem), plain_value(problem, payoff))
        else {
            return false;
        };
        let objective = match payoff {
            Payoff::Score => Objective::Expected,
            Payoff::Target(target) => Objective::Win { target },
        };
        let wanted = Wanted {
            moves: true,
            policy: false,
        };
        let solution = solve(problem, objective, wanted, &LIMITS).unwrap();
        let worlds = total(problem);
        for kind in [
            Knowledge::DeadBlind,
            Knowledge::DeadGrouped,
            Knowledge::Real,
        ] {
            let mut game = GameSearch::new(problem, kind, payoff, &LIMITS, LIMITS.memory).unwrap();
            if game.over() {
                return false;
            }
            let caps = cap(&game.sets[0].1);
            let value = Between {
                lower: caps,
                upper: caps,
            };
            let most = Most {
                value,
                caps,
                seat: None,
            };
            let forced = Forced::new(problem, &mut game, &actions, most, None).unwrap();
            let mut forced = forced.unwrap();
            for steps in [100, 400] {
                forced.round(&mut game, value, steps).unwrap();
            }
            for (row, (action, found)) in forced.rows.iter().zip(&solution.moves) {
                let value = found.bounds.lower;
                assert_eq!(
                    value, found.bounds.upper,
                    "{problem:?} {payoff:?} {action:?}"
                );
                let ratio = |sum: i64| Ratio::new(sum as u128, worlds as u128);
                let (lower, upper) = (ratio(row.bounds.lower), ratio(row.bounds.upper));
                assert!(
                    lower <= value && value <= upper,
                    "{problem:?} {payoff:?} {kind:?} {action:?}: {lower:?} {value:?} {upper:?}"
                );
                let here = row.here.unwrap_or(0);
                assert!(
                    here <= row.bounds.lower.max(0),
                    "{problem:?} {payoff:?} {action:?}"
                );
                open += usize::from(lower < value);
            }
        }
        true
    });
    // They are bounds, not values: most are reached.
    assert!(open > 0);
}
