//! Explanations step by step, as text for people and as JSON lines for programs.
//!
//! Steps are written as they are found, so that no step takes memory.

use std::fmt::{self, Display, Formatter};
use std::io::Write;

use super::UnsoundStep;
use super::explain::{End, for_each_step};
use super::rules::board::digits_of;
use super::rules::{Board, Rule, Step};
use crate::board::grid::{CELLS, Cell};
use crate::format::{Record, WriteAnswers};
use crate::solver::Verdict;
use crate::solver::batch::Notation;

/// Writes the steps as numbered sentences, and a blank line after each record.
pub struct StepsText {
    /// How the puzzles are written.
    pub notation: Notation,
}

/// Writes one JSON object per record.
pub struct StepsJson {
    /// How the puzzles are written.
    pub notation: Notation,
}

/// Calls `visit` with the steps of a record that has exactly one solution.
fn explain(
    record: &Record<'_>,
    notation: Notation,
    visit: impl FnMut(&Step),
) -> Option<Result<End, UnsoundStep>> {
    let solution = record.answer.filter(|_| record.outcome.verdict == Verdict::Unique)?;
    Some(for_each_step(record.puzzle, notation, solution, visit))
}

impl WriteAnswers for StepsText {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        // Writing to memory cannot fail, so the results of `write!` are ignored here and below.
        let _ = write!(out, "line {}: ", record.line);
        let (start, mut number) = (out.len(), 0);
        let explained = explain(record, self.notation, |step| {
            if number == 0 {
                out.extend_from_slice(record.puzzle);
            }
            number += 1;
            let _ = write!(out, "\n{number:>3}. {}", Sentence(step));
        });
        match explained {
            Some(Ok(end)) => {
                if number == 0 {
                    out.extend_from_slice(record.puzzle);
                }
                write_end(&end, out);
            }
            Some(Err(error)) => {
                out.truncate(start);
                let _ = write!(out, "{error}");
            }
            None => record.write_verdict(out),
        }
        out.extend_from_slice(b"\n\n");
    }
}

/// Writes where the rules lead.
fn write_end(end: &End, text: &mut Vec<u8>) {
    let (cells, candidates) = end.board.left();
    if cells == 0 {
        let _ = write!(text, "\nsolved at level {}: ", end.level);
        return text.extend_from_slice(&solution(&end.board));
    }
    let _ = write!(
        text,
        "\nno rule of the levels 1 to 7 applies: {cells} cells with {candidates} candidates are left"
    );
    write_candidates(&end.board, text);
}

/// A step in words: `pointing: in box 1 the digit 4 is in row 2 only, so not in r2c5, r2c7`.
pub(crate) struct Sentence<'a>(pub(crate) &'a Step);

impl Display for Sentence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(step) = self;
        let (name, reason) = (step.rule.name(), Reason(step));
        match step.placement {
            Some((cell, digit)) => write!(f, "{cell} = {digit}  {name}: {reason}"),
            None => write!(f, "{name}: {reason}, so {}", Cleared(&step.clears)),
        }
    }
}

/// Why a step can be made.
struct Reason<'a>(&'a Step);

impl Display for Reason<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(step) = self;
        let (digits, cells, houses) = (List(&step.digits), List(&step.cells), &step.houses);
        let last = step.digits.last().copied().unwrap_or(0); // the digit that a wing clears
        match step.rule {
            Rule::HiddenSingleInBox | Rule::HiddenSingleInLine => {
                write!(f, "{digits} has no other place in {}", houses[0])
            }
            Rule::NakedSingle => write!(f, "{digits} is the only candidate of {cells}"),
            Rule::Pointing | Rule::Claiming => {
                write!(f, "the places of {digits} in {} are all in {}", houses[0], houses[1])
            }
            Rule::NakedPair | Rule::NakedTriple | Rule::NakedQuad => {
                write!(f, "{cells} in {} have only {digits}", houses[0])
            }
            Rule::HiddenPair | Rule::HiddenTriple | Rule::HiddenQuad => {
                write!(f, "{digits} in {} have only {cells}", houses[0])
            }
            Rule::XWing | Rule::Swordfish | Rule::Jellyfish => {
                let lines = List(houses);
                write!(f, "in {lines} the places of {digits} are in as many crossing lines: {cells}")
            }
            Rule::XyWing => {
                write!(f, "{} decides which of {} is {last}", step.cells[0], List(&step.cells[1..]))
            }
            Rule::XyzWing => write!(f, "one of {cells} is {last}"),
            Rule::WWing => {
                let [one, two, p, q] = [0, 1, 2, 3].map(|place| step.cells[place]);
                let (digit, house) = (step.digits[0], houses[0]);
                write!(f, "{digit} in {house} is {p} or {q}, so one of {one} and {two} is {last}")
            }
        }
    }
}

/// `r1c2 r1c5 are not 4; r1c5 is not 7`, one part per digit.
struct Cleared<'a>(&'a [(Cell, u8)]);

impl Display for Cleared<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for digit in 1..=9 {
            let cells = || self.0.iter().filter(|clear| clear.1 == digit);
            let verb = match cells().count() {
                0 => continue,
                1 => "is",
                _ => "are",
            };
            f.write_str(std::mem::replace(&mut separator, "; "))?;
            cells().try_for_each(|(cell, _)| write!(f, "{cell} "))?;
            write!(f, "{verb} not {digit}")?;
        }
        Ok(())
    }
}

/// Items with spaces between them.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            item.fmt(f)?;
        }
        Ok(())
    }
}

/// The digits of a cell side by side.
struct Digits(u16);

impl Display for Digits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        digits_of(self.0).try_for_each(|digit| digit.fmt(f))
    }
}

/// The 81 digits of a solved board.
fn solution(board: &Board) -> [u8; CELLS] {
    let mut digits = [b'0'; CELLS];
    for (cell, digit) in Cell::all().zip(&mut digits) {
        *digit += digits_of(board.candidates(cell)).next().unwrap_or(0);
    }
    digits
}

/// Writes the candidates of a board in nine rows, those of a cell side by side.
fn write_candidates(board: &Board, text: &mut Vec<u8>) {
    let width = Cell::all().map(|cell| board.candidates(cell).count_ones() as usize).max().unwrap_or(0);
    for cell in Cell::all() {
        text.push(if cell.column() == 0 { b'\n' } else { b' ' });
        let _ = write!(text, "{}", Digits(board.candidates(cell)));
        let is_last = cell.column() == 8; // which no spaces follow
        let missing = if is_last { 0 } else { width - board.candidates(cell).count_ones() as usize };
        text.resize(text.len() + missing, b' ');
    }
}

impl WriteAnswers for StepsJson {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let verdict = record.outcome.verdict;
        let _ = write!(out, "{{\"line\":{},\"verdict\":\"{verdict}\"", record.line);
        if verdict != Verdict::Malformed {
            out.extend_from_slice(b",\"puzzle\":\"");
            out.extend_from_slice(record.puzzle);
            out.push(b'"');
        }
        let start = out.len();
        let explained = explain(record, self.notation, |step| {
            out.extend_from_slice(if out.len() == start { b",\"steps\":[" } else { b"," });
            let _ = write!(out, "{}", StepObject(step));
        });
        match explained {
            Some(Ok(end)) => {
                out.extend_from_slice(if out.len() == start { b",\"steps\":[]" } else { b"]" });
                // Where they lead is known after the last step, and comes before the first one.
                let steps = out.len() - start;
                write_members(&end, record.answer.map_or(b"", |answer| answer), out);
                out[start..].rotate_left(steps);
            }
            Some(Err(error)) => {
                out.truncate(start);
                let _ = write!(out, ",\"error\":\"{error}\"");
            }
            None => {}
        }
        out.extend_from_slice(b"}\n");
    }
}

/// Writes what an explanation adds to the object of its record, except the steps: also the solution of a puzzle that the rules do
/// not solve.
fn write_members(end: &End, solution: &[u8], text: &mut Vec<u8>) {
    let (cells, candidates) = end.board.left();
    let _ = match cells {
        0 => write!(text, ",\"level\":{},\"solution\":\"", end.level),
        _ => write!(text, ",\"level\":\"none\",\"solution\":\""),
    };
    text.extend_from_slice(solution);
    text.push(b'"');
    if cells == 0 {
        return;
    }
    let _ = write!(
        text,
        ",\"cells_left\":{cells},\"candidates_left\":{candidates},\"candidates\":{}",
        Array(Cell::all(), |cell: Cell, f: &mut Formatter<'_>| {
            Array(digits_of(end.board.candidates(cell)), |digit: u8, f: &mut Formatter<'_>| digit.fmt(f))
                .fmt(f)
        })
    );
}

/// A step as an object of JSON.
struct StepObject<'a>(&'a Step);

impl Display for StepObject<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(step) = self;
        write!(f, "{{\"rule\":\"{}\",\"level\":{},\"houses\":", step.rule.name(), step.rule.level())?;
        quoted(&step.houses).fmt(f)?;
        write!(f, ",\"cells\":{},\"digits\":", quoted(&step.cells))?;
        Array(step.digits.iter(), |digit: &u8, f: &mut Formatter<'_>| digit.fmt(f)).fmt(f)?;
        f.write_str(",\"places\":")?;
        match &step.placement {
            Some(placement) => write_candidate(placement, f)?,
            None => f.write_str("null")?,
        }
        write!(f, ",\"clears\":{}}}", Array(step.clears.iter(), write_candidate))
    }
}

fn write_candidate((cell, digit): &(Cell, u8), f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{{\"cell\":\"{cell}\",\"digit\":{digit}}}")
}

/// An array of texts.
fn quoted<T: Display>(items: &[T]) -> impl Display {
    Array(items.iter(), |item: &T, f: &mut Formatter<'_>| write!(f, "\"{item}\""))
}

/// An array of JSON: items, and how one is written.
struct Array<I, W>(I, W);

impl<I: Iterator + Clone, W: Fn(I::Item, &mut Formatter<'_>) -> fmt::Result> Display for Array<I, W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (index, item) in self.0.clone().enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            (self.1)(item, f)?;
        }
        f.write_str("]")
    }
}
