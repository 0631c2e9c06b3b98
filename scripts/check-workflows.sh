#!/bin/sh
# Checks the workflows: every action of others is pinned by its hash, and zizmor finds nothing.
# usage: scripts/check-workflows.sh
# Without zizmor, which it installs with pip into target/zizmor, only the hashes are checked.
set -eu

cd "$(dirname "$0")/.."
open=$(grep -nE 'uses: ' .github/workflows/*.yml | grep -vcE 'uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$' || true)
echo "$open actions without a hash" >&2
tool=${CARGO_TARGET_DIR:-target}/zizmor
if [ ! -x "$tool/bin/zizmor" ]; then
    { python3 -m venv "$tool" && "$tool/bin/pip" install -q --disable-pip-version-check 'zizmor==1.32.0'; } || {
        echo 'skipped: no zizmor: PyPI does not answer' >&2
        rm -rf "$tool"
    }
fi
[ ! -x "$tool/bin/zizmor" ] || "$tool/bin/zizmor" --offline --quiet --persona pedantic .github/workflows
[ "$open" -eq 0 ]
