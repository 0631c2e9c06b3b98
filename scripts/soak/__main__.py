"""Runs the program on files that it has never seen, for as long as you like, and on the worst inputs for their size.

usage: python3 scripts/soak [answers|limits] [--seconds S] [--seed S]      default: both, 60 seconds in all
       python3 scripts/soak growth [--every N] [--only WORD] [--instructions]

answers   random files with random options: every result is checked without the solver (answers.py)
limits    worst inputs in the program, the Python package and the web page's module: memory, time and bytes (limits.py)
growth    every command on every worst input of two sizes: time must be proportional (growth.py)

No fuzzer replaces it. The fuzz targets find inputs that break one function of the library; this runs whole processes, and knows what
they must print, and how much time and memory they may need.

The last run, an hour on 2026-11-26 on a tenth of two cores, with seed 20261126: 41,547 runs with answers (4,516 canon, 4,614 check,
4,542 count, 4,749 dedupe, 4,537 rate, 13,883 solve, 4,706 split) and 2,881,282 records, no finding; 485 cases of the worst inputs (394
in the program, 35 in Python, 56 in the web page's module), two findings. The module read returns that the program decodes as one
long line, and now refuses them; and the clock ended a run of `minimize`, which no longer counts.

BULKDOKU names the program (default: target/release/bulkdoku), BULKDOKU_PYTHON an interpreter that has the package (default:
target/python/bin/python) and BULKDOKU_PACKAGE the package for npm (default: target/web/package). Missing ones are skipped.
The files of a finding are kept. Exits with 1 if there is one.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time

import growth
from answers import Answers
from limits import PROGRAM, Limits

# Findings after which a part ends.
MOST_FINDINGS = 20


def main():
    if sys.argv[1:2] == ["growth"]:
        sys.exit(growth.main(sys.argv[2:]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=["answers", "limits"])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    parts = [options.part] if options.part else ["answers", "limits"]
    findings = sum(soak(part, options.seconds / len(parts), options.seed) for part in parts)
    sys.exit(bool(findings))


def soak(part, seconds, seed):
    """Does runs for some time, prints what is wrong, and returns the number of findings."""
    folder = tempfile.mkdtemp(prefix="soak-")
    end, began, findings = time.monotonic() + seconds, time.monotonic(), set()
    runs = (Answers if part == "answers" else Limits)(random.Random(seed), PROGRAM, folder)
    while time.monotonic() < end and len(findings) < MOST_FINDINGS:
        finding = runs.step()
        if finding and finding.split(": ")[0] not in findings:
            findings.add(finding.split(": ")[0])
            kept = shutil.copytree(folder, f"{folder}-finding-{len(findings)}")
            print(f"{finding}; the files are in {kept}", flush=True)
    shutil.rmtree(folder)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(runs.runs.items()))
    print(
        f"{part}, seed {seed}: {runs.runs.total()} runs ({counts}), {runs.checked} records in {time.monotonic() - began:.0f} s, "
        f"{len(findings)} findings"
    )
    return len(findings)


if __name__ == "__main__":
    main()
