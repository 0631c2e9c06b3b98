#!/bin/sh
# pzpr 0.10.1 (npm) writes a puzzle as two grids, where a dot is a blank in the first and a clue in the second.
#
# In the text format of Kanpen (FILE_PBOX), nine rows of clues are followed by nine rows of what somebody has entered, with nothing
# between them. There a blank is 0, and a dot stands where the first grid has a clue. So a file of one puzzle looks like two. Once
# the puzzle is solved, the second grid is all that was not a clue, and a sound puzzle: 51 clues and one solution, though nobody made
# it. While it is unsolved, the grid has two kinds of blanks, of which one hides the clues, and hundreds of solutions or more.
#
# pzpr's own format has a dot for both, and the XML of Kanpen an element <z/>. A reader that does not know which format it has
# cannot tell a clue from a blank.
#
# Expected: one sign for a cell without an entered digit, or the clues in both grids.
# Seen with Node 20.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . pzpr@0.10.1 >npm.log

cat >kanpen.mjs <<'NODE'
import assert from "node:assert/strict";
import pzpr from "pzpr";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/** Counts solutions up to the limit, with any blanks. */
function count(text, limit) {
  const grid = [...text].map((cell) => Number(cell) || 0);
  const box = (at) => 3 * Math.floor(at / 27) + Math.floor((at % 9) / 3);
  const peers = grid.map((_, one) =>
    [...grid.keys()].filter((at) => at !== one && (at % 9 === one % 9 || Math.floor(at / 9) === Math.floor(one / 9) || box(at) === box(one))),
  );
  const search = (limit) => {
    let best;
    for (const at of grid.keys()) {
      if (grid[at]) continue;
      const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => peers[at].every((peer) => grid[peer] !== digit));
      if (!best || digits.length < best.digits.length) best = { at, digits };
    }
    if (!best) return 1;
    let found = 0;
    for (const digit of best.digits) {
      grid[best.at] = digit;
      found += search(limit - found);
      if (found === limit) break;
    }
    grid[best.at] = 0;
    return found;
  };
  return search(limit);
}

const rows = (text) => text.match(/.{9}/g).map((row) => [...row].join(" ") + " ").join("\n");

/** Writes the puzzle after somebody has entered the digits of all blanks, or of those in some columns. */
function kanpen(columns) {
  const entered = [...SOLUTION].map((digit, at) => (PUZZLE[at] === "." && columns.includes(at % 9) ? digit : ".")).join("");
  const puzzle = new pzpr.Puzzle();
  puzzle.open(`pzprv3\nsudoku\n9\n${rows(PUZZLE)}\n${rows(entered)}\n`);
  const lines = puzzle.getFileData(pzpr.parser.FILE_PBOX).trim().split("\n");
  assert.deepEqual([lines.length, lines[0]], [19, "9"]);
  const [clues, second] = [lines.slice(1, 10), lines.slice(10)].map((half) => half.join("").replaceAll(" ", ""));
  assert.equal(clues, PUZZLE);
  assert([...second].every((cell, at) => (cell === ".") === (PUZZLE[at] !== ".")));
  const found = { check: puzzle.check(true).text, second, clues: second.replace(/[.0]/g, "").length, solutions: count(second, 200) };
  console.log(found);
  return found;
}

const solved = kanpen([0, 1, 2, 3, 4, 5, 6, 7, 8]);
assert.deepEqual([solved.check, solved.clues, solved.solutions], ["Complete!", 51, 1]);
const unsolved = kanpen([0, 1, 2]);
assert.deepEqual([unsolved.clues, unsolved.solutions], [18, 200]);
assert(unsolved.second.includes("0"));
NODE
node kanpen.mjs
