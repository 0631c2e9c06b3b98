#!/bin/sh
# Two npm packages write a puzzle as 81 numbers with -1 for a blank, count the digits differently, and accept each other's puzzles.
#
# @forfuns/sudoku 1.3.0 has digits from 1 to 9, @algorithm.ts/sudoku 4.0.3 digits from 0 to 8. Nothing in an array tells which, and
# neither package looks at the range of the numbers:
# - @algorithm.ts/sudoku says that a puzzle with a 9 has no solution, although its verifySolution() says that the solution with nines
#   is right. Without a clue 9 it solves the puzzle, with 0 for each 9.
# - @forfuns/sudoku keeps the zeros of a puzzle with digits from 0 to 8 as clues, and adds nines: the "solution" has ten digits, and
#   rows with 0 and 9 lack another digit.
#
# Expected: an error about the number that is out of range.
# Seen with Node 20.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @forfuns/sudoku@1.3.0 @algorithm.ts/sudoku@4.0.3 >npm.log

cat >alphabets.mjs <<'NODE'
import assert from "node:assert/strict";
import { Sudoku } from "@forfuns/sudoku";
import { SudokuSize, SudokuSolver, createSudokuBoardData, verifySolution } from "@algorithm.ts/sudoku";

const solver = new SudokuSolver({ childMatrixWidth: 3 });
const numbers = (text, first) => [...text].map((cell) => (cell === "." ? -1 : Number(cell) - 1 + first));

function byAlgorithm(puzzle) {
  const solution = createSudokuBoardData(new SudokuSize(3));
  return solver.solve(puzzle, solution) ? solution.join("") : false;
}

function inBoth(name, text) {
  const found = {
    forfuns: new Sudoku(numbers(text, 1)).getSolution().join(""),
    algorithm: byAlgorithm(numbers(text, 0)),
    "forfuns, digits from 0": new Sudoku(numbers(text, 0)).getSolution().join(""),
    "algorithm, digits from 1": byAlgorithm(numbers(text, 1)),
  };
  console.log(name, found);
  return Object.values(found);
}

const digits = (text) => [...new Set(text)].sort().join("");

const [one, zero, ten, none] = inBoth("nine digits:", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
assert.equal(digits(one), "123456789");
assert.equal(digits(zero), "012345678");
assert.equal(digits(ten), "0123456789"); // rows of nine different digits of ten
assert.equal(none, false);
assert.equal(verifySolution([...one].map(Number), new SudokuSize(3)), true);

const [whole, , , renamed] = inBoth("no clue 9:", "8....7..37......5....31..6...287.6..51..643......5..4..574....1124....3.6.35.147.");
assert.equal(digits(whole), "123456789");
assert.equal(renamed, whole.replaceAll("9", "0")); // another puzzle's alphabet, no word of it
NODE
node alphabets.mjs
