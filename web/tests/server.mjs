// A web server for a folder of static files.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves a folder. Returns the server and its address. `before` has text that is sent before files, by their paths. */
export function serve(folder, port = 0, before = {}) {
  const server = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    try {
      const body = await readFile(join(folder, path.endsWith("/") ? "index.html" : path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "text/html", "Cache-Control": "no-store" });
      response.end(Buffer.concat([Buffer.from(before[path] ?? ""), body]));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve({ server, address: `http://127.0.0.1:${server.address().port}/` }));
  });
}

if (import.meta.filename === process.argv[1]) {
  const { address } = await serve(process.argv[2], Number(process.argv[3] ?? 8000));
  console.log(`the page is at ${address}`);
}
