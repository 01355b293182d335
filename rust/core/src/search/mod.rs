//! The searches: what is asked, which search answers and why.
//!
//! A position comes as a [`Setup`](crate::game::setup::Setup). Who knows what decides how it is
//! searched; [`solver`] is the one place that decides it.
//!
//! | known | question | search | why |
//! |---|---|---|---|
//! | everything | which score can be reached | `perfect` | one line is enough: each target is asked for in a relaxed game, and its lines are played again in the real one |
//! | all but the deck's order | a value over its orders | `open` | from the root on it looks at what play can reach, and bounds cut most of that |
//! | | the same, where that takes too long | `layers` | all configurations cost little each, and how many there are is known before (`choice` weighs them) |
//! | | some cards in hands unspecified | `seat` | the mean of the two over the assignments, the mover blind to the own ones |
//! | either | under special rules or with bonuses | `physical` | dead cards are not alike, clues not one move, or discards come back: every card is kept |
//! | not the own cards | a joint policy | [`hidden`] | information sets in the place of states; it has a door of its own, as its questions and answers are others |
//!
//! # Bounds and limits
//!
//! Every answer is a pair of proven [`Bounds`](crate::value::Bounds). Without a stop they are
//! equal: the value. A search that a [limit](limits::Limits) stops says which one, and its bounds
//! hold all the same: the lower one is the value of some policy, the upper one no policy exceeds.
//! No action is worth more than the position, and one is worth as much. What is kept from one
//! question to the next are proven bounds, too, so that answers never depend on what was asked
//! before; only nodes and time do.
//!
//! # Order
//!
//! `memory` and `limits` know no search; `perfect`, `physical`, `open` and `hidden` do not know one
//! another, but that `hidden` asks `perfect` for bounds; `layers` shares the merged states of
//! `open`. Above them stand `choice`, `ordinary`, `seat` and `solver`. A test holds the order.

mod choice;
pub mod hidden;
mod layers;
pub mod limits;
mod memory;
mod open;
mod ordinary;
pub mod perfect;
mod physical;
mod question;
pub mod seat;
pub mod solver;
