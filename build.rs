//! Records the commit, the compiler and the flags of the build, which `bulkdoku bench` reports with its results, and tells the
//! kernel whether it is optimised.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimised)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimised");
    }
    if std::env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=src"); // the commit must be current after every change
    println!("cargo::rerun-if-env-changed=BULKDOKU_COMMIT");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    export("COMMIT", std::env::var("BULKDOKU_COMMIT").ok().or_else(commit));
    export("COMPILER", output_of(Command::new(compiler).arg("--version")));
    export("TARGET", std::env::var("TARGET").ok());
    export("FLAGS", std::env::var("CARGO_ENCODED_RUSTFLAGS").ok().map(|flags| flags.replace('\x1f', " ")));
    export("PROFILE", std::env::var("PROFILE").ok());
}

/// The commit, followed by `+` if files differ from it.
fn commit() -> Option<String> {
    let commit = output_of(Command::new("git").args(["rev-parse", "--short=12", "HEAD"]))?;
    let changes = output_of(Command::new("git").args(["status", "--porcelain", "--untracked-files=no"]))?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

/// The standard output of a command, or `None` if it fails.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Sets an environment variable for the compiler.
fn export(name: &str, value: Option<String>) {
    println!("cargo::rustc-env=BULKDOKU_BUILD_{name}={}", value.unwrap_or_default());
}
