//! The least of some items.

/// The least items so far, and some more.
#[derive(Clone, Debug)]
pub(crate) struct Least<T> {
    items: Vec<T>,
    /// The item from which on none is kept, once some were dropped.
    bound: Option<T>,
}

impl<T> Default for Least<T> {
    fn default() -> Self {
        Self { items: Vec::new(), bound: None }
    }
}

impl<T: Copy + Ord> Least<T> {
    /// Adds an item if it may be among the least. Returns whether it does.
    #[inline]
    pub(crate) fn push(&mut self, item: T) -> bool {
        if self.bound.is_some_and(|bound| item >= bound) {
            return false;
        }
        // A vector doubles, which costs twice the memory on systems that count reserved memory.
        if self.items.len() == self.items.capacity() {
            self.items.reserve_exact((self.items.len() / 4).max(64));
        }
        self.items.push(item);
        true
    }

    /// Returns the number of items that are kept.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Drops all but the `count` least items.
    pub(crate) fn keep(&mut self, count: usize) {
        if self.items.len() > count {
            let (_, &mut bound, _) = self.items.select_nth_unstable(count);
            self.items.truncate(count);
            self.bound = Some(bound);
        }
    }

    /// Returns the items that are kept, in any order.
    pub(crate) fn into_items(self) -> Vec<T> {
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_items_are_kept_whenever_others_are_dropped() {
        let numbers: Vec<u64> = (0..2000).map(|number| number * 7919 % 2003).collect();
        for every in [1, 10, 5000] {
            let mut least = Least::default();
            for (index, &number) in numbers.iter().enumerate() {
                least.push(number);
                if index % every == 0 {
                    least.keep(50);
                }
            }
            least.keep(50);
            let mut items = least.into_items();
            items.sort_unstable();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            assert_eq!(items, expected[..50]);
        }
    }
}
