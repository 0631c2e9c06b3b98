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

/// Returns all choices of `count` of `items`, at least one, in order.
pub(super) fn choices<T: Blank, const MOST: usize, const CHOSEN: usize>(
    items: Few<T, MOST>,
    count: usize,
) -> impl Iterator<Item = Few<T, CHOSEN>> {
    let first = (1_u32 << count) - 1;
    let sets = std::iter::successors(Some(first), |&set| Some(next_of_as_many(set)));
    let sets = sets.take_while(move |&set| set < 1 << items.len());
    sets.map(move |set| {
        Few::of((0..items.len()).filter(|index| set >> index & 1 == 1).map(|index| items[index]))
    })
}

/// Returns the next greater number with the same number of bits (Gosper).
fn next_of_as_many(set: u32) -> u32 {
    let lowest = set & set.wrapping_neg();
    let sum = set + lowest;
    (((sum ^ set) / lowest) >> 2) | sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_choices_come_in_order() {
        for (items, count) in [(0, 1), (1, 2), (4, 2), (9, 4), (9, 9)] {
            let few: Few<u8, 9> = Few::of(0..items);
            let sets = choices::<_, 9, 9>(few, count)
                .map(|set| set.iter().fold(0, |bits, item| bits | 1_u32 << item));
            let expected = (0..1_u32 << items).filter(|set| set.count_ones() as usize == count);
            assert!(sets.eq(expected), "{count} of {items}");
        }
    }
}
