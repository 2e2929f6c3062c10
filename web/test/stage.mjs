// What every test stands on: one Chromium, the two built sites, and pages that
// remember every request and every fault.
//
//   KEYRANGE_SITES  folder of the built sites, root/ and keyrange/
//   CHROME          the browser to drive
//   KEYRANGE_PATIENCE  how long to wait for anything, in ms
//   KEYRANGE_SHOTS  folder for a picture and an outline of each page that failed

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { host } from "./host.mjs";

// The longest that a test waits for anything, in ms, on a busy machine.
export const PATIENCE = Number(process.env.KEYRANGE_PATIENCE ?? 30_000);

export const SIZES = { desk: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 }, small: { width: 320, height: 640 } };

// Sites by name. They are there once the tests run.
export const sites = {};
export const bases = [["root", "/"], ["keyrange", "/keyrange/"]];

let browser;

before(async () => {
  const folder = process.env.KEYRANGE_SITES;
  if (!folder || !existsSync(join(folder, "root", "index.html"))) throw new Error("KEYRANGE_SITES names no folder of built sites: run make test");
  browser = await chromium.launch({
    executablePath: process.env.CHROME || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"], // nothing can leave this machine,
  });
  for (const [name, base] of bases) sites[name] = await host(join(folder, name), base);
});

after(async () => {
  await browser?.close();
  for (const site of Object.values(sites)) await site.close();
});

// onPage opens a new page on a site, hands it to act and closes it. It fails
// when the page logged an error, threw one, or asked another origin for
// anything. faults lists patterns of messages that the test provokes itself.
export async function onPage({ origin, base, path = "", context: settings = {}, faults = [], onContext }, act) {
  const context = await browser.newContext({ viewport: SIZES.desk, ...settings });
  context.setDefaultTimeout(PATIENCE);
  const seen = [], wrong = [];
  const note = (text) => { if (!faults.some((f) => f.test(text))) wrong.push(text); };
  context.on("request", (r) => seen.push(r.url()));
  context.on("weberror", (e) => note(`thrown: ${e.error()}`));
  context.on("console", (m) => { if (m.type() === "error") note(`console: ${m.text()}`); });
  let page;
  try {
    await onContext?.(context);
    page = await context.newPage();
    await page.goto(origin + base + path);
    await act(page, { origin, url: origin + base, context });
    assert.deepEqual(wrong, [], "the page has no fault");
    assert.deepEqual(seen.filter((u) => !u.startsWith(origin + base) && !/^(blob|data):/.test(u)), [], "every request stays below the site's own path");
  } catch (error) {
    await keep(page, error.message);
    throw error;
  } finally {
    await context.close();
  }
}

// keep leaves a picture and an outline of a page that failed, where wanted.
async function keep(page, why) {
  const folder = process.env.KEYRANGE_SHOTS;
  if (!folder || !page) return;
  const name = join(folder, `failed-${Date.now()}`);
  await page.screenshot({ path: `${name}.png`, fullPage: true }).catch(() => {});
  await writeFile(`${name}.txt`, `${why}\n\n${await page.locator("body").ariaSnapshot().catch(() => "")}\n`);
}

// inPage is a test over one page of a built site; see onPage for its settings.
export function inPage(name, settings, act) {
  test(name, { timeout: settings.timeout ?? 4 * PATIENCE }, (t) => onPage({ ...sites[settings.site ?? "root"], ...settings }, (page, more) => act(page, { t, ...more })));
}

// figure puts a measured figure into the report.
export const figure = (t, text) => t.diagnostic(`figure ${text}`);

// running waits until the program has taken over the page.
export const running = (page) => page.locator("html[data-running]").waitFor({ state: "attached" });

// tasks measures how long the page is held up from an act until it says a text:
// the longest tasks of its main thread, by the clock and by the processor time
// that they took. On a machine that does other things too, only the second
// says what the page itself needs, so that is the longest of the result. The
// page is watched from within, because looking at it from here is a task too.
export async function tasks(page, act, said) {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  const done = page.evaluate((text) => new Promise((resolve) => {
    // A text node alone is looked at: the page is large.
    const says = ({ target, addedNodes }) => [target, ...addedNodes].some((n) => (n.nodeType === Node.TEXT_NODE ? n.data : n.childElementCount < 3 ? n.textContent : "").startsWith(text));
    new MutationObserver((changes, watch) => {
      if (!changes.some(says)) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => { performance.mark("keyrange end"); resolve(); }));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    performance.mark("keyrange begin");
  }), said);
  let events;
  try {
    await act();
    await done;
  } finally {
    events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  }
  return longest(events);
}

// longest finds the tasks between the two marks in a trace.
function longest(events) {
  const at = (name) => events.find((e) => e.name === `keyrange ${name}`);
  const [begin, end] = [at("begin"), at("end")];
  const all = events.filter((e) => e.ph === "X" && e.name.endsWith("RunTask") && e.pid === begin.pid && e.tid === begin.tid && e.ts > begin.ts && e.ts < end.ts);
  assert.ok(all.length > 0, "the trace holds the tasks of the page");
  const ms = (us) => us / 1000;
  const own = all.map((e) => ms(e.tdur ?? 0)).sort((a, b) => b - a), clock = Math.max(...all.map((e) => ms(e.dur)));
  return { longest: own[0], text: `longest tasks ${own.slice(0, 3).map((n) => n.toFixed(0)).join(", ")} ms of processor time, ${clock.toFixed(0)} ms by the clock` };
}

// traced records the main thread of the page during an act: its marks in µs,
// and the processor time of its tasks in ms.
export async function traced(page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  let events;
  try {
    await page.evaluate(() => { performance.mark("keyrange begin"); });
    await act();
    await page.evaluate(() => { performance.mark("keyrange end"); });
  } finally {
    events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  }
  const begin = events.find((e) => e.name === "keyrange begin");
  const here = events.filter((e) => e.pid === begin.pid && e.tid === begin.tid);
  const marks = new Map(here.filter((e) => e.name.startsWith("keyrange ")).map((e) => [e.name.slice("keyrange ".length), e.ts]));
  const all = here.filter((e) => e.ph === "X" && e.name.endsWith("RunTask") && e.ts > begin.ts && e.ts < marks.get("end"));
  // A task counts as far as it lies in the time.
  const own = (from, to) => all.reduce((sum, e) => sum + (e.tdur ?? 0) / 1000 * Math.max(0, Math.min(e.ts + e.dur, to) - Math.max(e.ts, from)) / Math.max(e.dur, 1), 0);
  return { marks, own, busy: own(begin.ts, marks.get("end")), ...longest(events) };
}
