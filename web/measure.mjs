// Measures the module in node against the program's plain code, both on one thread, and compares their answers.
// usage: (cd web && cargo build --release)
//        node web/measure.mjs web/target/wasm32-unknown-unknown/release/bulkdoku_web.wasm target/release/bulkdoku FILE...
// It needs a quiet machine. Prints a table of puzzles per second and their ratio. The sides take turns; of each the best of many runs of 50 ms counts,
// because other processes can only slow one down.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const LINE = 82;
const MOST = 5_000; // puzzles of a file
const TURNS = 5;
const RUNS = 10; // in a turn
const RUN = 50; // milliseconds
const WARM_UP = 2000; // milliseconds of processor time until the compiler has optimised the module

const [module, program, ...files] = process.argv.slice(2);
if (!module || !program || files.length === 0) {
  console.error("usage: node web/measure.mjs MODULE PROGRAM FILE...");
  process.exit(2);
}
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, reserve, solve, answers, verdicts } = instance.exports;

const folder = mkdtempSync(join(tmpdir(), "bulkdoku-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

let wrong = 0;
console.log("| set | puzzles | program, portable | module, portable | module, simd128 | ratio |");
console.log("|---|---|---|---|---|---|");
for (const file of files) {
  const lines = readFileSync(file, "latin1").split(/\r?\n/).filter((line) => /^[^#]{81}$/.test(line)).slice(0, MOST);
  const text = Buffer.from(lines.join("\n") + "\n", "latin1");
  const set = join(folder, "set.txt");
  writeFileSync(set, text);
  load(text, lines.length);
  wrong += compare(set, lines.length);
  for (const portable of [1, 0]) {
    for (const end = processorTime() + WARM_UP; processorTime() < end; ) solve(portable);
  }
  const best = [0, 0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    const rates = [native(set), rate(1, lines.length), rate(0, lines.length)];
    rates.forEach((rate, side) => (best[side] = Math.max(best[side], rate)));
  }
  const cells = best.map((rate) => `${(rate / 1e6).toFixed(2)} M/s`).join(" | ");
  console.log(`| ${basename(file, ".txt")} | ${lines.length} | ${cells} | ${(best[2] / best[0]).toFixed(2)} |`);
}
process.exit(wrong > 0 ? 1 : 0);

// Writes the puzzles to the module's memory.
function load(text, puzzles) {
  const address = reserve(puzzles);
  new Uint8Array(memory.buffer, address, text.length).set(text);
}

// Milliseconds that this process has run.
function processorTime() {
  return process.cpuUsage().user / 1000;
}

// Puzzles per second of the module, in the best of some runs.
function rate(portable, puzzles) {
  let best = 0;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    let times = 0;
    let now = start;
    while (now < start + RUN) {
      solve(portable);
      times++;
      now = performance.now();
    }
    best = Math.max(best, (1000 * times * puzzles) / (now - start));
  }
  return best;
}

// Puzzles per second of the program's plain code, from memory to memory as the module's.
function native(set) {
  const report = join(folder, "report.json");
  const args = ["bench", set, "--engine", "lanes", "--isa", "portable", "--mode", "unique", "--threads", "1"];
  execFileSync(program, [...args, "--puzzles", MOST, "--runs", RUNS, "--no-model", "--summary", report], { stdio: "ignore" });
  return JSON.parse(readFileSync(report, "utf8")).rows[0].puzzles_per_second.max;
}

// Compares answers and verdicts with those of the program. Returns the number of differences.
function compare(set, puzzles) {
  const out = join(folder, "answers.csv");
  try {
    execFileSync(program, ["solve", "-q", "--unique", "--format", "csv", "-o", out, set], { stdio: "ignore" });
  } catch (error) {
    if (error.status !== 1) throw error; // some puzzles do not have one solution
  }
  const [head, ...rows] = readFileSync(out, "latin1").trimEnd().split("\n").map((row) => row.split(","));
  const [solution, verdict] = [head.indexOf("solution"), head.indexOf("verdict")];
  let differences = 0;
  for (const portable of [1, 0]) {
    solve(portable);
    const texts = Buffer.from(new Uint8Array(memory.buffer, answers(), LINE * puzzles)).toString("latin1");
    const codes = new Uint8Array(memory.buffer, verdicts(), puzzles);
    for (let i = 0; i < puzzles; i++) {
      const code = { unique: 1, multiple: 2 }[rows[i][verdict]] ?? 0;
      const same = codes[i] === code && (code !== 1 || texts.substr(LINE * i, 81) === rows[i][solution]);
      if (!same && differences++ < 5) console.error(`${set}:${i + 1}: the module's answer differs`);
    }
  }
  return differences;
}
