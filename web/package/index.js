// The functions of the package: text with records in, text with answers out.
import { Cutter, Module, hasVectors } from "./module.js";

const SIZE = 1 << 18; // bytes of a part of a stream

const module = new Module(await compile());

async function compile() {
  if (!hasVectors()) throw new Error("bulkdoku needs the vector instructions of WebAssembly (simd128)");
  const address = new URL("bulkdoku.wasm", import.meta.url);
  if (address.protocol !== "file:") return WebAssembly.compileStreaming(fetch(address));
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(address));
}

function run(task, text, settings) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  module.open(bytes, { ...settings, task });
  module.take(bytes);
  const { output } = module.run(true, 0);
  return typeof text === "string" ? new TextDecoder().decode(output) : output.slice();
}

export function solve(text, { unique = false, ...settings } = {}) {
  return run(unique ? "unique" : "solve", text, settings);
}

export function count(text, limit = 2, settings = {}) {
  return run("count", text, { ...settings, limit });
}

export function canon(text, settings = {}) {
  return run("canon", text, settings);
}

export function rate(text, settings = {}) {
  return run("rate", text, settings);
}

export function steps(text, settings = {}) {
  return run("steps", text, settings);
}

/** A stream of bytes with records to a stream of bytes with answers. */
export function stream(task, settings = {}) {
  const answers = new TransformStream();
  const input = new TransformStream();
  answerAll(new Cutter(module, { ...settings, task }, SIZE), input.readable, answers.writable.getWriter());
  return { writable: input.writable, readable: answers.readable };
}

async function answerAll(cutter, readable, writer) {
  try {
    for await (const { text, lines } of cutter.parts(readable)) {
      module.open(cutter.head, cutter.settings); // another call may have come between
      module.take(text);
      await writer.write(module.run(lines === 0, lines).output.slice());
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
  }
}
