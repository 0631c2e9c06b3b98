"""Solves the puzzles of a file with the installed Python package, and checks that each one has an answer.

usage: python scripts/try-wheel.py FILE
"""

import sys

import numpy

import bulkdoku

lines = open(sys.argv[1], encoding="ascii").read().split()
puzzles = numpy.array([[int(cell) if cell.isdigit() else 0 for cell in line] for line in lines], dtype=numpy.uint8)
solutions = bulkdoku.solve(puzzles).digits
given = puzzles != 0
assert solutions.shape == puzzles.shape and (solutions[given] == puzzles[given]).all()
assert (numpy.sort(solutions.reshape(-1, 9, 9), axis=2) == numpy.arange(1, 10)).all()
