//! The search with a known deck against brute force, on random small positions.

use hanabi_core::game::card::{Card, Held};
use hanabi_core::game::rules::{Rules, Suit};
use hanabi_core::game::setup::Setup;
use hanabi_core::game::state::State;
use hanabi_core::search::perfect::solve;
use hanabi_core::testing::{Brute, Random, limits, setup};
use hanabi_core::value::{Objective, Ratio};

#[test]
fn agrees_with_brute_force() {
    let mut random = Random(1);
    let mut compared = 0;
    while compared < 4000 {
        let Ok((game, state)) = State::new(&setup(&mut random, 12, 6)) else {
            continue;
        };
        let mut brute = Brute::new(&game, Objective::Guaranteed, true);
        let score = |value: Option<Ratio>| value.map(|value| value.numerator() as u8);
        let Some(best) = score(brute.value(&state)) else {
            continue;
        };
        let actions = state.actions(&game).into_iter();
        let scores: Vec<_> = actions
            .map(|action| (action, score(brute.action(&state, action))))
            .collect();
        let target = match random.below(3) {
            0 => best,
            1 => best + 1,
            _ => random.below(usize::from(game.max_score()) + 2) as u8,
        };
        let memory = if random.chance(10) { 0 } else { 1 << 20 };
        for objective in [Objective::Guaranteed, Objective::Win { target }] {
            let worth = |score: u8| Ratio::whole(objective.worth(score).into());
            let solution = solve(&game, &state, objective, true, &limits(memory));
            assert_eq!(solution.stop, None);
            assert_eq!(
                solution.value.value(),
                Some(worth(best)),
                "{objective:?} of {game:?} {state:?}"
            );
            let found = solution.actions.iter();
            let found: Vec<_> = found.map(|&(action, b)| (action, b.value())).collect();
            let expected = scores.iter();
            let expected: Vec<_> = expected
                .map(|&(action, score)| (action, score.map(worth)))
                .collect();
            assert_eq!(found, expected, "{objective:?} of {game:?} {state:?}");
        }
        compared += 1;
    }
}

/// A game half played, no dead cards left: small hands and few spare copies, so that hands overflow with
/// cards that are needed later, and the last cards of the deck decide.
fn crowded(random: &mut Random) -> Setup {
    let players = 2;
    let suits: Vec<Suit> = (0..3)
        .map(|_| Suit {
            copies: std::array::from_fn(|_| 1 + u8::from(random.chance(30))),
        })
        .collect();
    let mut deck = Vec::new();
    for (suit, spec) in suits.iter().enumerate() {
        for (step, &copies) in spec.copies.iter().enumerate().skip(2) {
            deck.extend((0..copies).map(|_| Held::Card(Card::new(suit, step))));
        }
    }
    random.shuffle(&mut deck);
    let size = 2 + random.below(2);
    let hands = (0..players)
        .map(|_| deck.split_off(deck.len() - size))
        .collect();
    let completion_units = random.below(3) as u8;
    Setup {
        stacks: vec![2; suits.len()],
        suits,
        rules: Rules {
            grand_finale: random.chance(10),
            completion_units,
            ..Rules::default()
        },
        hands,
        deck,
        mover: random.below(players),
        units: random.below(4) as u8,
        strikes: 2,
        turns_left: None,
        last_clue: None,
        pile: Vec::new(),
        allowed: Vec::new(),
    }
}

#[test]
fn agrees_with_brute_force_on_crowded_hands() {
    let mut random = Random(2);
    let mut compared = [0, 0];
    while compared.iter().sum::<u32>() < 60 {
        let Ok((game, state)) = State::new(&crowded(&mut random)) else {
            continue;
        };
        let best = Brute::new(&game, Objective::Expected, true).value(&state);
        let solution = solve(&game, &state, Objective::Expected, false, &limits(1 << 20));
        assert_eq!(solution.value.value(), best, "{game:?} {state:?}");
        compared[usize::from(best == Some(Ratio::whole(game.max_score().into())))] += 1;
    }
    assert!(compared.iter().all(|&count| count > 10), "{compared:?}");
}
