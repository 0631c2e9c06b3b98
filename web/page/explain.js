// Explains one puzzle with the module: its solution, and the steps that lead to it.
import { LONG_HEAD, concat, piecesOf } from "./module.js";
import { unpacked } from "./unpack.js";

/** The verdicts as sentences. */
const VERDICTS = { multiple: "More than one solution.", none: "No solution." };

/**
 * Explains the first record of some text, which follows `before` lines of a file that begins with `head`. Returns its line, puzzle,
 * steps and solution if they exist, and a sentence that sums them up.
 */
export function explain(module, text, { head = text, before = 0 } = {}) {
  try {
    const header = module.open(head, { task: "steps", format: "jsonl" });
    const start = before === 0 ? header : 0;
    const record = text.subarray(0, start + firstRecord(module, text.subarray(start)));
    const ask = (format) => {
      module.open(head, { task: "steps", format });
      module.take(record);
      const { output, report } = module.run(before === 0, before);
      return { text: new TextDecoder().decode(output), report };
    };
    const { text: json, report } = ask("jsonl");
    const [line] = json.split("\n", 1);
    if (!line) throw new Error("There is no puzzle.");
    const explained = JSON.parse(line);
    explained.sentences = (ask("lines").text.match(/^ *\d+\. .*/gm) ?? []).map((sentence) => sentence.trim());
    explained.reason = report.find(([word]) => word === "finding")?.[4];
    explained.record = new TextDecoder().decode(record.subarray(start)).trim();
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
  if (rest.length === 0) return { says: `There is no line ${line}.`, isFailure: true };
  return explain(module, rest, { head, before });
}
