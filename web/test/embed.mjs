// <keyrange-embed> on a page of another site: what it costs before a reader does
// something, what it tells, whom it believes, and what is left of it once it is gone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { auditor } from "./audit.mjs";
import { host } from "./host.mjs";
import { figure, onPage, PATIENCE, SIZES } from "./stage.mjs";

const MOST = 60_000; // bytes of one embed before a reader does something
const HEAVY = /\.wasm|wasm_exec|work\.[0-9a-f]+\.css/;
const FIVE = ["lessons/btree?embed=tree", "lessons/spread?embed=map", "lessons/query-kinds?embed=plan", "lessons/btree?embed=task&amp;task=root", "lessons/entity?embed=lesson"];
const root = join(process.env.KEYRANGE_SITES ?? "", "root");

// tutorial is a page of another site, with what stands in it.
async function tutorial(site, inside) {
  const text = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A tutorial</title><link rel="icon" href="data:,">
<style>body { margin: 20px auto; max-width: 760px; font: 16px sans-serif; background: #fff; color: #111 }</style>
<script>window.heard = []; window.shifts = [];
for (const name of ["ready", "progress", "done", "failed"]) addEventListener(name, (e) => heard.push({ name, of: e.target.id, ...e.detail }));
new PerformanceObserver((l) => shifts.push(...l.getEntries().map((e) => e.value))).observe({ type: "layout-shift", buffered: true });</script>
<script src="${site}/embed.js" async></script>
<main><h1>A tutorial</h1>${inside}<p>The end.</p></main></html>`;
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const element = (site, src, n) => `<p>Before the picture, some words.</p><keyrange-embed id="e${n}" src="${src}" height="420" style="display:block;min-height:420px" caption="Picture ${n}"><a href="${site}/${src}">Picture ${n}</a></keyrange-embed>`;

// around opens a page of another site in a browser and hands it over.
function around(name, inside, act, settings = {}) {
  test(name, { timeout: 8 * PATIENCE }, async (t) => {
    const site = await host(root, "/", { brotli: true });
    const other = await tutorial(site.origin, inside(site.origin));
    try {
      await onPage({ origin: site.origin, base: "/", path: "robots.txt", allowed: [other.origin], alone: true, ...settings }, async (page, { context }) => {
        const arrived = new Map(); // bytes by frame
        page.on("requestfinished", async (r) => {
          const size = await r.sizes().catch(() => null);
          const frame = r.frame();
          if (size) arrived.set(frame, [...arrived.get(frame) ?? [], { url: r.url(), bytes: size.responseBodySize + size.responseHeadersSize }]);
        });
        await page.goto(other.origin);
        await act(page, { t, site: site.origin, context, arrived });
      });
    } finally {
      other.close();
      await site.close();
    }
  });
}

const inside = (page, n) => page.frameLocator(`#e${n} iframe`);
const start = (page, n) => inside(page, n).getByRole("button", { name: "Work with it" });
const heard = (page, name, of) => page.waitForFunction(([name, of]) => window.heard.find((h) => h.name === name && h.of === of), [name, of]).then((h) => h.jsonValue());

test("embeds: the script for other pages has at most 3 KB", async () => {
  const text = await readFile(join(root, "embed.js"));
  assert.ok(gzipSync(text, { level: 9 }).length <= 3000, `${gzipSync(text, { level: 9 }).length} bytes`);
});

around("embeds: five on a page of another site, light until a reader acts, then one engine at a time", (site) => FIVE.map((src, n) => element(site, src, n)).join(""), async (page, { t, site, arrived, context }) => {
  for (let n = 0; n < FIVE.length; n++) {
    await page.locator(`#e${n}`).scrollIntoViewIfNeeded();
    await start(page, n).waitFor();
    assert.equal(await inside(page, n).getByRole("navigation", { name: "Main" }).count(), 0, "no header");
  }
  const frames = page.frames().filter((f) => f !== page.mainFrame());
  assert.equal(frames.length, FIVE.length);
  await page.waitForLoadState("networkidle");
  for (const f of frames) {
    const list = arrived.get(f), bytes = list.reduce((sum, r) => sum + r.bytes, 0);
    assert.deepEqual(list.filter((r) => HEAVY.test(r.url)), [], "no engine");
    assert.ok(bytes > 1000 && bytes <= MOST, `${f.url()}: ${bytes} bytes`);
    figure(t, `embed of ${f.url().slice(site.length, f.url().indexOf("&theme"))}: ${bytes} bytes before a reader acts`);
  }
  assert.deepEqual(await page.evaluate(() => [shifts, heard]), [[], []], "nothing moves, and nothing is told yet");
  const audit = auditor();
  for (const looked of [page, ...frames]) assert.deepEqual((await audit(looked, true)).found, [], looked.url());

  let asked = 0, open;
  const opened = new Promise((done) => { open = done; });
  await page.route(/\/app\.[0-9a-f]+\.wasm$/, async (route) => { asked++; await opened; await route.continue(); });
  await page.locator("#e0").scrollIntoViewIfNeeded();
  await start(page, 0).click();
  await page.locator("#e3").scrollIntoViewIfNeeded();
  await start(page, 3).click();
  await inside(page, 3).getByText("The engine starts when the one beside it is ready.").waitFor();
  assert.equal(asked, 1, "one engine is on its way");
  open();
  await heard(page, "ready", "e3");
  assert.deepEqual(await page.evaluate(() => heard.filter((h) => h.name === "ready").map((h) => [h.of, h.path])), [["e0", "/lessons/btree"], ["e3", "/lessons/btree"]], "one after the other");
  assert.equal(await inside(page, 0).getByText(/^Shown beside your work/).count(), 1, "the picture of a lesson shows its first demonstration");

  const field = inside(page, 3).getByRole("combobox", { name: "Command" });
  await field.fill("get Movies Comedy/Shrek");
  await field.press("Enter");
  const done = await heard(page, "done", "e3");
  assert.deepEqual([done.lesson, done.task, done.tasks, done.solved, done.score], ["btree", "root", 1, 1, 100]);
  assert.equal(await inside(page, 3).getByRole("heading", { name: /^Task/ }).count(), 1, "one task");

  await page.evaluate(() => { document.body.style.background = "#101014"; });
  for (const f of frames) await f.locator("html[data-theme=dark]").waitFor({ state: "attached" });
  const before = await page.evaluate(() => heard.length);
  await page.evaluate((site) => new Promise((heardIt) => {
    addEventListener("message", heardIt, { once: true });
    postMessage({ keyrange: 1, type: "done", result: { score: 100 } }, "*"); // not from the frame
    document.querySelector("#e4").shadowRoot.querySelector("iframe").contentWindow.postMessage({ keyrange: 1, type: "start" }, site); // nobody asked
  }), site);
  assert.equal(await page.evaluate(() => heard.length), before, "a message of another window is no event");
  assert.equal(await frames.find((f) => f.url().includes("/entity")).locator("html[data-running]").count(), 0, "a frame that did not ask does not start");
  assert.deepEqual(context.serviceWorkers(), [], "no worker is left in the browser");
});

around("embeds: by keyboard past a frame and into it, refused addresses, and a page without scripts", (site) => [
  element(site, "btree?embed=tree", 0),
  ...["https://evil.example/x", "javascript:alert(1)", "//evil.example/lessons", "data:text/html,x"].map((src, n) => element(site, src, n + 1)),
].join(""), async (page, { context }) => {
  await start(page, 0).waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip past Picture 0" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.tagName), "SPAN", "after the frame");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.tagName), "IFRAME", "and back into it");
  for (let n = 1; n < 5; n++) {
    assert.match(await page.locator(`#e${n}`).evaluate((e) => e.shadowRoot.textContent), /^This embed is not shown: its src leads away from/);
  }
  assert.equal(await page.locator("iframe").count(), 1);
  const still = await context.browser().newContext({ javaScriptEnabled: false, viewport: SIZES.phone });
  const other = await still.newPage();
  await other.goto(page.url());
  await other.getByRole("link", { name: "Picture 0" }).waitFor();
  await still.close();
});

around("embeds: nothing is left after 50 that came and went", () => "<div id=\"place\"></div>", async (page, { t, context }) => {
  const control = await context.newCDPSession(page);
  await control.send("Performance.enable");
  const turn = () => page.evaluate(() => new Promise((gone) => {
    const e = Object.assign(document.createElement("keyrange-embed"), { id: "e" });
    e.setAttribute("src", "lessons/btree?embed=tree");
    document.getElementById("place").append(e);
    const watch = new MutationObserver(() => e.shadowRoot.querySelector("iframe")?.addEventListener("load", () => {
      watch.disconnect();
      e.remove();
      gone();
    }, { once: true }));
    watch.observe(e.shadowRoot, { childList: true, subtree: true });
  }));
  const counts = async () => {
    await control.send("HeapProfiler.collectGarbage");
    const { metrics } = await control.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map((m) => [m.name, m.value]));
  };
  await page.waitForFunction(() => customElements.get("keyrange-embed"));
  for (let n = 0; n < 5; n++) await turn(); // what a browser makes once
  const before = await counts();
  for (let n = 0; n < 50; n++) await turn();
  const after = await counts();
  figure(t, `heap after 50 embeds: ${after.JSHeapUsedSize - before.JSHeapUsedSize} bytes more`);
  assert.equal(page.frames().length, 1);
  for (const name of ["Documents", "Frames", "JSEventListeners"]) assert.ok(after[name] <= before[name], `${name}: ${before[name]}, then ${after[name]}`);
  assert.ok(after.JSHeapUsedSize - before.JSHeapUsedSize < 200_000, `${before.JSHeapUsedSize}, then ${after.JSHeapUsedSize} bytes`);
  assert.deepEqual(context.serviceWorkers(), []);
});
