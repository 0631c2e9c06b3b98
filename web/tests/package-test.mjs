// The package as it is installed, compared with the program.
// usage: node package-test.mjs PROGRAM FILE     in a folder with the package in node_modules
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openAsBlob, readFileSync } from "node:fs";
import { canon, count, rate, solve, steps, stream } from "bulkdoku";

const [program, path] = process.argv.slice(2);
const text = readFileSync(path, "utf8").split("\n").slice(0, 300).join("\n");
const ask = (...args) => execFileSync(program, [...args, "-q", "-o", "-"], { input: text, maxBuffer: 1 << 30 }).toString();

assert.equal(solve(text), ask("solve"));
assert.equal(solve(text, { unique: true, format: "csv" }), ask("solve", "--unique", "--format", "csv"));
assert.equal(count(text, 5), ask("count", "--limit", "5"));
assert.equal(canon(text), ask("canon", "--format", "line"));
assert.equal(rate(text, { format: "jsonl" }), ask("rate", "--format", "jsonl"));
assert.equal(steps(text), ask("solve", "--steps"));
assert.ok(solve(new TextEncoder().encode(text)) instanceof Uint8Array);
assert.throws(() => solve("hello\nworld\n"), /cannot tell the format/);
const array = `\x93NUMPY\x01\x00v\x00${"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81), }".padEnd(117)}\n${"\0".repeat(81)}`;
const cells = Buffer.from(array, "latin1");
assert.equal(Buffer.from(solve(cells)).toString(), execFileSync(program, ["solve", "-q", "-o", "-"], { input: cells }).toString());

const answers = (await openAsBlob(path)).stream().pipeThrough(stream("unique"));
const whole = execFileSync(program, ["solve", "--unique", "-q", "-o", "-", path], { maxBuffer: 1 << 30 });
assert.equal(await new Response(answers).text(), whole.toString());
const long = JSON.stringify({ note: "x".repeat(100_000), puzzle: text.slice(0, 81) }) + "\n"; // longer than the first bytes of a file are otherwise
const all = new Blob([long.repeat(30)]).stream().pipeThrough(stream("unique"));
assert.equal(await new Response(all).text(), `${solve(text, { unique: true }).split("\n")[0]}\n`.repeat(30));
const refused = new Blob(["hello\nworld\n"]).stream().pipeThrough(stream("solve"));
await assert.rejects(new Response(refused).text(), /cannot tell the format/);
console.log("ok    node: the package answers as the program does");
