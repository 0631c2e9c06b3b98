//! Sets of small numbers as the bits of an integer.

/// An integer whose bits are a set: bit `n` is set if `n` is a member.
pub trait BitSet: Copy {
    /// Removes the least member and returns it, or `None` if the set is empty.
    fn take_least(&mut self) -> Option<usize>;
}

/// Returns the members of a set, least first.
#[inline(always)]
pub fn bits<S: BitSet>(mut set: S) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || set.take_least())
}

macro_rules! bit_sets {
    ($($integer:ty)*) => {$(
        impl BitSet for $integer {
            #[inline(always)]
            fn take_least(&mut self) -> Option<usize> {
                let least = self.trailing_zeros() as usize;
                *self &= self.checked_sub(1)?;
                Some(least)
            }
        }
    )*};
}
bit_sets!(u16 u32 u64 u128);
