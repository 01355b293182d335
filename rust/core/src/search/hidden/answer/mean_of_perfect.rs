//! What not knowing the deck costs beside what not knowing the own hand costs: the mean over
//! worlds of the value with everything known.

use crate::game::card::{Card, Held, MAX_CARDS};
use crate::game::setup::Setup;
use crate::game::state::State;
use crate::search::hidden::problem::Problem;
use crate::search::hidden::state::count::multinomial;
use crate::search::hidden::state::hands::Hands;
use crate::search::hidden::state::layout::{Layout, Naming};
use crate::search::hidden::state::public::FACES;
use crate::search::limits::{Limits, Stop};
use crate::search::perfect;
use crate::value::{Objective, Ratio};

/// The mean over all worlds (for `guaranteed` the minimum) of the value with hands and deck
/// known to everybody; `Err` if a limit stopped it.
///
/// Dead cards are alike there, so the worlds of players who do not tell them apart are enough.
///
/// # Errors
/// What stopped it.
pub fn mean_of_perfect(
    problem: &Problem,
    objective: Objective,
    limits: &Limits<'_>,
) -> Result<Ratio, Stop> {
    // Counting the worlds alone may take long.
    if let Some(stop) = limits.check() {
        return Err(stop);
    }
    let layout = Layout::new(problem, Naming::Dead);
    let fits = layout
        .assignments()
        .is_some_and(|size| size < limits.memory as u128 / 100);
    if !fits {
        return Err(Stop::Size);
    }
    let mut hands = Hands::default();
    let worlds = layout.make(&mut hands, limits)?;
    let mut mean = Mean {
        objective,
        limits,
        sum: 0,
        worlds: 0,
        least: None,
    };
    let mut bare = problem.setup.clone();
    bare.hands.fill(Vec::new());
    (bare.deck, bare.pile) = (Vec::new(), Vec::new());
    bare.allowed = Vec::new();
    for world in worlds {
        let mut deck = layout.left();
        let mut setup = bare.clone();
        for (player, hand) in setup.hands.iter_mut().enumerate() {
            for &face in hands.cards(world.hands[player]) {
                deck[usize::from(face)] -= 1;
                hand.push(held(face, layout.dead()));
            }
        }
        let orders = multinomial(deck).ok_or(Stop::Size)?;
        mean.orders(
            &mut setup,
            &mut deck,
            layout.dead(),
            u128::from(world.weight) / orders,
        )?;
    }
    Ok(match objective {
        Objective::Guaranteed => Ratio::whole(mean.least.unwrap_or(0)),
        Objective::Expected | Objective::Win { .. } => Ratio::new(mean.sum, mean.worlds.max(1)),
    })
}

fn held(face: u8, dead: u64) -> Held {
    let face = usize::from(face);
    if face >= MAX_CARDS || dead >> face & 1 == 1 {
        Held::Dead
    } else {
        Held::Card(Card::from_index(face))
    }
}

struct Mean<'a> {
    objective: Objective,
    limits: &'a Limits<'a>,
    sum: u128,
    worlds: u128,
    least: Option<u128>,
}

impl Mean<'_> {
    /// Adds every order of what is left for the deck, each counted `weight` times.
    fn orders(
        &mut self,
        setup: &mut Setup,
        left: &mut [u8; FACES],
        dead: u64,
        weight: u128,
    ) -> Result<(), Stop> {
        let mut last = true;
        for face in 0..FACES {
            if left[face] > 0 {
                last = false;
                left[face] -= 1;
                setup.deck.push(held(face as u8, dead));
                self.orders(setup, left, dead, weight)?;
                setup.deck.pop();
                left[face] += 1;
            }
        }
        if last {
            self.add(setup, weight)
        } else {
            Ok(())
        }
    }

    fn add(&mut self, setup: &Setup, weight: u128) -> Result<(), Stop> {
        if let Some(stop) = self.limits.check() {
            return Err(stop);
        }
        let (game, state) = State::new(setup).map_err(|_| Stop::Size)?;
        let solution = perfect::solve(&game, &state, self.objective, false, self.limits);
        let value = solution
            .value
            .value()
            .ok_or(solution.stop.unwrap_or(Stop::Size))?;
        // With everything known every value is a whole number.
        let value = value.numerator();
        self.sum += weight * value;
        self.worlds += weight;
        self.least = Some(self.least.map_or(value, |least| least.min(value)));
        Ok(())
    }
}
