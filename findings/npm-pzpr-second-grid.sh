#!/bin/sh
# pzpr 0.10.1 (npm) writes a puzzle as two grids, where a dot is a blank in the first and a clue in the second.
#
# In the text format of Kanpen (FILE_PBOX), nine rows of clues are followed by nine rows of what somebody has entered, with nothing
# between them. In the first rows a blank is a dot. In the others a blank is 0, and a dot is a cell whose clue is in the first. So a
# file of one puzzle looks like two. When the puzzle below is solved, the second grid is a sound puzzle that nobody made: the other 51
# digits are its clues, and it has one solution. Until then, it has two kinds of blanks and hundreds of solutions or more.
#
# pzpr's own format has a dot for a blank and for a clue in the second grid, and Kanpen's XML has an element <z/> for both.
#
# Expected: one sign for each meaning, in all formats.
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
