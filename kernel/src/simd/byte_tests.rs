//! Every operation on bytes, of one vector and of two as one, compared with its formula.

use super::{Isa, Keys, Quarter, on_processor};

/// The bytes of a vector of four quarters.
type Sixty = [Quarter; 4];

/// Returns bytes that look random, with a few that are equal in all results.
fn sixty(seed: u32) -> Sixty {
    std::array::from_fn(|quarter| {
        std::array::from_fn(|byte| {
            let number = (16 * quarter + byte) as u32;
            if number.is_multiple_of(5) { 7 } else { ((number + seed).wrapping_mul(0x9E37_79B9) >> 13) as u8 }
        })
    })
}

/// Checks an operation on bytes against its formula: the expected byte at `place` of `quarter`.
fn check_bytes<S: Keys>(s: S, name: &str, got: S::V, expected: impl Fn(usize, usize) -> u8) {
    let mut bytes = [[0; 16]; 4];
    s.store(got, &mut bytes);
    for quarter in 0..S::LANES / 4 {
        let expected: Quarter = std::array::from_fn(|place| expected(quarter, place));
        assert_eq!(bytes[quarter], expected, "{} {name}, quarter {quarter} of {}", S::NAME, S::LANES / 4);
    }
}

/// Returns the word of `N` bytes that contains byte `place` of a quarter.
fn word<const N: usize>(quarter: &Quarter, place: usize) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(&quarter[place / N * N..][..N]);
    u64::from_le_bytes(word)
}

fn check_bytes_of<S: Keys>(s: S) {
    let ones = |is_set: bool| if is_set { 0xff } else { 0 };
    let (a, b) = (sixty(1), sixty(1000));
    let (va, vb) = (s.load(&a), s.load(&b));
    check_bytes(s, "repeat", s.repeat(&a[1]), |_, i| a[1][i]);
    check_bytes(s, "splat8", s.splat8(200), |_, _| 200);
    check_bytes(s, "add8", s.add8(va, vb), |q, i| a[q][i].wrapping_add(b[q][i]));
    check_bytes(s, "sub8", s.sub8(va, vb), |q, i| a[q][i].wrapping_sub(b[q][i]));
    check_bytes(s, "min8", s.min8(va, vb), |q, i| a[q][i].min(b[q][i]));
    check_bytes(s, "max8", s.max8(va, vb), |q, i| a[q][i].max(b[q][i]));
    let byte = |word: u64, i: usize| word.to_le_bytes()[i % 4];
    check_bytes(s, "max32", s.max32(va, vb), |q, i| byte(word::<4>(&a[q], i).max(word::<4>(&b[q], i)), i));
    check_bytes(s, "min32", s.min32(va, vb), |q, i| byte(word::<4>(&a[q], i).min(word::<4>(&b[q], i)), i));
    check_bytes(s, "xor_or", s.xor_or(va, vb, va), |q, i| a[q][i] ^ (b[q][i] | a[q][i]));
    check_bytes(s, "bytes_up", s.bytes_up::<1>(va), |q, i| if i < 1 { 0 } else { a[q][i - 1] });
    check_bytes(s, "bytes_up", s.bytes_up::<2>(va), |q, i| if i < 2 { 0 } else { a[q][i - 2] });
    check_bytes(s, "bytes_up", s.bytes_up::<4>(va), |q, i| if i < 4 { 0 } else { a[q][i - 4] });
    check_bytes(s, "bytes_up", s.bytes_up::<8>(va), |q, i| if i < 8 { 0 } else { a[q][i - 8] });
    check_bytes(s, "bytes_down", s.bytes_down::<4>(va), |q, i| if i < 12 { a[q][i + 4] } else { 0 });
    let places = b.map(|quarter| quarter.map(|place| place & 0x8f));
    check_bytes(s, "shuffle", s.shuffle(va, s.load(&places)), |q, i| {
        if places[q][i] < 16 { a[q][usize::from(places[q][i])] } else { 0 }
    });
    check_bytes(s, "shuffle_low", s.shuffle_low(va, vb), |q, i| {
        if b[q][i] < 128 { a[q][usize::from(b[q][i] % 16)] } else { 0 }
    });
    check_bytes(s, "shuffle_found", s.shuffle_found(va, vb), |q, i| {
        if b[q][i] < 16 { a[q][usize::from(b[q][i])] } else { 0 }
    });
    check_bytes(s, "equal8", s.equal8(va, vb), |q, i| ones(a[q][i] == b[q][i]));
    let mut c = b;
    c[0][4..12].copy_from_slice(&a[0][4..12]);
    c[3][..8].copy_from_slice(&a[3][..8]);
    let vc = s.load(&c);
    check_bytes(s, "equal32", s.equal32(va, vc), |q, i| ones(word::<4>(&a[q], i) == word::<4>(&c[q], i)));
    check_bytes(s, "equal64", s.equal64(va, vc), |q, i| ones(word::<8>(&a[q], i) == word::<8>(&c[q], i)));
    let low = |of: Sixty| of.map(|quarter| quarter.map(|byte| byte & 0x7f));
    let (a, b) = (low(a), low(b));
    let (va, vb) = (s.load(&a), s.load(&b));
    let (least, most) = s.order64(va, vb);
    let order = |q: usize, i: usize| (word::<8>(&a[q], i), word::<8>(&b[q], i));
    check_bytes(s, "the smaller of order64", least, |q, i| {
        order(q, i).0.min(order(q, i).1).to_le_bytes()[i % 8]
    });
    check_bytes(s, "the greater of order64", most, |q, i| {
        order(q, i).0.max(order(q, i).1).to_le_bytes()[i % 8]
    });
    check_bytes(s, "test8", s.test8(va, vb), |q, i| ones(a[q][i] & b[q][i] != 0));
    let few: Sixty = b.map(|quarter| std::array::from_fn(|i| if i % 8 < 3 { quarter[i] } else { 0 }));
    check_bytes(s, "test32", s.test32(va, s.load(&few)), |q, i| {
        ones(word::<4>(&a[q], i) & word::<4>(&few[q], i) != 0)
    });
    check_bytes(s, "select8", s.select8(s.equal8(va, vb), s.splat8(1), va), |q, i| {
        if a[q][i] == b[q][i] { 1 } else { a[q][i] }
    });
    check_bytes(s, "dot", s.dot(va, 0x64_0a_01_00), |q, i| {
        let [_, ones, tens, hundreds] = (word::<4>(&a[q], i) as u32).to_le_bytes().map(u32::from);
        (ones + 10 * tens + 100 * hundreds).to_le_bytes()[i % 4]
    });
    let words: Sixty = a.map(|quarter| std::array::from_fn(|i| if i % 4 < 2 { quarter[i] } else { 0 }));
    check_bytes(s, "pack", s.pack(s.load(&words)), |q, i| words[q][i % 8 / 2 * 4 + i % 2]);
}

fn check_quarters<S: Keys>(s: S) {
    let a = sixty(1);
    let (va, quarters) = (s.load(&a), S::LANES / 4);
    for number in 0..quarters {
        let mut quarter = [0; 16];
        s.store_quarter(va, number, &mut quarter);
        assert_eq!(quarter, a[number]);
        let with = s.with_quarter(va, number, &[9; 16]);
        check_bytes(s, "with_quarter", with, |q, i| if q == number { 9 } else { a[q][i] });
        let one = s.with_quarter(s.splat8(0), number, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
        assert!(s.is_zero(s.splat8(0)) && !s.is_zero(one));
        assert_eq!(s.full(s.with_quarter(va, number, &[0xff; 16])), 3 << (2 * number));
        let sums = s.sums(s.with_quarter(
            s.splat8(0),
            number,
            &[1, 0, 2, 0, 0, 0, 4, 8, 16, 0, 32, 0, 64, 0, 0, 128],
        ));
        assert_eq!(sums, 255 << (8 * number), "{} sums", S::NAME);
    }
    let mut words = [0; 4];
    s.store_low_words(va, &mut words[..quarters]);
    assert_eq!(words[..quarters], std::array::from_fn::<u64, 4, _>(|q| word::<8>(&a[q], 0))[..quarters]);
}

fn check_chosen<S: Keys>(s: S) {
    let a = sixty(1);
    for set in 0..16_usize {
        let chosen = (0..4).filter(|number| set >> number & 1 == 1);
        let mut stored = [[0; 16]; 4];
        s.store_chosen(s.load(&a), chosen.clone().map(|number| 3 << (2 * number)).sum(), &mut stored);
        for (place, number) in chosen.enumerate() {
            assert_eq!(stored[place], a[number], "{} store_chosen {set:04b}", S::NAME);
        }
    }
}

#[test]
fn every_operation_on_bytes_follows_its_formula() {
    for isa in Isa::ALL {
        on_processor!(isa, |token| {
            check_bytes_of(token);
            check_quarters(token);
            check_bytes_of(token.four_quarters());
            check_quarters(token.four_quarters());
            check_chosen(token.four_quarters());
        });
    }
}
