// How long a reader waits, on a slow phone and on a slow connection, as medians of
// cold visits: until the page can be read, until the engine answers (from the
// address on, or from the gesture that asks for it), and on the second visit.

import { rank } from "./chromium.mjs";

const TIMES = 5;
const CPU = 4; // times slower
const SLOW = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }; // bytes a second
const QUICK = { latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 5e6 / 8 };

// The first gesture comes as soon as there is something to read. What it waits for
// counts from the address where the engine is asked for with the page, and from
// the gesture on the others.
const PAGES = [["playground", true], ["simulator", true], ["", false], ["lessons/entity", false]];
const LIMITS = { readable: 1300, instant: 10_000, gesture: 9_000, quick: 4_500, again: 2_500, blocked: 200 }; // ms

// watch notes in the page when it can be read, when the engine answers, and for how
// long the main thread was taken by tasks over 50 ms, counted above these.
function watch() {
  const seen = window.keyrangeSeen = { readable: 0, running: 0, gesture: 0, blocked: 0 };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.readable = e.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.blocked += Math.max(0, e.duration - 50); }).observe({ type: "longtask", buffered: true });
  addEventListener("pointermove", () => { seen.gesture ||= performance.now(); }, { capture: true });
  new MutationObserver(() => {
    if (document.documentElement?.hasAttribute("data-running")) seen.running ||= performance.now();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-running"] });
}

async function throttled(context, page, net) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...net });
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
}

// visit opens a page and returns what was seen, once the engine answers.
async function visit(context, site, path, instant, net) {
  const page = await context.newPage();
  await throttled(context, page, net);
  await page.goto(`${site.origin}${site.base}${path}`, { waitUntil: "load" });
  await page.waitForFunction(() => window.keyrangeSeen.readable > 0); // the paint may be told after the load
  const readable = await page.evaluate(() => window.keyrangeSeen.readable); // before a gesture ends the watch for it
  await page.mouse.move(200, 300);
  await page.waitForSelector("html[data-running]", { state: "attached" });
  const seen = await page.evaluate(() => window.keyrangeSeen);
  await page.close();
  return { readable, engine: seen.running - (instant ? 0 : seen.gesture), blocked: seen.blocked };
}

async function fresh(browser, act) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  context.setDefaultTimeout(120_000);
  try {
    await context.addInitScript(watch);
    return await act(context);
  } finally {
    await context.close();
  }
}

// stored waits until the worker of the site has what a second visit needs.
async function stored(context, site, path) {
  const page = await context.newPage();
  await page.goto(`${site.origin}${site.base}${path}`);
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
}

const median = (list, what) => rank(list.map((l) => l[what]), 0.5);

export async function measure({ browser, sites, judge }) {
  for (const [path, instant] of PAGES) {
    const name = path || "home", all = sites.map(() => ({ slow: [], quick: [], again: [] }));
    for (let n = 0; n < TIMES; n++) {
      for (const [at, site] of sites.entries()) {
        const of = all[at];
        of.slow.push(await fresh(browser, (context) => visit(context, site, path, instant, SLOW)));
        of.quick.push(await fresh(browser, (context) => visit(context, site, path, instant, QUICK)));
        of.again.push(await fresh(browser, async (context) => { await stored(context, site, path); return visit(context, site, path, instant, SLOW); }));
      }
    }
    const line = (label, part, what, limit) => judge.line(`start: ${name}, ${label}`, median(all[0][part], what), "ms", { limit, before: all[1] && median(all[1][part], what) });
    line("can be read", "slow", "readable", LIMITS.readable);
    line(instant ? "engine, from the address" : "engine, from the gesture", "slow", "engine", instant ? LIMITS.instant : LIMITS.gesture);
    line("engine at 10 Mbit/s", "quick", "engine", LIMITS.quick);
    line("engine, second visit", "again", "engine", LIMITS.again);
    line("blocked over 50 ms", "slow", "blocked", LIMITS.blocked);
  }
}
