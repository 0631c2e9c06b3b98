// The result of one file: a summary, the verdicts, a download, and tabs with everything else.
import { histogram } from "./chart.js";
import { counted, element, grouped, percent } from "./dom.js";
import { findingsPanel } from "./findings.js";
import { figuresOf } from "./report.js";
import { addResult } from "./results.js";
import { makeTabs } from "./tabs.js";
import { dock } from "./viewer.js";

const ENDINGS = { lines: "txt", csv: "csv", jsonl: "jsonl" };
const TYPES = { lines: "text/plain", csv: "text/csv", jsonl: "application/jsonl" };
const PREVIEW = 12; // lines of the answers that are shown
const PREVIEW_BYTES = 1 << 14;

/** What the verdicts mean. */
const MEANINGS = {
  solved: "at least one solution", unique: "exactly one solution", multiple: "more than one solution", none: "no solution",
  conflict: "equal clues share a row, column or box", malformed: "not a puzzle", budget: "not decided within the budget",
};

/** Shows the result of a file. `folder` has the answers on the disk. */
export async function showResult(file, settings, result, folder) {
  const { download, preview, lines } = await answersOf(file, settings, result, folder);
  const isCheck = settings.task === "check";
  const article = element("article", {},
    element("header", {}, element("h2", {}, file.name), element("p", { class: "summary" }, summaryOf(settings, result)), download),
    verdictsOf(result));
  const panels = new Map();
  if (!isCheck && preview) panels.set("Answers", { panel: previewOf(preview, lines) });
  if (result.findings.length > 0) {
    panels.set("Findings", { panel: findingsPanel(result, isCheck), count: grouped(result.found ?? result.findings.length) });
  }
  if (result.classes.size > 0) {
    const charts = [...result.classes].map(([rating, classes]) => histogram(rating, classes));
    panels.set("Ratings", { panel: element("div", { class: "charts" }, ...charts) });
  }
  if (result.page && result.records > 0) panels.set("Report", { panel: reportPanel(file, result.page) });
  const place = element("div");
  panels.set("Puzzle", { panel: place });
  const first = { rate: "Ratings", check: panels.has("Findings") ? "Findings" : "Report" }[settings.task] ?? "Answers";
  let chosen = panels.has(first) ? first : "Puzzle"; // the selected tab, which is kept while another file is shown
  const tabs = makeTabs(`Results of ${file.name}`, panels, (name) => {
    chosen = name;
    const aside = article.querySelector("aside:not([hidden])"); // a finding is open
    if (name === "Puzzle") dock(place);
    else if (name === "Findings" && aside) dock(aside, true);
  });
  article.append(tabs.root);
  addResult(file, article, () => tabs.select(chosen));
}

/** Shows an error in place of a result. */
export function showFailure(file, text) {
  const article = element("article", {}, element("header", {}, element("h2", {}, file.name), element("p", { class: "error", role: "alert" }, text)));
  addResult(file, article, () => {});
}

/** Summarizes a run in sentences. */
function summaryOf({ task }, { records, unread, seconds, isStopped, found, right, readAs }) {
  const isCheck = task === "check";
  const sentences = [`${counted(records, "record")} in ${seconds.toFixed(2)} s, ${grouped(records / Math.max(seconds, 0.001))} per second.`];
  if (readAs) sentences.push(`Read as ${readAs}.`);
  if (isStopped) sentences.push(isCheck ? "Stopped before the records were compared." : `Stopped: ${records === 0 ? "there are no answers yet" : "the download has the answers so far"}.`);
  else if (records === 0) sentences.push("The file has no puzzles.");
  else if (isCheck) {
    sentences.push(found === 0 ? "No findings." : `${counted(found, "finding")}.`);
    if (right !== undefined) sentences.push(`${counted(right, "answer")} of the data set ${right === 1 ? "is" : "are"} right.`);
  }
  if (unread > 0) sentences.push(`Not read: ${counted(unread, "text")} that could hold a puzzle.`);
  return sentences.join(" ");
}

/** The number of records of each verdict, as a bar and as a list. */
function verdictsOf({ verdicts, records }) {
  if (verdicts.size === 0) return "";
  const bar = element("div", { class: "share", "aria-hidden": "true" });
  const list = element("ul", { class: "verdicts" });
  for (const [verdict, number] of verdicts) {
    const part = element("span", { class: verdict });
    part.style.setProperty("--share", number);
    bar.append(part);
    list.append(element("li", { class: verdict, title: MEANINGS[verdict] },
      element("strong", {}, grouped(number)), " ", verdict, " ", element("small", {}, percent(number, records))));
  }
  return element("div", {}, bar, list);
}

/** Returns the download of the answers, if there are any, and their beginning. */
async function answersOf(file, { task, format }, result, folder) {
  const isCheck = task === "check";
  const nothing = { download: "" };
  if (result.records === 0 || (isCheck && (result.isStopped || result.found === 0))) return nothing;
  const kind = isCheck ? "lines" : task === "rate" && format === "lines" ? "csv" : format;
  const blob = await result.blob(TYPES[kind], folder);
  if (blob.size === 0) return nothing;
  const download = linkTo(blob, `${stem(file)}.${isCheck ? "findings" : "answers"}.${ENDINGS[kind]}`);
  const beginning = isCheck ? "" : await blob.slice(0, PREVIEW_BYTES).text();
  const lines = result.records + (kind === "csv" ? 1 : 0);
  return { download, preview: beginning, lines };
}

/** A link to a download, which is in the memory or on the disk of the browser. */
function linkTo(blob, name) {
  return element("a", { class: "button", download: name, href: URL.createObjectURL(blob) }, `Download ${name}`);
}

const stem = ({ name }) => name.replace(/\.gz$/, "").replace(/\.[^.]*$/, "");

function previewOf(text, lines) {
  const shown = text.split("\n").slice(0, PREVIEW);
  const says = lines <= PREVIEW ? "All lines of the download:" : "The first lines of the download:";
  const label = "The beginning of the download";
  return element("div", {}, element("p", { class: "muted" }, says),
    element("pre", { class: "preview", tabindex: "0", role: "region", "aria-label": label }, shown.join("\n")));
}

function reportPanel(file, page) {
  const download = linkTo(new Blob([page.html], { type: "text/html" }), `${stem(file)}.report.html`);
  return element("div", {}, element("p", { class: "row" }, download, element("span", { class: "muted" }, "A page of its own, to keep or publish.")), figuresOf(page));
}
