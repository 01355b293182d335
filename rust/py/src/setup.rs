//! Positions across the border, and the rules applied to them.
#![expect(
    clippy::too_many_arguments,
    reason = "of the constructors that the macro makes, which Python calls by name"
)]

use hanabi_core::game::bonus::Bonus;
use hanabi_core::game::card::{Card, Held, MAX_CARDS, STEPS};
use hanabi_core::game::rules::{self, ClueKind, Game, Special, Suit};
use hanabi_core::game::setup::{self, SetupError};
use hanabi_core::game::state::State;
use hanabi_core::search::seat;
use pyo3::prelude::*;

use crate::answer::{Move, Outlook};

pyo3::import_exception!(hanabi_solver.errors, InputError);
pyo3::import_exception!(hanabi_solver.errors, MoveError);

const DEAD: i16 = -1;
const UNSPECIFIED: i16 = -2;

/// The switches of the rules, and what only some variants have: see the core's rules. Pairs are for
/// colour and rank clues.
#[pyclass(
    frozen,
    from_py_object,
    new = "from_fields",
    module = "hanabi_solver._core"
)]
#[derive(Clone)]
pub struct Rules {
    grand_finale: bool,
    strikeout_keep: bool,
    empty_clues: bool,
    units_per_token: u8,
    discard_units: u8,
    completion_units: u8,
    inverted: u8,
    untouched: [u64; 2],
    missing: [bool; 2],
    empty: [bool; 2],
    alternating: bool,
    flamboyants: bool,
    deck_plays: bool,
}

/// A position as plain data, unchecked until it is asked about. Cards are numbers: 5 × suit + place
/// in play order; -1 is known trash, -2 a card nobody specified.
#[pyclass(frozen, new = "from_fields", module = "hanabi_solver._core")]
pub struct Setup {
    rules: Rules,
    copies: Vec<[u8; STEPS]>,
    stacks: Vec<u8>,
    hands: Vec<Vec<i16>>,
    deck: Vec<i16>,
    mover: usize,
    units: u8,
    strikes: u8,
    turns_left: Option<u8>,
    last_clue: Option<String>,
    pile: Vec<i16>,
    allowed: Vec<Vec<u64>>,
}

/// What a move led to: the counts of the next position, and the final score if it ended the game at
/// once.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
pub struct Played {
    ended: Option<u8>,
    stacks: Vec<u16>,
    mover: usize,
    units: u8,
    strikes: u8,
    turns_left: Option<u8>,
}

fn held(number: i16) -> PyResult<Held> {
    match number {
        DEAD => Ok(Held::Dead),
        UNSPECIFIED => Ok(Held::Unspecified),
        _ => usize::try_from(number)
            .ok()
            .filter(|&index| index < MAX_CARDS)
            .map(|index| Held::Card(Card::from_index(index)))
            .ok_or_else(|| InputError::new_err(format!("no card has the number {number}"))),
    }
}

pub fn number(held: Held) -> i16 {
    match held {
        Held::Card(card) => card.index() as i16,
        Held::Dead => DEAD,
        Held::Unspecified => UNSPECIFIED,
    }
}

/// The first of a setup's faults as an error for Python, which names them all.
pub fn faulty(faults: &[SetupError]) -> PyErr {
    let texts: Vec<_> = faults.iter().map(ToString::to_string).collect();
    InputError::new_err(texts.join("; "))
}

impl Setup {
    /// The setup for the core, which checks it.
    pub fn read(&self) -> PyResult<setup::Setup> {
        let cards = |cards: &[i16]| {
            cards
                .iter()
                .copied()
                .map(held)
                .collect::<PyResult<Vec<_>>>()
        };
        let rules = &self.rules;
        Ok(setup::Setup {
            suits: self.copies.iter().map(|&copies| Suit { copies }).collect(),
            rules: rules::Rules {
                grand_finale: rules.grand_finale,
                strikeout_keep: rules.strikeout_keep,
                empty_clues: rules.empty_clues,
                units_per_token: rules.units_per_token,
                discard_units: rules.discard_units,
                completion_units: rules.completion_units,
                special: Special {
                    inverted: rules.inverted,
                    untouched: rules.untouched,
                    missing: rules.missing,
                    empty: rules.empty,
                    alternating: rules.alternating,
                    flamboyants: rules.flamboyants,
                    deck_plays: rules.deck_plays,
                },
            },
            stacks: self.stacks.clone(),
            hands: self
                .hands
                .iter()
                .map(|hand| cards(hand))
                .collect::<PyResult<_>>()?,
            deck: cards(&self.deck)?,
            mover: self.mover,
            units: self.units,
            strikes: self.strikes,
            turns_left: self.turns_left,
            last_clue: match self.last_clue.as_deref() {
                Some("colour") => Some(ClueKind::Colour),
                Some("rank") => Some(ClueKind::Rank),
                _ => None,
            },
            pile: cards(&self.pile)?,
            allowed: self.allowed.clone(),
        })
    }

    /// The physical state, which has no unspecified card.
    fn state(&self) -> PyResult<(Game, State)> {
        State::new(&self.read()?).map_err(|faults| faulty(&faults))
    }
}

/// What each unspecified card may be; None if the numbers do not fit.
#[pyfunction]
pub fn outlook(setup: &Setup) -> PyResult<Option<Outlook>> {
    let found = seat::outlook(&setup.read()?).map_err(|faults| faulty(&faults))?;
    Ok(found.map(Outlook::from))
}

/// Every legal move, all clues as one.
#[pyfunction]
pub fn legal_moves(setup: &Setup) -> PyResult<Vec<Move>> {
    let (game, state) = setup.state()?;
    let mut moves: Vec<_> = state.actions(&game).into_iter().map(Move::from).collect();
    moves.dedup();
    Ok(moves)
}

/// The final score, if the game is over.
#[pyfunction]
pub fn result(setup: &Setup) -> PyResult<Option<u8>> {
    let (game, state) = setup.state()?;
    Ok(state.result(&game))
}

/// The bonuses by name.
const BONUSES: [(&str, Bonus); 6] = [
    ("token", Bonus::Token),
    ("strike", Bonus::Strike),
    ("colour", Bonus::ColourClue),
    ("rank", Bonus::RankClue),
    ("deck", Bonus::Deck),
    ("play", Bonus::Play),
];

fn bonus(name: &str) -> PyResult<Bonus> {
    let found = BONUSES.iter().find(|(other, _)| *other == name);
    found
        .map(|&(_, bonus)| bonus)
        .ok_or_else(|| MoveError::new_err(format!("there is no bonus '{name}'")))
}

/// A bonus by name and the card chosen from the pile.
pub type Choice = (String, Option<i16>);

/// Receives bonuses as they come, and no other.
fn receive(game: &Game, state: &mut State, bonuses: &[Choice]) -> PyResult<()> {
    for (name, chosen) in bonuses {
        if !state.bonus_due {
            return Err(MoveError::new_err("no bonus comes here"));
        }
        let bonus = bonus(name)?;
        let choice = chosen.map(held).transpose()?;
        if !state.choices(bonus).contains(&choice) {
            return Err(MoveError::new_err(match (bonus, choice) {
                (Bonus::Deck, None) => "this bonus takes a card of the discard pile",
                (Bonus::Play, _) => "no such card of the discard pile can be played",
                (Bonus::Deck, _) => "no such card lies in the discard pile",
                _ => "this bonus takes no card",
            }));
        }
        state.receive(game, bonus, choice);
    }
    Ok(())
}

/// The state after a legal move and the bonuses received, before what comes next.
pub fn acted(setup: &Setup, made: &Move, bonuses: &[Choice]) -> PyResult<(Game, State)> {
    let (game, mut state) = setup.state()?;
    let action = made.action();
    if !state.actions(&game).contains(&action) {
        return Err(MoveError::new_err("the move is not legal here"));
    }
    state.act(&game, action);
    receive(&game, &mut state, bonuses)?;
    Ok((game, state))
}

/// The bonuses that may come next after a move and the bonuses received, each by name with every
/// choice of a card; empty if none is due.
#[pyfunction]
#[pyo3(signature = (setup, r#move, received))]
pub fn bonuses(
    setup: &Setup,
    r#move: &Move,
    received: Vec<Choice>,
) -> PyResult<Vec<(&'static str, Option<i16>)>> {
    let (_, state) = acted(setup, r#move, &received)?;
    if !state.bonus_due {
        return Ok(Vec::new());
    }
    let all = BONUSES.iter().flat_map(|&(name, bonus)| {
        let choices = state.choices(bonus).into_iter();
        choices.map(move |choice| (name, choice.map(number)))
    });
    Ok(all.collect())
}

/// Makes a move. `bonuses` are those that come, each with the card taken from the pile; a card that
/// goes into the deck is the deck's last. `draw` is the index in the deck of the card then drawn,
/// None if nothing is drawn; it is ignored where the move ends the game at once.
#[pyfunction]
#[pyo3(signature = (setup, r#move, draw, bonuses=Vec::new()))]
pub fn play(
    setup: &Setup,
    r#move: &Move,
    draw: Option<usize>,
    bonuses: Vec<Choice>,
) -> PyResult<Played> {
    let (game, mut state) = acted(setup, r#move, &bonuses)?;
    if state.bonus_due {
        return Err(MoveError::new_err(
            "a suit is completed: its bonus must be named",
        ));
    }
    let draws = r#move.action().slot().is_some() && state.draws(&game);
    let ended = state.ended_at_once(&game);
    if ended.is_none() {
        match draw {
            Some(index) if draws && index < state.deck.len() => {
                // The state keeps the next card last.
                let index = state.deck.len() - 1 - index;
                state.draw(&game, index);
            }
            None if !draws => state.pass_turn(&game),
            Some(_) => return Err(MoveError::new_err("there is no such card to draw")),
            None => return Err(MoveError::new_err("a card must be drawn")),
        }
    }
    Ok(Played {
        ended,
        stacks: state.stacks[..game.suits.len()]
            .iter()
            .copied()
            .map(u16::from)
            .collect(),
        mover: state.mover,
        units: state.units,
        strikes: state.strikes,
        turns_left: state.turns_left,
    })
}

/// Number of paths of `depth` turns; see the core's `perft`.
#[pyfunction]
pub fn perft(setup: &Setup, ordered: bool, depth: u32) -> PyResult<u64> {
    let (game, state) = setup.state()?;
    Ok(hanabi_core::game::perft::perft(
        &game, &state, ordered, depth,
    ))
}
