//! Counts of paths of actions, bonuses and draws: they pin the rules down.

use crate::game::bonus::Bonus;
use crate::game::state::{Game, State};

/// Number of paths of `depth` turns from a state. A path that ends early counts once. Two
/// slots are two actions even if they hold alike cards; of alike deck cards one is drawn. Every
/// bonus and every choice with it is a path of its own. With `ordered`, only the deck's next
/// card is drawn.
#[must_use]
pub fn perft(game: &Game, state: &State, ordered: bool, depth: u32) -> u64 {
    let actions = state.actions(game);
    if depth == 0 || actions.is_empty() {
        return 1;
    }
    let paths = actions.into_iter().map(|action| {
        let mut acted = state.clone();
        acted.act(game, action);
        follow(game, acted, action.slot().is_some(), ordered, depth)
    });
    paths.sum()
}

/// The paths after an action: its bonus if one is due, then its draw if it `frees` a slot.
fn follow(game: &Game, mut acted: State, frees: bool, ordered: bool, depth: u32) -> u64 {
    if acted.bonus_due {
        let outcomes = Bonus::ALL.into_iter().flat_map(|bonus| {
            let choices = acted.choices(bonus).into_iter();
            choices.map(move |choice| (bonus, choice))
        });
        let paths = outcomes.map(|(bonus, choice)| {
            let mut received = acted.clone();
            received.receive(game, bonus, choice);
            follow(game, received, frees, ordered, depth)
        });
        return paths.sum();
    }
    if acted.ended_at_once(game).is_some() {
        return 1;
    }
    if !(frees && acted.draws(game)) {
        acted.pass_turn(game);
        return perft(game, &acted, ordered, depth - 1);
    }
    let last = acted.deck.len() - 1;
    let drawn = (0..=last).filter(|&index| {
        let repeated = acted.deck[..index].contains(&acted.deck[index]);
        if ordered { index == last } else { !repeated }
    });
    let paths = drawn.map(|index| {
        let mut next = acted.clone();
        next.draw(game, index);
        perft(game, &next, ordered, depth - 1)
    });
    paths.sum()
}
