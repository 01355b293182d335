//! The value of a set of worlds.
//!
//! A node is what everybody knows: facts and a set of worlds. A player's private knowledge is
//! exactly the other hands as they are now — whatever left a hand is public — so the set is
//! enough to go on from, and deterministic policies suffice: the value of a policy is linear in
//! its randomisation. The value V of a set is
//!
//! - *monotone*: more worlds never take anything away, payoffs being non-negative;
//! - *sub-additive*: V(A ∪ B) ≤ V(A) + V(B). A policy for the union, used for A and B apart,
//!   gets the same sum: telling everybody in which of them the world lies never hurts.
//!
//! All bounds of the search are instances of these two.
//!
//! Contract of every function here with a parameter `alpha`: the answer is either the exact
//! value, if it exceeds alpha, with a plan that reaches it; or `None`, which proves that the
//! value is at most alpha. `None` never proves more than that, whatever was left out on the
//! way because it could not lift the value above alpha.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::game::rules::{MAX_PLAYERS, MAX_STRIKES};

use super::engine::{Act, Engine, Halt, Messages};
use super::table::Known;
use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::state::hands::{EMPTY, HandId};
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::{Facts, FactsId, Use};
use crate::search::hidden::turn::placing::Choice;

/// The sum of the caps: an upper bound of the value.
pub fn cap(worlds: &[World]) -> i64 {
    worlds.iter().map(|world| world.cap as i64).sum()
}

/// What a player sees: the hands, his own left out.
pub type View = [HandId; MAX_PLAYERS];

/// What a player sees of a world.
pub const fn view(world: &World, player: usize) -> View {
    let mut view = world.hands;
    view[player] = EMPTY;
    view
}

/// The worlds in classes that look alike to a player: the other hands are the same.
pub fn classes(worlds: &[World], player: usize) -> Vec<Vec<World>> {
    let mut sorted: Vec<(View, World)> = worlds
        .iter()
        .map(|world| (view(world, player), *world))
        .collect();
    sorted.sort_by_key(|(key, _)| *key);
    let same = |a: &(_, World), b: &(_, World)| a.0 == b.0;
    let chunks = sorted.chunk_by(same);
    chunks
        .map(|class| class.iter().map(|(_, world)| *world).collect())
        .collect()
}

impl Engine<'_> {
    /// The value of a set of worlds, sorted and without worthless ones, if it exceeds alpha.
    pub fn value(
        &mut self,
        facts: FactsId,
        worlds: &[World],
        alpha: i64,
    ) -> Result<Option<Found>, Halt> {
        self.tick()?;
        if cap(worlds) <= alpha {
            return Ok(None);
        }
        if let Some(found) = self.simple(facts, worlds) {
            return Ok((found.value > alpha).then_some(found));
        }
        if let Some(known) = self.table.get(facts, worlds) {
            match known {
                Known::Exact(value, plan) => {
                    let found = Found {
                        value: *value,
                        plan: plan.clone(),
                    };
                    return Ok((*value > alpha).then_some(found));
                }
                Known::AtMost(most) if *most <= alpha => return Ok(None),
                Known::AtMost(_) => {}
            }
        }
        let found = self.search(facts, worlds, alpha)?;
        let known = match &found {
            Some(found) => Known::Exact(found.value, found.plan.clone()),
            None => Known::AtMost(alpha),
        };
        self.table.put(facts, worlds, known);
        Ok(found)
    }

    /// The value of a set where there is nothing to search.
    pub fn simple(&self, facts: FactsId, worlds: &[World]) -> Option<Found> {
        let found = |value, plan| {
            let plan = Rc::new(plan);
            Some(Found { value, plan })
        };
        if self.facts.result(facts).is_some() {
            return found(cap(worlds), Plan::Over);
        }
        let known = self.facts.get(facts);
        if self.idle(known) {
            return found(cap(worlds), Plan::Idle);
        }
        if worlds.len() == 1 && known.deck == 0 && self.messages != Messages::Certain {
            return found(cap(worlds), Plan::Sure);
        }
        if known.turns == Some(1) {
            return found(self.last(facts, worlds), Plan::Last);
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
    pub fn idle(&self, known: &Facts) -> bool {
        let (rules, players) = (&self.game.rules, self.game.players);
        let worth = |score| self.payoff.worth(score);
        let turns = known
            .turns
            .map_or(usize::from(known.deck) + players, usize::from);
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
    pub fn idle_act(&self, known: &Facts, class: &[World]) -> Act {
        let mover = usize::from(known.mover);
        let fits = |slot: &u8| {
            class.iter().all(|world| {
                known.playable(self.hands.cards(world.hands[mover])[usize::from(*slot)])
            })
        };
        let slot = (0..known.sizes[mover]).find(fits);
        slot.map_or(Act::Use(Use::Discard, 0), |slot| Act::Use(Use::Play, slot))
    }

    fn search(
        &mut self,
        facts: FactsId,
        worlds: &[World],
        alpha: i64,
    ) -> Result<Option<Found>, Halt> {
        let cap = cap(worlds);
        let parts = self.components(facts, worlds)?;
        if parts.len() == 1 {
            self.nodes += 1;
            return Choice::new(self, facts, worlds)?.solve(self, alpha);
        }
        let mut open = cap;
        let mut value = 0;
        let mut plans = Vec::with_capacity(parts.len());
        for part in &parts {
            open -= self::cap(part);
            match self.value(facts, part, alpha - value - open)? {
                None => return Ok(None),
                Some(found) => {
                    value += found.value;
                    plans.push(found.plan);
                }
            }
        }
        let plan = Rc::new(Plan::Parts(plans));
        Ok(Some(Found { value, plan }))
    }

    /// The set in components: worlds that some player who will still act cannot tell apart
    /// lie in the same one.
    ///
    /// The value is the sum over components. Whoever acts sees in which one the world lies, and
    /// so does everybody who acts later, so actions in one are never taken for those of
    /// another: the best policies of the components together are one policy.
    pub fn components(
        &mut self,
        facts: FactsId,
        worlds: &[World],
    ) -> Result<Vec<Vec<World>>, Halt> {
        let mut parent: Vec<u32> = (0..worlds.len() as u32).collect();
        let mut count = worlds.len();
        let actors = self.facts.get(facts).actors(self.game);
        for player in (0..MAX_PLAYERS).filter(|player| actors >> player & 1 == 1) {
            let mut first: FxHashMap<View, u32> = FxHashMap::default();
            for (index, world) in worlds.iter().enumerate() {
                self.tick()?;
                let seen = first.entry(view(world, player));
                let other = *seen.or_insert(index as u32);
                let (a, b) = (root(&mut parent, index as u32), root(&mut parent, other));
                if a != b {
                    parent[a.max(b) as usize] = a.min(b);
                    count -= 1;
                }
            }
            if count == 1 {
                return Ok(vec![worlds.to_vec()]);
            }
        }
        let mut place: FxHashMap<u32, usize> = FxHashMap::default();
        let mut parts: Vec<Vec<World>> = Vec::with_capacity(count);
        for (index, world) in worlds.iter().enumerate() {
            let root = root(&mut parent, index as u32);
            let part = *place.entry(root).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(*world);
        }
        Ok(parts)
    }

    /// The value of the last turn: nobody acts on what it tells, so every class of worlds does
    /// what is best for itself.
    fn last(&self, facts: FactsId, worlds: &[World]) -> i64 {
        let known = self.facts.get(facts);
        let classes = classes(worlds, usize::from(known.mover));
        classes
            .iter()
            .map(|class| self.last_best(known, class).1)
            .sum()
    }

    /// The best action for a class of worlds on the last turn, and its value.
    pub fn last_best(&self, known: &Facts, class: &[World]) -> (Act, i64) {
        let mover = usize::from(known.mover);
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
                let kind = self.hands.cards(world.hands[mover])[usize::from(slot)];
                world.weight as i64 * if known.playable(kind) { made } else { missed }
            });
            offer(Act::Use(Use::Play, slot), worlds.sum());
        }
        if known.sizes[mover] > 0 && known.discard_legal(self.game) {
            offer(Act::Use(Use::Discard, 0), idle);
        }
        if known.clue_legal(self.game) {
            match self.messages {
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

fn root(parent: &mut [u32], mut index: u32) -> u32 {
    while parent[index as usize] != index {
        let up = parent[parent[index as usize] as usize];
        parent[index as usize] = up;
        index = up;
    }
    index
}
