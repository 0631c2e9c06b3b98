//! Builds Tdoku, a solver in C++, from a checkout. The environment variable `TDOKU` names its folder. Tdoku is not part of
//! this repository. Without the variable, it is not among the contestants.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=TDOKU");
    println!("cargo::rustc-check-cfg=cfg(tdoku)");
    let Some(folder) = env::var_os("TDOKU") else { return };
    let source = Path::new(&folder).join("src");
    assert!(
        source.join("solver_dpll_triad_simd.cc").exists(),
        "TDOKU={} is not a checkout of https://github.com/t-dillon/tdoku",
        folder.display()
    );
    println!("cargo::rerun-if-changed={}", source.display());
    // These are the flags of Tdoku's own CMakeLists.txt, for this processor. CXX chooses the compiler.
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
