//! OrderedWriter, bound and end of the hand-in, without any puzzle.

use super::*;
use std::io::{self, Write};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// A writer that the test can look into.
#[derive(Clone, Default)]
struct Shown(Arc<Mutex<Vec<u8>>>);

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that refuses.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn order(writer: impl Write + Send + 'static, window: usize) -> OrderedWriter {
    OrderedWriter::new(Output::writer("test", writer), b"", window)
}

fn finished(text: &str) -> ChunkOutput {
    let mut tally = Tally::default();
    tally.lines = 1;
    ChunkOutput { text: text.into(), tally, ..ChunkOutput::default() }
}

#[test]
fn chunks_leave_in_order_whatever_order_they_come_in() {
    let shown = Shown::default();
    let order = order(shown.clone(), WINDOW);
    for number in [3, 1, 0, 4, 2] {
        order.submit(number, finished(&number.to_string()));
    }
    order.no_more(5);
    let (_, report) = order.wait().unwrap();
    assert_eq!(*shown.0.lock().unwrap(), b"01234");
    assert_eq!((report.tally.lines, report.written), (5, 5));
}

#[test]
fn a_separator_is_left_out_before_the_first_record_alone() {
    let shown = Shown::default();
    let order = OrderedWriter::new(Output::writer("test", shown.clone()), b"-", WINDOW);
    for (number, text) in ["", "-a-b", "-c"].into_iter().enumerate() {
        order.submit(number as u64, finished(text));
    }
    assert_eq!(*shown.0.lock().unwrap(), b"a-b-c");
}

#[test]
fn a_full_window_stops_the_workers_until_the_slow_chunk_comes() {
    const WINDOW: usize = 10_000;
    let order = Arc::new(order(Shown::default(), WINDOW));
    let slow = order.begin().unwrap();
    let fast = Arc::clone(&order);
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        for number in 1.. {
            let Some(mut finished) = fast.begin() else { return };
            finished.text.resize(1000, b'x');
            fast.submit(number, finished);
            if tell.send(number).is_err() {
                return;
            }
        }
    });
    let quiet = Duration::from_millis(200);
    while told.recv_timeout(quiet).is_ok() {}
    assert!((WINDOW..WINDOW + 2000).contains(&order.lock().held), "{}", order.lock().held);
    order.submit(0, slow);
    told.recv_timeout(Duration::from_secs(10)).expect("the workers go on");
    order.fail(Error::Panicked);
}

#[test]
fn a_refused_write_ends_all_waiting() {
    let order = order(Full, 0);
    order.submit(1, finished("a"));
    let order = Arc::new(order);
    let waits = Arc::clone(&order);
    let waiting = thread::spawn(move || waits.begin().is_none());
    order.submit(0, finished("b"));
    assert!(waiting.join().unwrap(), "the worker that waited for room is told to end");
    assert!(matches!(order.wait(), Err(Error::Io { .. })));
}

#[test]
fn memory_is_used_again() {
    let order = order(Shown::default(), WINDOW);
    for number in 0..100 {
        let mut finished = order.begin().unwrap();
        finished.text.resize(1000, b'x');
        order.submit(number, finished);
    }
    let state = order.lock();
    assert_eq!((state.free.len(), state.held), (1, state.spare));
}
