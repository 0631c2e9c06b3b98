//! What makes two records the same.

use std::fmt;

use crate::error::Error;
use crate::notation::Notation;

/// What makes two records the same: they are of one class if they agree in this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClassKey {
    /// The cells as they are written. Other columns of the record do not count.
    Text,
    /// The clues, however the blanks are written.
    Clues,
    /// The puzzle: one of the two is made of the other by a [`Transformation`](crate::symmetry::Transformation). A puzzle
    /// whose clues contradict each other has no class.
    Puzzle,
    /// The solution grid, up to a transformation. A puzzle without exactly one solution has no class.
    Solution,
}

/// The error of looking for the same puzzles among pencilmarks, which have no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoForms {
    /// The name of the input.
    pub input: String,
}

impl ClassKey {
    /// Every key, from the one that tells most records apart to the one that tells the fewest apart.
    pub const ALL: [ClassKey; 4] = [ClassKey::Text, ClassKey::Clues, ClassKey::Puzzle, ClassKey::Solution];

    /// The key's name.
    pub const fn name(self) -> &'static str {
        match self {
            ClassKey::Text => "text",
            ClassKey::Clues => "clues",
            ClassKey::Puzzle => "puzzle",
            ClassKey::Solution => "solution",
        }
    }

    /// What records of one class have in common, in words: `puzzle`, `solution grid`.
    pub const fn in_words(self) -> &'static str {
        match self {
            ClassKey::Text => "text",
            ClassKey::Clues | ClassKey::Puzzle => "puzzle",
            ClassKey::Solution => "solution grid",
        }
    }

    /// Is the class of a record known only after its puzzle is solved?
    pub(crate) const fn needs_solutions(self) -> bool {
        matches!(self, ClassKey::Solution)
    }

    /// Do the records of a class differ by a transformation?
    pub(crate) const fn has_maps(self) -> bool {
        matches!(self, ClassKey::Puzzle | ClassKey::Solution)
    }

    /// Refuses an input whose records have no class by this key.
    ///
    /// # Errors
    /// [`NoForms`], for the key [`Puzzle`](Self::Puzzle) and pencilmarks.
    pub(crate) fn check(self, notation: Notation, input: &str) -> Result<(), NoForms> {
        match (self, notation) {
            (Self::Puzzle, Notation::Pencilmarks) => Err(NoForms { input: input.to_owned() }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for ClassKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for NoForms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} holds pencilmarks, which have no canonical form as puzzles", self.input)
    }
}

impl std::error::Error for NoForms {}

impl From<NoForms> for Error {
    fn from(reason: NoForms) -> Self {
        Error::refused(reason)
    }
}
