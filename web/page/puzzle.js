// One puzzle in a grid, with its solution and the steps that lead to it.

const $ = (id) => document.getElementById(id);
const CELLS = [...Array(81).keys()];
const nameOf = (cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
const indexOf = (name) => 9 * (name[1] - 1) + (name[3] - 1);
const boxOf = (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);
const seeEachOther = (one, other) =>
  one !== other && (one % 9 === other % 9 || Math.floor(one / 9) === Math.floor(other / 9) || boxOf(one) === boxOf(other));

let shown;

/** Shows the first record of some text, which has `before` lines before it and stands in a file that begins with `head`. */
export function showPuzzle(module, text, { head = text, before = 0 } = {}) {
  const ask = (task, format) => {
    const header = module.open(head, { task, format });
    const start = before === 0 ? header : 0;
    const record = text.subarray(0, start + firstRecord(module, text.subarray(start)));
    module.take(record);
    return new TextDecoder().decode(module.run(before === 0, before).output);
  };
  try {
    const [explained] = ask("steps", "jsonl").split("\n", 1);
    if (!explained) throw new Error("There is no puzzle.");
    const sentences = ask("steps", "lines").match(/^ *\d+\. .*/gm) ?? [];
    const { solution } = JSON.parse(ask("unique", "jsonl").split("\n", 1)[0]);
    shown = { ...JSON.parse(explained), sentences, solution };
  } catch (error) {
    shown = { verdict: error.message };
  }
  draw();
}

/** The length of the first lines that hold a whole record. */
function firstRecord(module, text) {
  for (let end = text.indexOf(10) + 1; end > 0; end = text.indexOf(10, end) + 1) {
    const length = module.cut(text.subarray(0, end));
    if (length > 0 && text.subarray(0, length).some((byte) => byte > 32)) return length;
  }
  return text.length;
}

function draw() {
  const { verdict, level, line, steps, puzzle } = shown;
  $("verdict").textContent = !steps ? `${line ? `Line ${line}: ` : ""}${verdict}` : typeof level === "number"
    ? `Line ${line}: one solution, found by the rules up to level ${level} in ${steps.length} steps.`
    : `Line ${line}: one solution. The rules of the levels 1 to 7 leave ${shown.cells_left} cells open; a search finds the rest.`;
  $("explained").hidden = !puzzle || puzzle.length !== 81;
  $("solution").disabled = !steps;
  if ($("explained").hidden) return;
  $("steps").replaceChildren(...shown.sentences.map((sentence, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sentence.trim();
    button.addEventListener("click", () => show(index + 1));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
  show(0);
}

/** Shows the board after so many steps; with the last of them marked. */
function show(at) {
  const { steps = [], sentences } = shown;
  shown.at = Math.min(Math.max(at, 0), steps.length);
  const step = steps[shown.at - 1];
  drawGrid(digitsAfter(shown.at), step);
  $("step").textContent = step ? sentences[shown.at - 1].trim() : "The puzzle.";
  $("back").disabled = shown.at === 0;
  $("on").disabled = shown.at === steps.length;
  [...$("steps").querySelectorAll("button")].forEach((button, index) => {
    if (index + 1 === shown.at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  const current = $("steps").children[shown.at - 1];
  if (current) $("steps").scrollTop = current.offsetTop - $("steps").offsetTop - 40;
}

/** The digits after so many steps, 0 for none. */
function digitsAfter(at) {
  const digits = [...shown.puzzle].map((text) => Number(text) || 0);
  (shown.steps ?? []).slice(0, at).forEach(({ places }) => {
    if (places) digits[indexOf(places.cell)] = places.digit;
  });
  return digits;
}

function drawGrid(digits, step) {
  const cleared = new Set((shown.steps ?? []).slice(0, shown.at).flatMap(({ clears }) => clears.map(({ cell, digit }) => `${cell} ${digit}`)));
  const now = new Set(step?.clears.map(({ cell, digit }) => `${cell} ${digit}`));
  const marked = new Set([...(step?.cells ?? []), step?.places?.cell]);
  const rows = CELLS.filter((cell) => cell % 9 === 0).map((first) => {
    const row = document.createElement("tr");
    row.append(...CELLS.slice(first, first + 9).map((cell) => drawCell(cell, digits, { cleared, now, marked })));
    return row;
  });
  $("grid").replaceChildren(...rows);
}

function drawCell(cell, digits, { cleared, now, marked }) {
  const td = document.createElement("td");
  const name = nameOf(cell);
  td.classList.toggle("clue", Number(shown.puzzle[cell]) > 0);
  td.classList.toggle("marked", marked.has(name));
  if (digits[cell] > 0) {
    td.textContent = digits[cell];
    return td;
  }
  const candidates = document.createElement("small");
  for (let digit = 1; digit <= 9; digit++) {
    const key = `${name} ${digit}`;
    const isOpen = !CELLS.some((other) => digits[other] === digit && seeEachOther(cell, other));
    const mark = document.createElement("b");
    mark.textContent = isOpen && (!cleared.has(key) || now.has(key)) ? digit : "\u00a0";
    mark.classList.toggle("cleared", isOpen && now.has(key));
    candidates.append(mark);
  }
  td.append(candidates);
  return td;
}

$("back").addEventListener("click", () => show(shown.at - 1));
$("on").addEventListener("click", () => show(shown.at + 1));
$("solution").addEventListener("click", () => {
  show(shown.steps.length);
  if (!shown.solution) return;
  drawGrid([...shown.solution].map(Number));
  $("step").textContent = "The solution.";
});
