//! The rules of the levels, slow and obvious, with which the fast ones are compared. They share no code with those.

use crate::board::candidates::digits_of;
use crate::board::grid::{ALL_DIGITS, CELLS, Cell, share_a_house};
use crate::board::notation::masks_of_clues;
use crate::rating::{HouseKind, Rule};
use crate::rng::Rng;

/// Nine cells.
pub type Cells = [Cell; 9];

/// What a step does to a candidate: whether it places or clears it.
pub type Change = (Cell, u8, bool);

/// A grid with the candidates of every cell, digit `d` in bit `d - 1`, in which some cells are placed.
#[derive(Clone)]
pub struct Board {
    pub masks: [u16; CELLS],
    placed: [bool; CELLS],
}

impl Board {
    pub fn new(puzzle: &[u8; CELLS]) -> Self {
        let mut board = Self { masks: masks_of_clues(puzzle), placed: [false; CELLS] };
        for cell in Cell::all() {
            if let b'1'..=b'9' = puzzle[cell.index()] {
                board.place(cell, puzzle[cell.index()] - b'0');
            }
        }
        board
    }

    pub fn candidates(&self, cell: Cell) -> u16 {
        self.masks[cell.index()]
    }

    pub fn has(&self, cell: Cell, digit: u8) -> bool {
        self.candidates(cell) >> (digit - 1) & 1 == 1
    }

    pub fn is_placed(&self, cell: Cell) -> bool {
        self.placed[cell.index()]
    }

    pub fn place(&mut self, cell: Cell, digit: u8) {
        Cell::all().filter(|&peer| are_peers(cell, peer)).for_each(|peer| self.clear(peer, digit));
        self.masks[cell.index()] &= 1 << (digit - 1);
        self.placed[cell.index()] = true;
    }

    pub fn clear(&mut self, cell: Cell, digit: u8) {
        self.masks[cell.index()] &= !(1 << (digit - 1));
    }

    pub fn make(&mut self, (cell, digit, is_placed): Change) {
        if is_placed { self.place(cell, digit) } else { self.clear(cell, digit) }
    }

    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        Cell::all().filter(|&cell| !self.is_placed(cell))
    }

    /// Returns the places of a digit, if it is not placed in the house.
    pub fn open_places(&self, house: Cells, digit: u8) -> Vec<Cell> {
        let places: Vec<Cell> = house.into_iter().filter(|&cell| self.has(cell, digit)).collect();
        if places.iter().any(|&cell| self.is_placed(cell)) { Vec::new() } else { places }
    }

    /// Returns the candidates of these cells.
    pub fn union(&self, cells: &[Cell]) -> u16 {
        cells.iter().fold(0, |all, &cell| all | self.candidates(cell))
    }

    pub fn is_dead(&self) -> bool {
        self.masks.contains(&0) || houses().into_iter().any(|house| self.union(&house) != ALL_DIGITS)
    }

    pub fn is_solved(&self) -> bool {
        self.open_cells().next().is_none() && !self.is_dead()
    }

    /// Returns the number of open cells, and the number of their candidates.
    pub fn left(&self) -> (u32, u32) {
        self.open_cells().fold((0, 0), |(n, all), cell| (n + 1, all + self.candidates(cell).count_ones()))
    }
}

/// Returns whether two different cells share a house.
pub fn are_peers(a: Cell, b: Cell) -> bool {
    a != b && share_a_house(a, b)
}

/// Returns the nine houses of a kind.
pub fn houses_of(kind: HouseKind) -> [Cells; 9] {
    let number = |cell: Cell| match kind {
        HouseKind::Box => 3 * (cell.row() / 3) + cell.column() / 3,
        HouseKind::Row => cell.row(),
        HouseKind::Column => cell.column(),
    };
    std::array::from_fn(|house| {
        let mut cells = Cell::all().filter(|&cell| number(cell) == house);
        std::array::from_fn(|_| cells.next().expect("nine cells"))
    })
}

/// Returns all houses.
pub fn houses() -> Vec<Cells> {
    HouseKind::ALL.into_iter().flat_map(houses_of).collect()
}

/// Returns a number below `bound`.
pub fn below(random: &mut impl Rng, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Shuffles `items`.
pub fn shuffle<T>(items: &mut [T], random: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(random, last + 1));
    }
}

/// Applies the rules of `level` in a random order until none applies, or the board is dead.
///
/// Each round draws one rule, and applies a random number of the steps that it can make in a random order.
pub fn close(board: &mut Board, level: u8, random: &mut impl Rng) {
    while !board.is_dead() {
        let mut rules: Vec<Rule> = Rule::ALL.into_iter().filter(|rule| rule.level() <= level).collect();
        shuffle(&mut rules, random);
        let found = rules.iter().map(|&rule| steps(board, rule)).find(|steps| !steps.is_empty());
        let Some(mut steps) = found else { return };
        shuffle(&mut steps, random);
        let count = 1 + below(random, steps.len());
        steps[..count].iter().flatten().for_each(|&change| board.make(change));
    }
}

/// Returns the changes of every step that a rule can make.
pub fn steps(board: &Board, rule: Rule) -> Vec<Vec<Change>> {
    let mut steps = match rule {
        Rule::HiddenSingleInBox => hidden_singles(board, &houses_of(HouseKind::Box)),
        Rule::HiddenSingleInLine => hidden_singles(board, &houses()[9..]),
        Rule::NakedSingle => naked_singles(board),
        Rule::Pointing => locked(board, &houses_of(HouseKind::Box), &houses()[9..]),
        Rule::Claiming => locked(board, &houses()[9..], &houses_of(HouseKind::Box)),
        Rule::NakedPair => naked(board, 2),
        Rule::NakedTriple => naked(board, 3),
        Rule::NakedQuad => naked(board, 4),
        Rule::HiddenPair => hidden(board, 2),
        Rule::HiddenTriple => hidden(board, 3),
        Rule::HiddenQuad => hidden(board, 4),
        Rule::XWing => fish(board, 2),
        Rule::Swordfish => fish(board, 3),
        Rule::Jellyfish => fish(board, 4),
        Rule::XyWing => wings(board, false),
        Rule::XyzWing => wings(board, true),
        Rule::WWing => w_wings(board),
    };
    steps.retain(|step| !step.is_empty());
    steps
}

fn hidden_singles(board: &Board, houses: &[Cells]) -> Vec<Vec<Change>> {
    let of_house = |&house: &Cells| (1..=9).map(move |digit| (board.open_places(house, digit), digit));
    let single = |(places, digit): (Vec<Cell>, u8)| match places[..] {
        [cell] => vec![(cell, digit, true)],
        _ => vec![],
    };
    houses.iter().flat_map(of_house).map(single).collect()
}

fn naked_singles(board: &Board) -> Vec<Vec<Change>> {
    let singles = board.open_cells().filter(|&cell| board.candidates(cell).count_ones() == 1);
    singles.map(|cell| digits_of(board.candidates(cell)).map(|digit| (cell, digit, true)).collect()).collect()
}

/// Returns the changes that clear these digits, as a mask, from those of the cells that have them.
fn clears(board: &Board, digits: u16, cells: impl Iterator<Item = Cell>) -> Vec<Change> {
    let of_cell = |cell| digits_of(board.candidates(cell) & digits).map(move |digit| (cell, digit, false));
    cells.flat_map(of_cell).collect()
}

fn locked(board: &Board, bases: &[Cells], covers: &[Cells]) -> Vec<Vec<Change>> {
    let mut steps = Vec::new();
    for (base, cover) in bases.iter().flat_map(|base| covers.iter().map(move |cover| (base, cover))) {
        for digit in 1..=9 {
            let places = board.open_places(*base, digit);
            if !places.is_empty() && places.iter().all(|cell| cover.contains(cell)) {
                let rest = cover.iter().copied().filter(|cell| !base.contains(cell));
                steps.push(clears(board, 1 << (digit - 1), rest));
            }
        }
    }
    steps
}

/// Returns all ways to choose `count` of some items.
pub fn choices<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    let sets = (0..1_usize << items.len()).filter(|set| set.count_ones() as usize == count);
    sets.map(|set| (0..items.len()).filter(|n| set >> n & 1 == 1).map(|n| items[n]).collect()).collect()
}

fn naked(board: &Board, count: usize) -> Vec<Vec<Change>> {
    let mut steps = Vec::new();
    for house in houses() {
        let open: Vec<Cell> = house.into_iter().filter(|&cell| !board.is_placed(cell)).collect();
        for cells in
            choices(&open, count).iter().filter(|cells| board.union(cells).count_ones() as usize <= count)
        {
            let others = open.iter().copied().filter(|cell| !cells.contains(cell));
            steps.push(clears(board, board.union(cells), others));
        }
    }
    steps
}

fn hidden(board: &Board, count: usize) -> Vec<Vec<Change>> {
    let mut steps = Vec::new();
    for house in houses() {
        let open: Vec<u8> = (1..=9).filter(|&digit| !board.open_places(house, digit).is_empty()).collect();
        for digits in choices(&open, count) {
            let mask = digits.iter().fold(0, |all, digit| all | 1 << (digit - 1));
            let cells: Vec<Cell> =
                house.into_iter().filter(|&cell| board.candidates(cell) & mask != 0).collect();
            if cells.len() <= count {
                steps.push(clears(board, !mask & ALL_DIGITS, cells.into_iter()));
            }
        }
    }
    steps
}

fn fish(board: &Board, count: usize) -> Vec<Vec<Change>> {
    let mut steps = Vec::new();
    let (rows, columns) = (houses_of(HouseKind::Row), houses_of(HouseKind::Column));
    for (digit, (bases, covers)) in (1..=9).flat_map(|d| [(d, (rows, columns)), (d, (columns, rows))]) {
        let open: Vec<Cells> =
            bases.into_iter().filter(|&line| !board.open_places(line, digit).is_empty()).collect();
        for lines in choices(&open, count) {
            let places: Vec<Cell> = lines.iter().flat_map(|&line| board.open_places(line, digit)).collect();
            let crossing = covers.iter().filter(|cover| places.iter().any(|cell| cover.contains(cell)));
            if crossing.clone().count() <= count {
                let rest = crossing.flatten().copied().filter(|cell| !places.contains(cell));
                steps.push(clears(board, 1 << (digit - 1), rest));
            }
        }
    }
    steps
}

/// Returns the cells with exactly the candidates of a mask.
fn cells_with(board: &Board, mask: u16) -> Vec<Cell> {
    Cell::all().filter(|&cell| board.candidates(cell) == mask).collect()
}

/// Returns the changes that clear a digit from the cells that see all of `holders`.
fn seen_by(board: &Board, digit: u16, holders: &[Cell]) -> Vec<Change> {
    let sees_all = |cell: &Cell| holders.iter().all(|&holder| are_peers(*cell, holder));
    clears(board, digit, Cell::all().filter(sees_all))
}

/// Returns all pairs of different digits, as masks.
fn pairs_of_digits() -> impl Iterator<Item = (u16, u16)> {
    (0..9).flat_map(|a| (0..9).filter(move |&b| b != a).map(move |b| (1 << a, 1 << b)))
}

/// XY-wings: ab sees ac and bc. XYZ-wings: abc sees ac and bc.
fn wings(board: &Board, has_third: bool) -> Vec<Vec<Change>> {
    let mut steps = Vec::new();
    for (a, b) in pairs_of_digits().filter(|(a, b)| a < b) {
        for c in (0..9).map(|c| 1 << c).filter(|c| c & (a | b) == 0) {
            for pivot in cells_with(board, if has_third { a | b | c } else { a | b }) {
                for one in cells_with(board, a | c).into_iter().filter(|&cell| are_peers(cell, pivot)) {
                    for two in cells_with(board, b | c).into_iter().filter(|&cell| are_peers(cell, pivot)) {
                        let holders = [one, two, pivot];
                        steps.push(seen_by(board, c, if has_third { &holders } else { &holders[..2] }));
                    }
                }
            }
        }
    }
    steps
}

/// W-wings: two cells with ab, each of which sees another end of a house where a has two places.
fn w_wings(board: &Board) -> Vec<Vec<Change>> {
    let mut steps = Vec::new();
    for (a, b) in pairs_of_digits() {
        let cells = cells_with(board, a | b);
        for house in houses() {
            let places: Vec<Cell> =
                house.into_iter().filter(|&cell| board.candidates(cell) & a != 0).collect();
            let [p, q] = places[..] else { continue };
            for (one, two) in cells.iter().flat_map(|&one| cells.iter().map(move |&two| (one, two))) {
                let is_apart = ![one, two].iter().any(|cell| [p, q].contains(cell));
                if one != two && is_apart && are_peers(p, one) && are_peers(q, two) {
                    steps.push(seen_by(board, b, &[one, two]));
                }
            }
        }
    }
    steps
}
