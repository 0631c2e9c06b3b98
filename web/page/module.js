// The module of WebAssembly as an object: text in, answers out.

export const TASKS = { solve: 0, unique: 1, count: 2, rate: 3, canon: 4, steps: 5, check: 6 };
export const FORMATS = { lines: 0, csv: 1, jsonl: 2 };

const [FAILED, WHOLE] = [-1, -2]; // what the module returns instead of the length of a header

const HEAD = 1 << 16;

/** The most bytes that detection needs: a header and a record. */
export const LONG_HEAD = 1 << 21;

/** The longest record, or line without an end. */
export const LONGEST = 1 << 26;

// The shortest module that uses a vector: browsers without simd128 refuse it.
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

export function hasVectors() {
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(VECTOR));
}

const MOST_BYTES = 2 ** 31 - 1; // of a text in the memory of the module

/** The largest limit of a count: the module has 32 bits for it. */
export const MOST_SOLUTIONS = 2 ** 32 - 1;

/** The number of a task or a format. */
function numberOf(name, of, what) {
  if (!Object.hasOwn(of, name)) throw new TypeError(`${what} must be one of ${Object.keys(of).join(", ")}, not ${String(name)}`);
  return of[name];
}

/** Refuses a limit that the module would mistake for another one. */
export function checkLimit(limit) {
  if (typeof limit !== "number") throw new TypeError(`limit must be a number, not ${typeof limit}`);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_SOLUTIONS) {
    throw new RangeError(`limit must be a whole number from 1 to ${MOST_SOLUTIONS}, not ${limit}`);
  }
}

/** Whether a value is an array of bytes, including one from another realm such as a frame or a test runner. */
export function isBytes(value) {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/** An instance of the module. It works on one input at a time. */
export class Module {
  constructor(compiled) {
    this.compiled = compiled;
    this.make();
  }

  make() {
    this.exports = new WebAssembly.Instance(this.compiled).exports;
  }

  /** Calls a function of the instance. Replaces the instance if it fails, for example because memory runs out. */
  call(name, ...values) {
    try {
      return this.exports[name](...values);
    } catch (error) {
      this.make();
      throw error;
    }
  }

  /**
   * Detects the format of an input that begins with these bytes. Returns the length of its header in bytes, and sets `readAs` to
   * the description of the format. Sets `isWhole` if the input must come as one part instead.
   */
  open(head, { name = "input", task = "unique", format = "lines", limit = 2 } = {}) {
    const [taskNumber, formatNumber] = [numberOf(task, TASKS, "task"), numberOf(format, FORMATS, "format")];
    checkLimit(limit);
    this.write(new TextEncoder().encode(name));
    this.call("name");
    this.write(head);
    const header = this.call("open", taskNumber, formatNumber, limit);
    if (header === FAILED) throw new Error(this.text(0));
    this.isWhole = header === WHOLE;
    this.readAs = this.text(0);
    return Math.max(0, header);
  }

  /** Returns the length of the whole records at the beginning of `text`, or 0 if more text is needed. */
  cut(text) {
    this.write(text);
    return this.call("cut", false);
  }

  /** Takes a part of the input for the next run. Returns the number of its line ends. */
  take(text) {
    this.write(text);
    return this.call("lines");
  }

  /**
   * Runs over the part that was taken last, which follows `lines` lines of the input. The first part includes the header. The
   * output stays in the memory of the module until the next call.
   */
  run(isFirst, lines) {
    return this.result(this.call("run", isFirst, lines));
  }

  result(isMade) {
    if (!isMade) throw new Error(this.text(0));
    const report = this.text(1).split("\n").filter(Boolean).map((line) => line.split("\t"));
    return { output: this.made(0), report };
  }

  write(bytes) {
    if (bytes.length > MOST_BYTES) throw new RangeError(`a text of ${bytes.length} bytes is too long: give it as a stream`);
    const address = this.call("input", bytes.length);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
  }

  /** The report of the data set that was checked: the page, the figures in it, and their style sheet. */
  get page() {
    return { html: this.text(2), figures: this.text(3), style: this.text(4) };
  }

  /** Returns a text of the last call: 0 is the output or the message of an error, 1 the counts, the others those of `page`. */
  made(which) {
    return new Uint8Array(this.exports.memory.buffer, this.exports.made(which), this.exports.made_length(which));
  }

  text(which) {
    return new TextDecoder().decode(this.made(which));
  }
}

/** Returns `length` bytes of `buffer`, or of a new one if it is too short. */
export function bytesIn(buffer, length) {
  return buffer?.byteLength >= length ? new Uint8Array(buffer, 0, length) : new Uint8Array(length);
}

/** Refuses a record of `length` bytes that follows `lines` lines, if it is longer than a record can be. */
export function checkLength(length, lines) {
  if (length > LONGEST) throw new Error(`line ${lines + 1} has more than ${LONGEST} bytes: this is not a file of puzzles`);
}

/** The number of bytes to detect the format from: two lines or more. */
export function headLength(bytes) {
  const second = bytes.indexOf(10, bytes.indexOf(10) + 1);
  return second < 0 ? LONG_HEAD : Math.max(HEAD, second + 1);
}

/** Joins two arrays of bytes. */
export function concat(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The pieces of a stream. Not all browsers can iterate over a stream itself. */
export async function* piecesOf(stream) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Cuts the bytes of a stream into parts of whole records. */
export class Cutter {
  /**
   * Takes the buffers of parts from `spare`, where the caller returns those of finished parts. Browsers are slow to free buffers
   * that are not reused.
   */
  constructor(module, settings, size, spare = []) {
    Object.assign(this, { module, settings, size, spare });
    this.buffer = new Uint8Array(2 * Math.max(size, HEAD)); // one for all parts
    this.window = size; // how many of the remaining bytes to search next for whole records
    this.length = 0;
    this.lines = 0;
    this.isOpen = false;
  }

  /** Returns the parts of a stream, each as a text and the number of lines before it. */
  async *parts(stream) {
    for await (const piece of piecesOf(stream)) {
      if (!isBytes(piece)) throw new TypeError("the pieces of a stream must be of the type Uint8Array");
      for (let at = 0; at < piece.length; at += HEAD) {
        this.append(piece.subarray(at, at + HEAD));
        if (this.isOpen || this.length >= headLength(this.rest)) yield* this.whole();
      }
    }
    yield* this.whole();
    if (this.length > 0 || this.lines === 0) yield this.take(this.length);
  }

  /** Returns the parts that are complete. */
  *whole() {
    if (!this.isOpen) this.open();
    while (this.length > this.window && !this.module.isWhole) {
      const header = this.lines === 0 ? this.header : 0;
      const records = this.module.cut(this.rest.subarray(header, header + this.window));
      if (records > 0) yield this.take(header + records);
      this.window = records > 0 ? this.size : 2 * this.window;
    }
    if (!this.module.isWhole) checkLength(this.length, this.lines);
  }

  /** The bytes that are not in a part yet. */
  get rest() {
    return this.buffer.subarray(0, this.length);
  }

  append(bytes) {
    if (this.length + bytes.length > this.buffer.length) this.buffer = concat(this.buffer, new Uint8Array(this.buffer.length));
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  open() {
    this.header = this.module.open(this.rest, this.settings);
    this.isOpen = true;
    this.head = this.rest.slice(0, headLength(this.rest));
  }

  take(length) {
    const [text, lines] = [bytesIn(this.spare.pop(), length), this.lines];
    text.set(this.buffer.subarray(0, length));
    this.buffer.copyWithin(0, length, this.length);
    this.length -= length;
    this.lines += this.module.take(text);
    return { text, lines };
  }
}

