/** The format of the answers: a line per record, CSV with the columns of the input, or a JSON object per line. */
export type Format = "lines" | "csv" | "jsonl";

export interface Settings {
  /** The default is `"lines"`. Ratings in lines are CSV. */
  format?: Format;
  /** The name of the input in messages. */
  name?: string;
}

export interface SolveSettings extends Settings {
  /** Proves that the solution of every puzzle is the only one. If it is not, the answer is `multiple`. */
  unique?: boolean;
}

export type Task = "solve" | "unique" | "count" | "canon" | "rate" | "steps";

/** Text, or bytes of UTF-8. A function returns the type that it is given. */
export type Text = string | Uint8Array;

/**
 * Solves records in any text format that the program reads: lines, tables, grids, pencilmarks. Returns an answer for every record,
 * in the order of the text: the 81 digits, or a verdict such as `none`, `multiple` or `malformed: …`.
 *
 * @throws an `Error` if no line of the text matches a format of records, a `TypeError` or a `RangeError` for an invalid argument,
 * option or value, and a `WebAssembly.RuntimeError` if the text needs more memory than is available. The next call works.
 */
export function solve<T extends Text>(text: T, settings?: SolveSettings): T;

/** Counts the solutions of every record up to `limit`, a whole number below 2³². The default is 2. */
export function count<T extends Text>(text: T, limit?: number, settings?: Settings): T;

/** Returns the canonical form of every puzzle. Two puzzles are equivalent exactly when their forms are equal. */
export function canon<T extends Text>(text: T, settings?: Settings): T;

/** Rates how hard every puzzle is, as a table with a column for each rating. */
export function rate<T extends Text>(text: T, settings?: Settings): T;

/** Returns the steps by which a person can solve every puzzle, as sentences, or as objects with the format `"jsonl"`. */
export function steps<T extends Text>(text: T, settings?: Settings): T;

/** Turns a stream of bytes with records into a stream of bytes with their answers, in bounded memory. */
export function stream(
  task: Task,
  settings?: Settings & { limit?: number },
): { writable: WritableStream<Uint8Array>; readable: ReadableStream<Uint8Array> };
