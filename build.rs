//! Notes for `bulkdoku bench` what the program was built from, and how: figures mean nothing without it.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=src"); // so that the commit is noted anew with every change of the program
    println!("cargo::rerun-if-env-changed=BULKDOKU_COMMIT");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    note("COMMIT", std::env::var("BULKDOKU_COMMIT").ok().or_else(commit));
    note("COMPILER", said(Command::new(compiler).arg("--version")));
    note("TARGET", std::env::var("TARGET").ok());
    note("FLAGS", std::env::var("CARGO_ENCODED_RUSTFLAGS").ok().map(|flags| flags.replace('\x1f', " ")));
    note("PROFILE", std::env::var("PROFILE").ok());
}

/// The commit, with `+` when the files differ from it.
fn commit() -> Option<String> {
    let commit = said(Command::new("git").args(["rev-parse", "--short=12", "HEAD"]))?;
    let changes = said(Command::new("git").args(["status", "--porcelain", "--untracked-files=no"]))?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn note(name: &str, value: Option<String>) {
    println!("cargo::rustc-env=BULKDOKU_BUILD_{name}={}", value.unwrap_or_default());
}
