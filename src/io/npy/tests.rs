use super::*;

const PUZZLE: &[u8; CELLS] =
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn array(version: u8, header: &str, values: &[u8]) -> Vec<u8> {
    let length = header.len().to_le_bytes();
    [MAGIC, &[version, 0], &length[..if version == 1 { 2 } else { 4 }], header.as_bytes(), values].concat()
}

fn header(kind: &str, order: &str, shape: &str) -> String {
    format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}   \n")
}

/// Returns the puzzle as values of `size` bytes, each of them its digit plus `more`.
fn values(size: usize, is_big_endian: bool, more: u8) -> Vec<u8> {
    let value = |cell: &u8| {
        let mut value = vec![0; size];
        value[if is_big_endian { size - 1 } else { 0 }] =
            crate::board::grid::digit(*cell).unwrap_or(0) + more;
        value
    };
    PUZZLE.iter().flat_map(value).collect()
}

fn encoded(bytes: impl BufRead + Send + 'static, length: Option<u64>) -> Encoded {
    Encoded { bytes: Box::new(bytes), length }
}

fn lines(array: &[u8], meaning: Values, step: usize) -> String {
    let (head, rest) = array.split_at(array.len().min(900)); // with a whole puzzle of any type
    let rest = io::BufReader::with_capacity(step, io::Cursor::new(rest.to_vec()));
    let array = encoded(io::Cursor::new(head.to_vec()).chain(rest), None);
    let mut lines = decode(array, meaning, "a").unwrap().bytes;
    let (mut text, mut buffer) = (Vec::new(), vec![0; step]);
    while let read @ 1.. = lines.read(&mut buffer).unwrap() {
        text.extend_from_slice(&buffer[..read]);
    }
    String::from_utf8(text).unwrap()
}

fn refusal(array: &[u8], length: Option<u64>) -> String {
    let array = encoded(io::Cursor::new(array.to_vec()), length);
    decode(array, Values::Digits, "a.npy").err().expect("a refusal").to_string()
}

#[test]
fn integers_of_every_kind_in_both_shapes_and_all_versions_are_read_in_parts_of_any_length() {
    let expected = format!("{}\n", str::from_utf8(PUZZLE).unwrap().replace('.', "0")).repeat(3);
    let kinds =
        [("|u1", 1), ("|i1", 1), ("<i2", 2), (">u2", 2), ("<i4", 4), ("<i8", 8), (">i8", 8), ("=u8", 8)];
    for (kind, size) in kinds {
        let values = values(size, kind.starts_with('>'), 0).repeat(3);
        for (version, shape) in [(1, "(3, 81)"), (2, "(3, 9, 9)"), (3, "(3,81,)")] {
            let array = array(version, &header(kind, "False", shape), &values);
            for step in [1, 81, 82, 100, 1000] {
                assert_eq!(lines(&array, Values::Digits, step), expected, "{kind} {shape} {step}");
            }
        }
    }
    let empty = array(1, &header("|u1", "False", "(0, 81)"), b"");
    assert_eq!(lines(&empty, Values::Digits, 100), "");
}

/// Returns the cells with spaces between them.
fn spaced(puzzle: &str) -> String {
    puzzle.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

#[test]
fn tokens_are_read_on_request_for_every_cell() {
    let header = header("<i8", "False", "(2, 81)");
    let mut tokens = values(8, false, 1).repeat(2);
    tokens[81 * 8] = 0; // a padded cell of the second puzzle
    let puzzle = str::from_utf8(PUZZLE).unwrap().replace('.', "0");
    for step in [1, 100, 1000] {
        let text = lines(&array(1, &header, &tokens), Values::Tokens, step);
        assert_eq!(text, format!("{puzzle}\n{}\n", spaced(&puzzle).replacen('5', "-1", 1)));
    }
}

#[test]
fn a_value_above_9_among_digits_ends_the_array_with_its_puzzle() {
    let mut values = values(8, false, 0).repeat(3);
    values[(2 * 81 + 5) * 8] = 10;
    let array = array(1, &header("<i8", "False", "(3, 81)"), &values);
    let mut lines = decode(encoded(io::Cursor::new(array), None), Values::Digits, "a").unwrap().bytes;
    let error = Error::reading("a", lines.read_to_end(&mut Vec::new()).unwrap_err());
    assert_eq!(error.to_string(), "a:3:1: this puzzle of the array has the value 10, but digits end at 9");
}

#[test]
fn a_record_with_values_out_of_range_has_all_its_values() {
    let puzzle = str::from_utf8(PUZZLE).unwrap().replace('.', "0");
    let cases: [(&str, usize, u64, &str); 9] = [
        ("|u1", 1, 11, "11"),
        ("|u1", 1, 255, "255"),
        ("|i1", 1, 255, "-1"),
        ("<i2", 2, 256, "256"),
        (">i2", 2, 1 << 15, "-32768"),
        ("<u4", 4, 1 << 31, "2147483648"),
        ("<i8", 8, 261, "261"),
        (">i8", 8, u64::MAX, "-1"),
        ("<u8", 8, u64::MAX, "18446744073709551615"),
    ];
    for (kind, size, bad, shown) in cases {
        for cell in [0, 40, 80] {
            let is_big_endian = kind.starts_with('>');
            let mut values = values(size, is_big_endian, 1).repeat(3);
            for at in [81 + cell, 81 + 80] {
                let (big, little) = (bad.to_be_bytes(), bad.to_le_bytes());
                let bytes = if is_big_endian { &big[8 - size..] } else { &little[..size] };
                values[at * size..][..size].copy_from_slice(bytes);
            }
            let token: i128 = shown.parse().unwrap();
            let wrong = if token > 10 { token } else { token - 1 }.to_string();
            let mut cells: Vec<String> = puzzle.chars().map(String::from).collect();
            (cells[cell], cells[80]) = (wrong.clone(), wrong);
            let expected = format!("{puzzle}\n{}\n{puzzle}\n", cells.join(" "));
            for step in [1, 82, 1000] {
                let array = array(1, &header(kind, "False", "(3, 81)"), &values);
                assert_eq!(lines(&array, Values::Tokens, step), expected, "{kind} {cell} {step}");
            }
        }
    }
}

#[test]
fn an_unreadable_array_is_refused_with_a_remedy() {
    let of = |kind, order, shape| refusal(&array(1, &header(kind, order, shape), b""), None);
    assert_eq!(
        of("<f4", "False", "(1, 81)"),
        "a.npy:1:1: the values of this array are '<f4', not integers: save numpy.nan_to_num(array).astype('uint8')"
    );
    assert!(of("|u1", "True", "(1, 81)").ends_with("in Fortran order: save numpy.ascontiguousarray(array)"));
    for (shape, remedy) in [
        ("(81,)", ": save array.reshape(-1, 81)"),
        ("(9, 9)", ": save array.reshape(-1, 81)"),
        ("(1, 9, 9, 1)", ": save array.reshape(-1, 81)"),
        ("(5, 81, 10)", ": save array.argmax(-1).astype('uint8')"),
        ("(5, 9, 9, 9)", ": save ((array.argmax(-1) + 1) * (array.sum(-1) == 1)).astype('uint8')"),
        ("(5, 10, 9, 9)", ": save array.argmax(1).astype('uint8')"),
        ("(81, 5)", ": save numpy.ascontiguousarray(array.T)"),
        ("(9, 9, 5)", ": save numpy.ascontiguousarray(array.reshape(81, -1).T)"),
        ("(1, 80)", ""),
        ("()", ""),
        ("(-1, 81)", ""),
        ("(1, 81", ""),
        ("(99999999999999999999, 81)", ""),
    ] {
        let said = of("|u1", "False", shape);
        assert!(said.ends_with(&format!(", not (N, 81) or (N, 9, 9){remedy}")), "{said}");
    }
    assert!(of("<U81", "False", "(5,)").contains("'<U81', not integers: write lines with numpy.savetxt("));
    assert!(of("|O", "False", "(5,)").contains("write lines with"));
    assert!(of("<f4", "False", "(5, 81, 10)").ends_with("save array.argmax(-1).astype('uint8')"));
    assert!(of("<i8", "False", "(99999999999999999, 81)").contains("shape"));
    assert!(refusal(&array(1, "{}", b""), None).ends_with("has no fortran_order: save it again"));
    assert!(refusal(&array(4, "{}", b""), None).contains("has version 4, but only 1 to 3 can be read"));
    let whole = array(2, &header("|u1", "False", "(1, 81)"), b"");
    for length in MAGIC.len()..whole.len() {
        let said = refusal(&whole[..length], None);
        assert!(said.ends_with("the header of this array is cut short: save or fetch it again"), "{said}");
    }
}

#[test]
fn an_array_whose_length_differs_from_its_header_is_refused_at_once_or_at_its_end() {
    let whole = array(1, &header("|u1", "False", "(2, 81)"), &values(1, false, 0).repeat(2));
    let said = |array: &[u8]| refusal(array, Some(array.len() as u64));
    assert!(
        said(&whole[..whole.len() - 1]).ends_with("cut short after 1 of 2 puzzles: save or fetch it again")
    );
    let long = [&whole[..], b"12"].concat();
    assert!(said(&long).ends_with("more bytes follow the 2 puzzles of this array: save one array in a file"));
    let at_end = |array: &[u8]| {
        let array = encoded(io::Cursor::new(array.to_vec()), None);
        let mut lines = decode(array, Values::Digits, "a").unwrap().bytes;
        format!("a.npy:1:1: {}", lines.read_to_end(&mut Vec::new()).unwrap_err())
    };
    for array in [&whole[..whole.len() - 1], &long] {
        assert_eq!(at_end(array), said(array));
    }
}
