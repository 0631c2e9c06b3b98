// Histograms: columns in the colours of the page, with a table of the same numbers.
import { element, grouped, percent, table } from "./dom.js";

/** The titles of the ratings, and what they measure. */
const RATINGS = {
  level: ["Level", "The hardest rule that is needed, from 1 to 7."],
  left: ["Cells left", "Blank cells that remain after singles and locked candidates."],
  depth: ["Depth", "How deep trial and error must go."],
  backdoor: ["Backdoor", "The fewest cells to reveal so that singles solve the rest."],
  guesses: ["Guesses", "What a backtracking solver guesses on average."],
  se: ["Sudoku Explainer", "The rating of Sudoku Explainer."],
};

/** The position of a class on the axis: "> 7" follows 7, and "none" comes last. */
const place = (name) => parseFloat(name.match(/[\d.]+/) ?? Infinity) + (/^\d/.test(name) ? 0 : 0.05);

const MOST_LABELS = 10;
const FEW = 6; // bars with their shares above them

/** Shows the number of puzzles in each class of a rating. */
export function histogram(rating, classes) {
  const [title, says] = RATINGS[rating] ?? [rating, ""];
  const bars = [...classes].sort(([one], [other]) => place(one) - place(other));
  const all = bars.reduce((sum, [, puzzles]) => sum + puzzles, 0);
  const most = Math.max(...bars.map(([, puzzles]) => puzzles));
  const every = Math.ceil(bars.length / MOST_LABELS);
  const columns = bars.map(([name, puzzles], index) => {
    const bar = element("i", { title: `${name}: ${grouped(puzzles)}` });
    const shares = bars.length <= FEW ? [element("em", {}, percent(puzzles, all))] : [];
    const column = element("span", {}, bar, ...shares, element("small", {}, index % every === 0 ? name : ""));
    column.style.setProperty("--height", `${(100 * puzzles) / most}%`);
    return column;
  });
  const [top] = bars.find(([, puzzles]) => puzzles === most);
  const label = `${title}: from ${bars[0][0]} to ${bars.at(-1)[0]}, most often ${top} (${percent(most, all)}).`;
  const numbers = table(`${title}, numbers`, [rating, "puzzles", "share"], bars.map(([name, puzzles]) => [name, puzzles, percent(puzzles, all)]));
  return element("figure", { class: "histogram", "data-rating": rating },
    element("figcaption", {}, element("h3", {}, title), element("p", { class: "muted" }, says)),
    element("div", { class: "columns", role: "img", "aria-label": label }, ...columns),
    element("details", {}, element("summary", {}, "Numbers"), numbers));
}
