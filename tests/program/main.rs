//! The real program, run as a user runs it.

mod answers; // what is written for which record
mod audited; // what is wrong with a data set
mod bad_files; // what is no puzzle file, and lines without end
mod compressed; // gzip and zstd
mod counted; // numbers of solutions
mod csv_jsonl; // answers as a table and as JSON
mod damage; // what other programs and systems leave in a file
mod files; // where input and output are
mod formats; // every form of input
mod generated; // puzzles from a seed
mod interruption; // closed pipes, full disks, interruptions
mod keep_columns; // answers behind the columns of a table
mod large; // outputs of many pieces, and memory
mod measured; // the table of bench, its JSON and its refusals
mod memory; // memory, however long the input is
mod progress_and_summary; // progress, summary, version
mod records; // what counts as a record, and what is wrong with it
mod round_trip; // what was written, read again
mod run; // how to run it
