//! Decides full deals whose deck order is known, and tells how long it took.
//!
//! `deals FILE [SECONDS]` reads one deal a line: the number of players, the suits, and all
//! cards as digits and letters, hands first (player by player, slot 1 first), then the deck.
//! `deals random PLAYERS COUNT SEED [SECONDS] [win|best|actions]` shuffles its own.

use std::time::{Duration, Instant};

use hanabi_core::game::rules::Suit;
use hanabi_core::game::setup::Setup;
use hanabi_core::game::state::State;
use hanabi_core::search::limits::Limits;
use hanabi_core::search::perfect::solve;
use hanabi_core::testing::{self, Random, cards, limits};
use hanabi_core::value::Objective;

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| -> Result<u64, String> {
        args.get(at).map_or(Ok(default), |text| {
            text.parse().map_err(|_| format!("not a number: {text}"))
        })
    };
    let source = args.first().ok_or("usage: deals FILE|random …")?;
    let random = source == "random";
    let (deals, seconds, task) = if random {
        let (players, count, seed) = (number(1, 2)?, number(2, 100)?, number(3, 1)?);
        let deals = (0..count)
            .map(|at| {
                (
                    format!("{players}/{seed}/{at}"),
                    shuffled(players as usize, seed << 32 | at),
                )
            })
            .collect();
        (deals, number(4, 20)?, args.get(5))
    } else {
        (read(source)?, number(1, 20)?, args.get(2))
    };
    let task = task.map_or("win", String::as_str);
    let mut times = Vec::new();
    let mut nodes = 0;
    let mut values = std::collections::BTreeMap::new();
    let start = Instant::now();
    for (name, setup) in &deals {
        let (game, state) = State::new(setup).map_err(|faults| format!("{name}: {faults:?}"))?;
        let start = Instant::now();
        let limits = Limits {
            deadline: Some(start + Duration::from_secs(seconds)),
            ..limits(4_000_000_000)
        };
        let objective = match task {
            "best" => Objective::Guaranteed,
            _ => Objective::Win {
                target: game.max_score(),
            },
        };
        let solution = solve(&game, &state, objective, task == "actions", &limits);
        let time = start.elapsed().as_secs_f64();
        let value = solution.value.value().map(|value| value.numerator());
        println!(
            "{name} {value:?} {time:.6} {} {:?}",
            solution.nodes, solution.value
        );
        *values.entry(value).or_insert(0) += 1;
        times.push(if solution.stop.is_none() {
            time
        } else {
            f64::INFINITY
        });
        nodes += solution.nodes;
    }
    let total = start.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    let within = |limit: f64| {
        100.0 * times.iter().filter(|&&time| time < limit).count() as f64 / times.len() as f64
    };
    println!(
        "{} deals, values {values:?}: {:.2} % in 0.1 s, {:.2} % in 1 s, {:.2} % in 10 s, {:.2} % in 20 s; median {:.6} s, worst {:.3} s; {:.0} nodes/s",
        times.len(),
        within(0.1),
        within(1.0),
        within(10.0),
        within(20.0),
        times[times.len() / 2],
        times[times.len() - 1],
        nodes as f64 / total,
    );
    Ok(())
}

fn shuffled(players: usize, seed: u64) -> Setup {
    let size = if players > 3 { 4 } else { 5 };
    testing::deal(&mut Random(seed), vec![Suit::FULL; 5], players, size)
}

fn read(path: &str) -> Result<Vec<(String, Setup)>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let deal = |(index, line): (usize, &str)| {
        let bad = || format!("{path}:{}: expected `PLAYERS SUITS CARDS`", index + 1);
        let mut fields = line.split_whitespace();
        let mut next = || fields.next().ok_or_else(bad);
        let players = next()?.parse().map_err(|_| bad())?;
        let suits = next()?.parse().map_err(|_| bad())?;
        let cards = cards(next()?).ok_or_else(bad)?;
        let size = if players > 3 { 4 } else { 5 };
        let setup = testing::dealt(vec![Suit::FULL; suits], players, size, &cards);
        Ok((format!("{}", index + 1), setup))
    };
    text.lines().enumerate().map(deal).collect()
}
