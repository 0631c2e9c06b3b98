#!/bin/sh
# Runs the fuzz targets of fuzz/ for some time each, and prints executions, coverage and findings.
# usage: scripts/fuzz.sh [--plain] [SECONDS] [TARGET...]   (default: 10 seconds, every target)
# It builds them with libFuzzer and AddressSanitizer on the stable toolchain, which takes two to four minutes the first
# time, and needs a C++ compiler; --plain leaves out AddressSanitizer, and is built in two thirds of the time. Each target
# begins with its files in fuzz/corpus/ and with what earlier runs have found in fuzz/target/corpus/. An input that fails is
# kept in fuzz/artifacts/TARGET/. Exits with 1 if there is one.
set -eu

sanitizer=-Zsanitizer=address
if [ "${1:-}" = --plain ]; then
    sanitizer=
    shift
fi
seconds=${1:-10}
case $seconds in
'' | *[!0-9]*)
    echo "usage: $0 [--plain] [SECONDS] [TARGET...]" >&2
    exit 2
    ;;
esac
[ $# -eq 0 ] || shift
cd "$(dirname "$0")/../fuzz"

# The instrumentation that cargo-fuzz uses, without that of comparisons: it halves the executions, and the words that a
# reader looks for are in the corpus.
coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4'
coverage="$coverage -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
host=$(rustc -vV | sed -n 's/^host: //p')
# The target is named so that build scripts are compiled without instrumentation.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="--cfg fuzzing $sanitizer $coverage" \
    cargo build --locked --release --quiet --target "$host"

# Memory is returned soon, so that it stays in the caches; the readers keep no addresses of stack variables.
ASAN_OPTIONS=detect_stack_use_after_return=0:quarantine_size_mb=8:malloc_context_size=4
export ASAN_OPTIONS
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if [ $# -eq 0 ]; then
    for file in fuzz_targets/*.rs; do
        set -- "$@" "$(basename "$file" .rs)"
    done
fi

failed=0
total=0
printf '%-12s %12s %10s %8s %9s %8s\n' target executions a-second edges features findings
for target; do
    mkdir -p "target/corpus/$target" "artifacts/$target"
    # Inputs are short: bytes above 0x7F stand for whole puzzles.
    length=160
    [ "$target" != comparison ] || length=512
    findings=0
    "target/$host/release/$target" "target/corpus/$target" "corpus/$target" -max_total_time="$seconds" \
        -max_len="$length" -detect_leaks=0 -entropic=0 -timeout=10 -rss_limit_mb=3000 -print_final_stats=1 \
        -artifact_prefix="artifacts/$target/" >"$log" 2>&1 || findings=1
    value() { sed -n "$1" "$log" | tail -n 1; }
    executions=$(value 's/^stat::number_of_executed_units: //p')
    printf '%-12s %12s %10s %8s %9s %8s\n' "$target" "${executions:-0}" \
        "$(value 's/^stat::average_exec_per_sec: *//p')" "$(value 's/.* cov: \([0-9]*\).*/\1/p')" \
        "$(value 's/.* ft: \([0-9]*\).*/\1/p')" "$findings"
    total=$((total + ${executions:-0}))
    if [ "$findings" -gt 0 ]; then
        failed=1
        grep -aE 'panicked|ERROR|^  (left|right)|artifact_prefix|Base64' "$log" | cut -c1-500 >&2
    fi
done
printf '%s executions, %s\n' "$total" "$([ "$failed" -eq 0 ] && echo 'nothing found' || echo 'see the findings above')"
exit "$failed"
