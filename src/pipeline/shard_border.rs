//! Cuts a file into shards, on which many machines can work without communicating.
//!
//! ```text
//! file     header │ records …                                                            │
//! targets                  │ 1/4 of the bytes     │ 2/4                  │ 3/4
//! borders                    │ the first record     │                      │
//!                            │ border from there on
//! shards          │     1    │          2           │          3           │      4      │
//! ```
//!
//! Every machine finds the same borders, from the length of the file and the bytes around them. If a line end may be inside a
//! record, as in a grid or a quoted field, the file is read from its start to find the border.

use std::sync::Arc;

use memchr::memchr;

use crate::error::{Error, Result};
use crate::format::{ReadRecords, Records};
use crate::io::input::Input;
use crate::pipeline::cut::next_cut;
use crate::pipeline::shard::Shard;

/// The number of bytes to read at a time to find the border of a part from the start of the file.
const STEP: usize = 16 * 1024;

impl Shard {
    /// Narrows `input`, whose header was skipped, to the records of this shard.
    ///
    /// # Errors
    /// Unless the input is in memory, or a mapped or empty file.
    pub(crate) fn narrow(self, input: &mut Input, reader: &Arc<dyn ReadRecords>) -> Result<()> {
        let is_last = self.number() == self.of();
        let records = input.whole_rest().ok_or_else(|| refusal(input))?;
        let reader = reader.as_ref();
        let targets = self.range(records.len() as u64);
        let start = border(reader, &records, targets.start as usize);
        let end = border(reader, &records, targets.end as usize);
        let earlier = (self.number() > 1).then(|| records.slice(0..start));
        input.narrow(records.part(start..end), earlier, is_last);
        Ok(())
    }
}

/// Returns why an input that is not read in place has no shards.
fn refusal(input: &Input) -> Error {
    let encoding = input.decoded_from().first().copied();
    let (what, remedy) = match encoding {
        _ if input.is_compressed() => ("a compressed file", "unpack it first"),
        None => ("a pipe or like one", "write it to a file first"),
        Some("UTF-16") => ("UTF-16", "convert it first, as iconv -f UTF-16 -t UTF-8 does"),
        Some(what @ "a JSON document") => (what, "write each object on a line first, as jq -c '.[]' does"),
        Some(what) => (what, "write its puzzles to a text file first"),
    };
    let name = input.name();
    Error::refused(format!("{name} is read from {what}, which cannot be split into shards: {remedy}"))
}

/// Returns the first record border of `records` from `target` on.
fn border(reader: &dyn ReadRecords, records: &[u8], target: usize) -> usize {
    if target == 0 || target >= records.len() {
        return target.min(records.len());
    }
    let line_start = memchr(b'\n', &records[target - 1..]).map_or(records.len(), |end| target + end);
    if !reader.may_hide_line_ends(&records[..line_start]) {
        return line_start;
    }
    let mut at = 0;
    while at < target {
        at += next_cut(&records[at..], reader, STEP);
    }
    at
}

/// Returns the number of records in each piece of `text`, which ends at a record border.
pub(crate) fn record_counts(reader: &dyn ReadRecords, text: &[u8]) -> impl Iterator<Item = u64> {
    let (mut at, mut records) = (0, Records::default());
    std::iter::from_fn(move || {
        let start = (at < text.len()).then_some(at)?;
        at += next_cut(&text[at..], reader, STEP);
        reader.read(&text[start..at], &mut records);
        Some(records.len() as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read::csv::{Delimiter, Table};
    use crate::format::read::grid::Grids;
    use crate::format::read::line::Lines;

    /// Cuts `text` into shards.
    fn shards(reader: &dyn ReadRecords, text: &[u8], of: u32) -> Vec<Vec<u8>> {
        let borders: Vec<usize> = (0..=of)
            .map(|number| {
                border(reader, text, (text.len() as u64 * u64::from(number) / u64::from(of)) as usize)
            })
            .collect();
        borders.windows(2).map(|ends| text[ends[0]..ends[1]].to_vec()).collect()
    }

    #[test]
    fn the_shards_are_whole_lines_and_add_up_to_the_file() {
        let text: Vec<u8> = (0..500).flat_map(|n| format!("{}\n", "1".repeat(n % 90)).into_bytes()).collect();
        for of in [1, 2, 3, 16, 999, 100_000] {
            let shards = shards(&Lines::default(), &text, of);
            assert!(shards.iter().all(|shard| shard.is_empty() || shard.ends_with(b"\n")), "{of} shards");
            assert_eq!(shards.concat(), text);
        }
    }

    #[test]
    fn a_line_end_in_a_quoted_field_is_not_a_border() {
        let table = Table::new(Delimiter::Byte(b','), 1);
        let row = format!("\"two\nlines\",{}\n", ".".repeat(81));
        let text = row.repeat(1000).into_bytes();
        for of in [2, 5, 50] {
            let shards = shards(&table, &text, of);
            assert_eq!(shards.concat(), text);
            assert!(shards.iter().all(|shard| shard.len() % row.len() == 0), "{of} shards");
            assert!(shards.iter().filter(|shard| !shard.is_empty()).count() > 1);
        }
    }

    #[test]
    fn a_grid_is_in_one_shard() {
        let grid = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
        let text = grid.repeat(1000).into_bytes();
        let shards = shards(&Grids::default(), &text, 4);
        assert!(shards.iter().all(|shard| !shard.is_empty() && shard.len() % grid.len() == 0));
        assert_eq!(shards.concat(), text);
    }
}
