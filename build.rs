//! Records the commit, the compiler and the flags of the build, which `bulkdoku bench` reports with its results.

use std::fs;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=src"); // the commit must be current after every change
    println!("cargo::rerun-if-env-changed=BULKDOKU_COMMIT");
    if fs::exists(PACKAGED).unwrap_or(false) {
        println!("cargo::rerun-if-changed={PACKAGED}");
    }
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    export("COMMIT", std::env::var("BULKDOKU_COMMIT").ok().or_else(packaged_commit).or_else(commit));
    export("COMPILER", output_of(Command::new(compiler).arg("--version")));
    export("TARGET", std::env::var("TARGET").ok());
    export("FLAGS", std::env::var("CARGO_ENCODED_RUSTFLAGS").ok().map(|flags| shown(&flags)));
    export("PROFILE", std::env::var("PROFILE").ok());
}

/// What Cargo writes into the package of a crate.
const PACKAGED: &str = ".cargo_vcs_info.json";

/// The commit that the crate was packaged from, followed by `+` if files differed from it.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(PACKAGED).ok()?;
    let after = info.split_once("\"sha1\"")?.1;
    let commit = after.split('"').nth(1)?.get(..12)?;
    let is_changed = info
        .split_once("\"dirty\"")
        .is_some_and(|(_, after)| after.trim_start_matches([':', ' ']).starts_with("true"));
    Some(if is_changed { format!("{commit}+") } else { commit.to_owned() })
}

/// The commit of this package's own repository, followed by `+` if files differ from it. A repository that the package
/// merely lies in is another project's.
fn commit() -> Option<String> {
    if !output_of(Command::new("git").args(["rev-parse", "--show-prefix"]))?.is_empty() {
        return None;
    }
    let commit = output_of(Command::new("git").args(["rev-parse", "--short=12", "HEAD"]))?;
    let changes = output_of(Command::new("git").args(["status", "--porcelain", "--untracked-files=no"]))?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

/// The standard output of a command, or `None` if it fails.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The compiler's flags but for those that only hide the folder of the build, and would show it here.
fn shown(flags: &str) -> String {
    let flags: Vec<&str> =
        flags.split('\x1f').filter(|flag| !flag.starts_with("--remap-path-prefix")).collect();
    flags.join(" ")
}

/// Sets an environment variable for the compiler.
fn export(name: &str, value: Option<String>) {
    println!("cargo::rustc-env=BULKDOKU_BUILD_{name}={}", value.unwrap_or_default());
}
