// A run over a file: it is read and answered in pieces, by all workers, in the order of the file.
//
//   file ─▶ stream ─▶ Cutter ─▶ worker ─▶ in order ─▶ Blob
//                               worker                or, in a check, the first worker ─▶ findings
//                               …
import { Cutter, Module, concat, piecesOf } from "./module.js";

/** Bytes of a part. Ratings take a thousand times as long as answers. */
const SIZES = { rate: 1 << 12, check: 1 << 16 };
const SIZE = 1 << 18;
const AHEAD = 4; // parts for each worker that are read before the answers of the first one are there
const FINDINGS = 200; // that are shown
const BLOB = 1 << 22; // bytes of answers that are gathered before the browser moves them to the disk

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
    return new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject });
      this.worker.postMessage({ id, action, values }, moved);
    });
  }

  end(reason) {
    this.worker.terminate();
    this.calls.forEach(({ reject }) => reject(reason));
    this.calls.clear();
  }
}

export class Stopped extends Error {}

/** The workers of the page. They are kept from run to run. */
export class Pool {
  constructor(compiled, count) {
    this.compiled = compiled;
    this.module = new Module(compiled);
    this.resize(count);
  }

  resize(count) {
    this.helpers?.forEach((helper) => helper.end(new Stopped()));
    this.helpers = Array.from({ length: count }, () => new Helper(this.compiled));
    this.ready = Promise.all(this.helpers.map((helper) => helper.ready));
    this.ready.catch(() => {});
  }

  /** Ends the run and its workers, and starts others. */
  stop() {
    this.resize(this.helpers.length);
  }

  /**
   * Works on a file and returns its result: a Blob of answers and the counters. Calls `progress` with the result so far. After a
   * stop, the answers of the records before it are the result.
   */
  async run(file, settings, progress) {
    const result = new Result();
    const started = performance.now();
    const report = (bytes) => {
      result.seconds = (performance.now() - started) / 1000;
      result.done = bytes / Math.max(1, file.size);
      progress(result);
    };
    try {
      await this.answer(file, settings, result, report);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      result.isStopped = true;
    }
    result.seconds = (performance.now() - started) / 1000;
    return result;
  }

  /** Answers the records part by part. In a check, what the workers note goes to the first one, which compares all records. */
  async answer(file, settings, result, report) {
    const { helpers } = this;
    const cutter = new Cutter(this.module, settings, SIZES[settings.task] ?? SIZE, result.spare);
    const { stream, read } = await open(file);
    const running = []; // the answers that are not there yet, in the order of the file
    const adding = []; // the notes that the first worker was given
    const add = (part) => helpers[0].call("add", { part }, [part.buffer]).then(({ output }) => result.spare.push(output.buffer));
    const next = async () => {
      const { output, report: counts } = await running.shift();
      result.count(counts);
      if (settings.task === "check") adding.push(later(add(output)));
      else await result.write(output);
      report(read());
    };
    for await (const { text, lines } of cutter.parts(stream)) {
      if (this.helpers !== helpers) throw new Stopped();
      const isFirst = lines === 0;
      if (isFirst) helpers.forEach((helper) => later(helper.call("open", { head: cutter.head, settings })));
      const helper = helpers.reduce((least, other) => (other.calls.size < least.calls.size ? other : least));
      running.push(later(helper.call("run", { text, isFirst, lines }, [text.buffer])));
      if (running.length >= AHEAD * helpers.length) await next();
    }
    while (running.length > 0) await next();
    if (settings.task !== "check") return;
    await Promise.all(adding);
    const { output, report: counts, picture } = await helpers[0].call("conclude");
    result.count(counts);
    await result.write(output);
    result.picture = picture;
  }
}

/** A promise that is awaited later. */
function later(promise) {
  promise.catch(() => {});
  return promise;
}

/** What is known of a run. */
class Result {
  constructor() {
    Object.assign(this, { records: 0, done: 0, seconds: 0, isStopped: false });
    this.verdicts = new Map();
    this.classes = new Map(); // of ratings: their names, and a map of numbers of puzzles
    this.findings = [];
    this.blobs = [];
    this.pieces = [];
    this.held = 0;
    this.spare = []; // buffers of answers that have been copied
  }

  /** Adds answers. Waits for the disk, so that it is at most one Blob behind. */
  async write(output) {
    this.pieces.push(output);
    this.held += output.length;
    if (this.held < BLOB) return;
    const before = this.blobs.at(-1);
    this.gather();
    await before;
  }

  /** Adds the lines of a report. */
  count(report) {
    for (const [word, ...values] of report) this.countLine(word, values);
  }

  countLine(word, values) {
    const add = (map, key, number) => map.set(key, (map.get(key) ?? 0) + Number(number));
    if (word === "records") this.records += Number(values[0]);
    if (word === "verdict") add(this.verdicts, values[0], values[1]);
    if (word === "findings") this.found = Number(values[0]);
    if (word === "right") this.right = Number(values[0]);
    if (word === "class") {
      const [rating, name, puzzles] = values;
      if (!this.classes.has(rating)) this.classes.set(rating, new Map());
      add(this.classes.get(rating), name, puzzles);
    }
    if (word === "finding" && this.findings.length < FINDINGS) {
      const [line, column, kind, what] = values;
      this.findings.push({ line: Number(line), column: Number(column), kind, what });
    }
  }

  // Firefox writes what it reads of a response to a temporary file; other Blobs stay in the memory of the tab.
  gather() {
    this.blobs.push(later(new Response(new Blob(this.pieces)).blob()));
    this.spare.push(...this.pieces.map(({ buffer }) => buffer));
    this.pieces = [];
    this.held = 0;
  }

  /** The answers so far. */
  async blob(type) {
    this.gather();
    return new Blob(await Promise.all(this.blobs), { type });
  }
}

/** The bytes of a file, unpacked if it is compressed, and the number of its bytes that have been read. */
async function open(file) {
  let bytes = 0;
  const counted = (stream) => stream.pipeThrough(new TransformStream({
    transform(piece, controller) {
      bytes += piece.length;
      controller.enqueue(piece);
    },
  }));
  return { stream: await unpacked(file, counted), read: () => bytes };
}

/** A stream of the bytes of a file, unpacked if the file is compressed. What is read of the file goes through `counted`. */
export async function unpacked(file, counted = (stream) => stream) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return counted(file.stream());
  const { readable, writable } = new TransformStream();
  unpack(file, counted, writable).catch((error) => writable.abort(error).catch(() => {}));
  return readable;
}

/** Unpacks the members of a gzip file one after another: DecompressionStream refuses what follows the first one. */
async function unpack(file, counted, writable) {
  const starts = await members(file);
  for (const [index, start] of starts.entries()) {
    const member = counted(file.slice(start, starts[index + 1]).stream()).pipeThrough(new DecompressionStream("gzip"));
    await member.pipeTo(writable, { preventClose: true, preventAbort: true });
  }
  await writable.close();
}

const GZIP_HEADER = 10; // bytes

/** Where the members of a gzip file begin. Compressed data looks like such a place by chance once in 2^37 bytes. */
async function members(file) {
  const starts = [0];
  let rest = new Uint8Array(0); // the end of what has been read, which may have a part of a header
  let offset = 0; // of `rest` in the file
  for await (const piece of piecesOf(file.stream())) {
    const bytes = concat(rest, piece);
    const end = bytes.length - GZIP_HEADER;
    for (let at = bytes.indexOf(0x1f); at >= 0 && at <= end; at = bytes.indexOf(0x1f, at + 1)) {
      if (offset + at > 0 && isHeader(bytes.subarray(at))) starts.push(offset + at);
    }
    rest = bytes.slice(Math.max(0, end + 1));
    offset += bytes.length - rest.length;
  }
  return starts;
}

/** Whether a member of a gzip file begins so (RFC 1952, section 2.3): magic, method, flags, level and system. */
function isHeader(bytes) {
  const [, magic, method, flags, , , , , level, system] = bytes;
  return magic === 0x8b && method === 8 && flags < 32 && [0, 2, 4].includes(level) && (system < 14 || system === 255);
}
