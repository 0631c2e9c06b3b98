#!/usr/bin/env python3
"""Compares unbiased minimal puzzles with what is known about all minimal puzzles.

No statistics package knows the figures; the test is a few sums over the program's output.

    scripts/check-samples.py [PUZZLES [EXACT [GRIDS]]]

By default it draws 13,000 puzzles with weights, 200 with equal weights and 3,000,000 uniform grids.

The shares of the numbers of clues are those of Denis Berthier, "Unbiased Statistics of a CSP: A Controlled-Bias
Generator". Errors come from 40 independent batches of consecutive puzzles. The program is target/release/bulkdoku, or what
BULKDOKU names. 13,000 weighted puzzles take about five minutes on one core, 200 exact ones and the grids three each.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

MEAN = 26.577
SHARES = {23: 0.148, 24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71, 28: 15.48, 29: 3.60, 30: 0.41}
BATCHES = 40

# The classes of equivalent grids by the number of automorphisms: "Mathematics of Sudoku", after Ed Russell and Frazer
# Jarvis. A class has 9! · 3,359,232 / automorphisms grids.
CLASSES = {1: 5472170387, 2: 548449, 3: 7336, 4: 2826, 6: 1257, 8: 29, 9: 42, 12: 92, 18: 85, 27: 2, 36: 15, 54: 11}

program = os.environ.get("BULKDOKU", "target/release/bulkdoku")


def generate(*options):
    """Returns the generated text and the summary."""
    with tempfile.NamedTemporaryFile() as summary:
        command = [program, "generate", "--quiet", "--summary", summary.name, *options]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return text, json.load(open(summary.name))


def rows(text):
    """Returns the number of clues and the weight of each puzzle."""
    lines = text.split()
    if lines[0] == "puzzle,weight":
        fields = (line.split(",") for line in lines[1:])
    else:
        fields = ((line, "1") for line in lines)
    return [(81 - puzzle.count("."), float(weight)) for puzzle, weight in fields]


def compare(name, sample, summary):
    """Prints mean and chi-squared of a sample, and returns whether they fit."""
    size = len(sample) // BATCHES
    batches = [sample[size * batch : size * (batch + 1)] for batch in range(BATCHES)]
    total = sum(weight for _, weight in sample)
    effective = total**2 / sum(weight**2 for _, weight in sample)

    def error(value, mean):
        # A weighted mean is a ratio of two sums. It deviates as the sum of w · (value - mean) does, batch by batch.
        sums = [sum(weight * (value(clues) - mean) for clues, weight in batch) for batch in batches]
        return (sum(s * s for s in sums) * BATCHES / (BATCHES - 1)) ** 0.5 / total

    mean = sum(clues * weight for clues, weight in sample) / total
    off = (mean - MEAN) / error(lambda clues: clues, mean)
    chi_squared, bins = 0, 0
    for clues, percent in SHARES.items():
        share = sum(weight for n, weight in sample if n == clues) / total
        if sum(n == clues for n, _ in sample) < 5:
            continue
        spread = error(lambda n: float(n == clues), share)
        print(f"  {clues} clues: {100 * share:6.3f} % ± {100 * spread:.3f}, expected {percent} %")
        chi_squared += ((share - percent / 100) / spread) ** 2
        bins += 1
    seconds = summary["seconds"]
    print(f"{name}: {len(sample)} puzzles, effective number {effective:.0f}, {effective / seconds:.2f} per second")
    print(f"  mean {mean:.4f}, {off:+.2f} standard errors off; chi-squared {chi_squared:.1f} over {bins} numbers of clues")
    return abs(off) < 3 and chi_squared < bins + 4 * (2 * bins) ** 0.5


def compare_grids(count):
    """Prints the number of uniform grids with automorphisms, and returns whether it fits."""
    generate = subprocess.Popen([program, "generate", "--quiet", "--grids", f"--count={count}"], stdout=subprocess.PIPE)
    canon = [program, "canon", "--quiet", "--transformation", "--format", "csv"]
    forms = subprocess.Popen(canon, stdin=generate.stdout, stdout=subprocess.PIPE, text=True)
    generate.stdout.close()
    next(forms.stdout)  # line,puzzle,form,verdict,automorphisms,transformation
    found = collections.Counter(int(line.split(",", 5)[4]) for line in forms.stdout)
    if generate.wait() or forms.wait():
        sys.exit("the grids could not be drawn")
    grids = sum(classes / automorphisms for automorphisms, classes in CLASSES.items())
    # Grids with three or more automorphisms are too rare for a separate class.
    expected = {1: CLASSES[1] / grids * count, 2: CLASSES[2] / 2 / grids * count}
    expected["more"] = count - sum(expected.values())
    observed = {1: found[1], 2: found[2], "more": count - found[1] - found[2]}
    print(f"grids: {sum(found.values())} uniform ones, by automorphisms")
    for kind, number in expected.items():
        print(f"  {kind}: {observed[kind]}, expected {number:.1f}")
    chi_squared = sum((observed[kind] - number) ** 2 / number for kind, number in expected.items())
    print(f"  chi-squared {chi_squared:.1f} with 2 degrees of freedom")
    return sum(found.values()) == count and chi_squared < 13.8  # exceeded once in a thousand runs


def main():
    numbers = [int(argument) for argument in sys.argv[1:]]
    weighted, exact, grids = (numbers + [13_000, 200, 3_000_000][len(numbers) :])[:3]
    fits = compare("weighted", *map_first(rows, generate("--unbiased", f"--count={weighted}")))
    fits &= compare("exact", *map_first(rows, generate("--unbiased=exact", f"--count={exact}")))
    dug = [clues for clues, _ in rows(generate("--minimal", "--count=20000")[0])]
    mean = sum(dug) / len(dug)
    deviation = (sum((clues - mean) ** 2 for clues in dug) / len(dug)) ** 0.5
    print(f"dug: {len(dug)} puzzles, {mean:.3f} ± {deviation:.3f} clues, expected 24.38 ± 1.12 with the bias")
    fits &= abs(mean - 24.38) < 0.06 and abs(deviation - 1.12) < 0.03
    fits &= compare_grids(grids)
    sys.exit(0 if fits else 1)


def map_first(function, pair):
    return function(pair[0]), pair[1]


main()
