//! The program `bulkdoku`.

fn main() -> std::process::ExitCode {
    bulkdoku::cli::run(std::env::args_os()).into()
}
