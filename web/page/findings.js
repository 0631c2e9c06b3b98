// The findings of a run as a table, with the viewer beside it.
import { button, counted, element, grouped, table } from "./dom.js";
import { dock, openLine } from "./viewer.js";

const FEW = 12; // rows that are shown at first
const SAME = /^the same (puzzle|solution grid) as in (line [\d, column]+?)(?:, (\D.*))?$/;

/** Turns findings into table rows. Duplicates of the same record by several keys become one row that names the keys. */
export function rowsOf(findings) {
  const rows = [];
  for (const { line, column, kind, what } of findings) {
    const [, noun, first, map] = (kind === "duplicate" && what.match(SAME)) || [];
    const key = noun !== "puzzle" ? "solution" : map ? "puzzle" : "clues";
    const as = `as ${first}${map && map !== "unchanged" ? `, ${map}` : ""}`;
    const last = rows.at(-1);
    if (noun && last?.line === line && last.column === column && last.as === as) last.keys.push(key);
    else rows.push(noun ? { line, column, kind, keys: [key], as } : { line, column, kind, what });
  }
  return rows.map(({ keys, as, ...row }) => (keys ? { ...row, what: `same ${inWords(keys)} ${as}` } : row));
}

/** "clues, puzzle and solution" */
const inWords = (keys) => keys.join(", ").replace(/, (?=\w+$)/, " and ");

/** Shows the findings of a result. A line number opens its puzzle beside the table. Except in a check, the answers have all findings. */
export function findingsPanel({ findings, found, verdicts }, isCheck) {
  const rows = rowsOf(findings);
  const aside = element("aside", { "aria-label": "Puzzle of a finding", hidden: true });
  const split = element("div", { class: "split" });
  const open = (line, opener) => {
    split.querySelectorAll("tr.open").forEach((row) => row.classList.remove("open"));
    opener.closest("tr").classList.add("open");
    aside.hidden = false;
    split.classList.add("opened");
    dock(aside, true);
    openLine(line);
  };
  const cells = ({ line, column, kind, what }) => {
    const opener = button(grouped(line), () => open(line, opener), { class: "link", "aria-label": `Open the puzzle of line ${line}` });
    return [opener, column, element("span", { class: `kind ${kind}` }, kind), what];
  };
  const headings = ["line", "column", "finding", "details"];
  aside.addEventListener("closed", () => {
    aside.hidden = true;
    split.classList.remove("opened");
  });
  const list = element("div", { class: "list" }, table("Findings", headings, rows.map(cells), FEW));
  const bad = (verdicts.get("malformed") ?? 0) + (verdicts.get("conflict") ?? 0);
  const more = (isCheck ? found : bad) - findings.length;
  if (more > 0) list.append(element("p", { class: "muted" }, `${counted(more, "more finding")}: the download has ${isCheck ? `the first ${grouped(findings.length)} findings` : "all of them"}.`));
  split.append(list, aside);
  return split;
}
