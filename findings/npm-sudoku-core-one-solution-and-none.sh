#!/bin/sh
# sudoku-core 3.0.3 (npm) says of a puzzle that it has exactly one solution and that it has none.
#
# analyze() returns hasSolution, which is whether the six strategies of the package fill the board, and hasUniqueSolution, which is
# counted by a search. Ten puzzles with one solution that need more than those strategies have hasUniqueSolution: true and hasSolution:
# false. solve() and hint() only look at the latter, and say "No solution for provided board!", as they do for a puzzle that has none.
# So a list that is cleaned with this package loses its hard puzzles as if they were wrong, although the search has the solution.
#
# The README asks for boards that are "solvable (not by brute force)", but does not say what the answer for others means.
#
# Expected: hasSolution: true, or a message that the strategies are not enough.
# Seen with Node 20.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . sudoku-core@3.0.3 >npm.log

cat >analyze.cjs <<'NODE'
const assert = require("node:assert/strict");
const { analyze, hint, solve } = require("sudoku-core");

const PUZZLES = `
5...87...71..32.........5..4....53..1.67...8...96..47..7..4....2.....7........1.8
2..9....31..3..5....826....9.67.8..........78..4..1....7...9.8........14..9....67
..3.....4...3...6.28.....9.....76..39...4...13..1.96....2......5...98.1.69.7..48.
5.4.76..3.8.1...5.7.2...4..8.5.2.......6....21...84..........3..9...7.15...2....4
2....4....58..7.....4.....3.9.....51..6.1.4......5..8..4.6..2.7.831..5.......536.
...6.4.....69....1...1....8.6...51.91......7..49..3...........763..4.2...52...4..
.6.4....5......4....7..5.62.583.6.7...2..78.67...54....74.8......37.....1......3.
.4...3.....39...461.845..9.95....13.....71..2.....94.5......8.4.....5......76..5.
4...873597.....4..9.....1.8..8.1.....4....8.......89255.1.9....8....3..4.....1..6
.31...89.....94.......3..15..4..5.3.6..4....89.....7.....85...37.........95.7....
`.trim().split("\n");
const CELLS = [...Array(81).keys()];
const houses = (at) => [Math.floor(at / 9), 9 + (at % 9), 18 + 3 * Math.floor(at / 27) + Math.floor((at % 9) / 3)];
const PEERS = CELLS.map((at) => CELLS.filter((peer) => peer !== at && houses(peer).some((house) => houses(at).includes(house))));

/** Counts solutions, up to 2. */
function count(grid, limit = 2) {
  const choices = (at) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !PEERS[at].some((peer) => grid[peer] === digit));
  const blanks = CELLS.filter((at) => !grid[at]).map((at) => [at, choices(at)]);
  if (!blanks.length) return 1;
  const [at, digits] = blanks.reduce((best, next) => (next[1].length < best[1].length ? next : best));
  let found = 0;
  for (const digit of digits) {
    found += count(grid.with(at, digit), limit - found);
    if (found >= limit) break;
  }
  return found;
}

const board = (text) => [...text].map((cell) => (cell === "." ? null : Number(cell)));
const NONE = { solved: false, error: "No solution for provided board!" };

for (const text of PUZZLES) {
  const { hasSolution, hasUniqueSolution } = analyze(board(text));
  console.log(text, { hasSolution, hasUniqueSolution });
  assert.equal(count(board(text)), 1);
  assert.deepEqual([hasSolution, hasUniqueSolution], [false, true]);
  assert.deepEqual([solve(board(text)), hint(board(text))], [NONE, NONE]);
}

const without = board(PUZZLES[0]);
without[1] = 2; // agrees with all clues
assert.equal(count(without), 0);
assert.deepEqual(solve(without), NONE);
NODE
node analyze.cjs
