//! Every operation on boxes of every instruction set, compared with its formula.

use super::{Bands, Boxes};

/// One lane for each box, as in memory.
type LaneWords = [u16; 16];

const A: [u16; 9] = [0, 1, 0x1ff, 0x0f0, 0b11, 0x100, 7, 0x155, 2];
const B: [u16; 9] = [3, 1, 0x0aa, 0x1ff, 0b10, 0x180, 0, 0x0aa, 4];
const C: [u16; 9] = [9, 0, 0x111, 0x00f, 0b01, 0x1ff, 7, 0x0ff, 8];

fn lane_of(number: usize) -> usize {
    number / 3 * 4 + number % 3
}

fn lanes(boxes: [u16; 9]) -> LaneWords {
    let mut lanes = [0; 16];
    (0..9).for_each(|number| lanes[lane_of(number)] = boxes[number]);
    lanes
}

/// Checks an operation against its formula, box by box.
fn check<S: Boxes>(s: S, name: &str, got: S::V, expected: impl Fn(usize) -> u16) {
    let mut row: LaneWords = [0; 16];
    s.store(got, &mut row);
    for number in 0..9 {
        assert_eq!(row[lane_of(number)], expected(number), "{} {name}, box {number}", S::NAME);
    }
}

fn check_words<S: Boxes>(s: S) {
    let [a, b, c] = [A, B, C].map(|boxes| s.load(&lanes(boxes)));
    check(s, "splat16", s.splat16(5), |_| 5);
    check(s, "and", s.and(a, b), |i| A[i] & B[i]);
    check(s, "or", s.or(a, b), |i| A[i] | B[i]);
    check(s, "xor", s.xor(a, b), |i| A[i] ^ B[i]);
    check(s, "clear", s.clear(a, b), |i| A[i] & !B[i]);
    check(s, "and3", s.and3(a, b, c), |i| A[i] & B[i] & C[i]);
    check(s, "or3", s.or3(a, b, c), |i| A[i] | B[i] | C[i]);
    check(s, "maj", s.maj(a, b, c), |i| (A[i] & B[i]) | (B[i] & C[i]) | (C[i] & A[i]));
    check(s, "add16", s.add16(a, b), |i| A[i] + B[i]);
    check(s, "min16", s.min16(a, b), |i| A[i].min(B[i]));
    check(s, "min16", s.min16(s.splat16(0x7fff), b), |i| B[i]);
    check(s, "shl16", s.shl16::<6>(a), |i| A[i] << 6);
    check(s, "count16", s.count16(a), |i| A[i].count_ones() as u16);
    check(s, "zero16", s.zero16(a), |i| if A[i] == 0 { 0xffff } else { 0 });
    check(s, "clear_lowest16", s.clear_lowest16(a), |i| A[i] & A[i].wrapping_sub(1));
    check(s, "if_any16", s.if_any16(a, s.splat16(0x7fff)), |i| if A[i] == 0 { 0 } else { 0x7fff });
    check(s, "if_zero16", s.if_zero16(a, s.splat16(0x7fff)), |i| if A[i] == 0 { 0x7fff } else { 0 });
}

fn check_turns<S: Boxes>(s: S) {
    let a = s.load(&lanes(A));
    for by in 1..3 {
        check(s, "turn_stacks", s.turn_stacks(a)[by - 1], |i| A[i / 3 * 3 + (i + by) % 3]);
        check(s, "turn_bands", s.turn_bands(a)[by - 1], |i| A[(i + 3 * by) % 9]);
    }
}

fn check_tests<S: Boxes>(s: S) {
    let a = s.load(&lanes(A));
    assert!(s.is_zero(s.xor(a, a)) && !s.is_zero(a));
    let mut words = [900; 16];
    for number in 0..9 {
        words[lane_of(number)] = 100 + number as u16;
        assert_eq!(s.least16(s.load(&words)), 100, "{} least16", S::NAME);
    }
    for number in 0..9 {
        words[lane_of(number)] = 9 - number as u16;
        assert_eq!(s.least16(s.load(&words)), 9 - number as u16, "{} least16", S::NAME);
    }
}

fn check_all<S: Boxes>(s: S) {
    check_words(s);
    check_turns(s);
    check_tests(s);
}

/// Boards of AVX-512 have another layout.
#[test]
fn every_operation_on_boxes_follows_its_formula() {
    #[cfg(target_arch = "x86_64")]
    super::avx2::Avx2::detect().map(super::avx2::Avx2::boxes).into_iter().for_each(check_all);
    #[cfg(target_arch = "aarch64")]
    super::neon::Neon::detect().map(super::neon::Neon::boxes).into_iter().for_each(check_all);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    super::simd128::Simd128::detect().map(super::simd128::Simd128::boxes).into_iter().for_each(check_all);
    check_all(Bands);
}

#[test]
fn bands_tell_which_boxes_have_a_zero() {
    let full = Bands.splat16(0x1ff);
    for number in 0..9 {
        let mut boxes = [1; 9];
        boxes[number] = 0;
        let words = super::Simd::load(Bands, &lanes(boxes));
        let found = Bands.has_zero(&[[full; 3], [full, words, full], [full; 3]]);
        check(Bands, "has_zero", found, |other| u16::from(other == number));
    }
}
