//! The search with a known deck against a plain one, on random small positions.

mod common;

use std::collections::HashMap;

use common::{Random, limits, setup};
use hanabi_core::game::card::{Card, Held};
use hanabi_core::game::rules::{Rules, Suit};
use hanabi_core::game::setup::Setup;
use hanabi_core::game::state::{Action, Game, State};
use hanabi_core::search::perfect::solve;
use hanabi_core::value::{Objective, Ratio};

fn after(game: &Game, state: &State, action: Action) -> State {
    let mut state = state.clone();
    if state.act(game, action) {
        let next = state.deck.len() - 1;
        state.draw(game, next);
    } else if state.ended_at_once(game).is_none() {
        state.pass_turn(game);
    }
    state
}

/// The best final score, by trying everything.
fn plain(game: &Game, state: &State, memo: &mut HashMap<State, u8>) -> u8 {
    if let Some(score) = state.result(game) {
        return score;
    }
    if let Some(&score) = memo.get(state) {
        return score;
    }
    let mut best = 0;
    for action in state.actions(game) {
        best = best.max(plain(game, &after(game, state, action), memo));
        if best == game.max_score() {
            break;
        }
    }
    memo.insert(state.clone(), best);
    best
}

#[test]
fn agrees_with_the_plain_search() {
    let mut random = Random(1);
    let mut compared = 0;
    let mut memo = HashMap::new();
    while compared < 4000 {
        let Ok((game, state)) = State::new(&setup(&mut random, 12, 6)) else {
            continue;
        };
        memo.clear();
        let best = plain(&game, &state, &mut memo);
        let actions = state.actions(&game);
        let scores: Vec<u8> = actions
            .iter()
            .map(|&action| plain(&game, &after(&game, &state, action), &mut memo))
            .collect();
        let target = match random.below(3) {
            0 => best,
            1 => best + 1,
            _ => random.below(usize::from(game.max_score()) + 2) as u8,
        };
        let memory = if random.chance(10) { 0 } else { 1 << 20 };
        for objective in [Objective::Guaranteed, Objective::Win { target }] {
            let worth = |score: u8| match objective {
                Objective::Win { target } => Ratio::whole(u128::from(score >= target)),
                _ => Ratio::whole(u128::from(score)),
            };
            let solution = solve(&game, &state, objective, true, &limits(memory));
            assert_eq!(solution.stop, None);
            assert_eq!(
                solution.value.value(),
                Some(worth(best)),
                "{objective:?} of {game:?} {state:?}"
            );
            let found: Vec<_> = solution
                .actions
                .iter()
                .map(|&(action, b)| (action, b.value()))
                .collect();
            let expected: Vec<_> = actions
                .iter()
                .zip(&scores)
                .map(|(&action, &score)| (action, Some(worth(score))))
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
fn agrees_with_the_plain_search_on_crowded_hands() {
    let mut random = Random(2);
    let mut compared = [0, 0];
    let mut memo = HashMap::new();
    while compared.iter().sum::<u32>() < 60 {
        let Ok((game, state)) = State::new(&crowded(&mut random)) else {
            continue;
        };
        memo.clear();
        let best = plain(&game, &state, &mut memo);
        let solution = solve(&game, &state, Objective::Expected, false, &limits(1 << 20));
        assert_eq!(
            solution.value.value(),
            Some(Ratio::whole(u128::from(best))),
            "{game:?} {state:?}"
        );
        compared[usize::from(best == game.max_score())] += 1;
    }
    assert!(compared.iter().all(|&count| count > 10), "{compared:?}");
}
