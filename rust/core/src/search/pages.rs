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
const LARGE: usize = 4 << 20;

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
    /// So many blocks.
    #[must_use]
    pub fn zeroed(count: usize) -> Self {
        let mapped = (count >= LARGE / size_of::<Block>())
            .then(|| map(count))
            .flatten();
        Self(mapped.map_or_else(
            || Memory::Heap(<[Block]>::new_box_zeroed_with_elems(count).unwrap_or_default()),
            Memory::Mapped,
        ))
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

fn map(count: usize) -> Option<Mapped> {
    let map = MmapMut::map_anon(count * size_of::<Block>()).ok()?;
    // A system without large pages refuses; the memory is as good.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Mapped::try_new(MutBorrow::new(map), |map| {
        <[Block]>::mut_from_bytes(map.borrow_mut())
            .map(|blocks| &*blocks)
            .map_err(|_| ())
    })
    .ok()
}
