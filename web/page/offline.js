// A service worker: the page is fetched while there is a network, and comes from the cache when there is none.
const CACHE = "bulkdoku";
const FILES = ["./", "bulkdoku.wasm", "icon.svg", "module.js", "page.js", "puzzle.js", "result.js", "run.js", "store.js", "style.css", "unpack.js", "worker.js"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  event.respondWith(fetch(event.request).catch(() => caches.match(event.request, { ignoreSearch: true })));
});
