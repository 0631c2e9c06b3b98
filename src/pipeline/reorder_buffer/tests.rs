//! The order, bound and end of the buffer, with short texts as outputs.

use super::*;
use std::io;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use crate::pipeline::ordered::WINDOW;

#[derive(Debug, Default)]
struct Text(Vec<u8>);

impl Reuse for Text {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn held_bytes(&self) -> usize {
        self.0.capacity()
    }
}

/// A sink whose content the test can read.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<u8>>>);

impl Sink<Text> for Collected {
    fn accept(&mut self, text: &Text) -> Result<()> {
        self.0.lock().unwrap().extend_from_slice(&text.0);
        Ok(())
    }
}

/// A sink that refuses every output.
struct Full;

impl Sink<Text> for Full {
    fn accept(&mut self, _: &Text) -> Result<()> {
        Err(Error::writing("test", io::ErrorKind::StorageFull.into()))
    }
}

fn text(text: &str) -> Text {
    Text(text.into())
}

#[test]
fn outputs_leave_in_order_whatever_order_they_arrive_in() {
    let shown = Collected::default();
    let buffer = ReorderBuffer::new(shown.clone(), WINDOW);
    for number in [3, 1, 0, 4, 2] {
        buffer.submit(number, text(&number.to_string()));
    }
    buffer.end_after(5);
    buffer.wait().unwrap();
    assert_eq!(*shown.0.lock().unwrap(), b"01234");
}

#[test]
fn a_full_window_stops_the_workers_until_the_slow_output_comes() {
    const WINDOW: usize = 10_000;
    let buffer = Arc::new(ReorderBuffer::new(Collected::default(), WINDOW));
    let slow = buffer.begin().unwrap();
    let fast = Arc::clone(&buffer);
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        for number in 1.. {
            let Some(mut output) = fast.begin() else { return };
            output.0.resize(1000, b'x');
            fast.submit(number, output);
            if tell.send(number).is_err() {
                return;
            }
        }
    });
    let quiet = Duration::from_millis(200);
    while told.recv_timeout(quiet).is_ok() {}
    assert!((WINDOW..WINDOW + 2000).contains(&buffer.lock().held), "{}", buffer.lock().held);
    buffer.submit(0, slow);
    told.recv_timeout(Duration::from_secs(10)).expect("the workers continue");
    buffer.fail(Error::Panicked);
}

#[test]
fn empty_outputs_also_fill_the_window() {
    const WINDOW: usize = 100 * size_of::<Text>();
    let buffer = ReorderBuffer::new(Collected::default(), WINDOW);
    (1..=100).for_each(|number| buffer.submit(number, Text::default()));
    assert_eq!(buffer.lock().held, WINDOW);
}

#[test]
fn a_refused_write_ends_all_waiting_and_drops_the_sink() {
    let buffer = Arc::new(ReorderBuffer::new(Full, 0));
    buffer.submit(1, text("a"));
    let waits = Arc::clone(&buffer);
    let waiting = thread::spawn(move || waits.begin().is_none());
    buffer.submit(0, text("b"));
    assert!(waiting.join().unwrap(), "the worker that waited for room learns of the end");
    assert!(buffer.lock_sink().is_none());
    assert!(matches!(buffer.wait(), Err(Error::Io { .. })));
}

#[test]
fn a_failure_is_returned_after_the_write_in_progress() {
    /// A sink whose write lasts until it is told to end.
    struct SlowSink(mpsc::Sender<()>, mpsc::Receiver<()>);
    impl Sink<Text> for SlowSink {
        fn accept(&mut self, _: &Text) -> Result<()> {
            self.0.send(()).unwrap();
            self.1.recv().unwrap();
            Ok(())
        }
    }
    let ((begun, has_begun), (end, ended)) = (mpsc::channel(), mpsc::channel());
    let buffer = Arc::new(ReorderBuffer::new(SlowSink(begun, ended), WINDOW));
    let (writes, waits) = (Arc::clone(&buffer), Arc::clone(&buffer));
    let writing = thread::spawn(move || writes.submit(0, text("a")));
    has_begun.recv().unwrap();
    buffer.fail(Error::ClosedPipe);
    let waiting = thread::spawn(move || waits.wait().map(drop));
    thread::sleep(Duration::from_millis(50));
    assert!(!waiting.is_finished(), "the sink is in use");
    end.send(()).unwrap();
    writing.join().unwrap();
    assert!(matches!(waiting.join().unwrap(), Err(Error::ClosedPipe)));
    assert!(buffer.lock_sink().is_none());
}

#[test]
fn memory_is_reused() {
    let buffer = ReorderBuffer::new(Collected::default(), WINDOW);
    for number in 0..100 {
        let mut output = buffer.begin().unwrap();
        output.0.resize(1000, b'x');
        buffer.submit(number, output);
    }
    let state = buffer.lock();
    assert_eq!((state.free.len(), state.held), (1, state.spare));
}
