//! Counts of paths of actions and draws: they pin the rules down.

use crate::state::{Game, State};

/// Number of paths of `depth` turns from a state. A path that ends early counts once. Two
/// slots are two actions even if they hold alike cards; of alike deck cards one is drawn.
/// With `ordered`, only the deck's next card is drawn.
#[must_use]
pub fn perft(game: &Game, state: &State, ordered: bool, depth: u32) -> u64 {
    let actions = state.actions(game);
    if depth == 0 || actions.is_empty() {
        return 1;
    }
    let mut paths = 0;
    for action in actions {
        let mut acted = state.clone();
        let draws = acted.act(game, action);
        if acted.ended_at_once(game).is_some() {
            paths += 1;
        } else if !draws {
            acted.pass_turn(game);
            paths += perft(game, &acted, ordered, depth - 1);
        } else {
            for index in 0..acted.deck.len() {
                let next = index + 1 == acted.deck.len();
                let repeated = acted.deck[..index].contains(&acted.deck[index]);
                if if ordered { next } else { !repeated } {
                    let mut drawn = acted.clone();
                    drawn.draw(game, index);
                    paths += perft(game, &drawn, ordered, depth - 1);
                }
            }
        }
    }
    paths
}
