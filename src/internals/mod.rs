//! Internals for the kernel benches and the fuzz targets. Unstable: all of it may change at any time.

#[cfg(feature = "files")]
mod runs;

#[cfg(feature = "records")]
pub use crate::generate::uniform::{BOUND as COMPLETIONS_BOUND, Completions, Frame};
pub use kernel::board::outcome::Outcome;
pub use kernel::solver::Isa;
#[cfg(feature = "records")]
pub use kernel::solver::SolverSettings;
pub use kernel::solver::lanes::branch::{Eliminations, choose, eliminations};
pub use kernel::solver::lanes::guess_stack::DEPTH as GUESS_STACK_DEPTH;
pub use kernel::solver::lanes::layout::{AlignedBlock, NakedSingles, WORDS, lanes};
pub use kernel::solver::lanes::propagate::{Propagated, Singles, propagate};
pub use kernel::solver::lanes::ready_stack::ReadyStack;
#[cfg(target_arch = "aarch64")]
pub use kernel::solver::lanes::simd::neon::Neon;
pub use kernel::solver::lanes::simd::{Kernel, LaneRow, LaneSet, MAX_LANES, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
pub use kernel::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
pub use kernel::solver::lanes::transpose::{Planes, Transpose, from_planes, to_digits};

#[cfg(feature = "records")]
pub use crate::io::input::Input;
#[cfg(feature = "files")]
pub use crate::io::open::Access;
#[cfg(feature = "records")]
pub use crate::pipeline::chunks::DEFAULT_SIZE as CHUNK_SIZE;
#[cfg(feature = "files")]
pub use runs::*;

/// Batches of puzzles as text.
pub mod batch {
    pub use kernel::board::notation::{AnswerLine, Notation, Puzzles};
    pub use kernel::solver::batch::{Answer, Answers, Goal, Solve, Task};
}

/// The rules of a solution.
pub mod grid {
    pub use kernel::board::grid::{
        CELLS, conflict, digit, first_bad_byte, is_blank, is_solution_of, is_solved,
    };
}

/// The formats of records and of answers.
#[cfg(feature = "records")]
pub mod format {
    pub use crate::format::defect::{Defect, Position, Reason};
    pub use crate::format::detect::{Columns, Detected, FormatHint, ReadAs, detect, open};
    pub use crate::format::read::answer_field::{AnswerField, GivenAnswers};
    pub use crate::format::read::csv::{Delimiter, Table};
    pub use crate::format::read::jsonl::JsonLines as ObjectLines;
    pub use crate::format::read::{
        ReadRecords,
        grid::{Grids, RowLayout, Sections},
        line::Lines,
        pencilmark::Pencilmarks,
    };
    pub use crate::format::records::Records;
    pub use crate::format::write::append_columns::AppendColumns;
    pub use crate::format::write::csv_jsonl::{Csv, JsonLines};
    pub use crate::format::write::{WriteAnswers, count::Counts, grid::SpacedRows, lines::AnswerLines};
}
