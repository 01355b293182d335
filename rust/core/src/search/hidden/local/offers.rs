//! What a class of worlds may do at a point of history.

use crate::random::shuffle;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Touch};
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::{FACES, Faces, PublicState, Use};
use crate::search::hidden::state::successors::TELLING;
use crate::search::hidden::state::worlds::{World, view};

use super::moves::Moves;
use super::tree::TreeNode;

impl Moves<'_, '_> {
    /// What a class may do, with the sum of the caps after it, the highest first; those alike by
    /// lot, but in the first policy in order, plays first. Of messages that no class here sends
    /// there is one: they are worth the same.
    pub fn offers(
        &mut self,
        spot: &mut TreeNode,
        worlds: &[World],
    ) -> Result<Vec<(i64, Act)>, Halt> {
        let known = self.model.publics.get(spot.public).clone();
        let mut offers: Vec<(i64, u8, Act)> = Vec::new();
        let uses = [Use::Play, Use::Discard].into_iter();
        for how in uses.filter(|&how| how == Use::Play || known.discard_legal(self.model.game)) {
            for slot in 0..known.sizes[spot.mover] {
                let act = Act::Use(how, slot);
                let bound = self.model.cap_after(spot.public, worlds, act)?;
                let merit = self
                    .model
                    .merit(spot.public, worlds, how, usize::from(slot));
                offers.push((bound, merit, act));
            }
        }
        let untold = untold_ever(self.model, spot, &known);
        let messages = match self.model.clues.messages {
            // Who tells all tells nobody else's message.
            Messages::Unlimited if known.plain_clue_legal(self.model.game) => {
                vec![spot.new_message()]
            }
            Messages::Certain => self.certain_messages(spot, &known, &worlds[0], &untold),
            _ => self.model.messages(&known, &worlds[0].hands, &untold),
        };
        let seen = view(&worlds[0], spot.mover);
        let barred = spot.barred.filter(|&(view, _)| view == seen);
        let barred = barred.map(|(_, act)| act);
        offers.retain(|&(_, _, act)| Some(act) != barred);
        let messages = messages.into_iter();
        let messages: Vec<Act> = messages.filter(|&act| Some(act) != barred).collect();
        if let Some(&message) = messages.first() {
            let bound = self.model.cap_after(spot.public, worlds, message)?;
            let sent = |act: &Act| spot.next.contains_key(&(*act, None));
            let tells = |act: &Act| self.tells(&known, &worlds[0], *act);
            let (sent, new): (Vec<Act>, Vec<Act>) = messages.into_iter().partition(sent);
            let new = new.into_iter().rev().max_by_key(tells);
            let plain = |act: &Act| if self.by_lot { 0 } else { tells(act) };
            let sent = sent
                .iter()
                .map(|act| (bound, TELLING + 1 + plain(act), *act));
            let new = new.iter().map(|act| (bound, TELLING + plain(act), *act));
            offers.extend(sent.chain(new));
        }
        if self.by_lot {
            shuffle(self.lots, &mut offers);
        }
        offers.sort_by_key(|&(bound, merit, _)| std::cmp::Reverse((bound, merit)));
        let offers = offers.into_iter();
        Ok(offers.map(|(bound, _, act)| (bound, act)).collect())
    }

    /// The messages where dead cards are alike. Of a family of clues to a player either each tells
    /// what it touches, or none does: else nobody would know which is meant.
    fn certain_messages(
        &self,
        spot: &TreeNode,
        known: &PublicState,
        world: &World,
        untold: &[u32],
    ) -> Vec<Act> {
        if !known.plain_clue_legal(self.model.game) {
            return Vec::new();
        }
        let families = &self.model.clues.families;
        let family = |clue: u8| families.iter().position(|family| family >> clue & 1 == 1);
        let named = |act: &Act| match *act {
            Act::Clue(player, clue, _) => family(clue).map(|family| (player, family as u8)),
            _ => None,
        };
        let told: Vec<(u8, u8)> = spot.next.keys().filter_map(|(act, _)| named(act)).collect();
        let mut acts = self.model.messages(known, &world.hands, untold);
        acts.retain(|act| {
            let plain = named(act).map(|(player, family)| Act::ClueOf(player, family));
            !plain.is_some_and(|plain| spot.next.contains_key(&(plain, None)))
        });
        let players = self.model.game.players;
        for player in (1..players).map(|turn| (known.mover + turn) % players) {
            let all = (0..families.len()).map(|family| (player as u8, family as u8));
            let free = all.filter(|family| known.sizes[player] > 0 && !told.contains(family));
            acts.extend(free.map(|(player, family)| Act::ClueOf(player, family)));
        }
        acts
    }

    /// How well a clue tells what it seems to: more if all that it touches can be played, and by
    /// the next player.
    fn tells(&self, known: &PublicState, world: &World, act: Act) -> u8 {
        let Act::Clue(player, _, Touch { slots, .. }) = act else {
            return 0;
        };
        let player = usize::from(player);
        let cards = self.model.hands.cards(world.hands[player]).iter();
        let touched = cards.enumerate().filter(|(slot, _)| slots >> slot & 1 == 1);
        let fits = touched.map(|(_, &face)| known.fits(face));
        let (mut any, mut all) = (false, true);
        fits.for_each(|fits| (any, all) = (any | fits, all & fits));
        let next = (known.mover + 1) % self.model.game.players == player;
        2 * (u8::from(any) + u8::from(any && all)) + u8::from(any && next)
    }
}

/// The slots of which clues tell nothing, as in [`Model::untold`], whatever worlds come to a
/// point of history: those of a larger set tell no more.
pub fn untold_ever(model: &Model<'_>, spot: &TreeNode, known: &PublicState) -> Vec<u32> {
    if model.clues.messages != Messages::Certain || !known.plain_clue_legal(model.game) {
        return Vec::new();
    }
    let clues = model.clues.sets.len();
    let mut untold = vec![0; model.game.players * clues];
    let left = (0..FACES).filter(|&kind| known.left[kind] > 0);
    let left = left.fold(0, |types: Faces, kind| types | 1 << kind);
    for (clue, unclear) in model.unclear().iter().enumerate() {
        for (player, hand) in spot.slots.iter().enumerate() {
            for (slot, types) in hand.iter().enumerate() {
                let may = types & left & unclear != 0;
                untold[player * clues + clue] |= u32::from(may) << slot;
            }
        }
    }
    untold
}
