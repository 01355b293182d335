//! Zeroed room for values of one writer at a time, in large pages where the system has them.
//!
//! [`Blocks`](pages::Blocks) are words that several threads write at once: those cannot be viewed as
//! plain bytes, and plain values cannot be shared so. Both get their memory from [`pages`].

use std::marker::PhantomData;

use memmap2::MmapMut;
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout};

use super::pages;

/// What may lie in a room.
pub trait Stored: FromBytes + IntoBytes + Immutable + KnownLayout + Copy {}
impl<R: FromBytes + IntoBytes + Immutable + KnownLayout + Copy> Stored for R {}

/// Values, zero at first.
pub struct Room<R> {
    place: Place<R>,
}

enum Place<R> {
    Heap(Box<[R]>),
    Mapped(MmapMut, PhantomData<R>),
}

impl<R: Stored> Room<R> {
    /// Room for so many. `None` if the system has none.
    #[must_use]
    pub fn zeroed(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<R>())?;
        let place = if bytes < pages::LARGE {
            Place::Heap(<[R]>::new_box_zeroed_with_elems(count).ok()?)
        } else {
            Place::Mapped(pages::map(bytes)?, PhantomData)
        };
        Some(Self { place })
    }

    /// The values.
    #[must_use]
    pub fn all(&self) -> &[R] {
        match &self.place {
            Place::Heap(values) => values,
            Place::Mapped(map, _) => <[R]>::ref_from_bytes(map).unwrap_or_default(),
        }
    }

    /// The values.
    #[must_use]
    pub fn all_mut(&mut self) -> &mut [R] {
        match &mut self.place {
            Place::Heap(values) => values,
            Place::Mapped(map, _) => <[R]>::mut_from_bytes(map).unwrap_or_default(),
        }
    }
}
