use super::*;
use crate::board::notation::Notation;
use crate::format::inspection;
use crate::format::records::MalformedRecord;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Records {
    let mut records = Records::default();
    Lines.read(text.as_bytes(), &mut records);
    records
}

fn puzzles(text: &str) -> Vec<String> {
    let records = read(text);
    let puzzles = records.puzzles(text.as_bytes(), Notation::Clues);
    (0..puzzles.len()).map(|i| String::from_utf8_lossy(puzzles.get(i)).into_owned()).collect()
}

#[test]
fn text_after_the_puzzle_is_ignored() {
    for after in ["", "\r", " 2.5", "\tx", ",answer,3\r", " # comment", ":1:answer", ";x", "|x|", "\x1A"] {
        assert_eq!(puzzles(&format!("{PUZZLE}{after}\n{PUZZLE}{after}")), [PUZZLE, PUZZLE], "{after:?}");
    }
}

#[test]
fn an_indented_puzzle_is_read() {
    assert_eq!(puzzles(&format!("  {PUZZLE}\n")), [PUZZLE]);
}

#[test]
fn blank_lines_and_comments_are_lines_but_not_records() {
    let spaces = " ".repeat(81);
    let comment = format!("#{}", "-".repeat(80));
    let records = read(&format!("\n\r\n{spaces}\n{comment}\n// c\n"));
    assert_eq!((records.len(), records.lines), (0, 5));
}

#[test]
fn a_wrong_length_is_reported_where_the_puzzle_ends() {
    let records = read(&format!("{PUZZLE}\n12\n{PUZZLE}4\n{PUZZLE}\n"));
    let found: Vec<String> = records
        .malformed
        .iter()
        .map(|MalformedRecord { before, defect, .. }| {
            format!("{before}:{}: {}", defect.position.column, defect.reason)
        })
        .collect();
    assert_eq!(
        found,
        ["1:3: 2 characters where 81 were expected", "1:83: 82 characters where 81 were expected"]
    );
}

#[test]
fn a_line_of_the_right_length_is_explained_after_the_solver_rejects_it() {
    let carriage_return = format!("{}\r", &PUZZLE[..80]);
    let letter = PUZZLE.replacen('.', "a", 1);
    for (line, column, reason) in
        [(&carriage_return, 81, Reason::Length { found: 80, expected: 81 }), (&letter, 3, Reason::Byte(b'a'))]
    {
        let text = format!("{PUZZLE}\n{line}\n");
        let records = read(&text);
        assert_eq!(records.len(), 2, "{line:?}");
        let defect = Lines.explain(text.as_bytes(), records.origin(1));
        assert_eq!(defect, Defect { position: Position::column(column), reason });
    }
}

#[test]
fn empty_lines_are_counted_together() {
    assert_eq!(empty_lines(b"\n\r\n\n\rx"), Some((3, 4)));
    assert_eq!(empty_lines(b"\n\n"), Some((2, 2)));
    assert_eq!([empty_lines(b"\rx\n"), empty_lines(b"x\n"), empty_lines(b"")], [None; 3]);
    let records = read(&format!("\n\n\n{PUZZLE}\n\n"));
    assert_eq!((records.len(), records.lines, records.origin(0)), (1, 5, 3));
}

#[test]
fn a_carriage_return_inside_a_line_is_malformed_in_the_puzzle_after_it_and_in_a_comment() {
    for (line, column) in [
        (format!("{PUZZLE}\r{PUZZLE}"), 82),
        (format!("{PUZZLE} 2.5\r{PUZZLE}\r"), 86),
        (format!("12\r{PUZZLE}"), 3),
        (format!("# c\r{PUZZLE}"), 4),
    ] {
        let records = read(&format!("{PUZZLE}\n{line}\n{PUZZLE}\n"));
        assert_eq!((records.len(), records.malformed.len()), (3, 1), "{line:?}");
        let defect = Defect { position: Position::column(column), reason: Reason::BareReturn };
        assert_eq!(records.malformed[0].defect, defect, "{line:?}");
    }
}

#[test]
fn a_character_outside_ascii_is_named_with_its_column() {
    let text = format!("{}\n", PUZZLE.replacen('.', "é", 1));
    let defect = read(&text).malformed[0].defect;
    assert_eq!(defect, Defect { position: Position::column(3), reason: Reason::Character('é') });
    assert_eq!(unexpected(b"\xFFa"), Reason::Byte(0xFF));
}

#[test]
fn a_cut_is_at_the_last_line_end() {
    assert_eq!(Lines.cut(b"12\n34\n5"), Some(6));
    assert_eq!(Lines.cut(b"123"), None);
}

/// Replaces each byte of three of twenty puzzles in turn with each byte that has a meaning for the reader. Assuming bare
/// lines examines one of the three.
#[test]
fn assumed_records_are_confirmed_only_if_reading_finds_the_same_ones() {
    let (mut confirmed, mut refused) = (0, 0);
    for at in CELLS + 1..4 * (CELLS + 1) {
        for byte in *b"\n\r #/1.xa,\t\x1A\0\xFF" {
            let mut text = format!("{PUZZLE}\n").repeat(20).into_bytes();
            text[at] = byte;
            let (mut assumed, mut read) = (Records::default(), Records::default());
            Lines.read(&text, &mut read);
            if !bare::assume(&text, &mut assumed) {
                assert_eq!((assumed.len(), assumed.lines), (0, 0), "nothing was added");
                continue;
            }
            let puzzles = assumed.puzzles(&text, Notation::Clues);
            let verdict = |index| inspection::verdict_on_bytes(puzzles.get(index));
            let outcome = |index| Outcome::new(verdict(index), 0, 0);
            let outcomes: Vec<Outcome> = (0..20).map(outcome).collect();
            let same = read.lines == assumed.lines
                && read.malformed.is_empty()
                && read.len() == assumed.len()
                && (0..20).all(|index| read.origin(index) == assumed.origin(index));
            if bare::confirm(&text, &outcomes) {
                assert!(same, "byte {byte} at {at}");
                confirmed += 1;
            } else {
                refused += 1;
            }
        }
    }
    // Only a line end changes the records at every position.
    assert!(confirmed > 3 * CELLS * 9 && refused > 2 * CELLS, "{confirmed} confirmed, {refused} refused");
}

#[test]
fn a_chunk_with_an_incomplete_line_is_not_assumed_to_be_bare_puzzles() {
    let mut records = Records::default();
    for text in ["", PUZZLE, &format!("{PUZZLE}\n{PUZZLE}"), &format!("{PUZZLE}\r\n")] {
        assert!(!bare::assume(text.as_bytes(), &mut records), "{text:?}");
    }
}
