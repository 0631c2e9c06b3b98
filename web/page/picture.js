// The picture of a data set: a separate page, shown inside this one in its colours.
import { element } from "./dom.js";

/** The colours of the picture in terms of this page's. */
const COLOURS = { paper: "panel", card: "ground", text: "ink", muted: "dim", grid: "rule", series: "accent" };

/** Whether this page shows a part of the picture elsewhere. */
const isElsewhere = (part) => part.matches("header, .tiles") || ["Findings", "How it was made"].includes(part.querySelector("h2")?.textContent);

/** Shows a picture as the module wrote it. */
export function pictureOf(html) {
  const frame = element("div", { class: "picture" });
  const shadow = frame.attachShadow({ mode: "open" });
  const own = new CSSStyleSheet();
  own.replaceSync(html.match(/<style>([^]*?)<\/style>/)[1].replace(/:root|^body/gm, ":host"));
  const colours = Object.entries(COLOURS).map(([name, of]) => `--${name}:var(--${of})`).join(";");
  const adapted = new CSSStyleSheet();
  adapted.replaceSync(`:host{${colours};background:none;font:inherit;overflow-wrap:anywhere}
    .boards{grid-template-columns:repeat(auto-fill,minmax(max(7rem,15%),1fr))}h3{margin:2rem 0 .25rem;font-size:1.1rem}section:first-of-type h3{margin-top:0}svg{margin:auto}`);
  shadow.adoptedStyleSheets = [own, adapted];
  shadow.innerHTML = html.match(/<main>([^]*)<\/main>/)[1]; // the module has escaped the text of the file
  [...shadow.children].filter(isElsewhere).forEach((part) => part.remove());
  shadow.querySelectorAll("h2").forEach((heading) => heading.replaceWith(element("h3", {}, heading.textContent)));
  return frame;
}
