//! The library as a WebAssembly module, with one instance for each worker of a page.
//!
//! The caller writes a part of an input to the module's memory and reads the answers from it:
//!
//! ```text
//! input(n)  ─▶ address of n bytes to write text to
//! open(…)   ─▶ detects the format from the first part, and keeps the settings       length of the header, or a negative number
//! cut(…)    ─▶ how much of the text is whole records
//! run(…)    ─▶ runs over the text, a part of whole records                          answers and counts in made(…)
//! ```
//!
//! A part of a file gives the same answers as in a run over the whole: it needs only the number of lines before it. An input that
//! has to be decoded, such as a JSON document, or whose records are compared with each other by `check`, comes as a whole: `open`
//! says so, and the only part is the whole text.

mod report;
mod session;

use std::cell::RefCell;
use std::sync::Arc;

use memchr::memchr_iter;
use session::{Made, Session};

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

#[derive(Default)]
struct State {
    name: String,
    input: Text,
    made: Made,
    session: Option<Session>,
}

/// A text that a run reads in place. The next text reuses its memory.
#[derive(Clone, Default)]
struct Text(Arc<Vec<u8>>);

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Text {
    /// Returns the bytes, without a copy if they are not shared.
    fn into_bytes(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.0)
    }
}

impl State {
    /// Stores what was made, or the message of an error as output. Returns whether there was no error.
    fn keep(&mut self, made: bulkdoku::Result<Made>) -> bool {
        let is_made = made.is_ok();
        self.made =
            made.unwrap_or_else(|error| Made { output: error.to_string().into_bytes(), ..Made::default() });
        is_made
    }
}

/// Allocates a text of `length` bytes. Returns the address to write it to.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        let text = Arc::make_mut(&mut state.input.0);
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Sets the name of the inputs in messages to the text.
#[unsafe(no_mangle)]
pub extern "C" fn name() {
    STATE.with_borrow_mut(|state| state.name = String::from_utf8_lossy(state.input.as_ref()).into_owned())
}

/// Returns the address of a text that the last call made: 0 is the output, or the message of an error; 1 the report, lines of
/// words separated by tabs; of a data set that was checked, 2 is its report, a page, 3 the figures in it, and 4 their style sheet.
#[unsafe(no_mangle)]
pub extern "C" fn made(which: u32) -> *const u8 {
    STATE.with_borrow(|state| state.made.text(which).as_ptr())
}

/// Returns the length of that text.
#[unsafe(no_mangle)]
pub extern "C" fn made_length(which: u32) -> usize {
    STATE.with_borrow(|state| state.made.text(which).len())
}

/// The results of [`open`] besides a length.
const FAILED: isize = -1;
const WHOLE: isize = -2;

/// Detects the format of an input that begins with the text. `task` and `format` are numbers of [`session::Task`] and
/// [`session::Format`], and `limit` is the limit of a count. Returns the length of the header in bytes, with the description of the
/// format as output; -1 with a message; or -2 if the input must come as a whole.
#[unsafe(no_mangle)]
pub extern "C" fn open(task: u32, format: u32, limit: u32) -> isize {
    STATE.with_borrow_mut(|state| {
        match Session::open(&state.name, state.input.as_ref(), (task, format, limit)) {
            Ok(session) => {
                let described =
                    session.parts().map(|parts| (parts.header_length() as isize, parts.read_as()));
                let (header, output) = described.unwrap_or((WHOLE, String::new()));
                state.keep(Ok(Made { output: output.into_bytes(), ..Made::default() }));
                state.session = Some(session);
                header
            }
            Err(error) => {
                state.keep(Err(error));
                FAILED
            }
        }
    })
}

/// Returns the length of the whole records at the beginning of the text, or of the whole text if it has `ended`. 0 means that more
/// text is needed.
#[unsafe(no_mangle)]
pub extern "C" fn cut(ended: bool) -> usize {
    STATE.with_borrow(|state| match &state.session {
        Some(session) if !ended => {
            session.parts().and_then(|parts| parts.cut(state.input.as_ref())).unwrap_or(0)
        }
        _ => state.input.as_ref().len(),
    })
}

/// Returns the number of line ends in the text.
#[unsafe(no_mangle)]
pub extern "C" fn lines() -> usize {
    STATE.with_borrow(|state| memchr_iter(b'\n', state.input.as_ref()).count())
}

/// Runs over the text, which follows `lines` lines of the input and ends where [`cut`] says. The first part begins with the
/// header. An input that comes as a whole is used up. Returns false, with a message in the output, if it fails.
#[unsafe(no_mangle)]
pub extern "C" fn run(is_first: bool, lines: f64) -> bool {
    STATE.with_borrow_mut(|state| {
        let Some(session) = &state.session else { return false };
        let mut memory = std::mem::take(&mut state.made.output); // large enough for most parts after the first one
        memory.clear();
        let lines = if is_first { None } else { Some(lines as u64) };
        let made = match session.parts() {
            Some(parts) => session.run_part(parts, state.input.clone(), lines, memory),
            None => session.run_whole(&state.name, std::mem::take(&mut state.input)),
        };
        state.keep(made)
    })
}
