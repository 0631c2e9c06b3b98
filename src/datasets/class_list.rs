//! The list of classes with several records, in line order.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use super::buckets::Buckets;
use super::class_table::KnownMember;
use super::parts::for_each_part;
use super::spill::BUCKETS;
use crate::error::Result;
use crate::io::output::Output;

/// The names of the columns.
const HEADER: &[u8] = b"line,kept_line,records\n";

/// The smallest number of bytes of rows to sort at once.
const LEAST_BYTES: usize = 1 << 16;

/// The number of rows to write at once.
const ROWS: usize = 1024;

/// A row for every record of a class of two or more: its line, the line of the kept record, and the size of the class. Records of
/// other inputs have line 0 and are not counted.
///
/// The rows are sorted in buckets. Beyond about `held` bytes, they wait in a temporary file.
pub(super) struct ClassList {
    rows: Mutex<Buckets>,
    /// The last line that a record can be on.
    lines: u64,
    /// The number of bytes of memory for sorting or splitting a bucket.
    part_bytes: usize,
}

impl ClassList {
    /// Creates an empty list for records on the lines up to `lines`.
    pub(super) fn new(lines: u64, held: usize) -> Self {
        Self { rows: Mutex::new(Buckets::new(3, held)), lines, part_bytes: (held / 4).max(LEAST_BYTES) }
    }

    /// Adds a row for each of `members` that is not alone in its class.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(super) fn add(&self, members: &[KnownMember]) -> Result<()> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let is_shared = |member: &&KnownMember| member.records > 1 || member.kept.is_elsewhere();
        members.iter().filter(is_shared).try_for_each(|member| {
            let kept = if member.kept.is_elsewhere() { 0 } else { member.kept.line() };
            let line = member.position.line();
            rows.push((self.key(line) >> (u64::BITS - u8::BITS)) as u8, [line, kept, member.records], |_| ())
        })
    }

    /// Writes the complete list. The caller puts the file in place.
    ///
    /// # Errors
    /// Returns an error if a temporary file or the output cannot be used.
    pub(super) fn write(self, output: &mut Output) -> Result<()> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let most = self.part_bytes / size_of::<[u64; 3]>();
        output.write(HEADER)?;
        let (mut sorted, mut text) = (Vec::new(), Vec::new());
        for bucket in 0..BUCKETS {
            for_each_part(&rows, bucket as u8, |part| {
                if part.entries() > most {
                    let key = |&[line, ..]: &[u64; 3]| [self.key(line)];
                    return part.split(self.part_bytes, key, |_| ()).map(Some);
                }
                sorted.clear();
                part.for_each_block(|block| {
                    sorted.extend_from_slice(block.as_chunks::<3>().0);
                    Ok(true)
                })?;
                sorted.sort_unstable();
                for rows in sorted.chunks(ROWS) {
                    text.clear();
                    // Writing to memory cannot fail.
                    let mut write = |[line, kept, records]: &[u64; 3]| {
                        let _ = writeln!(text, "{line},{kept},{records}");
                    };
                    rows.iter().for_each(&mut write);
                    output.write(&text)?;
                }
                Ok(None)
            })?;
        }
        output.complete()
    }

    /// Scales a line to the range of all 64-bit numbers. Different lines have different keys.
    fn key(&self, line: u64) -> u64 {
        ((u128::from(line) << 64) / (u128::from(self.lines) + 1)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::position::PackedPosition;
    use crate::io::OutputBuffer;

    #[test]
    fn rows_come_out_in_the_order_of_the_lines_however_many_there_are() {
        let (lines, rows) = (1 << 30, 6_000); // all rows are in the first bucket
        let position = |line| PackedPosition::new(line, 1);
        for held in [0, 1 << 16, usize::MAX] {
            let list = ClassList::new(lines, held);
            let member = |number: u64| {
                let line = number * 7919 % rows + 1;
                KnownMember { position: position(line), kept: position(1), records: 2 + line % 2 }
            };
            let members: Vec<KnownMember> = (0..rows).map(member).collect();
            members.chunks(999).for_each(|members| list.add(members).unwrap());
            list.add(&[KnownMember { position: position(5), kept: position(5), records: 1 }]).unwrap();
            let written = OutputBuffer::default();
            let mut output = written.output("memory");
            list.write(&mut output).unwrap();
            output.finish().unwrap();
            let expected: String = (1..=rows).map(|line| format!("{line},1,{}\n", 2 + line % 2)).collect();
            let expected = format!("line,kept_line,records\n{expected}");
            assert!(String::from_utf8(written.take()).unwrap() == expected, "{held} bytes held");
        }
    }
}
