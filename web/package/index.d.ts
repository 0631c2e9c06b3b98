/** How answers are written: a line per record, CSV with the columns of the input, or a JSON object per line. */
export type Format = "lines" | "csv" | "jsonl";

export interface Settings {
  /** `"lines"` if it is not given. Ratings in lines are CSV. */
  format?: Format;
  /** The name of the input in messages. */
  name?: string;
}

export interface SolveSettings extends Settings {
  /** Proves for every puzzle that its solution is the only one. The answer is `multiple` where it is not. */
  unique?: boolean;
}

export type Task = "solve" | "unique" | "count" | "canon" | "rate" | "steps";

/** Text, or bytes of UTF-8. What a function takes, it returns. */
export type Text = string | Uint8Array;

/**
 * Solves records in any format that the program reads: lines, tables, grids, pencilmarks. There is an answer for every record, in
 * the order of the text: the 81 digits, or a verdict such as `none`, `multiple` or `malformed: …`.
 *
 * @throws an `Error` if no line of the text fits a format of records, a `TypeError` or a `RangeError` for an argument, an option or a
 * value that there is not, and a `WebAssembly.RuntimeError` if the text needs more memory than there is. The next call works.
 */
export function solve<T extends Text>(text: T, settings?: SolveSettings): T;

/** The number of solutions of every record, up to `limit`: a whole number below 2³², or 2 if it is not given. */
export function count<T extends Text>(text: T, limit?: number, settings?: Settings): T;

/** The canonical form of every puzzle: two puzzles are the same up to symmetry exactly when their forms are equal. */
export function canon<T extends Text>(text: T, settings?: Settings): T;

/** How hard every puzzle is, as a table with a column for each rating. */
export function rate<T extends Text>(text: T, settings?: Settings): T;

/** The steps by which a person can solve every puzzle: as sentences, or as objects with the format `"jsonl"`. */
export function steps<T extends Text>(text: T, settings?: Settings): T;

/** A stream of bytes with records to a stream of bytes with their answers, in pieces of bounded memory. */
export function stream(
  task: Task,
  settings?: Settings & { limit?: number },
): { writable: WritableStream<Uint8Array>; readable: ReadableStream<Uint8Array> };
