//! The program `bulkdoku`.

mod allocator;

fn main() -> std::process::ExitCode {
    bulkdoku::cli::run(std::env::args_os()).into()
}
