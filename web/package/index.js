// The functions of the package: text with records in, text with answers out.
import { Cutter, Module, checkLimit, hasVectors, isBytes } from "./module.js";

const SIZE = 1 << 18; // bytes of a part of a stream

const OPTIONS = ["format", "name"];
const FORMATS = ["lines", "csv", "jsonl"];
const TASKS = ["solve", "unique", "count", "canon", "rate", "steps"];

const compiled = await compile();
const module = new Module(compiled);

async function compile() {
  if (!hasVectors()) throw new Error("bulkdoku needs the vector instructions of WebAssembly (simd128)");
  const address = new URL("bulkdoku.wasm", import.meta.url);
  if (address.protocol !== "file:") return WebAssembly.compileStreaming(fetch(address));
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(address));
}

export function solve(text, settings) {
  const { unique = false, ...others } = checked(settings, [...OPTIONS, "unique"]);
  if (typeof unique !== "boolean") throw new TypeError(`unique must be true or false, not ${shown(unique)}`);
  return run(unique ? "unique" : "solve", text, others);
}

export function count(text, limit = 2, settings) {
  checkLimit(limit);
  return run("count", text, { ...checked(settings, OPTIONS), limit });
}

export function canon(text, settings) {
  return run("canon", text, checked(settings, OPTIONS));
}

export function rate(text, settings) {
  return run("rate", text, checked(settings, OPTIONS));
}

export function steps(text, settings) {
  return run("steps", text, checked(settings, OPTIONS));
}

/** Turns a stream of bytes with records into a stream of bytes with answers. */
export function stream(task, settings) {
  oneOf("task", task, TASKS);
  const how = { ...checked(settings, [...OPTIONS, "limit"]), task };
  if (how.limit !== undefined) checkLimit(how.limit);
  const answers = new TransformStream();
  const input = new TransformStream();
  answerAll(how, input.readable, answers.writable.getWriter());
  return { writable: input.writable, readable: answers.readable };
}

function run(task, text, settings) {
  if (typeof text !== "string" && !isBytes(text)) throw new TypeError(`text must be a string or a Uint8Array, not ${shown(text)}`);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  module.open(bytes, { ...settings, task });
  module.take(bytes);
  const { output } = module.run(true, 0);
  return typeof text === "string" ? new TextDecoder().decode(output) : output.slice();
}

/** Returns the settings that are given. Refuses unknown options and invalid values. */
function checked(settings = {}, options) {
  const isObject = typeof settings === "object" && settings !== null && !Array.isArray(settings);
  if (!isObject) throw new TypeError(`settings must be an object, not ${shown(settings)}`);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  for (const option of Object.keys(given)) oneOf("an option", option, options);
  if ("format" in given) oneOf("format", given.format, FORMATS);
  if ("name" in given && typeof given.name !== "string") throw new TypeError(`name must be a string, not ${shown(given.name)}`);
  return given;
}

function oneOf(what, value, values) {
  if (!values.includes(value)) throw new TypeError(`${what} must be one of ${values.join(", ")}, not ${shown(value)}`);
}

/** Returns a value as a message shows it: a short text unchanged, anything else by its type. */
function shown(value) {
  if (typeof value === "string" && value.length <= 40) return JSON.stringify(value);
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value)) return String(value);
  return typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
}

async function answerAll(settings, readable, writer) {
  try {
    const module = new Module(compiled); // a separate one: other calls happen between the parts
    const cutter = new Cutter(module, settings, SIZE);
    for await (const { text, lines } of cutter.parts(readable)) {
      module.take(text);
      await writer.write(module.run(lines === 0, lines).output.slice());
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
  }
}
