#!/bin/sh
# Runs the tests of the Python package, those of the engines, and a type checker on its types.
# usage: scripts/check-python.sh [wheel]
# Tests the module and the program of `cargo build --release --workspace`, which it builds if they are missing.
# wheel tests the package as users install it, built by pip, also with Spark (which needs Java) and with the oldest supported versions
# of the libraries (which need a python3 up to 3.11).
# The libraries are installed in target/python. Without Python 3.10 or its module venv, it says so and tests nothing.
set -eu

cd "$(dirname "$0")/.."
mkdir -p "${CARGO_TARGET_DIR:-target}"
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
python=$target/python/bin/python

if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo 'there is no Python 3.10 with the module venv: the Python package was not checked' >&2
    exit 0
fi

install() {
    "$python" -m pip install --quiet --disable-pip-version-check "$@"
}

check_types() {
    "$python" -m mypy --cache-dir "$target/mypy" python/bulkdoku
    "$python" -m mypy.stubtest bulkdoku._bulkdoku
}

run_tests() {
    "$python" -m pytest -q -p no:cacheprovider "$@"
}

# Tests the package in this folder like an editable installation: a line in site-packages names it, and the program is beside Python.
test_workspace() {
    # Neither a build of the program nor the crate's package may involve Python.
    if cargo tree --package bulkdoku --all-features --edges normal,build,dev | grep -E 'pyo3|numpy|arrow'; then
        echo 'the program needs a crate for Python' >&2
        return 1
    fi
    if cargo package --list --allow-dirty | grep -E '\.pyi?$|py\.typed|pyproject'; then
        echo 'the crate has Python files' >&2
        return 1
    fi
    cargo build --quiet --release --workspace
    built=$target/release/lib_bulkdoku.so
    [ -e "$built" ] || built=$target/release/lib_bulkdoku.dylib
    cp "$built" python/bulkdoku/_bulkdoku.abi3.so
    echo "$PWD/python" >"$packages/bulkdoku.pth"
    "$python" -m pip uninstall --quiet --yes bulkdoku # an earlier wheel
    cp "$target/release/bulkdoku" "$target/python/bin/"
    install --requirement python/tests/requirements.txt
    check_types
    run_tests --ignore=python/tests/test_spark.py python/tests
}

test_wheel() {
    rm -rf "$target/wheels" "$packages/bulkdoku.pth"
    CARGO_TARGET_DIR=$target "$python" -m pip wheel --quiet --no-deps --wheel-dir "$target/wheels" .
    wheel=$(echo "$target"/wheels/bulkdoku-*.whl)
    printf '%s: %s bytes\n' "$(basename "$wheel")" "$(wc -c <"$wheel")" >&2
    [ "$(wc -c <"$wheel")" -lt 6000000 ] # the module and the program
    install "${wheel}[arrow,duckdb,progress,spark]" --requirement python/tests/requirements.txt
    install --force-reinstall --no-deps "$wheel" # the version stays the same
    check_types # with those of Spark
    "$python" -m pyright --pythonpath "$python"
    spark=
    if ! command -v java >/dev/null; then
        echo 'there is no Java: the tests of Spark are skipped' >&2
        spark=--ignore=python/tests/test_spark.py
    fi
    BULKDOKU_SPARK_ROWS=1000000 run_tests $spark python/tests
    test_oldest "$wheel"
}

# Tests the wheel $1 with the oldest versions.
test_oldest() {
    if ! python3 -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
        echo 'no Python 3.10 or 3.11: the oldest versions were not tested' >&2
        return 0
    fi
    python=$target/python-oldest/bin/python
    [ -x "$python" ] || python3 -m venv "$target/python-oldest"
    install --only-binary :all: --requirement python/tests/oldest.txt
    install --force-reinstall --no-deps "$1"
    run_tests python/tests/test_versions.py
}

[ -x "$python" ] || python3 -m venv "$target/python"
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
case $* in
'') test_workspace ;;
wheel) test_wheel ;;
*)
    echo "usage: $0 [wheel]" >&2
    exit 2
    ;;
esac
