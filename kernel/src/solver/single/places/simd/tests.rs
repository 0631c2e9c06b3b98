//! Every operation of every instruction set, compared with its formula.

use super::BoxLanes;
use crate::board::grid::{self, CELLS};
use crate::solver::lanes::simd::if_available;
use crate::solver::lanes::simd::portable::Portable;
use crate::solver::single::board::cell_at;
use crate::solver::single::places::{BOXES, LaneWords, lane_of};

const A: [u16; 9] = [0, 1, 0x1ff, 0x0f0, 0b11, 0x100, 7, 0x155, 2];
const B: [u16; 9] = [3, 1, 0x0aa, 0x1ff, 0b10, 0x180, 0, 0x0aa, 4];
const C: [u16; 9] = [9, 0, 0x111, 0x00f, 0b01, 0x1ff, 7, 0x0ff, 8];

fn lanes(boxes: [u16; 9]) -> LaneWords {
    let mut lanes = [0; 16];
    (0..9).for_each(|number| lanes[lane_of(number)] = boxes[number]);
    lanes
}

/// Checks an operation against its formula, box by box, and that the other lanes stay zero.
fn check<S: BoxLanes>(s: S, name: &str, got: S::W, expected: impl Fn(usize) -> u16) {
    let mut row = [0; 16];
    s.store(got, &mut row);
    assert_eq!(row, lanes(std::array::from_fn(expected)), "{name}");
}

fn check_words<S: BoxLanes>(s: S) {
    let [a, b, c] = [A, B, C].map(|boxes| s.load(&lanes(boxes)));
    check(s, "splat", s.splat(5), |_| 5);
    check(s, "and", s.and(a, b), |i| A[i] & B[i]);
    check(s, "or", s.or(a, b), |i| A[i] | B[i]);
    check(s, "xor", s.xor(a, b), |i| A[i] ^ B[i]);
    check(s, "clear", s.clear(a, b), |i| A[i] & !B[i]);
    check(s, "add", s.add(a, b), |i| A[i] + B[i]);
    check(s, "min", s.min(a, b), |i| A[i].min(B[i]));
    check(s, "min", s.min(s.splat(0x7fff), b), |i| B[i]);
    check(s, "shift", s.shift_left_6(a), |i| A[i] << 6);
    check(s, "count", s.count(a), |i| A[i].count_ones() as u16);
    check(s, "singles", s.singles(a), |i| if A[i].is_power_of_two() { A[i] } else { 0 });
    check(s, "if_any", s.if_any(a, s.splat(0x7fff)), |i| if A[i] == 0 { 0 } else { 0x7fff });
    check(s, "if_zero", s.if_zero(a, s.splat(0x7fff)), |i| if A[i] == 0 { 0x7fff } else { 0 });
    check(s, "and3", s.and3(a, b, c), |i| A[i] & B[i] & C[i]);
    check(s, "or3", s.or3(a, b, c), |i| A[i] | B[i] | C[i]);
    check(s, "maj", s.maj(a, b, c), |i| (A[i] & B[i]) | (B[i] & C[i]) | (C[i] & A[i]));
}

fn check_turns<S: BoxLanes>(s: S) {
    let a = s.load(&lanes(A));
    for by in 1..3 {
        check(s, "stacks", s.turn_stacks(a)[by - 1], |i| A[i / 3 * 3 + (i + by) % 3]);
        check(s, "bands", s.turn_bands(a)[by - 1], |i| A[(i + 3 * by) % 9]);
    }
}

fn check_tests<S: BoxLanes>(s: S) {
    let a = s.load(&lanes(A));
    assert!(s.is_zero(s.xor(a, a)) && !s.is_zero(a));
    assert_eq!((s.least(a), s.least(s.add(a, s.splat(700)))), (0, 700));
    assert_eq!(s.least(s.load(&lanes([9, 8, 7, 6, 5, 4, 3, 2, 300]))), 2);
    let full = s.splat(0x1ff);
    for number in 0..9 {
        let mut boxes = [1; 9];
        assert!(s.is_zero(s.empty_cells(&[[full; 3], [full, s.load(&lanes(boxes)), full], [full; 3]])));
        boxes[number] = 0;
        assert!(!s.is_zero(s.empty_cells(&[[full; 3], [full, full, s.load(&lanes(boxes))], [full; 3]])));
    }
    assert_eq!(BOXES, lanes([0xffff; 9]));
}

const PUZZLE: &[u8; CELLS] =
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn check_text<S: BoxLanes>(s: S) {
    for place in 0..CELLS {
        let mut puzzle = *PUZZLE;
        for byte in 0..=u8::MAX {
            puzzle[place] = byte;
            let board = s.read(&puzzle);
            let is_valid = grid::digit(byte).is_some() || byte == b'.';
            assert_eq!(board.is_some(), is_valid, "byte {byte} in cell {place}");
            let Some(board) = board else { continue };
            for k in 0..3 {
                for j in 0..3 {
                    check(s, "read", board[k][j], |number| {
                        let byte = puzzle[cell_at(number, k, j)];
                        grid::digit(byte).map_or(0x1ff, |digit| 1 << (digit - 1))
                    });
                }
            }
        }
    }
    let solved = std::array::from_fn(|cell| b'1' + ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8);
    let board = s.read(&solved).unwrap();
    let mut digits = [0; CELLS];
    s.write(&board, &mut digits, b'0');
    assert_eq!(digits, solved);
    s.write(&board, &mut digits, 0);
    assert_eq!(digits, solved.map(|byte| byte - b'0'));
}

fn check_all<S: BoxLanes>(s: S) {
    check_words(s);
    check_turns(s);
    check_tests(s);
    check_text(s);
}

#[test]
fn every_operation_of_every_instruction_set_follows_its_formula() {
    #[cfg(target_arch = "x86_64")]
    {
        use crate::solver::lanes::simd::avx2::Avx2;
        if_available!(Avx2, |simd, _name| { check_all(simd) });
    }
    #[cfg(target_arch = "aarch64")]
    {
        use crate::solver::lanes::simd::neon::Neon;
        if_available!(Neon, |simd, _name| { check_all(simd) });
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        use crate::solver::lanes::simd::simd128::Simd128;
        if_available!(Simd128, |simd, _name| { check_all(simd) });
    }
    check_all(Portable);
}
