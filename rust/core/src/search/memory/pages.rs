//! Zeroed memory for tables, in large pages where the system has them.
//!
//! A table is read at random places: with pages of 4 KiB nearly every read has to find its page
//! first. Memory is not resident before it is touched.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, FromZeros, IntoBytes, KnownLayout};

/// Words of a block.
pub const BLOCK: usize = 16;

/// Two cache lines side by side, which processors like to read together.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(128))]
pub struct Block(pub [AtomicU64; BLOCK]);

/// From so many bytes on large pages pay; less comes from the heap, which has it at hand.
pub const LARGE: usize = 4 << 20;

type Slice<'a> = &'a [Block];

self_cell! {
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Slice,
    }
}

/// Blocks of zeroed memory.
pub struct Blocks(Memory);

enum Memory {
    Heap(Box<[Block]>),
    Mapped(Mapped),
}

impl Blocks {
    /// So many blocks. `None` if the system has no memory for them.
    #[must_use]
    pub fn zeroed(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<Block>())?;
        Some(Self(if bytes < LARGE {
            Memory::Heap(<[Block]>::new_box_zeroed_with_elems(count).ok()?)
        } else {
            Memory::Mapped(blocks(map(bytes)?)?)
        }))
    }

    /// The blocks.
    #[must_use]
    pub fn all(&self) -> &[Block] {
        match &self.0 {
            Memory::Heap(blocks) => blocks,
            Memory::Mapped(mapped) => mapped.borrow_dependent(),
        }
    }
}

/// So many zeroed bytes. `None` if the system has no memory for them.
#[must_use]
pub fn map(bytes: usize) -> Option<MmapMut> {
    let map = MmapMut::map_anon(bytes).ok()?;
    // A system without large pages refuses; the memory is as good.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some(map)
}

fn blocks(map: MmapMut) -> Option<Mapped> {
    Mapped::try_new(MutBorrow::new(map), |map| {
        <[Block]>::mut_from_bytes(map.borrow_mut())
            .map(|blocks| &*blocks)
            .map_err(|_| ())
    })
    .ok()
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Block, Blocks, LARGE};
    use std::sync::atomic::Ordering;

    #[test]
    fn memory_is_zeroed_or_refused() {
        for count in [1, LARGE / size_of::<Block>()] {
            let blocks = Blocks::zeroed(count).unwrap();
            assert_eq!(blocks.all().len(), count);
            let last = &blocks.all()[count - 1].0[BLOCK - 1];
            assert_eq!(last.load(Ordering::Relaxed), 0);
        }
        assert!(Blocks::zeroed(1 << 50).is_none());
        assert!(Blocks::zeroed(usize::MAX).is_none());
    }
}
