//! The ways to deal the unseen pool to the slots of unspecified cards.
//!
//! An *assignment* puts physical cards of the pool under slots, each card fit for its slot; all
//! are equally likely. Two merges keep their number small:
//!
//! * Slots of one player that may hold the same cards are a [`Group`]. Exchanging the cards of
//!   two slots of a group is a bijection of the assignments, so a group of g slots that holds a
//!   given choice of physical cards does so in g! assignments, and each of its slots holds a
//!   given one of those cards in (g - 1)! of them: a g-th part.
//! * Dead cards that fit the same groups are one [`Kind`] of card, and so are copies of a card.
//!   Exchanging two cards of a kind is a bijection of the assignments that changes no value,
//!   for dead cards are all alike to what follows. So m of its n cards stand for C(n, m)
//!   choices.
//!
//! Hence a [`Deal`], which says how many cards of each kind every group holds, stands for
//! ∏ g! × ∏ C(n, m) assignments.

use crate::game::card::{Card, Held};

/// The set of everything, known trash included.
pub const ANY: u64 = u64::MAX;

/// Known trash in a set: it fits where anything does.
const TRASH: u64 = 1 << 63;

/// Most steps of counting: beyond them the slots are too many and too different.
const MOST_STEPS: usize = 1 << 22;

/// Slots of one player that may hold the same cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub player: usize,
    pub slots: Vec<usize>,
    /// The cards they may hold, as bits by index.
    pub set: u64,
}

/// Cards of the pool that are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    pub held: Held,
    /// One of the identities, as a bit: each fits the same groups.
    pub bit: u64,
    pub count: usize,
}

impl Kind {
    pub fn fits(&self, group: &Group) -> bool {
        self.bit & group.set != 0
    }
}

/// The kinds of the pool's cards. What `dead` says is dead is merged.
pub fn kinds(pool: &[Held], groups: &[Group], dead: impl Fn(Held) -> bool) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for &card in pool {
        let held = if dead(card) { Held::Dead } else { card };
        let bit = card.card().map_or(TRASH, |card: Card| 1 << card.index());
        let new = Kind {
            held,
            bit,
            count: 1,
        };
        let alike = |kind: &&mut Kind| {
            kind.held == held
                && groups
                    .iter()
                    .all(|group| kind.fits(group) == new.fits(group))
        };
        match kinds.iter_mut().find(alike) {
            Some(kind) => kind.count += 1,
            None => kinds.push(new),
        }
    }
    kinds
}

/// Number of ways to choose `k` of `n`, 0 where there are too few. `None` if it does not fit.
pub fn choose(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..k as u128).try_fold(1u128, |product, i| {
        Some(product.checked_mul(n as u128 - i)? / (i + 1))
    })
}

/// Number of ordered choices of `k` of `n`. `None` if it does not fit.
fn falling(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..k).try_fold(1u128, |product, i| product.checked_mul((n - i) as u128))
}

/// How many cards of each kind each group holds, and the assignments that this stands for.
#[derive(Clone, Debug)]
pub struct Deal {
    /// By group, then by kind.
    pub taken: Vec<Vec<usize>>,
    pub weight: u128,
}

/// Says of each deal whether to go on.
type Visit<'a> = dyn FnMut(&Deal) -> bool + 'a;

/// Deals cards of the kinds to the groups in every way; `visit` sees each deal, and ends the work
/// by saying `false`. `None` if a weight does not fit.
pub fn deals(groups: &[Group], kinds: &[Kind], visit: &mut Visit) -> Option<()> {
    let mut dealer = Dealer {
        groups,
        kinds,
        left: kinds.iter().map(|kind| kind.count).collect(),
        deal: Deal {
            taken: vec![vec![0; kinds.len()]; groups.len()],
            weight: 1,
        },
        visit,
        goes_on: true,
    };
    dealer.group(0)
}

struct Dealer<'a, 'b> {
    groups: &'a [Group],
    kinds: &'a [Kind],
    left: Vec<usize>,
    deal: Deal,
    visit: &'a mut Visit<'b>,
    goes_on: bool,
}

impl Dealer<'_, '_> {
    /// Deals to the groups from this one on.
    fn group(&mut self, at: usize) -> Option<()> {
        let Some(group) = self.groups.get(at) else {
            self.goes_on = (self.visit)(&self.deal);
            return Some(());
        };
        let size = group.slots.len();
        let before = self.deal.weight;
        self.deal.weight = before.checked_mul(falling(size, size)?)?;
        self.kind(at, 0, size)?;
        self.deal.weight = before;
        Some(())
    }

    /// Deals so many cards of the kinds from this one on to a group, then to those after it.
    fn kind(&mut self, at: usize, from: usize, count: usize) -> Option<()> {
        if count == 0 {
            return self.group(at + 1);
        }
        let Some(kind) = self.kinds.get(from) else {
            return Some(());
        };
        let most = if kind.fits(&self.groups[at]) {
            self.left[from].min(count)
        } else {
            0
        };
        let before = self.deal.weight;
        for taken in 0..=most {
            if !self.goes_on {
                break;
            }
            self.deal.weight = before.checked_mul(choose(self.left[from], taken)?)?;
            self.deal.taken[at][from] = taken;
            self.left[from] -= taken;
            self.kind(at, from + 1, count - taken)?;
            self.left[from] += taken;
        }
        self.deal.taken[at][from] = 0;
        self.deal.weight = before;
        Some(())
    }
}

/// What counts as different.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Physical cards: copies of a card are several cards.
    Physical,
    /// What lies in each slot: the cards of a kind are one.
    Distinct,
}

/// The number of assignments, without a look at each. `None` if it does not fit, or the groups
/// are too many.
///
/// Kind by kind, for each tuple of the numbers of slots filled so far in the groups: a kind of n
/// cards that takes t slots in all does so in (ways to choose the slots) × n(n-1)…(n-t+1) ways.
pub fn number(groups: &[Group], kinds: &[Kind], counted: Counted) -> Option<u128> {
    let strides: Vec<usize> = groups
        .iter()
        .scan(1usize, |stride, group| {
            let this = *stride;
            *stride = stride.saturating_mul(group.slots.len() + 1);
            Some(this)
        })
        .collect();
    let sizes: Vec<_> = groups.iter().map(|group| group.slots.len()).collect();
    let states = sizes
        .iter()
        .try_fold(1usize, |states, size| states.checked_mul(size + 1))?;
    if states.checked_mul(kinds.len().max(1))? > MOST_STEPS {
        return None;
    }
    let mut ways = vec![0u128; states];
    ways[0] = 1;
    for kind in kinds {
        let mut next = vec![0u128; states];
        let fits: Vec<_> = (0..groups.len())
            .filter(|&at| kind.fits(&groups[at]))
            .collect();
        for (state, &so_far) in ways.iter().enumerate().filter(|(_, n)| **n > 0) {
            // (place among the groups that fit, state, cards taken, ways)
            let mut open = vec![(0, state, 0usize, so_far)];
            while let Some((place, reached, taken, many)) = open.pop() {
                let Some(&at) = fits.get(place) else {
                    let physical = match counted {
                        Counted::Physical => falling(kind.count, taken)?,
                        Counted::Distinct => 1,
                    };
                    let all = many.checked_mul(physical)?;
                    next[reached] = next[reached].checked_add(all)?;
                    continue;
                };
                let free = sizes[at] - reached / strides[at] % (sizes[at] + 1);
                for more in 0..=free.min(kind.count - taken) {
                    let many = many.checked_mul(choose(free, more)?)?;
                    open.push((place + 1, reached + more * strides[at], taken + more, many));
                }
            }
        }
        ways = next;
    }
    ways.last().copied()
}
