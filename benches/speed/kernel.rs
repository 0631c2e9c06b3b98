//! The kernel's steps on one block of boards, for each instruction set that is here; a figure is for all lanes.

use bulkdoku::bench::sets::{BuiltIn, Set};
use bulkdoku::grid::{CELLS, is_solution_of};
use bulkdoku::internals::{Choose, Part, Parts, Read, Refill, Sweep, Write};
use bulkdoku::solver::lanes::simd::{MAX_LANES, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
use bulkdoku::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// Sweeps after which nothing moves any more.
const ENOUGH: u64 = 100;

/// The benches of all steps.
pub fn benches(criterion: &mut Criterion) {
    #[cfg(target_arch = "x86_64")]
    {
        Avx512::detect().into_iter().for_each(|simd| of(criterion, simd));
        Avx2::detect().into_iter().for_each(|simd| of(criterion, simd));
    }
    of(criterion, Portable);
}

fn of<S: Simd>(criterion: &mut Criterion, simd: S) {
    let mut group = criterion.benchmark_group(S::NAME);
    group.throughput(Throughput::Elements(S::LANES as u64));
    text(&mut group, simd);
    sweeps(&mut group, simd);
    branch(&mut group, simd);
    refill(&mut group, simd);
    group.finish();
}

fn text<S: Simd>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut parts = Parts::new(simd, &puzzles(BuiltIn::Easy));
    let read = parts.words();
    bench::<S, Read>(group, "text in", &mut parts);
    assert_eq!(parts.words(), read, "reading again gives the same boards");

    parts.time::<Sweep<true, true>>(ENOUGH);
    assert_eq!(parts.seen().0, simd.all(), "an easy puzzle needs no guess");
    bench::<S, Write>(group, "text out", &mut parts);
    for (puzzle, answer) in parts.answers() {
        assert!(is_solution_of(&cells(answer), puzzle), "{}", String::from_utf8_lossy(answer));
    }
}

/// A sweep takes as long on every board, since it has no branch: here on one that it does not change.
fn sweeps<S: Simd>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut parts = Parts::new(simd, &puzzles(BuiltIn::Hard));
    parts.time::<Sweep<true, true>>(ENOUGH);
    let swept = parts.words();
    bench::<S, Sweep<false, false>>(group, "sweep without triads", &mut parts);
    bench::<S, Sweep<true, false>>(group, "sweep", &mut parts);
    bench::<S, Sweep<true, true>>(group, "sweep that watches", &mut parts);
    let (solved, still) = parts.seen();
    assert_eq!(solved | still, simd.all(), "nothing moves any more");
    assert_eq!(parts.words(), swept);
}

fn branch<S: Simd>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut parts = Parts::new(simd, &puzzles(BuiltIn::Hard));
    parts.time::<Sweep<true, true>>(ENOUGH);
    let (_, still) = parts.seen();
    bench::<S, Choose>(group, "branch choice", &mut parts);
    assert_ne!(still, 0, "some hard puzzle needs a guess");
    assert_eq!(parts.parted() & still, still, "both children differ from their parent");
}

fn refill<S: Simd>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut parts = Parts::new(simd, &puzzles(BuiltIn::Ordinary));
    let words = parts.words();
    bench::<S, Refill>(group, "lane refill", &mut parts);
    assert_eq!(parts.words(), words, "what comes back is what went");
}

/// Many repetitions inside one entry, so that the entry is not what is measured; then one more for the checks, which
/// find their result even if the command line left this bench out.
fn bench<S: Simd, P: Part<S>>(group: &mut BenchmarkGroup<WallTime>, name: &str, parts: &mut Parts<S>) {
    group.bench_function(name, |bencher| bencher.iter_custom(|times| parts.time::<P>(times)));
    parts.time::<P>(1);
}

fn puzzles(set: BuiltIn) -> Vec<[u8; CELLS]> {
    let Set { lines, .. } = set.make(MAX_LANES);
    lines.iter().map(cells).collect()
}

/// The 81 characters of a line.
fn cells(line: &[u8; CELLS + 1]) -> [u8; CELLS] {
    std::array::from_fn(|cell| line[cell])
}
