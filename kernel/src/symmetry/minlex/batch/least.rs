//! The least rows of each board, and the orders of columns that they leave.

use super::super::cells::{self, Cells};
use super::super::clues::without_interchangeable;
use super::{
    compare::{CHOICES, Compared},
    lanes::{Lanes, MOST_BOARDS, MOST_OF_BOARD, Quads, gather},
    tables::Tables,
};
use crate::simd::Quarter;
use std::array;

/// Room for least rows, and for the maps that they lead to: mostly one or two for each board.
///
/// A board has up to [`MOST_OF_BOARD`] maps. The first least row of each is always listed; more are listed while the board has at
/// most that many. A row leads to one or two maps, or to more while its board has at most [`MOST_OF_BOARD`]. Two maps are written
/// before their number is known.
///
/// The two assertions below prove that every number is less than these powers of two. So taking remainders changes nothing, and
/// saves the bounds checks. Debug builds check this.
const MOST_HITS: usize = 2048;
const MOST_CHILDREN: usize = 4096;

const _: () = assert!((2 * MOST_OF_BOARD + 1) * MOST_BOARDS <= MOST_HITS);
const _: () = assert!((2 * (2 * MOST_OF_BOARD + 1) + MOST_OF_BOARD) * MOST_BOARDS + 2 <= MOST_CHILDREN);

/// A row that is least for its board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hit {
    pub map: u16,
    /// The row's number among the rows that may come next.
    pub choice: u16,
}

/// A map to make, as a child of the hit's map: a least row, and an order that tells its tied columns apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Child {
    pub hit: u16,
    pub order: u16,
}

/// The least rows of one depth, and the maps that they lead to.
#[derive(Debug)]
pub(super) struct Hits {
    hits: [Hit; MOST_HITS],
    /// The orders of columns after each of the rows.
    pub orders: Quads<MOST_HITS>,
    /// The ties in each of the rows (see [`Tables::lists`]).
    ties: [u8; MOST_HITS],
    children: [Child; MOST_CHILDREN],
    /// The number of hits.
    pub count: usize,
    /// Whether new digits are tied in a row. If not, each hit leads to one map, and no children are listed.
    pub tied: bool,
    /// The number of maps to make.
    pub made: usize,
    /// The number of maps of each board.
    pub maps: [u16; MOST_BOARDS],
    /// The boards that have too many maps, one bit each.
    leaving: u64,
    /// The least key of each board.
    least: [u64; MOST_BOARDS],
}

impl Hits {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            hits: [Hit::default(); MOST_HITS],
            orders: Quads::ZERO,
            ties: [0; MOST_HITS],
            children: [Child::default(); MOST_CHILDREN],
            count: 0,
            tied: false,
            made: 0,
            maps: [0; MOST_BOARDS],
            leaving: 0,
            least: [0; MOST_BOARDS],
        })
    }

    #[inline(always)]
    pub(super) fn hit(&self, number: usize) -> Hit {
        debug_assert!(number < MOST_HITS, "row {number}");
        self.hits[number % MOST_HITS]
    }

    #[inline(always)]
    fn set_hit(&mut self, number: usize, hit: Hit) {
        debug_assert!(number < MOST_HITS, "row {number}");
        self.hits[number % MOST_HITS] = hit;
    }

    #[inline(always)]
    pub(super) fn child(&self, number: usize) -> Child {
        debug_assert!(number < MOST_CHILDREN, "map {number}");
        self.children[number % MOST_CHILDREN]
    }

    #[inline(always)]
    fn set_child(&mut self, number: usize, child: Child) {
        debug_assert!(number < MOST_CHILDREN, "map {number}");
        self.children[number % MOST_CHILDREN] = child;
    }

    pub(super) fn clear(&mut self) {
        (self.count, self.made, self.leaving) = (0, 0, 0);
        self.maps = [0; MOST_BOARDS];
    }

    /// Adds a row with the orders of its columns, with nothing tied.
    #[inline(always)]
    pub(super) fn push_settled(&mut self, hit: Hit, orders: &[Quarter]) {
        for order in orders {
            *self.orders.one_mut(self.count) = *order;
            self.set_hit(self.count, hit);
            self.count += 1;
        }
    }

    /// Lists the rows that are least for their boards, in the order of maps and rows.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        depth: usize,
        first: usize,
        maps: usize,
        lanes: &Lanes,
        compared: &Compared,
    ) {
        const KEY_BITS: u64 = (1 << 48) - 1;
        self.clear();
        self.least = [u64::MAX; MOST_BOARDS];
        let boards = lanes.boards(first, maps);
        for (board, found) in boards.clone().zip(&compared.least) {
            self.least[board] = self.least[board].min(found & KEY_BITS);
        }
        let mut count = 0;
        for ((number, board), found) in (0..).zip(boards).zip(&compared.least) {
            let is_least = found & KEY_BITS == self.least[board];
            let choices = found >> 48;
            // A blank row is the least of all, and no other remaining row has its key.
            let choices = if found & KEY_BITS == 0 {
                choices & u64::from(without_interchangeable((1 << CHOICES[depth]) - 1, choices as u16))
            } else {
                choices
            };
            let hit = |choices: u64| Hit { map: number, choice: choices.trailing_zeros() as u16 };
            self.set_hit(count, hit(choices));
            self.maps[board] += u16::from(is_least);
            count += usize::from(is_least);
            let mut others = if is_least { choices & choices.wrapping_sub(1) } else { 0 };
            while others != 0 {
                if usize::from(self.maps[board]) > MOST_OF_BOARD {
                    break; // the board leaves
                }
                self.set_hit(count, hit(others));
                self.maps[board] += 1;
                count += 1;
                others &= others - 1;
            }
        }
        debug_assert!(count < MOST_HITS, "{count} rows");
        self.count = count;
    }

    /// Separates what the least rows tell apart, and records the ties in them. A join remains if both columns, or stacks, are
    /// blank in the row. It becomes a tie if both have new digits in the same places.
    #[inline(always)]
    pub(super) fn settle<S: Cells>(
        &mut self,
        simd: S,
        first: usize,
        choices: usize,
        lanes: &Lanes,
        compared: &Compared,
    ) {
        let mut all_ties = 0;
        for number in (0..self.count).step_by(4) {
            let hits: [Hit; 4] = array::from_fn(|lane| self.hit(number + lane));
            let map = |lane: usize| usize::from(hits[lane].map);
            let cells =
                gather(simd, |lane| compared.cells(map(lane), usize::from(hits[lane].choice), choices));
            let joins = gather(simd, |lane| lanes.orders.one(first + map(lane)));
            let (order, ties) = cells::settle(simd, cells, joins);
            simd.store(order, self.orders.four_mut(number));
            let others = 4 - (self.count - number).min(4); // lanes without a row
            all_ties |= ties & (u32::MAX >> (8 * others));
            if let Some(four) = self.ties[number % MOST_HITS..].first_chunk_mut::<4>() {
                *four = ties.to_le_bytes();
            }
        }
        self.tied = all_ties != 0;
    }

    /// Lists the maps that the least rows lead to.
    #[inline(always)]
    pub(super) fn list_children(&mut self, first: usize, most: u16, lanes: &Lanes, tables: &Tables) {
        self.made = self.count;
        if self.tied {
            self.list_tied(first, most, lanes, tables);
        }
        let is_too_many = self.maps.iter().fold(0, |most, &maps| most.max(maps)) > most;
        if is_too_many || self.leaving != 0 {
            self.leave_out(first, most, lanes);
        }
    }

    #[inline(always)]
    fn list_tied(&mut self, first: usize, most: u16, lanes: &Lanes, tables: &Tables) {
        self.maps = [0; MOST_BOARDS];
        let mut made = 0;
        for number in 0..self.count {
            let board = lanes.board(first + usize::from(self.hit(number).map));
            let list = tables.lists[usize::from(self.ties[number % MOST_HITS])];
            let child = |order: u16| Child { hit: number as u16, order: list.first + order };
            self.set_child(made, child(0));
            self.set_child(made + 1, child(1));
            if list.count == 0 || list.count > 2 {
                if list.count == 0 || self.maps[board] + list.count > most {
                    self.leaving |= 1 << board;
                    continue;
                }
                for order in 2..list.count {
                    self.set_child(made + usize::from(order), child(order));
                }
            }
            self.maps[board] += list.count;
            made += usize::from(list.count);
        }
        debug_assert!(made < MOST_CHILDREN, "{made} maps");
        self.made = made;
    }

    /// Leaves out the maps of boards that have too many.
    #[cold]
    fn leave_out(&mut self, first: usize, most: u16, lanes: &Lanes) {
        if !self.tied {
            self.tied = true;
            for (number, child) in self.children.iter_mut().enumerate().take(self.made) {
                *child = Child { hit: number as u16, order: 0 };
            }
        }
        for (board, &maps) in self.maps.iter().enumerate() {
            self.leaving |= u64::from(maps > most) << board;
        }
        let mut kept = 0;
        for number in 0..self.made {
            let child = self.child(number);
            let map = first + usize::from(self.hit(child.hit.into()).map);
            self.children[kept] = child;
            kept += usize::from(self.leaving >> lanes.board(map) & 1 == 0);
        }
        self.made = kept;
    }
}
