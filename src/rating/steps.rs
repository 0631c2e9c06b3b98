//! Explanations step by step, as text for people and as JSON lines for programs.

use std::io::Write;

use super::rules::board::digits_of;
use super::rules::{House, Rule, Step};
use super::{Explanation, UnsoundStep};
use crate::format::{Record, WriteAnswers};
use crate::grid::Cell;
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

/// The explanation of a record that has exactly one solution.
fn explain(record: &Record<'_>, notation: Notation) -> Option<Result<Explanation, UnsoundStep>> {
    let solution = record.answer.filter(|_| record.outcome.verdict == Verdict::Unique)?;
    Some(Explanation::new(record.puzzle, notation, solution))
}

impl WriteAnswers for StepsText {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        // Writing to memory cannot fail, so the results of `write!` are ignored here and below.
        let _ = write!(out, "line {}: ", record.line);
        match explain(record, self.notation) {
            Some(Ok(explanation)) => write_explanation(&explanation, record, out),
            Some(Err(error)) => drop(write!(out, "{error}")),
            None => record.write_verdict(out),
        }
        out.extend_from_slice(b"\n\n");
    }
}

fn write_explanation(explanation: &Explanation, record: &Record<'_>, text: &mut Vec<u8>) {
    let _ = write!(text, "{}", String::from_utf8_lossy(record.puzzle));
    for (number, step) in explanation.steps.iter().enumerate() {
        let _ = write!(text, "\n{:>3}. {}", number + 1, sentence(step));
    }
    let (cells, candidates) = explanation.board.left();
    let _ = match cells {
        0 => write!(text, "\nsolved at level {}: {}", explanation.level, solution(explanation)),
        _ => write!(
            text,
            "\nno rule of the levels 1 to 7 applies: {cells} cells with {candidates} candidates are left\n{}",
            candidate_grid(explanation)
        ),
    };
}

/// A step in words: `pointing: in box 1 the digit 4 is in row 2 only, so not in r2c5, r2c7`.
pub(crate) fn sentence(step: &Step) -> String {
    let name = step.rule.name();
    let reason = reason(step);
    match step.placement {
        Some((cell, digit)) => format!("{cell} = {digit}  {name}: {reason}"),
        None => format!("{name}: {reason}, so {}", cleared(&step.clears)),
    }
}

fn reason(step: &Step) -> String {
    let digits = list(&step.digits);
    let cells = list(&step.cells);
    let house = |index: usize| step.houses.get(index).map(House::to_string).unwrap_or_default();
    match step.rule {
        Rule::HiddenSingleInBox | Rule::HiddenSingleInLine => {
            format!("{digits} has no other place in {}", house(0))
        }
        Rule::NakedSingle => format!("{digits} is the only candidate of {cells}"),
        Rule::Pointing | Rule::Claiming => {
            format!("the places of {digits} in {} are all in {}", house(0), house(1))
        }
        Rule::NakedPair | Rule::NakedTriple | Rule::NakedQuad => {
            format!("{cells} in {} have only {digits}", house(0))
        }
        Rule::HiddenPair | Rule::HiddenTriple | Rule::HiddenQuad => {
            format!("{digits} in {} have only {cells}", house(0))
        }
        Rule::XWing | Rule::Swordfish | Rule::Jellyfish => {
            format!("in {} the places of {digits} are in as many crossing lines: {cells}", list(&step.houses))
        }
        Rule::XyWing => {
            format!("{} decides which of {} is {}", step.cells[0], list(&step.cells[1..]), last(step))
        }
        Rule::XyzWing => format!("one of {cells} is {}", last(step)),
        Rule::WWing => format!(
            "{} in {} is {} or {}, so one of {} and {} is {}",
            step.digits[0],
            house(0),
            step.cells[2],
            step.cells[3],
            step.cells[0],
            step.cells[1],
            last(step)
        ),
    }
}

/// The digit that a wing clears.
fn last(step: &Step) -> String {
    step.digits.last().map(u8::to_string).unwrap_or_default()
}

/// `r1c2 r1c5 are not 4; r1c5 is not 7`, one part per digit.
fn cleared(clears: &[(Cell, u8)]) -> String {
    let of_digit = |digit: u8| {
        let cells: Vec<Cell> = clears.iter().filter(|clear| clear.1 == digit).map(|clear| clear.0).collect();
        let verb = if cells.len() == 1 { "is" } else { "are" };
        (!cells.is_empty()).then(|| format!("{} {verb} not {digit}", list(&cells)))
    };
    (1..=9).filter_map(of_digit).collect::<Vec<_>>().join("; ")
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

/// The 81 digits of a solved board.
fn solution(explanation: &Explanation) -> String {
    let digit = |cell| digits_of(explanation.board.candidates(cell)).next().unwrap_or(0);
    Cell::all().map(|cell| char::from(b'0' + digit(cell))).collect()
}

/// The candidates of a board in nine rows, those of a cell side by side.
fn candidate_grid(explanation: &Explanation) -> String {
    let cell = |cell: Cell| {
        let digits = digits_of(explanation.board.candidates(cell));
        digits.map(|digit| char::from(b'0' + digit)).collect::<String>()
    };
    let cells: Vec<String> = Cell::all().map(cell).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let row = |row: &[String]| {
        row.iter().map(|cell| format!("{cell:<width$}")).collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    cells.chunks(9).map(row).collect::<Vec<_>>().join("\n")
}

impl WriteAnswers for StepsJson {
    fn needs_lines(&self) -> bool {
        true
    }

    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let verdict = record.outcome.verdict;
        let _ = write!(out, "{{\"line\":{},\"verdict\":\"{verdict}\"", record.line);
        if verdict != Verdict::Malformed {
            let _ = write!(out, ",\"puzzle\":\"{}\"", String::from_utf8_lossy(record.puzzle));
        }
        match explain(record, self.notation) {
            Some(Ok(explanation)) => {
                let solution =
                    record.answer.map(|answer| String::from_utf8_lossy(answer)).unwrap_or_default();
                write_members(&explanation, &solution, out);
            }
            Some(Err(error)) => drop(write!(out, ",\"error\":\"{error}\"")),
            None => {}
        }
        out.extend_from_slice(b"}\n");
    }
}

/// Writes what an explanation adds to the object of its record: also the solution of a puzzle that the rules do not solve.
fn write_members(explanation: &Explanation, solution: &str, text: &mut Vec<u8>) {
    let (cells, candidates) = explanation.board.left();
    let digits = |cell: &Cell| {
        let digits: Vec<u8> = digits_of(explanation.board.candidates(*cell)).collect();
        array(&digits, u8::to_string)
    };
    let _ = match cells {
        0 => write!(text, ",\"level\":{},\"solution\":\"{solution}\"", explanation.level),
        _ => write!(
            text,
            ",\"level\":\"none\",\"solution\":\"{solution}\",\"cells_left\":{cells},\"candidates_left\":{candidates},\
             \"candidates\":{}",
            array(&Cell::all().collect::<Vec<_>>(), digits)
        ),
    };
    let _ = write!(text, ",\"steps\":{}", array(&explanation.steps, step_object));
}

fn step_object(step: &Step) -> String {
    let quoted = |text: String| format!("\"{text}\"");
    let candidate = |&(cell, digit): &(Cell, u8)| format!("{{\"cell\":\"{cell}\",\"digit\":{digit}}}");
    let placement = step.placement.as_ref().map_or("null".to_owned(), candidate);
    format!(
        "{{\"rule\":\"{}\",\"level\":{},\"houses\":{},\"cells\":{},\"digits\":{},\"places\":{placement},\"clears\":{}}}",
        step.rule.name(),
        step.rule.level(),
        array(&step.houses, |house| quoted(house.to_string())),
        array(&step.cells, |cell| quoted(cell.to_string())),
        array(&step.digits, u8::to_string),
        array(&step.clears, candidate),
    )
}

fn array<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(write).collect::<Vec<_>>().join(","))
}
