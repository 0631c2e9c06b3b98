#!/bin/sh
# Runs every check that must pass before a change is merged, and prints how long each one took.
# It only lists commands, and needs nothing but a shell for that, so that a contributor and continuous integration run the same.
# usage: scripts/check.sh [quick|memory]
# quick runs the checks that find most everyday mistakes, in under five minutes on two cores after the first build: the format,
# the lints, the unit tests and the quick tests of the program.
# memory runs the tests under AddressSanitizer instead, on the stable toolchain, in about twenty minutes on two cores.
# It needs Rust with rustfmt and clippy, and Python 3. Checks that need shellcheck, objdump, strace, zip, unzip, Java, Python's
# venv, a C++ compiler, compilers for other platforms, npm or browsers are skipped with a message if these are missing; .ci/run
# installs them first, except npm and browsers.
set -eu

case $* in
'' | quick | memory) tier=${1:-all} ;;
*)
    echo "usage: $0 [quick|memory]" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-target}
work=$(mktemp -d)
beside= # the process that runs alongside the steps
trap '[ -z "$beside" ] || kill "$beside" || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Runs a command under a heading, and notes how long it took.
step() {
    printf '\n== %s\n' "$*" >&2
    began=$(date +%s)
    "$@"
    printf '%5d s  %s\n' "$(($(date +%s) - began))" "$*" >>"$work/times"
}

# The unit tests, and the tests of the program except those that repeat, wait or fill memory. Without optimization, the tests of
# the engines alone would take ten minutes.
quick_tests() {
    cargo test --quiet --release --lib
    cargo test --quiet --release --test program -- --skip bench:: --skip damage:: --skip interruption:: --skip large:: \
        --skip leaks:: --skip memory:: --skip out_of_memory:: --skip replacement:: --skip signals:: --skip terminal:: \
        --skip unbiased::
}

passed() {
    printf '\n== all %schecks passed\n' "$1" >&2
    awk '{ sum += $1; print } END { printf "%5d s  in all\n", sum }' "$work/times" >&2
}

# Runs the commands of the README's shell examples, as a reader would.
readme_commands() {
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md >"$work/readme.sh"
    [ "$(grep -c '^cargo ' "$work/readme.sh")" -ge 2 ]
    sh -eux "$work/readme.sh"
}

# The example programs of the library, which check what they print.
examples_run() {
    for file in examples/*.rs; do
        cargo run --quiet --release --example "$(basename "$file" .rs)" >"$work/example"
    done
}

# Every puzzle of data/mixed.txt has its solution in the output of the README's first command.
all_are_solved() {
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
    "$ci" data/mixed.txt "$work" 2 solutions.txt
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

# Runs each fuzz target briefly, without AddressSanitizer and with the instrumentation of cargo-fuzz except for comparisons,
# which would halve the executions. libFuzzer is built from C++, and its coverage only works on some systems.
fuzz_targets_find_nothing() {
    host=$(rustc -vV | sed -n 's/^host: //p')
    if [ "$host" != x86_64-unknown-linux-gnu ] || ! command -v c++ >/dev/null; then
        echo 'no C++ compiler, or no Linux on x86-64: the fuzz targets did not run' >&2
        return 0
    fi
    cargo fmt --manifest-path fuzz/Cargo.toml --check
    coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4'
    coverage="$coverage -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
    # With an explicit target, build scripts are compiled without instrumentation.
    (cd fuzz && RUSTC_BOOTSTRAP=1 RUSTFLAGS="--cfg fuzzing $coverage" CARGO_TARGET_DIR=target \
        nice cargo build --locked --release --quiet --target "$host")
    for file in fuzz/fuzz_targets/*.rs; do
        name=$(basename "$file" .rs)
        mkdir -p "fuzz/artifacts/$name"
        # Inputs are short: a byte above 0x7F becomes a whole puzzle.
        if ! nice "fuzz/target/$host/release/$name" "fuzz/corpus/$name" -max_total_time=1 -max_len=512 -detect_leaks=0 \
            -entropic=0 -seed=1 -timeout=10 -rss_limit_mb=3000 -artifact_prefix="fuzz/artifacts/$name/" >"$work/fuzz" 2>&1; then
            cat "$work/fuzz" >&2
            return 1
        fi
    done
}

# The configuration of cargo in these folders compiles the internals of the library.
internals_can_be_measured() {
    (cd benches/speed && cargo clippy --quiet --package bulkdoku-speed --package bulkdoku-search --all-targets -- -D warnings)
    (cd benches/speed && cargo bench --quiet -- --test --quiet)
}

# The crate that measures other solvers is not part of the package.
peers_can_be_measured() {
    cd benches/peers
    if cargo fetch --quiet 2>/dev/null; then
        cargo fmt --check
        cargo clippy --quiet --profile short --all-targets -- -D warnings
        cargo test --quiet --profile short
        cargo run --quiet --profile short -- --puzzles 20 --rounds 2 --time 1
    else
        echo 'the dependencies of benches/peers cannot be fetched: skipped' >&2
    fi
    cd "$root"
}

# The tests under AddressSanitizer, which ends a program at the first access outside its memory. The unit tests use every
# instruction set of the processor in turn; the tests of the program run once for each that it can be told to use. Tests that
# measure or limit memory are left out, because the sanitizer changes it. A mapped input has no guarded end, so the sanitizer
# only detects accesses outside buffers.
memory_is_respected() {
    host=$(rustc -vV | sed -n 's/^host: //p')
    # A program that exits immediately need not free its memory.
    export RUSTC_BOOTSTRAP=1 RUSTFLAGS='-Zsanitizer=address' CARGO_TARGET_DIR=target/memory ASAN_OPTIONS=detect_leaks=0
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true
    cargo test --release --target "$host" --lib --quiet
    cargo test --release --target "$host" --test engines --test symmetry --quiet
    for isa in portable avx2 avx512; do
        if [ "$isa" = avx512 ] && ! grep -q avx512vbmi /proc/cpuinfo 2>/dev/null; then
            echo 'this processor has no AVX-512: the tests of the program ran on the other instruction sets' >&2
            continue
        fi
        echo "the program on $isa" >&2
        BULKDOKU_ISA=$isa cargo test --release --target "$host" --test program --quiet -- \
            --skip memory --skip allocations --skip threads_that_cannot --skip limit --skip isa
    done
}

# Runs alongside other steps, which often wait for one process.
checks_beside() {
    nice scripts/cross.sh check quick
    fuzz_targets_find_nothing
}

# The platforms were checked, and the fuzz targets ran.
checks_beside_have_passed() {
    result=0
    wait "$beside" || result=$?
    beside=
    cat "$work/beside" >&2
    return "$result"
}

scripts_are_clean() {
    PYTHONPYCACHEPREFIX="$work/python" python3 -m py_compile scripts/*.py scripts/*/*.py
    if command -v shellcheck >/dev/null; then
        shellcheck scripts/*.sh scripts/*/*.sh .ci/run
    else
        echo 'shellcheck is not installed: the shell scripts were not checked' >&2
    fi
}

if [ "$tier" = memory ]; then
    step memory_is_respected
    passed 'memory '
    exit
fi
step scripts_are_clean
step scripts/package.py dependencies
step cargo fmt --all --check
step cargo clippy --workspace --all-targets -- -D warnings
if [ "$tier" = quick ]; then
    step quick_tests
    passed 'quick '
    exit
fi
for features in std records files bench; do # without what only the larger features need
    step cargo clippy --no-default-features --features "$features" --lib --tests -- -D warnings
    case $features in std | files) # files has those of records too
        step cargo test --quiet --no-default-features --features "$features" --doc
        ;;
    esac
done
RUSTDOCFLAGS='-D warnings' step cargo doc --no-deps
step scripts/package.py items --check
step readme_commands
step examples_run
step all_are_solved

BULKDOKU=$(cd "$target" && pwd)/release/bulkdoku
export BULKDOKU
cd "$root"
step scripts/machine-code.sh check
step scripts/check-guide.py
step data_is_reproducible
step dataset_script_decides
checks_beside >"$work/beside" 2>&1 &
beside=$!
step python3 scripts/faults calls
step python3 scripts/faults pairs outputs --every 3
step scripts/peak-memory.py --check
step scripts/record-bench.sh --try --set easy --runs 2 --time 1ms --progress never
step internals_can_be_measured
step peers_can_be_measured
step scripts/check-python.sh
step checks_beside_have_passed
step scripts/web.sh check
# With the Python package and the web page's module that were just built:
step python3 scripts/soak growth --every 19
# Fixed seeds, so a change only fails for what it changed. Without --seed, scripts/soak draws another seed each time.
step python3 scripts/soak --seconds 60 --seed 20261126

passed ''
