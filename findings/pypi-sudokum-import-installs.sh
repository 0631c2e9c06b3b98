#!/bin/sh
# sudokum 0.0.1 (PyPI) runs pip when it is imported, and installs NumPy into the Python that imports it.
#
# It has no dependency, with NumPy as an extra, "sudokum[numpy]", for one of its two methods. Without NumPy, `import sudokum`
# prints "Dependency not found", starts pip and waits for it. pip takes the newest release, whatever a project has pinned. In
# this first run, generate(method="np_union") ends with a NameError all the same, since the module does not import what it has
# installed. From the second run on, the module has NumPy. So a program fails or not by whether it was started before.
#
# Expected: an ImportError that names the extra, when the method is called.
# Seen with sudokum 0.0.1 and Python 3.11, in a virtual environment of its own.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/python -m pip install --quiet --disable-pip-version-check sudokum==0.0.1

cat >generate.py <<'PYTHON'
import sys

import sudokum

if hasattr(sys.modules["sudokum.method.np_union.generate"], "np"):
    print("the method has NumPy")
else:
    try:
        sudokum.generate(method="np_union")
    except NameError as error:
        print("NameError:", error)
PYTHON

has_numpy() {
    environment/bin/python -c 'import numpy' 2>no_numpy.err
}

generate() {
    PIP_DISABLE_PIP_VERSION_CHECK=1 environment/bin/python generate.py >"$1.out" 2>"$1.err"
    printf '%s run: %s\n' "$1" "$(tail -n 1 "$1.out")"
}

if has_numpy; then
    exit 1
fi
generate first
has_numpy && echo "NumPy is installed"
generate second

grep -q '^Dependency not found, try installing numpy' first.out
grep -q '^Successfully installed numpy-' first.out
[ "$(tail -n 1 first.out)" = "NameError: name 'np' is not defined" ]
[ "$(cat second.out)" = "the method has NumPy" ]
