//! Layers against the search from the root, on small positions, which it ends before it asks for
//! layers.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::game::rules::Suit;
use crate::game::setup::Setup;
use crate::search::limits::Monitor;
use crate::search::open::{Keys, engine_for};
use crate::search::question::{Exact, Root};
use crate::search::solver::{Info, Solver};
use crate::testing::{Random, cards, dealt, limits, setup};
use crate::value::{Bounds, Ratio};

const LIMITS: Limits = Limits {
    threads: 2,
    ..limits(64 << 20)
};

/// A random position without known trash, and with a deck.
fn position(random: &mut Random) -> Option<(Setup, Game, State)> {
    let mut setup = setup(random, 14, 5);
    setup.rules.grand_finale = false;
    let (game, state) = State::new(&setup).ok()?;
    let playing = state.result(&game).is_none() && !state.deck.is_empty();
    playing.then_some((setup, game, state))
}

/// The value and the actions' values, as the layers have them.
fn by_layers(
    game: &Game,
    state: &State,
    objective: Objective,
    target: u8,
) -> Option<(Ratio, Vec<Ratio>)> {
    let layers = Layers::new(game, state, objective, target, &LIMITS)?;
    let found = layers.solve(&state.actions(game), &LIMITS).ok()?;
    let ratio = |&value: &u64| Ratio::new(value.into(), found.unit.into());
    Some((
        ratio(&found.value),
        found.actions.iter().map(ratio).collect(),
    ))
}

/// Compares all values; whether the position is one for layers.
fn agrees(setup: &Setup, objective: Objective) -> bool {
    let (game, state) = State::new(setup).unwrap();
    let solution = Solver::new()
        .solve(setup, Info::Open, objective, true, &LIMITS)
        .unwrap();
    if solution.nodes >= 10_000 {
        // Not long, and the search asks for layers itself.
        return false;
    }
    let values: Vec<_> = [&solution.value]
        .into_iter()
        .chain(solution.actions.iter().map(|(_, bounds)| bounds))
        .map(|bounds: &Bounds| bounds.value().unwrap())
        .collect();
    let targets = match objective {
        Objective::Win { target } => vec![target],
        Objective::Expected => vec![0],
        Objective::Guaranteed => {
            let most = state.reachable_score(&game);
            (most.saturating_sub(3)..=most).collect()
        }
    };
    for target in targets {
        let Some((value, actions)) = by_layers(&game, &state, objective, target) else {
            return false;
        };
        let found = [value].into_iter().chain(actions);
        for (found, &value) in found.zip(&values) {
            let value = match objective {
                Objective::Guaranteed => {
                    Ratio::whole((value >= Ratio::whole(target.into())).into())
                }
                _ => value,
            };
            assert_eq!(found, value, "{objective:?}, {target} of {setup:?}");
        }
    }
    true
}

#[test]
fn layers_agree_with_the_search() {
    let mut random = Random(5);
    let mut agreed = [0; 4];
    while agreed.iter().any(|&count| count < 200) {
        let Some((setup, game, state)) = position(&mut random) else {
            continue;
        };
        let most = state.reachable_score(&game);
        let objectives = [
            Objective::Win { target: most },
            Objective::Win {
                target: 1 + random.below(most.max(1).into()) as u8,
            },
            Objective::Expected,
            Objective::Guaranteed,
        ];
        for (objective, agreed) in objectives.into_iter().zip(&mut agreed) {
            *agreed += usize::from(agrees(&setup, objective));
        }
    }
}

/// With little memory numbers of strikes are gone through one by one.
#[test]
fn strikes_apart_give_the_same() {
    let mut random = Random(6);
    let mut compared = 0;
    while compared < 200 {
        let Some((setup, game, state)) = position(&mut random) else {
            continue;
        };
        if state.strikes > 0 {
            continue;
        }
        let target = state.reachable_score(&game);
        for objective in [Objective::Win { target }, Objective::Expected] {
            let target = if objective == Objective::Expected {
                0
            } else {
                target
            };
            let Some(mut layers) = Layers::new(&game, &state, objective, target, &LIMITS) else {
                continue;
            };
            let actions = state.actions(&game);
            let together = layers.solve(&actions, &LIMITS).unwrap();
            layers.memory = 0;
            assert!(!layers.together());
            let apart = layers.solve(&actions, &LIMITS).unwrap();
            assert_eq!(
                (together.value, together.actions),
                (apart.value, apart.actions),
                "{objective:?} of {setup:?}"
            );
            compared += 1;
        }
    }
}

/// A position of a simulated standard game with two players, the first to move.
fn endgame(stacks: [u8; 5], hands: [&str; 2], deck: &str, units: u8) -> Setup {
    Setup {
        stacks: stacks.to_vec(),
        hands: hands.map(|hand| cards(hand).unwrap()).to_vec(),
        deck: cards(deck).unwrap(),
        units,
        ..dealt(vec![Suit::FULL; 5], 2, 0, &[])
    }
}

/// The search alone.
fn searched(setup: &Setup, objective: Objective) -> (Bounds, Vec<Bounds>) {
    let (game, state) = State::new(setup).unwrap();
    let mut engine = engine_for(&game, &state, objective, Keys::Short).unwrap();
    let actions = state.actions(&game);
    let root = Root::new(&game, &state, objective, &actions, Exact::All);
    let answer = engine.answer(&root, &LIMITS);
    (answer.value, answer.actions)
}

/// The solver's answer against the search's; layers must have been swept.
fn turns_to_layers(setup: &Setup, objective: Objective) {
    let solution = Solver::new()
        .solve(setup, Info::Open, objective, true, &LIMITS)
        .unwrap();
    let (game, state) = State::new(setup).unwrap();
    let target = state.reachable_score(&game);
    let layers = Layers::new(&game, &state, objective, target, &LIMITS).unwrap();
    assert!(solution.nodes >= layers.values(), "{}", solution.nodes);
    let actions = solution.actions.iter().map(|&(_, bounds)| bounds);
    let found = (solution.value, actions.collect());
    assert_eq!(found, searched(setup, objective), "{objective:?}");
}

#[test]
fn the_solver_turns_to_layers_and_finds_the_same() {
    let hands = ["w1w3r1r2g5", "r1g1w1b1w5"];
    let setup = endgame([5, 2, 3, 5, 3], hands, "r3r4y1y3y3y4y5g3g4b2b3w4", 4);
    turns_to_layers(&setup, Objective::Win { target: 25 });
    turns_to_layers(&setup, Objective::Expected);
    turns_to_layers(&setup, Objective::Guaranteed);
}

/// Refuses to go on after so many questions.
struct Tired(AtomicUsize);

impl Monitor for Tired {
    fn go_on(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        let order = Ordering::Relaxed;
        self.0.fetch_update(order, order, less).is_ok()
    }
}

/// To see what there is to do takes time as well, and is given up like all else.
#[test]
fn looking_ahead_is_given_up() {
    let hands = ["r2w1b5y5r5", "g3g1g4y3g5"];
    let setup = endgame([2, 1, 1, 4, 5], hands, "r1r3r4y1y1y2y4g2g2g4b1w1", 2);
    let (game, state) = State::new(&setup).unwrap();
    let mut patience = 0;
    let looked = |patience: usize| {
        let monitor = Tired(AtomicUsize::new(patience));
        let limits = Limits {
            monitor: &monitor,
            ..LIMITS
        };
        Layers::new(&game, &state, Objective::Expected, 0, &limits).is_some()
    };
    while !looked(patience) {
        patience += 1;
    }
    assert!(patience > 100, "{patience}");
}

/// Wherever it is interrupted, in the search or in the layers, the bounds hold.
#[test]
fn bounds_hold_after_an_interruption() {
    let hands = ["r2w1b5y5r5", "g3g1g4y3g5"];
    let setup = endgame([2, 1, 1, 4, 5], hands, "r1r3r4y1y1y2y4g2g2g4b1w1", 2);
    let objective = Objective::Win { target: 25 };
    let (value, _) = searched(&setup, objective);
    let mut stopped = 0;
    let tries: Vec<usize> = (0..40).chain((6..14).map(|power| 1 << power)).collect();
    for &patience in &tries {
        let monitor = Tired(AtomicUsize::new(patience));
        let limits = Limits {
            monitor: &monitor,
            threads: 1,
            ..LIMITS
        };
        let solution = Solver::new()
            .solve(&setup, Info::Open, objective, true, &limits)
            .unwrap();
        assert!(solution.value.lower <= value.lower && value.upper <= solution.value.upper);
        match solution.stop {
            Some(stop) => assert_eq!(stop, Stop::Interrupt),
            None => assert_eq!(solution.value, value),
        }
        stopped += usize::from(solution.stop.is_some());
    }
    // The search is patient for sixteen questions; the layers ask more often.
    assert!((17..tries.len()).contains(&stopped), "{stopped}");
}
