// A worker with an instance of the module: it answers one part of an input after another.
import { Module } from "./module.js";

let module;

// Puzzles that are solved before the first ones of a file, so that the compiler has optimised the module by then.
const WARM_UP = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n".repeat(500);
const WARM_UP_TIME = 300; // milliseconds

const actions = {
  start({ compiled }) {
    module = new Module(compiled);
    const text = new TextEncoder().encode(WARM_UP);
    const end = performance.now() + WARM_UP_TIME;
    module.open(text, {});
    while (performance.now() < end) module.run(text, true, 0);
    return {};
  },

  open({ head, settings }) {
    module.open(head, settings);
    return {};
  },

  // Works on a part, and returns the answers, in the same buffer if there is room.
  run({ text, isFirst, lines }) {
    return module.run(text, isFirst, lines, text.buffer);
  },

  // Takes what a worker returned for a part of an input that is checked, and returns its buffer.
  add({ part }) {
    module.add(part);
    return { output: part };
  },

  conclude() {
    return module.conclude();
  },
};

onmessage = ({ data: { id, action, values } }) => {
  try {
    const result = actions[action](values);
    postMessage({ id, result }, result.output ? [result.output.buffer] : []);
  } catch (error) {
    postMessage({ id, error: { name: error.name, message: error.message } });
  }
};
