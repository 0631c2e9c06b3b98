#!/bin/sh
# basicsudoku 0.1.2 (PyPI) ships two lists that many programs are measured with, and each has a puzzle twice.
#
# They are those of Peter Norvig's essay on solvers, easy50 and top95. In easy50, puzzle 41 is puzzle 9 again. In top95, puzzle 76 is
# puzzle 74 with its last three rows moved to the top, so that no comparison of texts finds it: it has the same solution, with
# its rows moved likewise. So the lists have 49 and 94 puzzles, and a program that remembers what it has solved has seen one of each.
#
# Expected: 50 and 95 puzzles.
# Seen with basicsudoku 0.1.2 and Python 3.11.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --no-deps --target packages basicsudoku==0.1.2

PYTHONPATH=packages python3 - <<'PYTHON'
from itertools import combinations

from basicsudoku import puzzles


def bands_moved(puzzle):
    return {puzzle[at:] + puzzle[:at] for at in (0, 27, 54)}


def repeated(texts):
    """Returns the pairs of puzzles, counted from 1, that are the same when bands are moved round, and whether their texts are equal."""
    numbered = combinations(enumerate(texts, 1), 2)
    return [(one, other, text == again) for (one, text), (other, again) in numbered if again in bands_moved(text)]


for name, count, expected in (("easy50", 50, (9, 41, True)), ("top95", 95, (74, 76, False))):
    texts = getattr(puzzles, name)
    found = repeated(texts)
    print(f"{name}: {len(texts)} puzzles, {len(set(texts))} texts")
    for one, other, equal in found:
        print(f"{one}: {texts[one - 1]}\n{other}: {texts[other - 1]}")
    assert len(texts) == count
    assert found == [expected]
PYTHON
