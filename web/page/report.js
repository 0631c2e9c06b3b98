// The report of a data set: its figures, shown inside this page in its colours.
import { element } from "./dom.js";

/** The colours of the report in terms of this page's. */
const COLOURS = { paper: "panel", card: "ground", text: "ink", muted: "dim", grid: "rule", series: "accent" };

/** Shows the figures of a report with their style sheet, as the module made them. */
export function figuresOf({ figures, style }) {
  const frame = element("div", { class: "report" });
  const shadow = frame.attachShadow({ mode: "open" });
  const own = new CSSStyleSheet();
  own.replaceSync(style.replace(/:root|^body/gm, ":host"));
  const colours = Object.entries(COLOURS).map(([name, of]) => `--${name}:var(--${of})`).join(";");
  const adapted = new CSSStyleSheet();
  adapted.replaceSync(`:host{${colours};background:none;font:inherit;overflow-wrap:anywhere}
    .boards{grid-template-columns:repeat(auto-fill,minmax(max(7rem,15%),1fr))}h3{margin:2rem 0 .25rem;font-size:1.1rem}section:first-of-type h3{margin-top:0}svg{margin:auto}`);
  shadow.adoptedStyleSheets = [own, adapted];
  shadow.innerHTML = figures; // the module has escaped the text of the file
  shadow.querySelectorAll("h2").forEach((heading) => heading.replaceWith(element("h3", {}, heading.textContent))); // below that of the file
  return frame;
}
