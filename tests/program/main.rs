//! The program, run as a user runs it.

#[cfg(unix)] // commands of a Unix shell
mod advice; // commands that messages show
mod answers; // answers, verdicts and their order
mod arrays; // NumPy arrays
mod augment; // augment: equivalents from a seed
mod bad_files; // files without puzzles, and endless lines
mod bench; // bench: its table, its JSON, comparisons and errors
mod boards; // boards: --format and --blank of every command
mod canon; // canon: forms and transformations
mod check; // check: findings and summaries
mod check_page; // check --html: the report on a data set
mod clean; // check --clean and --rejects
mod completions; // shell completions and manual pages
mod compressed; // gzip and zstd
mod corpus;
mod count; // count: numbers and lists of solutions
mod csv_jsonl; // answers as CSV and as JSON
mod damage; // files as other programs and systems write them
#[cfg(unix)] // a script of a Unix shell
mod datasets; // scripts/datasets.sh
mod decode; // inputs that are decoded while they are read
mod dedupe; // dedupe: files without their duplicates
#[path = "../support/effort.rs"]
mod effort; // how much the tests try
mod every_command; // each command × threads, chunks, memory, pipes, refusals, interruption
mod files; // input and output files
mod formats; // every input format
mod gaps; // long text between records, and long lines
mod generate; // generate: puzzles from a seed
mod guide_table; // the table of formats in the guide
mod help; // short help, and the examples at its end
mod interruption; // closed pipes, full disks, signals
mod keep; // dedupe --keep: which record of a class stays
mod keep_columns; // answers appended to the columns of a table
mod large; // long outputs
#[cfg(unix)] // signals and modes
mod late; // outputs that cannot be put in place
mod leaks; // check --by and --against
mod memory; // memory, however long the input is
mod minimize; // minimize: puzzles without redundant clues
mod options; // rules for the options of all commands
mod out_of_memory; // memory that the system refuses
mod part_summaries; // merge-summaries
mod patterns; // generate: masks, symmetries and ratings
mod planted; // sets with planted duplicates
mod progress_and_summary; // progress, summary, version
mod promises; // the tests of the promises that the guide makes
#[path = "../support/puzzle_sets.rs"]
mod puzzle_sets; // public sets, and those of this repository
mod rate; // rate: columns, filters, histograms
mod records; // what counts as a record, and what is wrong with it
mod replacement; // runs to the same output, and what killed runs leave
mod round_trip; // outputs read again as inputs
#[path = "../support/rules.rs"]
mod rules; // the rules of Sudoku
mod run; // runs the program
mod sample; // sample: records drawn from a file
mod shards; // --shard
mod sheet; // --format html: pages to print
mod shuffle; // shuffle: records in a random order
mod signals; // signals at random moments
mod split; // split: parts without a class in common
mod steps; // solve --steps: explanations
mod summaries; // the JSON summary: its keys, its values, and failed runs
mod terminal; // the progress bar on a terminal
mod unbiased; // generate --unbiased and --grids: fair samples
mod views; // the same records, seen in different ways
#[cfg(windows)]
mod windows; // what is different on Windows
