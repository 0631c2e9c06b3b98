"""Checks that no command loses a file: when a system call fails, when it is stopped, and when two options name the same file.

usage: python3 scripts/faults [calls] [pairs] [outputs] [--every N] [--only COMMAND]      default: all three

calls     Every system call of every command fails once each (calls.py). Needs strace.
pairs     Every two file options of a command lead to the same file, in eight ways (pairs.py).
outputs   A command fails or is stopped at each call that names, writes to the disk or closes one of its outputs (outputs.py).
          Needs strace.

--every N tries only every N-th case. strace only makes calls fail; what must be true afterwards is in these files.
BULKDOKU names the program (default: target/release/bulkdoku). Exits with 1 if a run loses something.
"""

import argparse
import shutil
import subprocess
import sys

import calls
import outputs
import pairs

KINDS = {"calls": calls.findings, "pairs": pairs.findings, "outputs": outputs.findings}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="|".join(KINDS))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", metavar="COMMAND")
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    kinds = options.kinds or list(KINDS)
    if not can_trace() and kinds != ["pairs"]:
        print("strace is not installed or not allowed: no call was disturbed", file=sys.stderr)
        kinds = [kind for kind in kinds if kind == "pairs"]
    total = wrong = 0
    for kind in kinds:
        tried = 0
        for tried, (what, finding) in enumerate(KINDS[kind](options.only, options.every), 1):
            if finding:
                wrong += 1
                print(f"{what}: {finding}", flush=True)
        total += tried
        print(f"{kind}: {tried} tried", file=sys.stderr)
    print(f"{wrong} findings", file=sys.stderr)
    if kinds and not total:
        sys.exit("nothing was tried: is there such a command?")
    sys.exit(bool(wrong))


def can_trace():
    return shutil.which("strace") and subprocess.run(["strace", "-o", "/dev/null", "true"], check=False).returncode == 0


if __name__ == "__main__":
    main()
