//! Places a row that settles the order of joined columns through open labels.
//!
//! The label of an open digit depends on where the column of its first appearance (its *home*) stands among the
//! columns joined to it. The row is built from the left. At each position the least label possible is taken, since
//! an earlier position outweighs all later ones:
//!
//! - A blank is the least. All joined columns that are blank here go first and stay joined.
//! - An open digit can have the label of the first position joined to its home, and then its home goes there. When
//!   several columns offer that label, each is a branch of its own: they lead to the same row but not to the same map.
//! - New digits are the greatest. When nothing else is left in joined columns, they stay joined.
//!
//! Nothing else is cut, so the least row and every map that has it are found.

use super::partial::PartialMap;

/// A row under construction: the map with the columns moved so far, and the positions that are done.
#[derive(Clone, Copy)]
struct Node {
    map: PartialMap,
    position: usize,
    key: u32,
}

/// The most nodes that wait at once: a node makes at most three, two of which wait, at each of nine positions and
/// three stacks.
const MOST_NODES: usize = 32;

/// Calls `found` with the key of a row and the map after it, for each map that may be least; `best` gives the least
/// key known so far, and rows that exceed it are left out.
pub(super) fn place_deferred(
    map: &PartialMap,
    cells: &[u8; 9],
    mut best: u32,
    mut found: impl FnMut(u32, PartialMap) -> u32,
) {
    let mut nodes = [Node { map: *map, position: 0, key: 0 }; MOST_NODES];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let node = nodes[count];
        if node.key > best / POWERS[9 - node.position] {
            continue;
        }
        if node.position == 9 {
            best = found(node.key, node.map);
        } else {
            node.step(cells, |child| {
                nodes[count] = child;
                count += 1;
            });
        }
    }
}

const POWERS: [u32; 10] =
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

impl Node {
    /// Goes on by one position, or by several joined ones that stay joined, on each branch.
    fn step(mut self, cells: &[u8; 9], mut branch: impl FnMut(Self)) {
        let (position, stack) = (self.position, self.position / 3);
        if position % 3 == 0 && self.map.joined_stacks >> stack & 1 != 0 {
            return self.choose_stack(cells, branch);
        }
        let last = (position..9).find(|&p| self.map.joined >> p & 1 == 0).unwrap_or(8);
        let values: [u8; 3] =
            std::array::from_fn(
                |i| if position + i <= last { self.value(position + i, cells) } else { u8::MAX },
            );
        let least = values[0].min(values[1]).min(values[2]);
        let offers = |i: &usize| values[*i] == least;
        if least == 0 || self.is_new(position + values.iter().position(|&v| v == least).unwrap_or(0), cells) {
            let mut to = position;
            for i in (0..3).filter(offers) {
                self.exchange(position + i, to);
                to += 1;
            }
            self.split_before(to);
            for _ in position..to {
                self.key = 10 * self.key + u32::from(least);
            }
            self.position = to;
            return branch(self);
        }
        for i in (0..3).filter(offers) {
            let mut child = self;
            child.take(position + i, cells);
            child.key = 10 * child.key + u32::from(least);
            child.position += 1;
            branch(child);
        }
    }

    /// Brings one of the joined stacks to the place in turn: the blank ones all at once, where they stay joined, or
    /// else each of the others on a branch of its own.
    fn choose_stack(mut self, cells: &[u8; 9], mut branch: impl FnMut(Self)) {
        let first = self.position / 3;
        let last = (first..3).find(|&s| self.map.joined_stacks >> s & 1 == 0).unwrap_or(2);
        let is_blank =
            |node: &Self, stack: usize| (3 * stack..3 * stack + 3).all(|p| node.digit(p, cells) == 0);
        let mut to = first;
        for stack in first..=last {
            if is_blank(&self, stack) {
                self.exchange_stacks(stack, to);
                to += 1;
            }
        }
        if to > first {
            self.map.joined_stacks &= !(1 << to >> 1);
            for _ in first..to {
                self.key *= 1000;
            }
            self.position = 3 * to;
            return branch(self);
        }
        for stack in first..=last {
            let mut child = self;
            child.exchange_stacks(stack, first);
            child.map.joined_stacks &= !(1 << first);
            branch(child);
        }
    }

    fn digit(&self, position: usize, cells: &[u8; 9]) -> usize {
        usize::from(cells[usize::from(self.map.columns[position])])
    }

    fn is_new(&self, position: usize, cells: &[u8; 9]) -> bool {
        self.map.unlabelled >> self.digit(position, cells) & 1 != 0
    }

    /// The least label that the column at `from` can have at the position in turn.
    fn value(&self, from: usize, cells: &[u8; 9]) -> u8 {
        let digit = self.digit(from, cells);
        let label = self.map.labels[digit];
        if self.map.open >> digit & 1 == 0 {
            return label;
        }
        let home = self.map.position(self.map.homes[digit]);
        let mut first = self.map.first_joined(home);
        // A home in the same joined columns goes second. It is another column: a column has each digit once.
        first += usize::from(first == self.position);
        label + first as u8 - home as u8
    }

    /// Puts the column at `from` to the position in turn and the home of its open digit to the first position that
    /// it can have.
    fn take(&mut self, from: usize, cells: &[u8; 9]) {
        let position = self.position;
        let digit = self.digit(from, cells);
        self.exchange(from, position);
        self.split_before(position + 1);
        if self.map.open >> digit & 1 != 0 {
            let home = self.map.position(self.map.homes[digit]);
            let first = self.map.first_joined(home);
            self.exchange(home, first);
            self.split_before(first + 1);
        }
    }

    /// The columns before this position are no longer joined to those from it on.
    fn split_before(&mut self, position: usize) {
        self.map.joined &= !(1 << position >> 1);
    }

    fn exchange(&mut self, one: usize, other: usize) {
        if one != other {
            let mut columns = self.map.columns;
            columns.swap(one, other);
            self.map.reorder(columns);
        }
    }

    /// Joined stacks are blank so far: they hold no home of an open digit.
    fn exchange_stacks(&mut self, one: usize, other: usize) {
        if one != other {
            for i in 0..3 {
                self.map.columns.swap(3 * one + i, 3 * other + i);
            }
        }
    }
}
