//! What growing maps and lists take.

use std::collections::HashMap;

/// Parts of 8 of which a hash map is full when it grows to twice its size.
const FULL: usize = 7;

/// Larger pieces of memory have pages of their own, which the system can move elsewhere.
const LARGE: usize = 32 << 20;

/// Bytes that a hash map takes, the larger one that it is soon to move into included: both are
/// there while it moves.
pub fn map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> usize {
    let places = map.capacity() * 8 / FULL;
    places * (size_of::<(K, V)>() + 1) * times(map.len(), map.capacity())
}

/// The same of a list. From some size on it grows where it stands, and has no more than is used.
pub const fn list_bytes<V>(list: &Vec<V>) -> usize {
    let bytes = list.capacity() * size_of::<V>();
    if bytes > LARGE {
        return list.len() * size_of::<V>();
    }
    bytes * times(list.len(), list.capacity())
}

/// How often what it has now counts: with twice as much beside it where it is nearly full.
const fn times(len: usize, capacity: usize) -> usize {
    if len + len / 16 > capacity { 3 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::map_bytes;
    use std::collections::HashMap;

    #[test]
    fn a_map_about_to_grow_counts_as_what_it_becomes() {
        let mut map: HashMap<u64, u64> = (0..1000).map(|n| (n, n)).collect();
        let room = map.capacity();
        let before = map_bytes(&map);
        assert!(before >= room * size_of::<(u64, u64)>());
        while map.len() < room {
            map.insert(map.len() as u64, 0);
        }
        let full = map_bytes(&map);
        assert_eq!(full, 3 * before);
        map.insert(u64::MAX, 0);
        assert!(map_bytes(&map) <= full);
        assert!(map_bytes(&map) >= 2 * before);
    }
}
