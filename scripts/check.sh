#!/bin/sh
# Runs every check that must pass before a change is merged, and prints how long each one took. It only lists commands, and needs
# nothing but a shell for that, so that a contributor and continuous integration run the same.
# usage: scripts/check.sh            what every change must pass, in fifteen minutes on two cores
#        scripts/check.sh nightly    what draws new inputs, tries every fault, or needs other compilers: hours
#        scripts/check.sh STEP...    single steps of either list, such as `memory_is_respected`
# It needs Rust with rustfmt and clippy, and Python 3. Checks that need shellcheck, objdump, strace, Python's venv or, at night, other
# tools are skipped with a message if these are missing; .ci/run installs those of the day first.
#
# environment:
#   BULKDOKU_SECONDS   how long a night fuzzes each target; soak takes six times as long (default: 600)
set -eu

cd "$(dirname "$0")/.."
root=$PWD
mkdir -p "${CARGO_TARGET_DIR:-target}"
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export BULKDOKU="${BULKDOKU:-$target/release/bulkdoku}"
seconds=${BULKDOKU_SECONDS:-600}

every_change() {
    step scripts_are_clean
    step cargo fmt --all --check
    step cargo clippy --workspace --all-targets -- -D warnings
    step features_compile
    step users_of_the_solver_compile_little
    step documentation_is_complete
    step main_job_of_readme
    step cargo build --release --workspace --lib --bins --examples
    step cargo test --release --workspace
    step examples_run
    step scripts/machine-code.sh check
    step scripts/check-guide.py
    step data_is_reproducible
    step dataset_script_decides
    step python3 scripts/faults pairs outputs --every 3
    step python3 scripts/faults calls --every 20
    step scripts/peak-memory.py --check
    step scripts/record-bench.sh --try --set easy --runs 2 --time 1ms --progress never
    step scripts/check-python.sh
}

# .github/workflows/nightly.yml lists the same steps.
every_night() {
    step readme_commands
    step features_have_examples
    step dependencies_are_allowed
    step assertions_hold
    step long_tests
    step benches_run
    step peers_can_be_measured
    step memory_is_respected
    step every_fault
    step other_platforms
    step python_as_installed
    step page_and_package
    step growth_is_proportional
    step soaked
    step fuzzed
}

# Runs a command under a heading, and notes how long it took.
step() {
    printf '\n== %s\n' "$*" >&2
    began=$(date +%s)
    "$@"
    printf '%5d s  %s\n' "$(($(date +%s) - began))" "$*" >>"$work/times"
}

scripts_are_clean() {
    PYTHONPYCACHEPREFIX="$work/python" python3 -m py_compile scripts/*.py scripts/*/*.py
    if command -v shellcheck >/dev/null; then
        shellcheck scripts/*.sh scripts/*/*.sh .ci/run
    else
        echo 'shellcheck is not installed: the shell scripts were not checked' >&2
    fi
    # Somebody runs every step of the night.
    sed -n '/^every_night/,/^}/s/^    step //p' scripts/check.sh | while read -r name; do
        grep -q "steps: .*\b$name\b" .github/workflows/nightly.yml || { echo "nightly.yml lacks $name" >&2 && exit 1; }
    done
}

# The library without what only larger features need. The lints of the workspace have seen the same code.
features_compile() {
    for features in "" symmetry records files bench; do
        cargo clippy --quiet --package bulkdoku --no-default-features --features "$features" --lib -- -D warnings
    done
}

# Users of only `Solver` have no dependencies.
users_of_the_solver_compile_little() {
    cargo tree --locked --package bulkdoku --no-default-features --edges normal,build --prefix none --format '{p}' |
        sed 's/ .*//' | grep -v '^bulkdoku' | sort -u >"$work/dependencies"
    cat "$work/dependencies" >&2
    [ ! -s "$work/dependencies" ]
}

documentation_is_complete() {
    RUSTDOCFLAGS='-D warnings' cargo doc --no-deps
}

# The example programs of the library, which check what they print.
examples_run() {
    for file in examples/*.rs; do
        "$target/release/examples/$(basename "$file" .rs)" >"$work/example"
    done
}

# The README's first command finds the program, and a solution for every puzzle of data/mixed.txt.
main_job_of_readme() {
    command=$(grep -m 1 '^cargo run' README.md)
    sh -eux -c "$command"
    puzzles=$(wc -l <data/mixed.txt)
    solved=$(grep -cE '^[1-9]{81}$' solutions.txt)
    printf '%s puzzles, %s solved\n' "$puzzles" "$solved" >&2
    [ "$puzzles" -eq "$solved" ]
}

data_is_reproducible() {
    scripts/make-data.sh "$work/data"
    for file in "$work"/data/*; do
        cmp "$file" "data/$(basename "$file")"
    done
}

# scripts/examples/ci-dataset.sh accepts a good data set and rejects one with duplicates; with --leaks, it only searches for
# leaks.
dataset_script_decides() {
    ci=scripts/examples/ci-dataset.sh
    "$BULKDOKU" solve --quiet data/mixed.txt -o "$work/solutions.txt"
    "$ci" data/mixed.txt "$work" 2 "$work/solutions.txt"
    cat data/mixed.txt data/mixed.txt >"$work/twice.txt"
    if "$ci" "$work/twice.txt" "$work" 2 >"$work/findings.txt" 2>&1; then
        echo 'ci-dataset.sh accepted a data set with duplicates' >&2
        return 1
    fi
    grep -q 'twice.txt:10001:1: duplicate: the same puzzle as in line 1$' "$work/findings.txt" || return 1
    head -n 5 data/mixed.txt >"$work/few.txt"
    tail -n 5 data/mixed.txt | cat - "$work/few.txt" "$work/few.txt" >"$work/test.txt"
    if "$ci" --leaks "$work/test.txt" "$work/few.txt" "$work" >"$work/findings.txt" 2>&1; then
        echo 'ci-dataset.sh accepted a leak' >&2
        return 1
    fi
    tail -n 5 data/mixed.txt >"$work/others.txt"
    cat "$work/others.txt" "$work/others.txt" >"$work/test.txt"
    "$ci" --leaks "$work/test.txt" "$work/few.txt" "$work"
}

# Runs the commands of the README's shell examples, as a reader would: nothing is built yet, but the dependencies are downloaded.
readme_commands() {
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md >"$work/readme.sh"
    [ "$(grep -c '^cargo ' "$work/readme.sh")" -ge 2 ]
    cargo fetch --locked
    while read -r line; do
        CARGO_TARGET_DIR="$work/target" sh -eux -c "$line"
    done <"$work/readme.sh"
    rm -rf "$work/target"
}

# The examples of the documentation with the small features. A change runs those of all features.
features_have_examples() {
    for features in "" symmetry records files; do
        cargo test --quiet --package bulkdoku --no-default-features --features "$features" --doc
    done
}

# Licences, sources, versions and advisories, as deny.toml says.
dependencies_are_allowed() {
    if cargo deny --version >/dev/null 2>&1; then
        cargo deny check
    else
        echo 'cargo-deny is not installed: the dependencies were not checked' >&2
    fi
}

# The tests with debug assertions and checks for overflow; check.yml runs them on other platforms on every push.
assertions_hold() {
    cargo test --workspace
}

long_tests() {
    BULKDOKU_LONG=1 cargo test --release --workspace
}

benches_run() {
    cargo bench --quiet --package bulkdoku-speed --package bulkdoku-search -- --test --quiet
}

# The crate that measures other solvers is not part of the package.
peers_can_be_measured() {
    cd benches/peers
    cargo fmt --check
    cargo clippy --quiet --profile short --all-targets -- -D warnings
    cargo test --quiet --profile short
    cargo run --quiet --profile short -- --puzzles 20 --rounds 2 --time 1
    cd "$root"
}

# The tests under AddressSanitizer, which ends a program at the first access outside its memory. The unit tests use every
# instruction set of the processor in turn; the tests of the program run once for each that it can be told to use. Tests that
# measure or limit memory are left out, because the sanitizer changes it. A mapped input has no guarded end, so the sanitizer
# only detects accesses outside buffers.
memory_is_respected() (
    host=$(rustc -vV | sed -n 's/^host: //p')
    # A program that exits immediately need not free its memory.
    export RUSTC_BOOTSTRAP=1 RUSTFLAGS='-Zsanitizer=address' CARGO_TARGET_DIR=target/memory ASAN_OPTIONS=detect_leaks=0
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true
    cargo test --release --target "$host" --package bulkdoku-kernel --lib --quiet
    cargo test --release --target "$host" --test units --test library --quiet
    for isa in portable avx2 avx512; do
        if [ "$isa" = avx512 ] && ! grep -q avx512vbmi /proc/cpuinfo 2>/dev/null; then
            echo 'this processor has no AVX-512: the tests of the program ran on the other instruction sets' >&2
            continue
        fi
        echo "the program on $isa" >&2
        BULKDOKU_ISA=$isa cargo test --release --target "$host" --test program --quiet -- \
            --skip memory --skip allocations --skip threads_that_cannot --skip limit --skip isa
    done
)

every_fault() {
    cargo build --quiet --release --workspace
    python3 scripts/faults
}

other_platforms() {
    scripts/cross.sh check
}

python_as_installed() {
    scripts/check-python.sh wheel
}

page_and_package() {
    cargo build --quiet --release --workspace
    scripts/web.sh check
}

# This and soaked also run the Python package and the web page's module, if the two steps above have built them.
growth_is_proportional() {
    cargo build --quiet --release --workspace
    python3 scripts/soak growth
}

# With another seed each time.
soaked() {
    cargo build --quiet --release --workspace
    python3 scripts/soak --seconds $((6 * seconds))
}

fuzzed() {
    scripts/fuzz.py --seconds "$seconds"
}

case ${1:-} in
'') every_change ;;
nightly) every_night ;;
-*)
    echo "usage: $0 [nightly | STEP...]" >&2
    exit 2
    ;;
*) for name in "$@"; do step "$name"; done ;;
esac
printf '\n== all checks passed\n' >&2
awk '{ sum += $1; print } END { printf "%5d s  in all\n", sum }' "$work/times" >&2
