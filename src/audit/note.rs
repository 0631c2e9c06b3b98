//! What a worker notes of a record, for the auditor.
//!
//! ```text
//! note      fingerprint 16 │ spot 8 │ clues 1 │ flags 1 │ findings 1 │ finding … │ solution 81, puzzle
//! finding   kind 1 │ line 8 │ column 4 │ length 2 │ what                            (when answers stand apart)
//! ```

use std::fmt::Display;
use std::io::Write;

use super::answer_check::Flaw;
use super::finding::FindingKind;
use super::fingerprint::Fingerprint;
use crate::format::read::answer_field::AnswerField;
use crate::format::{Position, Record, WriteAnswers};
use crate::grid::CELLS;
use crate::solver::Verdict;
use crate::solver::batch::Form;

/// The record is a puzzle, and has a fingerprint.
const IS_PUZZLE: u8 = 1;
/// An answer to it can be right.
const HAS_SOLUTION: u8 = 2;
/// Its solution and its text follow.
const IS_WHOLE: u8 = 4;
/// It is written in pencilmarks.
const HAS_MARKS: u8 = 8;
/// Its own answer is right.
const IS_RIGHT: u8 = 16;

/// Writes a note of every record.
pub(super) struct Notes {
    /// Where the records hold their answers.
    pub(super) claims: Option<AnswerField>,
    /// Do the answers stand in a file of their own? Then the auditor looks at them.
    pub(super) answers_apart: bool,
}

/// A note that is read.
pub(super) struct Note<'a> {
    /// What stands for the puzzle, if it is one.
    pub(super) fingerprint: Option<Fingerprint>,
    /// Where the record begins.
    pub(super) spot: PackedPosition,
    /// Its clues.
    pub(super) clues: u8,
    /// Is the record's own answer right?
    pub(super) is_right: bool,
    /// Can an answer to it be right?
    pub(super) has_solution: bool,
    /// The solution that was found, and the puzzle; when answers stand apart.
    pub(super) whole: Option<(&'a [u8], &'a [u8])>,
    findings: &'a [u8],
}

/// A line, and a character of it, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedPosition(pub(super) u64);

impl PackedPosition {
    /// A record is shorter than 2^24 bytes; no file has 2^40 lines.
    pub(super) fn new(line: u64, column: u32) -> Self {
        Self(line << 24 | u64::from(column.min((1 << 24) - 1)))
    }

    pub(super) fn line(self) -> u64 {
        self.0 >> 24
    }

    pub(super) fn column(self) -> u64 {
        self.0 & ((1 << 24) - 1)
    }
}

/// A finding in a note.
pub(super) struct Noted<'a> {
    pub(super) kind: FindingKind,
    pub(super) line: u64,
    pub(super) column: u32,
    pub(super) what: &'a str,
}

impl WriteAnswers for Notes {
    fn needs_lines(&self) -> bool {
        true
    }

    fn answer_field(&self) -> Option<&AnswerField> {
        self.claims.as_ref()
    }

    #[inline]
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let verdict = record.outcome.verdict;
        let is_puzzle = verdict != Verdict::Malformed;
        let has_solution = !matches!(verdict, Verdict::Malformed | Verdict::Conflict | Verdict::NoSolution);
        let is_whole = self.answers_apart && has_solution;
        let has_marks = record.puzzle.len() == Form::Pencilmarks.width();
        let (fingerprint, clues) =
            if is_puzzle { Fingerprint::of(record.puzzle) } else { Default::default() };
        let flaw = if has_solution { flaw(record) } else { None };
        let flags = [
            (is_puzzle, IS_PUZZLE),
            (has_solution, HAS_SOLUTION),
            (is_whole, IS_WHOLE),
            (has_marks, HAS_MARKS),
            (has_solution && record.given.is_some() && flaw.is_none(), IS_RIGHT),
        ];
        let flags = flags.into_iter().fold(0, |flags, (is_set, flag)| flags | if is_set { flag } else { 0 });
        let against = FindingKind::of(verdict);
        let findings = u8::from(against.is_some()) + u8::from(flaw.is_some());
        write_head(
            fingerprint,
            PackedPosition::new(record.line, record.column),
            [clues, flags, findings],
            out,
        );
        if let Some(kind) = against {
            write_against(kind, record, out);
        }
        if let Some(flaw) = flaw {
            let place = record.given.map_or(Position::column(1), |claim| claim.locate(flaw.at()));
            write_finding(flaw.kind(), record.line, place, flaw, out);
        }
        if is_whole {
            out.extend_from_slice(record.answer.map_or(&[b'.'; CELLS], |answer| answer));
            out.extend_from_slice(record.puzzle);
        }
    }
}

impl<'a> Note<'a> {
    /// Reads the first of `notes`, and goes past it.
    pub(super) fn next(notes: &mut &'a [u8]) -> Option<Self> {
        if notes.is_empty() {
            return None;
        }
        let fingerprint = Fingerprint([number(notes), number(notes)]);
        let spot = PackedPosition(number(notes));
        let [clues, flags, findings] = take(notes);
        let start = *notes;
        for _ in 0..findings {
            Noted::next(notes);
        }
        let findings = &start[..start.len() - notes.len()];
        let has = |flag| flags & flag != 0;
        let form = if has(HAS_MARKS) { Form::Pencilmarks } else { Form::Clues };
        let whole = has(IS_WHOLE).then(|| (split(notes, CELLS), split(notes, form.width())));
        Some(Self {
            fingerprint: has(IS_PUZZLE).then_some(fingerprint),
            spot,
            clues,
            is_right: has(IS_RIGHT),
            has_solution: has(HAS_SOLUTION),
            whole,
            findings,
        })
    }

    /// What was found in the record.
    pub(super) fn findings(&self) -> impl Iterator<Item = Noted<'a>> {
        let mut rest = self.findings;
        std::iter::from_fn(move || (!rest.is_empty()).then(|| Noted::next(&mut rest)))
    }
}

impl<'a> Noted<'a> {
    fn next(notes: &mut &'a [u8]) -> Self {
        let [kind] = take(notes);
        let (line, column) = (number(notes), u32::from_le_bytes(take(notes)));
        let length = u16::from_le_bytes(take(notes));
        let what = split(notes, usize::from(length));
        let what = std::str::from_utf8(what).unwrap_or_default(); // it was written as text
        Self { kind: FindingKind::ALL[usize::from(kind)], line, column, what }
    }
}

/// What is wrong with the answer that the record claims, if it claims any.
#[inline]
fn flaw(record: &Record<'_>) -> Option<Flaw> {
    let claim = record.given?;
    if record.answer.is_some_and(|answer| answer == claim.text) {
        return None;
    }
    Flaw::of(claim.text, record.puzzle)
}

#[inline]
fn write_head(fingerprint: Fingerprint, spot: PackedPosition, rest: [u8; 3], out: &mut Vec<u8>) {
    let mut head = [0; 27];
    head[..8].copy_from_slice(&fingerprint.0[0].to_le_bytes());
    head[8..16].copy_from_slice(&fingerprint.0[1].to_le_bytes());
    head[16..24].copy_from_slice(&spot.0.to_le_bytes());
    head[24..].copy_from_slice(&rest);
    out.extend_from_slice(&head);
}

/// Notes what its verdict says against the puzzle.
#[cold]
fn write_against(kind: FindingKind, record: &Record<'_>, out: &mut Vec<u8>) {
    let start = Position { line: 0, column: record.column };
    let line = record.line;
    match (kind, record.defect) {
        (_, Some(defect)) => write_finding(kind, line, defect.position, defect.reason, out),
        (FindingKind::NoSolution, _) => write_finding(kind, line, start, "there is no solution", out),
        (FindingKind::Multiple, _) => {
            write_finding(kind, line, start, "there is more than one solution", out)
        }
        _ => {
            write_finding(kind, line, start, "the budget was spent before the only solution was proved", out)
        }
    }
}

#[cold]
fn write_finding(kind: FindingKind, line: u64, place: Position, what: impl Display, out: &mut Vec<u8>) {
    out.push(kind as u8);
    out.extend_from_slice(&(line + u64::from(place.line)).to_le_bytes());
    out.extend_from_slice(&place.column.to_le_bytes());
    out.extend_from_slice(&[0; 2]);
    let start = out.len();
    let _ = write!(out, "{what}"); // to memory, which cannot fail
    let length = (out.len() - start) as u16; // a few words, of bounded numbers
    out[start - 2..start].copy_from_slice(&length.to_le_bytes());
}

fn number(notes: &mut &[u8]) -> u64 {
    u64::from_le_bytes(take(notes))
}

/// # Panics
/// When a note is not whole: they are written and read by this file alone.
#[inline]
fn take<const N: usize>(notes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = notes.split_first_chunk().expect("a note is whole");
    *notes = rest;
    *first
}

#[inline]
fn split<'a>(notes: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (first, rest) = notes.split_at(length);
    *notes = rest;
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Defect, Reason};
    use crate::grid::Cell;
    use crate::solver::Outcome;

    const PUZZLE: &[u8] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn record(verdict: Verdict, line: u64, column: u32) -> Record<'static> {
        let outcome = Outcome { verdict, ..Outcome::default() };
        let (chunk, origin) = (PUZZLE, 0);
        Record {
            line,
            column,
            chunk,
            origin,
            puzzle: PUZZLE,
            answer: None,
            outcome,
            defect: None,
            given: None,
        }
    }

    #[test]
    fn what_is_noted_is_read() {
        let (mut text, notes) = (Vec::new(), Notes { claims: None, answers_apart: true });
        let place = Position { line: 2, column: 7 };
        let reason = Reason::Conflict(Cell::new(1), Cell::new(6));
        let defect = Some(Defect { position: place, reason });
        notes.write(&record(Verdict::Unique, 1 << 33, 5), &mut text);
        notes.write(&Record { defect, ..record(Verdict::Conflict, 10, 1) }, &mut text);
        let mut text = text.as_slice();
        let unique = Note::next(&mut text).expect("a note");
        assert_eq!((unique.spot.line(), unique.spot.column(), unique.clues), (1 << 33, 5, 30));
        assert_eq!(unique.whole.map(|(_, puzzle)| puzzle), Some(PUZZLE));
        assert_eq!(unique.findings().count(), 0);
        let conflict = Note::next(&mut text).expect("another");
        let found: Vec<_> =
            conflict.findings().map(|found| (found.kind, found.line, found.column, found.what)).collect();
        assert_eq!(found, [(FindingKind::Conflict, 12, 7, "equal clues in r1c2 and r1c7 share a house")]);
        assert!(!conflict.has_solution && conflict.whole.is_none() && Note::next(&mut text).is_none());
    }
}
