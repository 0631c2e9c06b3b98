//! The progress bar on a terminal: it fits the width, and an interruption removes it.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::run::{PUZZLE, bulkdoku};

/// A pseudo-terminal. Writing to `ours` types text, and reading from it returns the displayed text.
struct Terminal {
    ours: File,
    columns: usize,
    displayed: Receiver<Vec<u8>>,
    text: Vec<u8>,
}

impl Terminal {
    /// Opens a terminal with `columns` columns. Also returns the end for the program.
    fn open(columns: u16) -> (Self, OwnedFd) {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("a pseudo-terminal");
        let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("UTF-8");
        let theirs = File::options().read(true).write(true).open(name).expect("its other end");
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&ours, size).expect("a size");
        let ours = File::from(ours);
        let (sender, displayed) = channel();
        let mut reader = ours.try_clone().expect("a second handle");
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        (Self { ours, columns: usize::from(columns), displayed, text: Vec::new() }, theirs.into())
    }

    /// Reads until the displayed text contains `part`.
    #[track_caller]
    fn wait_for(&mut self, part: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !String::from_utf8_lossy(&self.text).contains(part) {
            let left = deadline.saturating_duration_since(Instant::now());
            let bytes = self.displayed.recv_timeout(left);
            self.text.extend(bytes.unwrap_or_else(|_| panic!("'{part}' is not displayed: {}", self.shown())));
        }
    }

    fn type_text(&mut self, text: &str) {
        self.ours.write_all(text.as_bytes()).expect("a terminal");
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.text).escape_debug().to_string()
    }

    /// Returns the lines on the screen after all text was displayed, without trailing spaces and empty lines at the end.
    fn screen(&self) -> Vec<String> {
        let mut screen = vec![vec![' '; self.columns]];
        let (mut row, mut column) = (0_usize, 0_usize);
        let text = String::from_utf8_lossy(&self.text).into_owned();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\r' => column = 0,
                '\n' => row += 1,
                '\x1b' => {
                    let sequence = control_sequence(&mut letters);
                    let (number, command) = sequence.split_at(sequence.len() - 1);
                    let number: usize = number.parse().unwrap_or(1);
                    match command {
                        "A" => row = row.saturating_sub(number),
                        "B" => row += number,
                        "C" => column += number,
                        "D" => column = column.saturating_sub(number),
                        "K" => screen[row].fill(' '),
                        _ => panic!("unknown sequence {sequence}"),
                    }
                }
                letter => {
                    if column == self.columns {
                        (row, column) = (row + 1, 0);
                    }
                    screen.resize(screen.len().max(row + 1), vec![' '; self.columns]);
                    screen[row][column] = letter;
                    column += 1;
                }
            }
            screen.resize(screen.len().max(row + 1), vec![' '; self.columns]);
        }
        let mut lines: Vec<String> =
            screen.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }
}

/// Returns the part of a control sequence after `ESC [`, up to its first letter.
fn control_sequence(letters: &mut impl Iterator<Item = char>) -> String {
    let mut sequence = String::new();
    for letter in letters.skip(1) {
        sequence.push(letter);
        if letter.is_ascii_alphabetic() {
            break;
        }
    }
    sequence
}

/// Starts a run that never ends, with these `options` and its progress on a terminal with `columns` columns.
fn start(columns: u16, options: &[&str]) -> (Child, Terminal) {
    let (mut terminal, theirs) = Terminal::open(columns);
    let mut command = bulkdoku(&["solve", "-o", "/dev/null"]);
    command.args(options);
    command.env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(theirs);
    let mut child = command.spawn().expect("it starts");
    let pipe = child.stdin.as_mut().expect("a pipe");
    pipe.write_all(format!("{PUZZLE}\n").repeat(10_000).as_bytes()).expect("it reads");
    terminal.wait_for(" done · ");
    (child, terminal)
}

#[test]
fn the_bar_stays_on_one_line_of_any_width() {
    for columns in [20, 40, 60, 80, 120] {
        let (mut child, mut terminal) = start(columns, &[]);
        thread::sleep(Duration::from_millis(700)); // a few updates
        drop(child.stdin.take());
        terminal.wait_for("all solved");
        assert!(child.wait().expect("it ends").success());
        let text = String::from_utf8_lossy(&terminal.text).into_owned();
        let bar = text.split(['\r', '\x1b']).filter(|part| part.contains(" done · "));
        assert!(bar.clone().count() > 0, "{}", terminal.shown());
        assert!(
            bar.map(|part| part.trim_start_matches("[2K").chars().count())
                .all(|width| width <= usize::from(columns)),
            "{}",
            terminal.shown()
        );
        let screen = terminal.screen().concat();
        assert!(screen.contains("10,000 records in "), "{screen}");
        assert!(!screen.contains(" done · "), "the bar is left: {screen}");
    }
}

#[test]
fn the_bar_is_drawn_at_most_twenty_times_per_second() {
    let began = Instant::now();
    let (mut child, mut terminal) = start(80, &["--chunk-size", "100"]);
    let mut pipe = child.stdin.take().expect("a pipe");
    for _ in 0..500 {
        pipe.write_all(format!("{PUZZLE}\n").as_bytes()).expect("it reads"); // a chunk, after which the bar may change
        thread::sleep(Duration::from_millis(1));
    }
    drop(pipe);
    terminal.wait_for("all solved");
    let seconds = began.elapsed().as_secs_f64();
    assert!(child.wait().expect("it ends").success());
    let draws = terminal.shown().matches(" done · ").count();
    let burst = 20; // the draws that indicatif allows before it limits them
    assert!((2..=burst + 2 + (20.0 * seconds) as usize).contains(&draws), "{draws} draws in {seconds} s");
}

#[test]
fn the_message_of_an_interruption_is_on_a_line_of_its_own() {
    for columns in [40, 80, 120] {
        let (mut child, mut terminal) = start(columns, &[]);
        terminal.type_text("\x03"); // the terminal displays ^C
        terminal.wait_for("^C");
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill runs").success());
        terminal.wait_for("files are unchanged");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let screen = terminal.screen().join("\n");
        let said: String = screen.split("bulkdoku: ").skip(1).collect();
        assert_eq!(said.replace('\n', ""), "interrupted; existing output files are unchanged", "{screen}");
        assert!(screen.contains("\nbulkdoku: "), "{columns} columns: {screen}");
    }
}
