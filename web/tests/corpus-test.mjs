// Checks that the module reads the files of tests/corpus as table.txt says, and answers them like the program.
// usage: node corpus-test.mjs PAGE PROGRAM CORPUS     PAGE is the folder that scripts/web.sh build makes
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, program, corpus] = process.argv.slice(2).map((path) => resolve(path));
const { Cutter, Module } = await import(pathToFileURL(join(page, "module.js")).href);
const compiled = await WebAssembly.compile(readFileSync(join(page, "bulkdoku.wasm")));

/** The files that are read without an option, each with what is expected. */
function readTable() {
  const lines = readFileSync(join(corpus, "table.txt"), "utf8").split("\n");
  const entries = lines.filter((line) => line && !line.startsWith("#") && !line.includes(" = "));
  const fields = entries.map((line) => line.split("|").map((field) => field.trim()));
  return fields.filter(([, options]) => !options).map(([name, , said, records]) => ({ name, said, records: records.split(" ") }));
}

/** Runs the module over a file in small parts. Returns how it is read, the answers, the positions of malformed records, and whether texts were not read. */
async function read(bytes) {
  const module = new Module(compiled);
  const cutter = new Cutter(module, { name: "file", task: "solve" }, 100);
  const [answers, malformed] = [[], []];
  let isUnread = false;
  let readAs; // an input that is decoded is described with its answers
  for await (const { text, lines } of cutter.parts(new Blob([bytes]).stream())) {
    module.take(text);
    const { output, report } = module.run(lines === 0, lines);
    answers.push(output.slice());
    readAs = report.find(([word]) => word === "format")?.[1] ?? module.readAs;
    isUnread ||= report.some(([word, texts]) => word === "unread" && texts !== "0");
    const findings = report.filter(([word, , , verdict]) => word === "finding" && verdict === "malformed");
    malformed.push(...findings.map(([, line, column]) => `!${line}:${column}`));
  }
  return { readAs, answers: Buffer.concat(answers).toString(), malformed, isUnread };
}

function answersOfProgram(path) {
  try {
    return execFileSync(program, ["solve", "-q", path], { stdio: ["ignore", "pipe", "ignore"] }).toString();
  } catch ({ status, stdout }) {
    assert.equal(status, 1, path); // some records have no answer
    return stdout.toString();
  }
}

const counts = { read: 0, refused: 0 };
for (const { name, said, records } of readTable()) {
  const path = join(corpus, name);
  const bytes = readFileSync(path);
  if (said.startsWith("error ")) {
    // What follows a semicolon or --from is for users of the program.
    const message = said.slice(6).split(/; |: use --from/)[0];
    await assert.rejects(read(bytes), ({ message: text }) => text.startsWith(`file:${message}`) || assert.fail(`${name}: ${text}`));
    counts.refused++;
  } else {
    const found = await read(bytes);
    assert.equal(found.readAs, said, name);
    assert.deepEqual(found.malformed, records.filter((record) => record.startsWith("!")), name);
    assert.equal(found.isUnread, records.includes("?"), name);
    assert.equal(found.answers, answersOfProgram(path), name);
    counts.read++;
  }
}
assert.ok(counts.read >= 115 && counts.refused >= 10, JSON.stringify(counts));
console.log(`ok    node: the module of the page reads ${counts.read} files of the corpus, and refuses ${counts.refused}`);
