//! Loads and stores of vectors.

#![allow(unsafe_code)] // reads and writes of data of another type

/// A type for which every bit pattern is a valid value.
///
/// # Safety
/// The type has no padding, no pointers and no invalid values.
pub unsafe trait Plain: Copy + Send {}

/// Declares types to be plain.
macro_rules! plain {
    ($($type:ty)+) => {
        $(
            // SAFETY: it is an integer or a vector of integers.
            unsafe impl $crate::simd::Plain for $type {}
        )+
    };
}
pub(super) use plain;

plain! { u8 i8 u16 u32 u64 }

// SAFETY: an array adds no padding.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// Loads the first bytes of `from`.
#[inline(always)]
pub fn load<T: Plain, V: Plain>(from: &T) -> V {
    const { assert!(size_of::<V>() <= size_of::<T>()) }
    // SAFETY: the reference is to enough bytes, and any bits are a `V`.
    unsafe { std::ptr::from_ref(from).cast::<V>().read_unaligned() }
}

/// Stores to the first bytes of `to`.
#[inline(always)]
pub fn store<T: Plain, V: Plain>(v: V, to: &mut T) {
    const { assert!(size_of::<V>() <= size_of::<T>()) }
    // SAFETY: the reference is to enough bytes, and any bits are a `T`.
    unsafe { std::ptr::from_mut(to).cast::<V>().write_unaligned(v) }
}
