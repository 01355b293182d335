//! Numbers of the configurations of one layer.

use super::half::{Class, Half, Place};

/// Where the rectangle of each pair of classes begins; in it, the configurations lie row by row.
#[derive(Clone)]
pub struct Index {
    /// Classes of the second half.
    width: usize,
    /// By class and class; [`NOWHERE`] for pairs that cannot come up.
    starts: Vec<usize>,
    /// Number of configurations.
    pub count: usize,
}

/// The place of what cannot come up.
pub const NOWHERE: usize = usize::MAX;

impl Index {
    /// Numbers all pairs that can come up.
    #[must_use]
    pub fn new(halves: &[Half; 2], possible: impl Fn(&Class) -> bool) -> Self {
        let [first, second] = halves;
        let mut count = 0;
        let mut starts = Vec::with_capacity(first.classes.len() * second.classes.len());
        for (class, elements) in first.classes.iter().zip(&first.elements) {
            for (other, others) in second.classes.iter().zip(&second.elements) {
                if possible(&class.plus(other)) {
                    starts.push(count);
                    count += elements.len() * others.len();
                } else {
                    starts.push(NOWHERE);
                }
            }
        }
        Self {
            width: second.classes.len(),
            starts,
            count,
        }
    }

    /// Where the row of an element of the first half begins, with a class of the second.
    #[must_use]
    pub fn row(&self, halves: &[Half; 2], place: Place, other: usize) -> Option<usize> {
        let start = self.starts[place.class() * self.width + other];
        (start != NOWHERE).then(|| start + place.at() * halves[1].elements[other].len())
    }

    /// All rows of an element of the first half.
    pub fn rows(&self, halves: &[Half; 2], place: Place, rows: &mut Vec<usize>) {
        rows.clear();
        rows.extend((0..self.width).map(|other| self.row(halves, place, other).unwrap_or(NOWHERE)));
    }
}
