//! The text of generated puzzles: boards, or rows with their solutions, clues and levels.

use crate::board::grid::{CELLS, is_blank};
use crate::format::write::rows::Row;
use crate::format::{Blank, RowFormat};
use crate::rating::{Rater, Rating, RatingField, RatingKind, RatingSettings};
use crate::solver::SolverSettings;
use crate::solver::batch::{BatchSolver, Goal, PuzzleLine, Task};

/// The columns of rows.
const COLUMNS: [&str; 4] = ["puzzle", "solution", "clues", "level"];

/// Writes generated puzzles in a format.
pub(super) struct PuzzleRows {
    format: RowFormat,
    blank: Option<Blank>,
    columns: Option<Columns>,
}

/// What the columns need besides the puzzle.
struct Columns {
    solver: BatchSolver,
    rater: Rater,
    ratings: Vec<Rating>,
}

impl PuzzleRows {
    /// Creates a writer of at most `most` puzzles at once, which builds a `solver` if it needs one.
    pub(super) fn new(
        format: RowFormat,
        blank: Option<Blank>,
        most: usize,
        solver: SolverSettings,
        mut settings: RatingSettings,
    ) -> Self {
        settings.only = vec![RatingKind::Level];
        let columns = || Columns {
            solver: BatchSolver::new(solver.build(), most),
            rater: Rater::with_settings(settings),
            ratings: Vec::new(),
        };
        Self { format, blank, columns: format.has_columns().then(columns) }
    }

    /// Returns the line with the names of the columns, or an empty text if there is none.
    pub(super) fn header(format: RowFormat) -> Vec<u8> {
        format.header(&COLUMNS)
    }

    /// Appends these puzzles, which have exactly one solution.
    pub(super) fn write(&mut self, lines: &[PuzzleLine], out: &mut Vec<u8>) {
        let Self { format, blank, columns } = self;
        let puzzle_of = |line: &PuzzleLine| Blank::written(*blank, line.first_chunk().expect("81 cells"));
        let Some(columns) = columns else {
            return lines.iter().for_each(|line| format.write_board(&puzzle_of(line), out));
        };
        columns.find(lines);
        let found = columns.solver.answers.iter().zip(&columns.ratings);
        for (line, (solution, rating)) in lines.iter().zip(found) {
            let clues = line[..CELLS].iter().filter(|&&byte| !is_blank(byte)).count();
            let mut row = Row::begin(*format, out);
            row.text(COLUMNS[0], Some(&puzzle_of(line)));
            row.text(COLUMNS[1], Some(&solution[..CELLS]));
            row.number(COLUMNS[2], clues as u64);
            for field in RatingField::all().filter(|field| field.kind() == RatingKind::Level) {
                row.value(COLUMNS[3], |out| field.write(rating, out));
            }
            row.end();
        }
    }
}

impl Columns {
    /// Solves and rates the puzzles.
    fn find(&mut self, lines: &[PuzzleLine]) {
        self.solver.solve_lines(Task::new(Goal::First), lines);
        self.ratings.resize(lines.len(), Rating::default());
        self.rater.rate_rows(self.solver.puzzles(lines), &mut self.ratings);
    }
}
