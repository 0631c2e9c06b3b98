//! Leaves out maps that are the same as others by a symmetry of the puzzle.
//!
//! A puzzle with many symmetries has as many maps that give its form, and the search would place every row under each
//! of them. When the search has more than a few maps after a row, it divides them into *groups* by a line of the
//! puzzle: by the first row or column of the image that is not the same line under all maps. It follows one group to
//! the end, and then the others, as far as their rows are not greater. The groups that wait are a *level*; a group may
//! be divided again, so the levels are a stack.
//!
//! ```text
//! after row 1    { a b c d … }          18 maps, each with another line as the first row
//!                  │ └─┴─┴─ wait          level 0, divided by the line of row 1
//! after row 4    { a1 a2 … a12 }        12 maps, two lines as the second row
//!                  │     └─── wait        level 1, divided by the line of row 2
//!                 form, and 6 maps that give it
//! ```
//!
//! **Why a group may be left out.** Two maps that give the same form are one another's images under a symmetry of the
//! puzzle, which moves the lines of the one to those of the other. Let it leave in place the lines by which the levels
//! before were divided. Then it takes the maps of the level to maps of the level, the group of a line to the group of the
//! line's image, and every map in it to a map with the same image of the puzzle. So the two groups lead to the same
//! rows, and to the form by equally many maps. A group is left out when a symmetry that is known takes a group to it
//! that has been followed.
//!
//! **How many maps give the form.** Those of the group at the end, times, for each level, the number of groups that a
//! symmetry takes the group with the form to. A group that is not left out has been followed: it leads to the form and
//! then adds a symmetry, or it does not.
//!
//! The idea is that of programs for the isomorphism of graphs, above all of Brendan McKay's *nauty*.

use super::partial::PartialMap;
use crate::symmetry::{CanonicalForm, Transformation};
use std::array;

/// A line of the puzzle: a row, or 9 plus a column.
pub(super) type Line = u8;

/// A set of lines, one bit each.
type LineSet = u32;

/// The most maps of a group's end whose symmetries are noted. Each pair of maps is one.
const MOST_ENDS: usize = 4;

/// The groups that wait, and the symmetries that are known.
#[derive(Debug)]
pub(super) struct Ties {
    levels: Vec<Level>,
    /// The maps of all levels, each level's after those of the level before.
    maps: Vec<PartialMap>,
    /// All that the ends of groups have shown: one that was left out would be missing in the number of maps.
    symmetries: Vec<Symmetry>,
    /// The least image so far, a map that gives it, and how many do.
    least: Option<CanonicalForm>,
}

/// The groups of maps of one division.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The index of its first map.
    first: usize,
    /// The rows that its maps settle.
    depth: usize,
    /// The row of the image that the groups differ in, or 9 plus the column.
    place: usize,
    /// The lines by which the levels before were divided, and which all maps agree in.
    agreed: LineSet,
    /// The line of each group.
    lines: LineSet,
    /// The lines of the groups that were followed.
    followed: LineSet,
    /// The line of the group that was followed last.
    line: Line,
    /// The line of the group that leads to the least image so far, if one does.
    least: Option<Line>,
}

/// A symmetry of the puzzle.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    /// What each line goes to.
    images: [Line; 18],
    /// The lines that it leaves in place.
    fixed: LineSet,
}

impl Ties {
    /// Allocates the memory that any known puzzle needs.
    pub(super) fn new() -> Self {
        Self {
            levels: Vec::with_capacity(36),
            maps: Vec::with_capacity(2048),
            symmetries: Vec::with_capacity(256),
            least: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.levels.clear();
        self.maps.clear();
        self.symmetries.clear();
        self.least = None;
    }

    /// Does no group wait?
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The least image so far, a map that gives it, and how many do.
    pub(super) fn least(&self) -> Option<CanonicalForm> {
        self.least
    }

    /// Divides maps that settle `depth` rows until they are `most` or fewer, and leaves one group in `maps`.
    pub(super) fn divide(&mut self, depth: usize, most: usize, maps: &mut Vec<PartialMap>) {
        for place in 0..18 {
            if maps.len() <= most {
                return;
            }
            let Some(lines) = lines_at(maps, place).filter(|lines| lines.count_ones() > 1) else { continue };
            let agreed = self.levels.iter().fold(0, |agreed, level| agreed | 1 << level.line);
            let line = lines.trailing_zeros() as Line;
            let first = self.maps.len();
            self.levels.push(Level {
                first,
                depth,
                place,
                agreed,
                lines,
                followed: 1 << line,
                line,
                least: None,
            });
            self.maps.extend_from_slice(maps);
            maps.retain(|map| map.line(place) == Some(line));
        }
    }

    /// Takes the end of a group: the maps that give the image of this form, the form's map first.
    pub(super) fn note_end(&mut self, form: CanonicalForm, ends: &[PartialMap]) {
        for other in ends.iter().take(MOST_ENDS).skip(1) {
            self.note_symmetry(&form.map, &other.transformation());
        }
        match self.least {
            Some(least) if form.text > least.text => {}
            Some(least) if form.text == least.text => {
                self.note_symmetry(&least.map, &form.map);
                while self.levels.last().is_some_and(|level| level.least.is_none()) {
                    self.pop();
                }
            }
            _ => {
                self.least = Some(form);
                self.levels.iter_mut().for_each(|level| level.least = Some(level.line));
            }
        }
    }

    fn note_symmetry(&mut self, one: &Transformation, other: &Transformation) {
        self.symmetries.push(symmetry(one, other));
    }

    /// Puts the next group to `maps`. Gives the number of rows that they settle, or `None` when no group is left.
    pub(super) fn next_group(&mut self, maps: &mut Vec<PartialMap>) -> Option<usize> {
        loop {
            let level = self.levels.last()?;
            let left = level.lines & !self.orbit(level, level.followed);
            if left != 0 {
                let next = left.trailing_zeros() as Line;
                return Some(self.follow(next, maps));
            }
            if let Some(line) = level.least {
                let groups = self.orbit(level, 1 << line) & level.lines;
                self.least.as_mut()?.automorphisms *= u64::from(groups.count_ones());
            }
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.maps.truncate(level.first);
        }
    }

    /// Puts the group of a line of the last level to `maps`.
    fn follow(&mut self, next: Line, maps: &mut Vec<PartialMap>) -> usize {
        let level = self.levels.last_mut().expect("a level");
        (level.line, level.followed) = (next, level.followed | 1 << next);
        maps.clear();
        maps.extend(self.maps[level.first..].iter().filter(|map| map.line(level.place) == Some(next)));
        level.depth
    }

    /// The lines that known symmetries take these lines to, when they leave the lines in place that a level agrees in.
    fn orbit(&self, level: &Level, lines: LineSet) -> LineSet {
        let fixes = |symmetry: &&Symmetry| level.agreed & !symmetry.fixed == 0;
        let (mut orbit, mut new) = (lines, lines);
        while new != 0 {
            let images = self.symmetries.iter().filter(fixes).map(|symmetry| image_of(new, symmetry));
            new = images.fold(0, |all, image| all | image) & !orbit;
            orbit |= new;
        }
        orbit
    }
}

/// The lines that are at this place under some map, when the place is settled under all.
fn lines_at(maps: &[PartialMap], place: usize) -> Option<LineSet> {
    maps.iter().try_fold(0, |lines, map| Some(lines | 1 << map.line(place)?))
}

fn image_of(mut lines: LineSet, symmetry: &Symmetry) -> LineSet {
    let mut image = 0;
    while lines != 0 {
        image |= 1 << symmetry.images[lines.trailing_zeros() as usize];
        lines &= lines - 1;
    }
    image
}

/// The symmetry that takes the lines of one map to those of another one with the same image.
fn symmetry(one: &Transformation, other: &Transformation) -> Symmetry {
    let mut symmetry = Symmetry { images: [0; 18], fixed: 0 };
    for (from, to) in lines(one).into_iter().zip(lines(other)) {
        symmetry.images[usize::from(from)] = to;
        symmetry.fixed |= LineSet::from(from == to) << from;
    }
    symmetry
}

/// The lines of the puzzle that are the rows and then the columns of the image.
fn lines(map: &Transformation) -> [Line; 18] {
    let (rows, columns) = if map.transposed() { (9, 0) } else { (0, 9) };
    array::from_fn(|i| if i < 9 { rows + map.rows()[i] } else { columns + map.columns()[i - 9] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many symmetries were known before: each counts for the number of maps.
    #[test]
    fn a_symmetry_that_is_found_late_counts() {
        let mut maps = vec![PartialMap::start(false), PartialMap::start(true)];
        maps.iter_mut().for_each(|map| map.left &= !1);
        let mut ties = Ties::new();
        ties.clear();
        ties.divide(1, 1, &mut maps);
        let end = |map: &PartialMap| {
            let same = Transformation::IDENTITY;
            let map =
                Transformation::from_parts(map.transposed, *same.rows(), *same.columns(), *same.digits());
            CanonicalForm { map, automorphisms: 1, ..CanonicalForm::default() }
        };
        for _ in 0..1000 {
            ties.note_end(end(&maps[0]), &maps);
        }
        assert_eq!(ties.next_group(&mut maps), Some(1));
        ties.note_end(end(&maps[0]), &maps);
        assert_eq!(ties.next_group(&mut maps), None);
        assert_eq!(ties.least().map(|least| least.automorphisms), Some(2));
    }
}
