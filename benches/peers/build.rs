//! Builds Tdoku, a solver in C++, from the checkout in the folder that the environment variable `TDOKU` names. Nothing of
//! it is part of this repository. Without the variable, Tdoku is not among the contestants.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=TDOKU");
    println!("cargo::rustc-check-cfg=cfg(tdoku)");
    let Some(folder) = env::var_os("TDOKU") else { return };
    let source = Path::new(&folder).join("src");
    assert!(
        source.join("solver_dpll_triad_simd.cc").exists(),
        "TDOKU={} is no checkout of https://github.com/t-dillon/tdoku",
        folder.display()
    );
    println!("cargo::rerun-if-changed={}", source.display());
    // As in its own CMakeLists.txt, for the processor that builds it. CXX chooses the compiler.
    cc::Build::new()
        .cpp(true)
        .std("c++14")
        .files(["solver_dpll_triad_simd.cc", "util.cc"].map(|file| source.join(file)))
        .opt_level(3)
        .flag("-march=native")
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .warnings(false)
        .compile("tdoku");
    println!("cargo::rustc-cfg=tdoku");
}
