// The page: starts the workers, and runs tasks over files.
import { showFailure, showResult } from "./article.js";
import { $, counted, grouped } from "./dom.js";
import { acceptInput, chosenFiles } from "./input.js";
import { Module, hasVectors } from "./module.js";
import { clearResults } from "./results.js";
import { Pool } from "./run.js";
import { startViewer } from "./viewer.js";

const STATUS_EVERY = 1000; // milliseconds, so that a screen reader can follow
const BAR_EVERY = 200; // drawing takes time from the workers

/** What the tasks do. */
const TASKS = {
  unique: "Solve every puzzle, and prove that its solution is the only one.",
  solve: "Find one solution of every puzzle, whether or not there are others.",
  count: "Count the solutions of every puzzle.",
  check: "Find defects, duplicates, equivalent puzzles and wrong answers, and write a report on the data set.",
  rate: "Rate how hard the puzzles are by six measures. This is slower than solving.",
};

let pool;

if (hasVectors()) {
  start().catch(refuse);
} else {
  refuse(new Error("This browser cannot run the page: it lacks the vector instructions of WebAssembly (simd128). Chrome and Edge from 91, Firefox from 89 and Safari from 16.4 have them."));
}

async function start() {
  $("workers").value = navigator.hardwareConcurrency || 2;
  const compiled = await WebAssembly.compileStreaming(fetch("bulkdoku.wasm"));
  pool = new Pool(compiled, Number($("workers").value));
  startViewer(new Module(compiled));
  await pool.ready;
  acceptInput((sentence) => {
    setStart();
    if (!pool.isBusy) say(sentence);
  });
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    runAll(chosenFiles()).catch(refuse);
  });
  $("form").addEventListener("change", describeTask);
  $("stop").addEventListener("click", () => pool.isStopped || pool.stop());
  $("workers").addEventListener("change", () => pool.resize(Math.max(1, Number($("workers").value) || 1)));
  for (const part of document.querySelectorAll("fieldset:disabled")) part.disabled = false;
  describeTask();
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it, the page works offline only until it is closed
  document.documentElement.dataset.ready = "true";
}

function refuse(error) {
  $("unsupported").textContent = error.message;
  $("unsupported").hidden = false;
}

const taskOf = () => new FormData($("form")).get("task");

/** Says what the chosen task does, and shows its options. */
function describeTask() {
  const task = taskOf();
  $("task-says").textContent = TASKS[task];
  $("limit-option").hidden = $("limit").disabled = task !== "count"; // a hidden field must not fail validation
  $("format-option").hidden = task === "check";
}

/** Enables Start when there is something to run. */
function setStart() {
  $("start").disabled = pool.isBusy || chosenFiles().length === 0;
}

async function runAll(files) {
  if (pool.isBusy || files.length === 0) return;
  const settings = { task: taskOf(), format: $("format").value, limit: Number($("limit").value) };
  setBusy(true);
  clearResults();
  say(`${files[0].name}: starting …`);
  try {
    await pool.begin();
    for (const file of files) {
      const result = await runOne(file, settings);
      if (result?.isStopped) break;
    }
  } finally {
    setBusy(false);
  }
}

/** Shows either Start or Stop, and moves the focus from one to the other. */
function setBusy(isBusy) {
  const focused = document.activeElement;
  pool.isBusy = isBusy;
  setStart();
  $("stop").hidden = !isBusy;
  $("start").hidden = isBusy;
  $("workers").disabled = isBusy;
  $("bar").classList.toggle("busy", isBusy);
  if (isBusy) $("bar").value = 0;
  if (isBusy && focused === $("start")) $("stop").focus();
  if (!isBusy && focused === $("stop")) $("start").focus();
}

async function runOne(file, settings) {
  let [last, drawn] = [-Infinity, -Infinity];
  try {
    const result = await pool.run(file, { ...settings, name: file.name }, (result) => {
      const now = performance.now();
      if (now >= drawn + BAR_EVERY) [$("bar").value, drawn] = [result.done, now];
      if (now < last + STATUS_EVERY || result.done === 0) return;
      last = now;
      say(`${file.name}: ${progressOf(result)}`);
    });
    await showResult(file, settings, result, pool.folder);
    say(`${file.name}: ${result.isStopped ? "stopped after" : "done,"} ${counted(result.records, "record")}.`);
    $("bar").value = result.isStopped ? result.done : 1;
    return result;
  } catch (error) {
    pool.restart(); // a module that has failed is not used again
    say(`${file.name}: failed.`);
    $("bar").value = 0;
    showFailure(file, wordsFor(error));
  }
}

function say(text) {
  $("status").textContent = text;
}

function progressOf({ records, seconds, done }) {
  if (records === 0) return `${Math.round(100 * done)} %`;
  const left = done > 0 ? Math.ceil((seconds * (1 - done)) / done) : 0;
  return `${counted(records, "record")}, ${grouped(records / Math.max(seconds, 0.001))} per second, about ${duration(left)} left`;
}

function duration(seconds) {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** The message of an error: the module's are complete, the browser's are not. */
function wordsFor({ name, message }) {
  if (name === "RuntimeError") return `The solver failed (${message}). The memory of this tab may be full; otherwise this is a defect to report.`;
  if (name === "QuotaExceededError") return "The disk is full: the browser has no room for the answers.";
  if (name === "NotFoundError") return "The answers are gone: the data that the browser keeps for this page was cleared. Start again.";
  if (name === "NotReadableError") return "The file cannot be read. It may have changed: choose it again.";
  if (name === "TypeError") return `The file cannot be unpacked (${message}): it is damaged.`;
  return message;
}
