//! Counts the grids of every frame: a first band and a first stack. Proves the bound that uniform grids are drawn with.
//!
//! The number of grids of a frame depends on few things. With the digits of box 1 in order, a band matters only by the
//! digits in each column of box 2 and of box 3, because the order of digits in these columns is not used up when the other
//! boxes are filled, and neither is the order of the columns, or that of the boxes. Stacks are the same, transposed. And
//! an exchange of rows or columns of box 1, followed by a relabelling that puts its digits back in order, takes frames to
//! frames with as many grids. So it is enough to take one band of each orbit of these 36 maps, with every stack.
//!
//! The sum over all frames must be the number of all grids. It is a proof that none is left out.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{array, thread};

use bulkdoku::internals::{COMPLETIONS_BOUND, Completions, Frame};

/// The number of all grids, by Bertram Felgenhauer and Frazer Jarvis.
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// The orders of the digits of box 1.
const FIRST_BOXES: u128 = 362_880;

/// Boxes 2 and 3 as sets of digits for each column, without an order of the columns or of the boxes.
type Columns = [[u16; 3]; 2];

/// Boxes 2 and 3, row by row.
type Band = [[u8; 6]; 3];

/// A kind of bands.
struct Kind {
    band: Band,
    /// The number of bands of this kind.
    bands: u64,
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// What the frames counted so far say.
#[derive(Clone, Copy, Default)]
struct Counted {
    frames: u64,
    grids: u128,
    most: u64,
}

/// Counts the grids of all frames. Returns whether the bound holds and the sum is right.
pub fn count_all() -> bool {
    let kinds = kinds();
    let orbits = orbits(&kinds);
    println!("{} kinds of bands in {} orbits", kinds.len(), orbits.len());
    let stacks: Vec<&Kind> = kinds.values().collect();
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Counted::default()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((band, bands)) = orbits.get(next.fetch_add(1, Relaxed)) {
                    let counted = count(band, *bands, &stacks);
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    all.frames += counted.frames;
                    all.grids += counted.grids;
                    all.most = all.most.max(counted.most);
                }
            });
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let grids = FIRST_BOXES * all.grids;
    println!("{} frames counted: at most {} grids each, {grids} in all", all.frames, all.most);
    grids == GRIDS && all.most <= u64::from(COMPLETIONS_BOUND)
}

/// Counts the grids of a band, which stands for this number of bands, with every stack.
fn count(band: &Band, bands: u64, stacks: &[&Kind]) -> Counted {
    let mut counted = Counted::default();
    for stack in stacks {
        let grids = Completions::new(frame(band, &stack.band)).count();
        counted.frames += 1;
        counted.grids += u128::from(grids) * u128::from(bands) * u128::from(stack.bands);
        counted.most = counted.most.max(grids);
    }
    counted
}

/// The frame of a band and of a stack that is given as its transpose.
fn frame(band: &Band, stack: &Band) -> Frame {
    Frame::of(&array::from_fn(|cell| {
        b'1' + match (cell / 9, cell % 9) {
            (row @ 0..3, column @ 0..3) => (3 * row + column) as u8,
            (row @ 0..3, column) => band[row][column - 3],
            // Digit d of box 1 is at the place of digit 3 (d mod 3) + d / 3 in the transpose.
            (row, column @ 0..3) => transposed(stack[column][row - 3]),
            _ => 0,
        }
    }))
}

fn transposed(digit: u8) -> u8 {
    3 * (digit % 3) + digit / 3
}

/// All kinds of bands below a box 1 in order. Rows of box 2 and 3 whose order makes no difference are in order.
fn kinds() -> BTreeMap<Columns, Kind> {
    let mut kinds = BTreeMap::new();
    for first in subsets(&[3, 4, 5, 6, 7, 8]) {
        let left: Vec<u8> = [0, 1, 2, 6, 7, 8].into_iter().filter(|digit| !first.contains(digit)).collect();
        for second in subsets(&left) {
            let third: Vec<u8> =
                (0..9).filter(|digit| !first.contains(digit) && !second.contains(digit)).collect();
            let Ok(third) = <[u8; 3]>::try_from(third) else { continue };
            if third.iter().any(|digit| *digit >= 6) {
                continue;
            }
            add_orders([first, second, third], &mut kinds);
        }
    }
    kinds
}

/// Adds the bands whose rows of box 2 hold these digits, with the first rows of both boxes in order.
fn add_orders(rows: [[u8; 3]; 3], kinds: &mut BTreeMap<Columns, Kind>) {
    let others: [[u8; 3]; 3] = array::from_fn(|row| {
        let is_left = |digit: &u8| usize::from(digit / 3) != row && !rows[row].contains(digit);
        let left: Vec<u8> = (0..9).filter(is_left).collect();
        [left[0], left[1], left[2]]
    });
    for code in 0..6_usize.pow(4) {
        let orders = [ORDERS[code % 6], ORDERS[code / 6 % 6], ORDERS[code / 36 % 6], ORDERS[code / 216]];
        let band: Band = array::from_fn(|row| {
            let (here, there) = if row == 0 { (0, 0) } else { (row, row + 1) };
            let order = if row == 0 { [ORDERS[0]; 2] } else { [orders[here - 1], orders[there]] };
            array::from_fn(|column| match column {
                0..3 => rows[row][order[0][column]],
                _ => others[row][order[1][column - 3]],
            })
        });
        // Six orders of the columns of each box put the first rows in another order.
        kinds.entry(columns(&band)).or_insert(Kind { band, bands: 0 }).bands += 36;
    }
}

/// The subsets of three of six digits.
fn subsets(digits: &[u8]) -> Vec<[u8; 3]> {
    let mut subsets = Vec::new();
    for one in 0..digits.len() {
        for two in one + 1..digits.len() {
            subsets.extend(digits[two + 1..].iter().map(|&three| [digits[one], digits[two], three]));
        }
    }
    subsets
}

fn columns(band: &Band) -> Columns {
    let set = |column: usize| band.iter().fold(0, |set, row| set | 1 << row[column]);
    sorted([[set(0), set(1), set(2)], [set(3), set(4), set(5)]])
}

fn sorted(mut columns: Columns) -> Columns {
    columns.iter_mut().for_each(|of_box| of_box.sort_unstable());
    columns.sort_unstable();
    columns
}

/// One band of each orbit, and the number of bands of the orbit.
fn orbits(kinds: &BTreeMap<Columns, Kind>) -> Vec<(Band, u64)> {
    let mut orbits: HashMap<Columns, (Band, u64)> = HashMap::new();
    for (columns, kind) in kinds {
        let images = ORDERS.iter().flat_map(|rows| ORDERS.iter().map(move |order| (rows, order)));
        let least = images.map(|(rows, order)| image(columns, rows, order)).min().unwrap_or(*columns);
        orbits.entry(least).or_insert((kind.band, 0)).1 += kind.bands;
    }
    orbits.into_values().collect()
}

/// The columns after the relabelling that comes with an exchange of rows and columns of box 1.
fn image(columns: &Columns, rows: &[usize; 3], order: &[usize; 3]) -> Columns {
    let relabelled = |set: u16| {
        let digits = (0..9).filter(|digit| set >> digit & 1 == 1);
        digits.fold(0, |image, digit: usize| image | 1 << (3 * rows[digit / 3] + order[digit % 3]))
    };
    sorted(columns.map(|of_box| of_box.map(relabelled)))
}
