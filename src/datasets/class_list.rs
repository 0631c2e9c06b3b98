//! The list of classes with several records, in line order.

use std::io::Write;

use super::class_table::KnownMember;
use super::sorted_rows::SortedRows;
use crate::error::Result;
use crate::io::output::Output;

/// The names of the columns.
const HEADER: &[u8] = b"line,kept_line,records\n";

/// The number of rows to write at once.
const ROWS: usize = 1024;

/// A row for every record of a class of two or more: its line, the line of the kept record, and the size of the class. Records of
/// other inputs have line 0 and are not counted.
pub(super) struct ClassList(SortedRows<3>);

impl ClassList {
    /// Creates an empty list for records on the lines up to `lines`. Keeps about `held` bytes in memory.
    pub(super) fn new(lines: u64, held: usize) -> Self {
        Self(SortedRows::new(lines, held))
    }

    /// Adds a row for each of `members` that is not alone in its class.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(super) fn add(&self, members: &[KnownMember]) -> Result<()> {
        let is_shared = |member: &&KnownMember| member.records > 1 || member.kept.is_elsewhere();
        self.0.add(members.iter().filter(is_shared).map(|member| {
            let kept = if member.kept.is_elsewhere() { 0 } else { member.kept.line() };
            [member.position.line(), kept, member.records]
        }))
    }

    /// Writes the complete list. The caller puts the file in place.
    ///
    /// # Errors
    /// Returns an error if a temporary file or the output cannot be used.
    pub(super) fn write(self, output: &mut Output) -> Result<()> {
        output.write(HEADER)?;
        let mut text = Vec::new();
        self.0.for_each(|rows| {
            rows.chunks(ROWS).try_for_each(|rows| {
                text.clear();
                for [line, kept, records] in rows {
                    let _ = writeln!(text, "{line},{kept},{records}"); // writing to memory cannot fail
                }
                output.write(&text)
            })
        })?;
        output.complete()
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
