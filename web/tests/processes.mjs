// What Linux reports about the processes of a browser. Other systems report nothing.
import { readFileSync, readdirSync } from "node:fs";

/** The text of a file of /proc; nothing if its process has ended. */
const read = (path) => tried(() => readFileSync(`/proc/${path}`, "latin1"), "");

/** The names in a folder of /proc, likewise. */
const list = (path) => tried(() => readdirSync(`/proc/${path}`), []);

function tried(call, otherwise) {
  try {
    return call();
  } catch {
    return otherwise;
  }
}

/** The descendants of a process. */
function family(first) {
  const parents = new Map(list("").filter(Number).map((pid) => [pid, read(`${pid}/stat`).match(/\) \S (\d+)/)?.[1]]));
  const belongs = (pid) => pid !== undefined && (Number(pid) === first || belongs(parents.get(pid)));
  return [...parents.keys()].filter(belongs);
}

const isTab = (pid) => /--type=renderer|-contentproc.*tab\0/.test(read(`${pid}/cmdline`));

/** The private memory in bytes of the tab's process, which includes its workers. */
export function memoryOfTab(browser) {
  const sizes = family(browser)
    .filter(isTab)
    .map((pid) => [...read(`${pid}/smaps_rollup`).matchAll(/^Private_\w+: +(\d+)/gm)].reduce((sum, [, size]) => sum + 1024 * size, 0));
  return Math.max(0, ...sizes);
}

/** CPU time so far in seconds: of the workers of pages, of the threads of pages, and of the rest of the browser. */
export function processorTimes(browser) {
  const times = { workers: 0, pages: 0, others: 0 };
  for (const pid of family(browser)) {
    for (const thread of list(`${pid}/task`)) {
      const isWorker = /^(DedicatedWorker|DOM Worker)/.test(read(`${pid}/task/${thread}/comm`));
      const whose = isWorker ? "workers" : thread === pid && isTab(pid) ? "pages" : "others";
      times[whose] += Number(read(`${pid}/task/${thread}/schedstat`).split(" ")[0]) / 1e9;
    }
  }
  return times;
}
