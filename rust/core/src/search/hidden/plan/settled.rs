//! Sets of worlds in which nothing is left to search: the game is over, all is reached that can be,
//! everybody knows everything, or it is the last turn.

use std::rc::Rc;

use crate::game::rules::MAX_STRIKES;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::{PublicId, PublicState, Use};
use crate::search::hidden::state::worlds::{World, cap, classes};

use super::{Found, Plan};

impl Model<'_> {
    /// The value of a set where there is nothing to search.
    pub fn simple(&self, public: PublicId, worlds: &[World]) -> Option<Found> {
        let found = |value, plan| {
            let plan = Rc::new(plan);
            Some(Found { value, plan })
        };
        if self.publics.result(public).is_some() {
            return found(cap(worlds), Plan::Over);
        }
        let known = self.publics.get(public);
        if self.idle(known) {
            return found(cap(worlds), Plan::Idle);
        }
        if worlds.len() == 1 && known.deck_size == 0 && self.clues.messages != Messages::Certain {
            return found(cap(worlds), Plan::Sure);
        }
        if known.turns_left == Some(1) {
            return found(self.last(public, worlds), Plan::Last);
        }
        None
    }

    /// Whether all that can be had is had, and everybody may idle to the end: play a card that
    /// surely fits, or discard.
    ///
    /// No policy gets more than the payoff of the highest score that the cards allow. If that
    /// of the score reached is no less, it only has to be kept: such plays are no strikes, and
    /// where a player holds a card and there is room for a token, discarding is legal. Each turn
    /// earns one token at most, and there are at most as many turns as cards in the deck and
    /// players. Hands do not shrink while cards are drawn, and in the last round everybody acts
    /// once. Under the rules of the Grand Finale a discard can lose the game.
    pub fn idle(&self, known: &PublicState) -> bool {
        let (rules, players) = (&self.game.rules, self.game.players);
        let worth = |score| self.payoff.worth(score);
        let turns = known.most_turns(self.game);
        let earned = usize::from(rules.discard_units.max(rules.completion_units));
        let actors = known.actors(self.game);
        let holds = |player: usize| known.sizes[player] > 0 || actors >> player & 1 == 0;
        worth(known.score()) >= worth(known.reachable_score(self.game))
            && !rules.grand_finale
            && known.discard_legal(self.game)
            && usize::from(known.units) + turns * earned <= usize::from(rules.unit_limit())
            && (0..players).all(holds)
    }

    /// What a class does where everybody idles.
    pub fn idle_act(&self, known: &PublicState, class: &[World]) -> Act {
        let mover = known.mover;
        let fits = |slot: &u8| {
            class
                .iter()
                .all(|world| known.fits(self.hands.cards(world.hands[mover])[usize::from(*slot)]))
        };
        let slot = (0..known.sizes[mover]).find(fits);
        slot.map_or(Act::Use(Use::Discard, 0), |slot| Act::Use(Use::Play, slot))
    }

    /// An action by which one world that everybody knows keeps its cap, nothing being drawn.
    pub fn sure_act(&mut self, public: PublicId, worlds: &[World]) -> Result<Act, Halt> {
        let known = self.publics.get(public).clone();
        let mover = known.mover;
        let whole = cap(worlds);
        for how in [Use::Play, Use::Discard] {
            if how == Use::Discard && !known.discard_legal(self.game) {
                continue;
            }
            for slot in 0..known.sizes[mover] {
                let branches = self.branches(public, worlds, how, usize::from(slot))?;
                if branches.iter().map(|branch| branch.cap).sum::<i64>() == whole {
                    return Ok(Act::Use(how, slot));
                }
            }
        }
        let untold = self.untold(&known, worlds);
        let messages = self.messages(&known, &worlds[0].hands, &untold);
        let message = messages.into_iter().next();
        Ok(message.unwrap_or(Act::Stuck))
    }

    /// The value of the last turn: nobody acts on what it tells, so every class of worlds does
    /// what is best for itself.
    fn last(&self, public: PublicId, worlds: &[World]) -> i64 {
        let known = self.publics.get(public);
        let classes = classes(worlds, known.mover);
        classes
            .iter()
            .map(|class| self.last_best(known, class).1)
            .sum()
    }

    /// The best action for a class of worlds on the last turn, and its value.
    pub fn last_best(&self, known: &PublicState, class: &[World]) -> (Act, i64) {
        let mover = known.mover;
        let worth = |score| self.payoff.worth(score) as i64;
        let sum = |worth: i64| worth * class.iter().map(|w| w.weight as i64).sum::<i64>();
        let idle = sum(worth(known.score()));
        let mut best: Option<(Act, i64)> = None;
        let mut offer = |act, value| {
            if best.is_none_or(|(_, old)| value > old) {
                best = Some((act, value));
            }
        };
        let third = known.strikes + 1 >= MAX_STRIKES && !self.game.rules.strikeout_keep;
        let missed = worth(if third { 0 } else { known.score() });
        let made = worth(known.score() + 1);
        for slot in 0..known.sizes[mover] {
            let worlds = class.iter().map(|world| {
                let face = self.hands.cards(world.hands[mover])[usize::from(slot)];
                world.weight as i64 * if known.fits(face) { made } else { missed }
            });
            offer(Act::Use(Use::Play, slot), worlds.sum());
        }
        if known.sizes[mover] > 0 && known.discard_legal(self.game) {
            offer(Act::Use(Use::Discard, 0), idle);
        }
        if known.plain_clue_legal(self.game) {
            match self.clues.messages {
                // Nobody acts on it, so it may be any clue.
                Messages::Certain | Messages::Unlimited => offer(Act::AnyClue, idle),
                Messages::Touched => {
                    let untold = self.untold(known, class);
                    if let Some(act) = self.messages(known, &class[0].hands, &untold).first() {
                        offer(*act, idle);
                    }
                }
            }
        }
        best.unwrap_or_else(|| (Act::Stuck, sum(worth(known.stuck_score(self.game)))))
    }
}
