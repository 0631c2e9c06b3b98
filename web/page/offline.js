// A service worker: the page comes from the cache, whose files all have one version. A new version is fetched as a whole, and
// replaces the old one when no page shows that any more.
const VERSION = "VERSION"; // scripts/web.sh build puts the checksum of the files here
const CACHE = `bulkdoku-${VERSION}`;
const FILES = ["./", "article.js", "board.js", "bulkdoku.wasm", "chart.js", "dom.js", "explain.js", "findings.js", "icon.svg", "input.js", "module.js", "page.js", "report.js", "result.js", "results.js", "run.js", "store.js", "style.css", "tabs.js", "unpack.js", "viewer.js", "worker.js"];

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => event.waitUntil(removeOthers().then(() => self.clients.claim())));

self.addEventListener("message", () => self.skipWaiting());

self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))); // not from the browser's cache, which may have old ones
}

async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("bulkdoku") && name !== CACHE).map((name) => caches.delete(name)));
}

async function answer(request) {
  if (request.mode === "navigate" && self.registration.waiting && (await self.clients.matchAll()).length < 2) {
    // The only page is reloaded. It reappears as soon as the new version is installed.
    self.registration.waiting.postMessage("take over");
    return new Response("", { headers: { Refresh: "0" } });
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
