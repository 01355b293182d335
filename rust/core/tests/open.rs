//! The search with an unknown deck against a plain one, on random small positions.

#![expect(clippy::expect_used, reason = "a test may panic")]

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use hanabi_core::game::card::{Card, Held};
use hanabi_core::game::setup::{Setup, SetupError};
use hanabi_core::game::state::{Action, State};
use hanabi_core::search::limits::{Limits, Monitor, Solution, Stop};
use hanabi_core::search::seat;
use hanabi_core::search::solver::{Info, Solver};
use hanabi_core::testing::{self, Brute, Random, limits, setup};
use hanabi_core::value::{Bounds, Mixture, Objective, Ratio};

const MEMORY: usize = 64 << 20;

fn sorted(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.deck.sort_unstable();
    setup
}

fn exact(solution: &Solution) -> (Option<Ratio>, Vec<(Action, Option<Ratio>)>) {
    let actions = solution
        .actions
        .iter()
        .map(|&(action, bounds)| (action, bounds.value()));
    (solution.value.value(), actions.collect())
}

#[test]
fn agrees_with_the_plain_search() {
    let mut random = Random(2);
    let mut compared = 0;
    while compared < 3000 {
        let setup = sorted(&setup(&mut random, 10, 5));
        let Ok((game, state)) = State::new(&setup) else {
            continue;
        };
        let objective = testing::objective(&mut random, &setup);
        let mut brute = Brute::new(&game, objective, false);
        let value = brute.value(&state);
        let actions = state.actions(&game).into_iter();
        let actions: Vec<_> = actions
            .map(|action| (action, brute.action(&state, action)))
            .collect();
        let solution = Solver::new()
            .solve(&setup, Info::Open, objective, true, &limits(MEMORY))
            .expect("a position");
        assert_eq!(
            exact(&solution),
            (value, actions),
            "{objective:?} of {setup:?}"
        );
        compared += 1;
    }
}

/// Unspecified cards: every assignment of the pool's physical cards to slots that may hold them,
/// one by one. The value and each action's, `None` where no assignment is left.
fn plain_seat(setup: &Setup, objective: Objective) -> Option<(Ratio, Vec<(Action, Ratio)>)> {
    let slots: Vec<(usize, usize)> = (0..setup.hands.len())
        .flat_map(|p| (0..setup.hands[p].len()).map(move |s| (p, s)))
        .filter(|&(p, s)| setup.hands[p][s] == Held::Unspecified)
        .collect();
    let (own, others): (Vec<_>, Vec<_>) = slots.into_iter().partition(|&(p, _)| p == setup.mover);
    let may_be = |held: Held, player: usize, slot: usize| {
        let bit = held.card().map_or(63, Card::index);
        setup.allowed.is_empty() || setup.allowed[player][slot] >> bit & 1 == 1
    };
    let fill = |setup: &Setup, slots: &[(usize, usize)]| {
        let mut out = vec![setup.clone()];
        for &(player, slot) in slots {
            let mut next = Vec::new();
            for partial in &out {
                for index in 0..partial.deck.len() {
                    if may_be(partial.deck[index], player, slot) {
                        let mut dealt = partial.clone();
                        dealt.hands[player][slot] = dealt.deck.remove(index);
                        next.push(dealt);
                    }
                }
            }
            out = next;
        }
        out
    };
    let mix = |values: Vec<(Ratio, usize)>| {
        let mut mixture = Mixture::new(objective);
        for (value, many) in values {
            mixture.add(Bounds::exact(value), many as u128)?;
        }
        mixture.bounds()?.value()
    };
    let (mut bests, mut totals) = (Vec::new(), Vec::<(Action, Vec<(Ratio, usize)>)>::new());
    for seen in fill(setup, &others) {
        let worlds: Vec<_> = fill(&seen, &own)
            .iter()
            .map(|world| State::new(world).expect("a position"))
            .collect();
        let Some((game, first)) = worlds.first() else {
            continue;
        };
        let mut brute = Brute::new(game, objective, false);
        if first.result(game).is_some() {
            let values = worlds
                .iter()
                .map(|(_, world)| Some((brute.value(world)?, 1)));
            bests.push((mix(values.collect::<Option<_>>()?)?, worlds.len()));
            continue;
        }
        let mut best = Ratio::ZERO;
        for action in first.actions(game) {
            let values = worlds
                .iter()
                .map(|(_, world)| Some((brute.action(world, action)?, 1)));
            let value = mix(values.collect::<Option<_>>()?)?;
            best = best.max(value);
            let weighted = (value, worlds.len());
            match totals.iter_mut().find(|(other, _)| *other == action) {
                Some((_, all)) => all.push(weighted),
                None => totals.push((action, vec![weighted])),
            }
        }
        bests.push((best, worlds.len()));
    }
    let actions = totals
        .into_iter()
        .map(|(action, all)| Some((action, mix(all)?)));
    Some((mix(bests)?, actions.collect::<Option<_>>()?))
}

/// Random unspecified cards, and mostly random sets of what they may be.
fn veiled(random: &mut Random, setup: &mut Setup) {
    let mut hidden = Vec::new();
    let mover_only = random.chance(50);
    for (player, hand) in setup.hands.iter_mut().enumerate() {
        for held in hand {
            if hidden.len() < 3 && (player == setup.mover || !mover_only) && random.chance(40) {
                hidden.push(std::mem::replace(held, Held::Unspecified));
            }
        }
    }
    setup.deck.extend(hidden);
    if random.chance(80) {
        let sets = [u64::MAX, random.bits() | random.bits(), random.bits()];
        let hands = setup.hands.iter();
        setup.allowed = hands
            .map(|hand| hand.iter().map(|_| sets[random.below(3)]).collect())
            .collect();
    }
}

#[test]
fn unspecified_cards_agree_with_all_assignments() {
    let mut random = Random(3);
    let (mut compared, mut impossible) = (0, 0);
    while compared < 800 {
        let mut setup = setup(&mut random, 9, 3);
        veiled(&mut random, &mut setup);
        // Where suits are inverted dead cards are not all alike.
        let trash = setup
            .hands
            .iter()
            .flatten()
            .chain(&setup.deck)
            .any(|&h| h == Held::Dead);
        if !trash && random.chance(60) {
            setup.rules.special.inverted = random.below(1 << setup.suits.len()) as u8;
        }
        if !setup.faults().is_empty() || setup.unspecified() == 0 {
            continue;
        }
        let objective = testing::objective(&mut random, &setup);
        let solution = Solver::new().solve(&setup, Info::Open, objective, true, &limits(MEMORY));
        let Some(expected) = plain_seat(&setup, objective) else {
            assert_eq!(solution, Err(vec![SetupError::Unfit]), "{setup:?}");
            impossible += 1;
            continue;
        };
        let solution = solution.expect("a position");
        let (value, actions) = expected;
        let actions = actions.into_iter().map(|(a, v)| (a, Some(v))).collect();
        assert_eq!(
            exact(&solution),
            (Some(value), actions),
            "{objective:?} of {setup:?}"
        );
        compared += 1;
    }
    assert!(impossible > 50);
}

#[test]
fn the_outlook_is_that_of_all_assignments() {
    let mut random = Random(31);
    for _ in 0..400 {
        let mut setup = setup(&mut random, 9, 4);
        veiled(&mut random, &mut setup);
        let Ok(outlook) = seat::outlook(&setup) else {
            continue;
        };
        let outlook = outlook.expect("small numbers");
        let slots: Vec<_> = outlook.slots.iter().map(|slot| slot.place).collect();
        let mut worlds = vec![(Vec::new(), setup.deck.clone())];
        for &(player, slot) in &slots {
            let mut next = Vec::new();
            for (dealt, pool) in &worlds {
                for (index, &held) in pool.iter().enumerate() {
                    let bit = held.card().map_or(63, Card::index);
                    let set = setup
                        .allowed
                        .get(player)
                        .map_or(u64::MAX, |sets| sets[slot]);
                    if set >> bit & 1 == 1 {
                        let (mut dealt, mut pool) = (dealt.clone(), pool.clone());
                        dealt.push(held);
                        pool.remove(index);
                        next.push((dealt, pool));
                    }
                }
            }
            worlds = next;
        }
        let all = worlds.len() as u128;
        let different: HashSet<_> = worlds.iter().map(|(dealt, _)| dealt).collect();
        assert_eq!(outlook.assignments, different.len() as u128, "{setup:?}");
        for (place, slot) in outlook.slots.iter().enumerate() {
            let mut counts = BTreeMap::new();
            for (dealt, _) in &worlds {
                *counts.entry(dealt[place]).or_insert(0u128) += 1;
            }
            let expected: Vec<_> = counts
                .into_iter()
                .map(|(held, many)| (held, Ratio::new(many, all)))
                .collect();
            assert_eq!(slot.cards, expected, "{setup:?}");
        }
    }
}

/// Stops after it has been asked so often.
struct Impatient(AtomicUsize);

impl Monitor for Impatient {
    fn go_on(&self) -> bool {
        self.0
            .fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1))
            .is_ok()
    }
}

#[test]
fn bounds_of_a_stopped_seat_hold() {
    let mut random = Random(32);
    let mut stopped = 0;
    while stopped < 300 {
        let mut setup = setup(&mut random, 12, 5);
        veiled(&mut random, &mut setup);
        if !setup.faults().is_empty() || setup.unspecified() == 0 {
            continue;
        }
        let objective = testing::objective(&mut random, &setup);
        let Ok(all) = Solver::new().solve(&setup, Info::Open, objective, true, &limits(MEMORY))
        else {
            continue;
        };
        let monitor = Impatient(AtomicUsize::new(random.below(6)));
        let hasty = Limits {
            monitor: &monitor,
            ..limits(MEMORY)
        };
        let found = Solver::new()
            .solve(&setup, Info::Open, objective, true, &hasty)
            .expect("a position");
        let holds = |known: &Bounds, all: &Bounds| {
            let value = all.value().expect("no limit");
            known.lower <= value && value <= known.upper
        };
        assert!(
            holds(&found.value, &all.value),
            "{objective:?} of {setup:?}"
        );
        for ((action, known), (other, value)) in found.actions.iter().zip(&all.actions) {
            assert_eq!(action, other);
            assert!(
                holds(known, value),
                "{action:?}, {objective:?} of {setup:?}"
            );
        }
        stopped += usize::from(found.stop == Some(Stop::Interrupt));
    }
}

#[test]
fn a_kept_solver_answers_like_a_fresh_one() {
    let mut random = Random(4);
    let mut kept = Solver::new();
    for _ in 0..60 {
        let mut setup = sorted(&setup(&mut random, 16, 8));
        let objective = testing::objective(&mut random, &setup);
        // Along a game, so that the kept tables are used.
        while let Ok((game, mut state)) = State::new(&setup) {
            let fresh = Solver::new().solve(&setup, Info::Open, objective, true, &limits(MEMORY));
            let again = kept.solve(&setup, Info::Open, objective, true, &limits(MEMORY));
            let (fresh, again) = (fresh.expect("a position"), again.expect("a position"));
            assert_eq!(exact(&fresh), exact(&again), "{objective:?} of {setup:?}");
            let actions = state.actions(&game);
            if actions.is_empty() {
                break;
            }
            if state.act(&game, actions[random.below(actions.len())]) {
                let index = random.below(state.deck.len());
                state.draw(&game, index);
            } else if state.ended_at_once(&game).is_none() {
                state.pass_turn(&game);
            }
            if state.strikes > 2 {
                break;
            }
            setup = state.setup(&game);
        }
    }
}

#[test]
fn bounds_after_a_stop_hold_and_threads_agree() {
    let mut random = Random(5);
    let mut stopped = 0;
    for _ in 0..150 {
        let setup = sorted(&setup(&mut random, 24, 10));
        if !setup.faults().is_empty() {
            continue;
        }
        let objective = testing::objective(&mut random, &setup);
        let solve = |limits| Solver::new().solve(&setup, Info::Open, objective, true, &limits);
        let value = solve(limits(MEMORY)).expect("a position");
        let threads = solve(hanabi_core::search::limits::Limits {
            threads: 3,
            ..limits(MEMORY)
        });
        assert_eq!(exact(&value), exact(&threads.expect("a position")));
        let now = hanabi_core::search::limits::Limits {
            deadline: Some(std::time::Instant::now()),
            ..limits(MEMORY)
        };
        let bounds = solve(now).expect("a position");
        stopped += usize::from(bounds.stop.is_some());
        let holds = |bounds: Bounds, exact: Bounds| {
            bounds.lower <= exact.lower && exact.upper <= bounds.upper
        };
        assert!(
            holds(bounds.value, value.value),
            "{objective:?} of {setup:?}"
        );
        for (&(_, bounds), &(action, exact)) in bounds.actions.iter().zip(&value.actions) {
            assert!(
                holds(bounds, exact),
                "{action:?}, {objective:?} of {setup:?}"
            );
        }
    }
    assert!(stopped > 0, "nothing was stopped");
}

#[test]
fn comparing_tells_the_best_actions_and_the_value_of_one() {
    let mut random = Random(6);
    let mut cut_short = 0;
    let mut compared = 0;
    while compared < 1500 {
        let setup = sorted(&setup(&mut random, 10, 5));
        let objective = testing::objective(&mut random, &setup);
        let Ok(all) = Solver::new().solve(&setup, Info::Open, objective, true, &limits(MEMORY))
        else {
            continue;
        };
        if all.actions.is_empty() {
            continue;
        }
        let made = all.actions[random.below(all.actions.len())].0;
        let found = Solver::new()
            .compare(&setup, objective, Some(made), &limits(MEMORY))
            .expect("a position");
        assert_eq!(found.value, all.value);
        assert_eq!(found.stop, None);
        for (&(action, bounds), &(same, exact)) in found.actions.iter().zip(&all.actions) {
            assert_eq!(action, same);
            let value = exact.value().expect("no limit");
            assert!(bounds.lower <= value && value <= bounds.upper);
            let best = value == all.value.upper;
            assert_eq!(bounds.lower >= all.value.upper, best);
            assert!(best || bounds.upper < all.value.upper);
            assert!(action != made || bounds == exact);
            cut_short += usize::from(bounds != exact);
        }
        compared += 1;
    }
    assert!(cut_short > 100, "{cut_short} values were left open");
}
