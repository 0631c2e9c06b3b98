//! How the grids of a text are written, from its first lines: their style, and what is between, above and before their rows.

use memchr::memchr_iter;

use crate::board::grid::{digit, is_blank};
use crate::format::cells::{SIDE, Style, is_cell, is_gap, is_row_of_spaces, is_ruled};
use crate::format::read::grid::{Grids, is_puzzle_section, numbers_columns};
use crate::format::read::line::EXAMINED;

/// The number of lines to examine for the style of a grid: its rows, and ruled lines around and between them.
const ROWS_EXAMINED: usize = 13;

/// Returns how grids are written, the first of which begins about at line `first_row`. The first row that fits only one style decides
/// for all.
pub(super) fn grids(head: &[u8], first_row: usize) -> Grids {
    let lines = || first_lines(head);
    let labelled = labelled_rows(head);
    let style = match () {
        () if labelled.is_some() => labelled,
        () if spaced_rows(head).is_some() => Some(Style::Spaces),
        () if has_bars(head) => Some(Style::Bars),
        () if let Some(style) = indented_rows(head) => Some(style),
        () => lines().skip(first_row).take(ROWS_EXAMINED).find_map(style_of_row),
    };
    let only_puzzles = lines().any(is_puzzle_section) && lines().filter(|line| is_section(line)).count() > 0;
    let is_labelled = labelled.is_some();
    let grids = Grids { style: style.unwrap_or_default(), only_puzzles, is_labelled, ..Grids::default() };
    let grids = Grids { is_cut: is_cut(grids.style, head), ..grids };
    let grids = Grids { is_numbered: is_numbered(&grids, head), ..grids };
    let grids = Grids { is_spread: is_spread(&grids, head), ..grids };
    Grids { lines_between: grids.lines_of_blanks(head), ..grids }
}

/// Returns whether a text has a grid that its lines alone do not show.
pub(super) fn has_grid(head: &[u8]) -> bool {
    spaced_rows(head).is_some() || has_bars(head) || has_nine_words(head) || labelled_rows(head).is_some()
}

/// Returns the only style that fits a row, unless the row is nine single cells.
pub(super) fn style_of_row(line: &[u8]) -> Option<Style> {
    let delimiters = [b',', b';', b'\t', b'|', b'&'].map(|delimiter| Style::Fields(delimiter, 0));
    let fits = |style: &Style| match style {
        Style::Fields(b'|', _) => line.trim_ascii_start().starts_with(b"|") && style.fits(line, SIDE),
        Style::Fields(delimiter, _) => line.contains(delimiter) && style.fits(line, SIDE),
        style => style.fits(line, SIDE),
    };
    let styles = [Style::Groups].into_iter().chain(delimiters).chain([Style::Words(0)]);
    let mut styles = styles.into_iter();
    styles.find(fits).or_else(|| {
        let part = Grids { style: Style::Words(0), ..Grids::default() };
        (part.is_row(line) && !Grids::default().is_row(line)).then_some(Style::Words(0))
    })
}

/// Returns the first lines, without the CR of their ends.
pub(super) fn first_lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = head.split(|&byte| byte == b'\n').take(EXAMINED);
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Returns the index of the first of nine lines of digits and spaces, if a text has them: a grid with spaces as blanks.
fn spaced_rows(head: &[u8]) -> Option<usize> {
    let lines: Vec<&[u8]> = first_lines(head).collect();
    let is_grid = |rows: &[&[u8]]| {
        rows.iter().all(|row| is_row_of_spaces(row)) && rows.concat().trim_ascii().contains(&b' ')
    };
    lines.windows(SIDE).position(is_grid)
}

/// Returns whether a text has a drawn grid whose blanks are spaces between bars.
fn has_bars(head: &[u8]) -> bool {
    let rows = || first_lines(head).filter(|line| !is_ruled(line));
    let is_row =
        |line: &[u8]| Style::Bars.fits(line, SIDE) || Style::Gaps.fits(line, SIDE) && line.contains(&b'|');
    let rows: Vec<bool> =
        rows().map(|line| Style::Bars.cells(line).count() == SIDE && is_row(line)).collect();
    let has_spaces = first_lines(head).any(|line| Style::Bars.fits(line, SIDE));
    has_spaces && rows.windows(SIDE).any(|nine| nine.iter().all(|&is_row| is_row))
}

/// Returns the style of the grids of a spreadsheet that do not begin in its first column. There are as many empty fields before each
/// row as all rows show together.
fn indented_rows(head: &[u8]) -> Option<Style> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let style = Style::Fields(delimiter, 0);
        let is_empty = |(_, cell): &(usize, &[u8])| cell.is_empty();
        let rows = || {
            let is_row = |line: &&[u8]| {
                memchr_iter(delimiter, line).count() >= SIDE
                    && !style.cells(line).all(|cell| is_empty(&cell))
                    && style.cells(line).all(|(_, cell)| style.value(cell).is_some())
            };
            first_lines(head).filter(is_row)
        };
        let fields = rows().map(|line| style.cells(line).count()).max().filter(|_| rows().count() >= SIDE)?;
        let before = rows().filter_map(|line| style.cells(line).position(|cell| !is_empty(&cell))).min()?;
        let last = |line| style.cells(line).enumerate().filter(|(_, cell)| !is_empty(cell)).last();
        let end = rows().filter_map(|line| last(line).map(|(at, _)| at + 1)).max()?;
        let (least, most) = (end.saturating_sub(SIDE), before.min(fields - SIDE));
        (least == most && most > 0).then_some(Style::Fields(delimiter, most))
    })
}

/// Returns whether a text has nine lines, one after another, of nine words, some of which are cells.
fn has_nine_words(head: &[u8]) -> bool {
    let is_row = |line: &[u8]| Style::Words(0).cells(line).count() == SIDE;
    let is_short = |line: &[u8]| Style::Words(0).cells(line).all(|(_, word)| word.len() < SIDE);
    let lines: Vec<&[u8]> = first_lines(head).filter(|line| !is_ruled(line)).collect();
    let has_cells = |lines: &[&[u8]]| {
        let words = || lines.iter().flat_map(|line| Style::Words(0).cells(line));
        let cells = words().filter(|(_, word)| matches!(word, [byte] if is_cell(*byte))).count();
        let letters = || words().all(|(_, word)| word.len() == 1);
        cells > SIDE || letters()
    };
    lines
        .windows(SIDE)
        .any(|lines| lines.iter().all(|line| is_row(line) && is_short(line)) && has_cells(lines))
}

/// Returns true for the heading of a section of puzzles, alone on its line.
fn is_section(line: &[u8]) -> bool {
    line.trim_ascii().starts_with(b"[") && line.trim_ascii().ends_with(b"]")
}

/// Returns the style of nine rows, one after another, with labels that count up.
fn labelled_rows(head: &[u8]) -> Option<Style> {
    let is_between = |line: &[u8]| is_ruled(line) || line.iter().all(|&byte| is_gap(byte));
    let lines: Vec<&[u8]> = first_lines(head).filter(|line| !is_between(line)).collect();
    let fields = [b',', b';', b'\t'].map(|delimiter| Style::Fields(delimiter, 0));
    let mut styles = [Style::Gaps, Style::Words(0)].into_iter().chain(fields);
    styles.find(|&style| {
        let grids = Grids { style, is_cut: true, ..Grids::default() };
        let count_up = |(above, below): (&&[u8], &&[u8])| {
            let number = grids.number_of_row(above)?;
            (grids.number_of_row(below)? == number + 1).then_some(())
        };
        lines.windows(SIDE).any(|rows| rows.iter().zip(&rows[1..]).all(|pair| count_up(pair).is_some()))
    })
}

/// Returns whether the numbers of the columns are above a grid: rows with labels follow, or nine and then no other. In a table,
/// above eight rows with blanks, a first row 1 to 9 is less likely than a lost one, unless other grids have no such line.
fn is_numbered(grids: &Grids, head: &[u8]) -> bool {
    let lines: Vec<&[u8]> = first_lines(head).filter(|line| !is_ruled(line)).collect();
    let is_row = |line: &&[u8]| grids.is_row(line) && !numbers_columns(line);
    let rows_from = |at: usize| lines[at.min(lines.len())..].iter().take_while(|line| is_row(line)).count();
    let begins = |&at: &usize| at == 0 || !grids.is_row(lines[at - 1]);
    let (named, others): (Vec<usize>, Vec<usize>) =
        (0..lines.len()).filter(begins).partition(|&at| numbers_columns(lines[at]));
    let has_blanks = |at: &usize| lines[at + 1..][..SIDE - 1].concat().iter().any(|&byte| is_blank(byte));
    let are_above = |count: usize| named.iter().filter(move |&at| rows_from(at + 1) == count);
    let is_above_named = |at: usize| {
        let below = at + 1 + SIDE;
        rows_from(at + 1) == SIDE && lines.get(below).is_some_and(|line| numbers_columns(line))
    };
    grids.is_labelled && !named.is_empty()
        || are_above(SIDE).count() > 0
        || (0..lines.len()).any(|at| numbers_columns(lines[at]) && is_above_named(at))
        || matches!(grids.style, Style::Fields(..))
            && are_above(SIDE - 1).any(has_blanks)
            && others.iter().all(|&at| rows_from(at) != SIDE)
}

/// Returns whether rows lack their empty fields at the end: some do, and no row ends with an empty field.
fn is_cut(style: Style, head: &[u8]) -> bool {
    let Style::Fields(delimiter, _) = style else { return false };
    let is_row = |line: &&[u8]| {
        let mut cells = style.cells(line).map(|(_, cell)| cell);
        cells.all(|cell| style.value(cell).is_some()) && line.iter().any(|&byte| digit(byte).is_some())
    };
    let ends_empty = |line: &&[u8]| line.iter().rfind(|&&byte| byte != b' ') == Some(&delimiter);
    let is_short = |line: &&[u8]| (1..SIDE - 1).contains(&memchr_iter(delimiter, line).count());
    !first_lines(head).filter(ends_empty).any(|line| is_row(&line))
        && first_lines(head).filter(is_short).filter(is_row).count() > 1
}

/// Returns whether a blank line follows each row of the first grid.
fn is_spread(grids: &Grids, head: &[u8]) -> bool {
    let lines: Vec<&[u8]> = first_lines(head).collect();
    let is_blank = |line: &[u8]| line.iter().all(|&byte| is_gap(byte));
    lines.windows(2 * SIDE - 1).any(|lines| {
        let mut lines = lines.iter().enumerate();
        lines.all(
            |(index, line)| {
                if index % 2 == 0 { !is_blank(line) && grids.is_row(line) } else { is_blank(line) }
            },
        )
    })
}
