//! Explanations step by step, as text for people and as JSON lines for programs.
//!
//! Steps are written as they are found, so they are never stored.

use std::fmt::{self, Display, Formatter};
use std::io::Write;

use super::{End, UnsoundStep, for_each_step};
use crate::board::candidates::{Candidates, text::Rows};
use crate::board::grid::{CELLS, Cell};
use crate::format::{Record, WriteAnswers};
use crate::rating::rules::{Board, Step};
use crate::solver::Verdict;
use crate::solver::batch::Notation;

/// Writes the steps of each record.
pub struct Steps {
    /// How the puzzles are written.
    pub notation: Notation,
    /// Whether to write one JSON object per record, instead of numbered sentences and a blank line.
    pub has_objects: bool,
}

impl WriteAnswers for Steps {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        if self.has_objects { self.write_object(record, out) } else { self.write_sentences(record, out) }
    }
}

impl Steps {
    /// Calls `visit` with the steps of a record that has exactly one solution.
    fn explain(&self, record: &Record<'_>, visit: impl FnMut(&Step)) -> Option<Result<End, UnsoundStep>> {
        let solution = record.answer.filter(|_| record.outcome.verdict == Verdict::Unique)?;
        Some(for_each_step(Board::new(record.puzzle, self.notation), solution, visit))
    }

    fn write_sentences(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        // Writing to memory cannot fail, so the results of `write!` are ignored here and below.
        let _ = write!(out, "line {}: ", record.line);
        let (start, mut number) = (out.len(), 0);
        let explained = self.explain(record, |step| {
            if number == 0 {
                out.extend_from_slice(record.puzzle);
            }
            number += 1;
            let _ = write!(out, "\n{number:>3}. {}", step);
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

    fn write_object(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let verdict = record.outcome.verdict;
        let _ = write!(out, "{{\"line\":{},\"verdict\":\"{verdict}\"", record.line);
        if verdict != Verdict::Malformed {
            out.extend_from_slice(b",\"puzzle\":\"");
            out.extend_from_slice(record.puzzle);
            out.push(b'"');
        }
        let start = out.len();
        let explained = self.explain(record, |step| {
            out.extend_from_slice(if out.len() == start { b",\"steps\":[" } else { b"," });
            let _ = write!(out, "{}", StepObject(step));
        });
        match explained {
            Some(Ok(end)) => {
                out.extend_from_slice(if out.len() == start { b",\"steps\":[]" } else { b"]" });
                // The result is known after the last step, but written before the first one.
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

/// Writes how far the rules get.
fn write_end(end: &End, text: &mut Vec<u8>) {
    let (cells, candidates) = end.board.left();
    if cells == 0 {
        let _ = write!(text, "\nsolved at level {}: ", end.level);
        return text.extend_from_slice(&solution(&end.board.candidates()));
    }
    let _ = write!(
        text,
        "\nno rule of levels 1 to 7 applies: {cells} cells with {candidates} candidates are left\n{}",
        Rows(&end.board.candidates())
    );
}

/// Returns the 81 digits that the steps leave.
fn solution(left: &Candidates) -> [u8; CELLS] {
    let mut digits = [b'0'; CELLS];
    for (cell, digit) in Cell::all().zip(&mut digits) {
        *digit += left.digits(cell).next().unwrap_or(0);
    }
    digits
}

/// Writes what an explanation adds to the object of its record, except the steps. Includes the solution, even if the rules do
/// not solve the puzzle.
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
    let left = end.board.candidates();
    let _ = write!(
        text,
        ",\"cells_left\":{cells},\"candidates_left\":{candidates},\"candidates\":{}",
        Array(Cell::all(), |cell: Cell, f: &mut Formatter<'_>| {
            Array(left.digits(cell), |digit: u8, f: &mut Formatter<'_>| digit.fmt(f)).fmt(f)
        })
    );
}

/// A step as a JSON object.
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

/// Returns a JSON array of strings.
fn quoted<T: Display>(items: &[T]) -> impl Display {
    Array(items.iter(), |item: &T, f: &mut Formatter<'_>| write!(f, "\"{item}\""))
}

/// A JSON array: items, and how to write one.
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
