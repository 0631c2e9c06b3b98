// The service worker of the page with simulated browser interfaces: two versions of a page never mix.
// usage: node offline-test.mjs FOLDER        the page, as scripts/web.sh build makes it
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const [folder] = process.argv.slice(2);
const script = readFileSync(join(folder, "offline.js"), "utf8");
const [, version] = script.match(/VERSION = "([^"]+)"/);
assert.notEqual(version, "VERSION", "the build has put in no version");

const ADDRESS = "https://example.org/";
const files = [...script.match(/FILES = (\[[^\]]*\])/)[1].matchAll(/"([^"]*)"/g)].map(([, name]) => name);
const shown = readdirSync(folder).filter((name) => name !== "offline.js").map((name) => (name === "index.html" ? "./" : name));
assert.deepEqual([...files].sort(), shown.sort(), "the cache has all files of the page");

const stores = new Map(); // the caches, by their names: answers by addresses
let served = "old"; // the version that the server has; nothing if there is no network
let pages = 0;

class Request {
  constructor(url, { cache, mode } = {}) {
    Object.assign(this, { url: new URL(url, ADDRESS).href, cache, mode });
  }
}

async function fetched({ url }) {
  if (!served) throw new TypeError("there is no network");
  return `${served} ${url}`;
}

const caches = {
  keys: async () => [...stores.keys()],
  delete: async (name) => stores.delete(name),
  open: async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    return {
      match: async ({ url }) => store.get(url.split("?")[0]),
      addAll: async (requests) => {
        assert.ok(requests.every(({ cache }) => cache === "reload"), "the cache of the browser is passed by");
        for (const request of requests) store.set(request.url, await fetched(request));
      },
    };
  },
};

/** A worker of a version, which does nothing until an event arrives. */
function worker(name, registration) {
  const handlers = {};
  const self = {
    registration,
    addEventListener: (event, handler) => (handlers[event] = handler),
    skipWaiting: () => (registration.isTaken = true),
    clients: { claim: async () => {}, matchAll: async () => Array(pages).fill({}) },
  };
  class Response {
    constructor(body, { headers }) {
      Object.assign(this, { body, headers });
    }
  }
  vm.runInNewContext(script.replace(version, name), { self, caches, Request, Response, fetch: fetched });
  const wait = (event) => new Promise((resolve) => handlers[event]({ waitUntil: resolve })).then((done) => done);
  const ask = (url, mode) => new Promise((resolve) => handlers.fetch({ request: new Request(url, { mode }), respondWith: resolve }));
  return { install: () => wait("install"), activate: () => wait("activate"), ask, postMessage: () => handlers.message({}) };
}

const registration = { waiting: null };
stores.set("bulkdoku", new Map()); // from pages without versions
stores.set("of another page", new Map());
const old = worker("1", registration);
await old.install();
await old.activate();
assert.deepEqual([...stores.keys()], ["of another page", "bulkdoku-1"]);

pages = 2;
served = "new";
const next = worker("2", registration);
await next.install();
registration.waiting = next;
for (const file of files) assert.equal(await old.ask(file), `old ${new URL(file, ADDRESS).href}`, "a page that is open keeps its version");
assert.equal(await old.ask("./?a=b", "navigate"), `old ${ADDRESS}`, "and so do others that are opened meanwhile");
assert.ok(!registration.isTaken);

pages = 1;
const again = await old.ask("./", "navigate");
assert.deepEqual([again.headers.Refresh, registration.isTaken], ["0", true], "the only page is loaded again with the new version");
registration.waiting = null;
await next.activate();
served = undefined;
assert.deepEqual([...stores.keys()], ["of another page", "bulkdoku-2"], "the old version is removed");
for (const file of files) assert.equal(await next.ask(file), `new ${new URL(file, ADDRESS).href}`, "without a network");
await assert.rejects(next.ask("other.txt"), TypeError);
console.log("ok    node: the service worker keeps one version of the page");
