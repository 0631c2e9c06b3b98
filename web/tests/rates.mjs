// Measures the page in a browser with one and two workers.
// usage: node rates.mjs FOLDER BROWSER EXECUTABLE FILE...     BROWSER is chrome or firefox; scripts/web.sh check installs the library
// FOLDER has the page that scripts/web.sh build makes. Each file is repeated up to a million puzzles, or fewer if they are slow.
// It needs a quiet machine with at least two cores. Prints medians of puzzles per second, with one and two workers in turn. The
// CPU time of two workers, the page's thread and the rest of the browser, in seconds per million puzzles, varies less. It gives
// `at most`, a bound on how much faster two cores can be than one core that runs only the workers' part.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import puppeteer from "puppeteer-core";
import { processorTimes } from "./processes.mjs";
import { serve } from "./server.mjs";

const BYTES = 82e6;
const TURNS = 5;
const SECONDS = 4; // of a run, about

const [folder, browserName, executablePath, ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: node rates.mjs FOLDER BROWSER EXECUTABLE FILE...");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "bulkdoku-rates-"));
const { server, address } = await serve(folder);
const args = browserName === "chrome" ? ["--no-sandbox", "--disable-gpu"] : [];
const browser = await puppeteer.launch({ browser: browserName, executablePath, headless: true, args });
const page = await browser.newPage();
await page.goto(address);
await page.waitForSelector("html[data-ready]");

/** Solves a file. Returns the records per second that the page reports, and the CPU time for a million of them. */
async function measure(path, workers) {
  await page.$eval("#workers", (input, workers) => {
    input.value = workers;
    input.dispatchEvent(new Event("change"));
  }, workers);
  await new Promise((done) => setTimeout(done, 1500)); // the new workers warm up
  await (await page.$("#files")).uploadFile(path);
  const before = processorTimes(browser.process().pid);
  await page.click("#start");
  await page.waitForFunction(() => document.querySelector("#results article"), { timeout: 120_000, polling: 100 });
  const after = processorTimes(browser.process().pid);
  const summary = await page.$eval("#results .summary", (element) => element.textContent);
  const [records, rate] = [/([\d,]+) records/, /([\d,]+) per second/].map((number) => Number(summary.match(number)[1].replaceAll(",", "")));
  const times = Object.keys(after).map((whose) => (1e6 * (after[whose] - before[whose])) / records);
  return { rate, times };
}

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const shown = (rate) => `${(rate / 1e6).toFixed(2)} M/s`;

console.log(`| ${browserName} | one worker | two | ratio | workers, page, rest | at most |`);
console.log("|---|---|---|---|---|---|");
for (const file of files) {
  const text = readFileSync(file);
  const path = join(work, "set.txt");
  writeFileSync(path, text);
  const times = Math.ceil(Math.min(BYTES, SECONDS * 82 * (await measure(path, 1)).rate) / text.length);
  writeFileSync(path, Buffer.concat(Array(times).fill(text)));
  const runs = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    for (const workers of [1, 2]) runs[workers - 1].push(await measure(path, workers));
  }
  const [one, two] = runs.map((runs) => median(runs.map(({ rate }) => rate)));
  const seconds = [0, 1, 2].map((whose) => median(runs[1].map(({ times }) => times[whose])));
  const most = (2 * seconds[0]) / seconds.reduce((sum, time) => sum + time);
  const cells = [basename(file, ".txt"), shown(one), shown(two), (two / one).toFixed(2), seconds.map((time) => time.toFixed(2)).join(", "), most.toFixed(2)];
  console.log(`| ${cells.join(" | ")} |`);
}
console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
await browser.close();
server.close();
rmSync(work, { recursive: true });
