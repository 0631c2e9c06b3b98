// The page in a browser without a window, compared with the program.
// usage: node browser.mjs FOLDER PROGRAM BROWSER EXECUTABLE [PICTURES]     BROWSER is chrome or firefox
// FOLDER has the page that scripts/web.sh build makes. With PICTURES, screenshots are written to that folder.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";
import { memoryOfTab } from "./processes.mjs";
import { serve } from "./server.mjs";

const [folder, program, browserName, executablePath, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const work = mkdtempSync(join(tmpdir(), "bulkdoku-page-"));
const SLOW = 120_000; // milliseconds

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const lines = (count) => Array.from({ length: count }, (_, index) => (index % 3 ? EASY : HARD));

/** Puzzles that differ from each other in the order of the digits and of the rows of bands. */
function variants(count) {
  const seeds = [EASY, HARD].map((puzzle) => puzzle.match(/.{27}/g).map((band) => band.match(/.{9}/g)));
  const text = Buffer.alloc(82 * count, "\n");
  const digits = [..."123456789"];
  let random = 1;
  const below = (bound) => (random = (Math.imul(random, 1664525) + 1013904223) >>> 0) % 65521 % bound;
  for (let index = 0; index < count; index++) {
    const [one, other] = [below(9), below(9)];
    [digits[one], digits[other]] = [digits[other], digits[one]];
    let at = 82 * index;
    for (const band of seeds[index % 4 ? 0 : 1]) {
      const first = below(3);
      for (const row of [0, 1, 2]) {
        for (const clue of band[(first + row) % 3]) text[at++] = clue === "." ? 46 : digits[clue - 1].charCodeAt(0);
      }
    }
  }
  return text;
}

/** A table of random puzzles and solutions, and of records with one defect each. */
function withDefects() {
  const made = (args, input) => execFileSync(program, args, { input, stdio: ["pipe", "pipe", "ignore"] }).toString().trimEnd().split("\n");
  const puzzles = made(["generate", "--count", "600", "--seed", "7"]);
  const solutions = made(["solve"], puzzles.join("\n"));
  const rows = puzzles.map((puzzle, index) => [puzzle, solutions[index]]);
  const relabelled = puzzles[50].replace(/\d/g, (digit) => (digit % 9) + 1);
  const defects = [
    [puzzles[0].slice(1), solutions[0]], [`55${puzzles[1].slice(2)}`, solutions[1]], [".".repeat(81), ""], [puzzles[3], solutions[3]], [relabelled, ""],
    [puzzles[5], solutions[6]], [puzzles[7], solutions[7].replace(/^../, "11")],
  ];
  defects.forEach((defect, index) => rows.splice(37 * index + 2, 0, defect));
  return `puzzle,solution\n${rows.map((row) => `${row}\n`).join("")}`;
}

const file = (name, text) => {
  const path = join(work, name);
  writeFileSync(path, text);
  return path;
};

const files = {
  lines: file("lines.txt", `${lines(9000).join("\n")}\n${".".repeat(81)}\n${EASY.slice(1)}\n55${EASY.slice(2)}\n`),
  unended: file("unended.txt", `# comment\r\n${EASY}\r\n${HARD}`),
  table: file("table.csv", `\uFEFFid;puzzle;note\n${lines(9000).map((line, id) => `${id};${line};"a ""note"" of\nmore; lines"`).join("\n")}\n`),
  objects: file("objects.jsonl", lines(9000).map((puzzle, id) => `${JSON.stringify({ id, puzzle, tags: ["é", { id }] })}\n`).join("")),
  // The first record is longer than the bytes that detection usually reads.
  long: file("long.jsonl", lines(9000).map((puzzle, id) => `${JSON.stringify({ note: "é".repeat(id ? 1 : 60_000), quiz: puzzle, id })}\n`).join("")),
  answered: file("answered.csv", `quizzes,solutions\n${EASY},${SOLVED}\n${EASY.replace("5", "6")},${SOLVED}\n${HARD},${SOLVED}\n${EASY},${SOLVED}\n`),
  defects: file("defects.csv", withDefects()),
  grids: file("grids.txt", lines(500).map((line) => `${line.match(/.{9}/g).join("\n")}\n`).join("\n")),
  packed: file("packed.txt.gz", gzipSync(`${lines(3000).join("\n")}\n`)),
  notes: file("notes.csv", `puzzle,note\n${lines(9).map((line) => `${line},"${`${EASY},\n`.repeat(900)}"\n`).join("")}`),
  few: file("few.txt", `${EASY}\n${HARD}\n`),
  equivalents: file("equivalents.txt", variants(20_000)),
  many: file("many.txt", `${lines(60_000).join("\n")}\n`),
  members: file("members.txt.gz", Buffer.concat(lines(9000).join("\n").match(/[^]{1,30007}/g).map((part) => gzipSync(part)))),
  damaged: file("damaged.txt.gz", gzipSync(`${lines(3000).join("\n")}\n`).subarray(0, 90)),
  million: file("million.txt", variants(1_000_000)),
  junk: file("junk.txt", "hello\nworld\n"),
  empty: file("empty.txt", ""),
  zeros: file("zeros.txt", ""),
  endless: file("endless.txt", `${EASY}\n${HARD}\n`),
};
for (const path of [files.zeros, files.endless]) truncateSync(path, 3 * 2 ** 30); // they use no disk space

/** What the program writes. */
function expected(path, args) {
  const out = join(work, "expected");
  try {
    execFileSync(program, [...args, "-q", "-o", out, path], { cwd: work, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    if (error.status !== 1) throw error; // some records have no answer
  }
  return readFileSync(out);
}

const scripts = {}; // what the server sends before a script of the page
const { server, address } = await serve(folder, 0, scripts);
const browser = await puppeteer.launch({
  browser: browserName,
  executablePath,
  headless: true,
  args: browserName === "chrome" ? ["--no-sandbox", "--disable-gpu"] : [],
  extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": 0 }, // dark
});
const problems = [];
let page;
let failures = 0;

/** Opens the page in a new tab, as a visitor does. */
async function open() {
  await page?.close();
  page = await browser.newPage();
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) problems.push(`request: ${url}`);
  });
  await page.evaluateOnNewDocument(() => {
    globalThis.made = [];
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => (globalThis.made.push(blob), make(blob));
    globalThis.longest = 0;
    if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ type: "longtask", buffered: true });
    }
  });
  await page.goto(address);
  await page.waitForSelector("html[data-ready]", { timeout: SLOW });
}

const choose = async (paths) => (await page.$("#files")).uploadFile(...[paths].flat());

/** Runs a task over the chosen input. */
async function run({ task, format = "lines", limit }) {
  await page.click(`input[value=${task}]`);
  await page.select("#format", format);
  if (limit) await page.$eval("#limit", (input, limit) => (input.value = limit), limit);
  await page.click("#start");
}

async function start(paths, settings) {
  await choose(paths);
  await run(settings);
}

/** Selects a tab of the result that is shown. */
async function select(name) {
  const found = await page.evaluate((name) => {
    const tab = [...document.querySelectorAll("article:not([hidden]) [role=tab]")].find((tab) => tab.textContent.startsWith(name));
    tab?.click();
    return tab !== undefined;
  }, name);
  assert.ok(found, `there is no tab ${name}`);
}

/** Opens the puzzle of a row of the findings, which a selector names, and waits until it is shown. */
async function openFinding(row) {
  const button = `.list tbody tr${row} button`;
  const line = await text(button);
  await page.click(button);
  await page.waitForFunction((line) => document.getElementById("viewer-title").textContent.startsWith(`Line ${line} `), { timeout: SLOW }, line.replaceAll(",", ""));
}

/** Drops a file with the mouse. */
const drop = (name, text) => page.evaluate((name, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }
}, name, text);

async function finish() {
  await page.waitForSelector("#results article:not([hidden])", { timeout: SLOW });
  await page.waitForSelector("#start:not(:disabled)", { timeout: SLOW });
}

/** The bytes of a download: the last one, or the one before it with -2. */
async function download(which = -1) {
  const text = await page.evaluate(async (which) => {
    const bytes = new Uint8Array(await globalThis.made.at(which).arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }, which);
  return Buffer.from(text, "base64");
}

const text = (selector) => page.$eval(selector, (element) => element.textContent);

async function test(name, body) {
  const began = performance.now();
  try {
    await open();
    await body();
    assert.deepEqual(problems.splice(0), []);
    console.log(`ok    ${browserName}: ${name} (${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    failures++;
    problems.length = 0;
    console.log(`FAIL  ${browserName}: ${name}: ${error.message}`);
  }
}

async function accessible(where) {
  await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0].html}`));
  assert.deepEqual(found, [], where);
}

for (const [name, kind, settings, args] of [
  ["lines", "lines", { task: "unique" }, ["solve", "--unique"]],
  ["lines as CSV", "lines", { task: "unique", format: "csv" }, ["solve", "--unique", "--format", "csv"]],
  ["lines as JSON", "lines", { task: "solve", format: "jsonl" }, ["solve", "--format", "jsonl"]],
  ["a last line without an end", "unended", { task: "solve", format: "csv" }, ["solve", "--format", "csv"]],
  ["a table with its columns", "table", { task: "unique", format: "csv" }, ["solve", "--unique", "--format", "csv", "--keep-columns"]],
  ["records that are longer than a part", "notes", { task: "unique", format: "csv" }, ["solve", "--unique", "--format", "csv", "--keep-columns"]],
  ["objects with their members", "objects", { task: "unique", format: "jsonl" }, ["solve", "--unique", "--format", "jsonl", "--keep-columns"]],
  ["objects with a long first one", "long", { task: "unique", format: "jsonl" }, ["solve", "--unique", "--format", "jsonl", "--keep-columns"]],
  ["grids", "grids", { task: "unique", format: "jsonl" }, ["solve", "--unique", "--format", "jsonl"]],
  ["a compressed file", "packed", { task: "unique" }, ["solve", "--unique"]],
  ["a file of several gzip members", "members", { task: "unique" }, ["solve", "--unique"]],
  ["counts", "lines", { task: "count", limit: 77 }, ["count", "--limit", "77"]],
  ["ratings", "few", { task: "rate" }, ["rate"]],
  ["ratings of a table", "answered", { task: "rate", format: "jsonl" }, ["rate", "--format", "jsonl"]],
  ["findings", "lines", { task: "check" }, ["check", "--by", "clues,puzzle,solution", "--findings", "1000"]],
  ["findings of a table", "table", { task: "check" }, ["check", "--by", "clues,puzzle,solution", "--findings", "1000"]],
  ["duplicates in many parts", "equivalents", { task: "check" }, ["check", "--by", "clues,puzzle,solution", "--findings", "1000"]],
  ["wrong answers", "answered", { task: "check" }, ["check", "--by", "clues,puzzle,solution", "--findings", "1000"]],
]) {
  await test(`${name}: the download is what the program writes`, async () => {
    await start(files[kind], settings);
    await finish();
    const written = expected(files[kind], args).toString("latin1").replaceAll(`${work}/`, "");
    const got = await download(settings.task === "check" ? -2 : -1);
    assert.equal(got.toString("latin1") === written, true, `the download of ${name} differs: ${(await text("#results")).slice(0, 300)}`);
  });
}

await test("the report on a data set equals the program's, and the page shows it", async () => {
  for (const set of [files.answered, files.equivalents]) {
    await start(set, { task: "check" });
    await finish();
    const path = join(work, "report.html");
    expected(set, ["check", "--by", "clues,puzzle,solution", "--html", path]);
    assert.equal((await download()).toString() === readFileSync(path, "utf8"), true, "the report differs");
    await select("Report");
    const [drawn, tiles, headings] = await page.$eval(".report", ({ shadowRoot: root }) => [
      root.querySelectorAll("svg").length, root.querySelectorAll(".tiles").length, [...root.querySelectorAll("h3")].map((heading) => heading.textContent),
    ]);
    assert.ok(drawn >= 6, `${drawn} drawings`);
    assert.ok(tiles === 0 && headings.length > 0 && !headings.includes("Findings"), `the page shows tiles and findings already: ${headings}`);
  }
});

await test("ratings are bars in the order of their classes, with the same numbers in a table", async () => {
  await start(files.lines, { task: "rate" });
  await finish();
  assert.equal(await page.$$eval(".histogram", (charts) => charts.length), 6);
  const chart = ".histogram[data-rating=depth]";
  const depths = await page.$$eval(`${chart} tbody th`, (cells) => cells.map((cell) => cell.textContent));
  assert.ok(depths[0] === "0" && depths.length > 1, `${depths}`);
  assert.deepEqual(depths, depths.toSorted());
  const heights = await page.$$eval(`${chart} .columns i`, (bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  const puzzles = await page.$$eval(`${chart} tbody td:nth-child(2)`, (cells) => cells.map((cell) => Number(cell.textContent.replaceAll(",", ""))));
  assert.equal(heights.length, depths.length);
  assert.equal(puzzles.reduce((sum, number) => sum + number), 9000);
  assert.deepEqual(heights.toSorted((one, other) => one - other), heights.toSorted((one, other) => puzzles[heights.indexOf(one)] - puzzles[heights.indexOf(other)]));
  assert.ok(Math.max(...heights) > 50, `${heights}`);
});

await test("an empty file has no puzzles, and nothing is offered to download", async () => {
  for (const task of ["unique", "solve", "count", "check", "rate"]) {
    for (const format of ["lines", "csv"]) {
      await start(files.empty, { task, format });
      await finish();
      assert.match(await text("#results .summary"), /no puzzles/, task);
      assert.equal(await page.$("#results a"), null, `${task} offers a download of nothing`);
    }
  }
});

await test("a file without puzzles is refused, and the next one is solved", async () => {
  for (const kind of ["junk", "zeros", "endless"]) {
    await start(files[kind], { task: "unique" });
    await finish();
    assert.match(await text("#results .error"), kind === "endless" ? /line 3 has more than 67108864 bytes/ : /cannot tell the format/);
  }
  await start(files.few, { task: "unique" });
  await finish();
  assert.match(await text("#results .summary"), /^2 records/);
});

await test("a dropped file waits for Start, and can be used again for another task", async () => {
  assert.equal(await page.$eval("#start", (button) => button.disabled), true, "there is nothing to start");
  await drop("dropped.txt", `${EASY}\n`);
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await page.$("#results article"), null, "the file is not worked on yet");
  assert.match(await text("#status"), /dropped\.txt ready: choose a task and press Start/);
  await run({ task: "unique" });
  await finish();
  assert.equal(await text("#results h2"), "dropped.txt");
  assert.equal((await download()).toString(), `${SOLVED}\n`);
  await run({ task: "count" });
  await finish();
  assert.equal((await download()).toString(), "1\n");
  await page.click("#clear");
  assert.equal(await page.$eval("#start", (button) => button.disabled), true, "there is nothing to start");
  assert.equal(await page.evaluate(() => document.activeElement.id), "files");
});

await test("the same file can be chosen again", async () => {
  for (const kind of ["few", "few"]) {
    await choose(files[kind]);
    assert.match(await text("#chosen"), /few\.txt, 164 bytes/);
    await page.click("#clear");
  }
});

await test("a new run removes the earlier result at once", async () => {
  await start(files.few, { task: "unique" });
  await finish();
  const left = await page.evaluate(() => {
    document.getElementById("start").click();
    return [document.querySelectorAll("#results article, #results a").length, document.getElementById("bar").value, document.getElementById("status").textContent];
  });
  assert.deepEqual(left, [0, 0, "few.txt: starting …"]);
  await finish();
});

await test("each of several files has a result", async () => {
  await start([files.lines, files.junk, files.few], { task: "unique" });
  await page.waitForFunction(() => document.querySelectorAll("#results article").length === 3, { timeout: SLOW });
  await finish();
  for (const [which, kind] of [[-2, "lines"], [-1, "few"]]) {
    assert.equal((await download(which)).equals(expected(files[kind], ["solve", "--unique"])), true, kind);
  }
  assert.match(await text("#results .error"), /cannot tell the format/);
  const shown = () => page.$$eval("#results article:not([hidden]) h2", (headings) => headings.map((heading) => heading.textContent));
  assert.deepEqual(await shown(), ["lines.txt"]);
  assert.deepEqual(await page.$$eval("#runs button", (buttons) => buttons.map((button) => button.textContent)), ["lines.txt", "junk.txt (failed)", "few.txt"]);
  await page.click("#runs li:last-child button");
  assert.deepEqual(await shown(), ["few.txt"]);
});

await test("a damaged gzip file is refused", async () => {
  await start(files.damaged, { task: "unique" });
  await finish();
  assert.match(await text("#results .error"), /cannot be unpacked .* damaged/);
});

await test("a browser without simd128 gets an explanation, and buttons without effect are disabled", async () => {
  await page.evaluateOnNewDocument(() => (WebAssembly.validate = () => false));
  await page.reload();
  await page.waitForSelector("#unsupported:not([hidden])", { timeout: SLOW });
  assert.match(await text("#unsupported"), /lacks the vector instructions of WebAssembly \(simd128\)/);
  assert.equal(await page.$$eval("form button:not(:disabled)", (buttons) => buttons.length), 0);
});

/** The names of the files of answers on the disk, for each tab's folder. */
function filesOfAnswers() {
  return page.evaluate(async () => {
    const namesIn = async (folder) => {
      const names = [];
      for await (const name of folder.keys()) names.push(name);
      return names.sort();
    };
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("bulkdoku", { create: true });
    return Promise.all((await namesIn(all)).map(async (name) => namesIn(await all.getDirectoryHandle(name))));
  });
}

const twoWorkers = () => page.$eval("#workers", (input) => {
  input.value = 2;
  input.dispatchEvent(new Event("change"));
});

await test("answers stay on the disk until the next run, or until the page is opened again after its tab was closed", async () => {
  await twoWorkers();
  await start([files.many, files.lines], { task: "unique" });
  await page.waitForFunction(() => document.querySelectorAll("#results article").length === 2, { timeout: SLOW });
  await finish();
  assert.deepEqual(await filesOfAnswers(), [["1-0", "1-1", "2-0", "2-1"]]);
  assert.equal((await download(-2)).equals(expected(files.many, ["solve", "--unique"])), true);
  await start(files.lines, { task: "unique" });
  await finish();
  assert.deepEqual(await filesOfAnswers(), [["3-0", "3-1"]]);
  await start(files.few, { task: "check" });
  await finish();
  assert.deepEqual(await filesOfAnswers(), [["4-0", "4-1"]]); // the findings
  await start(files.lines, { task: "unique" });
  await finish();
  assert.deepEqual(await filesOfAnswers(), [["5-0", "5-1"]]); // no worker kept a file open
  await open();
  for (let tries = 0; (await filesOfAnswers()).length > 1; tries++) assert.ok(tries < 1000, "the folder of the other tab remains");
});

await test("two tabs do not take each other's answers", async () => {
  const first = page;
  await start(files.lines, { task: "unique" });
  await finish();
  page = undefined; // it stays open
  await open();
  const second = page;
  await start(files.many, { task: "unique" });
  await finish();
  assert.equal((await filesOfAnswers()).length, 2);
  for (const [tab, kind] of [[first, "lines"], [second, "many"]]) {
    page = tab;
    await page.bringToFront();
    assert.equal((await download()).equals(expected(files[kind], ["solve", "--unique"])), true, kind);
  }
  await first.close();
  page = second;
});

await test("without files on the disk, the answers are the same", async () => {
  await page.evaluateOnNewDocument(() => (StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("no", "SecurityError"))));
  await page.reload();
  await page.waitForSelector("html[data-ready]", { timeout: SLOW });
  for (const [kind, settings, args] of [
    ["many", { task: "unique" }, ["solve", "--unique"]],
    ["unended", { task: "solve", format: "csv" }, ["solve", "--format", "csv"]],
    ["table", { task: "unique", format: "csv" }, ["solve", "--unique", "--format", "csv", "--keep-columns"]],
    ["members", { task: "unique" }, ["solve", "--unique"]],
  ]) {
    await start(files[kind], settings);
    await finish();
    assert.equal((await download()).equals(expected(files[kind], args)), true, kind);
  }
});

await test("if the disk becomes full during a run, the answers are the same", async () => {
  scripts["/worker.js"] = `{
    const { write } = FileSystemSyncAccessHandle.prototype;
    let writes = 0;
    FileSystemSyncAccessHandle.prototype.write = function (...values) {
      if (++writes > 3) throw new DOMException("no room", "QuotaExceededError");
      return write.apply(this, values);
    };
  }`;
  await page.reload();
  await page.waitForSelector("html[data-ready]", { timeout: SLOW });
  delete scripts["/worker.js"];
  await twoWorkers();
  await start(files.many, { task: "unique" });
  await finish();
  assert.equal((await download()).equals(expected(files.many, ["solve", "--unique"])), true);
  assert.deepEqual(await filesOfAnswers(), [["1-0", "1-1"]]);
});

await test("a million puzzles give the program's output within the memory of a tab, and no task of the page takes longer than 50 ms", async () => {
  const answers = createHash("sha256").update(expected(files.million, ["solve", "--unique"])).digest("hex");
  const rates = [];
  const longest = [];
  const peaks = []; // memory of the tab
  for (const workers of [1, 2, 2]) {
    let most = 0;
    await page.$eval("#workers", (input, workers) => {
      input.value = workers;
      input.dispatchEvent(new Event("change"));
    }, workers);
    await page.evaluate(() => ([globalThis.longest, globalThis.made] = [0, []]));
    const poll = setInterval(() => (most = Math.max(most, memoryOfTab(browser.process().pid))), 100);
    await start(files.million, { task: "unique" });
    await finish();
    clearInterval(poll);
    peaks.push(most);
    rates.push(Number((await text("#results .summary")).match(/([\d,]+) per second/)[1].replaceAll(",", "")));
    longest.push(await page.evaluate(() => globalThis.longest));
  }
  const got = await page.evaluate(async () => {
    const hash = await crypto.subtle.digest("SHA-256", await globalThis.made.at(-1).arrayBuffer());
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  });
  const [one, two] = [rates[0], Math.max(...rates.slice(1))];
  console.log(`      ${one} per second with one worker, ${two} with two; ${peaks.map((bytes) => Math.round(bytes / 1e6))} MB; longest tasks ${longest.map(Math.round)} ms`);
  assert.equal(got, answers);
  assert.ok(Math.min(...peaks) > 0 && Math.max(...peaks) < 250e6, `${peaks} bytes`); // of one run after another
  assert.ok(Math.min(...longest) <= 50, `${longest} ms`); // what else runs on the machine can hold up the page
});

await test("after a stop, the download has the answers so far, and the next run is complete", async () => {
  await choose(files.many);
  await page.evaluate(() => ["start", "stop"].forEach((id) => document.getElementById(id).click())); // before anything is answered
  await finish();
  assert.match(await text("#results .summary"), /^0 records .* Stopped: there are no answers yet/);
  assert.equal(await page.$("#results a"), null, "there is nothing to download");
  await start(files.many, { task: "rate" });
  await page.waitForFunction(() => document.getElementById("bar").value > 0, { timeout: SLOW });
  await page.click("#stop");
  await finish();
  assert.match(await text("#results .summary"), /Stopped/);
  const got = (await download()).toString();
  const head = join(work, "head.txt");
  const rows = got.split("\n").length - 2;
  assert.ok(rows > 0 && rows < 60_000, `${rows} rows`);
  writeFileSync(head, `${lines(rows).join("\n")}\n`);
  assert.equal(got, expected(head, ["rate"]).toString());
  await start(files.many, { task: "check" });
  await page.click("#stop"); // one worker checks the whole file, which takes longer than this click
  await finish();
  assert.match(await text("#results .summary"), /Stopped before the records were compared/);
  assert.equal(await page.$("#results a"), null);
  await start(files.few, { task: "unique" });
  await finish();
  assert.match(await text("#results .summary"), /^2 records/);
});

await test("a pasted puzzle is solved and opened with the keyboard alone", async () => {
  const focused = () => page.evaluate(() => document.activeElement.role ? document.activeElement.textContent : document.activeElement.id || document.activeElement.textContent);
  const tabTo = async (id) => {
    for (let presses = 0; presses < 30 && (await focused()) !== id; presses++) await page.keyboard.press("Tab");
    assert.equal(await focused(), id);
  };
  await tabTo("paste");
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "pasted");
  await page.keyboard.type(`${EASY}\n5`);
  await tabTo("start");
  await page.keyboard.press("Enter");
  await finish();
  assert.equal((await download()).toString().split("\n")[0], SOLVED);
  assert.equal(await focused(), "start", "the focus is not lost when Stop disappears");
  await tabTo("Answers");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "Findings 1");
  await tabTo("2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "viewer-title", { timeout: SLOW });
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "2", "the focus goes back to the finding");
});

await test("one puzzle is explained step by step", async () => {
  await page.$eval("#puzzle", (input, puzzle) => (input.value = puzzle), EASY);
  await page.click("#puzzle-form button");
  assert.match(await text("#verdict"), /One solution/);
  const steps = await page.$$eval("#steps button", (buttons) => buttons.length);
  assert.ok(steps >= 51);
  await page.click("#on");
  assert.equal(await text("#count"), `Step 1 of ${steps}`);
  assert.match(await text("#step"), /^r\dc\d = \d {2}hidden single/);
  await page.focus("#steps button[aria-current]");
  await page.keyboard.press("End");
  assert.equal(await page.$$eval("#grid tbody td", (cells) => cells.map((cell) => cell.textContent).join("")), SOLVED);
  assert.equal(await page.evaluate(() => document.activeElement.textContent === document.querySelector("#steps li:last-child").textContent), true);
  await page.$eval("#puzzle", (input) => (input.value = "12345"));
  await page.click("#puzzle-form button");
  assert.match(await text("#verdict"), /81 characters|cannot tell|malformed/i);
});

await test("a finding opens its puzzle beside it, with the focus, and Show shows the same puzzle", async () => {
  await page.setViewport({ width: 1200, height: 900 });
  await start(files.answered, { task: "check" });
  await finish();
  const last = (await page.$$(".list tbody tr")).length;
  assert.match(await text(`.list tbody tr:nth-child(${last})`), /^51duplicatesame clues, puzzle and solution as line 2$/);
  await openFinding(":last-child");
  assert.equal(await page.evaluate(() => document.activeElement.id), "viewer-title");
  const [list, board, top] = await page.evaluate(() => [".list", "#grid"].map((selector) => document.querySelector(selector).getBoundingClientRect().left).concat(scrollY));
  assert.ok(list > 0 && list < board, "the board is beside the list");
  assert.ok(top < 900, "the list is still there");
  assert.equal(await page.$eval("#puzzle", (input) => input.value), EASY);
  const drawn = await page.$eval("#grid", (grid) => grid.textContent);
  await select("Puzzle");
  await page.click("#show");
  assert.equal(await page.$eval("#grid", (grid) => grid.textContent), drawn);
  await select("Findings");
  await page.click("#close");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Open the puzzle of line 5");
});

await test("a record that is not a puzzle is shown with the reason", async () => {
  await start(files.lines, { task: "unique" });
  await finish();
  await select("Findings");
  assert.match(await text(".list tbody"), /malformed80 characters where 81 were expected.*conflictequal clues in r1c1 and r1c2/);
  await openFinding(":nth-child(1)");
  assert.match(await text("#verdict"), /^Malformed: 80 characters where 81 were expected/);
  assert.equal(await text("#record"), EASY.slice(1));
  await page.click("#close");
  await openFinding(":nth-child(2)");
  assert.match(await text("#verdict"), /^Conflict: equal clues in r1c1 and r1c2 share a row, column or box/);
  assert.equal(await page.$$eval("#grid .wrong", (cells) => cells.length), 2);
});

await test("tables have headers with a scope, and nothing is cut off without an indication", async () => {
  const bare = () => page.$$eval("table", (tables) => tables.filter((table) => table.querySelectorAll("th:not([scope])").length > 0 || table.querySelectorAll("tbody tr").length !== table.querySelectorAll("tbody th[scope=row]").length).length);
  const cut = () => page.evaluate(() => [...document.querySelectorAll("main *")]
    .filter((element) => !element.closest(".sr") && element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 2)
    .filter((element) => getComputedStyle(element).overflowY === "hidden" || (getComputedStyle(element).overflowY === "auto" && element.scrollHeight > element.clientHeight + 20))
    .map((element) => element.id || element.className));
  assert.deepEqual([await bare(), await cut()], [0, []]);
  assert.deepEqual(await page.$$eval("#grid th", (headers) => headers.map((header) => header.textContent).join(" ")), "c1 c2 c3 c4 c5 c6 c7 c8 c9 r1 r2 r3 r4 r5 r6 r7 r8 r9");
  await start(files.lines, { task: "check" });
  await finish();
  assert.deepEqual([await bare(), await cut()], [0, []]);
  const rows = () => page.$$eval(".list tbody tr:not([hidden])", (rows) => rows.length);
  assert.equal(await rows(), 12);
  assert.match(await text(".list .more"), /^Show all \d+$/);
  await page.click(".list .more");
  assert.ok((await rows()) > 300, `${await rows()}`);
  assert.match(await text(".list"), /25,997 more findings: the download has the first 1,000 findings/);
  await start(files.lines, { task: "rate" });
  await finish();
  await page.$$eval("details", (all) => all.forEach((details) => (details.open = true)));
  assert.deepEqual([await bare(), await cut()], [0, []]);
});

// The color scheme of Firefox is fixed when it starts.
for (const scheme of browserName === "chrome" ? ["light", "dark"] : ["dark"]) {
  for (const width of [1200, 320]) {
    await test(`${scheme}, ${width} pixels wide: nothing is cut off, and no barrier is found`, async () => {
      if (browserName === "chrome") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.setViewport({ width, height: 900 });
      const inspect = async (state) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${state}: ${wide} pixels`);
        if (pictures) await page.screenshot({ path: join(pictures, `${browserName}-${scheme}-${width}-${state}.png`), fullPage: true });
        await accessible(state);
      };
      await inspect("start");
      await start(files.defects, { task: "check" });
      await finish();
      await inspect("findings");
      await openFinding(":nth-child(1)");
      await inspect("malformed");
      await page.click("#close");
      await openFinding(":has(.duplicate)");
      for (let steps = 0; steps < 9; steps++) await page.click("#on");
      await inspect("finding");
      await select("Report");
      await inspect("report");
      await select("Puzzle");
      await inspect("puzzle");
      await start([files.defects, files.junk], { task: "rate", format: "csv" });
      await finish();
      await inspect("ratings");
      await select("Answers");
      await inspect("answers");
      await page.click("#runs li:last-child button");
      await page.click("#paste");
      await page.click("input[value=count]");
      await inspect("failure");
    });
  }
}

await test("no task of the page takes longer than 50 ms while it solves", async () => {
  const longest = [];
  do { // what else runs on the machine can hold up the page: the best of three runs counts
    await page.evaluate(() => (globalThis.longest = 0));
    await start(files.many, { task: "unique" });
    await finish();
    longest.push(await page.evaluate(() => globalThis.longest));
  } while (longest.at(-1) > 50 && longest.length < 3);
  assert.ok(longest.at(-1) <= 50, `${longest} ms`);
});

await test("once loaded, the page works without a network, even after a reload", async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  server.close();
  server.closeAllConnections();
  await page.reload();
  await page.waitForSelector("html[data-ready]", { timeout: SLOW });
  await start(files.lines, { task: "unique" });
  await finish();
  assert.match(await text("#results .summary"), /^9,003 records/);
});

await browser.close();
rmSync(work, { recursive: true });
process.exit(failures > 0 ? 1 : 0);
