//! Where the cells of a row stand in a vector, and the orders in which columns with new digits are told apart.
//!
//! ```text
//! byte        15 … 12   11 10  9  8    7  6  5  4    3  2  1  0
//! position     –         0  1  2  –    3  4  5  –    6  7  8  –
//! ```
//!
//! A stack is a 32-bit word, in descending order: then the values of the three stacks, packed to 16 bits, make one
//! number that compares as the row does. The byte of a cell holds `label << 4 | column`.
//!
//! Joins go by the lower of the two: bit `b` for the bytes `b` and `b + 1`, bit `w` for the words `w` and `w + 1`.

use std::sync::LazyLock;

/// The byte at which each position stands.
pub(super) const BYTE: [u8; 9] = [11, 10, 9, 7, 6, 5, 3, 2, 1];

/// What a byte without a position holds as an index of columns: one that shuffles in a zero.
pub(super) const NONE: u8 = 0x80;

/// The bytes of second and third columns: those that can be joined to the byte above.
pub(super) const SECONDS: u16 = 1 << 10 | 1 << 6 | 1 << 2;
pub(super) const THIRDS: u16 = 1 << 9 | 1 << 5 | 1 << 1;

/// The most orders of columns with new digits that are told apart at once; a board with more of them in a row goes
/// to the search that leaves them joined.
pub(super) const MOST_ORDERS: usize = 12;

/// The order of the columns after a row, and what is still joined.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Columns {
    pub order: [u8; 16],
    pub joined: u16,
    pub joined_stacks: u8,
}

/// The tables, made on first use.
#[derive(Debug)]
pub(super) struct Tables {
    first_rows: Lists<Columns, 512>,
    orders: Lists<[u8; 16], 256>,
}

/// Lists of different lengths, one after another.
#[derive(Debug)]
struct Lists<T, const N: usize> {
    items: Vec<T>,
    ends: [u16; N],
}

impl<T, const N: usize> Lists<T, N> {
    /// The lists with the items that `items` gives for each number.
    fn new(items: impl Fn(usize) -> Vec<T>) -> Self {
        let mut lists = Self { items: Vec::new(), ends: [0; N] };
        for number in 0..N {
            lists.items.extend(items(number));
            lists.ends[number] = lists.items.len() as u16;
        }
        lists
    }

    #[inline]
    fn get(&self, number: usize) -> &[T] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.items[usize::from(start)..usize::from(self.ends[number])]
    }
}

impl Tables {
    #[inline]
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<Tables> =
            LazyLock::new(|| Tables { first_rows: Lists::new(first_rows), orders: Lists::new(orders) });
        &TABLES
    }

    /// For a first row with these clues, one bit for each column: the orders of columns that give the least row.
    /// None when they are too many.
    #[inline]
    pub(super) fn first_rows(&self, clues: u16) -> &[Columns] {
        self.first_rows.get(usize::from(clues & 0x1ff))
    }

    /// The orders of the bytes of a row, where `columns` has the joins between columns with new digits, three pairs
    /// of bits, and `stacks` those between stacks with the same new digits. None when they are too many.
    #[inline]
    pub(super) fn orders(&self, columns: u8, stacks: u8) -> &[[u8; 16]] {
        self.orders.get(usize::from(columns & 63) << 2 | usize::from(stacks & 3))
    }
}

/// The orders of three things of which the last two (bit 0) and the first two (bit 1) may be exchanged or not.
const ORDERS_BY_JOINS: [&[[u8; 3]]; 4] = [
    &[[0, 1, 2]],
    &[[0, 1, 2], [0, 2, 1]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
];

fn orders(number: usize) -> Vec<[u8; 16]> {
    let of = |shift: usize| ORDERS_BY_JOINS[number >> shift & 3];
    let (stacks, [a, b, c]) = (of(0), [of(6), of(4), of(2)]);
    if stacks.len() * a.len() * b.len() * c.len() > MOST_ORDERS {
        return Vec::new();
    }
    let mut orders = Vec::new();
    for (stack, a, b, c) in stacks.iter().flat_map(|stack| {
        a.iter().flat_map(move |a| b.iter().flat_map(move |b| c.iter().map(move |c| (stack, a, b, c))))
    }) {
        let position = |p: usize| {
            let stack = usize::from(stack[p / 3]);
            BYTE[3 * stack + usize::from([a, b, c][stack][p % 3])]
        };
        orders.push(in_bytes(std::array::from_fn(position)));
    }
    orders
}

fn first_rows(clues: usize) -> Vec<Columns> {
    let cells = sorted_by_clues(clues as u16);
    let is_new = |p: usize| cells[p] & 16 != 0;
    let stack = |s: usize| [3 * s, 3 * s + 1, 3 * s + 2].map(is_new);
    let equal = (1..9).filter(|p| p % 3 != 0 && is_new(p - 1) == is_new(*p));
    let joined =
        |new: bool| equal.clone().filter(|&p| is_new(p) == new).fold(0, |all, p| all | 1_u16 << BYTE[p]);
    let joined_stacks = |new: bool| {
        let equal = |s: usize| u8::from(stack(s - 1) == stack(s) && (stack(s) != [false; 3]) == new);
        equal(1) << 1 | equal(2)
    };
    let order = in_bytes(cells.map(|cell| cell & 15));
    let orders = orders(usize::from(join_bits(joined(true))) << 2 | usize::from(joined_stacks(true)));
    let (joined, joined_stacks) = (joined(false), joined_stacks(false));
    let shuffled = |by: [u8; 16]| by.map(|byte| if byte == NONE { NONE } else { order[usize::from(byte)] });
    orders.into_iter().map(|by| Columns { order: shuffled(by), joined, joined_stacks }).collect()
}

/// The six bits of [`SECONDS`] and [`THIRDS`] side by side.
fn join_bits(joined: u16) -> u8 {
    [10, 9, 6, 5, 2, 1].iter().fold(0, |bits, byte| bits << 1 | (joined >> byte & 1) as u8)
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
