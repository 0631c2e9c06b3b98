//! Places a row under a map and tells joined columns apart.
//!
//! The label of an open digit depends on the position of its *home*, the column of its first appearance, among the
//! columns joined to it. The row is built from the left. Each position gets the least possible label, since an earlier
//! position outweighs all later ones:
//!
//! - A blank is the least. All joined columns that are blank here go first and stay joined.
//! - An open digit can have the label of the first position joined to its home. Its home then goes there. If several
//!   columns offer that label, each is a separate branch: they lead to the same row but to different maps.
//! - New digits are the greatest. If nothing else is left in joined columns, they stay joined.
//!
//! Nothing else is pruned, so the search finds the least row and every map that has it.

use super::partial::PartialMap;
use crate::simd::Quarter;

/// A row under construction: the map with the columns moved so far, and the finished positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenRow {
    map: PartialMap,
    position: usize,
    /// The labels of the finished positions, as a part of a row's key (see `row_key`).
    key: u64,
}

/// The most nodes that wait at once. At each of nine positions and three stacks, a node makes at most three nodes. Two of them
/// wait while the search follows the third.
const MOST_NODES: usize = 32;

/// Returns the memory for waiting nodes.
pub(super) fn room() -> Vec<OpenRow> {
    Vec::with_capacity(MOST_NODES)
}

/// Calls `found` with the key of a row and the map after it, for each map that may be least. `best` is the least key known
/// so far. Rows that exceed the least key are left out.
#[inline]
pub(super) fn place_row(
    map: &PartialMap,
    cells: &Quarter,
    bound: u64,
    mut best: u64,
    nodes: &mut Vec<OpenRow>,
    mut found: impl FnMut(u64, &mut PartialMap),
) {
    let mut node = OpenRow { map: *map, position: 0, key: 0 };
    if map.joined == 0 && map.joined_stacks == 0 {
        return found(bound, &mut node.map);
    }
    nodes.clear();
    loop {
        while node.key <= best >> (4 * (9 - node.position)) {
            if node.position == 9 {
                best = node.key;
                found(node.key, &mut node.map);
                break;
            }
            node.step(cells, nodes);
        }
        let Some(next) = nodes.pop() else { return };
        node = next;
    }
}

impl OpenRow {
    /// Advances by one position, or by several joined ones that stay joined. Adds other branches to `nodes`.
    #[inline(always)]
    fn step(&mut self, cells: &Quarter, nodes: &mut Vec<OpenRow>) {
        let position = self.position;
        let joined_stacks = self.map.joined_stacks;
        if joined_stacks != 0 && position.is_multiple_of(3) && joined_stacks >> (position / 3) & 1 != 0 {
            return self.choose_stack(cells, nodes);
        }
        let joined = match self.map.joined >> position & 0b11 {
            0b00 | 0b10 => return self.take_only(cells),
            0b01 => 2,
            _ => 3,
        };
        let mut values = [u8::MAX; 3];
        for i in 0..joined {
            values[i] = self.value(position + i, cells);
        }
        let least = values[0].min(values[1]).min(values[2]);
        let is_new = least == 10 - self.map.unlabelled.count_ones() as u8;
        if least == 0 || is_new {
            return self.keep_joined(values, least);
        }
        let mut offers = (0..joined).filter(|&i| values[i] == least);
        let first = offers.next().unwrap_or(0);
        for i in offers {
            let mut other = *self;
            other.take(position + i, least, cells);
            nodes.push(other);
        }
        self.take(position + first, least, cells);
    }

    /// Advances by the current position, whose column is settled.
    #[inline]
    fn take_only(&mut self, cells: &Quarter) {
        let digit = self.digit(self.position, cells);
        if self.map.open >> digit & 1 != 0 {
            let label = self.value(self.position, cells);
            self.take(self.position, label, cells);
        } else {
            self.append(self.map.labels[digit]);
        }
    }

    /// Moves the joined columns with the value `least`, a blank or a new digit, to the front and keeps them joined.
    #[inline]
    fn keep_joined(&mut self, values: [u8; 3], least: u8) {
        let position = self.position;
        for i in 0..3 {
            if values[i] == least {
                self.map.columns.swap(position + i, self.position);
                self.append(least);
            }
        }
        self.split_before(self.position);
    }

    /// Moves one of the joined stacks to the current place. Blank stacks move all at once and stay joined; otherwise each stack
    /// is a separate branch.
    #[inline]
    fn choose_stack(&mut self, cells: &Quarter, nodes: &mut Vec<OpenRow>) {
        let first = self.position / 3;
        let last = if self.map.joined_stacks >> first & 0b11 == 0b11 { first + 2 } else { first + 1 };
        let is_blank =
            |node: &Self, stack: usize| (3 * stack..3 * stack + 3).all(|p| node.digit(p, cells) == 0);
        let mut to = first;
        for stack in first..=last {
            if is_blank(self, stack) {
                self.exchange_stacks(stack, to);
                to += 1;
            }
        }
        if to > first {
            self.map.joined_stacks &= !(1 << to >> 1);
            (first..to).for_each(|_| self.key <<= 12);
            self.position = 3 * to;
            return;
        }
        self.map.joined_stacks &= !(1 << first);
        for stack in first + 1..=last {
            let mut other = *self;
            other.exchange_stacks(stack, first);
            nodes.push(other);
        }
    }

    #[inline]
    fn digit(&self, position: usize, cells: &Quarter) -> usize {
        usize::from(cells[usize::from(self.map.columns[position] & 15)] & 15)
    }

    /// Returns the least label that the column at `from` can have at the current position.
    #[inline]
    fn value(&self, from: usize, cells: &Quarter) -> u8 {
        let digit = self.digit(from, cells);
        let label = self.map.labels[digit];
        if self.map.open >> digit & 1 == 0 {
            return label;
        }
        let first = self.map.first_joined(self.map.home(digit));
        // A home in the same joined columns goes second. It is a different column, since a column has each digit once.
        label.wrapping_add((first + usize::from(first == self.position)) as u8)
    }

    /// Moves the column at `from` to the current position, and the home of its open digit to the first position that it can
    /// have.
    #[inline]
    fn take(&mut self, from: usize, label: u8, cells: &Quarter) {
        let digit = self.digit(from, cells);
        self.map.columns.swap(from, self.position);
        self.split_before(self.position + 1);
        if self.map.open >> digit & 1 != 0 {
            let home = self.map.home(digit);
            let first = self.map.first_joined(home);
            self.map.columns.swap(home, first);
            self.split_before(first + 1);
        }
        self.append(label);
    }

    #[inline]
    fn append(&mut self, label: u8) {
        self.key = self.key << 4 | u64::from(label);
        self.position += 1;
    }

    /// Separates the columns before this position from the ones from it on.
    #[inline]
    fn split_before(&mut self, position: usize) {
        self.map.joined &= !(1 << position >> 1);
    }

    #[inline]
    fn exchange_stacks(&mut self, one: usize, other: usize) {
        if one != other {
            for i in 0..3 {
                self.map.columns.swap(3 * one + i, 3 * other + i);
            }
        }
    }
}
