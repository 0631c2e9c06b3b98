// A puzzle drawn as a table: nine rows and columns with headers, digits, and candidates in the blank cells.
import { element } from "./dom.js";

const CELLS = [...Array(81).keys()];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const nameOf = (cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
const indexOf = (name) => 9 * (name[1] - 1) + (name[3] - 1);
const boxOf = (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);
const seeEachOther = (one, other) =>
  one !== other && (one % 9 === other % 9 || Math.floor(one / 9) === Math.floor(other / 9) || boxOf(one) === boxOf(other));

/** Whether a text has the 81 cells of a grid and can be drawn. */
export const isGrid = (puzzle) => puzzle?.length === CELLS.length;

/** The digits of a puzzle or a solution, 0 for a blank. */
const digitsOf = (text) => [...text].map((digit) => Number(digit) || 0);

/** Draws a puzzle after its first `at` steps, with the last of them marked, and with the cells that a conflict names. */
export function drawSteps(grid, { puzzle, steps = [], reason = "" }, at) {
  const digits = digitsOf(puzzle);
  for (const { places } of steps.slice(0, at)) if (places) digits[indexOf(places.cell)] = places.digit;
  const step = steps[at - 1];
  const keys = ({ clears }) => clears.map(({ cell, digit }) => `${cell} ${digit}`);
  draw(grid, {
    puzzle,
    digits,
    cleared: new Set(steps.slice(0, at).flatMap(keys)),
    now: new Set(step ? keys(step) : []),
    marked: new Set([...(step?.cells ?? []), step?.places?.cell]),
    wrong: new Set(steps.length ? [] : reason.match(/\br\dc\d\b/g)),
  });
}

/** Draws the solution of a puzzle. */
export function drawSolution(grid, { puzzle, solution }) {
  const none = new Set();
  draw(grid, { puzzle, digits: digitsOf(solution), cleared: none, now: none, marked: none, wrong: none });
}

function draw(grid, state) {
  const head = element("tr", {}, element("td"), ...DIGITS.map((digit) => element("th", { scope: "col" }, `c${digit}`)));
  const rows = CELLS.filter((cell) => cell % 9 === 0).map((first) =>
    element("tr", {}, element("th", { scope: "row" }, `r${first / 9 + 1}`), ...CELLS.slice(first, first + 9).map((cell) => drawCell(cell, state))));
  grid.tHead.replaceChildren(head);
  grid.tBodies[0].replaceChildren(...rows);
}

function drawCell(cell, { puzzle, digits, cleared, now, marked, wrong }) {
  const td = element("td");
  const name = nameOf(cell);
  td.classList.toggle("clue", Number(puzzle[cell]) > 0);
  td.classList.toggle("marked", marked.has(name));
  td.classList.toggle("wrong", wrong.has(name));
  if (digits[cell] > 0) {
    td.append(String(digits[cell]));
    return td;
  }
  const isOpen = (digit) => !CELLS.some((other) => digits[other] === digit && seeEachOther(cell, other));
  const isRemoved = (digit) => now.has(`${name} ${digit}`);
  const candidates = DIGITS.filter((digit) => isOpen(digit) && (isRemoved(digit) || !cleared.has(`${name} ${digit}`)));
  const left = candidates.filter((digit) => !isRemoved(digit));
  td.append(
    element("span", { class: "sr" }, `blank, candidates ${left.join(" ") || "none"}`),
    element("small", { "aria-hidden": "true" }, ...DIGITS.map((digit) =>
      element("b", { class: candidates.includes(digit) && isRemoved(digit) && "cleared" }, candidates.includes(digit) ? String(digit) : ""))),
  );
  return td;
}
