//! Finds puzzles in any text: words of 81 cells. The guard finds the others.
//!
//! ```text
//! text     a word 53..7…79, more text   | 5 3 . | . 7 . | . . . |   more text
//! blocks   ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤
//! clues        1       0       4       9       8       2       0       0      without those of the puzzle
//! dense                ├───────────────────────────────────────────────┤
//! ```
//!
//! A word of 81 cells is a record. All other [clues](block) are counted in blocks. Where four of these together have the clues of a
//! puzzle, their lines become comments, which pass the guard: it alone decides what could be a puzzle. If the rows of a puzzle are so
//! far apart that its clues are not in four blocks, about 1,000 bytes, it is missed.

mod block;

use std::ops::Range;

use memchr::{memchr, memrchr};

use self::block::{BLOCK, Block, before_word, puzzles_in};
use super::text::{Damage, Decode, DecodedLines, TextPosition};
use crate::board::grid::CELLS;
use crate::format::unread::CLUES;

/// The number of blocks one after another that have the clues of a puzzle.
const NEAR: usize = 4;

/// The number of bytes from which on a line is passed on in parts.
const LONG: usize = 1 << 16;

/// A decoder that turns the puzzles of a text into lines, and text that could have others into comments.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The blocks at the start of the next text.
    blocks: Vec<Block>,
    /// The number of these that are done.
    done: usize,
    /// The byte offset in the next text up to which all was passed on or skipped. A line that goes on after the done blocks waits.
    at: usize,
    /// Whether the text before it was passed on.
    is_adjacent: bool,
    /// The number of bytes of the next text before `position`.
    passed: usize,
    position: TextPosition,
    /// Whether the text has more than white space.
    has_text: bool,
    /// Whether anything was passed on.
    has_found: bool,
}

/// Returns the puzzles that a scan of `text` finds.
pub(in crate::format::detect) fn puzzles(text: &[u8]) -> Vec<&[u8]> {
    puzzles_in(text, 0..text.len()).map(|puzzle| &text[puzzle]).collect()
}

impl Decode for Scan {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let mut start = BLOCK * self.blocks.len();
        while start < text.len() && (is_all || start + BLOCK + CELLS < text.len()) {
            self.add_block(text, start);
            start += BLOCK;
        }
        let last = if is_all { self.blocks.len() } else { self.blocks.len().saturating_sub(NEAR - 1) };
        for block in self.done..last {
            self.pass_block(text, block, decoded);
        }
        self.done = last;
        if is_all {
            self.pass_lines(text, text.len(), decoded);
        }
        self.has_text = self.has_text || text.iter().any(u8::is_ascii_graphic);
        self.has_found = self.has_found || !decoded.text.is_empty();
        if is_all && self.has_text && !self.has_found {
            decoded.push_comment(b"no puzzle", TextPosition::default()); // an input with text is not empty
        }
        Ok(if is_all { text.len() } else { self.forget_blocks(text) })
    }
}

impl Scan {
    /// Adds the block at byte `start` of `text`. Those near each other are dense if they have the clues of a puzzle.
    fn add_block(&mut self, text: &[u8], start: usize) {
        self.blocks.push(Block::of(text, start));
        let first = self.blocks.len().saturating_sub(NEAR);
        let near = &mut self.blocks[first..];
        if near.iter().map(|block| block.clues).sum::<usize>() >= CLUES {
            near.iter_mut().for_each(|block| block.is_dense = true);
        }
    }

    /// Passes on the puzzles of a block, and its lines if it is dense.
    fn pass_block(&mut self, text: &[u8], block: usize, decoded: &mut DecodedLines) {
        let (start, end) = (block * BLOCK, text.len().min((block + 1) * BLOCK));
        let Block { is_dense, has_puzzle, .. } = self.blocks[block];
        if !is_dense && self.at < start {
            self.pass_lines(text, before_word(text, start), decoded); // the part of a line
        }
        if has_puzzle {
            for puzzle in puzzles_in(text, start..end) {
                if is_dense {
                    self.pass_lines(text, puzzle.start, decoded);
                }
                self.pass_puzzle(text, puzzle, decoded);
            }
        }
        if !is_dense {
            (self.at, self.is_adjacent) = (self.at.max(end), false);
        } else if let Some(length) = text.get(self.at..end).and_then(|text| memrchr(b'\n', text)) {
            self.pass_lines(text, self.at + length + 1, decoded);
        } else if end > self.at + LONG {
            self.pass_lines(text, before_word(text, end), decoded);
        }
    }

    fn pass_puzzle(&mut self, text: &[u8], puzzle: Range<usize>, decoded: &mut DecodedLines) {
        self.move_to(text, puzzle.start);
        decoded.places.push(self.position.place(true));
        self.at = puzzle.end + usize::from(text.get(puzzle.end) == Some(&b'\n'));
        decoded.text.extend_from_slice(&text[puzzle]);
        decoded.text.push(b'\n');
    }

    /// Appends the lines up to byte `end` as comments. An empty line before them ends earlier rows, unless these are adjacent.
    fn pass_lines(&mut self, text: &[u8], end: usize, decoded: &mut DecodedLines) {
        if self.at >= end {
            return;
        }
        self.move_to(text, self.at);
        if !self.is_adjacent {
            decoded.places.push(self.position.place(false));
            decoded.text.push(b'\n');
            self.is_adjacent = true;
        }
        while self.at < end {
            let length = memchr(b'\n', &text[self.at..end]);
            let line = &text[self.at..length.map_or(end, |length| self.at + length)];
            decoded.push_comment(line, self.position);
            self.position.pass_line(line.len(), length.is_some());
            self.at += line.len() + usize::from(length.is_some());
            self.passed = self.at;
        }
    }

    fn move_to(&mut self, text: &[u8], at: usize) {
        self.position.pass(&text[self.passed..at]);
        self.passed = at;
    }

    /// Forgets the blocks that are not needed any more. Returns the number of their bytes.
    fn forget_blocks(&mut self, text: &[u8]) -> usize {
        let blocks = self.done.saturating_sub(NEAR - 1).min(self.at / BLOCK);
        let length = BLOCK * blocks;
        if self.passed < length {
            self.move_to(text, length);
        }
        self.blocks.drain(..blocks);
        self.done -= blocks;
        self.passed -= length;
        self.at -= length;
        length
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::decoded;
    use super::*;
    use crate::format::cells::SIDE;
    use crate::format::read::line::Lines;
    use crate::format::{ReadRecords, Records};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Returns the puzzles of `text` with their lines and columns.
    fn found(text: &str) -> Vec<(String, u64, i64)> {
        let (found, _) = decoded(Scan::default, text.as_bytes());
        let lines = String::from_utf8(found.text).unwrap();
        assert_eq!(lines.lines().count(), found.places.len());
        let is_record = |(line, _): &(&str, _)| !line.is_empty() && !line.starts_with('#');
        let records = lines.lines().zip(found.places).filter(is_record);
        records.map(|(line, place)| (line.to_owned(), place.line, place.column)).collect()
    }

    fn places(text: &str) -> Vec<(u64, i64)> {
        found(text).into_iter().map(|(_, line, column)| (line, column)).collect()
    }

    /// Returns the number of records of `text`, and how many puzzles are not read.
    fn read(text: &str) -> (usize, u64) {
        let (found, _) = decoded(Scan::default, text.as_bytes());
        let mut records = Records::default();
        Lines::default().read(&found.text, &mut records);
        (records.len(), records.unread)
    }

    #[test]
    fn every_run_of_81_cells_is_found_with_its_line_and_column() {
        let zeros = PUZZLE.replace('.', "0");
        let text = format!("<p>\n<game data=\"{zeros}\"/> a 12 {PUZZLE},{PUZZLE}\n\n?bd={PUZZLE}&x");
        let expected = [
            (&zeros, 2, 13),
            (&PUZZLE.to_owned(), 2, 103),
            (&PUZZLE.to_owned(), 2, 185),
            (&PUZZLE.to_owned(), 4, 5),
        ];
        assert_eq!(found(&text), expected.map(|(puzzle, line, column)| (puzzle.clone(), line, column)));
        assert_eq!(puzzles(text.as_bytes()).len(), 4);
        assert_eq!(places(&format!("{PUZZLE}\n{PUZZLE}")), [(1, 1), (2, 1)]);
    }

    #[test]
    fn a_run_of_more_or_fewer_than_81_cells_is_not_a_puzzle() {
        for touched in
            [format!("1{PUZZLE}"), format!("{PUZZLE}."), format!("-{PUZZLE}"), PUZZLE[1..].to_owned()]
        {
            assert_eq!(places(&touched), [], "{touched}");
            assert_eq!(places(&format!("{touched} {PUZZLE}")).len(), 1, "{touched}");
        }
        let long = PUZZLE.repeat(40);
        assert_eq!(places(&format!("{long}\n{PUZZLE}\n{long}")), [(2, 1)]);
        assert_eq!(places(&format!("{PUZZLE}\n{long}")), [(1, 1)]);
    }

    #[test]
    fn runs_with_two_kinds_of_blanks_or_without_a_digit_are_not_puzzles() {
        assert_eq!(places(&PUZZLE.replacen('.', "0", 1)), []);
        assert_eq!(places(&"-".repeat(81)), []);
        assert_eq!(places(&".".repeat(81)), []);
        assert_eq!(places(&PUZZLE.replace('.', "x")), [(1, 1)]);
        assert_eq!(places(&PUZZLE.replace('.', "3")), [(1, 1)], "a grid without blanks");
    }

    #[test]
    fn puzzles_that_are_not_runs_become_comments_that_the_guard_counts() {
        let rows = |before: &str, between: &str, after: &str| -> String {
            let row = |row: &[u8]| {
                row.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>().join(between)
            };
            PUZZLE.as_bytes().chunks(SIDE).map(|cells| format!("{before}{}{after}", row(cells))).collect()
        };
        let drawn: Vec<String> = rows("", " ", "\n")
            .lines()
            .map(|row| format!("| {} | {} | {} |\n", &row[..5], &row[6..11], &row[12..]))
            .collect();
        for puzzle in [
            rows("", "", "\n"),
            rows("", "", "\r\n"),
            rows("# ", " ", "\n"),
            rows("    [", ", ", "],\n"),
            rows("", "", "/"),
            format!("<pre>{}</pre>", rows("", " ", "\n").trim_end()),
            rows("", " ", " "),
            rows("", ",", "\n").replace('.', ""),
            rows("", "", "\n").replace('.', " "),
            drawn.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("+-------+-------+-------+\n"),
            format!("x = [{}]", rows("", ",", ",")),
            PUZZLE[1..].to_owned(),
            format!("{PUZZLE}1"),
            PUZZLE.replace('.', " "),
            rows("row 1: ", " ", "\n"),
            rows("<tr><td>", " ", "</td></tr>\n"),
            rows("", " ", "\n").replace('.', "~"),
            rows("", " ", "\n").replace('.', "NaN"),
            rows("", " ", "\n").replace('.', "□"),
            rows("", "", "<br>"),
            rows("", "", "<br>\n"),
            rows("<p>", " ", "</p>"),
            rows("The cells of a row of this puzzle: ", "", "\n"),
            format!("{}\n    {}", &PUZZLE[..60], &PUZZLE[60..]),
            format!("{} {}", &PUZZLE[..40], &PUZZLE[40..]),
            format!("{}q{}", &PUZZLE[..40], &PUZZLE[41..]),
            format!("{}q{}", &PUZZLE[..3], &PUZZLE[3..]),
            format!("{}qq{}", &PUZZLE[..30], &PUZZLE[32..]),
            format!("{}\n{}\n{}", &PUZZLE[..27], &PUZZLE[27..54], &PUZZLE[54..]),
            format!("{}\n{}\n{}", &PUZZLE[..40], &PUZZLE[40..80], &PUZZLE[80..]),
            rows("a = ", " ", "\n"),
            rows("> ", " ", "\n"),
            rows("", "", "\n").replace('.', "+"),
            rows("", ".0 ", ".0\n").replace("..0", "0.0"),
            rows("", ".0,", ".0\n").replace("..0", "0.0"),
            rows("<tr><td>", "</td><td>", "</td></tr>\n").replace('.', ""),
            rows("", "", "</p><p>"),
        ] {
            for offset in 0..90 {
                let text =
                    format!("{}\n{puzzle}\n<p>a {PUZZLE}</p>\n{}", "a".repeat(offset), rows("12", "", "7\n"));
                assert_eq!(read(&text), (1, 1), "{offset}: {text}");
            }
        }
    }

    #[test]
    fn a_puzzle_with_few_clues_is_found_with_rules_and_with_spaces_as_blanks() {
        let few = ".........6...9..4.1.83....78...61..3.2...37.....92......1....8...7.1...5..5.8...9";
        let row = |row: &[u8]| {
            let boxes = row.chunks(3).map(|cells| String::from_utf8_lossy(cells).into_owned());
            boxes.collect::<Vec<_>>().join("|") + "\n"
        };
        let rows: Vec<String> = few.as_bytes().chunks(SIDE).map(row).collect();
        let drawn = rows.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("---+---+---\n");
        let spaces = rows.concat().replace('|', "").replace('.', " ");
        for puzzle in [drawn.replace('\n', "\\n"), drawn, spaces] {
            for offset in 0..90 {
                let text = format!("{}\n{puzzle}\n<p>a {PUZZLE}</p>\n", "a".repeat(offset));
                assert_eq!(read(&text), (1, 1), "{offset}: {text}");
            }
        }
    }

    #[test]
    fn numbers_and_rows_that_are_far_apart_are_not_puzzles() {
        let line = |index: usize| match index % 5 {
            0 => format!("2024-01-{:02} 12:{:02}:33 [{index}] 512 320\n", index % 31, index % 60),
            1 => format!("<path d=\"M{index} 21.5-48 48 {}l0-26.5\"/>\n", index % 9),
            2 => format!("{:08x}  3f 5a 9c 1e {:02x} 00 10  |..7....9|\n", 7919 * index, index % 256),
            3 => format!(
                "+49 555 12{} 456, color: #{:06x}; margin: 0 1px {}em\n",
                index % 10,
                77 * index,
                index % 7
            ),
            _ => format!("{}\n53..7....\n", "a word ".repeat(30)),
        };
        let text: String = (0..1000).map(line).collect();
        assert_eq!(read(&text), (0, 0));
    }

    #[test]
    fn a_text_without_puzzles_is_not_empty() {
        let lines = |text: &str| String::from_utf8(decoded(Scan::default, text.as_bytes()).0.text).unwrap();
        assert_eq!(lines(" \n\n"), "");
        assert_eq!(lines(&"<p>text</p>\n".repeat(1000)), "# no puzzle\n");
        assert_eq!(lines(&format!("<p>\n{PUZZLE}")), format!("{PUZZLE}\n"));
    }

    #[test]
    fn runs_are_found_at_every_offset_and_distance() {
        for offset in 0..170 {
            let gap = "a".repeat(offset);
            let text = format!("{gap}{PUZZLE}{gap} {PUZZLE}b");
            let second = 2 * offset as i64 + 83;
            assert_eq!(places(&text), [(1, offset as i64 + 1), (1, second)], "{offset}");
        }
    }

    #[test]
    fn a_puzzle_across_two_blocks_is_found_below_dense_text() {
        let dense = "1 2 3 4 5 6 7 8 9 ".repeat(LONG / 16);
        let texts = (LONG..LONG + BLOCK).step_by(31).map(|length| dense[..length].to_owned());
        for text in (0..6 * BLOCK).map(|length| dense[..360].to_owned() + &"a".repeat(length)).chain(texts) {
            assert_eq!(places(&format!("{text} {PUZZLE}")), [(1, text.len() as i64 + 2)], "{}", text.len());
        }
    }
}
