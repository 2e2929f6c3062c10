// Measures an import in a real Chromium: from the choice of a file until its
// entities are there, and until everything that is shown about them has settled,
// with the longest task on the way.
//
//   node web/bench/import.mjs SITE [BEFORE] [--times 5]
//
// SITE is a folder with a site built for the base /. With BEFORE, another such
// folder, both are measured in turns. Work is counted as processor time, and by
// the clock beside it ("ready"), which grows with what else the machine does.
// "alone" is what the clock would say on a machine that does nothing else: the
// processor time, and the time in which the page waited between two tasks. The
// exit code is 1 when a limit is missed.

import { parseArgs } from "node:util";
import { existsSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { host } from "../test/host.mjs";
import { loaded, number, settled } from "../test/reader.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { times: { type: "string", default: "5" } } });
if (positionals.length < 1 || !positionals.every((p) => existsSync(`${p}/index.html`))) {
  console.error("import: give the folder of a built site, and perhaps that of an earlier one");
  process.exit(2);
}
const times = Number(values.times);
const rank = (all, share) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];
const vega = (name) => readFileSync(new URL(`../node_modules/vega-datasets/data/${name}`, import.meta.url));

// many has more rows than are kept.
function many(rows) {
  let text = "id,site,at\n";
  for (let i = 0; i < rows; i++) text += `r${String(i).padStart(7, "0")},site-${i % 40},${new Date(1.7e12 + i * 1000).toISOString()}\n`;
  return Buffer.from(text);
}

const FILES = [
  { name: "zipcodes.csv", data: vega("zipcodes.csv"), rows: 42_049, limits: { alone: 1500, task: 50 } },
  { name: "jobs.json", data: vega("jobs.json"), rows: 7650, limits: { task: 50 } },
  { name: "earthquakes.json", data: vega("earthquakes.json"), rows: 1707, limits: { task: 50 }, only: true },
  { name: "many.csv", data: many(400_000), rows: 200_000, limits: { task: 50 }, only: true },
];

// The files are chosen by path, as a reader does: bytes that the test hands over
// are decoded by the page itself.
const folder = mkdtempSync(join(tmpdir(), "keyrange-import-"));
for (const f of FILES) writeFileSync(join(folder, f.name), f.data);

const browser = await chromium.launch({ executablePath: process.env.CHROME || "/usr/bin/chromium", args: ["--no-sandbox", "--no-first-run", "--disable-background-networking"] });

// one imports a file into a new page and returns its times in ms.
async function one(origin, { name, rows }) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${origin}/playground`);
  await page.waitForSelector("html[data-running]");
  await page.waitForTimeout(500);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const chosen = await chooser;
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await page.evaluate((text) => {
    new MutationObserver((changes, watch) => {
      if (!document.querySelector(".tool .sub")?.textContent.startsWith(text)) return;
      watch.disconnect();
      performance.mark("keyrange ready");
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    performance.mark("keyrange begin");
  }, `${number(rows)} entities from`);
  await chosen.setFiles(join(folder, name));
  await loaded(page, rows);
  await page.waitForTimeout(1000);
  await settled(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const at = (what) => traceEvents.filter((e) => e.name === `keyrange ${what}`).at(-1);
  const begin = at("begin"), ready = at("ready");
  const tasks = traceEvents.filter((e) => e.ph === "X" && e.name.endsWith("RunTask") && e.pid === begin.pid && e.tid === begin.tid && e.ts > begin.ts);
  const own = (list) => list.reduce((sum, e) => sum + (e.tdur ?? 0) / 1000, 0);
  await page.context().close();
  const before = tasks.filter((e) => e.ts < ready.ts);
  const processor = own(before), busy = before.reduce((sum, e) => sum + (Math.min(e.ts + e.dur, ready.ts) - e.ts) / 1000, 0);
  return {
    ready: (ready.ts - begin.ts) / 1000, alone: (ready.ts - begin.ts) / 1000 - busy + processor, processor, settled: own(tasks),
    task: Math.max(...tasks.map((e) => (e.tdur ?? 0) / 1000)),
  };
}

let missed = false;
const sites = [];
for (const folder of positionals) sites.push(await host(folder, "/"));
for (const file of FILES) {
  const got = sites.map(() => []);
  for (let n = 0; n < times; n++) {
    for (const [i, site] of sites.entries()) if (i === 0 || !file.only) got[i].push(await one(site.origin, file));
  }
  for (const what of ["ready", "alone", "processor", "settled", "task"]) {
    const [now, before] = got.map((all) => all.length ? rank(all.map((x) => x[what]), 0.5) : undefined);
    const limit = file.limits[what], over = limit !== undefined && now > limit;
    missed ||= over;
    console.log(`${over ? "MISS" : "ok  "}  ${file.name.padEnd(18)} ${what.padEnd(10)} ${now.toFixed(0).padStart(6)} ms${limit ? `, at most ${limit} ms` : ""}${before === undefined ? "" : `   before ${before.toFixed(0)} ms`}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
for (const site of sites) await site.close();
process.exit(missed ? 1 : 0);
