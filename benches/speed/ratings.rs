//! Each rating separately, and the closures of levels 1 to 4, on the built-in sets of puzzles with one solution.

use bulkdoku::bench::sets::BuiltIn;
use bulkdoku::rating::{Rater, Rating, RatingKind, RatingSettings};
use bulkdoku::solver::{Isa, Notation, Puzzles, Verdict};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use kernel::rating::{Closure, ClosureRequest, Ending};
use std::hint::black_box;

use super::sets::CELLS;

/// The number of puzzles in a set.
const COUNT: usize = 1000;

const SETS: [BuiltIn; 4] = [BuiltIn::Easy, BuiltIn::Ordinary, BuiltIn::Minimal, BuiltIn::Hard];

/// Runs the benches of all ratings. Each includes the proof that a puzzle has one solution.
pub fn benches(criterion: &mut Criterion) {
    let starts: Vec<u32> = (0..COUNT).map(|index| (index * CELLS) as u32).collect();
    for set in SETS {
        let text: Vec<u8> = set.make(COUNT).texts().flatten().copied().collect();
        let puzzles = Puzzles::new(&text, &starts, Notation::Clues);
        let mut group = criterion.benchmark_group(format!("rate {}", set.name()));
        group.throughput(Throughput::Elements(COUNT as u64));
        group.sample_size(10);
        for isa in Isa::available() {
            levels_alone(&mut group, puzzles, isa);
            RatingKind::ALL.iter().for_each(|&kind| rating(&mut group, puzzles, kind, isa));
        }
        group.finish();
    }
}

/// Measures the closures of levels 1 to 4, without a search for solutions.
fn levels_alone(group: &mut BenchmarkGroup<WallTime>, puzzles: Puzzles<'_>, isa: Isa) {
    let (mut rater, mut closures) = (kernel::rating::build(isa), vec![Closure::default(); COUNT]);
    let mut close = |puzzles| {
        rater.closures(puzzles, ClosureRequest::default(), &mut closures, &mut Vec::new());
    };
    group.bench_function(BenchmarkId::new("levels 1-4", isa), |bencher| {
        bencher.iter(|| close(black_box(puzzles)));
    });
    close(puzzles); // even if the command line excludes this benchmark
    let mut solved = closures.iter().filter(|closure| matches!(closure.ending, Ending::Solved(_)));
    assert!(solved.all(|closure| matches!(closure.ending, Ending::Solved(1..=4))));
}

fn rating(group: &mut BenchmarkGroup<WallTime>, puzzles: Puzzles<'_>, kind: RatingKind, isa: Isa) {
    let (mut rater, mut ratings) = (rater(vec![kind], isa), vec![Rating::default(); COUNT]);
    group.bench_function(BenchmarkId::new(kind.name(), isa), |bencher| {
        bencher.iter(|| rater.rate_rows(black_box(puzzles), &mut ratings));
    });
    rater.rate_rows(puzzles, &mut ratings);
    assert!(ratings.iter().all(|rating| rating.verdict == Verdict::Unique), "{kind}");
}

fn rater(kinds: Vec<RatingKind>, isa: Isa) -> Rater {
    let mut settings = RatingSettings::default();
    (settings.only, settings.solver.isa) = (kinds, isa);
    Rater::with_settings(settings)
}
