#!/bin/sh
# killer-sudoku-generator 1.1.2 (npm) returns "the" solution of killer puzzles that have several.
#
# generateKillerSudoku() returns a puzzle of 81 characters, a solution, and cages with their sums for all 81 cells. Of forty puzzles
# with a fixed seed, the twenty "easy" and "medium" ones have one solution each under the rows, columns, boxes, clues and cages. Of
# the twenty "hard" and "expert" ones, seven have at least two. The characters look like a plain puzzle, and a solver that does not
# know the cages finds one of several grids for 28 of the forty.
#
# Expected: one solution, since the result names one.
# Seen with Node 20. Math.random is replaced by a generator with a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . killer-sudoku-generator@1.1.2 >npm.log

cat >killer.mjs <<'NODE'
import assert from "node:assert/strict";
import killer from "killer-sudoku-generator";

let state = 7;
Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;

const houses = ([row, column]) => [`row ${row}`, `column ${column}`, `box ${Math.floor(row / 3)}${Math.floor(column / 3)}`];
const CELLS = [...Array(81).keys()].map((at) => [Math.floor(at / 9), at % 9]);

/** Counts solutions, up to 2. A house or a cage is the set of its digits; a cage also has what is left of its sum and cells. */
function count(text, areas) {
  const grid = Array(81).fill(0);
  const sets = new Map();
  const groups = CELLS.map((cell) => houses(cell).map((name) => sets.get(name) ?? (sets.set(name, { digits: new Set() }), sets.get(name))));
  for (const { cells, sum } of areas) {
    const cage = { digits: new Set(), sum, cells: cells.length };
    for (const [row, column] of cells) groups[9 * row + column].push(cage);
  }
  const fits = ({ digits, sum, cells }, digit) => {
    if (digits.has(digit)) return false;
    if (sum === undefined) return true;
    const [left, more] = [sum - digit, cells - 1];
    return left >= (more * (more + 1)) / 2 && left <= (more * (19 - more)) / 2;
  };
  const candidates = (at) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => groups[at].every((group) => fits(group, digit)));
  const place = (at, digit, sign) => {
    grid[at] = sign > 0 ? digit : 0;
    for (const group of groups[at]) {
      sign > 0 ? group.digits.add(digit) : group.digits.delete(digit);
      if (group.sum !== undefined) (group.sum -= sign * digit), (group.cells -= sign);
    }
  };
  const search = (limit) => {
    let best;
    for (let at = 0; at < 81; at++) {
      if (grid[at]) continue;
      const digits = candidates(at);
      if (!best || digits.length < best.digits.length) best = { at, digits };
      if (best.digits.length < 2) break;
    }
    if (!best) return 1;
    let found = 0;
    for (const digit of best.digits) {
      place(best.at, digit, 1);
      found += search(limit - found);
      place(best.at, digit, -1);
      if (found >= limit) break;
    }
    return found;
  };
  for (const [at, cell] of [...text].entries()) {
    if (cell === "-") continue;
    assert(candidates(at).includes(Number(cell)));
    place(at, Number(cell), 1);
  }
  return search(2);
}

const several = {};
for (const difficulty of ["easy", "medium", "hard", "expert"]) {
  several[difficulty] = { withCages: 0, withoutCages: 0 };
  for (let made = 0; made < 10; made++) {
    const { puzzle, solution, areas } = killer.generateKillerSudoku(difficulty);
    assert.equal(count(solution, areas), 1); // the solution satisfies all
    several[difficulty].withCages += count(puzzle, areas) > 1;
    several[difficulty].withoutCages += count(puzzle, []) > 1;
  }
}
console.log("puzzles of ten with several solutions:", several);
assert.equal(several.easy.withCages + several.medium.withCages, 0);
assert.equal(several.hard.withCages + several.expert.withCages, 7);
assert.equal(Object.values(several).reduce((sum, { withoutCages }) => sum + withoutCages, 0), 28);
NODE
node killer.mjs
