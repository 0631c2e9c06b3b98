//! Every target on its seeds, which are named after what they contain.

use bulkdoku_fuzz::targets::{TARGETS, target};

/// Lines of `TARGET/NAME "BYTES"`, with the escapes of a byte string.
const SEEDS: &str = include_str!("../seeds.txt");

#[test]
fn no_target_finds_a_defect_in_its_seeds() {
    for line in SEEDS.lines() {
        println!("{line}"); // a failure shows the last one
        let (name, bytes) = line.split_once(' ').expect("a name and bytes");
        let run = name.split_once('/').and_then(|(name, _)| target(name)).expect("a target");
        run(&unescaped(bytes.strip_prefix('"').and_then(|text| text.strip_suffix('"')).expect("quotes")));
    }
}

#[test]
fn every_target_has_seeds() {
    for (name, _) in TARGETS {
        assert!(SEEDS.lines().any(|line| line.split('/').next() == Some(name)), "{name} has no seed");
    }
}

fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'\\' { escaped(&mut rest) } else { byte });
    }
    bytes
}

/// Returns the byte that an escape stands for; `rest` is the text after the backslash.
fn escaped(rest: &mut impl Iterator<Item = u8>) -> u8 {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit") as u8;
    match rest.next().expect("an escape") {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'x' => {
            let mut next = || digit(rest.next().expect("a digit"));
            next() << 4 | next()
        }
        byte => byte, // a quote or a backslash
    }
}
