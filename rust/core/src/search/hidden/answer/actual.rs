//! What the plan does with the cards as they were written.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::game::card::Card;
use crate::game::rules::MAX_PLAYERS;
use crate::game::state::Action;
use crate::search::hidden::games::game::GameSearch;
use crate::search::hidden::plan::walk::{Sets, turn_after};
use crate::search::hidden::problem::Problem;
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::{may_give, touched};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::hands::{EMPTY, HandId};
use crate::search::hidden::state::layout::Layout;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{World, seen, view};
use crate::search::limits::Stop;
use crate::value::Ratio;

use super::export::action;
use super::solution::Actual;

/// The written hands, if all cards in them are specified.
pub fn written(problem: &Problem) -> Option<Vec<Vec<Card>>> {
    let players = 0..problem.game.players;
    players.map(|player| problem.hand(player)).collect()
}

/// A state on the way through a plan, with the deck as it is known: its next card last.
#[derive(Clone)]
struct Point {
    public: PublicId,
    hands: [HandId; MAX_PLAYERS],
    deck: Vec<u8>,
    sets: Sets,
}

/// Final scores, each with the share of the cases in which it comes.
type Scores = BTreeMap<u8, Ratio>;

impl GameSearch<'_> {
    /// The first action for the written cards, what it tells, and the result. `None` if a card is unspecified or the game is over.
    pub fn actual(&mut self, problem: &Problem) -> Result<Option<Actual>, Halt> {
        let Some(cards) = written(problem) else {
            return Ok(None);
        };
        let hands = self.named(&cards);
        let deck = problem.setup.deck.iter().rev();
        let deck = deck.filter_map(|held| held.card());
        let point = Point {
            hands,
            deck: deck.map(|card| self.layout.face(card.index())).collect(),
            public: self.start().0,
            sets: self.start().1,
        };
        let Some((act, _)) = self.act(&point)? else {
            return Ok(None);
        };
        let does = match act {
            Act::ClueOf(player, family) => self
                .first_of(problem, &cards, (player, family))
                .map(|(player, clue)| Action::Give(player, clue)),
            _ => action(&self.search.model.clues, act),
        };
        let Some(does) = does else {
            return Ok(None);
        };
        let worlds_left = self.worlds_left(problem, &cards, act)?;
        let scores = self.scores(point, problem.ordered)?;
        Ok(Some(Actual {
            does,
            worlds_left,
            scores,
        }))
    }

    /// Written hands in the game's names.
    pub fn named(&mut self, cards: &[Vec<Card>]) -> [HandId; MAX_PLAYERS] {
        let mut hands = [EMPTY; MAX_PLAYERS];
        for (player, cards) in cards.iter().enumerate() {
            let faces = self.layout.faces(player, cards);
            hands[player] = self.search.model.hands.id(&faces);
        }
        hands
    }

    /// What is done at a point of the way and with what next sets; the first legal action where the plan
    /// says nothing. `None` where the game is over.
    fn act(&mut self, point: &Point) -> Result<Option<(Act, Vec<Next>)>, Halt> {
        if self.search.model.publics.result(point.public).is_some() {
            return Ok(None);
        }
        let player = self.search.model.publics.get(point.public).mover;
        let model = &mut self.search.model;
        let turn = turn_after(model, point.public, point.sets.clone(), |_| false)?;
        let planned = turn
            .rules
            .iter()
            .find(|(class, _)| view(&class[0], player) == seen(point.hands, player));
        let act = planned.map_or_else(
            || self.search.model.first_legal(point.public),
            |&(_, act)| act,
        );
        let model = &mut self.search.model;
        let turn = turn_after(model, point.public, point.sets.clone(), |other| {
            other == act
        })?;
        let next = turn.next.into_iter();
        let next = next.map(|((_, outcome), (_, sets))| (outcome, sets));
        Ok(Some((act, next.collect())))
    }

    /// The final scores over the orders of the deck.
    fn scores(&mut self, point: Point, ordered: bool) -> Result<Scores, Halt> {
        let game = self.search.model.game;
        let public = self.search.model.publics.get(point.public).clone();
        if let Some(score) = self.search.model.publics.result(point.public) {
            return Ok(Scores::from([(score, Ratio::ONE)]));
        }
        let (act, next) = match self.act(&point)? {
            Some(act) => act,
            None => (Act::Stuck, Vec::new()),
        };
        let sets = |outcome| {
            let found = next.iter().find(|(other, _)| *other == outcome);
            found.map_or_else(Vec::new, |(_, sets)| sets.clone())
        };
        let (how, slot) = match act {
            Act::Use(how, slot) => (how, usize::from(slot)),
            Act::Stuck => return Ok(Scores::from([(public.stuck_score(game), Ratio::ONE)])),
            Act::Clue(..) | Act::ClueOf(..) | Act::AnyClue | Act::Tell(_) => {
                let told = Point {
                    public: self.search.model.name(public.after_clue(game)),
                    sets: sets(None),
                    ..point
                };
                return self.scores(told, ordered);
            }
        };
        let mover = public.mover;
        let face = self.search.model.hands.cards(point.hands[mover])[slot];
        let (after, draws) = public.after_use(game, how, face);
        let mut used = Point {
            public: self.search.model.name(after),
            sets: sets(Some(face)),
            ..point
        };
        used.hands[mover] = self.search.model.hands.without(used.hands[mover], slot);
        if !draws {
            return self.scores(used, ordered);
        }
        let first = if ordered { used.deck.len() - 1 } else { 0 };
        let mut results = Vec::new();
        for index in first..used.deck.len() {
            let mut drawn = used.clone();
            let card = drawn.deck.remove(index);
            drawn.hands[mover] = self.search.model.hands.with(used.hands[mover], card);
            results.push(self.scores(drawn, ordered)?);
        }
        mean(&results).ok_or(Halt::Stop(Stop::Size))
    }

    /// The first legal clue of a family to a player, who holds such cards.
    fn first_of(
        &self,
        problem: &Problem,
        cards: &[Vec<Card>],
        (player, family): (u8, u8),
    ) -> Option<(usize, usize)> {
        let families = &self.search.model.clues.families;
        let family = families.get(usize::from(family)).copied()?;
        first_clue_to(problem, cards, (usize::from(player), family))
    }

    /// Number of worlds in which the mover does the same and the same is seen.
    fn worlds_left(
        &mut self,
        problem: &Problem,
        cards: &[Vec<Card>],
        act: Act,
    ) -> Result<u128, Halt> {
        let mover = problem.public.mover;
        let mut layout = self.layout.clone();
        let clue = match act {
            Act::Use(how, slot) => {
                let slot = usize::from(slot);
                layout.narrow(mover, slot, 1 << cards[mover][slot].index());
                return self.count(problem, &layout, Some(Action::using(how, slot)));
            }
            Act::Clue(player, number, _) => Some((usize::from(player), usize::from(number))),
            Act::ClueOf(player, family) => self.first_of(problem, cards, (player, family)),
            Act::AnyClue | Act::Tell(_) => first_clue(problem, cards),
            Act::Stuck => None,
        };
        let Some((player, number)) = clue else {
            return self.count(problem, &layout, None);
        };
        let touched = problem.clues[number];
        for (slot, card) in cards[player].iter().enumerate() {
            let hit = touched >> card.index() & 1 == 1;
            layout.narrow(player, slot, if hit { touched } else { !touched });
        }
        let mut named = self.count(problem, &layout, Some(Action::Give(player, number)))?;
        // The same clue may be the first legal one of a family.
        for &family in &self.search.model.clues.families.clone() {
            let earlier = family & ((1 << number) - 1);
            if family >> number & 1 == 1 && (earlier == 0 || !problem.game.rules.empty_clues) {
                let mut first = layout.clone();
                first.narrow_hand(player, !all_of(problem, earlier));
                named += self.count(problem, &first, Some(Action::GiveOf(player, family)))?;
            }
        }
        // Or where any would do.
        if !problem.game.rules.empty_clues {
            let players = problem.hands.len();
            let before = (1..players).map(|turn| (mover + turn) % players);
            for other in before.take_while(|&other| other != player) {
                layout.narrow_hand(other, !all_of(problem, u64::MAX));
            }
            layout.narrow_hand(player, !all_of(problem, (1 << number) - 1));
        } else if first_clue(problem, cards) != clue {
            return Ok(named);
        }
        Ok(named + self.count(problem, &layout, Some(Action::Clue))?)
    }

    /// Number of worlds of a narrowed layout in which the mover does something.
    fn count(
        &mut self,
        problem: &Problem,
        layout: &Layout,
        does: Option<Action>,
    ) -> Result<u128, Halt> {
        let (public, sets) = self.start();
        let mut planned = FxHashMap::default();
        let first = turn_after(&mut self.search.model, public, sets, |_| false)?;
        for (class, act) in first.rules {
            planned.insert(view(&class[0], problem.public.mover), act);
        }
        let otherwise = self.search.model.first_legal(public);
        let worlds: Vec<World> = layout
            .make(
                &mut self.search.model.hands,
                self.search.model.effort.limits,
            )
            .map_err(Halt::Stop)?;
        let clues = &self.search.model.clues;
        let same = |world: &&World| {
            let act = planned.get(&view(world, problem.public.mover));
            action(clues, act.copied().unwrap_or(otherwise)) == does
        };
        Ok(worlds
            .iter()
            .filter(same)
            .map(|world| u128::from(world.weight))
            .sum())
    }
}

/// The scores over cases that are equally likely; `None` if the shares are too fine.
fn mean(cases: &[Scores]) -> Option<Scores> {
    let mut mean = Scores::new();
    for (&score, share) in cases.iter().flatten() {
        let sum = mean.entry(score).or_insert(Ratio::ZERO);
        *sum = sum.checked_add(share.checked_div(cases.len() as u128)?)?;
    }
    Some(mean)
}

type Next = (Option<u8>, Sets);

/// The first legal clue of the mover in the fixed order.
fn first_clue(problem: &Problem, cards: &[Vec<Card>]) -> Option<(usize, usize)> {
    let players = cards.len();
    (1..players)
        .map(|turn| (problem.public.mover + turn) % players)
        .find_map(|player| first_clue_to(problem, cards, (player, u64::MAX)))
}

/// The same of some clues to a player, as bits.
fn first_clue_to(
    problem: &Problem,
    cards: &[Vec<Card>],
    (player, clues): (usize, u64),
) -> Option<(usize, usize)> {
    let legal = |&clue: &usize| {
        let touched = touched(problem.clues[clue], &cards[player]);
        clues >> clue & 1 == 1 && may_give(&problem.game.rules, touched)
    };
    let clue = (0..problem.clues.len()).find(legal);
    clue.map(|clue| (player, clue))
}

/// The identities that some of the clues touch, as bits.
fn all_of(problem: &Problem, clues: u64) -> u64 {
    let numbered = problem.clues.iter().enumerate();
    let some = numbered.filter(|(number, _)| clues >> number & 1 == 1);
    some.fold(0, |all, (_, clue)| all | clue)
}
