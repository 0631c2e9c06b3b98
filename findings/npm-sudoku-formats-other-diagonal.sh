#!/bin/sh
# sudoku-formats 1.0.9 (npm) converts a puzzle with one marked diagonal into the puzzle with the other one.
#
# It converts puzzles of f-puzzles, lisudoku and Penpa+ into each other. The diagonal from the top left, "diagonal-" in f-puzzles, is
# read as the primary one, which is right, but the primary one is written as "diagonal+", which is the diagonal from the top right.
# The puzzle below has one solution with either diagonal, and these differ. So f-puzzles to f-puzzles, or Penpa+ to f-puzzles, is
# another puzzle, as sound as the first, and there is no warning, although results have a field for it.
#
# Two more changes come without a warning. Of an arrow with two lines, the second is left out. A digit that somebody entered while
# solving, right or wrong, becomes a clue, since "given" is written but not read.
#
# Expected: the same puzzle.
# Seen with Node 20.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . sudoku-formats@1.0.9 >npm.log

cat >diagonal.mjs <<'NODE'
import assert from "node:assert/strict";
import { transformSudoku } from "sudoku-formats";

const PUZZLE = "..1....5..9.........2.731...54.6.....6.............3.8.......9......1.355....78..";
const FALLING = "831694257795182643642573189354768921268319574917245368173856492486921735529437816";
const RISING = "731849652895216743642573189354768921968132574217954368186325497479681235523497816";

const house = { falling: (row, column) => row === column, rising: (row, column) => row + column === 8 };

/** Returns the first two solutions with the diagonal. */
function solutions(text, diagonal) {
  const marked = house[diagonal];
  const grid = [...text].map((cell) => (cell === "." ? 0 : Number(cell)));
  const position = (at) => [Math.floor(at / 9), at % 9];
  const sees = (one, other) => {
    const [[row, column], [otherRow, otherColumn]] = [position(one), position(other)];
    const inBox = Math.floor(row / 3) === Math.floor(otherRow / 3) && Math.floor(column / 3) === Math.floor(otherColumn / 3);
    const onDiagonal = marked(row, column) && marked(otherRow, otherColumn);
    return one !== other && (row === otherRow || column === otherColumn || inBox || onDiagonal);
  };
  const cells = [...grid.keys()];
  const peers = cells.map((one) => cells.filter((other) => sees(one, other)));
  const candidates = (at) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => peers[at].every((peer) => grid[peer] !== digit));
  const found = [];
  const search = () => {
    const blanks = cells.filter((at) => !grid[at]).map((at) => ({ at, digits: candidates(at) }));
    if (!blanks.length) return void found.push(grid.join(""));
    const { at, digits } = blanks.reduce((one, other) => (other.digits.length < one.digits.length ? other : one));
    for (const digit of digits) {
      if (found.length > 1) break;
      grid[at] = digit;
      search();
      grid[at] = 0;
    }
  };
  search();
  return found;
}

const rows = (text) => text.match(/.{9}/g).map((row) => [...row].map((cell) => (cell === "." ? {} : { value: Number(cell), given: true })));
const text = ({ grid }) => grid.flat().map(({ value }) => value ?? ".").join("");
const diagonals = (puzzle) => (puzzle["diagonal-"] ? "falling" : "") + (puzzle["diagonal+"] ? "rising" : "");

function convert(puzzle, from, to) {
  const { constraints, warning, error } = transformSudoku({ constraints: puzzle, fromFormat: from, toFormat: to });
  assert.deepEqual([warning, error], [undefined, undefined]);
  return constraints;
}

const puzzle = { size: 9, grid: rows(PUZZLE), "diagonal-": true };
const penpa = convert(puzzle, "fpuzzles", "penpa");
assert(penpa.sudoku[0] && !penpa.sudoku[3]); // the falling diagonal is drawn
for (const copy of [convert(puzzle, "fpuzzles", "fpuzzles"), convert(penpa, "penpa", "fpuzzles")]) {
  const found = [puzzle, copy].map((one) => [diagonals(one), ...solutions(text(one), diagonals(one))]);
  console.log("before and after:", found);
  assert.equal(text(copy), PUZZLE);
  assert.deepEqual(found, [["falling", FALLING], ["rising", RISING]]);
}

const arrow = { cells: ["R1C1"], lines: [["R1C1", "R1C2", "R1C3"], ["R1C1", "R2C1", "R3C1"]] };
const [copied] = convert({ ...puzzle, arrow: [arrow] }, "fpuzzles", "fpuzzles").arrow;
console.log("lines of an arrow:", arrow.lines.length, "and", copied.lines.length);
assert.deepEqual(copied, { cells: ["R1C1"], lines: [["R1C1", "R1C2", "R1C3"]] });

const entered = { ...puzzle, grid: rows(PUZZLE) };
entered.grid[0][0] = { value: 9 };
const { grid } = convert(entered, "fpuzzles", "fpuzzles");
console.log("an entered digit becomes", grid[0][0]);
assert.deepEqual(grid[0][0], { value: 9, given: true });
NODE
node diagonal.mjs
