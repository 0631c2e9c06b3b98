#!/bin/sh
# Runs the tests under AddressSanitizer, which ends a program at the first access outside of its memory.
# usage: scripts/check-memory.sh
# The unit tests take every instruction set of the processor in turn: those of the vector operations, of the transposition
# and of canonical forms, which have nearly all of the unsafe code. The tests of the program run once for each instruction
# set that it can be told to use, on a program that is built with the sanitizer as well. Left out are the tests that
# measure or limit memory, which the sanitizer changes. It works on the stable toolchain and takes some twenty minutes on
# two cores, so that scripts/check.sh leaves it out; the builds are in target/memory. A mapped input has no guarded end: the
# sanitizer sees accesses outside of buffers only.
# On 2026-11-22, on a processor with AVX-512, all of it ran without a finding, in 14 minutes beside other work: 360 unit tests,
# the tests of the engines and of the symmetries, and 276 tests of the program on each of portable, AVX2 and AVX-512.
set -eu

if [ $# -gt 0 ]; then
    echo "usage: $0" >&2
    exit 2
fi
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTC_BOOTSTRAP=1
RUSTFLAGS='-Zsanitizer=address'
CARGO_TARGET_DIR=target/memory
CARGO_PROFILE_RELEASE_OPT_LEVEL=1
CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true
# A program that ends at once need not free its memory.
ASAN_OPTIONS=detect_leaks=0
export RUSTC_BOOTSTRAP RUSTFLAGS CARGO_TARGET_DIR CARGO_PROFILE_RELEASE_OPT_LEVEL
export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS ASAN_OPTIONS

cargo test --release --target "$host" --lib --quiet
cargo test --release --target "$host" --test engines --test symmetry --quiet
for isa in portable avx2 avx512; do
    if ! grep -q avx512vbmi /proc/cpuinfo 2>/dev/null && [ "$isa" = avx512 ]; then
        echo 'this processor has no AVX-512: the tests of the program ran on the other instruction sets' >&2
        continue
    fi
    echo "the program on $isa" >&2
    BULKDOKU_ISA=$isa cargo test --release --target "$host" --test program --quiet -- \
        --skip memory --skip allocations --skip threads_that_cannot --skip limit --skip isa
done
