//! Every operation of every instruction set, compared with its formula.

use super::*;

const A: [u32; MAX_LANES] =
    [0, 1, 0x7FF_FFFF, 0x0F0F_0F0F, 0xDEAD_BEEF, 7, 0o777, 0x8000_0000, 0x123_4567, 3, 5, 9, 17, 33, 65, 129];
const B: [u32; MAX_LANES] =
    [1, 1, 0x555_5555, 0xFFFF_0000, 0xFEED_F00D, 7, 0o070, 0xFFFF_FFFF, 0x765_4321, 2, 4, 8, 16, 32, 64, 128];
const C: [u32; MAX_LANES] =
    [0, 3, 0x2AA_AAAA, 0x00FF_FF00, 0x0BAD_CAFE, 6, 0o707, 0x7FFF_FFFF, 0x000_FFFF, 1, 2, 3, 4, 5, 6, 7];

/// Checks an operation on 32-bit words against the plain formula, word by word.
fn check<S: Lanes>(s: S, name: &str, got: S::V, expected: impl Fn(u32, u32, u32) -> u32) {
    let mut row = [0; MAX_LANES];
    s.store(got, &mut row);
    for lane in 0..S::LANES {
        assert_eq!(row[lane], expected(A[lane], B[lane], C[lane]), "{} {name}, lane {lane}", S::NAME);
    }
}

fn check_words<S: Lanes>(s: S) {
    let (a, b, c) = (s.load(&A), s.load(&B), s.load(&C));
    check(s, "splat", s.splat32(5), |_, _, _| 5);
    check(s, "and", s.and(a, b), |a, b, _| a & b);
    check(s, "or", s.or(a, b), |a, b, _| a | b);
    check(s, "xor", s.xor(a, b), |a, b, _| a ^ b);
    check(s, "clear", s.clear(a, b), |a, b, _| a & !b);
    check(s, "add", s.add32(a, b), |a, b, _| a.wrapping_add(b));
    check(s, "sub", s.sub32(a, b), |a, b, _| a.wrapping_sub(b));
    check(s, "min", s.min32(a, b), |a, b, _| a.min(b));
    check(s, "shl", s.shl32::<18>(a), |a, _, _| a << 18);
    check(s, "shr", s.shr32::<9>(a), |a, _, _| a >> 9);
    check(s, "count", s.count(a, b), |a, b, _| a.count_ones() + 2 * b.count_ones());
    check(s, "and3", s.and3(a, b, c), |a, b, c| a & b & c);
    check(s, "or3", s.or3(a, b, c), |a, b, c| a | b | c);
    check(s, "xor3", s.xor3(a, b, c), |a, b, c| a ^ b ^ c);
    check(s, "maj", s.maj(a, b, c), |a, b, c| (a & b) | (b & c) | (c & a));
    let (one, two) = s.one_and_two(a, b, c);
    check(s, "one of one_and_two", one, |a, b, c| a | b | c);
    check(s, "two of one_and_two", two, |a, b, c| (a & b) | (b & c) | (c & a));
    check(s, "clear2", s.clear2(a, b, c), |a, b, c| a & !(b | c));
    check(s, "or_and", s.or_and(a, b, c), |a, b, c| a | (b & c));
    check(s, "and_or", s.and_or(a, b, c), |a, b, c| a & (b | c));
    check(s, "restrict", s.restrict(a, b, c), |a, b, c| a & (b | !c));
    check(s, "select", s.select(a, b, c), |a, b, c| (a & b) | (!a & c));
    check(s, "note_change", s.note_change(a, b, c), |a, b, c| a | (b ^ c));
}

fn check_if_zero<S: Lanes>(s: S) {
    let (a, b, c) = (s.load(&A), s.load(&B), s.load(&C));
    check(s, "if_zero", s.if_zero(s.and(a, b), b, c), |a, b, c| if a & b == 0 { b } else { c });
    check(s, "if_zero", s.if_zero(s.sub32(a, a), b, c), |_, b, _| b);
}

fn check_rotations<S: Lanes>(s: S) {
    const WORD: u32 = (1 << 27) - 1;
    let rotate = |v: u32, by: u32| (v >> (9 * by) | v << (27 - 9 * by)) & WORD;
    let (one, two) = s.rotate_fields(s.and(s.load(&A), s.splat32(WORD)));
    check(s, "rotate by one", s.and(one, s.splat32(WORD)), |a, _, _| rotate(a & WORD, 1));
    check(s, "rotate by two", s.and(two, s.splat32(WORD)), |a, _, _| rotate(a & WORD, 2));
}

fn check_fields<S: Lanes>(s: S) {
    const WORD: u32 = (1 << 27) - 1;
    let field = |v: u32, i: u32| v >> (9 * i) & 0o777;
    let spread = s.spread_fields(s.load(&A));
    for (i, &word) in (0..).zip(&spread) {
        check(s, "spread_fields", s.and(word, s.splat32(WORD)), |a, _, _| field(a, i) * 0o001_001_001);
    }
    let word = s.splat32(WORD);
    let united = s.unite_fields([s.and(s.load(&A), word), s.and(s.load(&B), word), s.and(s.load(&C), word)]);
    let any = |v: u32| field(v, 0) | field(v, 1) | field(v, 2);
    check(s, "unite_fields", s.and(united, word), |a, b, c| any(a) | any(b) << 9 | any(c) << 18);
}

fn check_sets<S: Lanes>(s: S) {
    let (a, b) = (s.load(&A), s.load(&B));
    let equal: LaneSet = (0..S::LANES).filter(|&lane| A[lane] == B[lane]).map(|lane| 1 << lane).sum();
    assert_eq!(s.equal(a, b), equal, "{} equal", S::NAME);
    for set in 0..=s.all() {
        let mut row = [0; MAX_LANES];
        let in_set = |lane: &usize| set >> lane & 1 == 1;
        s.store(s.blend(set, a, b), &mut row);
        assert!((0..S::LANES).all(|lane| row[lane] == if in_set(&lane) { B[lane] } else { A[lane] }));
        s.store(s.fill(set, s.vacate(set, a), b), &mut row);
        assert!((0..S::LANES).all(|lane| row[lane] == if in_set(&lane) { B[lane] } else { A[lane] }));
        s.store(s.keep(set, a), &mut row);
        assert!((0..S::LANES).all(|lane| row[lane] == if in_set(&lane) { A[lane] } else { 0 }));
        s.store(s.compress(set, a), &mut row);
        assert!((0..S::LANES).filter(in_set).enumerate().all(|(to, from)| row[to] == A[from]));
        s.store(s.expand(set, a), &mut row);
        assert!((0..S::LANES).filter(in_set).enumerate().all(|(from, to)| row[to] == A[from]));
        assert!((0..S::LANES).all(|lane| in_set(&lane) || row[lane] == 0), "{} expand", S::NAME);
    }
}

fn check_look_up<S: Lanes>(s: S) {
    let table = [10, 11, 12, 13, 14, 15, 16, 17];
    check(s, "look_up", s.look_up(&table, s.load(&A)), |a, _, _| 10 + (a & 7));
}

#[test]
fn every_operation_of_every_instruction_set_follows_its_formula() {
    for_each_isa!(|simd, _name| {
        check_words(simd);
        check_if_zero(simd);
        check_rotations(simd);
        check_fields(simd);
        check_sets(simd);
        check_look_up(simd);
    });
}
