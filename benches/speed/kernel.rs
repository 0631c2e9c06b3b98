//! The kernel's steps on one block of boards, for each available instruction set. The figures are for all
//! lanes together.

use bulkdoku::bench::sets::BuiltIn;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use kernel::board::grid::{CELLS, is_solution_of};
#[cfg(target_arch = "aarch64")]
use kernel::simd::neon::Neon;
use kernel::simd::{MAX_LANES, portable::Portable};
#[cfg(target_arch = "x86_64")]
use kernel::simd::{avx2::Avx2, avx512::Avx512};
use kernel::solver::lanes::transpose::Transpose;

use super::steps::{Choose, KernelStep, KernelSteps, Propagate, ReadText, Refill, WriteText};

/// The number of sweeps after which no board changes any more.
const ENOUGH: u64 = 100;

/// Runs the benches of all steps.
pub fn benches(criterion: &mut Criterion) {
    #[cfg(target_arch = "x86_64")]
    {
        Avx512::detect().into_iter().for_each(|simd| of(criterion, simd));
        Avx2::detect().into_iter().for_each(|simd| of(criterion, simd));
    }
    #[cfg(target_arch = "aarch64")]
    Neon::detect().into_iter().for_each(|simd| of(criterion, simd));
    of(criterion, Portable);
}

fn of<S: Transpose>(criterion: &mut Criterion, simd: S) {
    let mut group = criterion.benchmark_group(S::NAME);
    group.throughput(Throughput::Elements(S::LANES as u64));
    text(&mut group, simd);
    sweeps(&mut group, simd);
    branch(&mut group, simd);
    refill(&mut group, simd);
    group.finish();
}

fn text<S: Transpose>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut steps = KernelSteps::new(simd, &puzzles(BuiltIn::Easy));
    let read = steps.words();
    bench::<S, ReadText>(group, "text in", &mut steps);
    assert_eq!(steps.words(), read, "reading again gives the same boards");

    steps.time::<Propagate<true, true>>(ENOUGH);
    assert_eq!(steps.solved_and_unchanged().0, simd.all(), "an easy puzzle needs no guess");
    bench::<S, WriteText>(group, "text out", &mut steps);
    for (puzzle, answer) in steps.answers() {
        assert!(is_solution_of(&cells(answer), puzzle), "{}", String::from_utf8_lossy(answer));
    }
}

/// A sweep has no branch, so it takes the same time on every board. These boards are unchanged by it.
fn sweeps<S: Transpose>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut steps = KernelSteps::new(simd, &puzzles(BuiltIn::Hard));
    steps.time::<Propagate<true, true>>(ENOUGH);
    let swept = steps.words();
    bench::<S, Propagate<false, false>>(group, "sweep without triads", &mut steps);
    bench::<S, Propagate<true, false>>(group, "sweep", &mut steps);
    bench::<S, Propagate<true, true>>(group, "sweep that watches", &mut steps);
    let (solved, unchanged) = steps.solved_and_unchanged();
    assert_eq!(solved | unchanged, simd.all(), "no board changes any more");
    assert_eq!(steps.words(), swept);
}

fn branch<S: Transpose>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut steps = KernelSteps::new(simd, &puzzles(BuiltIn::Hard));
    steps.time::<Propagate<true, true>>(ENOUGH);
    let (_, unchanged) = steps.solved_and_unchanged();
    bench::<S, Choose>(group, "branch choice", &mut steps);
    assert_ne!(unchanged, 0, "some hard puzzle needs a guess");
    assert_eq!(steps.branched() & unchanged, unchanged, "both children differ from their parent");
}

fn refill<S: Transpose>(group: &mut BenchmarkGroup<WallTime>, simd: S) {
    let mut steps = KernelSteps::new(simd, &puzzles(BuiltIn::Ordinary));
    let words = steps.words();
    bench::<S, Refill>(group, "lane refill", &mut steps);
    assert_eq!(steps.words(), words, "the boards come back unchanged");
}

/// Measures many repetitions inside one entry into the instruction set, to leave the entry out of the measurement. Then does
/// the step once more for the checks, which need its result even if the command line deselects this bench.
fn bench<S: Transpose, P: KernelStep<S>>(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    steps: &mut KernelSteps<S>,
) {
    group.bench_function(name, |bencher| bencher.iter_custom(|times| steps.time::<P>(times)));
    steps.time::<P>(1);
}

fn puzzles(set: BuiltIn) -> Vec<[u8; CELLS]> {
    set.make(MAX_LANES).texts().map(|text| *text.first_chunk().expect("81 cells")).collect()
}

/// Returns the 81 characters of a line.
fn cells(line: &[u8; CELLS + 1]) -> [u8; CELLS] {
    std::array::from_fn(|cell| line[cell])
}
