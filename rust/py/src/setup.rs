//! Positions across the border, and the rules applied to them.

use hanabi_core::game::bonus::Bonus;
use hanabi_core::game::card::{Card, Held, MAX_CARDS};
use hanabi_core::game::rules::{ClueKind, Rules, Special, Suit};
use hanabi_core::game::setup::{self, SetupError};
use hanabi_core::game::state::{Action, Game, State};
use hanabi_core::search::seat;
use pyo3::prelude::*;

use crate::solver::{Fraction, fraction};

pyo3::import_exception!(hanabi_solver.errors, InputError);
pyo3::import_exception!(hanabi_solver.errors, MoveError);

const DEAD: i16 = -1;
const UNSPECIFIED: i16 = -2;

/// A position as plain data. Cards are numbers: 5 × suit + place in play order; -1 is known
/// trash, -2 a card nobody specified.
#[pyclass(frozen, module = "hanabi_solver._core")]
pub struct Setup {
    pub inner: setup::Setup,
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

fn number(held: Held) -> i16 {
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

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (*, copies, stacks, hands, deck, mover, units, strikes, turns_left,
        grand_finale=false, strikeout_keep=false, empty_clues=false, units_per_token=1,
        discard_units=1, completion_units=1, inverted=0, untouched=[0, 0],
        missing=[false, false], empty=[false, false], alternating=false, last_clue=None,
        flamboyants=false, deck_plays=false, pile=Vec::new(), allowed=Vec::new()))]
    #[expect(clippy::too_many_arguments, reason = "named in Python")]
    fn new(
        copies: Vec<[u8; 5]>,
        stacks: Vec<u8>,
        hands: Vec<Vec<i16>>,
        deck: Vec<i16>,
        mover: usize,
        units: u8,
        strikes: u8,
        turns_left: Option<u8>,
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
        last_clue: Option<&str>,
        flamboyants: bool,
        deck_plays: bool,
        pile: Vec<i16>,
        allowed: Vec<Vec<u64>>,
    ) -> PyResult<Self> {
        let cards = |cards: Vec<i16>| cards.into_iter().map(held).collect::<PyResult<Vec<_>>>();
        let inner = setup::Setup {
            suits: copies.into_iter().map(|copies| Suit { copies }).collect(),
            rules: Rules {
                grand_finale,
                strikeout_keep,
                empty_clues,
                units_per_token,
                discard_units,
                completion_units,
                special: Special {
                    inverted,
                    untouched,
                    missing,
                    empty,
                    alternating,
                    flamboyants,
                    deck_plays,
                },
            },
            stacks,
            hands: hands.into_iter().map(cards).collect::<PyResult<_>>()?,
            deck: cards(deck)?,
            mover,
            units,
            strikes,
            turns_left,
            last_clue: match last_clue {
                Some("colour") => Some(ClueKind::Colour),
                Some("rank") => Some(ClueKind::Rank),
                _ => None,
            },
            pile: cards(pile)?,
            allowed,
        };
        let faults = inner.faults();
        if faults.is_empty() {
            Ok(Self { inner })
        } else {
            Err(faulty(&faults))
        }
    }

    #[getter]
    fn stacks(&self) -> Vec<u32> {
        self.inner.stacks.iter().copied().map(u32::from).collect()
    }

    #[getter]
    fn hands(&self) -> Vec<Vec<i16>> {
        let numbers = |hand: &Vec<Held>| hand.iter().copied().map(number).collect();
        self.inner.hands.iter().map(numbers).collect()
    }

    #[getter]
    fn deck(&self) -> Vec<i16> {
        self.inner.deck.iter().copied().map(number).collect()
    }

    #[getter]
    fn mover(&self) -> usize {
        self.inner.mover
    }

    #[getter]
    fn units(&self) -> u8 {
        self.inner.units
    }

    #[getter]
    fn strikes(&self) -> u8 {
        self.inner.strikes
    }

    #[getter]
    fn pile(&self) -> Vec<i16> {
        self.inner.pile.iter().copied().map(number).collect()
    }

    #[getter]
    fn turns_left(&self) -> Option<u8> {
        self.inner.turns_left
    }
}

/// The physical state; unspecified cards stand in as known trash where they may.
fn state(setup: &setup::Setup) -> PyResult<(Game, State)> {
    State::new(setup).map_err(|faults| faulty(&faults))
}

/// The kind of an action and its slot, counted from 1 (0 for a clue).
pub fn action_parts(action: Action) -> (&'static str, usize) {
    match action {
        Action::Play(slot) => ("p", slot + 1),
        Action::PlayDeck => ("pd", 0),
        Action::Discard(slot) => ("d", slot + 1),
        Action::Clue | Action::ClueOf(_) => ("clue", 0),
    }
}

/// What each unspecified card may be: (player, slot, [(card, probability)]).
type Slots = Vec<(usize, usize, Vec<(i16, Fraction)>)>;

/// The number of different assignments of the pool to the unspecified cards, and what each may
/// be, by player and slot counted from 0. None if the numbers do not fit.
#[pyfunction]
pub fn outlook(setup: &Setup) -> PyResult<Option<(u128, Slots)>> {
    let found = seat::outlook(&setup.inner).map_err(|faults| faulty(&faults))?;
    Ok(found.map(|found| {
        let slots = found.slots.into_iter().map(|slot| {
            let cards = slot.cards.into_iter();
            let shares = cards.map(|(held, share)| (number(held), fraction(share)));
            (slot.place.0, slot.place.1, shares.collect())
        });
        (found.assignments, slots.collect())
    }))
}

/// Every legal action as (kind, slot): ("p", 1), …, ("d", 1), …, ("clue", 0), once.
#[pyfunction]
pub fn legal_actions(setup: &Setup) -> PyResult<Vec<(&'static str, usize)>> {
    let (game, state) = state(&setup.inner)?;
    let mut actions: Vec<_> = state.actions(&game).into_iter().map(action_parts).collect();
    actions.dedup();
    Ok(actions)
}

/// The final score, if the game is over.
#[pyfunction]
pub fn result(setup: &Setup) -> PyResult<Option<u8>> {
    let (game, state) = state(&setup.inner)?;
    Ok(state.result(&game))
}

/// The action of a kind and a slot, counted from 1.
pub fn action(kind: &str, slot: usize) -> Action {
    match kind {
        "colour" => Action::ClueOf(ClueKind::Colour),
        "rank" => Action::ClueOf(ClueKind::Rank),
        "p" => Action::Play(slot.wrapping_sub(1)),
        "pd" => Action::PlayDeck,
        "d" => Action::Discard(slot.wrapping_sub(1)),
        _ => Action::Clue,
    }
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

/// The state after a legal action and the bonuses received, before what comes next.
pub fn acted(
    setup: &Setup,
    kind: &str,
    slot: usize,
    bonuses: &[Choice],
) -> PyResult<(Game, State)> {
    let (game, mut state) = state(&setup.inner)?;
    let action = action(kind, slot);
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
pub fn bonuses(
    setup: &Setup,
    kind: &str,
    slot: usize,
    received: Vec<Choice>,
) -> PyResult<Vec<(&'static str, Option<i16>)>> {
    let (_, state) = acted(setup, kind, slot, &received)?;
    if !state.bonus_due {
        return Ok(Vec::new());
    }
    let all = BONUSES.iter().flat_map(|&(name, bonus)| {
        let choices = state.choices(bonus).into_iter();
        choices.map(move |choice| (name, choice.map(number)))
    });
    Ok(all.collect())
}

/// Makes an action; its kind is "p", "pd", "d", "clue", or where clues alternate "colour" or "rank".
/// `bonuses` are those that come, each with the card taken from the pile; a card that goes into
/// the deck is the deck's last. `draw` is the index in the deck of the card then drawn, None if
/// nothing is drawn; it is ignored where the action ends the game at once. Returns the final
/// score in that case, otherwise None, and the next position's setup as it then is.
#[pyfunction]
#[pyo3(signature = (setup, kind, slot, draw, bonuses=Vec::new()))]
pub fn play(
    setup: &Setup,
    kind: &str,
    slot: usize,
    draw: Option<usize>,
    bonuses: Vec<Choice>,
) -> PyResult<(Option<u8>, Setup)> {
    let (game, mut state) = acted(setup, kind, slot, &bonuses)?;
    if state.bonus_due {
        return Err(MoveError::new_err(
            "a suit is completed: its bonus must be named",
        ));
    }
    let draws = action(kind, slot).slot().is_some() && state.draws(&game);
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
    let inner = state.setup(&game);
    Ok((ended, Setup { inner }))
}

/// Number of paths of `depth` turns; see the core's `perft`.
#[pyfunction]
pub fn perft(setup: &Setup, ordered: bool, depth: u32) -> PyResult<u64> {
    let (game, state) = state(&setup.inner)?;
    Ok(hanabi_core::game::perft::perft(
        &game, &state, ordered, depth,
    ))
}
