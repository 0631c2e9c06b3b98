#!/bin/sh
# sudoku-gen 1.0.2 (npm) makes puzzles that all have the same solution, in other forms, and makes only 34 of them.
#
# It turns, permutes and relabels known puzzles, as its README says: each gives "over 2.4 trillion unique puzzles". What it does
# not say: the solutions of all 40 known puzzles, of four levels, are forms of one grid, and six of the 40 are forms of another
# one. Four hundred puzzles have 400 texts, but only 34 patterns of clues and one solution in canonical form. In a data set of
# them, every solution that is tested was also trained on, and a comparison of texts does not show it.
#
# The 2.4 trillion count each form twice: to turn a board by 180 degrees is to permute its rows and columns.
#
# Expected: different solutions, of the 5,472,730,538 that there are.
# Seen with Node 20. Math.random is replaced by a generator with a seed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . sudoku-gen@1.0.2 >npm.log

cat >generate.mjs <<'NODE'
import assert from "node:assert/strict";
import { getSudoku } from "sudoku-gen";

let state = 7;
Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const within = (stack, order) => order.map((column) => 3 * stack + column);
const COLUMNS = ORDERS.flatMap(([i, j, k]) =>
  ORDERS.flatMap((a) => ORDERS.flatMap((b) => ORDERS.map((c) => [...within(i, a), ...within(j, b), ...within(k, c)]))),
);
const turned = (text) => [...text].map((_, at) => text[9 * (at % 9) + Math.floor(at / 9)]).join("");
const rowsOf = (text) => text.match(/.{9}/g);
const byText = (one, other) => (one < other ? -1 : 1);

/** The smallest text among all forms of a solution, with the smallest pattern of clues that goes with it. */
function canonical(solution, puzzle) {
  let best = { text: "~".repeat(81), clues: "~" };
  for (const [grid, board] of [[solution, puzzle], [turned(solution), turned(puzzle)]]) {
    const [rows, clues] = [rowsOf(grid), rowsOf(board)];
    for (let top = 0; top < 9; top++) {
      for (const columns of COLUMNS) {
        const names = Array(10);
        columns.forEach((column, at) => (names[rows[top][column]] = at + 1));
        const row = (at) => [columns.map((column) => names[rows[at][column]]).join(""), at];
        const band = (at) => [0, 1, 2].map((more) => row(3 * at + more)).sort(([one], [other]) => byText(one, other));
        const first = Math.floor(top / 3);
        const own = band(first);
        if (own[1][0] > best.text.slice(9, 18)) continue;
        const others = [0, 1, 2].filter((at) => at !== first).map(band);
        others.sort(([[one]], [[other]]) => byText(one, other));
        const all = [...own, ...others.flat()];
        const text = all.map(([cells]) => cells).join("");
        if (text > best.text) continue;
        const pattern = all.flatMap(([, at]) => columns.map((column) => (clues[at][column] === "-" ? "." : "x"))).join("");
        if (text < best.text || pattern < best.clues) best = { text, clues: pattern };
      }
    }
  }
  return best;
}

const canonicalText = (solution) => canonical(solution, solution).text;
const OTHER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const other = canonicalText(OTHER);
assert.equal(canonicalText([...turned(OTHER)].reverse().join("")), other);
assert.equal(canonicalText(OTHER.slice(27) + OTHER.slice(0, 27)), other);

const [texts, puzzles, solutions] = [new Set(), new Set(), new Set()];
for (let made = 0; made < 400; made++) {
  const { puzzle, solution } = getSudoku(["easy", "medium", "hard", "expert"][made % 4]);
  const { text, clues } = canonical(solution, puzzle);
  texts.add(puzzle);
  puzzles.add(clues);
  solutions.add(text);
}
console.log(`of 400 puzzles: ${texts.size} texts, ${puzzles.size} puzzles, ${solutions.size} solution`);
assert.deepEqual([texts.size, puzzles.size, solutions.size], [400, 34, 1]);
assert(!solutions.has(other)); // the canonical form tells solutions apart
NODE
node generate.mjs
