//! Where the cells of a row stand in a vector, and what follows from the blanks of a first row.
//!
//! ```text
//! byte        15 … 12   11 10  9  8    7  6  5  4    3  2  1  0
//! position     –         0  1  2  –    3  4  5  –    6  7  8  –
//! ```
//!
//! A stack is a 32-bit word, in descending order: then the values of the three stacks, packed to 16 bits, make one
//! number that compares as the row does. The byte of a cell holds `label << 4 | column`.

use std::sync::LazyLock;

/// The byte at which each position stands.
pub(super) const BYTE: [u8; 9] = [11, 10, 9, 7, 6, 5, 3, 2, 1];

/// What a byte without a position holds as an index of columns: one that shuffles in a zero.
pub(super) const NONE: u8 = 0x80;

/// The most orders of columns with new digits that are told apart at once; a board with more of them in a row goes
/// to the search that leaves them joined.
pub(super) const MOST_ORDERS: usize = 12;

/// The order of the columns after a row, and what is still joined: bit `b` of `joined` for the bytes `b` and `b + 1`,
/// bit `s` of `joined_stacks` for the stacks `s` and `s + 1`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Columns {
    pub order: [u8; 16],
    pub joined: u16,
    pub joined_stacks: u8,
}

/// For each set of columns with clues, the orders of columns that give the least first row.
#[derive(Debug)]
pub(super) struct FirstRows {
    orders: Vec<Columns>,
    /// The orders of a set are those from its entry to the next one; none when they are too many.
    starts: [u16; 513],
}

impl FirstRows {
    pub(super) fn get() -> &'static Self {
        static TABLE: LazyLock<FirstRows> = LazyLock::new(FirstRows::new);
        &TABLE
    }

    fn new() -> Self {
        let mut table = Self { orders: Vec::new(), starts: [0; 513] };
        for clues in 0..512_u16 {
            let cells = sorted_by_clues(clues);
            let joined = equal_neighbours(&cells) & 0b0_1101_1011;
            let stack = |s: usize| [cells[3 * s] & 16, cells[3 * s + 1] & 16, cells[3 * s + 2] & 16];
            let equal = u8::from(stack(0) == stack(1)) | u8::from(stack(1) == stack(2)) << 1;
            let blank = |s: usize| stack(s) == [0; 3];
            let joined_stacks = u8::from(blank(0) && blank(1)) | u8::from(blank(1) && blank(2)) << 1;
            if let Some(orders) = Orders::of(&cells, joined, equal & !joined_stacks, |cell| cell & 16 != 0) {
                let joined = orders.still_joined(joined, &cells, |cell| cell & 16 != 0);
                orders.for_each(&cells, |cells| {
                    table.orders.push(Columns { order: in_bytes(cells.map(|cell| cell & 15)), joined, joined_stacks });
                });
            }
            table.starts[usize::from(clues) + 1] = table.orders.len() as u16;
        }
        table
    }

    /// The orders of columns for a first row with these clues, one bit for each column; none when they are too many.
    pub(super) fn orders(&self, clues: u16) -> &[Columns] {
        let clues = usize::from(clues);
        &self.orders[usize::from(self.starts[clues])..usize::from(self.starts[clues + 1])]
    }
}

/// The orders of a row's joined columns with new digits, and of its stacks that have the same new digits.
pub(super) struct Orders {
    /// Number of the columns' orders in each stack, and of the stacks' orders, as sets of joins.
    columns: [u8; 3],
    stacks: u8,
}

const ORDERS_BY_JOINS: [&[[u8; 3]]; 4] = [
    &[[0, 1, 2]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2], [0, 2, 1]],
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
];

impl Orders {
    /// The orders of `cells`, where `joined` has bit `p` for the positions `p` and `p + 1`; `None` when they are more
    /// than [`MOST_ORDERS`].
    pub(super) fn of(cells: &[u8; 9], joined: u16, stacks: u8, is_new: impl Fn(u8) -> bool) -> Option<Self> {
        let new = (0..8).fold(0, |new, p| new | u16::from(is_new(cells[p])) << p);
        let joins = joined & new;
        let columns = [joins & 3, joins >> 3 & 3, joins >> 6 & 3].map(|joins| joins as u8);
        let orders = |joins: u8| ORDERS_BY_JOINS[usize::from(joins)].len();
        let count = columns.iter().map(|&joins| orders(joins)).product::<usize>() * orders(stacks);
        (count <= MOST_ORDERS).then_some(Self { columns, stacks })
    }

    /// Bit `b` for the bytes `b` and `b + 1` that are joined after all: not those that the orders tell apart.
    pub(super) fn still_joined(&self, joined: u16, cells: &[u8; 9], is_new: impl Fn(u8) -> bool) -> u16 {
        (0..8).filter(|&p| joined >> p & 1 != 0 && !is_new(cells[p])).fold(0, |all, p| all | 1 << BYTE[p + 1])
    }

    /// Calls `found` with the cells in each order.
    pub(super) fn for_each(&self, cells: &[u8; 9], mut found: impl FnMut([u8; 9])) {
        let [a, b, c] = self.columns.map(|joins| ORDERS_BY_JOINS[usize::from(joins)]);
        for (first, second, third) in
            a.iter().flat_map(|a| b.iter().flat_map(move |b| c.iter().map(move |c| (a, b, c))))
        {
            let inner = [first, second, third];
            let cells: [u8; 9] = std::array::from_fn(|p| cells[p / 3 * 3 + usize::from(inner[p / 3][p % 3])]);
            for stacks in ORDERS_BY_JOINS[usize::from(self.stacks)] {
                found(std::array::from_fn(|p| cells[3 * usize::from(stacks[p / 3]) + p % 3]));
            }
        }
    }
}

/// Cells in the order of their positions, put to their bytes.
pub(super) fn in_bytes(cells: [u8; 9]) -> [u8; 16] {
    let mut bytes = [NONE; 16];
    for (byte, cell) in BYTE.into_iter().zip(cells) {
        bytes[usize::from(byte)] = cell;
    }
    bytes
}

/// The columns of the least first row, with 16 added for a clue.
fn sorted_by_clues(clues: u16) -> [u8; 9] {
    let mut stacks = [0, 3, 6].map(|first| {
        let mut stack = [first, first + 1, first + 2].map(|column| (clues >> column & 1) as u8 * 16 + column);
        stack.sort_unstable();
        stack
    });
    stacks.sort_by_key(|stack| stack.map(|cell| cell & 16));
    std::array::from_fn(|p| stacks[p / 3][p % 3])
}

/// Bit `p`: the positions `p` and `p + 1` have the same label.
fn equal_neighbours(cells: &[u8; 9]) -> u16 {
    (0..8).fold(0, |equal, p| equal | u16::from(cells[p] >> 4 == cells[p + 1] >> 4) << p)
}
