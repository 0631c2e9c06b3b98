//! Puzzles that are nested in other JSON values: each becomes a record, in the order of the document, with the path to it.
//!
//! ```text
//! {"easy": "53..7…", "hard": ["902.8…"]}              {"path":"easy","puzzle":"53..7…"}
//!                                                     {"path":"hard[0]","puzzle":"902.8…"}
//! {"name": "set", "puzzles": [{"board": "53..7…"}]}   {"path":"puzzles[0]","board":"53..7…"}
//! {"data": [["53..7…", "5346…"]]}                     {"path":"data[0]","1":"53..7…","2":"5346…"}
//! {"data": ["53..7…", null]}                          {"path":"data[0]","puzzle":"53..7…"}
//!                                                     {"path":"data[1]","puzzle":null}
//! ```
//!
//! What stands where others are puzzles is a record even if it is not a puzzle, and so malformed. The values at the beginning of a
//! text show [where](Places) puzzles stand. Else what could hold a puzzle becomes a comment, and so not read.

use std::collections::HashMap;

use super::super::text::{DecodedLines, TextPosition};
use super::record::{self, LONGEST_GRID};
use crate::board::grid::{CELLS, is_blank};
use crate::format::cells::{SIDE, Style};
use crate::format::line_shape::{has_cells_of_puzzle, names_answers, names_puzzle};
use crate::format::read::jsonl::{Members, leaves};
use crate::format::read::line::offset_in;
use crate::format::unread::could_hold;
use crate::format::write::input_columns::write_escaped;

/// The number of values that show where puzzles stand.
const EXAMINED: usize = 16;

/// Where puzzles stand in the values of a text: at which depth and under which key, which is empty for the elements of arrays. The
/// number is above 0 if most of them are records of their own, and below 0 if most are fields of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::format::detect::decode) struct Places(HashMap<Vec<u8>, HashMap<usize, isize>>);

impl Places {
    /// Returns where puzzles stand in these values.
    fn of<'a>(values: impl Iterator<Item = &'a [u8]>) -> Self {
        let (mut places, none) = (Self::default(), Self::default());
        for value in values.take(EXAMINED) {
            let values = Values::of(value, &none);
            for (index, found) in values.found() {
                match found {
                    Kind::Puzzle if values.all[index].has_puzzle => places.add(&values.all[index], 1),
                    Kind::Record => values.puzzles(index).for_each(|puzzle| places.add(puzzle, -1)),
                    Kind::Puzzle | Kind::Text => {}
                }
            }
        }
        places
    }

    /// Appends the records in a value that begins at this position, which may be damaged. What else could hold a puzzle becomes a comment.
    /// Returns false if it has no records.
    pub(super) fn decode(&self, json: &[u8], mut position: TextPosition, decoded: &mut DecodedLines) -> bool {
        let (values, mut passed) = (Values::of(json, self), 0);
        let all_found = values.found();
        if all_found.iter().all(|(_, kind)| matches!(kind, Kind::Text)) {
            return false;
        }
        for (index, found) in all_found {
            let value = &values.all[index];
            let start = offset_in(json, value.json);
            position.pass(&json[passed..start]);
            passed = start;
            if let Kind::Text = found {
                decoded.push_comment(&leaves(value.json), position);
                continue;
            }
            let line = &mut decoded.text;
            line.extend_from_slice(b"{\"path\":\"");
            write_escaped(values.path(value).as_bytes(), line);
            line.extend_from_slice(b"\",");
            let start = line.len();
            let is_container = matches!(value.json[0], b'{' | b'[') && value.cells.is_none();
            match found {
                Kind::Puzzle if is_container => record::append_malformed(value.json, line),
                _ => record::append_as_object(value.json, value.cells, line),
            }
            line.remove(start);
            line.push(b'\n');
            decoded.places.push(position.place(false));
        }
        true
    }

    fn add(&mut self, value: &Value<'_>, number: isize) {
        *self.0.entry(value.key.to_vec()).or_default().entry(value.depth).or_default() += number;
    }

    /// Returns the number of the place of a value, which is 0 if no puzzle stands there.
    fn number(&self, value: &Value<'_>) -> isize {
        self.0.get(value.key).and_then(|depths| depths.get(&value.depth)).copied().unwrap_or(0)
    }
}

/// What is found in a value.
#[derive(Clone, Copy)]
enum Kind {
    /// A puzzle, or what stands in place of one.
    Puzzle,
    /// An object or an array with a puzzle among its members or elements, or what stands in place of one.
    Record,
    /// Something else that could hold a puzzle.
    Text,
}

/// A JSON value and all values in it except the cells of puzzles, each before those in it.
struct Values<'a> {
    all: Vec<Value<'a>>,
    places: &'a Places,
}

struct Value<'a> {
    json: &'a [u8],
    /// The key of a member of an object. It is empty for an element of an array.
    key: &'a [u8],
    /// The number of members or elements before it.
    number: usize,
    depth: usize,
    /// The index of the object or array that it is in.
    parent: usize,
    /// The index after the values in it.
    end: usize,
    /// The cells of a puzzle.
    cells: Option<[u8; CELLS]>,
    /// Whether it is a puzzle or has one in it.
    has_puzzle: bool,
    /// Whether it is an object or an array whose puzzles are those of one record.
    is_record: bool,
    /// Whether a member or element is a puzzle or a record.
    has_records: bool,
}

impl<'a> Values<'a> {
    fn of(json: &'a [u8], places: &'a Places) -> Self {
        let mut all: Vec<Value<'a>> = Vec::new();
        let mut left = vec![(json, &json[..0], 0, 0)];
        while let Some((json, key, number, parent)) = left.pop() {
            let (index, first) = (all.len(), left.len());
            let cells = record::puzzle_of(json);
            if cells.is_none() && matches!(json[0], b'{' | b'[') {
                let members = Members::of_value(json).enumerate();
                left.extend(members.map(|(number, (key, value))| (&json[value], key, number, index)));
                left[first..].reverse();
            }
            all.push(Value {
                json,
                key,
                number,
                depth: all.get(parent).map_or(0, |parent| parent.depth + 1),
                parent,
                end: index + 1,
                cells,
                has_puzzle: cells.is_some(),
                is_record: false,
                has_records: false,
            });
        }
        let mut values = Self { all, places };
        for index in (0..values.all.len()).rev() {
            let is_record = values.is_record(index);
            values.all[index].is_record = is_record;
            let Value { parent, end, has_puzzle, cells, .. } = values.all[index];
            if index > 0 {
                let parent = &mut values.all[parent];
                parent.end = parent.end.max(end);
                parent.has_puzzle |= has_puzzle;
                parent.has_records |= is_record || cells.is_some();
            }
        }
        values
    }

    /// Returns the members or elements of a value.
    fn members(&self, index: usize) -> impl Iterator<Item = &Value<'a>> {
        let (mut next, end) = (index + 1, self.all[index].end);
        std::iter::from_fn(move || {
            let value = self.all.get(next).filter(|_| next < end)?;
            next = value.end;
            Some(value)
        })
    }

    /// Returns the members or elements of a value that are puzzles.
    fn puzzles(&self, index: usize) -> impl Iterator<Item = &Value<'a>> {
        self.members(index).filter(|member| member.cells.is_some())
    }

    /// Returns whether the puzzles of a value are those of one record, as those in the same places mostly are, or else because there
    /// is a usual name, or only one with its answers and nothing deeper or damaged. An array must also have something else.
    fn is_record(&self, index: usize) -> bool {
        let value = &self.all[index];
        let (is_object, has_puzzles) = (value.json[0] == b'{', self.puzzles(index).next().is_some());
        let number: isize = self.members(index).map(|member| self.places.number(member)).sum();
        if number != 0 || !value.has_records {
            return number < 0 && (has_puzzles || is_object && !value.has_puzzle);
        }
        let is_deeper = |member: &Value<'_>| member.cells.is_none() && member.has_puzzle;
        let names_puzzle = |member: &Value<'_>| names_puzzle(member.key) && !is_deeper(member);
        let is_other =
            |member: &Value<'_>| is_deeper(member) || !names_answers(member.key) && member.is_damaged();
        is_object && has_puzzles && self.members(index).any(names_puzzle)
            || self.has_one_puzzle(index)
                && !self.members(index).any(is_other)
                && (is_object || self.members(index).nth(1).is_some())
    }

    /// Returns whether all puzzles in a value but one are answers: by their names, or because they have its clues.
    fn has_one_puzzle(&self, index: usize) -> bool {
        let others = || self.puzzles(index).filter(|puzzle| !names_answers(puzzle.key));
        match others().find(|puzzle| !puzzle.is_complete()) {
            Some(puzzle) => others().all(|other| std::ptr::eq(other, puzzle) || other.is_answer(puzzle)),
            None if self.all[index].json[0] == b'[' => false,
            None => others().count() == 1 || self.puzzles(index).count() == 1,
        }
    }

    /// Returns what is found, with its index, in the order of the text.
    fn found(&self) -> Vec<(usize, Kind)> {
        let (mut all, mut index) = (Vec::new(), 0);
        while let Some(value) = self.all.get(index) {
            let found = self.kind_at(index);
            all.extend(found.map(|found| (index, found)));
            index = if found.is_some() { value.end } else { index + 1 };
        }
        all
    }

    fn kind_at(&self, index: usize) -> Option<Kind> {
        let value = &self.all[index];
        match value.cells {
            Some(_) => Some(Kind::Puzzle),
            None if value.is_record => Some(Kind::Record),
            None if value.has_puzzle => None,
            None if self.is_among_puzzles(value) => {
                let is_puzzle = !matches!(value.json[0], b'{' | b'[') || self.places.number(value) > 0;
                Some(if is_puzzle { Kind::Puzzle } else { Kind::Record })
            }
            None => {
                let is_text = |value: &Value<'_>| value.json[0] == b'"' && could_hold(&leaves(value.json));
                let has_text = self.all[index + 1..value.end].iter().any(is_text);
                (!has_text && could_hold(&leaves(value.json))).then_some(Kind::Text)
            }
        }
    }

    /// Returns whether a value without puzzles stands among puzzles or records: in an array with one, in the place of others, or in an
    /// object with one if it could hold one or has the characters of one.
    fn is_among_puzzles(&self, value: &Value<'_>) -> bool {
        let parent = &self.all[value.parent];
        let is_like_puzzle = || value.is_damaged() || could_hold(&leaves(value.json));
        match parent.json[0] {
            b'[' => parent.has_records,
            _ => {
                self.places.number(value) > 0
                    || is_like_puzzle() && self.puzzles(value.parent).next().is_some()
            }
        }
    }

    /// Returns the path to a value.
    fn path(&self, value: &Value<'_>) -> String {
        let (mut path, mut at) = (String::new(), value);
        while at.depth > 0 {
            let parent = &self.all[at.parent];
            let step = match parent.json[0] {
                b'[' => format!("[{}]", at.number),
                _ => {
                    format!("{}{}", if parent.depth == 0 { "" } else { "." }, String::from_utf8_lossy(at.key))
                }
            };
            path.insert_str(0, &step);
            at = parent;
        }
        path
    }
}

impl Value<'_> {
    /// Returns whether this is not a puzzle but consists of the cells of one, some of which may be lost or repeated.
    fn is_damaged(&self) -> bool {
        if self.cells.is_some() || self.json[0] == b'{' || self.json.len() > LONGEST_GRID {
            return false;
        }
        let text_of = |word: &[u8]| Style::Words(0).value(word).map_or(word.to_vec(), |cell| vec![cell]);
        let text: Vec<u8> = Style::Words(0).cells(self.json).flat_map(|(_, word)| text_of(word)).collect();
        text.len() <= CELLS + 2 * SIDE && has_cells_of_puzzle(&text)
    }

    fn is_complete(&self) -> bool {
        !self.cells.iter().flatten().any(|&cell| is_blank(cell))
    }

    /// Returns whether this is a complete grid with the clues of a puzzle.
    fn is_answer(&self, puzzle: &Self) -> bool {
        let mut cells = puzzle.cells.iter().flatten().zip(self.cells.iter().flatten());
        let has_clues = puzzle.cells.iter().flatten().any(|&cell| !is_blank(cell));
        has_clues && self.is_complete() && cells.all(|(&clue, &cell)| is_blank(clue) || clue == cell)
    }
}

/// Returns whether a value is a puzzle or has one in it.
pub(super) fn has_puzzle(json: &[u8]) -> bool {
    Values::of(json, &Places::default()).all[0].has_puzzle
}

/// Returns where puzzles stand in a text whose first values these are, if the `first` one has a puzzle but is not one record. If other
/// text in it could hold a puzzle, only a usual name makes a puzzle certain. Half or more of what stands where puzzles do must be puzzles.
pub(super) fn places<'a>(first: &[u8], values: impl Iterator<Item = &'a [u8]>) -> Option<Places> {
    let places = Places::of(values);
    let values = Values::of(first, &places);
    let found = values.found();
    let has_text = found.iter().any(|(_, kind)| matches!(kind, Kind::Text))
        || values.all.iter().any(|value| could_hold(value.key));
    let is_certain = |&(index, found): &(usize, Kind)| match found {
        Kind::Puzzle => !has_text && values.all[index].has_puzzle,
        Kind::Record => values.puzzles(index).any(|puzzle| !has_text || names_puzzle(puzzle.key)),
        Kind::Text => false,
    };
    let others = || found.iter().map(|(index, _)| &values.all[*index]).filter(|value| !value.has_puzzle);
    // Complete grids can be the answers of puzzles that are damaged.
    let are_answers =
        values.all.iter().all(Value::is_complete) && others().any(|value| could_hold(&leaves(value.json)));
    let is_nested = found.iter().all(|&(index, _)| index > 0)
        && found.iter().any(is_certain)
        && 2 * others().count() + usize::from(are_answers) <= found.len();
    is_nested.then_some(places)
}
