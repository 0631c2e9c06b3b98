//! gzip and zstd, in and out.

use std::fs::{self, File};
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::run::{Folder, PUZZLE, puzzles, run, run_with};

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory")
}

#[test]
fn compressed_input_is_read_from_files_and_streams() {
    let folder = Folder::new();
    let text = puzzles(5000);
    let expected = run_with(&["solve"], text.as_bytes()).ends_with(0).stdout;
    let (first, second) = text.as_bytes().split_at(text.len() / 2);
    let members = [gzip(first), gzip(second)].concat();
    let skippable = [b"\x50\x2A\x4D\x18\x04\0\0\0size", &zstd(text.as_bytes())[..]].concat(); // as pzstd writes it
    for compressed in [gzip(text.as_bytes()), zstd(text.as_bytes()), members, skippable] {
        let file = folder.file("any-name", &compressed);
        run(&["solve", &file]).ends_with(0).prints(&expected);
        run(&["solve", &file, "--no-mmap"]).ends_with(0).prints(&expected);
        run_with(&["solve"], &compressed).ends_with(0).prints(&expected);
    }
}

#[test]
fn a_compressed_output_is_complete() {
    let folder = Folder::new();
    let text = puzzles(2000);
    let expected = run_with(&["solve"], text.as_bytes()).ends_with(0).stdout;
    let (gz, zst) = (folder.path("a.gz"), folder.path("a.zst"));
    for file in [&gz, &zst] {
        run_with(&["solve", "-o", file], text.as_bytes()).ends_with(0).prints("");
    }
    let mut plain = String::new();
    MultiGzDecoder::new(File::open(gz).expect("a file")).read_to_string(&mut plain).expect("gzip");
    assert_eq!(plain, expected);
    assert_eq!(zstd::decode_all(File::open(zst).expect("a file")).expect("zstd"), expected.as_bytes());
    assert_eq!(folder.names(), ["a.gz", "a.zst"]);
}

#[test]
fn a_truncated_or_damaged_stream_is_refused_in_one_line_without_output() {
    let folder = Folder::new();
    let text = puzzles(5000);
    for whole in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
        let answers = folder.file("answers", "old");
        let cut = folder.file("cut", &whole[..whole.len() - 20]);
        run(&["solve", &cut, "-o", &answers]).ends_with(2).says_only("cannot read").says("truncated");
        let mut damaged = whole.clone();
        damaged[whole.len() / 2..][..40].fill(0x55);
        let damaged = folder.file("damaged", damaged);
        run(&["solve", &damaged, "-o", &answers]).ends_with(2).says_only("cannot read");
        assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    }
    run_with(&["solve"], &gzip(PUZZLE.as_bytes())[..5]).ends_with(2).says_only("cannot read <stdin>");
}

#[test]
fn bytes_after_the_last_member_are_ignored_as_gzip_does_and_named_unless_they_are_zeros() {
    let text = puzzles(50);
    let expected = run_with(&["solve"], text.as_bytes()).ends_with(0).stdout;
    for (rest, is_named) in [(&[0; 10_000][..], false), (b"\n", true), (b"<html>", true)] {
        let run =
            run_with(&["solve"], &[&gzip(text.as_bytes()), rest].concat()).ends_with(0).prints(&expected);
        assert_eq!(
            run.stderr.contains("the bytes after the compressed data were ignored"),
            is_named,
            "{run}"
        );
    }
}

#[test]
fn compressed_line_ends_and_compressed_long_lines_are_read() {
    run_with(&["solve"], &gzip(&vec![b'\n'; 50 << 20])).ends_with(0).says_only("no puzzles");
    let long = [PUZZLE.as_bytes(), b"\n", &vec![b'1'; 200 << 20]].concat();
    let run = run_with(&["solve"], &zstd(&long)).ends_with(1);
    assert_eq!(run.stdout.lines().count(), 2, "{run}");
}
