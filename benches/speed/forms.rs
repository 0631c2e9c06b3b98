//! Canonical forms of the puzzles of each built-in set and of whole grids, on every available instruction set.

use bulkdoku::bench::BatchSolver;
use bulkdoku::bench::sets::BuiltIn;
use bulkdoku::solver::{Engine, Goal, Isa, Task};
use bulkdoku::symmetry::{CanonicalForm, Minlex};
use criterion::{BenchmarkId, Criterion, Throughput};
use std::hint::black_box;

use super::sets::{CELLS, cells};

/// The number of puzzles in a set.
const COUNT: usize = 1000;

/// Runs the benches of all sets.
pub fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forms");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.sample_size(20);
    let puzzles = BuiltIn::ALL.map(|set| (set.name(), set.make(COUNT).lines.iter().map(cells).collect()));
    for (name, puzzles) in puzzles.into_iter().chain([("grids", grids())]) {
        for isa in Isa::available() {
            let mut minlex = Minlex::with_isa(isa);
            group.bench_function(BenchmarkId::new(name, isa), |bencher| {
                bencher.iter(|| {
                    minlex.forms_of_texts(black_box(&puzzles), |form| {
                        let _ = black_box(form);
                    });
                });
            });
            check(&mut minlex, &puzzles);
        }
    }
    group.finish();
}

/// Returns solution grids.
fn grids() -> Vec<[u8; CELLS]> {
    let mut solver = BatchSolver::new(Engine::Lanes.build(), COUNT);
    solver.solve_lines(Task::new(Goal::First), &BuiltIn::Easy.make(COUNT).lines);
    solver.answers.iter().map(cells).collect()
}

/// Checks that every form has the same number of clues as its puzzle, and is its own form.
fn check(minlex: &mut Minlex, puzzles: &[[u8; CELLS]]) {
    let forms = forms(minlex, puzzles);
    let texts: Vec<[u8; CELLS]> = forms.iter().map(|form| form.text).collect();
    let clues = |text: &[u8; CELLS]| text.iter().filter(|cell| (b'1'..=b'9').contains(cell)).count();
    assert!(puzzles.iter().zip(&texts).all(|(puzzle, form)| clues(puzzle) == clues(form)));
    assert!(self::forms(minlex, &texts).iter().zip(&texts).all(|(again, form)| again.text == *form));
}

fn forms(minlex: &mut Minlex, puzzles: &[[u8; CELLS]]) -> Vec<CanonicalForm> {
    let mut forms = Vec::with_capacity(puzzles.len());
    minlex.forms_of_texts(puzzles, |form| forms.push(form.expect("no equal clues in a house")));
    forms
}
