//! Sudoku Explainer by its rules: takes the easiest step, one at a time, and a random one of equally easy steps.

use crate::rng::Rng;

use super::oracle::{Board, Cells, Change, are_peers, below, houses};
use super::oracle_ratings::{RATINGS, changes};
use crate::board::candidates::digits_of;
use crate::board::grid::{ALL_DIGITS, CELLS, Cell};
use crate::rating::Rule;

/// The candidates that a step clears.
pub type Clears = Vec<(Cell, u8)>;

/// Returns the rating of one way to solve the puzzle, in tenths, or `None` if it needs a chain.
pub fn solve(puzzle: &[u8; CELLS], random: &mut impl Rng) -> Option<u8> {
    let mut board = Board::new(puzzle);
    let mut hardest = 0;
    while !board.is_solved() {
        let (rating, steps) = easiest_steps(&board)?;
        steps[below(random, steps.len())].iter().for_each(|&change| board.make(change));
        hardest = hardest.max(rating);
    }
    Some(hardest)
}

fn easiest_steps(board: &Board) -> Option<(u8, Vec<Vec<Change>>)> {
    let of_rules = |rules: Vec<(u8, Option<Rule>)>| {
        let found = rules.into_iter().map(|rule| (rule.0, changes(board, rule)));
        found.into_iter().find(|(_, steps)| !steps.is_empty())
    };
    let least = |steps: Vec<(u8, Clears)>| {
        let has = |&(cell, digit): &(Cell, u8)| board.has(cell, digit) && !board.is_placed(cell);
        let steps: Vec<(u8, Clears)> =
            steps.into_iter().filter(|(_, clears)| clears.iter().any(has)).collect();
        let rating = steps.iter().map(|(rating, _)| *rating).min()?;
        let easiest = steps.into_iter().filter(|step| step.0 == rating).map(|step| step.1);
        let changes = |clears: Clears| clears.into_iter().map(|(cell, digit)| (cell, digit, false)).collect();
        Some((rating, easiest.map(changes).collect()))
    };
    let (up_to_4_4, harder) = RATINGS.into_iter().partition(|&(rating, _)| rating <= 44);
    of_rules(up_to_4_4)
        .or_else(|| least(unique_loops(board)))
        .or_else(|| of_rules(harder))
        .or_else(|| least(universal_graves(board)))
}

fn open_cells(board: &Board) -> Vec<Cell> {
    board.open_cells().collect()
}

/// Clears these digits from these cells.
fn clears(digits: u16, cells: impl IntoIterator<Item = Cell>) -> Clears {
    cells
        .into_iter()
        .flat_map(|cell| digits_of(digits & ALL_DIGITS).map(move |digit| (cell, digit)))
        .collect()
}

/// Returns the steps of unique loops. A loop is a set of cells with two common candidates. Every house has none or two of its
/// cells, and the two candidates can alternate around it. At most two of its cells have further candidates.
fn unique_loops(board: &Board) -> Vec<(u8, Clears)> {
    let mut steps = Vec::new();
    for pair in (1..512_u16).filter(|pair| pair.count_ones() == 2) {
        let both: Vec<Cell> =
            open_cells(board).into_iter().filter(|&cell| board.candidates(cell) & pair == pair).collect();
        grow(board, pair, &both, &mut Vec::new(), &mut steps);
    }
    steps
}

fn grow(board: &Board, pair: u16, rest: &[Cell], chosen: &mut Vec<Cell>, steps: &mut Vec<(u8, Clears)>) {
    let in_house = |house: Cells| chosen.iter().filter(|&&cell| house.contains(&cell)).count();
    let others: Vec<Cell> = chosen.iter().copied().filter(|&cell| board.candidates(cell) != pair).collect();
    if others.len() > 2 || houses().into_iter().any(|house| in_house(house) > 2) {
        return;
    }
    // A house with one cell needs a second one.
    let is_hopeless = |house: Cells| in_house(house) == 1 && !rest.iter().any(|&cell| house.contains(&cell));
    if houses().into_iter().any(is_hopeless) {
        return;
    }
    let Some((&next, rest)) = rest.split_first() else {
        if (4..=14).contains(&chosen.len()) && alternates(chosen) {
            break_loop(board, pair, &others, 45 + (chosen.len() as u8 - 4) / 2, steps);
        }
        return;
    };
    grow(board, pair, rest, chosen, steps);
    chosen.push(next);
    grow(board, pair, rest, chosen, steps);
    chosen.pop();
}

/// Returns whether the cells are connected and two colours are enough for neighbours to differ.
fn alternates(chosen: &[Cell]) -> bool {
    let mut colours = vec![None; chosen.len()];
    colours[0] = Some(false);
    let mut reached = vec![0];
    while let Some(one) = reached.pop() {
        for other in (0..chosen.len()).filter(|&other| are_peers(chosen[one], chosen[other])) {
            if colours[other].is_none() {
                colours[other] = colours[one].map(|colour: bool| !colour);
                reached.push(other);
            } else if colours[other] == colours[one] {
                return false;
            }
        }
    }
    colours.iter().all(Option::is_some)
}

fn break_loop(board: &Board, pair: u16, others: &[Cell], rating: u8, steps: &mut Vec<(u8, Clears)>) {
    let extra = board.union(others) & !pair;
    if let [cell] = others {
        steps.push((rating, clears(pair, [*cell])));
    } else if extra.count_ones() == 1 {
        steps.push((rating, clears(extra, seen_by(others))));
    } else {
        for house in houses().into_iter().filter(|house| others.iter().all(|&cell| house.contains(&cell))) {
            for digit in digits_of(pair) {
                if house.iter().all(|cell| others.contains(cell) || !board.has(*cell, digit)) {
                    steps.push((rating, clears(pair & !(1 << (digit - 1)), others.iter().copied())));
                }
            }
            for (set, rest) in sets(board, house, others) {
                let (size, digits) = (set.len() as u8 + 1, extra | board.union(&set));
                if digits.count_ones() as u8 == size {
                    steps.push((rating + size - 1, clears(digits, rest.clone())));
                }
                let inside = board.union(others) | board.union(&set);
                let hidden = inside & !extra & !board.union(&rest);
                if hidden & pair == pair && hidden.count_ones() as u8 == size {
                    steps.push((rating + size - 2, clears(!hidden, set)));
                }
            }
        }
    }
}

fn seen_by(cells: &[Cell]) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |&cell| cells.iter().all(|&other| are_peers(cell, other)))
}

/// Returns every choice of some open cells of a house besides `members`, with the remaining cells.
fn sets(board: &Board, house: Cells, members: &[Cell]) -> Vec<(Vec<Cell>, Vec<Cell>)> {
    let open = house.into_iter().filter(|cell| !board.is_placed(*cell) && !members.contains(cell));
    let open: Vec<Cell> = open.collect();
    let split = |chosen: usize| {
        let (inside, outside): (Vec<_>, Vec<_>) = (0..open.len()).partition(|index| chosen >> index & 1 == 1);
        [inside, outside].map(|part| part.into_iter().map(|index| open[index]).collect())
    };
    (1..1 << open.len()).map(split).map(|[inside, outside]| (inside, outside)).collect()
}

/// Returns the steps for every way to leave each open cell two candidates such that each digit has no or two places in each
/// house.
fn universal_graves(board: &Board) -> Vec<(u8, Clears)> {
    let wide: Vec<Cell> =
        open_cells(board).into_iter().filter(|&cell| board.candidates(cell).count_ones() > 2).collect();
    let mut steps = Vec::new();
    if wide.len() <= 6 {
        leave_two(board, &wide, &mut vec![], &mut steps);
    }
    steps
}

fn leave_two(board: &Board, wide: &[Cell], extras: &mut Vec<u16>, steps: &mut Vec<(u8, Clears)>) {
    if let Some(&cell) = wide.get(extras.len()) {
        let candidates = board.candidates(cell);
        for left in (1..512_u16).filter(|left| left.count_ones() == 2 && left & !candidates == 0) {
            extras.push(candidates & !left);
            leave_two(board, wide, extras, steps);
            extras.pop();
        }
        return;
    }
    let left = |cell: Cell| {
        let extra = wide.iter().position(|&other| other == cell).map_or(0, |index| extras[index]);
        board.candidates(cell) & !extra
    };
    for house in houses().into_iter() {
        let cells: Vec<Cell> = house.into_iter().filter(|&cell| !board.is_placed(cell)).collect();
        let places = |digit: u16| cells.iter().filter(|&&cell| left(cell) >> digit & 1 == 1).count();
        if !(0..9).all(|digit| matches!(places(digit), 0 | 2)) {
            return;
        }
    }
    let extra = extras.iter().fold(0, |all, extra| all | extra);
    if let [cell] = wide {
        steps.push((56, clears(!extra, [*cell])));
    } else if extra.count_ones() == 1 {
        steps.push((57, clears(extra, seen_by(wide))));
    } else {
        for house in houses().into_iter().filter(|house| wide.iter().all(|&cell| house.contains(&cell))) {
            if let [one, two] = wide {
                for digit in digits_of(left(*one) & left(*two)) {
                    if house.iter().all(|cell| wide.contains(cell) || !board.has(*cell, digit)) {
                        let of = |cell: Cell| clears(left(cell) & !(1 << (digit - 1)), [cell]);
                        steps.push((57, [of(*one), of(*two)].concat()));
                    }
                }
            }
            for (set, rest) in sets(board, house, wide) {
                let (size, digits) = (set.len() as u8 + 1, extra | board.union(&set));
                if digits.count_ones() as u8 == size {
                    steps.push((56 + size, clears(digits, rest)));
                }
            }
        }
    }
}
