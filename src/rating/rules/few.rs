//! Bounded lists, which do not allocate.

use std::fmt;
use std::ops::Deref;

use crate::board::grid::Cell;

/// At most `MOST` items in their order.
#[derive(Clone, Copy)]
pub(crate) struct Few<T, const MOST: usize> {
    items: [T; MOST],
    count: u8,
}

/// An item of such a list.
pub(crate) trait Blank: Copy {
    /// The value of unused places.
    const BLANK: Self;
}

impl Blank for u8 {
    const BLANK: Self = 0;
}

impl Blank for Cell {
    const BLANK: Self = Cell::FIRST;
}

impl<T: Blank, U: Blank> Blank for (T, U) {
    const BLANK: Self = (T::BLANK, U::BLANK);
}

impl<T: Blank, const MOST: usize> Few<T, MOST> {
    /// No items.
    pub(crate) const NONE: Self = Self { items: [T::BLANK; MOST], count: 0 };

    /// Returns a list of these items.
    ///
    /// # Panics
    /// Panics if there are more than `MOST`, which every caller rules out.
    pub(crate) fn of(items: impl IntoIterator<Item = T>) -> Self {
        let mut few = Self::NONE;
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

impl<T: PartialEq, const MOST: usize> PartialEq for Few<T, MOST> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const MOST: usize> Eq for Few<T, MOST> {}

impl<T: fmt::Debug, const MOST: usize> fmt::Debug for Few<T, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
