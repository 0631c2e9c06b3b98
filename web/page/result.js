// The result of a run: its counters, and its answers in the order of the file.
const FINDINGS = 1000; // the most to list, as many as a check reports
const BLOB = 1 << 22; // bytes of answers to collect before the browser moves them to the disk

export class Result {
  constructor() {
    Object.assign(this, { records: 0, unread: 0, done: 0, seconds: 0, isStopped: false });
    this.readAs = undefined; // how the file is read, in words
    this.verdicts = new Map();
    this.classes = new Map(); // for each rating, the number of puzzles by class
    this.findings = [];
    this.answers = []; // promises of Blobs, or ranges of files
    this.pieces = []; // bytes of answers that are in no Blob yet
    this.held = 0;
    this.spare = []; // buffers of answers that have been copied
  }

  /** Adds answers: bytes, or a range of a file. Waits for the disk if it is more than one Blob behind. */
  async write({ output, place }) {
    if (place) {
      this.gather();
      this.answers.push(place);
      return;
    }
    this.pieces.push(output);
    this.held += output.length;
    if (this.held < BLOB) return;
    const before = this.answers.at(-1);
    this.gather();
    await before;
  }

  /** Adds the lines of a report. */
  count(report) {
    for (const [word, ...values] of report) this.countLine(word, values);
  }

  countLine(word, values) {
    const add = (map, key, number) => map.set(key, (map.get(key) ?? 0) + Number(number));
    if (word === "format") [this.readAs] = values;
    if (word === "records") this.records += Number(values[0]);
    if (word === "unread") this.unread += Number(values[0]);
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
    if (this.held === 0) return;
    const blob = new Response(new Blob(this.pieces)).blob();
    blob.catch(() => {}); // it is awaited later
    this.answers.push(blob);
    this.spare.push(...this.pieces.map(({ buffer }) => buffer));
    this.pieces = [];
    this.held = 0;
  }

  /** The answers so far. Those in files are in `folder`. */
  async blob(type, folder) {
    this.gather();
    const files = new Map();
    const parts = [];
    for (const answer of this.answers) {
      const { name, from, to } = answer;
      if (name && !files.has(name)) files.set(name, await (await folder.getFileHandle(name)).getFile());
      parts.push(name ? files.get(name).slice(from, to) : await answer);
    }
    return new Blob(parts, { type });
  }
}
