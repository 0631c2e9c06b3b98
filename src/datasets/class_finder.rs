//! Finds the classes of the puzzles, chunk by chunk.

use super::class::ClassMember;
use super::fingerprint::Fingerprint;
use super::packed_map::PackedMap;
use super::same_by::SameBy;
use crate::board::grid::CELLS;
use crate::board::notation::{AnswerLine, Notation, Puzzles};
use crate::format::digits;
use crate::solver::{Isa, Outcome, Verdict};
use crate::symmetry::CanonicalForm;
use crate::symmetry::Minlex;

/// Finds which puzzles are the same under a key, in memory that is reused for the next puzzles.
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::datasets::{ClassFinder, SameBy};
/// use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task};
///
/// let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let text = one.to_owned() + &one.chars().rev().collect::<String>(); // turned by 180 degrees
/// let puzzles = Puzzles::new(text.as_bytes(), &[0, 81], Notation::Clues);
/// let (mut lines, mut outcomes) = ([[0; 82]; 2], [Outcome::default(); 2]);
/// Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Lines(&mut lines), &mut outcomes);
///
/// let mut finder = ClassFinder::new(SameBy::Solution);
/// finder.find(puzzles, &outcomes, &lines);
/// let [one, other] = [0, 1].map(|index| finder.member(index).expect("one solution"));
/// assert_eq!(one.fingerprint(), other.fingerprint());
/// ```
pub struct ClassFinder {
    forms: Forms,
    /// The puzzles of the chunk that need a form.
    boards: Vec<[u8; CELLS]>,
    /// The index of each of these puzzles in the chunk.
    owners: Vec<u32>,
    members: Vec<Option<ClassMember>>,
    /// The puzzles without a form because equal clues share a house.
    conflicts: Vec<usize>,
    /// Whether puzzles without a class by the key get another one.
    all_have_classes: bool,
    /// The finder of their classes as puzzles, if the key is another one.
    as_puzzles: Option<Box<ClassFinder>>,
}

/// The content whose hash identifies a class.
enum Forms {
    Text,
    Clues,
    Puzzle(Box<Minlex>),
    Solution(Box<Minlex>),
}

impl ClassFinder {
    /// Creates a finder of classes by `key`. Allocates a few megabytes for canonical forms.
    pub fn new(key: SameBy) -> Self {
        Self::with_isa(key, Isa::best(), None)
    }

    /// Creates a finder of classes by `key` that also gives a class to all other records: to puzzles in this notation as puzzles,
    /// or else by their clues, and to malformed ones by their text.
    ///
    /// ```
    /// use bulkdoku::datasets::{ClassFinder, SameBy};
    /// use bulkdoku::solver::{Notation, Outcome, Puzzles, Verdict};
    ///
    /// let text = [[b'.'; 81], [b'a'; 81]].concat(); // a puzzle with many solutions, and one that is malformed
    /// let puzzles = Puzzles::new(&text, &[0, 81], Notation::Clues);
    /// let outcomes = [Verdict::Multiple, Verdict::Malformed].map(|verdict| Outcome::new(verdict, 0, 0));
    /// let has_classes = |mut finder: ClassFinder| {
    ///     finder.find(puzzles, &outcomes, &[[0; 82]; 2]);
    ///     [0, 1].map(|index| finder.member(index).is_some())
    /// };
    /// assert_eq!(has_classes(ClassFinder::new(SameBy::Solution)), [false, false]);
    /// assert_eq!(has_classes(ClassFinder::of_all(SameBy::Solution, Notation::Clues)), [true, true]);
    /// ```
    pub fn of_all(key: SameBy, notation: Notation) -> Self {
        Self::with_isa(key, Isa::best(), Some(notation))
    }

    /// Finds the classes of puzzles with these outcomes of a search for a second solution; `answers` are the solutions, which only
    /// [`SameBy::Solution`] needs. Malformed puzzles have no class, unless the finder is [of all](Self::of_all).
    ///
    /// # Panics
    /// Panics if there are fewer outcomes than puzzles, or fewer answers and the key needs them.
    pub fn find(&mut self, puzzles: Puzzles<'_>, outcomes: &[Outcome], answers: &[AnswerLine]) {
        self.find_wanted(puzzles, outcomes, answers, |_| true);
        if self.all_have_classes {
            self.find_others(puzzles, outcomes, answers);
        }
    }

    /// Creates a finder of classes by `key`, [of all](Self::of_all) records in a notation if one is given, with the code for `isa`
    /// where it exists.
    pub(crate) fn with_isa(key: SameBy, isa: Isa, of_all: Option<Notation>) -> Self {
        let as_puzzles = of_all == Some(Notation::Clues) && key == SameBy::Solution;
        let forms = match key {
            SameBy::Text => Forms::Text,
            SameBy::Clues => Forms::Clues,
            SameBy::Puzzle => Forms::Puzzle(Box::new(Minlex::with_isa(isa))),
            SameBy::Solution => Forms::Solution(Box::new(Minlex::with_isa(isa))),
        };
        Self {
            forms,
            boards: Vec::new(),
            owners: Vec::new(),
            members: Vec::new(),
            conflicts: Vec::new(),
            all_have_classes: of_all.is_some(),
            as_puzzles: as_puzzles.then(|| Box::new(Self::with_isa(SameBy::Puzzle, isa, None))),
        }
    }

    /// Finds another class for each puzzle without one.
    fn find_others(&mut self, puzzles: Puzzles<'_>, outcomes: &[Outcome], answers: &[AnswerLine]) {
        if let Some(finder) = &mut self.as_puzzles {
            finder.find_wanted(puzzles, outcomes, answers, |index| self.members[index].is_none());
            let members = self.members.iter_mut().zip(&finder.members);
            members.for_each(|(member, other)| *member = member.or(*other));
        }
        let without = self.members.iter_mut().enumerate().filter(|(_, member)| member.is_none());
        for (index, member) in without {
            let puzzle = puzzles.get(index);
            *member = Some(match outcomes[index].verdict {
                Verdict::Malformed => ClassMember::of_text(puzzle),
                _ => without_map(Fingerprint::of(puzzle)),
            });
        }
    }

    /// Finds the classes of the puzzles that are `wanted` and not malformed.
    fn find_wanted(
        &mut self,
        puzzles: Puzzles<'_>,
        outcomes: &[Outcome],
        answers: &[AnswerLine],
        wanted: impl Fn(usize) -> bool,
    ) {
        self.conflicts.clear();
        self.members.clear();
        self.members.resize(puzzles.len(), None);
        let is_wanted = |index: &usize| outcomes[*index].verdict != Verdict::Malformed && wanted(*index);
        let wanted = (0..puzzles.len()).filter(is_wanted);
        let (boards, owners, members) = (&mut self.boards, &mut self.owners, &mut self.members);
        boards.clear();
        owners.clear();
        let mut gather = |index: usize, board: [u8; CELLS]| {
            boards.push(board);
            owners.push(index as u32);
        };
        match &mut self.forms {
            Forms::Text => wanted.for_each(|index| {
                members[index] = Some(ClassMember::of_text(puzzles.get(index)));
            }),
            Forms::Clues => wanted.for_each(|index| {
                members[index] = Some(without_map(Fingerprint::of(puzzles.get(index))));
            }),
            Forms::Puzzle(minlex) => {
                wanted.for_each(|index| _ = puzzles.clues(index).map(|board| gather(index, *board)));
                find_by_form(minlex, boards, owners, members, &mut self.conflicts);
            }
            Forms::Solution(minlex) => {
                let unique = wanted.filter(|&index| outcomes[index].verdict == Verdict::Unique);
                unique.for_each(|index| gather(index, *digits(&answers[index])));
                find_by_form(minlex, boards, owners, members, &mut self.conflicts);
            }
        }
    }

    /// Returns the class of the puzzle with this index among those of the last call of [`find`](Self::find), if it has one.
    ///
    /// # Panics
    /// Panics if there are fewer puzzles.
    #[inline]
    pub fn member(&self, index: usize) -> Option<ClassMember> {
        self.members[index]
    }

    /// Returns the indices in the chunk of the puzzles without a form because equal clues share a house.
    pub(super) fn conflicts(&self) -> &[usize] {
        &self.conflicts
    }

    /// Swaps the classes of all puzzles of the chunk for memory for the next chunk. Afterwards, [`member`](Self::member) must not
    /// be called before the next [`find`](Self::find).
    pub(crate) fn swap_members(&mut self, members: &mut Vec<Option<ClassMember>>) {
        std::mem::swap(&mut self.members, members);
    }
}

impl ClassMember {
    /// Returns the class of everything with this text.
    pub(super) fn of_text(text: &[u8]) -> Self {
        without_map(Fingerprint::of_text(text))
    }
}

/// Finds the classes of puzzles by their forms.
fn find_by_form(
    minlex: &mut Minlex,
    boards: &[[u8; CELLS]],
    owners: &[u32],
    members: &mut [Option<ClassMember>],
    conflicts: &mut Vec<usize>,
) {
    let mut owners = owners.iter().map(|&owner| owner as usize);
    minlex.forms_of_texts(boards, |form| match (owners.next(), form) {
        (Some(owner), Ok(form)) => members[owner] = Some(member(&form)),
        (owner, _) => conflicts.extend(owner),
    });
}

fn member(form: &CanonicalForm) -> ClassMember {
    ClassMember { fingerprint: Fingerprint::of_text(&form.text), map: PackedMap::new(&form.transformation) }
}

fn without_map(fingerprint: Fingerprint) -> ClassMember {
    ClassMember { fingerprint, map: PackedMap::IDENTITY }
}
