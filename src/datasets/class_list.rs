//! The list of the classes of several records, in the order of the lines.

use std::sync::{Mutex, PoisonError};

use super::buckets::{BUCKETS, Buckets};
use super::class_table::ClassTable;
use super::position::PackedPosition;
use crate::error::Result;
use crate::io::output::Output;
use crate::pipeline::threads::WorkerPool;

/// The names of the columns.
const HEADER: &[u8] = b"line,kept_line,records\n";

/// Writes a row for every record of a class of two or more records: its line, the line of the record that stands for the
/// class, and the number of its records. The records are on the lines up to `lines`; those of other inputs are on line 0, and
/// are not counted.
///
/// The list is then complete. The caller puts it in its place.
///
/// The rows are sorted in 256 buckets, which beyond about `held` bytes wait in a temporary file.
///
/// # Errors
/// When a temporary file or the output cannot be used.
pub(super) fn write(
    table: &ClassTable,
    lines: u64,
    held: usize,
    pool: &WorkerPool,
    output: &mut Output,
) -> Result<()> {
    let rows = Mutex::new(Buckets::new(3, held));
    let bucket_of = |line: u64| (u128::from(line) * BUCKETS as u128 / (u128::from(lines) + 1)) as u8;
    table.for_each_bucket(pool, |members| {
        let shared = rows_of(members);
        let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
        shared.iter().try_for_each(|row| rows.push(bucket_of(row[0]), *row))
    })?;
    let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    output.write(HEADER)?;
    for bucket in 0..BUCKETS {
        let numbers = rows.read(bucket as u8)?;
        let mut sorted = numbers.as_chunks::<3>().0.to_vec();
        sorted.sort_unstable();
        let text: String =
            sorted.iter().map(|[line, first, records]| format!("{line},{first},{records}\n")).collect();
        output.write(text.as_bytes())?;
    }
    output.complete()
}

/// The rows of the members of a bucket that are not alone in their class, but for those of other inputs.
fn rows_of(members: &[(PackedPosition, u32)]) -> Vec<[u64; 3]> {
    let mut records = vec![0_u32; members.len()];
    let of_input = || members.iter().filter(|(position, _)| !position.is_elsewhere());
    of_input().for_each(|&(_, first)| records[first as usize] += 1);
    let row = |&(position, first): &(PackedPosition, u32)| {
        let (count, first) = (u64::from(records[first as usize]), members[first as usize].0);
        (count > 1 || first.is_elsewhere()).then(|| [position.line(), first.line(), count])
    };
    of_input().filter_map(row).collect()
}
