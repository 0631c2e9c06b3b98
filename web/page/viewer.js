// The viewer: one puzzle on a board, its solution, and the steps that lead to it. The page has one, which moves where it is needed.
import { drawSolution, drawSteps, isGrid } from "./board.js";
import { $, element } from "./dom.js";
import { explain, explainLine } from "./explain.js";

const EXAMPLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const LONG = 2000; // characters of a record that are shown

let module;
let shown = {}; // the explanation of the puzzle on the board, and `at`, the number of steps drawn
let opened = 0; // the number of records requested so far: only the last one is shown
let file; // the file to open lines from
let opener; // what had the focus when the viewer opened

/** Starts the viewer with an example. */
export function startViewer(instance) {
  module = instance;
  $("puzzle-form").addEventListener("submit", (event) => {
    event.preventDefault();
    opened++;
    show(explain(module, new TextEncoder().encode(`${$("puzzle").value}\n`)), "One puzzle, step by step");
  });
  $("line-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openLine(Number($("line").value));
  });
  $("back").addEventListener("click", () => showStep(shown.at - 1));
  $("on").addEventListener("click", () => showStep(shown.at + 1));
  $("first").addEventListener("click", () => showStep(0));
  $("solution").addEventListener("click", showSolution);
  $("close").addEventListener("click", close);
  $("steps").addEventListener("keydown", moveInSteps);
  $("viewer").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !$("close").hidden) close();
  });
  $("puzzle").value = EXAMPLE;
  show(explain(module, new TextEncoder().encode(`${EXAMPLE}\n`)), "One puzzle, step by step");
}

/** Moves the viewer to an element. Beside a list it can be closed. */
export function dock(place, isAside = false) {
  $("close").hidden = !isAside;
  $("viewer").classList.toggle("aside", isAside);
  if ($("viewer").parentElement !== place) place.append($("viewer"));
  scrollToStep(); // moving the list has scrolled it back
}

/** Sets the file whose lines the viewer opens, if any. */
export function openFrom(newFile) {
  file = newFile;
  $("line-form").hidden = !file;
  $("file-name").textContent = file?.name ?? "";
}

/** Opens the puzzle of a line of the file, and moves the focus to it. */
export async function openLine(line) {
  const ticket = ++opened;
  const { name } = file;
  if (!$("viewer").contains(document.activeElement)) opener = document.activeElement;
  const explained = await explainLine(module, file, line).catch((error) => ({ says: error.message, isFailure: true }));
  if (ticket !== opened) return;
  $("line").value = line;
  show(explained, `Line ${line} of ${name}`);
  $("viewer-title").focus({ preventScroll: true });
  $("viewer").scrollIntoView({ block: "nearest" });
}

function close() {
  $("viewer").dispatchEvent(new Event("closed", { bubbles: true }));
  opener?.focus();
}

function show(explained, title) {
  shown = explained;
  const { puzzle, record, says, steps, sentences, isFailure } = shown;
  const canDraw = isGrid(puzzle);
  $("viewer-title").textContent = title;
  $("verdict").textContent = says;
  $("verdict").classList.toggle("error", Boolean(isFailure) || !(canDraw || steps));
  if (puzzle ?? record) $("puzzle").value = puzzle || record;
  $("record").hidden = canDraw || !record;
  $("record").textContent = record?.length > LONG ? `${record.slice(0, LONG)} …` : record ?? "";
  $("board").hidden = !canDraw;
  $("explained").classList.toggle("unsolved", !steps);
  for (const part of ["moves", "walk"]) $(part).hidden = !canDraw || !steps;
  if (!canDraw) return;
  $("steps").replaceChildren(...(steps ? sentences : []).map((sentence, index) => {
    const choose = element("button", { type: "button", tabindex: "-1" }, sentence);
    choose.addEventListener("click", () => showStep(index + 1));
    return element("li", {}, choose);
  }));
  showStep(0);
}

/** Draws the board after its first `at` steps. */
function showStep(at) {
  const { steps = [], sentences } = shown;
  shown.at = Math.min(Math.max(at, 0), steps.length);
  drawSteps($("grid"), shown, shown.at);
  const buttons = $("steps").querySelectorAll("button");
  buttons.forEach((choose, index) => {
    const isCurrent = index + 1 === shown.at;
    choose.tabIndex = index === Math.max(0, shown.at - 1) ? 0 : -1;
    if (isCurrent) choose.setAttribute("aria-current", "step");
    else choose.removeAttribute("aria-current");
  });
  $("count").textContent = `Step ${shown.at} of ${steps.length}`;
  $("step").textContent = shown.at > 0 ? sentences[shown.at - 1].replace(/^\d+\. /, "") : "The puzzle as it is given.";
  setMoves(shown.at === 0, shown.at === steps.length);
  scrollToStep();
}

function scrollToStep() {
  const current = $("steps").children[shown.at - 1];
  $("steps").scrollTop = current ? current.offsetTop - $("steps").clientHeight / 2 : 0;
}

function showSolution() {
  showStep(shown.steps.length);
  drawSolution($("grid"), shown);
  $("step").textContent = "The solution.";
}

/** Disables the buttons that would do nothing, and moves the focus away from them. */
function setMoves(isFirst, isLast) {
  const focused = document.activeElement;
  $("first").disabled = $("back").disabled = isFirst;
  $("on").disabled = isLast;
  if ([$("first"), $("back")].includes(focused) && isFirst) $("on").focus();
  if (focused === $("on") && isLast) $("back").focus();
}

/** Lets the arrow keys, Home and End choose steps, like the options of a list. */
function moveInSteps(event) {
  const last = shown.steps.length;
  const to = { ArrowDown: shown.at + 1, ArrowUp: shown.at - 1, Home: 1, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  showStep(Math.min(Math.max(to, 1), last));
  $("steps").querySelectorAll("button")[shown.at - 1].focus({ preventScroll: true });
}
