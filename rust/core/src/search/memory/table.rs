//! Transposition table: keys, bounds, memory, counters. Knows nothing of Hanabi.
//!
//! An entry is the whole key, never a hash of it, and the bounds. As many entries as fit make a
//! bucket; a full bucket loses one of them in turn, which costs time but never exactness. The words are atomic, so that threads can share a table
//! without locks on the reading side: a striped sequence lock makes every entry read whole.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

use super::busy::Busy;
use super::pages::{BLOCK, Block, Blocks};

const STRIPES: usize = 1024;

/// Most words in a key.
pub const MAX_KEY: usize = 3;
/// Most words in the bounds of a value.
pub const MAX_BOUNDS: usize = 4;

/// A lossless key: as many 64-bit words as the table was made for, never all zero.
pub trait Key: Copy {
    /// Number of words.
    const WORDS: usize;
    /// The words, padded with zeros.
    fn words(self) -> [u64; MAX_KEY];
}

/// Bounds as words.
pub trait Entry: Copy {
    /// Number of words.
    const WORDS: usize;
    /// The words, padded with zeros.
    fn to_words(self) -> [u64; MAX_BOUNDS];
    /// The inverse of [`to_words`](Self::to_words).
    fn from_words(words: [u64; MAX_BOUNDS]) -> Self;
}

#[repr(align(64))]
struct Stripe(AtomicU64);

struct Sharing {
    stripes: Box<[Stripe]>,
    busy: Busy,
}

/// A table from keys of `key_words` to bounds of `entry_words` words.
pub struct Table {
    /// The buckets. Entries fill them from the front, each a key and its bounds.
    blocks: Blocks,
    key_words: usize,
    entry_words: usize,
    /// Entries of a bucket.
    room: usize,
    /// If several threads use it.
    sharing: Option<Sharing>,
    entries: AtomicUsize,
    turn: AtomicUsize,
}

fn hash(key: &[u64; MAX_KEY]) -> u64 {
    // Multiply-and-fold mixing; quality matters only for speed.
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product as u64) ^ ((product >> 64) as u64)
    };
    let low = fold(
        key[0] ^ 0x9e37_79b9_7f4a_7c15,
        key[1] ^ 0xd1b5_4a32_d192_ed03,
    );
    fold(low ^ key[2] ^ 0x8bb8_4b93_962e_acc9, 0xa076_1d64_78bd_642f)
}

impl Table {
    /// Bytes that a table of so many buckets takes.
    #[must_use]
    pub const fn bytes_for(buckets: usize) -> usize {
        buckets * size_of::<Block>()
    }

    /// An empty table of `buckets` buckets; `shared` if several threads will
    /// use it at a time. Untouched memory is not resident. `None` if the system has none.
    #[must_use]
    pub fn new(key_words: usize, entry_words: usize, buckets: usize, shared: bool) -> Option<Self> {
        debug_assert!(buckets > 0 && key_words <= MAX_KEY);
        debug_assert!(entry_words <= MAX_BOUNDS);
        let sharing = || Sharing {
            stripes: (0..STRIPES).map(|_| Stripe(AtomicU64::new(0))).collect(),
            busy: Busy::new(),
        };
        Some(Self {
            blocks: Blocks::zeroed(buckets)?,
            key_words,
            entry_words,
            room: BLOCK / (key_words + entry_words),
            sharing: shared.then(sharing),
            entries: AtomicUsize::new(0),
            turn: AtomicUsize::new(0),
        })
    }

    /// The same entries in a table of another size, or for another number of threads. Where the
    /// new one is too small some are lost. `None` if the system has no memory for it.
    #[must_use]
    pub fn rebuilt(&self, buckets: usize, shared: bool) -> Option<Self> {
        let table = Self::new(self.key_words, self.entry_words, buckets, shared)?;
        for block in self.blocks.all() {
            for entry in block.0.chunks_exact(self.key_words + self.entry_words) {
                let key = copied(&entry[..self.key_words]);
                if key == [0; MAX_KEY] {
                    break;
                }
                table.write(&key, &copied(&entry[self.key_words..]));
            }
        }
        Some(table)
    }

    /// Buckets of the next larger table, `growth` times as many or as there is room for in so many
    /// bytes; `None` if that is hardly more. While the entries move the old one is still there.
    #[must_use]
    pub fn larger(&self, growth: usize, bytes: usize) -> Option<usize> {
        let room = bytes.saturating_sub(Self::bytes_for(self.buckets())) / Self::bytes_for(1);
        let size = room.min(self.buckets() * growth);
        (size >= self.buckets() * 3 / 2).then_some(size)
    }

    /// Reads a word of each key's bucket, so that the memory is on its way to the processor for
    /// all of them before the first is waited for.
    pub fn fetch<K: Key>(&self, keys: &[K]) {
        let mut seen = 0;
        for key in keys {
            let words = &self.bucket(&key.words()).0.0;
            seen |= words[0].load(Ordering::Relaxed) | words[BLOCK / 2].load(Ordering::Relaxed);
        }
        std::hint::black_box(seen);
    }

    /// Number of entries held.
    #[must_use]
    pub fn count(&self) -> usize {
        self.entries.load(Ordering::Relaxed)
    }

    /// Number of entries there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets() * self.room
    }

    /// Number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.blocks.all().len()
    }

    /// A key's bucket and its place among them.
    fn bucket(&self, key: &[u64; MAX_KEY]) -> (&Block, usize) {
        let blocks = self.blocks.all();
        // The high half of hash × buckets: an even spread over any number of buckets.
        let place = ((u128::from(hash(key)) * blocks.len() as u128) >> 64) as usize;
        (&blocks[place], place)
    }

    /// What is stored of a key.
    #[must_use]
    pub fn get<K: Key, E: Entry>(&self, key: K) -> Option<E> {
        debug_assert!(K::WORDS == self.key_words && E::WORDS == self.entry_words);
        let key = key.words();
        let (block, place) = self.bucket(&key);
        let read = || find::<K, E>(block, &key);
        let Some(sharing) = &self.sharing else {
            return read().map(E::from_words);
        };
        let stripe = &sharing.stripes[place % STRIPES].0;
        loop {
            let before = stripe.load(Ordering::Acquire);
            let found = read();
            fence(Ordering::Acquire);
            if before & 1 == 0 && stripe.load(Ordering::Relaxed) == before {
                return found.map(E::from_words);
            }
            std::hint::spin_loop();
        }
    }

    /// Whether it was made for several threads.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        self.sharing.is_some()
    }

    /// Notes for the other threads that work on a key begins.
    pub fn enter<K: Key>(&self, key: K) {
        if let Some(sharing) = &self.sharing {
            sharing.busy.enter(hash(&key.words()));
        }
    }

    /// Work on a key ends.
    pub fn leave<K: Key>(&self, key: K) {
        if let Some(sharing) = &self.sharing {
            sharing.busy.leave(hash(&key.words()));
        }
    }

    /// Whether another thread seems to be at work on a key.
    pub fn is_busy<K: Key>(&self, key: K) -> bool {
        let busy = |sharing: &Sharing| sharing.busy.holds(hash(&key.words()));
        self.sharing.as_ref().is_some_and(busy)
    }

    /// Stores bounds, in place of any older ones of the same key.
    pub fn put<K: Key, E: Entry>(&self, key: K, entry: E) {
        debug_assert!(K::WORDS == self.key_words && E::WORDS == self.entry_words);
        self.write(&key.words(), &entry.to_words());
    }

    fn write(&self, key: &[u64; MAX_KEY], bounds: &[u64; MAX_BOUNDS]) {
        debug_assert!(*key != [0; MAX_KEY]);
        let (block, place) = self.bucket(key);
        let Some(sharing) = &self.sharing else {
            self.write_entry(block, key, bounds);
            return;
        };
        let stripe = &sharing.stripes[place % STRIPES].0;
        loop {
            let before = stripe.load(Ordering::Relaxed);
            let lock = |old| {
                stripe.compare_exchange_weak(old, old + 1, Ordering::Acquire, Ordering::Relaxed)
            };
            if before & 1 == 0 && lock(before).is_ok() {
                fence(Ordering::Release);
                self.write_entry(block, key, bounds);
                stripe.store(before + 2, Ordering::Release);
                return;
            }
            std::hint::spin_loop();
        }
    }

    fn write_entry(&self, block: &Block, key: &[u64; MAX_KEY], bounds: &[u64; MAX_BOUNDS]) {
        let words = self.key_words + self.entry_words;
        let entry = block.0.chunks_exact(words).find(|entry| {
            let stored = copied(&entry[..self.key_words]);
            stored == *key || stored == [0; MAX_KEY]
        });
        let entry = entry.unwrap_or_else(|| {
            let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.room;
            &block.0[turn * words..(turn + 1) * words]
        });
        let (stored, values) = entry.split_at(self.key_words);
        if copied(stored) == [0; MAX_KEY] {
            self.entries.fetch_add(1, Ordering::Relaxed);
        }
        for (atomic, word) in stored.iter().zip(key).chain(values.iter().zip(bounds)) {
            atomic.store(*word, Ordering::Relaxed);
        }
    }
}

/// The words' values, padded with zeros.
fn copied<const N: usize>(words: &[AtomicU64]) -> [u64; N] {
    let mut copy = [0; N];
    for (word, atomic) in copy.iter_mut().zip(words) {
        *word = atomic.load(Ordering::Relaxed);
    }
    copy
}

/// The bounds that a bucket holds of a key.
fn find<K: Key, E: Entry>(block: &Block, key: &[u64; MAX_KEY]) -> Option<[u64; MAX_BOUNDS]> {
    let mut entries = block.0.chunks_exact(K::WORDS + E::WORDS);
    let entry = entries.find(|entry| {
        let stored = entry[..K::WORDS].iter().zip(key);
        stored
            .map(|(word, wanted)| word.load(Ordering::Relaxed) ^ wanted)
            .fold(0, |differ, word| differ | word)
            == 0
    })?;
    Some(copied(&entry[K::WORDS..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    struct TwoWords(u64, u64);

    impl Key for TwoWords {
        const WORDS: usize = 2;
        fn words(self) -> [u64; MAX_KEY] {
            [self.0, self.1, 0]
        }
    }

    impl Entry for TwoWords {
        const WORDS: usize = 2;
        fn to_words(self) -> [u64; MAX_BOUNDS] {
            [self.0, self.1, 0, 0]
        }
        fn from_words(words: [u64; MAX_BOUNDS]) -> Self {
            Self(words[0], words[1])
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored_last() {
        let table = Table::new(2, 2, 64, false).unwrap();
        for round in 0..2 {
            for i in 1..2000 {
                table.put(TwoWords(i, i * 7), TwoWords(i + round, i ^ 5));
            }
        }
        let grown = table.rebuilt(1024, false).unwrap();
        assert_eq!(table.count(), grown.count());
        let mut found = 0;
        for i in 1..2000 {
            if let Some(TwoWords(a, b)) = table.get(TwoWords(i, i * 7)) {
                assert_eq!((a, b), (i + 1, i ^ 5));
                assert!(grown.get::<_, TwoWords>(TwoWords(i, i * 7)).is_some());
                found += 1;
            }
        }
        assert_eq!(found, table.count());
        assert!(found > 200, "{found} of {}", table.capacity());
    }

    #[test]
    fn threads_never_read_a_torn_entry() {
        let table = Table::new(2, 2, 4, true).unwrap();
        std::thread::scope(|scope| {
            for seed in 0..2u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000u64 {
                        let k = (i * 31 + seed * 17) % 97 + 1;
                        table.put(TwoWords(k, k << 32), TwoWords(i, i ^ k));
                        let probe = i % 97 + 1;
                        if let Some(TwoWords(a, b)) = table.get(TwoWords(probe, probe << 32)) {
                            assert_eq!(a ^ b, probe);
                        }
                    }
                });
            }
        });
    }
}
