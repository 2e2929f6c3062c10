// What every test stands on: one Chromium, the two built sites, and pages that
// remember every request and every fault.
//
//   KEYRANGE_SITES  folder of the built sites, root/ and keyrange/
//   CHROME          the browser to drive
//   KEYRANGE_PATIENCE  how long to wait for anything, in ms
//   KEYRANGE_SHOTS  folder for a picture and an outline of each page that failed
//   KEYRANGE_SLOW   how many times slower the processor of each page seems, to find
//                   what holds on a fast machine only

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { PATIENCE } from "./engines/patience.mjs";
import { host } from "./host.mjs";

export { PATIENCE };

export const SIZES = { desk: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 }, small: { width: 320, height: 640 } };

// Sites by name. They are there once the tests run.
export const sites = {};
export const bases = [["root", "/"], ["keyrange", "/keyrange/"]];

// Parts of Chromium that are switched off: the pages of its address bar, which
// every new window would load, and those that Playwright switches off, because
// only one list counts.
const UNUSED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay",
  "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
  "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"];

let browser;

before(async () => {
  const folder = process.env.KEYRANGE_SITES;
  if (!folder || !existsSync(join(folder, "root", "index.html"))) throw new Error("KEYRANGE_SITES names no folder of built sites: run make test");
  browser = await chromium.launch({
    executablePath: process.env.CHROME || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", // nothing can leave this machine
      `--disable-features=${UNUSED.join()}`],
  });
  for (const [name, base] of bases) sites[name] = await host(join(folder, name), base);
});

after(async () => {
  await browser?.close();
  for (const site of Object.values(sites)) await site.close();
});

// What of the settings of a context can be set on one that is there already.
const LENT = ["viewport", "permissions", "reducedMotion"];

// rested are pages of sites, by origin, that a test has left as a new one would be.
// The next test goes on with one, because its process has compiled the program.
const rested = new Map();

// ICON is what a browser asks for itself beside a file that is no page.
const ICON = /\/favicon\.ico$/;

// onPage opens a page on a site and hands it to act. It fails when the page logged
// an error, threw one, or asked another origin for anything. faults lists patterns
// of messages that the test provokes itself. A page keeps the site for use without
// a network only where a test asks for it: every new context would fetch and store
// all of it. alone asks for a context that no test had before, as every setting
// does that only a new one can have. Requests to other places may begin with what is allowed.
export async function onPage({ origin, base, path = "", context: settings = {}, faults = [], kept = false, alone = false, allowed = [], onContext }, act) {
  const own = alone || kept || onContext || !Object.keys(settings).every((name) => LENT.includes(name));
  const context = !own && rested.get(origin)?.context() || await browser.newContext({ viewport: SIZES.desk, ...(own && settings) });
  context.setDefaultTimeout(PATIENCE);
  const seen = [], wrong = [];
  const note = (text) => { if (!faults.some((f) => f.test(text))) wrong.push(text); };
  const logged = (m) => { if (m.type() === "error" && !ICON.test(m.location().url)) note(`console: ${m.text()} (${m.location().url})`); };
  const heard = { request: (r) => seen.push(r.url()), weberror: (e) => note(`thrown: ${e.error()}`), console: logged };
  for (const [event, hear] of Object.entries(heard)) context.on(event, hear);
  let page, clean = false;
  try {
    page = own ? await begun(context, { kept, onContext }) : await lent(context, origin, settings);
    await page.goto(origin + base + path);
    await act(page, { origin, url: origin + base, context });
    assert.deepEqual(wrong, [], "the page has no fault");
    assert.deepEqual(seen.filter((u) => ![origin + base, "blob:", "data:", ...allowed].some((from) => u.startsWith(from))), [], "every request stays below the site's own path");
    clean = !own && !page.isClosed();
  } catch (error) {
    await keep(page, error.message);
    throw error;
  } finally {
    for (const [event, hear] of Object.entries(heard)) context.off(event, hear);
    if (clean) await rest(page, origin + base);
    else await context.close();
  }
}

// begun opens the first page of a new context.
async function begun(context, { kept, onContext }) {
  if (!kept) await context.addInitScript(() => { delete Navigator.prototype.serviceWorker; });
  await onContext?.(context);
  if (SLOW > 1) context.on("page", slow);
  return context.newPage();
}

const SLOW = Number(process.env.KEYRANGE_SLOW ?? 1);

async function slow(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
}

// lent takes the page of a site that rests in a context, or opens the first one
// there, and sets what a test wants of it.
async function lent(context, origin, { viewport = SIZES.desk, permissions = [], reducedMotion = "no-preference" }) {
  const page = rested.get(origin) ?? await begun(context, {});
  rested.delete(origin);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: "light", reducedMotion });
  await context.grantPermissions(permissions, { origin });
  return page;
}

// NOTHING is a page that runs nothing and asks for nothing, an icon neither.
const NOTHING = { contentType: "text/html", body: `<!doctype html><title>Nothing</title><link rel="icon" href="data:,">` };

// rest leaves a page as a new one would be: nothing is stored, and no other page,
// route or permission is left.
async function rest(page, url) {
  const context = page.context(), { origin } = new URL(url);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: "wait" });
  await context.clearPermissions();
  await page.mouse.move(-1, -1); // no pointer is over the next page before it comes there
  await page.route(`${url}rest`, (route) => route.fulfill(NOTHING));
  await page.goto(`${url}rest`);
  await page.unrouteAll();
  await page.evaluate(() => { sessionStorage.clear(); localStorage.clear(); });
  const control = await context.newCDPSession(page);
  await control.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await control.detach();
  rested.set(origin, page);
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
  test(name, { timeout: settings.timeout ?? 8 * PATIENCE }, (t) => onPage({ ...sites[settings.site ?? "root"], ...settings }, (page, more) => act(page, { t, ...more })));
}

// figure puts a measured figure into the report.
export const figure = (t, text) => t.diagnostic(`figure ${text}`);

// running waits until the program has taken over the page, which it does when a
// reader moves.
export async function running(page) {
  await page.mouse.move(1, 1);
  await page.locator("html[data-running]").waitFor({ state: "attached" });
  const late = await page.evaluate(() => {
    const [ready] = performance.getEntriesByName("keyrange-running");
    if (ready?.detail.opens) return []; // a link or kept work may call anything: it comes when it is called
    return performance.getEntriesByName("keyrange-part").filter((e) => e.startTime < ready?.startTime).map((e) => e.detail);
  });
  assert.deepEqual(late, [], "the page waited for every part that its start needs");
}

// visited opens a page on a host of its own, which may go away or change, in a
// browser that has kept the whole site when act begins: act gets leave, which ends
// the host, and own, the host itself.
export async function visited({ folder, base, ...settings }, act) {
  const own = await host(folder, base);
  let gone = false;
  const leave = async () => { if (!gone) { gone = true; await own.close(); } };
  try {
    await onPage({ ...settings, origin: own.origin, base, kept: true, faults: [/net::ERR|Failed to (fetch|load)|status of 404/] }, async (page, more) => {
      await running(page);
      await kept(page);
      await act(page, { ...more, leave, own });
    });
  } finally {
    await leave();
  }
}

// kept waits until a browser holds everything and takes it from there.
export async function kept(page) {
  await page.evaluate(async () => {
    const state = (await navigator.serviceWorker.ready).active;
    if (state.state !== "activated") await new Promise((done) => { state.onstatechange = () => { if (state.state === "activated") done(); }; });
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
