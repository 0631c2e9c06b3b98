//! Bounded lists, which do not allocate.

use std::fmt;
use std::ops::Deref;

/// At most `MOST` items in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Few<T, const MOST: usize> {
    /// The items, then copies of a blank.
    items: [T; MOST],
    count: u8,
}

impl<T: Copy, const MOST: usize> Few<T, MOST> {
    /// Returns a list of these items, with `blank` in the unused places, which is always the same for a type of items.
    ///
    /// # Panics
    /// Panics if there are more than `MOST`, which every caller rules out.
    pub(crate) fn of(blank: T, items: impl IntoIterator<Item = T>) -> Self {
        let mut few = Self { items: [blank; MOST], count: 0 };
        for item in items {
            few.items[usize::from(few.count)] = item;
            few.count += 1;
        }
        few
    }
}

impl<T, const MOST: usize> Deref for Few<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.count)]
    }
}

impl<T: fmt::Debug, const MOST: usize> fmt::Debug for Few<T, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
