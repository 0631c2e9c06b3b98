//! A new file, written in pieces that cost the system little.
//!
//! What is written is copied into pages of the system's cache, and beside the copy there is work for each page: to find
//! it, to give it a place on the disk. So pieces end where large pages do, and the place is asked for ahead:
//!
//! ```text
//! chunks    │ chunk 0          │ chunk 1             │ chunk 2         │
//! writes    ├───────────┬──────┴──────────────┬──────┴──────┬──────────┘
//! file      0        3 × PIECE            7 × PIECE     10 × PIECE   the end: no longer than what is in it
//!                       └ the bytes after a border wait for those of the next chunk: the only ones that are copied here
//! ```
//!
//! Milliseconds of one core for 410 MB to ext4 on Linux 6.18, from memory that stays in the cache of the core: in parts
//! of 262,400 bytes 92, in parts of 262,144 that begin at borders 75, with the place asked for 50.
//!
//! What did not help: parts written by two threads, each at its place, since the system lets one writer at a time into
//! a file (93, as with one); giving the file its length before (93); mapping the file and copying into it on both cores
//! (106, since pages must be cleared and found one by one); borders farther apart, where the copies here cost what they
//! save there; chunks of 128 KiB to 1 MiB. On tmpfs it takes longer to ask for the place (266 against 249 for a whole
//! run), and what other file systems make of it was not measured: so it is done on ext4 alone.

use std::fs::File;
use std::io::{self, IoSlice, Write};

use crate::io::compression::FinishWrite;

/// Writes end at multiples of this, but for the last one, so that the system takes large pages for them.
const PIECE: u64 = 64 * 1024;

/// The least and the most that is asked for ahead: a small file asks for nothing, a large one now and then.
const AHEAD: (u64, u64) = (1 << 20, 64 << 20);

/// A new file, and what was not written to it yet.
pub(crate) struct AlignedFile {
    file: File,
    /// Bytes in the file.
    written: u64,
    /// The bytes after the last border, not written yet.
    rest: Vec<u8>,
    room: Room,
}

/// Space on the disk that a file has got before its bytes are there.
enum Room {
    /// As far as this.
    Until(u64),
    /// The system gives none: it has other ways, or no more space.
    Refused { given: u64 },
}

impl AlignedFile {
    /// A file with nothing in it. Takes 64 KiB of memory when it is written to.
    pub(crate) fn new(file: File) -> Self {
        Self { file, written: 0, rest: Vec::new(), room: Room::Until(0) }
    }

    /// Writes the rest and `bytes`, which end at a border or are the last.
    fn write_through(&mut self, bytes: &[u8]) -> io::Result<()> {
        write_all(&mut self.file, &mut [IoSlice::new(&self.rest), IoSlice::new(bytes)])?;
        self.written += (self.rest.len() + bytes.len()) as u64;
        self.rest.clear();
        Ok(())
    }

    /// Asks for space when what ends at `end` would not have any. No failure: a full disk is told by the write.
    fn make_room(&mut self, end: u64) {
        let Room::Until(given) = self.room else { return };
        if end <= given {
            return;
        }
        let wanted = end + end.clamp(AHEAD.0, AHEAD.1);
        self.room = match allocate(&self.file, given, wanted - given) {
            Ok(()) => Room::Until(wanted),
            Err(_) => Room::Refused { given },
        };
    }
}

impl Write for AlignedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let begin = self.written + self.rest.len() as u64;
        let end = begin + bytes.len() as u64;
        let border = end - end % PIECE;
        if border <= begin {
            self.rest.extend_from_slice(bytes);
            return Ok(());
        }
        self.make_room(border);
        let (now, later) = bytes.split_at((border - begin) as usize);
        self.write_through(now)?;
        self.rest.extend_from_slice(later);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_through(&[])
    }
}

impl FinishWrite for AlignedFile {
    fn finish(&mut self) -> io::Result<()> {
        self.flush()?;
        let (Room::Until(given) | Room::Refused { given }) = self.room;
        // Also where the length is this already: space after the end goes back.
        if given > self.written { self.file.set_len(self.written) } else { Ok(()) }
    }
}

/// Writes all of `slices`, in as many calls as the system wants.
fn write_all(writer: &mut impl Write, mut slices: &mut [IoSlice<'_>]) -> io::Result<()> {
    IoSlice::advance_slices(&mut slices, 0); // empty ones go
    while !slices.is_empty() {
        match writer.write_vectored(slices) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut slices, written),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Space for `length` bytes from `start`, without making the file longer; where that pays.
#[cfg(target_os = "linux")]
fn allocate(file: &File, start: u64, length: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate, fstatfs};
    const EXT4: u64 = 0xEF53; // its number among the file systems
    if fstatfs(file)?.f_type as u64 != EXT4 {
        return Err(io::ErrorKind::Unsupported.into());
    }
    Ok(fallocate(file, FallocateFlags::KEEP_SIZE, start, length)?)
}

#[cfg(not(target_os = "linux"))]
fn allocate(_: &File, _: u64, _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek};

    /// A writer that takes a few bytes at a time, and is interrupted in between.
    #[derive(Default)]
    struct Slow {
        taken: Vec<u8>,
        calls: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls.is_multiple_of(3) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = bytes.len().min(7);
            self.taken.extend_from_slice(&bytes[..count]);
            Ok(count)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn bytes(count: usize) -> Vec<u8> {
        (0..count).map(|index| (index % 251) as u8).collect()
    }

    /// The file after its bytes were written in parts of these lengths, again and again; flushed after some of them.
    fn written(all: &[u8], lengths: &[usize], flush_every: usize) -> File {
        let mut file = tempfile::tempfile().unwrap();
        let mut pieces = AlignedFile::new(file.try_clone().unwrap());
        let (mut left, mut lengths) = (all, lengths.iter().cycle());
        for index in 1.. {
            let Some(length) = lengths.next().filter(|_| !left.is_empty()) else { break };
            let (part, after) = left.split_at(left.len().min(*length));
            pieces.write_all(part).unwrap();
            left = after;
            if index % flush_every == 0 {
                pieces.flush().unwrap();
                assert_eq!(pieces.written as usize, all.len() - left.len());
            }
        }
        pieces.finish().unwrap();
        file.rewind().unwrap();
        file
    }

    #[test]
    fn parts_of_any_length_come_out_as_they_went_in() {
        let piece = PIECE as usize;
        let all = bytes(5_000_011);
        let mixed = [0, 1, 82, piece - 1, piece, piece + 1, 3 * piece + 5, 7, 2 * piece];
        for lengths in [&mixed[..], &[2 * piece], &[262_072], &[6_000_000], &[997]] {
            for flush_every in [usize::MAX, 5] {
                let mut found = Vec::new();
                written(&all, lengths, flush_every).read_to_end(&mut found).unwrap();
                assert!(found == all, "{lengths:?}, flushed every {flush_every}");
            }
        }
    }

    #[test]
    fn writes_end_at_borders_until_the_last() {
        let mut pieces = AlignedFile::new(tempfile::tempfile().unwrap());
        for _ in 0..20 {
            pieces.write_all(&bytes(100_000)).unwrap();
            assert_eq!(pieces.written % PIECE, 0);
            assert!((pieces.rest.len() as u64) < PIECE);
        }
        pieces.finish().unwrap();
        assert_eq!(pieces.file.metadata().unwrap().len(), 2_000_000);
    }

    #[test]
    fn an_empty_file_stays_empty() {
        assert_eq!(written(b"", &[1], usize::MAX).metadata().unwrap().len(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn space_that_was_asked_for_and_not_used_goes_back() {
        use std::os::unix::fs::MetadataExt;
        let file = written(&bytes(3_000_000), &[262_072], usize::MAX);
        let about = file.metadata().unwrap();
        assert_eq!(about.len(), 3_000_000);
        assert!(about.blocks() * 512 < 3_000_000 + PIECE, "{} blocks", about.blocks());
    }

    #[test]
    fn a_writer_that_takes_little_gets_all() {
        let mut slow = Slow::default();
        let (one, two) = (bytes(100), bytes(45));
        write_all(&mut slow, &mut [IoSlice::new(&one), IoSlice::new(&[]), IoSlice::new(&two)]).unwrap();
        assert_eq!(slow.taken, [one, two].concat());
        write_all(&mut slow, &mut [IoSlice::new(&[])]).unwrap();
    }
}
