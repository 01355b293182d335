//! The table of lost nodes. Knows nothing of Hanabi.
//!
//! An entry is a whole key, nothing is hashed away; the low byte of its first word holds the
//! most units (plus 1) with which the key is known to be lost. A zero word is an empty entry.

/// Entries looked at for one key.
const BUCKET: usize = 4;

/// Bits of the first word that the value takes.
const VALUE: u64 = 0xff;

/// A table of keys of `W` words.
pub struct Table<const W: usize> {
    entries: Vec<[u64; W]>,
    used: usize,
    /// Most bytes of the entries, old and new ones together while the table grows.
    memory: usize,
}

impl<const W: usize> Table<W> {
    /// An empty table that never takes more than `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let mut table = Self {
            entries: Vec::new(),
            used: 0,
            memory,
        };
        if table.size_of(1 << 8) <= memory {
            table.entries = vec![[0; W]; 1 << 8];
        }
        table
    }

    const fn size_of(&self, entries: usize) -> usize {
        entries * size_of::<[u64; W]>()
    }

    fn bucket(&self, key: &[u64; W]) -> usize {
        let mut hash = key[0] & !VALUE;
        for word in &key[1..] {
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (hash >> 20) as usize & (self.entries.len() - BUCKET)
    }

    /// Whether the key (its low byte zero) is known to be lost with this many units.
    pub fn lost(&self, key: &[u64; W], units: u8) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let at = self.bucket(key);
        self.entries[at..at + BUCKET].iter().any(|entry| {
            entry[0] & !VALUE == key[0]
                && entry[1..] == key[1..]
                && entry[0] & VALUE > u64::from(units)
        })
    }

    /// Notes that the key is lost with this many units, hence with fewer.
    pub fn note_lost(&mut self, key: &[u64; W], units: u8) {
        if self.entries.is_empty() {
            return;
        }
        if self.used * 2 > self.entries.len() {
            self.grow();
        }
        self.insert(key, u64::from(units) + 1);
    }

    fn insert(&mut self, key: &[u64; W], value: u64) {
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        let same = |entry: &[u64; W]| entry[0] & !VALUE == key[0] && entry[1..] == key[1..];
        let place = bucket
            .iter()
            .position(|entry| entry[0] == 0 || same(entry))
            .unwrap_or_else(|| {
                // Full: the oldest entry goes, the others move up.
                bucket.rotate_left(1);
                BUCKET - 1
            });
        self.used += usize::from(bucket[place][0] == 0);
        let value = if same(&bucket[place]) {
            value.max(bucket[place][0] & VALUE)
        } else {
            value
        };
        bucket[place] = *key;
        bucket[place][0] |= value;
    }

    fn grow(&mut self) {
        let larger = self.entries.len() * 2;
        if self.size_of(larger + self.entries.len()) > self.memory {
            return;
        }
        let old = std::mem::replace(&mut self.entries, vec![[0; W]; larger]);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry[0] != 0) {
            let value = entry[0] & VALUE;
            let mut key = entry;
            key[0] &= !VALUE;
            self.insert(&key, value);
        }
    }
}
