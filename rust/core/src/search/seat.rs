//! Seat analysis: cards in hands that nobody specified.
//!
//! Every assignment of the unseen pool to those cards and the deck is equally likely. The
//! player to move sees the other hands but not the own unspecified cards; from the next turn
//! on everything is open. So the value is the mean over the others' unspecified cards of the
//! best move's mean over the own ones (for `guaranteed` the minimum in place of each mean).

use crate::game::card::{Held, STEPS};
use crate::game::rules::Special;
use crate::game::setup::{Setup, SetupError};
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Solution, Stop};
use crate::search::question::{Answer, Answers, Exact, Root};
use crate::value::{Bounds, Mixture, Objective};

/// A way to deal cards of the pool to the unspecified slots of some hands, and its number of
/// physical assignments. What is left of the pool stays in `pool`.
#[derive(Clone)]
struct Deal {
    hands: Vec<Vec<Held>>,
    pool: Vec<(Held, u64)>,
    weight: u128,
}

/// The pool as kinds with counts; dead cards are all alike, but for special rules.
fn kinds(setup: &Setup) -> Result<Vec<(Held, u64)>, Vec<SetupError>> {
    // Which cards are dead does not depend on where the pool's cards lie, so they may all lie
    // in the deck; that turns are not counted then does not matter either.
    let mut shown = setup.clone();
    shown
        .hands
        .iter_mut()
        .for_each(|hand| hand.retain(|held| held.card().is_some()));
    shown.turns_left = None;
    shown.rules.grand_finale = true;
    let (_, state) = State::new(&shown)?;
    let mut kinds: Vec<(Held, u64)> = Vec::new();
    let alike = setup.rules.special == Special::default();
    for &held in &setup.deck {
        let held = if alike && state.dead(held) {
            Held::Dead
        } else {
            held
        };
        match kinds.iter_mut().find(|(kind, _)| *kind == held) {
            Some((_, count)) => *count += 1,
            None => kinds.push((held, 1)),
        }
    }
    Ok(kinds)
}

fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1, |product, i| {
        product * u128::from(n - i) / u128::from(i + 1)
    })
}

/// Deals every multiset of `count` cards to the hand at `player`.
fn deal_hand(deal: &Deal, player: usize, count: usize, from: usize, out: &mut Vec<Deal>) {
    if count == 0 {
        out.push(deal.clone());
        return;
    }
    let Some(&(held, copies)) = deal.pool.get(from) else {
        return;
    };
    for taken in 0..=copies.min(count as u64) {
        let mut next = deal.clone();
        next.pool[from].1 -= taken;
        next.weight *= choose(copies, taken);
        next.hands[player].extend(std::iter::repeat_n(held, taken as usize));
        deal_hand(&next, player, count - taken as usize, from + 1, out);
    }
}

fn unspecified(setup: &Setup, player: usize) -> usize {
    setup.hands[player]
        .iter()
        .filter(|&&held| held == Held::Unspecified)
        .count()
}

fn deal_hands(deal: Deal, setup: &Setup, players: &[usize]) -> Vec<Deal> {
    players.iter().fold(vec![deal], |deals, &player| {
        let mut out = Vec::new();
        for deal in &deals {
            deal_hand(deal, player, unspecified(setup, player), 0, &mut out);
        }
        out
    })
}

/// The setup with a deal's cards in the place of the unspecified ones.
fn filled(setup: &Setup, deal: &Deal) -> Setup {
    let mut filled = setup.clone();
    for (hand, dealt) in filled.hands.iter_mut().zip(&deal.hands) {
        let slots = hand.iter_mut().filter(|held| **held == Held::Unspecified);
        slots.zip(dealt).for_each(|(slot, &held)| *slot = held);
    }
    let left = deal.pool.iter();
    filled.deck = left
        .flat_map(|&(held, n)| std::iter::repeat_n(held, n as usize))
        .collect();
    filled
}

/// What is certain of any assignment.
fn unknown(setup: &Setup, objective: Objective) -> Bounds {
    objective.between(0, (setup.suits.len() * STEPS) as u8)
}

/// Whether all deals to the unspecified cards of some hands at once fit into a part of memory.
fn deals_fit(none: &Deal, setup: &Setup, players: &[usize], limits: &Limits) -> bool {
    let cards = setup.hands.iter().map(Vec::len).sum::<usize>();
    let parts = setup.hands.len() + none.pool.len() + cards;
    let most = limits.memory / 4 / (64 + 32 * parts);
    let kinds = none.pool.len() as u64;
    let number = players.iter().try_fold(1u128, |product, &player| {
        let count = unspecified(setup, player) as u64;
        // Multisets of so many of the kinds; few enough before the product can overflow.
        let deals = choose((kinds + count).saturating_sub(1), count);
        (product <= most as u128).then(|| product.saturating_mul(deals))
    });
    number.is_some_and(|number| number <= most as u128)
}

/// Solves a setup with unspecified cards.
///
/// After a stop the assignments that are left enter with what is certain of any.
///
/// # Errors
/// The setup's faults.
pub fn solve(
    solver: &mut impl Answers,
    setup: &Setup,
    objective: Objective,
    with_actions: bool,
    limits: &Limits,
) -> Result<Solution, Vec<SetupError>> {
    let solver = &mut Counted { solver, nodes: 0 };
    let pool = kinds(setup)?;
    let none = Deal {
        hands: vec![Vec::new(); setup.hands.len()],
        pool,
        weight: 1,
    };
    let others: Vec<_> = (0..setup.hands.len())
        .filter(|&player| player != setup.mover)
        .collect();
    let unknown = unknown(setup, objective);
    let mut value = Mixture::new(objective);
    let mut totals: Vec<(Action, Mixture)> = Vec::new();
    let mut stop = None;
    let mut fits =
        deals_fit(&none, setup, &others, limits) && deals_fit(&none, setup, &[setup.mover], limits);
    let deals = if fits {
        deal_hands(none, setup, &others)
    } else {
        Vec::new()
    };
    for seen in deals {
        if stop.is_some() && !totals.is_empty() {
            let mixtures = totals.iter_mut().map(|(_, total)| total);
            for mixture in mixtures.chain([&mut value]) {
                fits &= mixture.add(unknown, seen.weight).is_some();
            }
            continue;
        }
        let best = best_move(solver, setup, &seen, objective, limits, &mut stop)?;
        let Some((best, actions)) = best else {
            fits = false;
            break;
        };
        let weight = seen.weight;
        fits &= value.add(best, weight).is_some();
        if totals.is_empty() {
            totals = actions
                .iter()
                .map(|&(a, _)| (a, Mixture::new(objective)))
                .collect();
        }
        for ((_, total), (_, bounds)) in totals.iter_mut().zip(actions) {
            fits &= total.add(bounds, weight).is_some();
        }
    }
    let results: Option<Vec<_>> = totals
        .iter()
        .map(|(action, total)| Some((*action, total.bounds()?)))
        .collect();
    let (Some(value), Some(actions), true) = (value.bounds(), results, fits) else {
        let (stop, actions) = (Some(Stop::Size), Vec::new());
        return Ok(Solution {
            value: unknown,
            actions,
            nodes: solver.nodes,
            stop,
        });
    };
    let actions = if with_actions { actions } else { Vec::new() };
    Ok(Solution {
        value,
        actions,
        nodes: solver.nodes,
        stop,
    })
}

/// Counts what all answers have cost.
struct Counted<'a, S> {
    solver: &'a mut S,
    nodes: u64,
}

impl<S: Answers> Answers for Counted<'_, S> {
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer {
        let answer = self.solver.answer(root, limits);
        self.nodes += answer.nodes;
        answer
    }
}

type MoveBounds = Vec<(Action, Bounds)>;

/// The best mean over the own unspecified cards, and every action's mean. `None` if a sum does
/// not fit its integers.
fn best_move(
    solver: &mut impl Answers,
    setup: &Setup,
    seen: &Deal,
    objective: Objective,
    limits: &Limits,
    stop: &mut Option<Stop>,
) -> Result<Option<(Bounds, MoveBounds)>, Vec<SetupError>> {
    let own = &setup.hands[setup.mover];
    let blind: Vec<_> = (0..own.len())
        .filter(|&s| own[s] == Held::Unspecified)
        .collect();
    let mut actions: Vec<(Action, Mixture)> = Vec::new();
    let mut over = Mixture::new(objective);
    for deal in deal_hands(
        Deal {
            weight: 1,
            ..seen.clone()
        },
        setup,
        &[setup.mover],
    ) {
        *stop = stop.or_else(|| limits.check());
        if stop.is_some() && !actions.is_empty() {
            let weight = deal.weight * blind.len().max(1) as u128;
            for (_, mixture) in &mut actions {
                if mixture.add(unknown(setup, objective), weight).is_none() {
                    return Ok(None);
                }
            }
            continue;
        }
        let (game, state) = State::new(&filled(setup, &deal))?;
        if let Some(score) = state.result(&game) {
            let ended = objective.between(score, score);
            if over.add(ended, deal.weight).is_none() {
                return Ok(None);
            }
            continue;
        }
        let values = action_values(solver, &game, &state, objective, limits, stop);
        if actions.is_empty() {
            actions = values
                .iter()
                .map(|&(a, _)| (a, Mixture::new(objective)))
                .collect();
        }
        for (action, mixture) in &mut actions {
            // Any card dealt to the blind slots may lie in any of them.
            let slots = match *action {
                Action::Play(slot) if blind.contains(&slot) => {
                    blind.iter().map(|&s| Action::Play(s)).collect()
                }
                Action::Discard(slot) if blind.contains(&slot) => {
                    blind.iter().map(|&s| Action::Discard(s)).collect()
                }
                other => vec![other],
            };
            for slot in &slots {
                let found = values.iter().find(|(a, _)| a == slot);
                let weight = deal.weight * (blind.len().max(1) / slots.len()) as u128;
                if found
                    .and_then(|&(_, bounds)| mixture.add(bounds, weight))
                    .is_none()
                {
                    return Ok(None);
                }
            }
        }
    }
    let results: Option<MoveBounds> = actions
        .iter()
        .map(|(action, mixture)| Some((*action, mixture.bounds()?)))
        .collect();
    let Some(results) = results else {
        return Ok(None);
    };
    let best = results
        .iter()
        .map(|&(_, bounds)| bounds)
        .reduce(Bounds::best);
    Ok(best.or_else(|| over.bounds()).map(|best| (best, results)))
}

fn action_values(
    solver: &mut impl Answers,
    game: &Game,
    state: &State,
    objective: Objective,
    limits: &Limits,
    stop: &mut Option<Stop>,
) -> MoveBounds {
    let actions = state.actions(game);
    let root = Root {
        game,
        state,
        objective,
        value: false,
        actions: &actions,
        exact: Exact::All,
        cap: None,
    };
    // After a stop this is only glanced at.
    let limits = if stop.is_some() {
        Limits {
            deadline: Some(std::time::Instant::now()),
            ..*limits
        }
    } else {
        *limits
    };
    let answer = solver.answer(&root, &limits);
    *stop = stop.or(answer.stop);
    actions.into_iter().zip(answer.actions).collect()
}
