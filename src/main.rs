//! The program `bulkdoku`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main().into()
}
