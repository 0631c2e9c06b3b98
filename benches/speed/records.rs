//! Reading records: cuts text in memory into chunks and reads it, without solving.

use bulkdoku::bench::sets::BuiltIn;
use bulkdoku::internals::CHUNK_SIZE as DEFAULT_SIZE;
use bulkdoku::internals::format::{Delimiter, Lines, ReadRecords, Records, Table};
use criterion::{Criterion, Throughput};
use kernel::solver::batch::Notation;

/// The number of records of a text: more than fit in the caches, as in a real file.
const COUNT: usize = 400_000;

/// The number of different puzzles, which are repeated in turn.
const PUZZLES: usize = 1000;

/// The second column of every record.
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Runs the benches of one-line records and of tables, from the usual table to the slowest one.
pub fn benches(criterion: &mut Criterion) {
    let set = BuiltIn::Easy.make(PUZZLES);
    let puzzles: Vec<&str> =
        set.texts().map(|text| str::from_utf8(text).expect("digits and blanks")).collect();
    let table = |column| Table::new(Delimiter::Byte(b','), column);

    bench(criterion, "lines in", &Lines::default(), &puzzles, |_, puzzle| format!("{puzzle}\n"));
    bench(criterion, "csv in", &table(0), &puzzles, |_, puzzle| format!("{puzzle},{ANSWER}\n"));
    bench(criterion, "csv in, lines of several lengths", &table(1), &puzzles, |index, puzzle| {
        let rating = (index * 7919 % 1300) as f32 / 100.0;
        format!("{index},{puzzle},{ANSWER},{rating}\n")
    });
    bench(criterion, "csv in, quoted", &table(0), &puzzles, |_, puzzle| {
        format!("\"{puzzle}\",\"{ANSWER}\"\n")
    });
}

fn bench(
    criterion: &mut Criterion,
    name: &str,
    format: &dyn ReadRecords,
    puzzles: &[&str],
    record: impl Fn(usize, &str) -> String,
) {
    let text: Vec<u8> =
        (0..COUNT).flat_map(|index| record(index, puzzles[index % PUZZLES]).into_bytes()).collect();
    let mut records = Records::default();
    let mut group = criterion.benchmark_group("records");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.sample_size(20);
    group.bench_function(name, |bencher| {
        bencher.iter(|| for_each_chunk(format, &text, &mut records, |_, _| ()));
    });
    group.finish();

    let mut expected = puzzles.iter().cycle();
    for_each_chunk(format, &text, &mut records, |chunk, records| {
        let found = records.puzzles(chunk, Notation::Clues);
        for index in 0..found.len() {
            assert_eq!(found.get(index), expected.next().expect("a cycle").as_bytes(), "{name}");
        }
    });
}

/// Cuts `text` into chunks, reads every chunk and passes its records to `each`.
fn for_each_chunk(
    format: &dyn ReadRecords,
    text: &[u8],
    records: &mut Records,
    mut each: impl FnMut(&[u8], &Records),
) {
    let (mut start, mut count) = (0, 0);
    while start < text.len() {
        let window = start + DEFAULT_SIZE;
        let length = text.get(start..window).map_or(Some(text.len() - start), |window| format.cut(window));
        let chunk = &text[start..start + length.expect("a record is shorter than a chunk")];
        format.read(chunk, records);
        each(chunk, records);
        start += chunk.len();
        count += records.len();
    }
    assert_eq!(count, COUNT, "one record per line");
}
