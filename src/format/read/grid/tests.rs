use proptest::prelude::*;

use super::*;
use crate::board::notation::Notation;
use crate::format::records::RecordPlace;

const ROWS: &str = "800000000\n003600000\n070090200\n050007000\n000045700\n000100030\n001000068\n\
                    008500010\n090000400\n";

fn read(text: &str) -> Records {
    let mut records = Records::default();
    Grids::default().read(text.as_bytes(), &mut records);
    records
}

fn defects(text: &str) -> Vec<String> {
    let shown = |Defect { position, reason }| format!("{}:{}: {reason}", position.line, position.column);
    read(text).malformed.iter().map(|record| shown(record.defect)).collect()
}

/// Returns the grid with every row rewritten.
fn rewritten(row: impl Fn(&str) -> String) -> String {
    ROWS.lines().map(row).collect()
}

#[test]
fn every_layout_of_a_grid_has_the_same_cells() {
    let spaced = rewritten(|row| row.chars().map(|cell| format!("{cell} ")).collect::<String>() + "\r\n");
    let bars = rewritten(|row| format!("{} | {}|{}\n", &row[..3], &row[3..6], &row[6..]));
    let ruled = ROWS.replacen("070090200\n", "070090200\n------+-------+------\n", 1);
    let headed = format!("Grid 01\n# comment\n\n{ROWS}");
    let puzzle = ROWS.replace('\n', "");
    for text in [ROWS, ROWS.trim_end(), &spaced, &bars, &ruled, &headed] {
        let records = read(text);
        let puzzles = records.puzzles(text.as_bytes(), Notation::Clues);
        assert_eq!((puzzles.len(), records.malformed.len()), (1, 0), "{text}");
        assert_eq!(puzzles.get(0), puzzle.as_bytes(), "{text}");
    }
}

#[test]
fn grids_follow_each_other_with_or_without_a_blank_line() {
    assert_eq!(read(&format!("{ROWS}{ROWS}\n{ROWS}Grid 04\n{ROWS}")).len(), 4);
}

#[test]
fn a_missing_row_does_not_affect_other_grids() {
    let short = &ROWS[10..];
    assert_eq!(read(&format!("{short}\n{ROWS}")).len(), 2);
    assert_eq!(defects(&format!("{short}\n{ROWS}")), ["7:1: 8 rows where 9 were expected"]);
}

#[test]
fn a_line_of_more_than_a_row_is_a_record_and_shifts_no_grid() {
    let (line, slashed) = (ROWS.replace('\n', ""), ROWS.trim_end().replace('\n', "/"));
    for odd in [line.as_str(), &slashed, "2.7936 3.2101 4.5688 6.4329 7.7841"] {
        let text = format!("{ROWS}{odd}\n{ROWS}{ROWS}");
        let records = read(&text);
        assert_eq!((records.len(), records.malformed.len()), (4, 1), "{odd}");
        assert_eq!(records.origin(1), ROWS.len() + odd.len() + 1, "{odd}");
        let mut ends = Vec::new();
        Grids::default().ends(text.as_bytes(), &[ROWS.len() as u32], &mut ends);
        assert_eq!(ends, [(ROWS.len() + odd.len() + 1) as u32], "{odd}");
        assert_eq!(read(&format!("{ROWS}{}", format!("{odd}\n").repeat(9))).malformed.len(), 9, "{odd}");
    }
    assert_eq!(defects(&format!("{line}\n{ROWS}")), ["0:82: 81 cells in row 1 where 9 were expected"]);
    let records = read(&format!("{}{}q{}\n{ROWS}", &ROWS[10..], &line[..40], &line[41..]));
    assert_eq!((records.len(), records.malformed.len(), records.unread), (2, 1, 1), "8 rows, a wrong cell");
}

/// Returns the grid with a blank line between its bands.
fn banded() -> String {
    let rows: Vec<&str> = ROWS.split_inclusive('\n').collect();
    [rows[..3].concat(), rows[3..6].concat(), rows[6..].concat()].join("\n")
}

#[test]
fn blank_lines_between_the_bands_belong_to_the_grid() {
    let puzzle = ROWS.replace('\n', "");
    let text = format!("{0}\n{0}\n\n{ROWS}", banded());
    let records = read(&text);
    assert_eq!((records.len(), records.malformed.len(), records.lines), (3, 0, 34));
    let puzzles = records.puzzles(text.as_bytes(), Notation::Clues);
    assert!((0..3).all(|index| puzzles.get(index) == puzzle.as_bytes()));
    assert_eq!(Grids::default().locate(text.as_bytes(), 0, 80), Position { line: 10, column: 9 });
}

#[test]
fn an_incomplete_grid_does_not_take_rows_of_the_next() {
    let (three, six) = (&ROWS[..30], &ROWS[..60]);
    for (text, missing) in [
        (format!("{three}\n{ROWS}{ROWS}"), "2:1: 3 rows where 9 were expected"),
        (format!("{six}\n{ROWS}{ROWS}"), "5:1: 6 rows where 9 were expected"),
        (format!("{three}\n{three}\n{ROWS}{ROWS}"), "6:1: 6 rows where 9 were expected"),
        (format!("{three}\n\n{}\n{ROWS}", banded()), "2:1: 3 rows where 9 were expected"),
    ] {
        assert_eq!(defects(&text), [missing], "{text}");
        assert_eq!(read(&text).len(), 3, "{text}");
    }
}

#[test]
fn a_line_of_dashes_separates_grids() {
    let dots = ROWS.replace('0', ".");
    for separator in ["-", "--", "---------", "-----------"] {
        let text = format!("{separator}\n{dots}{separator}\n{dots}{separator}\n{}", &dots[10..]);
        assert_eq!(defects(&text), ["7:1: 8 rows where 9 were expected"], "{separator}");
        assert_eq!(read(&text).len(), 3, "{separator}");
    }
    for separator in ["-", "---------"] {
        let text = format!("{}{separator}\n{dots}", &dots[10..]);
        assert_eq!(defects(&text), ["7:1: 8 rows where 9 were expected"], "{separator}");
    }
}

#[test]
fn nine_dashes_are_a_row_where_blanks_are_dashes() {
    let dashes = ROWS.replace('0', "-").replacen("8--------", "---------", 1);
    let text = format!("{dashes}{dashes}");
    let mut records = Records::default();
    Grids::default().shown_by(text.as_bytes()).read(text.as_bytes(), &mut records);
    assert_eq!((records.len(), records.malformed.len()), (2, 0));
}

#[test]
fn a_character_outside_ascii_is_named() {
    assert_eq!(defects(&ROWS.replacen("800", "8é0", 1)), ["0:2: 'é' is neither a clue nor a blank"]);
}

#[test]
fn a_wrong_row_is_reported_with_its_line() {
    let long = ROWS.replacen("070090200", "# c\n0700902001", 1);
    assert_eq!(defects(&long), ["3:11: 10 cells in row 3 where 9 were expected"]);
}

#[test]
fn a_wrong_byte_is_found_between_the_spaces() {
    let text = format!("Grid\n{}", ROWS.replacen("0", "a", 1).replacen("00000000", "0 0000000", 1));
    let records = read(&text);
    let position = Position { line: 0, column: 2 };
    assert_eq!(records.malformed[0].defect, Defect { position, reason: Reason::Byte(b'a') });
    let third_row = Grids::default().locate(ROWS.as_bytes(), 0, 19);
    assert_eq!(third_row, Position { line: 2, column: 2 });
}

#[test]
fn a_cut_never_splits_a_grid() {
    let two = format!("{ROWS}{ROWS}");
    assert_eq!(Grids::default().cut(two.as_bytes()), Some(two.len()));
    assert_eq!(Grids::default().cut(&two.as_bytes()[..two.len() - 1]), Some(ROWS.len()));
    assert_eq!(Grids::default().cut(&ROWS.as_bytes()[..50]), None);
    let (one, two) = (banded(), format!("{0}\n{0}", banded()));
    assert_eq!(Grids::default().cut(one.as_bytes()), None, "the next line may be another row");
    assert_eq!(Grids::default().cut(two.as_bytes()), Some(one.len() + 1));
}

/// Reads a text in chunks of at least `size` bytes. Returns the origin of every record, and its defect or its cells.
fn in_chunks(text: &[u8], size: usize) -> Vec<(usize, String)> {
    read_in_chunks(Grids::default(), text, size)
}

fn read_in_chunks(grids: Grids, text: &[u8], size: usize) -> Vec<(usize, String)> {
    let (mut start, mut all) = (0, Vec::new());
    while start < text.len() {
        let rest = &text[start..];
        let windows = (1..).map(|times| size * times).take_while(|&window| window < rest.len());
        let length = windows.filter_map(|window| grids.cut(&rest[..window])).next().unwrap_or(rest.len());
        let (chunk, mut records) = (&rest[..length], Records::default());
        grids.read(chunk, &mut records);
        let puzzles = records.puzzles(chunk, Notation::Clues);
        let malformed = records.malformed.iter();
        all.extend(malformed.map(|record| (start + record.origin as usize, format!("{:?}", record.defect))));
        all.extend((0..puzzles.len()).map(|index| {
            (start + records.origin(index), String::from_utf8_lossy(puzzles.get(index)).into_owned())
        }));
        start += length;
    }
    all.sort();
    all
}

/// Returns thirty grids with nothing between them, of which `damage` changes the rows of the tenth.
fn thirty(damage: impl Fn(&mut Vec<&str>)) -> String {
    let other =
        "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079\n";
    let grid = |index: usize| {
        let mut rows: Vec<&str> = [ROWS, other][index % 2].split_inclusive('\n').collect();
        if index == 9 {
            damage(&mut rows);
        }
        rows.concat()
    };
    (0..30).map(grid).collect()
}

#[test]
fn a_damaged_grid_shifts_no_other_even_with_nothing_between_them() {
    let lines = |count: usize| format!("{}:1: {count} rows where 9 were expected", count - 1);
    let first = "0:19: 18 cells in row 1 where 9 were expected".to_owned();
    type Damage = fn(&mut Vec<&str>);
    let cases: [(Damage, usize, Vec<String>); 8] = [
        (|rows| _ = rows.remove(3), 29, vec![lines(8)]),
        (|rows| drop(rows.drain(3..5)), 29, vec![lines(7)]),
        (|rows| rows.insert(3, rows[3]), 29, vec![lines(10)]),
        (|rows| rows.insert(0, rows[0]), 30, vec!["0:1: 1 row where 9 were expected".to_owned()]),
        (|rows| drop(rows.splice(3..4, ["8000\n", "60003\n"])), 29, vec![lines(10)]),
        (|rows| rows[3] = "Grid\n", 29, vec![lines(3), lines(5)]),
        (|rows| drop(rows.splice(3..5, ["800060003400803001\n"])), 29, vec![lines(3), first, lines(4)]),
        (|rows| rows[3] = "80006000\n", 29, vec!["3:9: 8 cells in row 4 where 9 were expected".to_owned()]),
    ];
    for (damage, right, expected) in cases {
        let text = thirty(damage);
        assert_eq!(defects(&text), expected, "{text}");
        assert_eq!(read(&text).len(), right + expected.len(), "{expected:?}");
        let whole = in_chunks(text.as_bytes(), text.len() + 1);
        for size in (1..text.len()).step_by(97) {
            assert_eq!(in_chunks(text.as_bytes(), size), whole, "in chunks of {size} bytes");
        }
        let (records, mut ends) = (read(&text), Vec::new());
        let starts: Vec<u32> = records.places().map(|place| place.origin as u32).collect();
        Grids::default().ends(text.as_bytes(), &starts, &mut ends);
        assert!(ends.iter().zip(&starts[1..]).all(|(end, start)| end <= start), "{text}");
    }
}

#[test]
fn names_of_columns_above_grids_with_nothing_between_them_are_a_heading() {
    for names in ["ABCDEFGHI", "123456789", "012345678"] {
        for count in [1, 2, 3, 40] {
            let text = format!("{names}\n{}", ROWS.repeat(count));
            let grids = Grids::default().shown_by(text.as_bytes());
            let mut records = Records::default();
            grids.read(text.as_bytes(), &mut records);
            assert_eq!((records.len(), records.malformed.len(), records.headings), (count, 0, 1), "{text}");
            let whole = read_in_chunks(grids, text.as_bytes(), text.len() + 1);
            for size in (1..text.len()).step_by(37) {
                assert_eq!(read_in_chunks(grids, text.as_bytes(), size), whole, "in chunks of {size} bytes");
            }
        }
    }
    let blanks = format!(".........\n{ROWS}{ROWS}");
    assert_eq!(defects(&blanks), ["0:1: 1 row where 9 were expected"], "no names");
}

/// Reads the grids of a spreadsheet as its first lines show. Returns the first lines and the numbers of rows of its records.
fn sheet(text: &str) -> Vec<(u64, String)> {
    let grids = Grids::of_text(text.as_bytes());
    let above = grids.blanks_above(text.as_bytes());
    let (text, mut records) = (&text[above..], Records::default());
    grids.read(text.as_bytes(), &mut records);
    let shown = |place: RecordPlace| {
        let line = memchr::memchr_iter(b'\n', &text.as_bytes()[..place.origin]).count() as u64;
        (line, place.puzzle.map_or_else(|defect| defect.reason.to_string(), |_| "a grid".to_owned()))
    };
    records.places().map(shown).collect()
}

#[test]
fn rows_of_blanks_are_between_grids_or_in_them_as_the_whole_text_shows() {
    let row = |row: &str| {
        let fields: Vec<String> = row.chars().map(|cell| cell.to_string().replace('0', "")).collect();
        fields.join(",") + "\n"
    };
    let rows: Vec<String> = ROWS.lines().map(row).collect();
    let (grid, blank) = (rows.concat(), ",,,,,,,,\n".to_owned());
    let first_blank = blank.clone() + &rows[1..].concat();
    let last_blank = rows[..8].concat() + &blank;
    let grids = |lines: &[u64]| lines.iter().map(|&line| (line, "a grid".to_owned())).collect::<Vec<_>>();
    for (parts, expected) in [
        (vec![&grid, &blank, &grid], grids(&[0, 10])),
        (vec![&grid, &blank, &blank, &grid], grids(&[0, 11])),
        (vec![&blank, &grid, &blank, &grid, &blank], grids(&[0, 10])),
        (vec![&first_blank, &grid, &last_blank, &first_blank], grids(&[0, 9, 18, 27])),
        (vec![&first_blank, &blank, &first_blank, &blank, &grid], grids(&[0, 10, 20])),
        (vec![&grid, &blank, &last_blank, &blank, &first_blank], grids(&[0, 10, 20])),
    ] {
        let text: String = parts.into_iter().cloned().collect();
        assert_eq!(sheet(&text), expected, "{text}");
    }
    let lost = format!("{}{blank}{grid}{blank}{blank}{grid}", rows[..8].concat());
    let malformed = (0, "8 rows where 9 were expected".to_owned());
    assert_eq!(sheet(&lost)[0], malformed, "its blank row is not a row of the grid: {lost}");
}

#[test]
fn a_first_row_that_lacks_a_field_is_not_a_heading() {
    let rows: Vec<String> =
        ROWS.lines().map(|row| row.replace("", ",").trim_matches(',').replace('0', "") + "\n").collect();
    let grid = rows.concat();
    let cut = grid.replacen("8,,,,,,,,\n", "8,,,,,,,\n", 1) + ",,,,,,,,\n" + &grid;
    let wrong = (0, "8 cells in row 1 where 9 were expected".to_owned());
    assert_eq!(sheet(&cut), [wrong, (10, "a grid".to_owned())], "{cut}");
}

#[test]
fn a_lost_row_below_the_names_of_columns_is_not_one_of_them() {
    let rows: Vec<String> =
        ROWS.lines().map(|row| row.replace("", ",").trim_matches(',').to_owned() + "\n").collect();
    let names = "1,2,3,4,5,6,7,8,9\n".to_owned();
    let (grid, lost) = (names.clone() + &rows.concat(), names.clone() + &rows[1..].concat());
    let short = |line: u64| (line, "8 rows where 9 were expected".to_owned());
    assert_eq!(sheet(&lost), [short(1)]);
    assert_eq!(
        sheet(&format!("{grid}{lost}{grid}")),
        [(1, "a grid".to_owned()), short(11), (20, "a grid".to_owned())]
    );
    let complete = names + &"2,3,4,5,6,7,8,9,1\n".repeat(8);
    assert_eq!(sheet(&complete).len(), 1, "no blanks: the first row of an answer");
}

/// Reads a text as its first lines show. Returns the lines of its records, with their defects.
fn shown(text: &str) -> Vec<(u64, String)> {
    let (grids, mut records) = (Grids::of_text(text.as_bytes()), Records::default());
    grids.read(text.as_bytes(), &mut records);
    let line =
        |place: &RecordPlace| memchr::memchr_iter(b'\n', &text.as_bytes()[..place.origin]).count() as u64;
    let shown = |place: RecordPlace| {
        (line(&place), place.puzzle.map_or_else(|defect| defect.reason.to_string(), |_| String::new()))
    };
    records.places().map(shown).collect()
}

#[test]
fn what_is_every_nine_rows_ends_a_grid_that_lost_one() {
    // Nine rows of these fit wherever they begin, so that only the lines between the grids show the damage.
    let rows: Vec<String> =
        (0..9).map(|row| format!("{}{}{}\n", ".".repeat(row), row + 1, ".".repeat(8 - row))).collect();
    for between in ["# easy\n", "-----------\n", "7\n", "2024-01-05\n", "Grid\n", "\n"] {
        let grid = between.to_owned() + &rows.concat();
        let lost = between.to_owned() + &rows[..8].concat();
        let found = shown(&format!("{grid}{lost}{grid}{grid}"));
        let malformed: Vec<_> = found.iter().filter(|(_, defect)| !defect.is_empty()).collect();
        assert_eq!(malformed, [&(11, "8 rows where 9 were expected".to_owned())], "{between}");
        assert_eq!(found.len(), 4, "{between}");
    }
}

#[test]
fn a_number_above_a_grid_with_spaces_as_blanks_is_no_row() {
    let grid = ROWS.replace('0', " ");
    let text: String = (1..=3).map(|number| format!("{number}\n{grid}")).collect();
    for text in [text.replace('\n', "\r\n"), text] {
        let grids = Grids { style: Style::Spaces, ..Grids::default() }.shown_by(text.as_bytes());
        let mut records = Records::default();
        grids.read(text.as_bytes(), &mut records);
        assert_eq!((records.len(), records.malformed.len(), records.headings), (3, 0, 3));
    }
    let short = grid.replacen("8        ", "8", 1);
    let grids = Grids { style: Style::Spaces, ..Grids::default() }.shown_by(short.as_bytes());
    let mut records = Records::default();
    grids.read(short.as_bytes(), &mut records);
    assert_eq!((records.len(), records.malformed.len()), (1, 0), "a row without the spaces at its end");
}

/// Returns the grid as a spreadsheet writes it, with these fields before and after those of each row.
fn fields(grid: &str, before: &str, after: &str) -> String {
    let row = |row: &str| row.replace("", ",").trim_matches(',').replace(['0', '.'], "");
    grid.lines().map(|line| format!("{before}{}{after}\n", row(line))).collect()
}

#[test]
fn a_sheet_may_have_empty_columns_before_and_after_its_grids() {
    for (before, after) in [("", ""), (",", ""), (",,", ""), (",,,,,", ",,"), ("", ",,")] {
        let blank = format!("{before},,,,,,,,{after}\n");
        let grid = fields(ROWS, before, after);
        let two = [(0, String::new()), (10, String::new())];
        assert_eq!(shown(&format!("{grid}{blank}{grid}")), two, "{before:?} {after:?}");
        assert_eq!(shown(&format!("{grid}\n{grid}")), two, "{before:?} {after:?}");
    }
}

#[test]
fn a_row_with_a_field_too_many_is_malformed_even_if_the_last_one_is_empty() {
    let grid = fields(ROWS, "", "");
    let wrong = grid.replacen(",,3,6,,,,,\n", ",,3,,6,,,,,\n", 1);
    let malformed = (0, "10 cells in row 2 where 9 were expected".to_owned());
    assert_eq!(shown(&format!("{wrong}\n{grid}")), [malformed, (10, String::new())]);
}

#[test]
fn an_empty_line_is_no_row_of_blanks_even_where_rows_lack_their_blanks() {
    let rows: Vec<String> =
        ROWS.lines().map(|row| row.replace('0', " ").trim_end().to_owned() + "\n").collect();
    let lost = rows[..8].concat();
    for (text, line) in [
        (format!("{lost}\n{0}\n{0}", rows.concat()), 0),
        (format!("Grid 1\n\n{0}Grid 2\n\n{lost}", rows.concat()), 13),
    ] {
        let malformed: Vec<_> = shown(&text).into_iter().filter(|(_, defect)| !defect.is_empty()).collect();
        assert_eq!(malformed, [(line, "8 rows where 9 were expected".to_owned())], "{text}");
    }
}

#[test]
fn a_number_is_no_row_of_a_sheet_whose_rows_are_cut() {
    let cut: String =
        fields(ROWS, "", "").lines().map(|row| row.trim_end_matches(',').to_owned() + "\n").collect();
    let grid = cut.replacen("8\n", "8,,,,,2\n", 1);
    let two = [(1, String::new()), (11, String::new())];
    assert_eq!(shown(&format!("1\n{grid}2\n{grid}")), two, "{grid}");
}

#[test]
fn what_is_not_certain_is_malformed() {
    // The ninth column is blank, so that the grid could begin in the third or the fourth one.
    let narrow = rewritten(|row| format!("{}0\n", &row[..8]));
    let text = fields(&narrow, ",,,", "");
    assert!(!shown(&text).is_empty() && shown(&text).iter().all(|(_, defect)| !defect.is_empty()), "{text}");
    // An empty line could be a row of blanks, or stand where a row was lost.
    let lost: String =
        ROWS.replace('0', " ").lines().skip(1).map(|row| row.trim_end().to_owned() + "\n").collect();
    let text = format!("Grid 1\n{lost}\nGrid 2\n{0}\nGrid 3\n{0}", ROWS.replace('0', " "));
    assert_eq!(shown(&text)[0].1, "8 rows where 9 were expected", "{text}");
}

#[test]
fn headings_may_be_made_of_a_few_cells() {
    let rows = [ROWS.to_owned(), ROWS.replace('0', ".").replace("", " "), fields(ROWS, "", "")];
    let damaged = ROWS.replace("0\n", "\n"); // eight cells in most rows
    assert_eq!(shown(&format!("{ROWS}\n{damaged}")).len(), 2, "these are no headings");
    for heading in ["*** 11 ***", "*511*", "__27__", "-- 869", "38 25 2.7", "201.", "x1", "X 24"] {
        for rows in &rows {
            let text: String = (0..3).map(|_| format!("{heading}\n{rows}")).collect();
            let three = [1, 11, 21].map(|line| (line, String::new()));
            assert_eq!(shown(&text), three, "{text}");
            assert_eq!(shown(&text.replace(heading, &format!("{heading},,,,,,,,")))[0].1, "", "{text}");
        }
        let lost = format!("{heading}\n{ROWS}").repeat(3).replacen("070090200\n", "07009020\n", 1);
        assert_eq!(shown(&lost).len(), 3, "{lost}");
    }
}

#[test]
fn the_style_with_the_most_grids_is_chosen() {
    let spaces = ROWS.replace('0', " ");
    let words = ROWS.replace('0', "NA").replace("", " ").replace("N A", "NA");
    let box_row = |row: &str| row.replace('0', " ").replace("", " ");
    let drawn =
        rewritten(|row| format!("|{}|{}|{}|\n", box_row(&row[..3]), box_row(&row[3..6]), box_row(&row[6..])));
    for (grid, style) in [
        (ROWS, Style::Gaps),
        (&fields(ROWS, "", ""), Style::Fields(b',', 0)),
        (&fields(ROWS, "", "").replace(',', "\t"), Style::Fields(b'\t', 0)),
        (&spaces, Style::Spaces),
        (&words, Style::Words(0)),
        (&drawn, Style::Bars),
    ] {
        for above in ["", "12345\n", "Easy\n", "8,,,,,,,,\n", "NA NA NA\n"] {
            let text = format!("{above}{grid}\n{above}{grid}");
            assert_eq!(Grids::of_text(text.as_bytes()).style, style, "{text}");
        }
        let labels = grid.lines().zip('A'..).map(|(row, label)| format!("{label}: {row}\n"));
        let labelled: String = labels.collect();
        let is_labelled = Grids::of_text(labelled.as_bytes()).is_labelled;
        assert_eq!(is_labelled, matches!(style, Style::Gaps | Style::Words(_)), "{labelled}");
    }
}

#[test]
fn a_contradiction_does_not_change_the_style() {
    let wrong = ROWS.replacen("800000000", "800000008", 1);
    for (grid, is_found) in [
        (fields(&wrong, "", ""), true),
        (wrong.replace('0', "NA").replace("", " ").replace("N A", "NA"), true),
        ("12345\n".repeat(9), false),
    ] {
        assert_eq!(Grids::of_text(grid.as_bytes()).are_in(grid.as_bytes()), is_found, "{grid}");
    }
}

#[test]
fn source_code_is_read_with_what_it_has_around_rows() {
    let cells = |row: &str| row.replace("", " ").trim().to_owned();
    let matlab: Vec<String> = ROWS.lines().map(cells).collect();
    let matlab = format!("P = [{}];\n", matlab.join("; ...\n     "));
    let named: String = ROWS.lines().zip(1..).map(|(row, number)| format!("row{number} = {row}\n")).collect();
    for text in [matlab, format!("[puzzle 1]\n{named}")] {
        let found = shown(&text);
        assert!(found.len() == 1 && found[0].1.is_empty(), "{found:?}: {text}");
    }
}

#[test]
fn a_tilde_among_dots_is_a_second_kind_of_blank() {
    let grid = ROWS.replace('0', ".").replacen('.', "~", 1).replace("", " ");
    let grids = Grids { style: Style::Words(0), ..Grids::default() };
    let mut records = Records::default();
    grids.read(grid.as_bytes(), &mut records);
    assert!(matches!(records.malformed[0].defect.reason, Reason::Blanks(..)), "{grid}");
}

#[test]
fn lines_within_clean_grids_end_none() {
    let rows: Vec<&str> = ROWS.split_inclusive('\n').collect();
    let with = |at: usize, line: &str| [&rows[..at], &[line], &rows[at..]].concat().concat();
    let dashed = ROWS.replace('0', "-");
    let frame = "+-------+\n";
    let boxed: String = rows.chunks(3).map(|band| [frame, &band.concat(), frame].concat()).collect();
    let late = dashed.repeat(50) + &dashed.replacen("8--------", "---------", 1);
    for (text, grids) in [
        (with(3, "---\n"), 1),
        (with(6, "# easy\n"), 1),
        (with(4, "# a guess\n").repeat(3), 3),
        (with(4, "# a guess\n") + "\n" + &with(4, "# so is this\n"), 2),
        (boxed.repeat(2), 2),
        (late, 51),
    ] {
        let found = shown(&text);
        assert!(
            found.len() == grids && found.iter().all(|(_, defect)| defect.is_empty()),
            "{found:?}: {text}"
        );
    }
}

#[test]
fn the_numbers_above_a_frame_show_that_its_lines_are_rows() {
    assert!(Grids::default().is_row(b"        0    1    2    3    4    5    6    7    8"));
}

#[test]
fn a_row_with_an_error_above_a_grid_is_not_a_heading() {
    for wrong in ["53..q....", "5 3 . . 10 . . . .", "53..7...."] {
        let found = shown(&format!("{wrong}\n{ROWS}"));
        assert_eq!(
            found.iter().map(|(line, defect)| (*line, defect.is_empty())).collect::<Vec<_>>(),
            [(0, false), (1, true)],
            "{wrong}"
        );
    }
}

#[test]
fn two_puzzles_in_a_comment_are_both_counted() {
    let puzzle = ROWS.replace('\n', "");
    assert_eq!(read(&format!("# {puzzle} {puzzle}\n{ROWS}")).unread, 2);
}

#[test]
fn two_damaged_grids_near_each_other_shift_no_other() {
    let text = thirty(|rows| _ = rows.remove(3));
    let rows: Vec<&str> = text.split_inclusive('\n').collect();
    let twice = [&rows[..120], &rows[121..]].concat().concat();
    assert_eq!(defects(&twice).len(), 2);
    assert_eq!(read(&twice).len(), 30);
}

#[test]
fn the_numbers_of_rows_show_where_a_grid_begins() {
    let label = |rows: &str| -> String {
        rows.lines().zip("ABCDEFGHI".chars()).map(|(row, label)| format!("{label} {row}\n")).collect()
    };
    let (grid, lost) = (label(ROWS), label(ROWS).split_inclusive('\n').skip(1).collect::<String>());
    let text = format!("{grid}{lost}{ROWS}{grid}");
    let mut records = Records::default();
    Grids { is_labelled: true, ..Grids::default() }.read(text.as_bytes(), &mut records);
    assert_eq!((records.len(), records.malformed.len()), (4, 1), "a grid without labels is read too");
}

#[test]
fn grids_that_contradict_themselves_shift_none_either() {
    let wrong = thirty(|rows| rows[4] = rows[3]);
    assert_eq!((read(&wrong).len(), read(&wrong).malformed.len()), (30, 0));
    let few = thirty(|rows| _ = rows.remove(3));
    let few = &few[9 * ROWS.len()..12 * ROWS.len() - 10];
    assert_eq!(defects(few), ["7:1: 8 rows where 9 were expected"], "too few grids below it");
    assert_eq!(read(few).origin(1), ROWS.len());
}

#[test]
fn a_section_that_follows_an_unfinished_grid_is_skipped() {
    let text = format!("[Puzzle]\n{}[State]\n{ROWS}[Puzzle]\n{ROWS}", &ROWS[..80]);
    let grids = Grids { only_puzzles: true, ..Grids::default() };
    let mut records = Records::default();
    grids.read(text.as_bytes(), &mut records);
    assert_eq!((records.len(), records.malformed.len()), (2, 1), "the unfinished grid, and the last one");
}

/// A line with the cells of two rows or more.
const LONG: &str = "8000000000036000000";

fn any_line() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        12 => Just("800000000"),
        3 => Just("........."),
        3 => Just("..36....."),
        3 => Just(""),
        3 => Just("---------"),
        1 => prop::sample::select(&["-", "---------", "---+---+---", "# c", "Grid 01", "80000000", "\r", " "][..]),
        1 => prop::sample::select(&["2", "123456789", "2024-01-05", "1.12.2024", "-------.-", "80000000x", "8000000001", LONG, "[State]", "Ann"][..]),
    ]
}

/// Generates lines of grids, and lines between them.
fn any_lines() -> impl Strategy<Value = Vec<&'static str>> {
    let band = || prop::collection::vec(Just("003600000"), 3..=3);
    let part = prop_oneof![2 => prop::collection::vec(any_line(), 1..4), 3 => band(), 3 => Just(vec![""])];
    prop::collection::vec(part, 0..20).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn grids_do_not_depend_on_the_chunks(
        lines in any_lines(),
        end in prop::sample::select(&["\n", "\r\n"][..]),
        size in 1..300usize,
        blanks_between in 0..3usize,
        style in prop::sample::select(&[Style::Gaps, Style::Spaces, Style::Fields(b',', 0)][..]),
        is_cut in any::<bool>(),
        is_shown in any::<bool>(),
    ) {
        let in_style = |line: &str| match style {
            Style::Spaces => line.replace(['0', '.'], " "),
            Style::Fields(..) => line.replace("", ",").trim_matches(',').replace(['0', '.'], ""),
            _ => line.to_owned(),
        };
        let cut = |line: String| if is_cut { line.trim_end_matches([',', ' ']).to_owned() } else { line };
        let text = lines.iter().map(|line| cut(in_style(line))).collect::<Vec<_>>().join(end);
        let fields_after = if is_cut { None } else { Some(0) };
        let grids = Grids { style, fields_after, ..Grids::default() };
        let shown = if is_shown { grids.shown_by(text.as_bytes()) } else { grids };
        let grids = Grids { blanks_between, ..shown };
        let whole = read_in_chunks(grids, text.as_bytes(), text.len() + 1);
        prop_assert_eq!(read_in_chunks(grids, text.as_bytes(), size), whole);
        let mut records = Records::default();
        Grids::default().read(text.as_bytes(), &mut records);
        prop_assert_eq!(records.lines as usize, text.lines().count());
    }
}
