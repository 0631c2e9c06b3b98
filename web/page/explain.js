// Explains one puzzle with the module: its solution, and the steps that lead to it.
import { LONG_HEAD, concat, piecesOf } from "./module.js";
import { unpacked } from "./unpack.js";

/** The verdicts as sentences. */
const VERDICTS = { multiple: "More than one solution.", none: "No solution." };

/**
 * Explains the first record of some text, which follows `before` lines of a file that begins with `head`. Returns its line, puzzle,
 * steps and solution if they exist, and a sentence that sums them up. If a file must be read as a whole, the text is all of it, and
 * the record is on line `before` + 1.
 */
export function explain(module, text, { head = text, before = 0 } = {}) {
  try {
    const header = module.open(head, { task: "steps", format: "jsonl" });
    const { isWhole } = module;
    const start = before === 0 ? header : 0;
    const record = isWhole ? text : text.subarray(0, start + firstRecord(module, text.subarray(start)));
    const isFirst = isWhole || before === 0;
    const ask = (format) => {
      module.open(head, { task: "steps", format });
      module.take(record);
      const { output, report } = module.run(isFirst, before);
      return { text: new TextDecoder().decode(output), report };
    };
    const { text: json, report } = ask("jsonl");
    const objects = json.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const explained = isWhole && before > 0 ? objects.find(({ line }) => line === before + 1) : objects[0];
    if (!explained) throw new Error("There is no puzzle.");
    const steps = ask("lines").text.split("\n\n")[objects.indexOf(explained)] ?? "";
    explained.sentences = (steps.match(/^ *\d+\. .*/gm) ?? []).map((sentence) => sentence.trim());
    explained.reason = report.find(([word, line]) => word === "finding" && (!isWhole || Number(line) === explained.line))?.[4];
    explained.record = isWhole ? "" : new TextDecoder().decode(record.subarray(start)).trim();
    return { ...explained, says: sentenceOf(explained) };
  } catch (error) {
    return { says: error.message, isFailure: true };
  }
}

function sentenceOf({ verdict, reason, level, steps, cells_left: left }) {
  if (!steps) {
    if (reason) return `${verdict[0].toUpperCase()}${verdict.slice(1)}: ${reason}.`;
    return VERDICTS[verdict] ?? `${verdict}.`;
  }
  return typeof level === "number"
    ? `One solution, found in ${steps.length} steps with rules up to level ${level}.`
    : `One solution. The rules of levels 1 to 7 leave ${left} cells open; search finds the rest.`;
}

/** The length of the first lines that contain a whole record. */
function firstRecord(module, text) {
  for (let end = text.indexOf(10) + 1; end > 0; end = text.indexOf(10, end) + 1) {
    const length = module.cut(text.subarray(0, end));
    if (length > 0 && text.subarray(0, length).some((byte) => byte > 32)) return length;
  }
  return text.length;
}

/** Explains the record that begins on a line of a file. */
export async function explainLine(module, file, line) {
  let [head, rest, before] = [new Uint8Array(0), new Uint8Array(0), 0];
  for await (const piece of piecesOf(await unpacked(file))) {
    if (head.length < LONG_HEAD) head = concat(head, piece);
    let at = 0;
    while (before < line - 1) {
      const end = piece.indexOf(10, at);
      if (end < 0) break;
      before++;
      at = end + 1;
    }
    if (before === line - 1) rest = concat(rest, piece.subarray(at));
    if (rest.length > LONG_HEAD) break;
  }
  if (mustBeWhole(module, head)) {
    const all = new Uint8Array(await new Response(await unpacked(file)).arrayBuffer());
    return explain(module, all, { before: line - 1 });
  }
  if (rest.length === 0) return { says: `There is no line ${line}.`, isFailure: true };
  return explain(module, rest, { head, before });
}

/** Whether a file that begins like this must be read as a whole. */
function mustBeWhole(module, head) {
  try {
    module.open(head, { task: "steps" });
    return module.isWhole;
  } catch {
    return false; // `explain` says why
  }
}
