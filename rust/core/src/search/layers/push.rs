//! One layer and one player to move: what follows a card that left the hand is given to all
//! configurations that it may have left.

use std::sync::OnceLock;

use super::half::{Class, Element, Leave, Origin, Place};
use super::index::{Index, NOWHERE};
use super::record::{Follows, Record};
use super::sweep::{Sweep, falling};
use crate::search::limits::Stop;

/// Configurations after which the limits are asked again.
const POLL: usize = 1 << 12;

/// The work for a player to move.
pub struct Push<'a, L> {
    /// The sweep.
    pub sweep: &'a Sweep<'a>,
    /// Cards in the deck.
    pub deck: u8,
    /// Values of the layer with a card less, with the next player to move.
    pub next: &'a [L],
    /// Numbers of that layer's configurations.
    pub lower: &'a Index,
    /// Numbers of this layer's configurations.
    pub index: &'a Index,
    /// The player to move.
    pub mover: usize,
    /// Why to stop.
    pub stop: &'a OnceLock<Stop>,
}

/// Configurations before a card left the hand: of an element of the first half, with the elements of
/// a class of the second.
struct Before {
    row: usize,
    origin: Origin,
    factor: u64,
    /// Whether the player held a dead card.
    dead: bool,
}

/// An element of the first half with all elements of a class of the second: a row.
struct Row<'a, L, R> {
    push: &'a Push<'a, L>,
    /// Dead cards in the deck.
    dead: u8,
    /// If the card that left was the last of all to be played.
    won: Option<R>,
    /// The row in the layer below, if a dead card is drawn; [`NOWHERE`] if there is none.
    still: usize,
    /// The row in this layer, if the card that left was dead.
    here: usize,
    /// Rows in the layer below, if a card of the first half is drawn, with the number of copies.
    draws: &'a [(usize, u8)],
    origins: &'a [Before],
    /// By class of the second half, the element's rows in the layer below and in this one.
    lower: &'a [usize],
    upper: &'a [usize],
    /// The player's cards that are not useful ones of the first half.
    room: u8,
}

impl<L: Record> Push<'_, L> {
    /// Raises the values of this layer to what follows a play, discard or misplay. Stops early once
    /// there is a reason to.
    pub fn run<R: Follows<L>>(&self, values: &mut [R]) {
        let plan = self.sweep.plan;
        let [first, second] = &plan.halves;
        let deck = self.deck;
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let (mut draws, mut origins) = (Vec::new(), Vec::new());
        let mut done = 0;
        for (class, elements) in first.elements.iter().enumerate() {
            let sums = |other: &Class| first.classes[class].plus(other);
            let classes = second.classes.iter().map(sums).enumerate();
            let possible = |(_, sums): &(usize, Class)| plan.possible_after(sums, deck, self.mover);
            let others: Vec<_> = classes.filter(possible).collect();
            if others.is_empty() {
                continue;
            }
            for (at, element) in elements.iter().enumerate() {
                let place = Place::new(class, at);
                self.lower.rows(&plan.halves, place, &mut lower);
                self.index.rows(&plan.halves, place, &mut upper);
                for (other, sums) in &others {
                    let width = second.elements[*other].len();
                    done += width;
                    if done >= POLL {
                        done = 0;
                        if self.is_stopped() {
                            return;
                        }
                    }
                    self.list(element, *other, deck - sums.deck, &mut draws, &mut origins);
                    let row = Row {
                        push: self,
                        dead: deck - sums.deck,
                        won: self.sweep.won(sums, deck),
                        still: if sums.deck < deck {
                            lower[*other]
                        } else {
                            NOWHERE
                        },
                        here: upper[*other],
                        draws: &draws,
                        origins: &origins,
                        lower: &lower,
                        upper: &upper,
                        room: plan.hands[self.mover] - first.useful(class, self.mover),
                    };
                    for (number, element) in second.elements[*other].iter().enumerate() {
                        row.give(number, element, values);
                    }
                }
            }
        }
    }

    fn is_stopped(&self) -> bool {
        if let Some(stop) = self.sweep.limits.check() {
            self.stop.get_or_init(|| stop);
        }
        self.stop.get().is_some()
    }

    /// What follows and what came before, as far as it concerns the first half.
    fn list(
        &self,
        element: &Element,
        other: usize,
        dead: u8,
        draws: &mut Vec<(usize, u8)>,
        origins: &mut Vec<Before>,
    ) {
        let plan = self.sweep.plan;
        let [first, second] = &plan.halves;
        draws.clear();
        draws.extend(element.draws[self.mover].iter().filter_map(|drawn| {
            let row = self.lower.row(&plan.halves, drawn.place, other)?;
            Some((row, drawn.weight))
        }));
        origins.clear();
        origins.extend(element.origins[self.mover].iter().filter_map(|&origin| {
            let useful =
                first.useful(origin.place.class(), self.mover) + second.useful(other, self.mover);
            Some(Before {
                row: self.index.row(&plan.halves, origin.place, other)?,
                origin,
                factor: falling(dead, origin.deaths),
                dead: useful < plan.hands[self.mover],
            })
        }));
    }
}

impl<L: Record, R: Follows<L>> Row<'_, L, R> {
    /// One configuration of the row.
    #[inline]
    fn give(&self, number: usize, element: &Element, values: &mut [R]) {
        let mover = self.push.mover;
        let second = &self.push.sweep.plan.halves[1];
        let after = self.won.unwrap_or_else(|| self.drawn(number, element));
        if self.here != NOWHERE {
            values[self.here + number].lose(&after, 1, true);
        }
        for before in self.origins {
            let values = &mut values[before.row + number];
            self.leave(values, &after, &before.origin, before.factor, before.dead);
        }
        for origin in &element.origins[mover] {
            let row = self.upper[origin.place.class()];
            if row != NOWHERE {
                let dead = second.useful(origin.place.class(), mover) < self.room;
                let factor = falling(self.dead, origin.deaths);
                let values = &mut values[row + origin.place.at()];
                self.leave(values, &after, origin, factor, dead);
            }
        }
    }

    /// The values over all draws.
    #[inline]
    fn drawn(&self, number: usize, element: &Element) -> R {
        let next = self.push.next;
        let mut sum = R::START;
        if self.still != NOWHERE {
            sum.draw(&next[self.still + number], 1);
        }
        for &(row, weight) in self.draws {
            sum.draw(&next[row + number], weight);
        }
        for drawn in &element.draws[self.push.mover] {
            let row = self.lower[drawn.place.class()];
            if row != NOWHERE {
                sum.draw(&next[row + drawn.place.at()], drawn.weight);
            }
        }
        sum
    }

    #[inline]
    fn leave(&self, values: &mut R, after: &R, origin: &Origin, factor: u64, dead: bool) {
        match origin.leave {
            Leave::Played(completes) => {
                let earns = completes && self.push.sweep.plan.completion;
                values.play(after, factor, earns);
            }
            // Who holds a dead card loses no useful one: see `ordering`.
            Leave::Lost(fits) if !dead => values.lose(after, factor, !fits),
            Leave::Lost(_) => {}
        }
    }
}
