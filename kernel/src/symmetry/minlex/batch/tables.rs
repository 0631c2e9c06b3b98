//! The layout of a row's cells in a quarter, and the orders in which columns with new digits are told apart.
//!
//! ```text
//! byte        15 … 12   11 10  9  8    7  6  5  4    3  2  1  0
//! position     –         0  1  2  –    3  4  5  –    6  7  8  –
//! ```
//!
//! A stack is a 32-bit word, in descending order. So the values of the three stacks, packed to 16 bits, make one number
//! that compares like the row. The byte of a cell holds `label << 4 | column`.

use std::sync::LazyLock;

use super::super::{super::orders::orders_by_joins, clues::ALL_LINES};
use super::lanes::{BYTE, NONE, joined_order};
use crate::simd::Quarter;

/// The position at each byte, or 15 if there is none.
pub(super) const BY_BYTE: Quarter = {
    let mut positions = [15; 16];
    const_for!(position in 0..9 => {
        positions[BYTE[position] as usize] = position as u8;
    });
    positions
};

/// The most orders of columns with new digits that are told apart at once. A board with more of them in a row goes to the
/// search that leaves them joined.
const MOST_ORDERS: usize = 12;

/// The orders that tell tied new digits apart: a range of [`Tables::orders`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderList {
    pub first: u16,
    /// The number of orders, or 0 if there are too many.
    pub count: u16,
}

/// The tables, made on first use.
#[derive(Debug)]
pub(super) struct Tables {
    /// For each set of clues of a first row, the orders of columns that make it least; empty if there are too many.
    first_orders: Vec<Vec<Quarter>>,
    /// For each set of ties (six bits of joined columns and two of joined stacks), its range of `orders`.
    pub lists: [OrderList; 256],
    orders: Vec<Quarter>,
    /// The list of rows after each choice at each depth: see [`list_after`].
    lists_after: [[Quarter; 16]; 9],
}

impl Tables {
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        &TABLES
    }

    fn new() -> Self {
        let mut made = Self {
            first_orders: (0..512).map(first_rows).collect(),
            lists: [OrderList::default(); 256],
            orders: Vec::new(),
            lists_after: std::array::from_fn(|depth| std::array::from_fn(|choice| list_after(depth, choice))),
        };
        for ties in 0..256 {
            let orders = orders(ties);
            made.lists[ties] = OrderList { first: made.orders.len() as u16, count: orders.len() as u16 };
            made.orders.extend(orders);
        }
        made.orders.resize(made.orders.len() + 2, made.orders[0]); // `list_tied` always writes two orders, even of shorter lists
        made
    }

    /// Returns the orders of columns that give the least first row with these clues, or none if there are too many.
    #[inline]
    pub(super) fn first_rows(&self, clues: u16) -> &[Quarter] {
        &self.first_orders[usize::from(clues & ALL_LINES)]
    }

    /// Returns the shuffle of the list of rows after a choice.
    #[inline]
    pub(super) fn list_after(&self, depth: usize, choice: usize) -> &Quarter {
        &self.lists_after[depth][choice % 16]
    }

    /// Returns an order of the bytes of a row.
    #[inline]
    pub(super) fn order(&self, number: u16) -> &Quarter {
        &self.orders[usize::from(number)]
    }
}

/// Returns the orders of the bytes of a row with these ties: six bits of columns and two of stacks. Bytes without a position
/// stay in place.
fn orders(ties: usize) -> Vec<Quarter> {
    let of = |shift: usize| orders_by_joins(ties >> shift & 2 != 0, ties >> shift & 1 != 0);
    let (stacks, [a, b, c]) = (of(0), [of(6), of(4), of(2)]);
    if stacks.len() * a.len() * b.len() * c.len() > MOST_ORDERS {
        return Vec::new();
    }
    let mut orders = Vec::new();
    for (stack, a, b, c) in stacks.iter().flat_map(|stack| {
        a.iter().flat_map(move |a| b.iter().flat_map(move |b| c.iter().map(move |c| (stack, a, b, c))))
    }) {
        let mut order = std::array::from_fn(|byte| byte as u8);
        for position in 0..9 {
            let stack = usize::from(stack[position / 3]);
            order[usize::from(BYTE[position])] =
                BYTE[3 * stack + usize::from([a, b, c][stack][position % 3])];
        }
        orders.push(order);
    }
    orders
}

fn first_rows(clues: u16) -> Vec<Quarter> {
    let cells = sorted_by_clues(clues);
    let is_new = |position: usize| cells[position] & 16 != 0;
    let stack = |s: usize| [3 * s, 3 * s + 1, 3 * s + 2].map(is_new);
    let equal = (1..9).filter(|p| p % 3 != 0 && is_new(p - 1) == is_new(*p));
    let joined =
        |new: bool| equal.clone().filter(|&p| is_new(p) == new).fold(0, |all, p| all | 1_u16 << BYTE[p]);
    let joined_stacks = |new: bool| {
        let equal = |s: usize| u8::from(stack(s - 1) == stack(s) && (stack(s) != [false; 3]) == new);
        equal(1) << 1 | equal(2)
    };
    let mut order = [NONE; 16];
    for (byte, cell) in BYTE.into_iter().zip(cells) {
        order[usize::from(byte)] = cell & 15;
    }
    // The six bits of second and third columns side by side.
    let ties =
        [10, 9, 6, 5, 2, 1].iter().fold(0, |bits, byte| bits << 1 | usize::from(joined(true) >> byte & 1));
    orders(ties << 2 | usize::from(joined_stacks(true)))
        .into_iter()
        .map(|by| joined_order(by.map(|byte| order[usize::from(byte)]), joined(false), joined_stacks(false)))
        .collect()
}

/// Returns the columns of the least first row, with 16 added for a clue.
fn sorted_by_clues(clues: u16) -> [u8; 9] {
    let mut stacks = [0, 3, 6].map(|first| {
        let mut stack = [first, first + 1, first + 2].map(|column| (clues >> column & 1) as u8 * 16 + column);
        stack.sort_unstable();
        stack
    });
    stacks.sort_by_key(|stack| stack.map(|cell| cell & 16));
    std::array::from_fn(|position| stacks[position / 3][position % 3])
}

/// Returns the shuffle of the list of rows after this choice among the rows that may come next. Among the rows left, the chosen
/// one comes first, then the others of its band, then the other bands.
fn list_after(depth: usize, choice: usize) -> Quarter {
    let mut list = std::array::from_fn(|byte| byte as u8);
    let chosen = (depth + choice) as u8;
    if chosen < 9 {
        list[depth..9].sort_by_key(|&row| (row != chosen, row / 3 != chosen / 3)); // keeps the order of the others
    }
    list
}
