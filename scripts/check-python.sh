#!/bin/sh
# Builds the Python package, and runs its tests, those of the engines, and a type checker on its types.
# usage: scripts/check-python.sh [--long]
# Creates a virtual environment in target/python with all dependencies. With --long, Spark solves a million rows.
# The tests of versions also run with the oldest supported ones, which need a python3 up to 3.11.
# Without Java, the tests of Spark are skipped with a message; without Python 3.10 or its module venv, everything is.
set -eu

rows=200000
case "${1:-}" in
'') ;;
--long) rows=1000000 ;;
*)
    echo "usage: $0 [--long]" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
python=$target/python/bin/python

if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo 'there is no Python 3.10 with the module venv: the Python package was not checked' >&2
    exit 0
fi

# Neither a build of the program nor the crate's package may involve Python.
if cargo tree --package bulkdoku --all-features --edges normal,build,dev | grep -E 'pyo3|numpy|arrow'; then
    echo 'the program needs a crate for Python' >&2
    exit 1
fi
if cargo package --list --allow-dirty | grep -E '\.pyi?$|py\.typed|pyproject'; then
    echo 'the crate has Python files' >&2
    exit 1
fi
cargo clippy --package bulkdoku-python -- -D warnings

[ -x "$python" ] || python3 -m venv "$target/python"
rm -rf "$target/wheels"
CARGO_TARGET_DIR=$target "$python" -m pip wheel --quiet --no-deps --wheel-dir "$target/wheels" .
wheel=$(echo "$target"/wheels/bulkdoku-*.whl)
printf '%s: %s bytes\n' "$(basename "$wheel")" "$(wc -c <"$wheel")" >&2
[ "$(wc -c <"$wheel")" -lt 6000000 ] # the module and the program
"$python" -m pip install --quiet "${wheel}[arrow,duckdb,progress,spark]" --requirement python/tests/requirements.txt
"$python" -m pip install --quiet --force-reinstall --no-deps "$wheel" # the version stays the same

"$python" -m mypy --cache-dir "$target/mypy" python/bulkdoku
"$python" -m mypy.stubtest bulkdoku._bulkdoku
spark=
if ! command -v java >/dev/null; then
    echo 'there is no Java: the tests of Spark are skipped' >&2
    spark=--ignore=python/tests/test_spark.py
fi
BULKDOKU_SPARK_ROWS=$rows "$python" -m pytest -q -p no:cacheprovider $spark python/tests

if python3 -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
    python=$target/python-oldest/bin/python
    [ -x "$python" ] || python3 -m venv "$target/python-oldest"
    "$python" -m pip install --quiet --only-binary :all: --requirement python/tests/oldest.txt
    "$python" -m pip install --quiet --force-reinstall --no-deps "$wheel"
    "$python" -m pytest -q -p no:cacheprovider python/tests/test_versions.py
else
    echo 'no Python 3.10 or 3.11: the oldest versions were not tested' >&2
fi
