//! Positions with bonuses against a search without merging, bounds or windows.

use hanabi_core::game::card::{Card, Held};
use hanabi_core::game::perft::perft;
use hanabi_core::game::reach::{limit_of_stack, most_bonuses};
use hanabi_core::game::rules::{Rules, Special, Suit};
use hanabi_core::game::setup::Setup;
use hanabi_core::game::state::State;
use hanabi_core::search::limits::Limits;
use hanabi_core::search::solver::{Info, Solver};
use hanabi_core::testing::{self, Brute, Random, limits};
use hanabi_core::value::{Bounds, Objective, Ratio};

/// More states than this are too many for a test.
const MOST: usize = 4000;

/// A random setup with bonuses; the pile is what is left over. `None` if it is no position.
fn bonus_setup(random: &mut Random, cards: usize, deck: usize) -> Option<Setup> {
    let mut setup = testing::setup(random, cards, deck);
    setup.rules.special.flamboyants = true;
    if random.chance(15) {
        setup.rules.special.inverted = 1;
        setup.rules.special.untouched = [random.below(1 << 20) as u64, 0xfffff];
    }
    if !setup.rules.grand_finale && !setup.deck.is_empty() && random.chance(40) {
        setup.turns_left = Some(1 + random.below(setup.hands.len()) as u8);
    }
    let in_play: Vec<_> = setup.hands.iter().flatten().chain(&setup.deck).collect();
    let trash = in_play.iter().filter(|&&&held| held == Held::Dead).count();
    let mut left = [0u8; hanabi_core::game::card::MAX_CARDS];
    for card in in_play.iter().filter_map(|held| held.card()) {
        left[card.index()] += 1;
    }
    let bonuses = most_bonuses(&setup.rules.special, &setup.stacks, &left);
    let (mut useful, mut dead) = (Vec::new(), Vec::new());
    for (suit, spec) in setup.suits.iter().enumerate() {
        let height = usize::from(setup.stacks[suit]);
        let limit = limit_of_stack(&setup.stacks, &left, suit, bonuses);
        for (step, &copies) in spec.copies.iter().enumerate() {
            let card = Card::new(suit, step);
            let gone = left[card.index()] + u8::from(step < height);
            let pile = if step < height || step > limit {
                &mut dead
            } else {
                &mut useful
            };
            pile.extend((gone..copies).map(|_| Held::Card(card)));
        }
    }
    if trash > dead.len() || trash > 0 && setup.rules.special.inverted > 0 {
        return None;
    }
    random.shuffle(&mut dead);
    if trash > 0 {
        // Which of them lie in the pile nobody can say.
        dead.drain(..trash);
        dead.fill(Held::Dead);
    } else {
        dead.truncate(2);
    }
    if random.chance(60) {
        // Small piles keep the plain search small, as after accounts that do not add up.
        random.shuffle(&mut useful);
        useful.truncate(random.below(3));
    }
    setup.pile = useful.into_iter().chain(dead).collect();
    setup.faults().is_empty().then_some(setup)
}

#[test]
fn merging_bounds_and_windows_change_no_value() {
    let mut random = Random(6);
    let (mut compared, mut with_bonus) = (0, 0);
    while compared < 1500 {
        let Some(setup) = bonus_setup(&mut random, 8, 3) else {
            continue;
        };
        let (game, state) = State::new(&setup).unwrap();
        let most = game.max_score();
        let objective = match random.below(4) {
            0 => Objective::Guaranteed,
            1 => Objective::Expected,
            2 => Objective::Win { target: most },
            _ => Objective::Win {
                target: state.score() + random.below(4) as u8,
            },
        };
        if state.result(&game).is_some() {
            continue;
        }
        let brute = || Brute::new(&game, objective, false).within(MOST);
        let Some(expected) = brute().value(&state) else {
            continue;
        };
        let whole = Limits {
            ..limits(usize::MAX)
        };
        let mut solver = Solver::new();
        let found = solver
            .solve(&setup, Info::Open, objective, true, &whole)
            .unwrap();
        assert_eq!(
            found.value,
            Bounds::exact(expected),
            "{setup:?} {objective:?}"
        );
        let actions = state.actions(&game);
        assert_eq!(found.actions.len(), actions.len());
        for (action, bounds) in found.actions {
            let expected = brute().action(&state, action).unwrap();
            assert_eq!(
                bounds,
                Bounds::exact(expected),
                "{setup:?} {objective:?} {action:?}"
            );
        }
        let alone = Solver::new().solve(&setup, Info::Open, objective, false, &whole);
        assert_eq!(alone.unwrap().value, Bounds::exact(expected), "{setup:?}");
        // A little memory gives bounds around the value.
        let little = Limits {
            ..limits(random.below(4000))
        };
        let stopped = Solver::new().solve(&setup, Info::Open, objective, true, &little);
        let stopped = stopped.unwrap();
        assert!(stopped.value.lower <= expected && expected <= stopped.value.upper);
        compared += 1;
        with_bonus +=
            usize::from(most_bonuses(&game.rules.special, &setup.stacks, &state.left) > 0);
    }
    assert!(with_bonus > 300, "{with_bonus}");
}

#[test]
fn a_pile_matters_as_far_as_bonuses_reach() {
    // Five plays in a row win: y5, r5, and three cards of the third suit. There are three turns,
    // and one more for each of the first two bonuses that finds a card in the pile.
    let suits = vec![Suit::FULL, Suit::FULL, Suit::SHORT];
    let card = |suit, step| Held::Card(Card::new(suit, step));
    let dead = card(0, 0);
    let with_pile = |size: usize| Setup {
        suits: suits.clone(),
        rules: Rules {
            special: Special {
                flamboyants: true,
                ..Special::default()
            },
            ..Rules::default()
        },
        stacks: vec![4, 4, 2],
        hands: vec![
            vec![card(0, 4), card(2, 3)],
            vec![card(1, 4), card(2, 2), card(2, 4)],
        ],
        deck: vec![dead],
        mover: 1,
        units: 0,
        strikes: 0,
        turns_left: None,
        last_clue: None,
        pile: [dead, card(0, 1), card(1, 0), card(1, 1)][..size].to_vec(),
        allowed: Vec::new(),
    };
    // A kept table must not take one pile for another.
    let mut solver = Solver::new();
    let objective = Objective::Win { target: 15 };
    let solve = |size| {
        let found = solver.solve(
            &with_pile(size),
            Info::Open,
            objective,
            false,
            &limits(usize::MAX),
        );
        found.unwrap()
    };
    let chance = |denominator| Bounds::exact(Ratio::new(1, denominator));
    let none = Bounds::exact(Ratio::ZERO);
    let found: Vec<_> = (0..5).map(solve).collect();
    let values: Vec<_> = found.iter().map(|solution| solution.value).collect();
    assert_eq!(values, [none, none, chance(36), chance(36), chance(36)]);
    // Of alike cards no more count than bonuses come: the larger piles are known already.
    let known: Vec<_> = found.iter().map(|solution| solution.nodes == 0).collect();
    assert_eq!(known, [false, false, false, true, true]);
}

#[test]
fn every_bonus_and_choice_is_a_path() {
    let card = |suit, step| Held::Card(Card::new(suit, step));
    let setup = Setup {
        suits: vec![Suit::FULL; 2],
        rules: Rules {
            special: Special {
                flamboyants: true,
                ..Special::default()
            },
            ..Rules::default()
        },
        stacks: vec![4, 3],
        hands: vec![vec![card(0, 4)], vec![card(1, 0)]],
        deck: Vec::new(),
        mover: 0,
        units: 0,
        strikes: 0,
        turns_left: Some(2),
        last_clue: None,
        pile: vec![card(1, 3), card(1, 3), card(1, 4), card(0, 0)],
        allowed: Vec::new(),
    };
    let (game, state) = State::new(&setup).unwrap();
    // The discard; the four bonuses without a choice; three cards for the deck, drawn at once;
    // of the pile y4 or nothing is played.
    assert_eq!(perft(&game, &state, false, 1), 1 + 4 + 3 + 2);
    // Then player 2 plays or discards, or gives a clue: with a token after `token` and `strike`
    // nobody holds a card, and after a draw there is no token.
    assert_eq!(perft(&game, &state, false, 2), 2 * (1 + 4 + 3 + 2));
}
