//! Grids in every style and with every separator, one of which is damaged: no other is shifted or lost.

use crate::run::{puzzles, run_with};

/// Writes a row of nine cells.
type Style = fn(&str) -> String;

/// The number of grids of a file, and the damaged one.
const GRIDS: usize = 11;
const DAMAGED: usize = 4;

fn fields(row: &str, between: &str, blank: &str) -> String {
    let field = |cell: char| if cell == '.' { blank.to_owned() } else { cell.to_string() };
    row.chars().map(field).collect::<Vec<_>>().join(between)
}

const STYLES: [Style; 8] = [
    |row| row.to_owned(),
    |row| row.replace('.', "0"),
    |row| row.replace('.', "-"),
    |row| fields(row, " ", "_"),
    |row| fields(row, ",", ""),
    |row| fields(row, "\t", ""),
    |row| fields(row, " & ", "") + " \\\\",
    |row| format!("> {}", fields(row, " ", "NA")),
];

/// A change of the row with this index.
type Damage = fn(&mut Vec<String>, usize);

const DAMAGES: [Damage; 3] = [
    |rows, row| _ = rows.remove(row),
    |rows, row| rows.insert(row, rows[row].clone()),
    |rows, row| _ = rows[row].pop(),
];

/// Returns the lines between two grids of a style.
fn separators(style: Style) -> Vec<Vec<String>> {
    let blanks = || style(".........");
    let words = ["", "-", "-----------", "Grid 7", "7"].map(|line| vec![line.to_owned()]);
    let spaced = [vec![], vec![String::new(); 2], vec![blanks()], vec![blanks(); 2]];
    words.into_iter().chain(spaced).collect()
}

/// Returns the number of rows after a damage.
fn rows_of_damaged(damage: Damage, row: usize) -> usize {
    let mut rows = vec![String::from("1"); 9];
    damage(&mut rows, row);
    rows.len()
}

#[test]
fn a_damaged_grid_is_malformed_and_no_other_is_shifted_in_every_style_and_with_every_separator() {
    let puzzles: Vec<String> = puzzles(GRIDS).lines().map(|line| line.replace('0', ".")).collect();
    let mut row = 0;
    for (number, style) in STYLES.into_iter().enumerate() {
        for separator in separators(style) {
            for damage in DAMAGES {
                row = (row + 4) % 9;
                let grid = |index: usize| {
                    let cut = |row: usize| puzzles[index][9 * row..][..9].to_owned();
                    let mut rows: Vec<String> = (0..9).map(cut).collect();
                    if index == DAMAGED {
                        damage(&mut rows, row);
                    }
                    rows.iter().map(|row| style(row)).chain(separator.clone()).collect::<Vec<_>>()
                };
                let lines: Vec<String> = (0..GRIDS).flat_map(grid).collect();
                let text = lines.join("\n") + "\n";
                let run = run_with(&["solve", "--format", "csv"], text.as_bytes()).ends_with(1);
                let blank = |cell: char| if cell.is_ascii_digit() && cell != '0' { cell } else { '.' };
                let read: Vec<String> = run
                    .stdout
                    .lines()
                    .skip(1)
                    .filter_map(|line| line.split(',').nth(1).filter(|puzzle| !puzzle.is_empty()))
                    .map(|puzzle| puzzle.chars().map(blank).collect())
                    .collect();
                let mut expected = puzzles.clone();
                // Below a right grid, its last row once more is malformed alone, as is the first above it.
                let is_right = rows_of_damaged(damage, row) > 9 && matches!(row, 0 | 8);
                if !is_right || read.len() < GRIDS {
                    expected.remove(DAMAGED);
                }
                assert_eq!(read, expected, "style {number}, row {row}\n{text}\n{run}");
            }
        }
    }
}

#[test]
fn two_grids_one_of_which_lost_a_row_beside_a_line_of_blanks_are_not_two_right_ones() {
    let puzzles: Vec<String> = puzzles(2).lines().map(|line| line.replace('0', ".")).collect();
    for style in STYLES {
        let rows =
            |index: usize| (0..9).map(|row| style(&puzzles[index][9 * row..][..9])).collect::<Vec<_>>();
        let blanks = style(".........");
        let lost = |index: usize, row: usize| {
            let mut rows = rows(index);
            rows.remove(row);
            rows
        };
        for grids in [(lost(0, 8), rows(1)), (rows(0), lost(1, 0)), (rows(0), lost(1, 8))] {
            let text = [grids.0, vec![blanks.clone()], grids.1, vec![blanks.clone()]].concat().join("\n");
            let run = run_with(&["solve"], text.as_bytes()).ends_with(1);
            assert_eq!(run.stdout.lines().filter(|line| line.starts_with("malformed")).count(), 1, "{run}");
            assert_eq!(run.stdout.lines().count(), 2, "{text}\n{run}");
        }
    }
}
