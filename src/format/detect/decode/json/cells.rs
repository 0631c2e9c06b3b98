//! Puzzles that are JSON arrays of cells.
//!
//! ```text
//! [5,3,null,null,7,…]           81 cells
//! [[5,3,0,0,7,…],["6","","",…]] nine rows of nine cells
//! ["53..7....","6..195...",…]   nine rows as strings
//! ```

use memchr::{memchr, memchr3};

use crate::board::grid::{CELLS, is_blank};
use crate::format::cells::{Kinds, SIDE, Style};

/// The largest length of an array that can be a puzzle, with the white space that programs write between cells.
pub(super) const MAX_LENGTH: usize = 16 * 1024;

/// Returns the puzzle of `array`, a valid JSON value, as text, or `None` if it is not a puzzle.
///
/// If a cell is neither a clue nor a blank, or blanks are of two kinds, the text has all cells with spaces between them.
pub(super) fn puzzle(array: &[u8]) -> Option<Vec<u8>> {
    let cells = if array.len() > MAX_LENGTH { None } else { cells(array) }?;
    let mut kinds = Kinds::default();
    let byte = |&cell: &&[u8]| {
        let byte = Style::Words(0).value(cell)?;
        (!is_blank(byte) || kinds.add(cell, byte).is_none()).then_some(byte)
    };
    let mut puzzle = Vec::with_capacity(CELLS);
    puzzle.extend(cells.iter().map_while(byte));
    if puzzle.len() < CELLS {
        puzzle = cells.iter().flat_map(|cell| [shown(cell), b" "].concat()).collect();
    }
    Some(puzzle)
}

/// Returns the text of a cell, which can be an empty one or have control characters.
fn shown(cell: &[u8]) -> &[u8] {
    let is_plain = cell.iter().all(|byte| byte.is_ascii_graphic() || !byte.is_ascii());
    if is_plain && !cell.is_empty() { cell } else { b"null" }
}

/// Returns the texts of the 81 cells of `array`, or `None` if it is not a puzzle: a list of them, or nine lists or strings.
fn cells(array: &[u8]) -> Option<Vec<&[u8]>> {
    if memchr3(b'{', b':', b'\\', array).is_some() {
        return None;
    }
    let has_texts = memchr(b'"', array).is_some(); // of one word each
    let mut cells = Vec::with_capacity(CELLS);
    for (index, list) in array.split(|&byte| byte == b'[').skip(1).enumerate() {
        let before = cells.len();
        for (at, cell) in Style::Words(0).cells(list) {
            let is_quoted = || list[..at].ends_with(b"\"");
            match cell.len() {
                SIDE if is_quoted() => cells.extend(cell.chunks(1)),
                1.. if has_texts && is_quoted() != list[at + cell.len()..].starts_with(b"\"") => return None,
                _ => cells.push(cell),
            }
        }
        if !matches!((index, cells.len() - before), (0, 0 | CELLS) | (1.., SIDE)) {
            return None;
        }
    }
    (cells.len() == CELLS).then_some(cells)
}

#[cfg(test)]
mod tests {
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle(array: &str) -> Option<String> {
        super::puzzle(array.as_bytes()).map(|text| String::from_utf8(text).unwrap())
    }

    /// Returns a JSON array of the cells, with `blank` for blanks, or an array of rows.
    fn array(blank: &str, in_rows: bool) -> String {
        let cells: Vec<String> = PUZZLE
            .chars()
            .map(|cell| if cell == '.' { blank.to_owned() } else { cell.to_string() })
            .collect();
        let rows: Vec<String> = cells.chunks(9).map(|row| row.join(", ")).collect();
        if in_rows { format!("[\n [{}]\n]", rows.join("],\n [")) } else { format!("[{}]", rows.join(",")) }
    }

    #[test]
    fn cells_are_numbers_texts_or_null_and_rows_may_be_nested() {
        for in_rows in [false, true] {
            for blank in ["null", "\"\"", "\" \"", "\".\""] {
                assert_eq!(puzzle(&array(blank, in_rows)).as_deref(), Some(PUZZLE), "{blank} {in_rows}");
            }
            let zeros = PUZZLE.replace('.', "0");
            assert_eq!(puzzle(&array("0", in_rows)).as_deref(), Some(&*zeros));
            assert_eq!(puzzle(&array("0.0", in_rows)).as_deref(), Some(&*zeros));
            assert_eq!(puzzle(&array("\"0\"", in_rows)).as_deref(), Some(&*zeros));
        }
        let rows: Vec<String> =
            PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
        assert_eq!(puzzle(&format!("[\"{}\"]", rows.join("\", \""))).as_deref(), Some(PUZZLE));
    }

    #[test]
    fn a_value_that_is_not_a_cell_stays_among_all_cells() {
        let spaced: String = PUZZLE.replace('.', "0").chars().map(|cell| format!("{cell} ")).collect();
        for (value, shown) in [("10", "10"), ("-1", "-1"), ("1.5", "1.5"), ("true", "true"), ("\"ab\"", "ab")]
        {
            let text = puzzle(&array("0", false).replacen('7', value, 1)).unwrap();
            assert_eq!(text, spaced.replacen('7', shown, 1));
        }
        let mixed = array("0", false).replacen("0", "null", 1);
        assert_eq!(puzzle(&mixed).unwrap(), spaced.replacen('0', "null", 1), "two kinds of blanks");
    }

    #[test]
    fn other_arrays_are_not_puzzles() {
        for other in [
            "[]".to_owned(),
            "[1,2]".to_owned(),
            array("0", false).replacen("0,", "", 1),
            array("0", true).replacen("0,", "", 1),
            array("0", true).replacen("[5", "5, [", 1),
            array("0", false).replacen("0", "[0]", 1),
            array("0", false).replacen("0", "{\"a\":0}", 1),
            array("0", false).replacen("0", "0, 0", 1),
            format!("[{}]", array("0", true)),
            format!("[\"{PUZZLE}\"]"),
        ] {
            assert_eq!(puzzle(&other), None, "{other}");
        }
    }
}
