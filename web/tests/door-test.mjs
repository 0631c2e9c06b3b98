// The interface of the package: an invalid argument, option or value is an error, everything else has an answer, and a failed call
// does not affect the next one.
// usage: node door-test.mjs [SECONDS] [SEED]     in a folder with the package in node_modules (default: 5 seconds)
import assert from "node:assert/strict";
import { inspect } from "node:util";
import vm from "node:vm";
import { canon, count, rate, solve, steps, stream } from "bulkdoku";
import { Module } from "./node_modules/bulkdoku/module.js";

const [seconds = 5, seed = Date.now() % 1e9] = process.argv.slice(2).map(Number);

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const GRID = PUZZLE.match(/.{9}/g).join("\n") + "\n";
const bytesOf = (text) => new TextEncoder().encode(text);

let state = seed;
/** A whole number below another one (the generator of Numerical Recipes). */
function below(most) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}
const choice = (values) => values[below(values.length)];

const isRefused = (error) => error instanceof TypeError || error instanceof RangeError;
const works = () => assert.equal(solve(PUZZLE), `${SOLUTION}\n`);

// Texts, each with the number of its answers, or without one if no line matches a format.
const TEXTS = [
  [PUZZLE, 1], [`${PUZZLE}\n${PUZZLE}\n12\n`, 3], [GRID.repeat(3), 3], [`id,puzzle\n1,${PUZZLE}\n2,x\n`, 2], ["", 0],
  [`{"puzzle":"${PUZZLE}"}\n`, 1], ["1........".repeat(81), 1, "no form"], ["hello\nworld\n"], ["\0\x01\x02"], ["é".repeat(99)],
];
const texts = TEXTS.flatMap(([text, answers, note]) => [{ text, answers, note }, { text: bytesOf(text), answers, note }, { text: Buffer.from(text), answers, note }]);

const NO_TEXTS = [
  new ArrayBuffer(81), new SharedArrayBuffer(81), 0, 81, NaN, 1n, true, null, undefined, {}, [], [PUZZLE], { length: 81 }, Symbol("x"), () => PUZZLE,
  new Uint16Array(81), new Uint8ClampedArray(81), new DataView(new ArrayBuffer(81)), new String(PUZZLE), new Date(), Promise.resolve(PUZZLE), new Blob([PUZZLE]),
];
const LIMITS = [1, 2, 3, 1000, undefined];
const NO_LIMITS = [0, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 32, 2 ** 53, "x", "2", "", null, true, {}, [], 2n, new Number(2), () => 2];
const SETTINGS = [undefined, {}, { format: "lines" }, { format: "csv" }, { format: "jsonl" }, { name: "a name" }, { name: "", format: undefined }];
const NO_SETTINGS = [
  null, 0, "csv", true, [], ["csv"], { format: "xml" }, { format: "CSV" }, { format: 0 }, { format: null }, { format: "constructor" }, { form: "csv" },
  { name: 0 }, { name: null }, { unqiue: true }, { task: "rate" }, { toString: 1 }, { length: 1 }, () => ({}),
];

const FUNCTIONS = {
  solve: (text, { settings, unique }) => solve(text, unique === undefined ? settings : { ...settings, unique }),
  count: (text, { settings, limit }) => count(text, limit, settings),
  canon: (text, { settings }) => canon(text, settings),
  rate: (text, { settings }) => rate(text, settings),
  steps: (text, { settings }) => steps(text, settings),
};

/** Calls a function and checks that it refuses invalid arguments, or answers every record in the type of the text. */
function check(name, { text, answers, note }, how) {
  const isWrong = NO_TEXTS.includes(text) || NO_SETTINGS.includes(how.settings) || NO_LIMITS.includes(how.limit) || NO_UNIQUE.includes(how.unique);
  const shown = () => `${name} of ${inspect(text).slice(0, 99)} with ${inspect(how)} (seed ${seed})`;
  let made;
  try {
    made = FUNCTIONS[name](text, how);
  } catch (error) {
    assert.ok(isWrong ? isRefused(error) : error instanceof Error && !isRefused(error) && !(error instanceof WebAssembly.RuntimeError), `${shown()}: ${error}`);
    assert.ok(error.message.length > 5, shown());
    assert.ok(isWrong || answers === undefined || (note === "no form" && name === "canon"), `${shown()}: ${error}`);
    return;
  }
  assert.ok(!isWrong && answers !== undefined, `${shown()} is answered`);
  assert.equal(typeof made === "string", typeof text === "string", shown());
  const lines = new TextDecoder().decode(typeof made === "string" ? bytesOf(made) : made).split("\n").length - 1;
  const header = how.settings?.format === "csv" || (name === "rate" && how.settings?.format !== "jsonl") ? 1 : 0;
  if (name !== "steps") assert.equal(lines, answers + header, shown());
}

const NO_UNIQUE = [null, 0, 1, "true", {}];

// Every wrong value in every place.
for (const name of Object.keys(FUNCTIONS)) {
  for (const text of NO_TEXTS) check(name, { text }, {});
  for (const settings of NO_SETTINGS) check(name, texts[0], { settings });
  for (const text of texts) for (const settings of SETTINGS) check(name, text, { settings });
}
for (const limit of NO_LIMITS) check("count", texts[0], { limit });
for (const unique of NO_UNIQUE) check("solve", texts[0], { unique });
for (const task of [undefined, null, 0, "check", "Solve", "", "constructor", {}]) assert.throws(() => stream(task), TypeError);
for (const settings of [...NO_SETTINGS, { unique: true }]) assert.throws(() => stream("solve", settings), TypeError);
for (const limit of NO_LIMITS) assert.throws(() => stream("count", { limit }), isRefused);
assert.equal(count(PUZZLE, 2 ** 32 - 1), "1\n");
assert.throws(() => count(PUZZLE, 2, { limit: 3 }), /an option must be one of format, name, not "limit"/);
assert.throws(() => solve(new ArrayBuffer(81)), /text must be a string or a Uint8Array, not ArrayBuffer/);
assert.deepEqual(solve(vm.runInNewContext(`new Uint8Array([${bytesOf(PUZZLE)}])`)), bytesOf(`${SOLUTION}\n`)); // of another realm

// An instance that has trapped is replaced.
const { run } = Module.prototype;
Module.prototype.run = function () {
  return this.call("open", 99, 0, 2); // there is no such task
};
assert.throws(() => solve(PUZZLE), WebAssembly.RuntimeError);
Module.prototype.run = run;
works();

/** Streams a text in pieces of random lengths, with other calls in between. */
async function streamed(task, settings, bytes) {
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const end = at + 1 + below(choice([3, 100, 100_000]));
      controller.enqueue(bytes.subarray(at, end));
      at = end;
      works();
    },
  });
  return new Response(source.pipeThrough(stream(task, settings))).text();
}

const big = `id,puzzle\n${Array.from({ length: 9000 }, (_, id) => `${id},${PUZZLE}\n`).join("")}`;
const grids = GRID.repeat(8000);
const both = await Promise.all([streamed("solve", { format: "csv" }, bytesOf(big)), streamed("solve", {}, bytesOf(grids))]);
assert.ok(both[0] === solve(big, { format: "csv" }) && both[1] === solve(grids), "two streams at once");
for (const piece of [PUZZLE, 1, {}, new ArrayBuffer(81), new Uint16Array(81), null]) {
  const source = new ReadableStream({ start: (controller) => (controller.enqueue(piece), controller.close()) });
  await assert.rejects(new Response(source.pipeThrough(stream("solve"))).text(), TypeError);
}

// Any arguments, for some time.
let calls = 0;
for (const end = performance.now() + 1000 * seconds; performance.now() < end; calls++) {
  const isWrong = below(3) === 0;
  const text = isWrong && below(2) ? { text: choice(NO_TEXTS) } : choice(texts);
  const settings = isWrong && below(2) ? choice(NO_SETTINGS) : choice(SETTINGS);
  const limit = isWrong && below(2) ? choice(NO_LIMITS) : choice(LIMITS);
  const name = choice(Object.keys(FUNCTIONS));
  check(name, text, name === "count" ? { settings, limit } : { settings });
  if (calls % 50 === 0) {
    const bytes = bytesOf(choice([PUZZLE, GRID, big.slice(0, 400)])).map((byte) => (below(9) ? byte : below(256)));
    try {
      solve(bytes);
    } catch (error) {
      assert.ok(!(error instanceof WebAssembly.RuntimeError), `${error}: ${Buffer.from(bytes).toString("base64")}`);
    }
    works();
  }
}
console.log(`ok    node: the door of the package, ${calls} random calls (seed ${seed})`);
