// The service worker: the site works without a network after the first visit,
// and a visit with a network shows the newest pages. The builder puts a
// constant named site in front: base, version, assets, pages and guesses (other
// addresses of pages).
//
// Files below assets/ and web/ have a hash of their content in their address,
// so they are taken from the cache first and never asked for twice. Everything
// else is asked for first, past the browser's own cache, and taken from ours
// when there is no answer.

const PATIENCE = 4000; // ms to wait for a page that the cache has too
const PREFIX = `keyrange ${site.base} `; // other sites may share the origin
const NAME = PREFIX + site.version;
const MISSING = site.base + "404.html";

// clean gives an answer that came over a redirect without that mark, because a
// browser refuses marked ones for pages.
const clean = (r) => r.redirected ? new Response(r.body, { status: r.status, headers: r.headers }) : r;

async function add(cache, url, options) {
  const answer = (options.cache ? null : await caches.match(url)) ?? await fetch(url, options);
  if (!answer.ok) throw new Error(`${url}: status ${answer.status}`);
  await cache.put(url, clean(answer));
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  await Promise.all([
    ...site.assets.map((url) => add(cache, url, {})),
    ...[...site.pages, MISSING].map((url) => add(cache, url, { cache: "no-cache" })),
  ]);
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  // The version before this one stays for the tabs that still show it: what they
  // load later, the host may not have any more.
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of old.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(site.base)) return;
  const below = url.pathname.slice(site.base.length);
  if (below === "keyrange/live") return; // a stream that has no end
  if (below === "favicon.ico") return; // a browser asks for it by itself, and leaves with the page before it comes
  event.respondWith(/^(assets|web)\//.test(below) ? asset(event.request) : page(event.request, url));
});

async function asset(request) {
  const kept = await caches.match(request, { ignoreSearch: true }); // of any version: the name has a hash
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) await (await caches.open(NAME)).put(request, answer.clone());
  return answer;
}

// canonical is the address under which a page is kept: without an ending and
// without a slash at its end.
function canonical(url) {
  const path = url.pathname.replace(/index\.html$/, "").replace(/\.html$/, "");
  const short = path.length > site.base.length ? path.replace(/\/$/, "") : path;
  return site.guesses[short] ?? short;
}

async function page(request, url) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(canonical(url), { ignoreSearch: true });
  const asked = fetch(url, { cache: "no-cache", credentials: "same-origin" }).then(clean);
  try {
    if (!kept) return await asked;
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
    asked.catch(() => {}); // it may still fail after the wait
    return await Promise.race([asked, late]);
  } catch (error) {
    if (kept) return kept;
    const missing = request.mode === "navigate" && await cache.match(MISSING);
    if (missing) return missing;
    throw error;
  }
}
