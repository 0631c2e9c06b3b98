// The input of a run: files that are chosen or dropped, or pasted text. It is kept until another one is chosen.
import { $, counted } from "./dom.js";

const NOTHING = "Or drop files anywhere on this page.";
const NAMES = 3; // the most to list

let files = [];
let changed = () => {};

/** The input files. */
export const chosenFiles = () => files;

/** Accepts files and text. Calls `tell` with a sentence when they change. */
export function acceptInput(tell) {
  changed = tell;
  $("files").addEventListener("change", () => {
    const chosen = [...$("files").files];
    $("files").value = ""; // lets the same file be chosen again
    if (chosen.length > 0) choose(chosen);
  });
  $("clear").addEventListener("click", () => {
    choose([]);
    $("files").focus();
  });
  $("paste").addEventListener("click", () => showPasted($("pasting").hidden));
  $("pasted").addEventListener("input", () => {
    const text = $("pasted").value;
    choose(text.trim() ? [new File([text], "pasted.txt")] : [], true);
  });
  const over = (isOver) => (event) => {
    event.preventDefault();
    document.body.classList.toggle("over", isOver);
  };
  document.addEventListener("dragover", over(true));
  document.addEventListener("dragleave", over(false));
  document.addEventListener("drop", (event) => {
    over(false)(event);
    if (event.dataTransfer.files.length > 0) choose([...event.dataTransfer.files]);
  });
}

function showPasted(isShown) {
  $("pasting").hidden = !isShown;
  $("paste").setAttribute("aria-expanded", isShown);
  if (isShown) $("pasted").focus();
}

function choose(chosen, isPasted = false) {
  files = chosen;
  if (!isPasted) {
    $("pasted").value = "";
    showPasted(false);
  }
  const names = files.slice(0, NAMES).map(({ name }) => name).join(", ");
  const bytes = size(files.reduce((sum, file) => sum + file.size, 0));
  const what = files.length === 1 ? `${names}, ${bytes}` : `${counted(files.length, "file")}, ${bytes}: ${names}${files.length > NAMES ? ", …" : ""}`;
  $("chosen").textContent = files.length > 0 ? what : NOTHING;
  $("chosen").classList.toggle("muted", files.length === 0);
  $("clear").hidden = files.length === 0;
  changed(isPasted ? "" : files.length > 0 ? `${files.length === 1 ? names : counted(files.length, "file")} ready: choose a task and press Start.` : "");
}

/** A number of bytes in readable units. */
function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
  return `${unit === 0 || bytes >= 10 ? Math.round(bytes) : bytes.toFixed(1)} ${units[unit]}`;
}
