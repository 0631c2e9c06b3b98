//! Three searches for the form that are obviously right, to compare the real one with.

use crate::support::rules::CELLS;

/// Whether a geometric map transposes, and the order of its rows and of its columns.
pub type Parts = (bool, [u8; 9], [u8; 9]);

/// The least image of a board, the number of geometric maps that give it, and the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    pub form: [u8; CELLS],
    pub automorphisms: u64,
    pub first: Parts,
}

impl Least {
    const NONE: Self = Self { form: [u8::MAX; CELLS], automorphisms: 0, first: LAST };

    fn count(&mut self, map: Parts) {
        self.automorphisms += 1;
        self.first = self.first.min(map);
    }

    fn forget_maps(&mut self) {
        (self.automorphisms, self.first) = (0, LAST);
    }
}

/// Comes after all maps.
const LAST: Parts = (true, [u8::MAX; 9], [u8::MAX; 9]);

type Rows = [[u8; 9]; 9];

/// Tries all 3,359,232 geometric maps, and labels the digits of each image in the order in which they appear. Drops an image
/// as soon as it exceeds the least one so far. If the first row does, drops all 144 maps that share it.
pub fn brute_force(board: &[u8; CELLS]) -> Least {
    let orders = orders_of_nine();
    let mut least = Least::NONE;
    for (transposed, source) in sources(board) {
        for columns in &orders {
            let rows = source.map(|row| columns.map(|column| row[usize::from(column)]));
            for first in 0..9 {
                if Labels::default().apply(&rows[first])[..] <= least.form[..9] {
                    let same_first = orders.iter().filter(|order| usize::from(order[0]) == first);
                    same_first.for_each(|order| compare(&rows, (transposed, *order, *columns), &mut least));
                }
            }
        }
    }
    least
}

fn compare(rows: &Rows, map: Parts, least: &mut Least) {
    let mut labels = Labels::default();
    let mut is_less = false;
    for (depth, &row) in map.1.iter().enumerate() {
        for (column, &digit) in rows[usize::from(row)].iter().enumerate() {
            let label = labels.label(digit);
            let known = &mut least.form[9 * depth + column];
            if !is_less && label > *known {
                return;
            }
            is_less |= label < *known;
            *known = label; // no change, unless it is less
        }
    }
    if is_less {
        least.forget_maps();
    }
    least.count(map);
}

/// Tries all 3,359,232 geometric maps like [`brute_force`], but maps with the same order of the columns and the same first
/// rows share the labels of these rows, and the comparison.
pub fn brute_force_by_rows(board: &[u8; CELLS]) -> Least {
    let orders = orders_of_nine();
    let mut least = Least::NONE;
    for (transposed, source) in sources(board) {
        for columns in &orders {
            extend(&Prefix::start(transposed, &source, columns), 0, &mut least);
        }
    }
    least
}

/// Tries all orders of the remaining rows. The earlier rows are those of the least form so far.
fn extend(map: &Prefix, depth: usize, least: &mut Least) {
    if depth == 9 {
        least.count(map.map);
        return;
    }
    for row in map.next_rows(depth) {
        let mut labels = map.labels;
        let image = labels.apply(&map.rows[row]);
        let (known, rest) = least.form[9 * depth..].split_at_mut(9);
        if image[..] > *known {
            continue;
        }
        if image[..] < *known {
            known.copy_from_slice(&image);
            rest.fill(u8::MAX);
            least.forget_maps();
        }
        extend(&map.with_row(depth, row, labels), depth + 1, least);
    }
}

/// Tries all orders of the columns for the first row, and extends the maps that give the least rows so far by every row that
/// may follow. Keeps every tie, and drops a map only because of the rows that it has given.
pub fn unpruned(board: &[u8; CELLS]) -> Least {
    let orders = orders_of_nine();
    let mut form = [0; CELLS];
    let mut maps = Vec::new();
    for (transposed, source) in sources(board) {
        maps.extend(orders.iter().map(|columns| Prefix::start(transposed, &source, columns)));
    }
    for depth in 0..9 {
        let mut least = [u8::MAX; 9];
        let mut next = Vec::new();
        for map in &maps {
            for row in map.next_rows(depth) {
                let mut labels = map.labels;
                let image = labels.apply(&map.rows[row]);
                if image < least {
                    least = image;
                    next.clear();
                }
                if image == least {
                    next.push(map.with_row(depth, row, labels));
                }
            }
        }
        form[9 * depth..9 * depth + 9].copy_from_slice(&least);
        maps = next;
    }
    let mut least = Least { form, ..Least::NONE };
    maps.iter().for_each(|map| least.count(map.map));
    least
}

/// The first rows of a map: its parts, the rows with their columns in order, the remaining rows, and the labels so far.
#[derive(Clone, Copy)]
struct Prefix {
    map: Parts,
    rows: Rows,
    left: u16,
    band: usize,
    labels: Labels,
}

impl Prefix {
    fn start(transposed: bool, source: &Rows, columns: &[u8; 9]) -> Self {
        let rows = source.map(|row| columns.map(|column| row[usize::from(column)]));
        Self { map: (transposed, [0; 9], *columns), rows, left: 0x1ff, band: 0, labels: Labels::default() }
    }

    fn with_row(&self, depth: usize, row: usize, labels: Labels) -> Self {
        let mut next = Self { labels, left: self.left & !(1 << row), band: row / 3, ..*self };
        next.map.1[depth] = row as u8;
        next
    }

    fn next_rows(&self, depth: usize) -> impl Iterator<Item = usize> {
        let (left, band) = (self.left, self.band);
        (0..9).filter(move |row| left >> row & 1 != 0 && (depth.is_multiple_of(3) || row / 3 == band))
    }
}

/// The label of each digit, 0 for none.
#[derive(Clone, Copy, Default)]
struct Labels {
    labels: [u8; 10],
    given: u8,
}

impl Labels {
    fn apply(&mut self, row: &[u8; 9]) -> [u8; 9] {
        row.map(|digit| self.label(digit))
    }

    fn label(&mut self, digit: u8) -> u8 {
        let label = &mut self.labels[usize::from(digit)];
        if digit != 0 && *label == 0 {
            self.given += 1;
            *label = self.given;
        }
        *label
    }
}

/// Returns the rows of a board and of its transpose.
fn sources(board: &[u8; CELLS]) -> [(bool, Rows); 2] {
    [(false, rows_of(board)), (true, transposed(rows_of(board)))]
}

fn rows_of(board: &[u8; CELLS]) -> Rows {
    std::array::from_fn(|row| std::array::from_fn(|column| board[9 * row + column]))
}

fn transposed(rows: Rows) -> Rows {
    std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))
}

/// Returns the 1,296 orders of nine lines that keep the three groups together.
fn orders_of_nine() -> Vec<[u8; 9]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let order = |number: usize| {
        let [groups, inner @ ..] =
            [number % 6, number / 6 % 6, number / 36 % 6, number / 216].map(|i| ORDERS[i]);
        std::array::from_fn(|i| (3 * groups[i / 3] + inner[i / 3][i % 3]) as u8)
    };
    (0..1296).map(order).collect()
}
