//! The search with an unknown deck against retrograde analysis: every configuration of hands and
//! deck that can come up, with its values for all players to move, tokens and strikes, from the
//! last layer back to the first. No bounds, no moves left out, no table: nothing is shared with
//! the search but the rules of play.

#![expect(clippy::expect_used, reason = "a test may panic")]

use std::collections::HashMap;
use std::ops::RangeInclusive;

use hanabi_core::game::card::Held;
use hanabi_core::game::rules::MAX_STRIKES;
use hanabi_core::game::setup::Setup;
use hanabi_core::game::state::{Action, Game, State};
use hanabi_core::search::solver::Solver;
use hanabi_core::testing::{Random, endgame, limits, setup};
use hanabi_core::value::{Objective, Ratio};

const MEMORY: usize = 64 << 20;

/// The state with slots, the deck's order, dead cards' identities, the player to move, tokens and
/// strikes forgotten.
fn configuration(mut state: State) -> State {
    let shown = state.clone();
    for cards in state.hands.iter_mut().chain([&mut state.deck]) {
        for held in cards.iter_mut() {
            if shown.dead(*held) {
                *held = Held::Dead;
            }
        }
        cards.sort_unstable();
    }
    state.public.left.fill(0);
    let held = state.hands.iter().flatten().chain(&state.deck);
    for card in held.filter_map(|held| held.card()) {
        state.public.left[card.index()] += 1;
    }
    (state.public.mover, state.public.units, state.public.strikes) = (0, 0, 0);
    state
}

/// What an action comes to.
enum After {
    /// The game is over, with this score.
    Over(u8),
    /// One of these configurations of the next layer, as drawn: all equally likely.
    Next(Vec<usize>),
}

/// A card that may leave a hand.
struct Leaving {
    player: usize,
    /// Units that it earns if it is played, and what becomes of it; `None` if it does not fit.
    played: Option<(u8, After)>,
    /// Discarded or misplayed.
    lost: After,
}

/// A configuration and all that can become of it.
struct Record {
    configuration: State,
    leaving: Vec<Leaving>,
    /// In the last round a clue uses up a turn.
    waiting: Option<usize>,
}

/// Configurations of a layer with their numbers.
type Layer = HashMap<State, usize>;

fn number(layer: &mut Layer, state: State) -> usize {
    let next = layer.len();
    *layer.entry(configuration(state)).or_insert(next)
}

/// What becomes of a configuration by an action other than a clue.
fn act(game: &Game, start: &State, action: Action, next: &mut Layer) -> (u8, After) {
    let mut acted = start.clone();
    let draws = acted.act(game, action);
    let units = acted.units;
    if let Some(score) = acted.ended_at_once(game) {
        return (units, After::Over(score));
    }
    let children = if draws {
        (0..acted.deck.len())
            .map(|index| {
                let mut drawn = acted.clone();
                drawn.draw(game, index);
                number(next, drawn)
            })
            .collect()
    } else {
        acted.pass_turn(game);
        vec![number(next, acted)]
    };
    (units, After::Next(children))
}

fn record(game: &Game, configuration: State, next: &mut Layer) -> Record {
    let mut leaving = Vec::new();
    let mut waiting = None;
    if configuration.turns_left != Some(0) {
        for player in 0..game.players {
            let mut start = configuration.clone();
            start.public.mover = player;
            for slot in 0..start.hands[player].len() {
                let held = start.hands[player][slot];
                if start.hands[player][..slot].contains(&held) {
                    continue;
                }
                let fits = start.playable(held);
                leaving.push(Leaving {
                    player,
                    played: fits.then(|| act(game, &start, Action::Play(slot), next)),
                    lost: act(game, &start, Action::Discard(slot), next).1,
                });
            }
        }
        if configuration.turns_left.is_some() {
            let mut passed = configuration.clone();
            passed.pass_turn(game);
            waiting = Some(number(next, passed));
        }
    }
    Record {
        configuration,
        leaving,
        waiting,
    }
}

/// Values of a layer's configurations: sums over the orders of the deck (for `guaranteed` the
/// least), for every player to move, every number of units and strikes.
struct Values {
    players: usize,
    units: usize,
    strikes: usize,
    values: Vec<u128>,
}

impl Values {
    fn at(&self, number: usize, (mover, units, strikes): (usize, u8, u8)) -> u128 {
        let row = (number * self.players + mover) * self.units + usize::from(units);
        self.values[row * self.strikes + usize::from(strikes)]
    }
}

/// Retrograde analysis of one game and objective.
struct Layers<'a> {
    game: &'a Game,
    objective: Objective,
}

impl Layers<'_> {
    fn worth(&self, score: u8, deck: usize) -> u128 {
        let orders: u128 = (1..=deck as u128).product();
        match self.objective {
            Objective::Win { target } => u128::from(score >= target) * orders,
            Objective::Expected => u128::from(score) * orders,
            Objective::Guaranteed => u128::from(score),
        }
    }

    /// The first configuration's values, if the number of configurations is among `sizes`.
    fn solve(&self, state: &State, sizes: &RangeInclusive<usize>) -> Option<Values> {
        let mut layers: Vec<Vec<Record>> = Vec::new();
        let mut layer = vec![configuration(state.clone())];
        let mut count = 0;
        while !layer.is_empty() {
            count += layer.len();
            if count > *sizes.end() {
                return None;
            }
            let mut next = Layer::new();
            let records = layer
                .into_iter()
                .map(|configuration| record(self.game, configuration, &mut next));
            layers.push(records.collect());
            let mut numbered: Vec<_> = next.into_iter().collect();
            numbered.sort_unstable_by_key(|&(_, number)| number);
            layer = numbered.into_iter().map(|(state, _)| state).collect();
        }
        if !sizes.contains(&count) {
            return None;
        }
        let mut values = self.none();
        while let Some(records) = layers.pop() {
            let mut these = self.none();
            for record in records {
                self.add_values(&mut these, &record, &values);
            }
            values = these;
        }
        Some(values)
    }

    fn none(&self) -> Values {
        Values {
            players: self.game.players,
            units: usize::from(self.game.rules.unit_limit()) + 1,
            strikes: usize::from(MAX_STRIKES),
            values: Vec::new(),
        }
    }

    fn add_values(&self, these: &mut Values, record: &Record, next: &Values) {
        let size = these.players * these.units * these.strikes;
        let number = these.values.len() / size;
        these.values.resize(these.values.len() + size, 0);
        // A clue takes units away, so that what it leads to is already known.
        for units in 0..these.units {
            for mover in 0..these.players {
                for strikes in 0..these.strikes {
                    let turn = (mover, units as u8, strikes as u8);
                    let value = self.value(these, number, record, next, turn);
                    let row = (number * these.players + mover) * these.units + units;
                    these.values[row * these.strikes + strikes] = value;
                }
            }
        }
    }

    fn value(
        &self,
        these: &Values,
        number: usize,
        record: &Record,
        next: &Values,
        (mover, units, strikes): (usize, u8, u8),
    ) -> u128 {
        let Game { rules, players, .. } = self.game;
        let mut state = record.configuration.clone();
        (state.public.mover, state.public.units, state.public.strikes) = (mover, units, strikes);
        let deck = state.deck.len();
        if let Some(score) = state.result(self.game) {
            return self.worth(score, deck);
        }
        let then = (mover + 1) % players;
        let follow = |after: &After, units, strikes| match after {
            After::Over(score) => self.worth(*score, deck),
            After::Next(children) => {
                let values = children
                    .iter()
                    .map(|&child| next.at(child, (then, units, strikes)));
                match self.objective {
                    Objective::Guaranteed => values.min().expect("a configuration follows"),
                    _ => values.sum(),
                }
            }
        };
        let earn = |earned: u8| (units + earned).min(rules.unit_limit());
        let mut best = 0;
        for leaving in record.leaving.iter().filter(|l| l.player == mover) {
            best = best.max(match &leaving.played {
                Some((earned, after)) => follow(after, earn(*earned), strikes),
                None if strikes + 1 < MAX_STRIKES => follow(&leaving.lost, units, strikes + 1),
                None => {
                    let kept = rules.strikeout_keep && !rules.grand_finale;
                    self.worth(if kept { state.score() } else { 0 }, deck)
                }
            });
            if state.discard_legal(self.game) {
                best = best.max(follow(&leaving.lost, earn(rules.discard_units), strikes));
            }
        }
        if state.clue_legal(self.game) {
            let turn = (then, units - rules.units_per_token, strikes);
            best = best.max(match record.waiting {
                Some(child) => next.at(child, turn),
                None => these.at(number, turn),
            });
        }
        best
    }
}

/// The first layer's values against the search's, if the number of configurations is among
/// `sizes`; the number of values.
fn compare(setup: &Setup, objective: Objective, sizes: &RangeInclusive<usize>) -> Option<usize> {
    let (game, state) = State::new(setup).expect("a position");
    let layers = Layers {
        game: &game,
        objective,
    };
    let values = layers.solve(&state, sizes)?;
    let orders: u128 = match objective {
        Objective::Guaranteed => 1,
        _ => (1..=state.deck.len() as u128).product(),
    };
    let mut solver = Solver::new();
    for mover in 0..values.players {
        for units in 0..values.units {
            for strikes in 0..values.strikes {
                let turn = (mover, units as u8, strikes as u8);
                let mut asked = state.clone();
                (asked.public.mover, asked.public.units, asked.public.strikes) = turn;
                let found = solver.value_of(&game, &asked, objective, &limits(MEMORY));
                assert_eq!(
                    found.value.value(),
                    Some(Ratio::new(values.at(0, turn), orders)),
                    "{objective:?}; player, units, strikes {turn:?} of {setup:?}"
                );
            }
        }
    }
    Some(values.values.len())
}

#[test]
fn small_positions_agree_with_retrograde_analysis() {
    let mut random = Random(11);
    let mut compared = 0;
    while compared < 60_000 {
        let setup = setup(&mut random, 10, 5);
        let Ok((game, state)) = State::new(&setup) else {
            continue;
        };
        if state.result(&game).is_some() {
            continue;
        }
        let target = (5 * setup.suits.len()) as u8;
        for objective in [
            Objective::Win { target },
            Objective::Win {
                target: random.below(usize::from(target) + 1) as u8,
            },
            Objective::Guaranteed,
            Objective::Expected,
        ] {
            compared += compare(&setup, objective, &(1..=usize::MAX)).unwrap_or(0);
        }
    }
}

#[test]
fn endgames_of_games_agree_with_retrograde_analysis() {
    let mut random = Random(12);
    for (players, deck) in [(2, 8), (2, 6), (3, 6), (4, 5)] {
        for objective in [
            Objective::Win { target: 25 },
            Objective::Guaranteed,
            Objective::Expected,
        ] {
            let mut compared = 0;
            while compared == 0 {
                if let Some(setup) = endgame(&mut random, players, deck) {
                    compared = compare(&setup, objective, &(2_000..=15_000)).unwrap_or(0);
                }
            }
        }
    }
}
