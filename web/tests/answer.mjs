// Prints the package's answers to a file, for scripts that compare them with the program's.
// usage: node answer.mjs PACKAGE FILE TASK whole|stream
import { readFileSync, writeSync } from "node:fs";
import { openAsBlob } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, path, task, how] = process.argv.slice(2);
const { canon, count, rate, solve, steps, stream } = await import(pathToFileURL(`${folder}/index.js`));
const functions = { solve, unique: (text) => solve(text, { unique: true }), count, canon, rate, steps };

function print(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes.subarray(at));
}

try {
  if (how === "whole") print(functions[task](new Uint8Array(readFileSync(path))));
  else for await (const piece of (await openAsBlob(path)).stream().pipeThrough(stream(task))) print(piece);
} catch (error) {
  process.stderr.write(`${error.name}: ${error.message.slice(0, 300)}\n`);
  process.exitCode = error instanceof WebAssembly.RuntimeError ? 3 : 2;
}
