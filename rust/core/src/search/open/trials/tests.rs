//! No bound is ever contradicted: first bounds at every state of small games, and what is proven
//! after every trial, against values by brute force: all moves, no bounds, no merging of what is alike
//! but by the key.

use std::collections::HashMap;
use std::sync::Mutex;

use super::start::Start;
use super::stored::ONE;
use super::*;
use crate::game::card::{Card, Held, STEPS};
use crate::game::rules::{Rules, Suit};
use crate::game::setup::Setup;
use crate::game::state::{Action, Game, State};
use crate::random::{below, shuffle};
use crate::search::limits::{Monitor, Unwatched};
use crate::search::question::Exact;
use crate::value::Objective;

/// An endgame of up to three suits with a small deck, under rules of all kinds.
fn endgame(seed: &mut u64, deck: usize) -> Setup {
    let count = 1 + below(seed, 3);
    let stacks: Vec<u8> = (0..count).map(|_| 1 + below(seed, 4) as u8).collect();
    let mut cards = Vec::new();
    for (suit, &stack) in stacks.iter().enumerate() {
        for step in 0..STEPS {
            let played = step < stack.into();
            let copies = Suit::FULL.copies[step] - u8::from(played);
            for _ in 0..copies {
                // Seldom a dead card: there are enough of them.
                if below(seed, 100) < if played { 20 } else { 85 } {
                    cards.push(Held::Card(Card::new(suit, step)));
                }
            }
        }
    }
    shuffle(seed, &mut cards);
    let players = 2 + below(seed, 3);
    let size = 1 + below(seed, 5 - players);
    let mut take = |most: usize| cards.split_off(cards.len().saturating_sub(most));
    let hands = (0..players).map(|_| take(size)).collect();
    let deck = take(below(seed, deck + 1));
    let halves = below(seed, 6) == 0;
    let rules = Rules {
        grand_finale: below(seed, 5) == 0,
        strikeout_keep: below(seed, 5) == 0,
        units_per_token: if halves { 2 } else { 1 },
        ..Rules::default()
    };
    let limit = usize::from(rules.unit_limit());
    Setup {
        hands,
        turns_left: (deck.is_empty() && !rules.grand_finale)
            .then(|| 1 + below(seed, players) as u8),
        deck,
        rules,
        suits: vec![Suit::FULL; count],
        stacks,
        mover: below(seed, players),
        units: match below(seed, 3) {
            0 => (limit - below(seed, 2)) as u8,
            _ => below(seed, 4) as u8,
        },
        strikes: below(seed, 3) as u8,
        last_clue: None,
        pile: Vec::new(),
        allowed: Vec::new(),
    }
}

fn objectives(game: &Game) -> [Objective; 3] {
    let target = game.max_score();
    [
        Objective::Win { target },
        Objective::Expected,
        Objective::Guaranteed,
    ]
}

/// Values by brute force.
struct Plain<'a> {
    frame: Frame<'a>,
    objective: Objective,
    layout: Layout,
    met: HashMap<ShortKey, (Node, Ratio)>,
}

impl Plain<'_> {
    fn worth(&self, score: u8) -> Ratio {
        Ratio::whole(self.objective.worth(score).into())
    }

    fn all_moves(&self, node: &Node) -> Vec<Move> {
        let rules = &self.frame.rules;
        let mover = usize::from(node.mover);
        let discard = node.units < rules.unit_limit();
        let mut all = Vec::new();
        for (place, _, facts) in node.distinct(self.frame.suits) {
            for step in 0..STEPS {
                if facts.held[mover] >> step & 1 != 0 {
                    all.extend(discard.then_some(Move::Discard(place, step)));
                    all.push(match step {
                        0 => Move::Play(place),
                        _ => Move::Misplay(place, step),
                    });
                }
            }
        }
        if node.dead[mover] > 0 {
            all.extend(discard.then_some(Move::DiscardDead));
            all.push(Move::MisplayDead);
        }
        let clue = node.clue_legal(rules, self.frame.players);
        all.extend(clue.then_some(Move::Clue));
        all
    }

    fn value(&mut self, node: &Node) -> Ratio {
        if let Some(score) = node.ended_by_turn(&self.frame.rules, self.frame.players) {
            return self.worth(score);
        }
        let key = ShortKey::of(node, &self.layout);
        if let Some(&(_, known)) = self.met.get(&key) {
            return known;
        }
        let all = self.all_moves(node);
        let values = all.into_iter().map(|action| self.move_value(node, action));
        let value = values.max().unwrap_or(Ratio::ZERO);
        self.met.insert(key, (*node, value));
        value
    }

    fn move_value(&mut self, node: &Node, action: Move) -> Ratio {
        let (rules, suits, players) = (self.frame.rules, self.frame.suits, self.frame.players);
        let after = node.after(action, &rules, suits, players).unwrap();
        if let Some(score) = after.ended_at_once(&rules, suits) {
            return self.worth(score);
        }
        if action == Move::Clue || after.deck() == 0 {
            return self.value(&after.pass_turn(players));
        }
        let (mut sum, mut least) = (Ratio::ZERO, Ratio::whole(99));
        let mut add = |this: &mut Self, node: Node, weight: u8| {
            let value = this.value(&node);
            least = least.min(value);
            let value = value.checked_mul(weight.into()).unwrap();
            sum = sum.checked_add(value).unwrap();
        };
        if after.deck_dead > 0 {
            add(self, after.draw_dead(&rules, players), after.deck_dead);
        }
        for (place, step, weight) in after.draws(suits) {
            let next = after.draw(place, step, &rules, suits, players).unwrap();
            add(self, next, weight);
        }
        match self.objective {
            Objective::Guaranteed => least,
            _ => sum.checked_div(after.deck().into()).unwrap(),
        }
    }
}

/// Whether a value lies between two shares.
fn holds(range: Range<u64>, value: Ratio) -> bool {
    let share = |share: u64| Ratio::new(share.into(), ONE.into());
    share(range.low) <= value && value <= share(range.high)
}

#[test]
fn first_bounds_hold_at_every_state_of_small_games() {
    let mut seed = 11;
    let (mut states, mut cut, mut lifted, mut led) = (0, 0, 0, 0);
    for _ in 0..150 {
        let Ok((game, state)) = State::new(&endgame(&mut seed, 4)) else {
            continue;
        };
        for objective in objectives(&game) {
            let suits = Suits::new(game.players, MAX_IDS);
            let node = Node::new(&game, &state, &suits).unwrap();
            let frame = Frame {
                rules: game.rules,
                players: game.players,
                suits: &suits,
            };
            let mut plain = Plain {
                frame,
                objective,
                layout: any::layout::<ShortKey>(&game, &state),
                met: HashMap::new(),
            };
            if node.ended_at_once(&game.rules, &suits).is_some() {
                continue;
            }
            plain.value(&node);
            let start = Start { frame, objective };
            let spare_suits = Suits::with(game.players, MAX_IDS, Spares::GivenUp);
            let mut trial = Trial {
                start,
                spare: Start {
                    frame: Frame {
                        suits: &spare_suits,
                        ..frame
                    },
                    objective,
                },
                merged: Merged::new(game.players, objective),
                layout: plain.layout,
                table: &Table::new(ShortKey::WORDS, Stored::WORDS, 1 << 12, false).unwrap(),
                limits: &Limits {
                    deadline: None,
                    memory: usize::MAX,
                    threads: 1,
                    monitor: &Unwatched,
                },
                done: &AtomicBool::new(false),
                grow_at: usize::MAX,
                most_suits: usize::MAX,
                states: 0,
                trials: 0,
                seed: 1,
                enough: 0,
                halt: None,
                ladder: Ladder::new(0),
                keys: PhantomData::<ShortKey>,
            };
            for (node, value) in plain.met.values() {
                let range = trial.first_bounds(node).unwrap();
                led += usize::from(range.low > start.bounds(node).low);
                assert!(
                    holds(range, *value),
                    "{objective:?} {node:?} {range:?} {value:?}"
                );
                states += 1;
                let all = start.worth(node.reachable(&suits));
                cut += usize::from(range.high < all);
                lifted += usize::from(range.low > start.worth(node.score));
            }
        }
    }
    assert!(
        states > 20_000 && cut > states / 10 && lifted > states / 20 && led > states / 20,
        "{states} {cut} {lifted} {led}"
    );
}

/// Hears what is proven after each trial, and holds it against the values.
struct Witness {
    value: Ratio,
    actions: Vec<Ratio>,
    heard: Mutex<(usize, Option<Solution>)>,
}

impl Monitor for Witness {
    fn go_on(&self) -> bool {
        true
    }

    fn tell(&self, so_far: &Solution) {
        let bounds = so_far.actions.iter().map(|(_, bounds)| bounds);
        let values = self.actions.iter().chain([&self.value]);
        for (bounds, &value) in bounds.chain([&so_far.value]).zip(values) {
            assert!(
                bounds.lower <= value && value <= bounds.upper,
                "{bounds:?} {value:?}"
            );
        }
        let mut heard = self.heard.lock().unwrap();
        if let Some(before) = &heard.1 {
            let pairs = before.actions.iter().zip(&so_far.actions);
            let pairs = pairs.map(|((_, before), (_, after))| (before, after));
            for (before, after) in pairs.chain([(&before.value, &so_far.value)]) {
                assert!(before.lower <= after.lower && after.upper <= before.upper);
            }
        }
        *heard = (heard.0 + 1, Some(so_far.clone()));
    }
}

fn trials_keep_their_word(positions: usize, mut seed: u64) {
    let (mut heard, mut exact) = (0, 0);
    for _ in 0..positions {
        let Ok((game, state)) = State::new(&endgame(&mut seed, 6)) else {
            continue;
        };
        if state.result(&game).is_some() {
            continue;
        }
        let objective = objectives(&game)[below(&mut seed, 3)];
        let actions = state.actions(&game);
        let suits = Suits::new(game.players, MAX_IDS);
        let node = Node::new(&game, &state, &suits).unwrap();
        let mut plain = Plain {
            frame: Frame {
                rules: game.rules,
                players: game.players,
                suits: &suits,
            },
            objective,
            layout: any::layout::<ShortKey>(&game, &state),
            met: HashMap::new(),
        };
        let value = plain.value(&node);
        let mut of_action = |&action: &Action| {
            let action = Node::move_by(&game, &state, action, &suits).unwrap();
            plain.move_value(&node, action)
        };
        let witness = Witness {
            value,
            actions: actions.iter().map(&mut of_action).collect(),
            heard: Mutex::default(),
        };
        let root = Root::new(&game, &state, objective, &actions, Exact::All);
        let limits = Limits {
            deadline: None,
            memory: 64 << 20,
            threads: 1 + below(&mut seed, 2),
            monitor: &witness,
        };
        let answer = Narrowing::new(&root).unwrap().run(&limits).unwrap();
        let spread = |bounds: &Bounds| bounds.upper.checked_sub(bounds.lower).unwrap();
        let widest = answer
            .actions
            .iter()
            .chain([&answer.value])
            .map(spread)
            .max();
        assert!(
            widest <= Some(Ratio::new(1, 1 << 20)),
            "{answer:?} {state:?} {:?}",
            game.rules
        );
        exact += usize::from(answer.value.value().is_some());
        heard += witness.heard.lock().unwrap().0;
    }
    assert!(
        heard > 3 * positions && exact > positions / 4,
        "{heard} {exact}"
    );
}

#[test]
fn trials_are_never_contradicted_and_come_to_an_end() {
    trials_keep_their_word(150, 3);
}

#[test]
#[ignore = "takes minutes"]
fn trials_are_never_contradicted_at_length() {
    trials_keep_their_word(25_000, 4);
}

#[test]
fn a_limit_stops_trials_at_once() {
    let mut seed = 21;
    let (game, state) = (0..100)
        .find_map(|_| {
            State::new(&endgame(&mut seed, 6))
                .ok()
                .filter(|(game, state)| state.result(game).is_none())
        })
        .unwrap();
    let root = Root::new(&game, &state, Objective::Expected, &[], Exact::All);
    let limits = Limits {
        deadline: Some(std::time::Instant::now()),
        memory: 64 << 20,
        threads: 1,
        monitor: &Unwatched,
    };
    let answer = Narrowing::new(&root).unwrap().run(&limits).unwrap();
    assert!(
        answer.nodes <= 1 && (answer.stop == Some(Stop::Time) || answer.value.value().is_some())
    );
}
