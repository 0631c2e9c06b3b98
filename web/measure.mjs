// Measures the module in node against the program's plain code, both on one thread, and compares their answers.
// usage: node web/measure.mjs target/web/page/bulkdoku.wasm target/release/bulkdoku FILE...
// It needs a quiet machine. Prints a table of puzzles per second and their ratio: the medians of many short interleaved runs, and
// for the ratio the median over the turns. The module's rates include copying text into and out of its memory, as on a page.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Module } from "./page/module.js";

const PART = 50_000; // puzzles of a file at most: the page gives a worker this many at a time,
const PART_TIME = 300; // or as many as take this many milliseconds
const TURNS = 31;
const RUNS = 3; // in a turn
const RUN = 40; // milliseconds
const WARM_UP = 2000; // milliseconds of CPU time until the compiler has optimised the module

const [path, program, ...files] = process.argv.slice(2);
if (!path || !program || files.length === 0) {
  console.error("usage: node web/measure.mjs MODULE PROGRAM FILE...");
  process.exit(2);
}
const compiled = new WebAssembly.Module(readFileSync(path));
const module = new Module(compiled);

const folder = mkdtempSync(join(tmpdir(), "bulkdoku-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

let wrong = 0;
console.log("| set | puzzles | program, portable | module | ratio |");
console.log("|---|---|---|---|---|");
for (const file of files) {
  const lines = readFileSync(file, "latin1").split(/\r?\n/).filter((line) => /^[^#]{81}$/.test(line)).slice(0, PART);
  const sample = textOf(lines.slice(0, 1000));
  module.open(sample, { task: "unique" });
  for (const end = processorTime() + WARM_UP; processorTime() < end; ) answers(sample);
  lines.length = Math.min(lines.length, Math.ceil((rate(sample, Math.min(lines.length, 1000)) * PART_TIME) / 1000));
  const text = textOf(lines);
  const set = join(folder, "set.txt");
  writeFileSync(set, text);
  if (!isSame(set, text)) wrong++;
  module.open(text, { task: "unique" });
  answers(text);
  const rates = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    [native(set), rate(text, lines.length)].forEach((rate, side) => rates[side].push(rate));
  }
  const cells = rates.map((rates) => `${(median(rates) / 1e6).toFixed(2)} M/s`).join(" | ");
  const ratio = median(rates[1].map((rate, turn) => rate / rates[0][turn]));
  console.log(`| ${basename(file, ".txt")} | ${lines.length} | ${cells} | ${ratio.toFixed(2)} |`);
}
if (wrong > 0) console.error(`${wrong} sets are answered in another way than the program does`);
process.exit(wrong > 0 ? 1 : 0);

function textOf(lines) {
  return Buffer.from(`${lines.join("\n")}\n`, "latin1");
}

// CPU time of this process in milliseconds.
function processorTime() {
  return process.cpuUsage().user / 1000;
}

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

// Puzzles per second of the module: the median of some runs.
function rate(text, puzzles) {
  const runs = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    let times = 0;
    while (performance.now() < start + RUN) {
      answers(text);
      times++;
    }
    return (1000 * times * puzzles) / (performance.now() - start);
  });
  return median(runs);
}

function answers(text) {
  module.take(text);
  return module.run(true, 0).output;
}

// Puzzles per second of the program's plain code, from memory to memory like the module's.
function native(set) {
  const report = join(folder, "report.json");
  const args = ["bench", set, "--engine", "lanes", "--isa", "portable", "--mode", "unique", "--threads", "1"];
  execFileSync(program, [...args, "--runs", RUNS, "--summary", report], { stdio: "ignore" });
  return JSON.parse(readFileSync(report, "utf8")).rows[0].puzzles_per_second.median;
}

// Compares the results for each puzzle with those of the program.
function isSame(set, text) {
  const out = join(folder, "answers.csv");
  try {
    execFileSync(program, ["solve", "-q", "--unique", "--format", "csv", "-o", out, set], { stdio: "ignore" });
  } catch (error) {
    if (error.status !== 1) throw error; // some puzzles do not have one solution
  }
  module.open(text, { task: "unique", format: "csv" });
  return readFileSync(out).equals(answers(text));
}
