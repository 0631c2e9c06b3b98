#!/usr/bin/env python3
"""Prints the public items of the library, one per line: what users of the crate may name.

usage: scripts/public-items.py [--check | --update]

The list is read from the pages of `cargo doc --no-deps`, which the script runs. --check compares it with the list that
is checked in, scripts/public-items.txt, so that a change is seen and meant; --update writes that list. Methods, fields,
variants and constants of an item are listed below it; what traits of the standard library give is not.
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts/public-items.txt"
PAGES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "doc/bulkdoku"
MEMBER = re.compile(r'id="(method|tymethod|structfield|variant|associatedconstant|associatedtype)\.([^"]+)"')


def items():
    """The lines of the list."""
    found = set()
    for page, kind, name in re.findall(
        r'<a href="((?:[^"]*/)?([a-z]+)\.[^"]+\.html)">([^<]+)</a>', (PAGES / "all.html").read_text(encoding="utf-8")
    ):
        found.add(f"{name} ({kind})")
        text = (PAGES / page).read_text(encoding="utf-8")
        own = re.split(r'<h2 id="(?:trait|synthetic|blanket)-implementations"', text, maxsplit=1)[0]
        for member, label in MEMBER.findall(own) if kind != "type" else []:
            # A field of a variant has the label `Variant.field.name`; the heading above the fields is no item.
            if label.endswith(".fields"):
                continue
            found.add(f"{name}::{label.replace('.field.', '.')} ({member})")
    return sorted(found)


def main():
    if sys.argv[1:] not in ([], ["--check"], ["--update"]):
        sys.exit(__doc__)
    subprocess.run(["cargo", "doc", "--no-deps", "--quiet"], cwd=ROOT, check=True)
    lines = items()
    if not lines:
        sys.exit(f"no items were found in {PAGES}")
    if sys.argv[1:] == ["--update"]:
        LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif sys.argv[1:] == ["--check"]:
        listed = LIST.read_text(encoding="utf-8").splitlines()
        changes = [line for line in difflib.ndiff(listed, lines) if line[0] in "+-"]
        if changes:
            print("\n".join(changes))
            sys.exit("the public items have changed: if that is meant, run scripts/public-items.py --update")
        print(f"{len(lines)} public items, as listed", file=sys.stderr)
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
