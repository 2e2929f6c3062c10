// A static host as projects know it: it knows no more than files, compresses
// them, adds .html or index.html to an address that has no such file, and
// answers every other address with 404.html. Where an endpoint would stream beside it, there is nothing.

import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".txt": "text/plain; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".xml": "application/xml", ".json": "application/json",
  ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2",
};

async function firstFile(folder, below) {
  const candidates = below === "" || below.endsWith("/") ? [`${below}index.html`] : [below, `${below}.html`, `${below}/index.html`];
  for (const name of candidates) {
    const path = join(folder, normalize(`/${name}`));
    const info = await stat(path).catch(() => null);
    if (info?.isFile()) return path;
  }
  return null;
}

// host serves the site in folder below the path base and gives its origin.
// With brotli it sends the compressed files that were built beside the others.
export async function host(folder, base, { brotli = false } = {}) {
  const packed = new Map(); // compressed files by path
  const pack = async (file) => packed.get(file) ?? packed.set(file, gzipSync(await readFile(file), { level: 1 })).get(file);
  const small = async (file) => brotli ? readFile(`${file}.br`).catch(() => null) : null;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    if (path === `${base}keyrange/live`) return response.writeHead(204).end(); // no endpoint answers beside this host
    const found = path.startsWith(base) ? await firstFile(folder, path.slice(base.length)) : null;
    const file = found ?? join(folder, "404.html");
    const built = await small(file);
    response.writeHead(found ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-encoding": built ? "br" : "gzip", "cache-control": "max-age=600" });
    response.end(built ?? await pack(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    base,
    // changed is called when the files in the folder are others now.
    changed: () => packed.clear(),
    // close also ends the connections that a browser keeps open.
    close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
  };
}
