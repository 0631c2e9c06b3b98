// A worker with an instance of the module, which answers the parts of an input one after another.
import { LONGEST, Module, bytesIn, checkLength } from "./module.js";
import { create, released } from "./store.js";
import { unpacked } from "./unpack.js";

let module;
let input; // the file of the run
let header; // the length of its header in bytes
let answers; // the file that this worker writes its answers to: its name, an open handle and its length

// Puzzles to solve before those of the first file, so the compiler has already optimised the module.
const WARM_UP = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n".repeat(500);
const WARM_UP_TIME = 300; // milliseconds

const actions = {
  start({ compiled }) {
    module = new Module(compiled);
    const text = new TextEncoder().encode(WARM_UP);
    const end = performance.now() + WARM_UP_TIME;
    module.open(text, {});
    while (performance.now() < end) {
      module.take(text);
      module.run(true, 0);
    }
    return {};
  },

  // Begins a run. Without a folder for files, the page gets the answers.
  async open({ file, head, settings, folder, name }) {
    input = file;
    header = module.open(head, settings);
    const { readAs, isWhole } = module;
    answers = folder && { name, length: 0, handle: await create(folder, name).catch(() => undefined) };
    return { readAs, isWhole };
  },

  // Reads the part of the file that begins at a position, and returns where the next one begins. The next call is `run`.
  read({ offset, lines, size }) {
    const start = offset === 0 ? header : 0;
    for (let window = size; ; window = Math.min(2 * window, LONGEST + 1)) {
      const text = read(offset, start + window);
      const isLast = offset + text.length >= input.size;
      const length = isLast ? text.length : start + module.cut(text.subarray(start));
      if (isLast || length > start) return { offset: offset + length, lines: lines + module.take(text.subarray(0, length)) };
      module.take(new Uint8Array(0)); // if this is an error, the next call has nothing to work on
      checkLength(window, lines);
    }
  },

  // Answers a part of the input: a text, or the part that was read. The answers go to the file, or to the buffer without one.
  run({ text, isFirst, lines, buffer }) {
    const began = performance.now();
    if (text) module.take(text);
    const { output, report } = module.run(isFirst, lines);
    return { report, ...kept(output, buffer), time: performance.now() - began };
  },

  // Ends a run.
  close() {
    answers?.handle?.close();
    answers = undefined;
    return {};
  },

  // Answers a whole input in one part.
  async whole({ file, settings }) {
    const text = new Uint8Array(await new Response(await unpacked(file)).arrayBuffer());
    module.open(text, settings);
    module.take(text);
    const { output, report } = module.run(true, 0);
    return { report, ...kept(output), page: settings.task === "check" ? module.page : undefined };
  },

  // Waits until stopped workers no longer write.
  async wait({ folder, names }) {
    for (const name of names) await released(folder, name);
    return {};
  },
};

function read(offset, length) {
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(input.slice(offset, offset + length)));
}

/** Stores answers. Returns their position in the file of answers, or a copy in the buffer if there is no file or the disk is full. */
function kept(output, buffer) {
  try {
    if (answers?.handle) return { place: write(output) };
  } catch {
    answers.handle.close();
    answers.handle = undefined;
  }
  const copy = bytesIn(buffer, output.length);
  copy.set(output);
  return { output: copy };
}

function write(output) {
  const { name, handle, length: from } = answers;
  for (let at = 0; at < output.length; ) at += handle.write(output.subarray(at), { at: from + at });
  answers.length += output.length;
  return { name, from, to: answers.length };
}

onmessage = async ({ data: { id, action, values } }) => {
  try {
    const result = await actions[action](values);
    postMessage({ id, result }, result.output ? [result.output.buffer] : []);
  } catch (error) {
    postMessage({ id, error: { name: error.name, message: error.message } });
  }
};
