//! The messages that a mover may send, and what they tell.

use crate::game::rules::MAX_PLAYERS;

use super::Model;
use super::action::{Act, Touch};
use super::clues::{Messages, Touches, may_give};
use super::hands::HandId;
use super::public::{FACES, Faces, PublicState};
use super::worlds::World;

impl Model<'_> {
    /// For every player and clue the slots of which the clue tells nothing at a node: those that
    /// in some world hold a card of a face of which it touches only a part. Everybody knows the
    /// node, hence them. Empty where there are none.
    pub fn untold(&self, known: &PublicState, worlds: &[World]) -> Vec<u32> {
        if self.clues.messages != Messages::Certain || !known.plain_clue_legal(self.game) {
            return Vec::new();
        }
        let (players, clues) = (self.game.players, self.clues.sets.len());
        let mut untold = vec![0; players * clues];
        for player in (0..players).filter(|&player| player != known.mover) {
            let untold = &mut untold[player * clues..][..clues];
            let mut before = None;
            for world in worlds {
                let hand = world.hands[player];
                if before.replace(hand) != Some(hand) {
                    for (slots, (_, unclear)) in untold.iter_mut().zip(self.touches(hand).iter()) {
                        *slots |= unclear;
                    }
                }
            }
        }
        untold
    }

    /// For every clue the slots of a hand that it surely touches, and those of which the faces
    /// do not say it.
    fn touches(&self, hand: HandId) -> Touches {
        if let Some(touches) = self.clues.touches.borrow().get(&hand) {
            return touches.clone();
        }
        let touch = |&clue: &u64| {
            let cards = self.hands.cards(hand).iter().enumerate();
            cards.fold((0, 0), |(sure, unclear), (slot, &face)| {
                let members = self.clues.members[usize::from(face)];
                let (hit, missed) = (members & clue != 0, members & !clue != 0);
                (
                    sure | u32::from(hit && !missed) << slot,
                    unclear | u32::from(hit && missed) << slot,
                )
            })
        };
        let touches: Touches = self.clues.sets.iter().map(touch).collect();
        self.clues
            .touches
            .borrow_mut()
            .insert(hand, touches.clone());
        touches
    }

    /// For every clue the faces of which it touches a part only.
    pub fn unclear(&self) -> &[Faces] {
        let unclear = |&clue: &u64| {
            let parted = |&face: &usize| {
                let members = self.clues.members[face];
                members & clue != 0 && members & !clue != 0
            };
            let faces = (0..FACES).filter(parted);
            faces.fold(0, |types: Faces, face| types | 1 << face)
        };
        self.clues
            .unclear
            .get_or_init(|| self.clues.sets.iter().map(unclear).collect())
    }

    /// The messages that the mover may send in a world of a node, in the fixed order.
    pub fn messages(
        &self,
        known: &PublicState,
        hands: &[HandId; MAX_PLAYERS],
        untold: &[u32],
    ) -> Vec<Act> {
        let mut acts = Vec::new();
        if !known.plain_clue_legal(self.game) {
            return acts;
        }
        if self.clues.messages == Messages::Unlimited {
            return vec![Act::Tell(0)];
        }
        let players = self.game.players;
        for turn in 1..players {
            let player = (known.mover + turn) % players;
            for (clue, &(sure, _)) in self.touches(hands[player]).iter().enumerate() {
                if may_give(&self.game.rules, sure) {
                    let place = player * self.clues.sets.len() + clue;
                    let untold = untold.get(place).copied().unwrap_or(0);
                    let slots = sure & !untold;
                    let touch = Touch { slots, untold };
                    acts.push(Act::Clue(player as u8, clue as u8, touch));
                }
            }
        }
        acts
    }
}
