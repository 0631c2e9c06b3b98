// The results of a run, one for each file. One of them is shown.
import { $, button, element } from "./dom.js";
import { dock, openFrom } from "./viewer.js";

const results = new Map(); // the files of the articles

/** Removes all results and their downloads. */
export function clearResults() {
  dock($("home"));
  openFrom(undefined);
  document.querySelectorAll("#results a[download]").forEach(({ href }) => URL.revokeObjectURL(href));
  results.clear();
  $("articles").replaceChildren();
  $("runs").replaceChildren();
  $("runs").hidden = true;
  $("home").hidden = false;
}

/**
 * Adds the result of a file. Calls `shown` when it is shown. The first one is shown at once; if there are several, buttons with
 * the names of the files choose another.
 */
export function addResult(file, article, shown) {
  const hasFailed = article.querySelector("[role=alert]");
  const choose = button(`${file.name}${hasFailed ? " (failed)" : ""}`, () => showResult(article));
  results.set(article, { file, choose, shown });
  article.hidden = true;
  $("articles").append(article);
  $("runs").append(element("li", {}, choose));
  $("runs").hidden = results.size < 2;
  $("home").hidden = true;
  if (results.size === 1) showResult(article);
}

function showResult(article) {
  for (const [other, { file, choose, shown }] of results) {
    other.hidden = other !== article;
    choose.setAttribute("aria-pressed", other === article);
    if (other.hidden) continue;
    openFrom(file);
    shown();
  }
}
