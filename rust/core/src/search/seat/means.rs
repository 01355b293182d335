//! Means over assignments, gathered hand by hand.

use std::collections::BTreeMap;

use super::deal::{Deal, Group, Kind};
use crate::game::card::Held;
use crate::game::setup::Setup;
use crate::game::state::Action;
use crate::value::{Bounds, Mixture, Objective};

/// Bounds of the value and of every action.
pub type Valued = (Bounds, Vec<(Action, Bounds)>);

/// The own unspecified cards, whatever their slots, and the deck that they leave.
pub struct Hand {
    /// What they are, each once, and a slot that holds it when the hand is filled.
    pub cards: Vec<(Held, usize)>,
    /// What lies in each slot then.
    filling: Vec<(usize, Held)>,
    deck: Vec<Held>,
    /// Assignments that give this hand.
    pub weight: u128,
    /// By group, then by card: these assignments, each as often as the group holds the card.
    pub shares: Vec<Vec<u128>>,
}

impl Hand {
    /// The hand of a deal, without its assignments. `cards` are its cards and their numbers.
    pub fn new(
        cards: &[(Held, usize)],
        slots: impl Iterator<Item = usize>,
        groups: usize,
        kinds: &[Kind],
        deal: &Deal,
    ) -> Self {
        let all = cards
            .iter()
            .flat_map(|&(held, many)| std::iter::repeat_n(held, many));
        let filling: Vec<_> = slots.zip(all).collect();
        let first = |held| filling.iter().find(|&&(_, other)| other == held);
        let places = cards.iter().filter_map(|&(held, _)| first(held));
        let left = kinds.iter().enumerate().flat_map(|(which, kind)| {
            let dealt: usize = deal.taken.iter().map(|taken| taken[which]).sum();
            std::iter::repeat_n(kind.held, kind.count - dealt)
        });
        Self {
            cards: places.map(|&(slot, held)| (held, slot)).collect(),
            deck: left.collect(),
            weight: 0,
            shares: vec![vec![0; cards.len()]; groups],
            filling,
        }
    }

    /// The setup with this hand.
    pub fn filled(&self, setup: &Setup) -> Setup {
        let mut filled = setup.clone();
        for &(slot, held) in &self.filling {
            filled.hands[setup.mover][slot] = held;
        }
        filled.deck.clone_from(&self.deck);
        filled.allowed = Vec::new();
        filled
    }
}

/// The group and the slot of an action with a card that the mover does not see.
pub fn blind_slot(own: &[Group], action: Action) -> Option<(usize, usize)> {
    let slot = action.slot()?;
    let at = own.iter().position(|group| group.slots.contains(&slot))?;
    Some((at, slot))
}

/// The same action with another slot.
const fn with_slot(action: Action, slot: usize) -> Action {
    match action {
        Action::Play(_) => Action::Play(slot),
        Action::Discard(_) => Action::Discard(slot),
        other => other,
    }
}

/// The means over the own unspecified cards so far.
pub struct Blind {
    /// Every legal action, and its mean: for a group only that of its first slot.
    actions: Vec<(Action, Option<Mixture>)>,
    /// The result, where the game is over.
    pub over: Mixture,
    objective: Objective,
    /// Assignments that have been looked at.
    pub done: u128,
}

impl Blind {
    pub fn new(objective: Objective) -> Self {
        Self {
            actions: Vec::new(),
            over: Mixture::new(objective),
            objective,
            done: 0,
        }
    }

    pub fn add_over(&mut self, value: Bounds, weight: u128) -> Option<()> {
        self.done = self.done.checked_add(weight)?;
        self.over.add(value, weight)
    }

    pub fn add(
        &mut self,
        own: &[Group],
        hand: &Hand,
        legal: &[Action],
        values: &[(Action, Bounds)],
    ) -> Option<()> {
        if self.done == 0 {
            let told = |action| match blind_slot(own, action) {
                Some((at, slot)) => own[at].slots[0] == slot,
                None => true,
            };
            let new = Mixture::new(self.objective);
            let actions = legal.iter().map(|&a| (a, told(a).then_some(new)));
            self.actions = actions.collect();
        }
        self.done = self.done.checked_add(hand.weight)?;
        let value = |action| {
            values
                .iter()
                .find(|(other, _)| *other == action)
                .map(|v| v.1)
        };
        for (action, mixture) in &mut self.actions {
            let Some(mixture) = mixture else { continue };
            let Some((at, _)) = blind_slot(own, *action) else {
                mixture.add(value(*action)?, hand.weight)?;
                continue;
            };
            for (&share, &(_, slot)) in hand.shares[at].iter().zip(&hand.cards) {
                mixture.add(value(with_slot(*action, slot))?, share)?;
            }
        }
        Some(())
    }

    /// The best mean, and every action's, of so many assignments: those not looked at are worth
    /// what is certain of any.
    pub fn result(mut self, own: &[Group], number: u128, unknown: Bounds) -> Option<Valued> {
        let rest = number.checked_sub(self.done)?;
        for (action, mixture) in &mut self.actions {
            let Some(mixture) = mixture else { continue };
            let size = blind_slot(own, *action).map_or(1, |(at, _)| own[at].slots.len());
            mixture.add(unknown, rest.checked_mul(size as u128)?)?;
        }
        let mut results: Vec<(Action, Bounds)> = Vec::new();
        for (action, mixture) in &self.actions {
            let first = blind_slot(own, *action)
                .map_or(*action, |(at, _)| with_slot(*action, own[at].slots[0]));
            let known = || {
                results
                    .iter()
                    .find(|(other, _)| *other == first)
                    .map(|r| r.1)
            };
            let bounds = match mixture {
                Some(mixture) => mixture.bounds()?,
                None => known()?,
            };
            // Which kind of clue is given is decided before the own cards are seen.
            let action = match *action {
                Action::ClueOf(_) => Action::Clue,
                other => other,
            };
            match results.last_mut() {
                Some((last, known)) if *last == action => *known = known.best(bounds),
                _ => results.push((action, bounds)),
            }
        }
        let best = results
            .iter()
            .map(|&(_, bounds)| bounds)
            .reduce(Bounds::best);
        let Some(best) = best else {
            self.over.add(unknown, rest)?;
            return Some((self.over.bounds()?, results));
        };
        Some((best, results))
    }
}

/// Adds the assignments of a deal to those of the hand that it gives.
pub fn add_deal(
    hands: &mut BTreeMap<Vec<(Held, usize)>, Hand>,
    own: &[Group],
    kinds: &[Kind],
    deal: &Deal,
) -> Option<()> {
    let mut cards: BTreeMap<Held, usize> = BTreeMap::new();
    for taken in &deal.taken {
        for (kind, &many) in kinds.iter().zip(taken).filter(|(_, many)| **many > 0) {
            *cards.entry(kind.held).or_default() += many;
        }
    }
    let cards: Vec<_> = cards.into_iter().collect();
    if !hands.contains_key(&cards) {
        let slots = own.iter().flat_map(|group| &group.slots).copied();
        let new = Hand::new(&cards, slots, own.len(), kinds, deal);
        hands.insert(cards.clone(), new);
    }
    let hand = hands.get_mut(&cards)?;
    hand.weight = hand.weight.checked_add(deal.weight)?;
    for (shares, taken) in hand.shares.iter_mut().zip(&deal.taken) {
        for (kind, &many) in kinds.iter().zip(taken).filter(|(_, many)| **many > 0) {
            let place = cards.iter().position(|&(held, _)| held == kind.held)?;
            let more = deal.weight.checked_mul(many as u128)?;
            shares[place] = shares[place].checked_add(more)?;
        }
    }
    Some(())
}
