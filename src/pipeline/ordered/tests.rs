//! The order, errors and panics of a run, with numbers instead of puzzles.

use super::*;
use std::ops::Range;
use std::sync::Weak;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Ranges of ten numbers each.
struct Tens(Range<u64>);

/// A stage that squares every number of a range.
struct Squares;

/// The squares of one range.
#[derive(Default)]
struct SquaresOfTen(Vec<u64>);

/// A sink that collects all squares.
#[derive(Default)]
struct Collect(Vec<u64>);

impl Source for Tens {
    type Item = Range<u64>;

    fn next(&mut self, _: Option<Range<u64>>) -> Result<Option<Range<u64>>> {
        let start = self.0.start;
        let end = self.0.end.min(start + 10);
        self.0.start = end;
        Ok((start < end).then_some(start..end))
    }
}

impl Stage<Range<u64>> for Squares {
    type Out = SquaresOfTen;

    fn run(
        &mut self,
        numbers: &mut Range<u64>,
        output: &mut SquaresOfTen,
        _: Flush<'_, SquaresOfTen>,
    ) -> Result<()> {
        output.0.extend(numbers.clone().map(|number| number * number));
        Ok(())
    }
}

impl Reuse for SquaresOfTen {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn held_bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

impl Sink<SquaresOfTen> for Collect {
    fn accept(&mut self, output: &SquaresOfTen) -> Result<()> {
        self.0.extend_from_slice(&output.0);
        Ok(())
    }
}

/// Runs as a command would. This is the example of the module.
fn squares(count: u64, threads: usize, window: usize) -> Vec<u64> {
    let pool = WorkerPool::start(threads).unwrap();
    run_ordered(&pool, Tens(0..count), || Ok(Squares), Collect::default(), window).unwrap().0
}

#[test]
fn outputs_have_the_order_of_the_items_on_any_number_of_threads() {
    let expected: Vec<u64> = (0..12_345).map(|number| number * number).collect();
    for (threads, window) in [(1, WINDOW), (2, WINDOW), (8, WINDOW), (8, 0)] {
        assert_eq!(squares(12_345, threads, window), expected, "{threads} threads, window {window}");
    }
    assert!(squares(0, 2, WINDOW).is_empty());
}

/// A source that fails on every call.
struct Failing;

impl Source for Failing {
    type Item = Range<u64>;

    fn next(&mut self, _: Option<Range<u64>>) -> Result<Option<Range<u64>>> {
        Err(Error::Panicked)
    }
}

/// After damaged data, a decoder may report the end of its data. If another worker saw that before the first one reported the
/// error, the run would end as complete.
#[test]
fn a_failed_source_is_not_called_again() {
    let buffer = ReorderBuffer::new(Collect::default(), WINDOW);
    let mut items = NumberedItems { source: Failing, next: 0, has_ended: false };
    let error = items.next(None, &buffer).expect_err("the source fails");
    assert!(items.next(None, &buffer).expect("the source is not called").is_none());
    buffer.fail(error);
    assert!(matches!(buffer.wait(), Err(Error::Panicked)));
}

/// A source with an open file that closes slowly.
struct Open {
    numbers: Tens,
    _file: Arc<()>,
}

impl Source for Open {
    type Item = Range<u64>;

    fn next(&mut self, used: Option<Range<u64>>) -> Result<Option<Range<u64>>> {
        self.numbers.next(used)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        thread::sleep(Duration::from_millis(20));
    }
}

/// A sink that can count the owners of the source's file.
struct CountOpen(Weak<()>);

impl Sink<SquaresOfTen> for CountOpen {
    fn accept(&mut self, _: &SquaresOfTen) -> Result<()> {
        Ok(())
    }
}

#[test]
fn the_sink_is_returned_when_the_input_is_closed() {
    let pool = WorkerPool::start(4).unwrap();
    let file = Arc::new(());
    let (sink, seen_by_stages) = (CountOpen(Arc::downgrade(&file)), Arc::clone(&file));
    let make_stage = move || {
        let _ = &seen_by_stages;
        Ok(Squares)
    };
    let source = Open { numbers: Tens(0..100), _file: file };
    let CountOpen(open) = run_ordered(&pool, source, make_stage, sink, WINDOW).unwrap();
    assert_eq!(open.strong_count(), 0);
}

/// A stage that calls a function with the first number of each range.
struct Call<F>(F);

impl<F: FnMut(u64, &mut SquaresOfTen, Flush<'_, SquaresOfTen>) -> Result<()>> Stage<Range<u64>> for Call<F> {
    type Out = SquaresOfTen;

    fn run(
        &mut self,
        numbers: &mut Range<u64>,
        output: &mut SquaresOfTen,
        flush: Flush<'_, SquaresOfTen>,
    ) -> Result<()> {
        (self.0)(numbers.start, output, flush)
    }
}

#[test]
fn parts_that_are_passed_on_early_stay_in_order() {
    let pool = WorkerPool::start(4).unwrap();
    let stage = |number, output: &mut SquaresOfTen, flush: Flush<'_, SquaresOfTen>| {
        for part in 0..5 {
            output.0.push(number + part);
            assert!(flush(output));
            assert!(output.0.is_empty());
        }
        output.0.push(number + 5);
        Ok(())
    };
    let Collect(found) =
        run_ordered(&pool, Tens(0..1000), move || Ok(Call(stage)), Collect::default(), WINDOW).unwrap();
    let expected: Vec<u64> = (0..1000).filter(|number| number % 10 < 6).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_error_of_a_stage_ends_the_run() {
    for threads in [1, 4] {
        let pool = WorkerPool::start(threads).unwrap();
        let stage = |number, _: &mut SquaresOfTen, _: Flush<'_, SquaresOfTen>| match number {
            500 => Err(Error::ClosedPipe),
            _ => Ok(()),
        };
        let result =
            run_ordered(&pool, Tens(0..u64::MAX), move || Ok(Call(stage)), Collect::default(), WINDOW);
        assert!(matches!(result, Err(Error::ClosedPipe)));
    }
}

#[test]
fn a_panic_ends_the_run_with_an_error() {
    let pool = WorkerPool::start(2).unwrap();
    let stage = |number, _: &mut SquaresOfTen, _: Flush<'_, SquaresOfTen>| {
        if number == 500 {
            std::panic::resume_unwind(Box::new("a panic without a message"));
        }
        Ok(())
    };
    let result = run_ordered(&pool, Tens(0..u64::MAX), move || Ok(Call(stage)), Collect::default(), WINDOW);
    assert!(matches!(result, Err(Error::Panicked)));
}

#[test]
fn an_error_does_not_wait_for_a_long_item_and_drops_the_sink() {
    /// A sink that reports when it is dropped.
    struct Told(Arc<AtomicBool>);
    impl Drop for Told {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    impl Sink<SquaresOfTen> for Told {
        fn accept(&mut self, _: &SquaresOfTen) -> Result<()> {
            Err(Error::ClosedPipe)
        }
    }
    let is_dropped = Arc::new(AtomicBool::new(false));
    let ends = Arc::new(AtomicBool::new(false));
    let (pool, stays) = (WorkerPool::start(2).unwrap(), Arc::clone(&ends));
    let stage = move |number, _: &mut SquaresOfTen, _: Flush<'_, SquaresOfTen>| {
        while number == 10 && !stays.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    };
    let started = Instant::now();
    let sink = Told(Arc::clone(&is_dropped));
    let result = run_ordered(&pool, Tens(0..100), move || Ok(Call(stage.clone())), sink, WINDOW);
    assert!(matches!(result, Err(Error::ClosedPipe)));
    assert!(is_dropped.load(Ordering::SeqCst) && started.elapsed() < Duration::from_secs(10));
    ends.store(true, Ordering::SeqCst); // the pool waits for its threads
}
