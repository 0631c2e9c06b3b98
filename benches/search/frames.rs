//! Counts the grids of every frame: a first band and a first stack. Proves the bound with which uniform grids are drawn.
//!
//! The number of grids of a frame depends on few things. With the digits of box 1 in order, only the digits in each column
//! of box 2 and of box 3 of a band matter. The order of digits in these columns does not affect how the other boxes can be
//! filled, and neither does the order of the columns or of the boxes. The same holds for stacks, transposed. And exchanging
//! rows or columns of box 1, then relabelling to put its digits back in order, takes frames to frames with the same number
//! of grids. So it is enough to combine one band of each orbit of these 36 maps with every stack.
//!
//! The sum over all frames must be the number of all grids. This proves that no frame is left out.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{array, thread};

use bulkdoku::generate::uniform_grid;
use bulkdoku::internals::{COMPLETIONS_BOUND, Completions, Frame};
use bulkdoku::symmetry::Minlex;

/// The number of all grids, by Bertram Felgenhauer and Frazer Jarvis.
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// The number of orders of the digits of box 1.
const FIRST_BOXES: u128 = 362_880;

/// Boxes 2 and 3 as a set of digits for each column, regardless of the order of the columns or of the boxes.
type Columns = [[u16; 3]; 2];

/// Boxes 2 and 3, row by row.
type Band = [[u8; 6]; 3];

/// A kind of band.
struct Kind {
    band: Band,
    /// The number of bands of this kind.
    bands: u64,
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The totals over the frames counted so far.
#[derive(Clone, Copy, Default)]
struct Counted {
    frames: u64,
    grids: u128,
    most: u64,
}

/// Counts the grids of all frames, and compares the first bands of `grids` uniform grids with the class sizes that follow.
/// Returns whether the bound holds, the sum is right and the grids fit.
pub fn count_all(grids: u64) -> bool {
    let kinds = kinds();
    let orbits = orbits(&kinds);
    println!("{} kinds of bands in {} orbits", kinds.len(), orbits.len());
    let stacks: Vec<&Kind> = kinds.values().collect();
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Counted::default()));
    let of_orbits = Mutex::new(HashMap::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((least, band, bands)) = orbits.get(next.fetch_add(1, Relaxed)) {
                    let counted = count(band, &stacks);
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    all.frames += counted.frames;
                    all.grids += counted.grids * u128::from(*bands);
                    all.most = all.most.max(counted.most);
                    of_orbits.lock().unwrap_or_else(PoisonError::into_inner).insert(*least, counted.grids);
                }
            });
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let sum = FIRST_BOXES * all.grids;
    println!("{} frames counted: at most {} grids each, {sum} in all", all.frames, all.most);
    let of_orbits = of_orbits.into_inner().unwrap_or_else(PoisonError::into_inner);
    let fits = fits(&of_orbits, grids);
    sum == GRIDS && all.most <= u64::from(COMPLETIONS_BOUND) && fits
}

/// Compares the first bands of uniform grids with the number of grids of each class of bands.
fn fits(of_orbits: &HashMap<Columns, u128>, grids: u64) -> bool {
    let mut minlex = Minlex::new();
    let mut class = |cells: &[u8]| {
        let mut board = [b'.'; 81];
        board[..27].copy_from_slice(&cells[..27]);
        let form = minlex.form_of_text(&board).expect("a band has no conflict");
        (form.text, form.automorphisms)
    };
    let mut expected: BTreeMap<([u8; 81], u64), f64> = BTreeMap::new();
    for band in bands() {
        let share = of_orbits[&least(&columns(&band))] as f64 * 36.0 * FIRST_BOXES as f64 / GRIDS as f64;
        *expected.entry(class(&text(&band))).or_default() += share;
    }
    println!("{} classes of bands", expected.len());
    let mut by_automorphisms: BTreeMap<u64, f64> = BTreeMap::new();
    expected.iter().for_each(|((_, maps), share)| *by_automorphisms.entry(*maps).or_default() += share);
    println!("shares of first bands by automorphisms: {by_automorphisms:?}");
    let mut counts: HashMap<([u8; 81], u64), u64> = HashMap::new();
    for number in 0..grids {
        *counts.entry(class(uniform_grid(1, number).as_bytes())).or_default() += 1;
    }
    let chi_squared: f64 = expected
        .iter()
        .map(|(class, share)| {
            let expected = share * grids as f64;
            (counts.get(class).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
        })
        .sum();
    let freedom = expected.len() as f64 - 1.0;
    let deviations = (chi_squared - freedom) / (2.0 * freedom).sqrt();
    println!(
        "{grids} uniform grids: chi-squared {chi_squared:.1} with {freedom} degrees of freedom, {deviations:.2} deviations off"
    );
    expected.len() == 416 && deviations.abs() < 4.0
}

/// Returns the cells of a band with the digits of box 1 in order.
fn text(band: &Band) -> Vec<u8> {
    (0..27)
        .map(|cell| {
            b'1' + if cell % 9 < 3 { (cell / 9 * 3 + cell % 9) as u8 } else { band[cell / 9][cell % 9 - 3] }
        })
        .collect()
}

/// Counts the grids of a band with every stack.
fn count(band: &Band, stacks: &[&Kind]) -> Counted {
    let mut counted = Counted::default();
    for stack in stacks {
        let grids = Completions::new(frame(band, &stack.band)).count();
        counted.frames += 1;
        counted.grids += u128::from(grids) * u128::from(stack.bands);
        counted.most = counted.most.max(grids);
    }
    counted
}

/// Returns the frame of a band and a stack, which is given as its transpose.
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

/// Returns all kinds of bands beside a box 1 in order.
fn kinds() -> BTreeMap<Columns, Kind> {
    let mut kinds = BTreeMap::new();
    for band in bands() {
        // Each box has six orders of its columns, which put the first rows in a different order.
        kinds.entry(columns(&band)).or_insert(Kind { band, bands: 0 }).bands += 36;
    }
    kinds
}

/// Returns all bands beside a box 1 in order, with the first rows of box 2 and 3 in order.
fn bands() -> Vec<Band> {
    let mut bands = Vec::new();
    for first in subsets(&[3, 4, 5, 6, 7, 8]) {
        let left: Vec<u8> = [0, 1, 2, 6, 7, 8].into_iter().filter(|digit| !first.contains(digit)).collect();
        for second in subsets(&left) {
            let third: Vec<u8> =
                (0..6).filter(|digit| !first.contains(digit) && !second.contains(digit)).collect();
            if let Ok(third) = <[u8; 3]>::try_from(third) {
                add_orders([first, second, third], &mut bands);
            }
        }
    }
    bands
}

/// Adds the bands whose rows of box 2 hold these digits, with the first rows of both boxes in order.
fn add_orders(rows: [[u8; 3]; 3], bands: &mut Vec<Band>) {
    let others: [[u8; 3]; 3] = array::from_fn(|row| {
        let is_left = |digit: &u8| usize::from(digit / 3) != row && !rows[row].contains(digit);
        let left: Vec<u8> = (0..9).filter(is_left).collect();
        [left[0], left[1], left[2]]
    });
    for code in 0..6_usize.pow(4) {
        let orders = [ORDERS[code % 6], ORDERS[code / 6 % 6], ORDERS[code / 36 % 6], ORDERS[code / 216]];
        bands.push(array::from_fn(|row| {
            let (here, there) = if row == 0 { (0, 0) } else { (row, row + 1) };
            let order = if row == 0 { [ORDERS[0]; 2] } else { [orders[here - 1], orders[there]] };
            array::from_fn(|column| match column {
                0..3 => rows[row][order[0][column]],
                _ => others[row][order[1][column - 3]],
            })
        }));
    }
}

/// Returns the subsets of three of six digits.
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

/// Returns, for each orbit, its least columns, one of its bands, and the number of its bands.
fn orbits(kinds: &BTreeMap<Columns, Kind>) -> Vec<(Columns, Band, u64)> {
    let mut orbits: HashMap<Columns, (Band, u64)> = HashMap::new();
    for (columns, kind) in kinds {
        orbits.entry(least(columns)).or_insert((kind.band, 0)).1 += kind.bands;
    }
    orbits.into_iter().map(|(least, (band, bands))| (least, band, bands)).collect()
}

/// Returns the least image of columns under all exchanges of rows and columns of box 1.
fn least(columns: &Columns) -> Columns {
    let images = ORDERS.iter().flat_map(|rows| ORDERS.iter().map(move |order| (rows, order)));
    images.map(|(rows, order)| image(columns, rows, order)).min().unwrap_or(*columns)
}

/// Returns the columns after the relabelling that follows an exchange of rows and columns of box 1.
fn image(columns: &Columns, rows: &[usize; 3], order: &[usize; 3]) -> Columns {
    let relabelled = |set: u16| {
        let digits = (0..9).filter(|digit| set >> digit & 1 == 1);
        digits.fold(0, |image, digit: usize| image | 1 << (3 * rows[digit / 3] + order[digit % 3]))
    };
    sorted(columns.map(|of_box| of_box.map(relabelled)))
}
