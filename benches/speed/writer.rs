//! The reorder buffer and the ordered writer: chunks of answers that arrive out of order.

use std::io;
use std::path::Path;

use bulkdoku::internals::WriterBench;
use bulkdoku::io::Output;
use criterion::{BatchSize, Criterion, Throughput};

/// The number of bytes of a chunk's answers.
const CHUNK: usize = 256 << 10;

/// The number of chunks of a run.
const CHUNKS: u64 = 64;

/// Runs the benches: only the order, and with a file.
pub fn benches(criterion: &mut Criterion) {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
        .repeat(CHUNK / 82)
        .into_bytes();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("answers.txt");

    let mut group = criterion.benchmark_group("writer");
    group.throughput(Throughput::Bytes(CHUNKS * text.len() as u64));
    group.bench_function("order alone", |bencher| {
        bencher.iter_batched(nowhere, |writer| run(writer, &text), BatchSize::PerIteration);
    });
    group.bench_function("to a file", |bencher| {
        bencher.iter_batched(|| file(&path), |writer| run(writer, &text), BatchSize::PerIteration);
    });
    group.finish();
    if path.exists() {
        check(&path, &text);
    }
}

fn nowhere() -> WriterBench {
    WriterBench::new(Output::writer("nowhere", io::sink()))
}

fn file(path: &Path) -> WriterBench {
    WriterBench::new(Output::file(path).expect("a new file"))
}

/// Submits all chunks, each four of them in the order 2, 0, 3, 1.
fn run(writer: WriterBench, text: &[u8]) {
    for first in (0..CHUNKS).step_by(4) {
        for more in [2, 0, 3, 1] {
            writer.submit(first + more, text);
        }
    }
    let written = writer.finish(CHUNKS).expect("all is written");
    assert_eq!(written, CHUNKS * text.len() as u64);
}

fn check(path: &Path, text: &[u8]) {
    let written = std::fs::read(path).expect("the file is there");
    assert_eq!(written.len() as u64, CHUNKS * text.len() as u64);
    assert!(written.chunks_exact(text.len()).all(|chunk| chunk == text), "chunk after chunk");
}
