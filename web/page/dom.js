// Helpers that build elements of the page.

export const $ = (id) => document.getElementById(id);

export const grouped = (number) => Math.round(number).toLocaleString("en");

/** A number and its noun: "1 record", "2,000 records". */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** A part of a whole in percent. Only the whole is 100 %, and only nothing is 0 %. */
export function percent(part, whole) {
  const share = (100 * part) / Math.max(1, whole);
  if (part === 0) return "0 %";
  if (part === whole) return "100 %";
  if (share < 0.1) return "<0.1 %";
  return share > 99.9 ? ">99.9 %" : `${share.toFixed(1)} %`;
}

/** Makes an element from its name, its attributes and its children: texts or elements. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Makes a button that calls `act`. */
export function button(text, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

let lastId = 0;

/** An id that no other element has. */
export const newId = (prefix) => `${prefix}-${++lastId}`;

/**
 * Makes a table whose first column names its rows. Cells are texts, numbers or elements. It scrolls sideways if it must; rows after
 * the first `few` stay hidden until a button below shows them.
 */
export function table(label, headings, rows, few = Infinity) {
  const areNumbers = (rows[0] ?? headings).map((cell) => typeof cell === "number");
  const row = (cells, cellOf) => element("tr", { role: "row" }, ...cells.map((cell, column) => cellOf(cell, column)));
  const made = element("table", { role: "table" }); // explicit, since style sheets that change the layout of rows remove the roles
  const cellOf = (cell, column) => {
    const shown = typeof cell === "number" ? grouped(cell) : cell;
    const kind = areNumbers[column] ? "n" : undefined;
    return column === 0 ? element("th", { scope: "row", role: "rowheader", class: kind }, shown) : element("td", { role: "cell", class: kind }, shown);
  };
  made.createTHead().append(row(headings, (cell, column) => element("th", { scope: "col", role: "columnheader", class: areNumbers[column] && "n" }, cell)));
  made.createTBody().append(...rows.map((cells) => row(cells, cellOf)));
  const region = element("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": label }, made);
  return element("div", {}, region, ...(rows.length > few ? [showAll(made.tBodies[0], few)] : []));
}

/** Hides the rows after the first `few`. Returns the button that shows them and hides them again. */
function showAll(body, few) {
  const rest = [...body.rows].slice(few);
  const toggle = button("", () => show(toggle.getAttribute("aria-expanded") === "false"), { class: "more" });
  const show = (isShown) => {
    rest.forEach((row) => (row.hidden = !isShown));
    toggle.setAttribute("aria-expanded", isShown);
    toggle.textContent = isShown ? `Show the first ${few} only` : `Show all ${grouped(body.rows.length)}`;
  };
  show(false);
  return toggle;
}
