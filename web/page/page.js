// What the page shows: its form, the progress of runs and their results.
import { LONG_HEAD, Module, concat, hasVectors, piecesOf } from "./module.js";
import { Pool } from "./run.js";
import { showPuzzle } from "./puzzle.js";
import { unpacked } from "./unpack.js";

const $ = (id) => document.getElementById(id);
const grouped = (number) => Math.round(number).toLocaleString("en");
const ENDINGS = { lines: "txt", csv: "csv", jsonl: "jsonl" };
const TYPES = { lines: "text/plain", csv: "text/csv", jsonl: "application/jsonl" };
const STATUS_EVERY = 1000; // milliseconds, so that a screen reader can follow
const BAR_EVERY = 200; // drawing takes time from the workers

let pool;
let module;

if (hasVectors()) {
  start().catch(refuse);
} else {
  refuse(new Error("This browser cannot run the page: it lacks the vector instructions of WebAssembly (simd128). Chrome and Edge from 91, Firefox from 89 and Safari from 16.4 have them."));
}

async function start() {
  $("workers").value = navigator.hardwareConcurrency || 2;
  const compiled = await WebAssembly.compileStreaming(fetch("bulkdoku.wasm"));
  module = new Module(compiled);
  pool = new Pool(compiled, Number($("workers").value));
  await pool.ready;
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    runAll(inputs()).catch(refuse);
  });
  $("stop").addEventListener("click", () => {
    $("stop").disabled = true;
    pool.stop();
  });
  $("workers").addEventListener("change", () => pool.resize(Math.max(1, Number($("workers").value) || 1)));
  $("puzzle-form").addEventListener("submit", (event) => {
    event.preventDefault();
    showPuzzle(module, new TextEncoder().encode($("puzzle").value + "\n"));
  });
  acceptDrops();
  for (const id of ["start", "show"]) $(id).disabled = false;
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it, the page works offline until it is closed
  document.documentElement.dataset.ready = "true";
}

function refuse(error) {
  $("unsupported").textContent = error.message;
  $("unsupported").hidden = false;
}

function acceptDrops() {
  const over = (isOver) => (event) => {
    event.preventDefault();
    $("drop").classList.toggle("over", isOver);
  };
  document.addEventListener("dragover", over(true));
  document.addEventListener("dragleave", over(false));
  document.addEventListener("drop", (event) => {
    over(false)(event);
    if (event.dataTransfer.files.length > 0) runAll([...event.dataTransfer.files]).catch(refuse);
  });
}

/** The chosen files, or what was pasted. */
function inputs() {
  const files = [...$("files").files];
  const pasted = $("pasted").value;
  return files.length > 0 || !pasted ? files : [new File([pasted], "pasted.txt")];
}

async function runAll(files) {
  if (pool.isBusy) return;
  if (files.length === 0) return say("Choose a file, drop one, or paste puzzles.");
  if (!$("form").reportValidity()) return; // files that are dropped come without this
  const settings = {
    task: new FormData($("form")).get("task"),
    format: $("format").value,
    limit: Number($("limit").value),
  };
  setBusy(true);
  document.querySelectorAll("#results a[download]").forEach(({ href }) => URL.revokeObjectURL(href));
  $("results").replaceChildren();
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

function setBusy(isBusy) {
  pool.isBusy = isBusy;
  $("start").disabled = isBusy;
  $("stop").disabled = !isBusy;
  $("workers").disabled = isBusy;
  $("running").hidden = false;
  if (isBusy) $("bar").value = 0;
}

async function runOne(file, settings) {
  let [last, drawn] = [-Infinity, -Infinity];
  try {
    const result = await pool.run(file, { ...settings, name: file.name }, (result) => {
      const now = performance.now();
      if (now >= drawn + BAR_EVERY) [$("bar").value, drawn] = [result.done, now];
      if (now < last + STATUS_EVERY) return;
      last = now;
      say(`${file.name}: ${progressOf(result)}`);
    });
    await showResult(file, settings, result);
    say(`${file.name}: ${summaryOf(settings, result)}`);
    $("bar").value = result.isStopped ? result.done : 1;
    return result;
  } catch (error) {
    pool.restart(); // a module that has failed is not used again
    say(`${file.name}: failed.`);
    showFailure(file, error);
  }
}

function say(text) {
  $("running").hidden = false;
  $("status").textContent = text;
}

function progressOf({ records, seconds, done }) {
  if (records === 0) return `${Math.round(100 * done)} %`;
  const left = done > 0 ? Math.ceil((seconds * (1 - done)) / done) : 0;
  return `${grouped(records)} records, ${rate(records, seconds)}, about ${duration(left)} left`;
}

function rate(records, seconds) {
  return `${grouped(records / Math.max(seconds, 0.001))} per second`;
}

function duration(seconds) {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function showFailure(file, error) {
  const article = element("article", "");
  article.append(element("h2", file.name), element("p", wordsFor(error), { class: "error", role: "alert" }));
  $("results").append(article);
}

/** What to tell about an error: those of the module are complete, those of the browser are not. */
function wordsFor({ name, message }) {
  if (name === "RuntimeError") return `The solver failed (${message}): the memory of this tab may be full, or this is a defect to report.`;
  if (name === "QuotaExceededError") return "The disk is full: the browser has no room for the answers.";
  if (name === "NotFoundError") return "The answers are gone: the data that the browser keeps for this page was cleared. Start again.";
  if (name === "NotReadableError") return "The file cannot be read: it may have changed. Choose it again.";
  if (name === "TypeError") return `The file cannot be unpacked (${message}): it is damaged.`;
  return message;
}

async function showResult(file, settings, result) {
  const article = $("result").content.firstElementChild.cloneNode(true);
  const part = (selector) => article.querySelector(selector);
  part("h2").textContent = file.name;
  part(".summary").textContent = summaryOf(settings, result);
  for (const [verdict, records] of result.verdicts) {
    const tile = element("li", "");
    tile.append(element("strong", grouped(records)), verdict);
    part(".tiles").append(tile);
  }
  if (settings.task === "check" && result.isStopped) part("a").remove();
  else await link(part("a"), file, settings, result);
  for (const [rating, classes] of result.classes) part(".classes").append(...tableOfClasses(rating, classes));
  if (result.findings.length > 0) part(".findings").append(...tableOfFindings(file, result));
  if (result.picture) showPicture(part(".picture"), file, result.picture);
  part(".open").addEventListener("submit", (event) => {
    event.preventDefault();
    openLine(file, Number(part(".open input").value));
  });
  part(".open input").id = `line-${$("results").childElementCount}`;
  $("results").append(article);
}

function summaryOf(settings, { records, seconds, isStopped, found, right, readAs }) {
  const sentences = [`${grouped(records)} record${records === 1 ? "" : "s"} in ${seconds.toFixed(2)} s, ${rate(records, seconds)}.`];
  const isCheck = settings.task === "check";
  if (readAs) sentences.push(`Read as ${readAs}.`);
  if (isStopped) sentences.push(`Stopped: ${isCheck ? "the records were not compared" : "the answers are those of the records before"}.`);
  if (isCheck && !isStopped) {
    sentences.push(found === 0 ? "No findings." : found === 1 ? "1 finding." : `${grouped(found)} findings.`);
    if (right !== undefined) sentences.push(`${grouped(right)} answer${right === 1 ? "" : "s"} of the data set ${right === 1 ? "is" : "are"} right.`);
  }
  return sentences.join(" ");
}

/** The download of the answers. */
async function link(anchor, file, settings, result) {
  const isCheck = settings.task === "check";
  const format = isCheck ? "lines" : settings.task === "rate" && settings.format === "lines" ? "csv" : settings.format;
  offer(anchor, `${stem(file)}.${isCheck ? "findings" : "answers"}.${ENDINGS[format]}`, await result.blob(TYPES[format], pool.folder));
}

/** Makes a link to a download, which is in the memory or on the disk of the browser. */
function offer(anchor, name, blob) {
  anchor.download = name;
  anchor.href = URL.createObjectURL(blob);
  anchor.textContent = `Download ${name}`;
}

function stem(file) {
  return file.name.replace(/\.gz$/, "").replace(/\.[^.]*$/, "");
}

/** The picture of a data set, a page of its own, as a part of this page with its own style sheet. */
function showPicture(place, file, html) {
  const anchor = element("a", "", { class: "button" });
  offer(anchor, `${stem(file)}.picture.html`, new Blob([html], { type: "text/html" }));
  const frame = element("div", "");
  const shadow = frame.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(html.match(/<style>([^]*?)<\/style>/)[1].replace(/:root|^body/gm, ":host"));
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = html.match(/<main>([^]*)<\/main>/)[1]; // the module has escaped what comes from the file
  place.append(element("h3", "The picture of the data set"), anchor, frame);
}

/** A table that scrolls. Its rows are lists of cells: texts, numbers or elements. */
function table(label, headings, rows) {
  const region = element("div", "", { class: "scrolls", tabindex: "0", role: "region", "aria-label": label });
  const made = element("table", "");
  const areNumbers = (rows[0] ?? headings).map((cell) => typeof cell === "number");
  const row = (cells, name) => {
    const line = element("tr", "");
    for (const [column, cell] of cells.entries()) {
      const td = element(name, "", areNumbers[column] ? { class: "n" } : {});
      td.append(typeof cell === "number" ? grouped(cell) : cell);
      line.append(td);
    }
    return line;
  };
  made.createTHead().append(row(headings, "th"));
  made.createTBody().append(...rows.map((cells) => row(cells, "td")));
  region.append(made);
  return region;
}

function tableOfClasses(rating, classes) {
  const place = (name) => parseFloat(name.match(/[\d.]+/) ?? Infinity) + (/^\d/.test(name) ? 0 : 0.05); // "> 7" follows 7
  const section = element("section", "");
  section.append(element("h3", rating), table(rating, [rating, "puzzles"], [...classes].sort(([one], [other]) => place(one) - place(other))));
  return [section];
}

function tableOfFindings(file, { findings, found, verdicts }) {
  const rows = findings.map(({ line, column, kind, what }) => {
    const open = element("button", grouped(line), { type: "button", "aria-label": `Open the puzzle of line ${line}` });
    open.addEventListener("click", () => openLine(file, line));
    return [open, column, kind, what];
  });
  const bad = (verdicts.get("malformed") ?? 0) + (verdicts.get("conflict") ?? 0); // not in a check, all are in the answers
  const more = (found ?? bad) - findings.length;
  const where = found > 1000 ? "the download has the first 1,000" : "the download has all";
  const rest = more > 0 ? [element("p", `And ${grouped(more)} more: ${where}.`)] : [];
  return [element("h3", "Findings"), table("Findings", ["line", "column", "finding", "what"], rows), ...rest];
}

/** Shows the record that begins on a line of a file. */
async function openLine(file, line) {
  let [head, rest, before] = [new Uint8Array(0), new Uint8Array(0), 0];
  for await (const piece of piecesOf(await unpacked(file))) {
    if (head.length < LONG_HEAD) head = concat(head, piece);
    let at = 0;
    while (before < line - 1) {
      const end = piece.indexOf(10, at);
      if (end < 0) break;
      before++;
      at = end + 1;
    }
    if (before === line - 1) rest = concat(rest, piece.subarray(at));
    if (rest.length > LONG_HEAD) break;
  }
  showPuzzle(module, rest, { head, before });
  $("puzzle-title").scrollIntoView();
}
