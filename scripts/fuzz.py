#!/usr/bin/env python3
"""Fuzzes with cargo-fuzz, starting from fuzz/seeds.txt.

usage: scripts/fuzz.py [--seconds N] [TARGET...]      default: 600 seconds for each target

Writes the seeds to fuzz/corpus/, where inputs of earlier runs are kept, and runs each target with AddressSanitizer. It builds with
the stable compiler, and needs a C++ compiler and cargo-fuzz, without which it says so and fails. An input with a defect is printed
as a line for fuzz/seeds.txt; name it after what it contains.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).resolve().parent.parent / "fuzz"
# Inputs are short: a byte above 0x7F becomes a whole puzzle.
OPTIONS = ["-max_len=512", "-timeout=10", "-rss_limit_mb=3000", "-print_final_stats=1"]


def main():
    seeds = {}
    for line in (FUZZ / "seeds.txt").read_text(encoding="ascii").splitlines():
        name, text = line.split(" ", 1)
        target, name = name.split("/")
        seeds.setdefault(target, {})[name] = ast.literal_eval(f"b{text}")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"one of {', '.join(seeds)}")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(seeds):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    if not shutil.which("cargo-fuzz"):
        sys.exit("there is no cargo-fuzz: install it with `cargo install --locked cargo-fuzz`")
    failed = [target for target in options.targets or seeds if not fuzz(target, seeds[target], options.seconds)]
    sys.exit(f"defects in {', '.join(failed)}" if failed else 0)


def fuzz(target, seeds, seconds):
    """Fuzzes one target, and returns whether it found nothing."""
    corpus, found = FUZZ / "corpus" / target, FUZZ / "artifacts" / target
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for name, data in seeds.items():
        (corpus / name).write_bytes(data)
    before = set(found.iterdir())
    print(f"== {target}", file=sys.stderr, flush=True)
    command = ["cargo", "fuzz", "run", "--features", "libfuzzer", "any", str(corpus), "--"]
    command += [f"-max_total_time={seconds}", f"-artifact_prefix={found}/", *OPTIONS]
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1", "BULKDOKU_FUZZ": target}
    done = subprocess.run(command, cwd=FUZZ.parent, env=environment, check=False)
    for file in set(found.iterdir()) - before:
        print(f"{target}/{file.name} {escaped(file.read_bytes())}")
    return done.returncode == 0


def escaped(data):
    """Returns bytes as the text between quotes that fuzz/seeds.txt has."""
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data) + '"'


if __name__ == "__main__":
    main()
