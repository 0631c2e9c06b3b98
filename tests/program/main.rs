//! The real program, run as a user runs it.

mod answers; // what is written for which record
mod ends; // closed pipes, full disks, interruptions
mod files; // where input and output are
mod generated;
mod measured; // puzzles from a seed
mod records; // what counts as a record, and what is wrong with it
mod run; // how to run it
mod shown; // progress, summary, version
