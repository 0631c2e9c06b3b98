//! Long texts from short inputs: some bytes expand to whole pieces of text.

/// A puzzle with one solution.
pub const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The byte that expands to the first piece. In UTF-8 it is neither a character nor the beginning of one.
const FIRST: u8 = 0x80;

/// The length at which a text is complete: two puzzles of candidates and some more.
const LONGEST: usize = 1600;

/// Expands an input to its text.
///
/// ```text
/// bytes  31 2C 80 0A 41   ─▶   1,53..7....6..195…79⏎A
///              ▲ the puzzle
/// ```
pub fn expand(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len() + 1024);
    for &byte in bytes {
        push(byte, &mut text);
        if text.len() > LONGEST {
            break;
        }
    }
    text
}

fn push(byte: u8, text: &mut Vec<u8>) {
    let piece = byte.wrapping_sub(FIRST);
    match piece {
        0 => text.extend_from_slice(PUZZLE.as_bytes()),
        1 => text.extend_from_slice(SOLUTION.as_bytes()),
        2 => text.extend_from_slice(&PUZZLE.as_bytes()[..80]),
        3 => text.resize(text.len() + 81, b'.'),
        4 => PUZZLE.bytes().for_each(|clue| push_candidates(clue, text)),
        5 => text.extend_from_slice(b"53..7....\n"),
        6 => PUZZLE.as_bytes().chunks(9).for_each(|row| text.extend([row, b"\n"].concat())),
        7 => text.extend_from_slice(b"\r\n"),
        8 => text.extend_from_slice(b"id,puzzle,solution\n"),
        9 => text.extend_from_slice(b"solution"),
        10 => text.resize(text.len() + 9, b'0'),
        11 => text.extend_from_slice(b"\xEF\xBB\xBF"),
        12 => text.extend_from_slice(format!("\"{PUZZLE}\"").as_bytes()),
        13 => text.extend_from_slice(format!("{PUZZLE},{SOLUTION}\n").as_bytes()),
        14 => text.extend_from_slice(b"# comment\n"),
        15 => text.extend_from_slice(format!("55{}", &PUZZLE[2..]).as_bytes()),
        16 => text.extend_from_slice(b" 5 3 . | . 7 . | . . .\n"),
        17 => text.extend_from_slice(b"------+-------+------\n"),
        18 => text.extend_from_slice(b"Grid 01\n"),
        19 => text.resize(text.len() + 120, b'\n'),
        20 => (0..10).for_each(|_| text.extend_from_slice(format!("{PUZZLE}\n").as_bytes())),
        21 => text.extend_from_slice(b"sep=;\n"),
        22 => text.extend_from_slice(b"\"puzzle\":"),
        23 => text.extend_from_slice(format!("{{\"puzzle\":\"{PUZZLE}\"}}\n").as_bytes()),
        24 => text.extend_from_slice(b"sep=\t\n"),
        25 => text.extend_from_slice(b"sep= \n"),
        26 => text.extend_from_slice(b"sep=|\n"),
        27 => text.extend_from_slice(b"sep=:\n"),
        28 => text.extend_from_slice(b"sep=,\n"),
        29 => text.extend_from_slice(b"sep="),
        30 => text.extend_from_slice(PUZZLE.replace('.', " ").as_bytes()),
        31 => text.extend_from_slice(b"53  7    \n"),
        32 => text.extend_from_slice(b"5,3,,,7,,,,\n"),
        33 => text.extend_from_slice(b",,,,,,,,\n"),
        34 => text.extend_from_slice(b" | 5 3 124 | 26 7 2468 | 1489 1249 248 |\n"),
        35 => text.extend_from_slice(b"[Puzzle]\n"),
        36 => text.extend_from_slice(b"[State]\n"),
        37 => text.extend_from_slice(b"2024-01-05\n"),
        38 => text.extend_from_slice(b"2\n"),
        39 => text
            .extend_from_slice(format!(":0100:5:{}:113 213:::\n", PUZZLE.replacen('3', "+3", 1)).as_bytes()),
        40 => {
            PUZZLE.chars().for_each(|cell| text.extend([if cell == '.' { b'0' } else { cell as u8 }, b',']))
        }
        41 => text.extend_from_slice(b"1.12.2024\n"),
        42 => PUZZLE.as_bytes().chunks(9).for_each(|row| text.extend([row, b"/"].concat())),
        43 => text.extend_from_slice(b"[5, 3, 0, 0, 7, 0, 0, 0, 0],\n"),
        44 => PUZZLE.chars().for_each(|cell| text.extend([b' ', cell as u8])),
        45 => text.extend_from_slice(b"|5|3| | |7| | | | |\n"),
        46 => text.extend_from_slice(
            "\u{2502} 5 3 \u{B7} \u{2502} \u{B7} 7 \u{B7} \u{2502} \u{B7} \u{B7} \u{B7} \u{2502}\n"
                .as_bytes(),
        ),
        47 => text.extend_from_slice(b"| a | puzzle |\n|---|---|\n"),
        48 => text.extend_from_slice(b", \""),
        49 => text.extend_from_slice(b"5|0|0|0|"),
        _ => text.push(byte),
    }
}

fn push_candidates(clue: u8, text: &mut Vec<u8>) {
    text.extend((b'1'..=b'9').map(|digit| if clue == b'.' || clue == digit { digit } else { b'.' }));
}
