//! The library as a module of WebAssembly, with one instance for each worker of a page.
//!
//! The caller writes a part of an input to the module's memory and reads the answers from it:
//!
//! ```text
//! input(n)  ─▶ address of n bytes to write text to
//! open(…)   ─▶ finds out the format from the first part, and keeps the settings     length of the header, or −1
//! cut(…)    ─▶ how much of the text is whole records
//! run(…)    ─▶ works on the text, a part of whole records                           answers and counts in made(…)
//! ```
//!
//! A part of a file gives the same answers as in a run over the whole: it needs the number of lines before it alone. `check`
//! compares all records with each other and takes the whole file as one part.

mod report;
mod session;

use std::cell::RefCell;

use session::{Made, Session};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page during a long call how many bytes are done.
    safe fn progress(bytes: f64);
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

#[derive(Default)]
struct State {
    name: String,
    input: Vec<u8>,
    made: Made,
    session: Option<Session>,
}

impl State {
    /// Leaves the message of an error as output.
    fn fail(&mut self, error: &bulkdoku::Error) {
        self.made = Made { output: error.to_string().into_bytes(), ..Made::default() };
    }
}

/// Makes room for a text of `length` bytes. Returns the address to write it to.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input.resize(length, 0);
        state.input.as_mut_ptr()
    })
}

/// Makes room for `length` bytes more behind the text. Returns the address to write them to.
#[unsafe(no_mangle)]
pub extern "C" fn more_input(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        let start = state.input.len();
        state.input.resize(start + length, 0);
        state.input[start..].as_mut_ptr()
    })
}

/// Reserves memory for a text of `length` bytes that is written in pieces.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) {
    STATE.with_borrow_mut(|state| {
        state.input = Vec::new();
        state.input.reserve_exact(length);
    })
}

/// Takes the text as the name of the inputs in messages.
#[unsafe(no_mangle)]
pub extern "C" fn name() {
    STATE.with_borrow_mut(|state| state.name = String::from_utf8_lossy(&state.input).into_owned())
}

/// The address of a text that the last call made: 0 is the output, or the message of an error; 1 the report, lines of words that
/// are separated by tabs; 2 the picture of a data set.
#[unsafe(no_mangle)]
pub extern "C" fn made(which: u32) -> *const u8 {
    STATE.with_borrow(|state| state.made.text(which).as_ptr())
}

/// The length of that text.
#[unsafe(no_mangle)]
pub extern "C" fn made_length(which: u32) -> usize {
    STATE.with_borrow(|state| state.made.text(which).len())
}

/// Finds out the format of an input that begins with the text. `task` and `format` are numbers of [`session::Task`] and
/// [`session::Format`]; `limit` is that of a count. Returns the length of the header in bytes, or -1 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn open(task: u32, format: u32, limit: u32) -> isize {
    STATE.with_borrow_mut(|state| {
        let opened = Session::open(&state.name, &state.input, (task, format, limit));
        match opened {
            Ok(session) => {
                let header = session.header_length();
                state.session = Some(session);
                header as isize
            }
            Err(error) => {
                state.fail(&error);
                -1
            }
        }
    })
}

/// The length of the whole records at the beginning of the text, and of the whole text if it has `ended`. 0 says that more text
/// is needed.
#[unsafe(no_mangle)]
pub extern "C" fn cut(ended: bool) -> usize {
    STATE.with_borrow(|state| match &state.session {
        Some(session) if !ended => session.cut(&state.input),
        _ => state.input.len(),
    })
}

/// Works on the text, which follows `lines` lines of the input and is cut off by [`cut`]. The first part begins with the
/// header. Returns false with a message in the output when it fails.
#[unsafe(no_mangle)]
pub extern "C" fn run(is_first: bool, lines: f64) -> bool {
    STATE.with_borrow_mut(|state| {
        let text = std::mem::take(&mut state.input);
        let Some(session) = &state.session else { return false };
        let lines = if is_first { None } else { Some(lines as u64) };
        let made = session.run(&state.name, text, lines).map(|made| state.made = made);
        made.inspect_err(|error| state.fail(error)).is_ok()
    })
}
