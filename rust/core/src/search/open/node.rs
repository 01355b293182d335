//! The game with open hands in merged form: suits by number, dead cards by count.
//!
//! The same rules as `state`, for states in which slots, suits' names and dead cards'
//! identities are forgotten. A test walks both side by side.

use arrayvec::ArrayVec;

use super::suits::{DECK, Deaths, Event, Facts, SPENT, SuitId, Suits};
use crate::game::card::{Card, MAX_SUITS, STEPS};
use crate::game::rules::{MAX_PLAYERS, MAX_STRIKES, Rules};
use crate::game::state::{Action, Game, State};

/// What the mover may do, as far as it can make a difference. Suits are places in
/// [`Node::suits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Play the next card of a suit.
    Play(usize),
    /// Discard a useful card: suit, step above the stack.
    Discard(usize, usize),
    /// Play a useful card that is not the next.
    Misplay(usize, usize),
    /// Discard a dead card.
    DiscardDead,
    /// Play a dead card.
    MisplayDead,
    /// Give a clue.
    Clue,
}

/// A state. Two states with equal nodes have equal values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Arrangements of the suits in play, in ascending order.
    pub suits: [SuitId; MAX_SUITS],
    /// Number of suits in play.
    pub suit_count: u8,
    /// Dead cards (or alike) in each hand.
    pub dead: [u8; MAX_PLAYERS],
    /// Useful cards in each hand.
    pub useful: [u8; MAX_PLAYERS],
    /// Dead cards in the deck.
    pub deck_dead: u8,
    /// Useful cards in the deck.
    pub deck_useful: u8,
    /// Clue tokens, in units.
    pub units: u8,
    /// Strikes.
    pub strikes: u8,
    /// The player to move.
    pub mover: u8,
    /// Turns left of a running last round.
    pub turns_left: Option<u8>,
    /// Sum of the stacks.
    pub score: u8,
}

impl Node {
    /// The node of a state. `None` if the numbers of arrangements are used up.
    pub fn new(game: &Game, state: &State, suits: &Suits) -> Option<Self> {
        let mut node = Self {
            suits: [SPENT; MAX_SUITS],
            suit_count: game.suits.len() as u8,
            dead: [0; MAX_PLAYERS],
            useful: [0; MAX_PLAYERS],
            deck_dead: 0,
            deck_useful: 0,
            units: state.units,
            strikes: state.strikes,
            mover: state.mover as u8,
            turns_left: state.turns_left,
            score: state.score(),
        };
        for suit in 0..game.suits.len() {
            let (id, _) = suits.of_state(state, suit)?;
            node.suits[suit] = id;
            let facts = suits.facts(id);
            node.deck_useful += facts.deck_total;
            for (player, useful) in node.useful.iter_mut().enumerate() {
                *useful += facts.held[player].count_ones() as u8;
            }
        }
        node.suits[..game.suits.len()].sort_unstable();
        for (player, hand) in state.hands.iter().enumerate() {
            node.dead[player] = hand.len() as u8 - node.useful[player];
        }
        node.deck_dead = state.deck.len() as u8 - node.deck_useful;
        Some(node)
    }

    /// The node as another store of suits has it. `None` if its numbers are used up.
    #[must_use]
    pub fn there(mut self, suits: &Suits, other: &Suits, players: usize) -> Option<Self> {
        let count = usize::from(self.suit_count);
        for place in 0..count {
            let (id, deaths) = suits.there(self.suits[place], other)?;
            self.suits[place] = id;
            self.bury(deaths, players);
        }
        self.suits[..count].sort_unstable();
        Some(self)
    }

    /// Cards in the deck.
    #[must_use]
    pub const fn deck(&self) -> u8 {
        self.deck_dead + self.deck_useful
    }

    /// Cards in a player's hand.
    #[must_use]
    pub const fn hand(&self, player: usize) -> u8 {
        self.dead[player] + self.useful[player]
    }

    /// The suits in play.
    #[must_use]
    pub fn ids(&self) -> &[SuitId] {
        &self.suits[..usize::from(self.suit_count)]
    }

    /// The suits that still have a future, with their places; of suits alike only the first,
    /// with their number.
    pub fn distinct<'a>(
        &'a self,
        suits: &'a Suits,
    ) -> impl Iterator<Item = (usize, u8, &'a Facts)> {
        let ids = self.ids();
        (0..ids.len())
            .filter(move |&i| ids[i] != SPENT && (i == 0 || ids[i - 1] != ids[i]))
            .map(move |i| {
                let alike = ids[i..].iter().take_while(|&&id| id == ids[i]).count();
                (i, alike as u8, suits.facts(ids[i]))
            })
    }

    /// The highest score that the cards still allow.
    #[must_use]
    pub fn reachable(&self, suits: &Suits) -> u8 {
        self.score
            + self
                .ids()
                .iter()
                .map(|&id| suits.facts(id).left)
                .sum::<u8>()
    }

    /// Whether some clue may be given.
    #[must_use]
    pub fn clue_legal(&self, rules: &Rules, players: usize) -> bool {
        let mover = usize::from(self.mover);
        self.units >= rules.units_per_token
            && (rules.empty_clues || (0..players).any(|p| p != mover && self.hand(p) > 0))
    }

    /// The final score, if an action has ended the game at once.
    #[must_use]
    pub fn ended_at_once(&self, rules: &Rules, suits: &Suits) -> Option<u8> {
        let max_score = self.suit_count * STEPS as u8;
        if self.strikes >= MAX_STRIKES {
            Some(if rules.strikeout_keep && !rules.grand_finale {
                self.score
            } else {
                0
            })
        } else if self.score == max_score {
            Some(max_score)
        } else if rules.grand_finale && self.reachable(suits) < max_score {
            Some(0)
        } else {
            None
        }
    }

    /// The final score, if the game is over at the start of a turn; with
    /// [`ended_at_once`](Self::ended_at_once), the whole of it.
    #[must_use]
    pub fn ended_by_turn(&self, rules: &Rules, players: usize) -> Option<u8> {
        let stuck = || self.hand(self.mover.into()) == 0 && !self.clue_legal(rules, players);
        if self.turns_left == Some(0) {
            Some(self.score)
        } else {
            stuck().then_some(if rules.grand_finale { 0 } else { self.score })
        }
    }

    fn set_suit(&mut self, place: usize, id: SuitId) {
        let count = usize::from(self.suit_count);
        self.suits[place] = id;
        let mut at = place;
        while at > 0 && self.suits[at - 1] > self.suits[at] {
            self.suits.swap(at - 1, at);
            at -= 1;
        }
        while at + 1 < count && self.suits[at + 1] < self.suits[at] {
            self.suits.swap(at, at + 1);
            at += 1;
        }
    }

    fn bury(&mut self, deaths: Deaths, players: usize) {
        if deaths.none() {
            return;
        }
        for player in 0..players {
            self.dead[player] += deaths.at(player);
            self.useful[player] -= deaths.at(player);
        }
        self.deck_dead += deaths.at(DECK);
        self.deck_useful -= deaths.at(DECK);
    }

    fn earn(&mut self, units: u8, rules: &Rules) {
        self.units = (self.units + units).min(rules.unit_limit());
    }

    /// The node after a legal move, up to the draw: the mover has not changed yet. `None` if
    /// the numbers of arrangements are used up.
    pub fn after(
        &self,
        action: Move,
        rules: &Rules,
        suits: &Suits,
        players: usize,
    ) -> Option<Self> {
        let mover = usize::from(self.mover);
        let mut next = *self;
        match action {
            Move::Clue => next.units -= rules.units_per_token,
            Move::DiscardDead => {
                next.dead[mover] -= 1;
                next.earn(rules.discard_units, rules);
            }
            Move::MisplayDead => {
                next.dead[mover] -= 1;
                next.strikes += 1;
            }
            Move::Play(place) | Move::Discard(place, _) | Move::Misplay(place, _) => {
                let id = self.suits[place];
                let event = match action {
                    Move::Discard(_, step) | Move::Misplay(_, step) => Event::Lose(mover, step),
                    _ => Event::Play(mover),
                };
                let (after, deaths) = suits.after(id, event)?;
                next.useful[mover] -= 1;
                next.bury(deaths, players);
                next.set_suit(place, after);
                match action {
                    Move::Discard(..) => next.earn(rules.discard_units, rules),
                    Move::Misplay(..) => next.strikes += 1,
                    _ => {
                        next.score += 1;
                        let facts = suits.facts(id);
                        if facts.completes && facts.left == 1 {
                            next.earn(rules.completion_units, rules);
                        }
                    }
                }
            }
        }
        Some(next)
    }

    /// The next player moves, no card having been drawn.
    #[must_use]
    pub fn pass_turn(mut self, players: usize) -> Self {
        self.mover = next_player(self.mover, players);
        self.turns_left = self.turns_left.map(|turns| turns - 1);
        self
    }

    fn end_draw(&mut self, rules: &Rules, players: usize) {
        self.mover = next_player(self.mover, players);
        if self.deck() == 0 && !rules.grand_finale {
            self.turns_left = Some(players as u8);
        }
    }

    /// The mover has drawn a dead card; the next player moves.
    #[must_use]
    pub fn draw_dead(mut self, rules: &Rules, players: usize) -> Self {
        self.deck_dead -= 1;
        self.dead[usize::from(self.mover)] += 1;
        self.end_draw(rules, players);
        self
    }

    /// The mover has drawn a useful card; the next player moves. `None` if the numbers of
    /// arrangements are used up.
    pub fn draw(
        mut self,
        place: usize,
        step: usize,
        rules: &Rules,
        suits: &Suits,
        players: usize,
    ) -> Option<Self> {
        let mover = usize::from(self.mover);
        let (after, deaths) = suits.after(self.suits[place], Event::Draw(mover, step))?;
        self.deck_useful -= 1;
        self.useful[mover] += 1;
        self.bury(deaths, players);
        self.set_suit(place, after);
        self.end_draw(rules, players);
        Some(self)
    }

    /// The move that an action on a slot amounts to.
    ///
    /// A useful card held twice counts as useful once: losing one of the two is losing a card
    /// alike a dead one.
    #[must_use]
    pub fn move_of(
        game: &Game,
        state: &State,
        slot: usize,
        play: bool,
        suits: &Suits,
    ) -> Option<Move> {
        let hand = &state.hands[state.mover];
        let held = hand[slot];
        let useful = held
            .card()
            .and_then(|card| Some((card, Suits::useful_step(state, card)?)));
        let dead = if play {
            Move::MisplayDead
        } else {
            Move::DiscardDead
        };
        let Some((card, step)) = useful else {
            return Some(dead);
        };
        if !(play && step == 0) && hand.iter().filter(|&&other| other == held).count() > 1 {
            return Some(dead);
        }
        let place = Self::place_of(game, state, card, suits)?;
        Some(match (play, step) {
            (true, 0) => Move::Play(place),
            (true, _) => Move::Misplay(place, step),
            (false, _) => Move::Discard(place, step),
        })
    }

    /// The move that an action amounts to.
    #[must_use]
    pub fn move_by(game: &Game, state: &State, action: Action, suits: &Suits) -> Option<Move> {
        match action {
            Action::Play(slot) => Self::move_of(game, state, slot, true, suits),
            Action::Discard(slot) => Self::move_of(game, state, slot, false, suits),
            // Where the deck can be played from, another search answers.
            Action::PlayDeck => None,
            _ => Some(Move::Clue),
        }
    }

    fn place_of(game: &Game, state: &State, card: Card, suits: &Suits) -> Option<usize> {
        let node = Self::new(game, state, suits)?;
        let (id, _) = suits.of_state(state, card.suit())?;
        node.ids().iter().position(|&other| other == id)
    }
}

/// Who moves after a player.
pub const fn next_player(mover: u8, players: usize) -> u8 {
    if mover as usize + 1 == players {
        0
    } else {
        mover + 1
    }
}

/// Draws: by place and step, with the number of alike cards.
pub type Draws = ArrayVec<(usize, usize, u8), { MAX_SUITS * STEPS }>;

impl Node {
    /// The useful cards that can be drawn.
    #[must_use]
    pub fn draws(&self, suits: &Suits) -> Draws {
        let mut draws = Draws::new();
        for (place, alike, facts) in self.distinct(suits) {
            for step in 0..usize::from(facts.left) {
                if facts.deck[step] > 0 {
                    draws.push((place, step, facts.deck[step] * alike));
                }
            }
        }
        draws
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::{Layout, NodeKey, ShortKey};
    use super::*;
    use crate::game::rules::{Rules, Suit};
    use crate::game::setup::Setup;
    use crate::testing::{self, Random};

    fn deal(random: &mut Random) -> Setup {
        let turned = Suit {
            copies: [1, 2, 2, 2, 3],
        };
        let players = 2 + random.below(3);
        let suits = vec![Suit::FULL, Suit::SHORT, turned];
        Setup {
            rules: Rules {
                grand_finale: random.below(3) == 0,
                ..Rules::default()
            },
            mover: random.below(players),
            units: random.below(9) as u8,
            ..testing::deal(random, suits, players, 3)
        }
    }

    /// A random game, physical and merged: the same states, results and keys at every step.
    #[test]
    fn merged_and_physical_games_go_side_by_side() {
        let mut random = Random(7);
        let mut turns = 0;
        for _ in 0..1000 {
            let (game, mut state) = State::new(&deal(&mut random)).unwrap();
            let Game { players, rules, .. } = game;
            let layout = Layout::new::<ShortKey>(players, 3, 3, state.deck.len());
            let suits = Suits::new(players, layout.id_limit());
            let mut node = Node::new(&game, &state, &suits).unwrap();
            let mut seen = std::collections::HashMap::new();
            loop {
                assert_eq!(Some(node), Node::new(&game, &state, &suits));
                assert_eq!(
                    *seen.entry(ShortKey::of(&node, &layout)).or_insert(node),
                    node
                );
                assert_eq!(node.reachable(&suits), state.reachable_score(&game));
                let over = node.ended_at_once(&rules, &suits);
                assert_eq!(
                    over.or_else(|| node.ended_by_turn(&rules, players)),
                    state.result(&game)
                );
                let actions = state.actions(&game);
                if actions.is_empty() {
                    break;
                }
                let action = actions[random.below(actions.len())];
                let merged = match action {
                    crate::game::state::Action::Play(slot) => {
                        Node::move_of(&game, &state, slot, true, &suits).unwrap()
                    }
                    crate::game::state::Action::Discard(slot) => {
                        Node::move_of(&game, &state, slot, false, &suits).unwrap()
                    }
                    crate::game::state::Action::PlayDeck => unreachable!(),
                    _ => Move::Clue,
                };
                node = node.after(merged, &rules, &suits, players).unwrap();
                let draws = state.act(&game, action);
                assert_eq!(
                    node.ended_at_once(&rules, &suits),
                    state.ended_at_once(&game)
                );
                if state.ended_at_once(&game).is_some() {
                    break;
                }
                if draws {
                    let index = random.below(state.deck.len());
                    let drawn = state.deck[index];
                    let step = drawn
                        .card()
                        .and_then(|card| Suits::useful_step(&state, card));
                    node = match (drawn.card(), step) {
                        (Some(card), Some(step)) => {
                            let (id, _) = suits.of_state(&state, card.suit()).unwrap();
                            let place = node.ids().iter().position(|&other| other == id).unwrap();
                            node.draw(place, step, &rules, &suits, players).unwrap()
                        }
                        _ => node.draw_dead(&rules, players),
                    };
                    state.draw(&game, index);
                } else {
                    node = node.pass_turn(players);
                    state.pass_turn(&game);
                }
                turns += 1;
            }
        }
        assert!(turns > 3000, "{turns}");
    }
}
