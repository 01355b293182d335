//! Bounds of the final score that need no search.

use super::node::Node;
use super::suits::Suits;
use crate::game::rules::{MAX_STRIKES, Rules};

/// What stays the same during a search.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The rules.
    pub rules: Rules,
    /// Number of players.
    pub players: usize,
    /// The arrangements of suits.
    pub suits: &'a Suits,
}

impl Frame<'_> {
    /// A final score that the players can be sure of. Asked at the start of a turn.
    ///
    /// The score only falls, to 0, with the third strike. A player is forced to risk one only
    /// when neither a clue nor a discard is legal: with all tokens held and no card in another
    /// hand (without tokens a discard is legal). The players avoid that as follows.
    ///
    /// With the deck empty: discard always. Then t turns earn at most t discards' units, and
    /// the tokens do not get full if they do not now with t − 1 discards added.
    ///
    /// With cards in the deck and two hands that are not empty: clue while there is a token,
    /// else discard. Both hands keep their sizes until the deck is empty, so a clue is legal
    /// whenever there is a token: nobody is forced. A discard that empties the deck was made
    /// without a token; then at most 6 turns are left, and 7 discards' units do not fill 8
    /// tokens, as a discard earns no more than a token.
    #[must_use]
    pub fn sure_score(&self, node: &Node) -> u8 {
        let hands = (0..self.players).filter(|&player| node.hand(player) > 0);
        if self.is_safe(node.turns_left, node.units, node.strikes, hands.count()) {
            node.score
        } else {
            0
        }
    }

    /// Whether the score cannot be lost any more, with so many hands that are not empty: see
    /// [`sure_score`](Self::sure_score).
    pub fn is_safe(&self, turns_left: Option<u8>, units: u8, strikes: u8, hands: usize) -> bool {
        let rules = &self.rules;
        if rules.grand_finale || rules.strikeout_keep {
            return !rules.grand_finale;
        }
        match turns_left {
            Some(turns) => {
                // The last of the turns needs a legal discard, not room after it.
                let earned = turns.saturating_sub(1) * rules.discard_units;
                units + earned < rules.unit_limit() || strikes + turns < MAX_STRIKES
            }
            None => hands >= 2 && rules.discard_units <= rules.units_per_token,
        }
    }

    /// No policy ends with more than this, whatever the draws. Asked at the start of a turn.
    #[must_use]
    pub fn highest_score(&self, node: &Node) -> u8 {
        let most = node.reachable(self.suits);
        if self.rules.grand_finale {
            return if self.can_reach(node, most) { most } else { 0 };
        }
        (node.score..=most)
            .rev()
            .find(|&score| self.can_reach(node, score))
            .unwrap_or(node.score)
    }

    /// For cards that the deck's last card may be, the highest final score if it is that one.
    ///
    /// Under the last-round rule the deck's last card is played, if at all, in the very last
    /// turn: everyone has one turn after it is drawn, and the drawer's comes last. So if the
    /// only copy of a card is the last one, no card above it is ever played. Only such cards
    /// with something above them are given, each once.
    pub fn if_last<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = u8> + 'a {
        let counts = !self.rules.grand_finale && node.turns_left.is_none();
        let reachable = node.reachable(self.suits);
        let ids = if counts { node.ids() } else { &[] };
        ids.iter().flat_map(move |&id| {
            let facts = self.suits.facts(id);
            let steps = (0..facts.left.saturating_sub(1)).filter(|s| facts.buried & 1 << s != 0);
            steps.map(move |step| reachable - (facts.left - 1 - step))
        })
    }

    /// `false` proves that no policy reaches the score, whatever the draws.
    ///
    /// *Pace.* Until the deck is empty every play or discard draws a card, and then everyone
    /// has one turn: at most deck + players plays (turns left in the last round). What is not
    /// needed for plays is slack: each discard or misplay uses one up.
    ///
    /// *Turns.* Clues come on top, but each costs a token, and tokens come from those held, from
    /// discards, which are limited by the slack, and from completed suits. That limits the
    /// length of the game in turns. Under the Grand Finale rule the plays and the other cards
    /// to be got rid of limit it in the same way.
    ///
    /// *Chains.* A suit cannot have advanced further than [`Facts::earliest`] says.
    ///
    /// *Load.* If every card that is still useful is needed, a player who alone can play m
    /// cards needs m turns, one a round.
    ///
    /// [`Facts::earliest`]: super::suits::Facts::earliest
    #[must_use]
    pub fn can_reach(&self, node: &Node, target: u8) -> bool {
        if target <= node.score {
            return true;
        }
        let need = u32::from(target - node.score);
        let (rules, players) = (&self.rules, self.players as u32);
        let deck = u32::from(node.deck());
        let turns = if let Some(turns) = node.turns_left {
            u32::from(turns)
        } else {
            let plays = if rules.grand_finale {
                deck + (0..self.players)
                    .map(|p| u32::from(node.hand(p)))
                    .sum::<u32>()
            } else {
                deck + players
            };
            let Some(slack) = plays.checked_sub(need) else {
                return false;
            };
            let facts = node.ids().iter().map(|&id| self.suits.facts(id));
            let completions = facts.filter(|facts| facts.completes).count() as u32;
            let units = u32::from(node.units)
                + u32::from(rules.discard_units) * slack
                + u32::from(rules.completion_units) * completions;
            plays + units / u32::from(rules.units_per_token)
        };
        if need > turns {
            return false;
        }
        let mover = usize::from(node.mover);
        let mut within = 0;
        let mut alone = [0u32; crate::game::rules::MAX_PLAYERS];
        let mut all = 0;
        for &id in node.ids() {
            let facts = self.suits.facts(id);
            let steps = &facts.earliest[mover][..usize::from(facts.left)];
            within += steps
                .iter()
                .filter(|&&turn| u32::from(turn) <= turns)
                .count() as u32;
            all += u32::from(facts.left);
            for (load, &steps) in alone.iter_mut().zip(&facts.alone) {
                *load += u32::from(steps);
            }
        }
        if within < need {
            return false;
        }
        need < all
            || (0..self.players).all(|player| {
                let first = ((player + self.players - mover) % self.players) as u32 + 1;
                alone[player] == 0 || first + (alone[player] - 1) * players <= turns
            })
    }
}
