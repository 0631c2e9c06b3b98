//! The tables of the search by batches.

use std::sync::LazyLock;

use super::super::tables::{self, NONE};
use super::lanes::joined_order;

/// The orders that tell tied new digits apart: a part of [`Tables::orders`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderList {
    pub first: u16,
    /// 0 where they are too many.
    pub count: u16,
}

/// The tables, made on first use.
#[derive(Debug)]
pub(super) struct Tables {
    /// For each set of clues of a first row: its part of `first_orders`.
    first_lists: Vec<OrderList>,
    first_orders: Vec<[u8; 16]>,
    /// For each set of ties, six bits of joined columns and two of joined stacks: its part of `orders`.
    pub lists: [OrderList; 256],
    orders: Vec<[u8; 16]>,
}

impl Tables {
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        &TABLES
    }

    fn new() -> Self {
        let known = tables::Tables::get();
        let mut made = Self {
            first_lists: Vec::new(),
            first_orders: Vec::new(),
            lists: [OrderList::default(); 256],
            orders: Vec::new(),
        };
        for clues in 0..512 {
            let columns = known.first_rows(clues);
            made.first_lists.push(list(&made.first_orders, columns.len()));
            made.first_orders.extend(
                columns.iter().map(|known| joined_order(known.order, known.joined, known.joined_stacks)),
            );
        }
        for ties in 0..=255_u8 {
            let orders = known.orders(ties >> 2, ties & 3);
            made.lists[usize::from(ties)] = list(&made.orders, orders.len());
            made.orders.extend(orders.iter().copied().map(with_other_bytes));
        }
        made.orders.resize(made.orders.len() + 2, made.orders[0]); // `list_tied` always writes two orders, also of shorter lists
        made
    }

    /// The orders of columns that give the least first row with these clues. None when they are too many.
    #[inline]
    pub(super) fn first_rows(&self, clues: u16) -> &[[u8; 16]] {
        let list = self.first_lists[usize::from(clues & 0x1ff)];
        &self.first_orders[usize::from(list.first)..][..usize::from(list.count)]
    }

    /// An order of the bytes of a row.
    #[inline]
    pub(super) fn order(&self, number: u16) -> &[u8; 16] {
        &self.orders[usize::from(number)]
    }
}

fn list(before: &[[u8; 16]], count: usize) -> OrderList {
    OrderList { first: before.len() as u16, count: count as u16 }
}

/// The same order, which leaves in place the bytes that are no position.
fn with_other_bytes(order: [u8; 16]) -> [u8; 16] {
    std::array::from_fn(|byte| if order[byte] == NONE { byte as u8 } else { order[byte] })
}

/// For each depth and each row that is chosen there among those that may come next: the shuffle of the list of rows
/// after this choice. The row comes first of those left, then the others of its band, then the other bands.
pub(super) static LISTS_AFTER: [[[u8; 16]; 16]; 9] = lists_after();

const fn lists_after() -> [[[u8; 16]; 16]; 9] {
    let mut lists = [[[0; 16]; 16]; 9];
    let mut depth = 0;
    while depth < 9 {
        let mut choice = 0;
        while choice < 9 {
            lists[depth][choice] = list_after(depth, choice);
            choice += 1;
        }
        depth += 1;
    }
    lists
}

const fn list_after(depth: usize, choice: usize) -> [u8; 16] {
    let mut list = [0; 16];
    let mut byte = 0;
    while byte < 16 {
        list[byte] = byte as u8;
        byte += 1;
    }
    let chosen = depth + choice;
    if chosen > 8 {
        return list;
    }
    list[depth] = chosen as u8;
    let mut next = depth + 1;
    let mut pass = 0;
    while pass < 2 {
        let mut row = depth;
        while row < 9 {
            let is_first = row / 3 == chosen / 3;
            if row != chosen && is_first == (pass == 0) {
                list[next] = row as u8;
                next += 1;
            }
            row += 1;
        }
        pass += 1;
    }
    list
}
