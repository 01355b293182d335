//! The value with hands open: no policy gets more from a world, so it is the world's cap.

use crate::game::rules::{MAX_PLAYERS, MAX_STRIKES};
use crate::search::limits::Stop;

use super::Model;
use super::effort::Halt;
use super::hands::HandId;
use super::public::{DEAD, FACES, PublicId, Use, contains};
use super::worlds::{World, cap as sum_of_caps};

/// What the moves in a state are worth with hands open afterwards, summed over the orders of the
/// deck; `None` for what is not legal.
pub struct Uses {
    /// By face, the play and the discard.
    uses: Vec<(u8, [Option<u64>; 2])>,
    /// Any clue.
    pub clue: Option<u64>,
}

impl Uses {
    /// A use of a card; dead ones, as bits, are alike.
    pub fn get(&self, how: Use, face: u8, dead: u64) -> Option<u64> {
        let face = if contains(dead, face, true) {
            DEAD
        } else {
            face
        };
        let found = self.uses.iter().find(|(other, _)| *other == face);
        found.and_then(|(_, uses)| uses[how as usize])
    }
}

impl Model<'_> {
    /// Weight times the value with hands open: [`super::layout::World::cap`].
    ///
    /// The weight counts arrangements, hence whole deck orders a world, so the product of
    /// weight and mean over orders is an integer.
    pub fn cap(
        &mut self,
        public: PublicId,
        hands: &[HandId; MAX_PLAYERS],
        weight: u64,
    ) -> Result<u64, Halt> {
        let orders = factorial(self.publics.get(public).deck_size)?;
        let value = self.open(public, hands)?;
        let cap = u128::from(weight) * u128::from(value) / u128::from(orders);
        u64::try_from(cap).map_err(|_| Halt::Stop(Stop::Size))
    }

    /// No policy gets more from a set of worlds. A better bound goes in here: every search asks.
    pub fn most(&self, worlds: &[World]) -> i64 {
        sum_of_caps(worlds)
    }

    /// Sum over the orders of the deck, cards told apart, of the payoff of open play.
    pub fn open(&mut self, public: PublicId, hands: &[HandId; MAX_PLAYERS]) -> Result<u64, Halt> {
        let known = self.publics.get(public);
        let orders = factorial(known.deck_size)?;
        if let Some(score) = self.publics.result(public) {
            return times(self.payoff.worth(score), orders);
        }
        if known.turns_left == Some(1) {
            let mover = known.mover;
            let cards = self.hands.cards(hands[mover]);
            let plays = cards.iter().any(|&face| known.fits(face));
            let idle = known.discard_legal(self.game) && !cards.is_empty()
                || known.plain_clue_legal(self.game)
                || known.strikes + 1 < MAX_STRIKES
                || self.game.rules.strikeout_keep;
            let score = known.score();
            return Ok(if plays {
                self.payoff.worth(score + 1)
            } else if idle {
                self.payoff.worth(score)
            } else {
                self.payoff.worth(0)
            });
        }
        let normal = self.normal(public, hands);
        if let Some(&value) = self.open.get(&normal) {
            return Ok(value);
        }
        let value = self.open_actions(normal.0, &normal.1)?;
        self.open.insert(normal, value);
        Ok(value)
    }

    /// The number of orders of the deck, cards told apart.
    pub fn orders(&self, public: PublicId) -> Result<u64, Halt> {
        factorial(self.publics.get(public).deck_size)
    }

    /// What counts with hands open: hands as multisets, dead cards alike, and nothing of those
    /// who will not act again but that they have cards to be named.
    pub(super) fn normal(
        &mut self,
        public: PublicId,
        hands: &[HandId; MAX_PLAYERS],
    ) -> (PublicId, [HandId; MAX_PLAYERS]) {
        let dead = self.publics.dead(public);
        let plain = self.publics.plain(self.game, public);
        (plain, hands.map(|hand| self.hands.sorted(hand, dead, DEAD)))
    }

    /// What every move is worth with hands open from then on, in a state as [`Self::normal`]
    /// gives it, the game not being over.
    pub(super) fn open_uses(
        &mut self,
        public: PublicId,
        hands: &[HandId; MAX_PLAYERS],
    ) -> Result<Uses, Halt> {
        let known = self.publics.get(public).clone();
        let faces = self.hands.cards(hands[known.mover]).to_vec();
        let discard = known.discard_legal(self.game);
        let mut uses = Vec::with_capacity(faces.len());
        for slot in (0..faces.len()).rev() {
            if slot > 0 && faces[slot] == faces[slot - 1] {
                continue;
            }
            let play = Some(self.open_use(public, hands, Use::Play, slot)?);
            let discard = match discard {
                true => Some(self.open_use(public, hands, Use::Discard, slot)?),
                false => None,
            };
            uses.push((faces[slot], [play, discard]));
        }
        let clue = match known.plain_clue_legal(self.game) {
            true => {
                let next = self.publics.after_clue(self.game, public);
                Some(self.open(next, hands)?)
            }
            false => None,
        };
        Ok(Uses { uses, clue })
    }

    fn open_actions(
        &mut self,
        public: PublicId,
        hands: &[HandId; MAX_PLAYERS],
    ) -> Result<u64, Halt> {
        self.tick()?;
        self.effort.nodes += 1;
        let known = self.publics.get(public).clone();
        let orders = factorial(known.deck_size)?;
        let plays = match self.game.rules.grand_finale {
            true => u8::MAX,
            false => u8::try_from(known.most_turns(self.game)).unwrap_or(u8::MAX),
        };
        let reach = known
            .reachable_score(self.game)
            .min(known.score().saturating_add(plays));
        let most = times(self.payoff.worth(reach), orders)?;
        if most == 0 {
            return Ok(0);
        }
        let mover = known.mover;
        let cards = self.hands.cards(hands[mover]).to_vec();
        let mut best = 0;
        for how in [Use::Play, Use::Discard] {
            if how == Use::Discard && !known.discard_legal(self.game) {
                continue;
            }
            for slot in 0..cards.len() {
                if slot > 0 && cards[slot] == cards[slot - 1] {
                    continue;
                }
                best = best.max(self.open_use(public, hands, how, slot)?);
                if best == most {
                    return Ok(best);
                }
            }
        }
        if known.plain_clue_legal(self.game) {
            let next = self.publics.after_clue(self.game, public);
            best = best.max(self.open(next, hands)?);
        }
        Ok(best)
    }

    fn open_use(
        &mut self,
        public: PublicId,
        hands: &[HandId; MAX_PLAYERS],
        how: Use,
        slot: usize,
    ) -> Result<u64, Halt> {
        let known = self.publics.get(public);
        let (mover, cards) = (known.mover, known.deck_size as u8);
        let face = self.hands.cards(hands[mover])[slot];
        let (next, draws) = self.publics.after_use(self.game, public, how, face);
        let mut after = *hands;
        after[mover] = self.hands.without(hands[mover], slot);
        if !draws {
            return self.open(next, &after);
        }
        let mut deck = self.publics.get(next).left;
        for &hand in &after {
            for &face in self.hands.cards(hand) {
                if face != DEAD {
                    deck[usize::from(face)] -= 1;
                }
            }
        }
        let alive: u8 = deck.iter().sum();
        deck[usize::from(DEAD)] = cards - alive;
        let rest = after[mover];
        let mut sum = 0u64;
        for face in (0..FACES).filter(|&face| deck[face] > 0) {
            after[mover] = self.hands.with(rest, face as u8);
            let value = times(self.open(next, &after)?, u64::from(deck[face]))?;
            sum = sum.checked_add(value).ok_or(Halt::Stop(Stop::Size))?;
        }
        Ok(sum)
    }
}

fn times(a: u64, b: u64) -> Result<u64, Halt> {
    a.checked_mul(b).ok_or(Halt::Stop(Stop::Size))
}

/// n!, if it fits.
fn factorial(n: usize) -> Result<u64, Halt> {
    (1..=n as u64).try_fold(1u64, times)
}
