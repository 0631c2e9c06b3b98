#!/bin/sh
# Checks the workflows with zizmor, which it installs with pip into target/zizmor; every action has to be pinned by its hash.
# usage: scripts/check-workflows.sh
# Without a package index it says that the check was skipped.
set -eu

cd "$(dirname "$0")/.."
tool=${CARGO_TARGET_DIR:-target}/zizmor
if [ ! -x "$tool/bin/zizmor" ]; then
    { python3 -m venv "$tool" && "$tool/bin/pip" install -q --disable-pip-version-check 'zizmor==1.32.0'; } || {
        echo 'skipped: no zizmor: PyPI does not answer' >&2
        rm -rf "$tool"
        exit 0
    }
fi
"$tool/bin/zizmor" --offline --quiet --persona pedantic .github/workflows scripts/examples/dataset-workflow.yml
