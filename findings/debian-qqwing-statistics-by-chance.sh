#!/bin/sh
# QQWing 1.3.4 (Debian) counts from 2 to 10 guesses or more for one and the same puzzle, and has no option for a seed.
#
# `--stats` prints "statistics about moves used to solve the puzzle": singles, pairs, guesses, backtracks. When QQWing guesses, it
# chooses the cell and the digit by chance, and it counts the moves of that one attempt. For 1,000 lines with one hard puzzle, it
# counts 2 to 10 guesses or more, 0 to 170 backtracks or more, and different numbers of singles and pairs. A second puzzle, with
# little more than half as many guesses in the mean, has more of them on one line of eight. So a list that is ordered by these columns,
# or a model that is trained on them, depends on chance. Only the difficulty and puzzles without a guess are the same each time.
#
# Expected: the same counts for the same puzzle, or a seed, or a word about it in the manual.
# Seen with the packages qqwing and libqqwing2v5 1.3.4-1.1+b1 of Debian 12.
set -eu

version=1.3.4-1.1+b1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq "qqwing=$version" "libqqwing2v5=$version" 2>apt.err
for package in *.deb; do
    dpkg -x "$package" .
done
LD_LIBRARY_PATH=$(dirname "$(find "$PWD" -name 'libqqwing.so.2*' | head -n 1)")
export LD_LIBRARY_PATH

cat >count.py <<'PYTHON'
import csv
import statistics
import subprocess

LINES = 1000
PUZZLES = {
    "hard": "5.............8..9.1..45..6.42...7........9..8...6....6..5....8....89.2...92...7.",
    "less hard": ".6.71....2.......8....8..1..416.....9...4......59..1..8.2..56.......75..4....6.8.",
    "no guess": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}
TEXTS = ("Puzzle", "Solution", "Difficulty")


def counted(puzzle):
    """Returns what is counted on each line, by name, and the difficulties."""
    command = ["usr/bin/qqwing", "--solve", "--stats", "--csv", "--nosolution"]
    written = subprocess.run(command, input=f"{puzzle}\n" * LINES, capture_output=True, text=True, check=True).stdout
    lines = list(csv.DictReader(written.splitlines()))
    assert len(lines) == LINES
    names = [name for name in lines[0] if name and name not in TEXTS]
    return {name: [int(line[name]) for line in lines] for name in names}, {line["Difficulty"] for line in lines}


found = {name: counted(puzzle) for name, puzzle in PUZZLES.items()}
for name, (counts, difficulties) in found.items():
    ranges = ", ".join(f"{what} {min(values)} to {max(values)}" for what, values in counts.items() if len(set(values)) > 1)
    print(f"{name}, {LINES} times: {', '.join(difficulties)}: {ranges or 'always the same'}")
    assert len(difficulties) == 1

hard, less_hard = (found[name][0]["Guesses"] for name in ("hard", "less hard"))
more = sum(one < other for one, other in zip(hard, less_hard))
print(f"mean guesses: {statistics.mean(hard):.1f} and {statistics.mean(less_hard):.1f}, more for the second: {more} of {LINES}")
assert min(hard) == 2 and max(hard) >= 8
assert len(set(found["hard"][0]["Naked Pairs"])) > 1
assert statistics.mean(hard) > 1.5 * statistics.mean(less_hard)
assert more > 50
assert all(len(set(values)) == 1 for values in found["no guess"][0].values())
PYTHON
python3 count.py
