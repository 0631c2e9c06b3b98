// A run over a file: the workers read and answer its parts in turn, and each writes its answers to its own file.
//
//   file ─▶ worker ─▶ its file   a worker reports where its part ends, and the next part begins there
//           worker ─▶ its file   the download is a Blob of ranges of these files, in the order of the input
//           …
//
//   compressed file ─▶ stream ─▶ Cutter ─▶ worker           without files of answers: worker ─▶ Blob
//                                          worker
//                                          …
//   file that is checked or decoded ─▶ the first worker
import { Cutter, LONG_HEAD, Module, concat, headLength, piecesOf } from "./module.js";
import { Result } from "./result.js";
import { empty, openFolder } from "./store.js";
import { isPacked, unpacked } from "./unpack.js";

const AHEAD = 4; // parts for each worker that may be started before the first one is answered
const [SMALLEST, LARGEST] = [1 << 12, 1 << 22]; // bytes of a part: browsers read many bytes at once with less work
const TIME = 300; // milliseconds that a part should take a worker
const GROWTH = 8; // the most by which a part can exceed an answered one: harder puzzles may follow
const LAST = 1 << 18; // bytes of a part at the end that need not be smaller
const LARGEST_CUT = 1 << 20; // bytes of a part that this thread cuts in a few milliseconds

/** A worker with an instance of the module, whose calls are promises. */
class Helper {
  constructor(compiled) {
    this.worker = new Worker("worker.js", { type: "module" });
    this.calls = new Map();
    this.next = 0;
    this.worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.calls.get(id);
      this.calls.delete(id);
      if (error === undefined) resolve(result);
      else reject(Object.assign(new Error(error.message), { name: error.name }));
    };
    this.worker.onerror = (event) => this.end(new Error(event.message || "a worker failed"));
    this.ready = this.call("start", { compiled });
    this.ready.catch(() => {});
  }

  call(action, values = {}, moved = []) {
    const id = this.next++;
    if (this.ended) return Promise.reject(this.ended);
    const call = {};
    call.promise = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
    this.calls.set(id, call);
    this.worker.postMessage({ id, action, values }, moved);
    return call.promise;
  }

  end(reason) {
    this.ended = reason;
    this.worker.terminate();
    this.calls.forEach(({ reject }) => reject(reason));
    this.calls.clear();
  }
}

export class Stopped extends Error {}

/** The workers of the page, which are kept between runs. */
export class Pool {
  constructor(compiled, count) {
    this.compiled = compiled;
    this.module = new Module(compiled);
    this.runs = 0;
    this.opening = openFolder();
    this.resize(count);
  }

  resize(count) {
    this.helpers?.forEach((helper) => helper.end(new Stopped()));
    this.helpers = Array.from({ length: count }, () => new Helper(this.compiled));
    this.ready = Promise.all(this.helpers.map((helper) => helper.ready));
    this.ready.catch(() => {});
  }

  /** Prepares a run whose results replace the earlier ones. */
  async begin() {
    this.isStopped = false;
    await this.ready;
    this.folder = await this.opening;
    if (this.folder) await empty(this.folder).catch(() => {});
  }

  /** Ends the run. */
  stop() {
    this.isStopped = true;
    this.restart();
  }

  /** Ends the workers and starts others. */
  restart() {
    this.resize(this.helpers.length);
  }

  /**
   * Runs over a file and returns the result: the answers and the counters. Calls `progress` with the result so far. A stopped
   * run has the answers of the records before the stop.
   */
  async run(file, settings, progress) {
    const result = new Result();
    const started = performance.now();
    const tell = (done) => {
      result.seconds = (performance.now() - started) / 1000;
      result.done = done;
      progress(result);
    };
    this.runs++;
    try {
      if (this.isStopped) throw new Stopped();
      await this.answer(file, settings, result, tell);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      result.isStopped = true;
      if (this.folder) await this.helpers[0].call("wait", { folder: this.folder, names: this.helpers.map((_, index) => this.nameOf(index)) });
    }
    tell(result.done);
    return result;
  }

  /** The name of the file of answers of a worker. */
  nameOf(index) {
    return `${this.runs}-${index}`;
  }

  /** Answers the records part by part, or all in one worker if they are compared with each other or have to be decoded. */
  async answer(file, settings, result, tell) {
    const { helpers } = this;
    const run = { helpers, file, settings, result, size: new Size(), spare: result.spare };
    if (await this.mustBeWhole(run)) await this.answerWhole(run);
    else await this.answerParts(run, tell);
    await Promise.all(helpers.map((helper) => helper.call("close")));
  }

  /** Answers the parts of the input in all workers, and collects the answers in order. */
  async answerParts(run, tell) {
    const { helpers, file, result } = run;
    const collect = async (before, { answers, bytes, done }) => {
      const made = await answers;
      run.size.fit(bytes, made.time);
      await before;
      result.count(made.report);
      await result.write(made);
      tell(done);
    };
    const running = []; // the parts without answers so far, in the order of the file
    let last;
    for await (const part of (await isPacked(file)) ? this.cut(run) : this.shared(run)) {
      last = later(collect(last, part));
      running.push(last);
      if (running.length >= AHEAD * helpers.length) await running.shift();
    }
    await last;
  }

  /** Begins a run in all workers. Returns whether the input must be answered as a whole. */
  async mustBeWhole({ helpers, file, settings, result }) {
    const head = await headOf(file);
    const opened = helpers.map((helper, index) => helper.call("open", { file, head, settings, folder: this.folder, name: this.nameOf(index) }));
    const [{ readAs, isWhole }] = await Promise.all(opened);
    result.readAs = readAs;
    return isWhole;
  }

  /** Answers the whole input in the first worker. */
  async answerWhole({ helpers: [helper], file, settings, result }) {
    const made = await helper.call("whole", { file, settings });
    result.count(made.report);
    await result.write(made);
    result.page = made.page;
  }

  /** Lets the workers read the parts of a file. Each reports where its part ends, and the next idle worker continues there. */
  async *shared(run) {
    const { helpers, file, size, spare } = run;
    let place = { offset: 0, lines: 0 };
    do {
      const helper = await idle(helpers);
      const even = Math.max(LAST, (file.size - place.offset) / helpers.length); // all have work until the end
      const bytes = Math.min(size.bytes, Math.ceil(even));
      const read = helper.call("read", { ...place, size: bytes });
      const buffer = spare.pop();
      const answers = later(helper.call("run", { isFirst: place.offset === 0, lines: place.lines, buffer }, buffer ? [buffer] : []));
      place = await read;
      yield { answers, bytes, done: place.offset / Math.max(1, file.size) };
    } while (place.offset < file.size);
  }

  /** Unpacks a compressed file and cuts it into parts for the workers. */
  async *cut(run) {
    const { helpers, file, settings, size, spare } = run;
    let read = 0;
    const count = (piece, controller) => {
      read += piece.length;
      controller.enqueue(piece);
    };
    const counted = (stream) => stream.pipeThrough(new TransformStream({ transform: count }));
    const cutter = new Cutter(this.module, settings, size.bytes, spare);
    for await (const { text, lines } of cutter.parts(await unpacked(file, counted))) {
      const helper = await idle(helpers);
      const bytes = text.length;
      const answers = later(helper.call("run", { text, isFirst: lines === 0, lines, buffer: text.buffer }, [text.buffer]));
      cutter.size = Math.min(size.bytes, LARGEST_CUT);
      yield { answers, bytes, done: read / file.size };
    }
  }
}

/** The size of a part in bytes: small enough to be answered soon, large enough to be worth handing over. */
class Size {
  bytes = SMALLEST;

  /** Sets the size of the next part after one of `bytes` bytes took `time` milliseconds. */
  fit(bytes, time) {
    const wanted = bytes * Math.min(GROWTH, TIME / Math.max(1, time));
    this.bytes = Math.round(Math.min(Math.max(wanted, SMALLEST), LARGEST));
  }
}

/** The first bytes of a file, unpacked, to detect the format from. */
async function headOf(file) {
  let head = new Uint8Array(0);
  for await (const piece of piecesOf(await unpacked(file))) {
    head = concat(head, piece);
    if (head.length >= LONG_HEAD || head.length >= headLength(head)) break;
  }
  return head.slice(0, headLength(head));
}

/** The first idle worker. */
async function idle(helpers) {
  for (;;) {
    const helper = helpers.find(({ calls }) => calls.size === 0);
    if (helper) return helper;
    await Promise.race(helpers.flatMap(({ calls }) => [...calls.values()].map(({ promise }) => promise)));
  }
}

/** A promise that is awaited later. */
function later(promise) {
  promise.catch(() => {});
  return promise;
}
