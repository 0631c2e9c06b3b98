//! Leaves out maps that a symmetry of the puzzle makes the same as others.
//!
//! A puzzle with many symmetries has as many maps that give its form, and the search would place every row under each
//! of them. If the search has more than a few maps after a row, it divides them into *groups* by a line of the puzzle:
//! the first row or column of the image that is not the same line under all maps. It follows one group to the end, and
//! then the others as long as their rows are not greater. The waiting groups are a *level*. A group may be divided again,
//! so the levels form a stack.
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
//! puzzle, which moves the lines of one to the lines of the other. Suppose that it fixes the lines by which the earlier
//! levels were divided. Then it takes the maps of the level to maps of the level, the group of a line to the group of the
//! line's image, and every map in it to a map with the same image of the puzzle. So the two groups lead to the same rows,
//! and to the form by the same number of maps. A group is left out if a known symmetry takes a group that was followed to
//! it.
//!
//! **How many maps give the form.** The number of maps of the group at the end, times, for each level, the number of
//! groups to which a symmetry takes the group with the form. A group that is not left out was followed: it either leads
//! to the form and adds a symmetry, or it does not.
//!
//! The idea comes from programs that test whether two graphs are the same, above all Brendan McKay's *nauty*.

use super::partial::{Line, PartialMap};
use crate::symmetry::{CanonicalForm, Transformation};
use std::array;

/// A set of lines, one bit each.
type LineSet = u32;

/// The most maps at a group's end whose symmetries are recorded. Each pair of maps gives one.
const MOST_ENDS: usize = 4;

/// The waiting groups and the known symmetries.
#[derive(Debug)]
pub(super) struct Ties {
    levels: Vec<Level>,
    /// The maps of all levels, level after level.
    maps: Vec<PartialMap>,
    /// All symmetries that the ends of groups showed. If one were left out, the number of maps would be wrong.
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
    /// The lines by which the earlier levels were divided, and in which all maps agree.
    agreed: LineSet,
    /// The line of each group.
    lines: LineSet,
    /// The lines of the groups that were followed.
    followed: LineSet,
    /// The line of the group that was followed last.
    line: Line,
    /// The line of the group that leads to the least image so far, if a group of this level does.
    least: Option<Line>,
}

/// A symmetry of the puzzle.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    /// The image of each line.
    images: [Line; 18],
    /// The lines that it fixes.
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

    /// Returns whether no group is waiting.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Returns the least image so far, a map that gives it, and how many do.
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

    /// Records the end of a group: the maps that give the image of this form, the form's map first.
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

    /// Puts the next group into `maps`. Returns the number of rows that they settle, or `None` if no group is left.
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

    /// Puts the group of a line of the last level into `maps`.
    fn follow(&mut self, next: Line, maps: &mut Vec<PartialMap>) -> usize {
        let level = self.levels.last_mut().expect("a level");
        (level.line, level.followed) = (next, level.followed | 1 << next);
        maps.clear();
        maps.extend(self.maps[level.first..].iter().filter(|map| map.line(level.place) == Some(next)));
        level.depth
    }

    /// Returns these lines and the lines to which known symmetries take them. Considers only symmetries that fix the lines
    /// in which the level's maps agree.
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

/// Returns the lines that are at this place under some map, if the place is settled under all maps.
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

/// Returns the symmetry that takes the lines of one map to the lines of another one with the same image.
fn symmetry(one: &Transformation, other: &Transformation) -> Symmetry {
    let mut symmetry = Symmetry { images: [0; 18], fixed: 0 };
    for (from, to) in lines(one).into_iter().zip(lines(other)) {
        symmetry.images[usize::from(from)] = to;
        symmetry.fixed |= LineSet::from(from == to) << from;
    }
    symmetry
}

/// Returns the lines of the puzzle that become the rows, then the columns of the image.
fn lines(map: &Transformation) -> [Line; 18] {
    let (rows, columns) = if map.transposed() { (9, 0) } else { (0, 9) };
    array::from_fn(|i| if i < 9 { rows + map.rows()[i] } else { columns + map.columns()[i - 9] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each symmetry counts for the number of maps, no matter how many were known before.
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
