// Measures what one key typed into a key template costs over 42,049 zip codes,
// in a real Chromium: the processor time of the page until everything that the
// key changes has settled (the sort order, the key anatomy, the checks, the
// questions), and the longest task on the way.
//
//   node web/bench/keystroke.mjs SITE [BEFORE] [--keys 6] [--file PATH]
//
// SITE is a folder with a site built for the base /. With BEFORE, another such
// folder, both are measured in turns and the ratios are printed.

import { parseArgs } from "node:util";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { host } from "../test/host.mjs";
import { loaded, settled, templates } from "../test/reader.mjs";

const LIMITS = { settled: 300, task: 50 };
const DESIGNS = [["{state}", "{zip_code}"], ["{zip_code}", "{city}"], ["all", "{zip_code}"]];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keys: { type: "string", default: "6" }, file: { type: "string", default: "web/node_modules/vega-datasets/data/zipcodes.csv" } },
});
if (positionals.length < 1 || !positionals.every((p) => existsSync(`${p}/index.html`))) {
  console.error("keystroke: give the folder of a built site, and perhaps that of an earlier one");
  process.exit(2);
}
const keys = Number(values.keys);
const rank = (all, share) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];

const browser = await chromium.launch({ executablePath: process.env.CHROME || "/usr/bin/chromium", args: ["--no-sandbox", "--no-first-run", "--disable-background-networking"] });

// tasks records the main thread of a page during an act, in ms of processor time.
async function tasks(page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await page.evaluate(() => { performance.mark("keyrange begin"); });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const begin = traceEvents.find((e) => e.name === "keyrange begin");
  const own = traceEvents.filter((e) => e.ph === "X" && e.name.endsWith("RunTask") && e.pid === begin.pid && e.tid === begin.tid && e.ts > begin.ts).map((e) => (e.tdur ?? 0) / 1000);
  return { all: own.reduce((a, b) => a + b, 0), longest: Math.max(...own) };
}

// rest waits until the page has had nothing to do for a while: the questions are
// answered after the cards are drawn.
const rest = async (page) => {
  await settled(page);
  await page.waitForTimeout(700);
  await settled(page);
};

async function opened(folder) {
  const site = await host(folder, "/");
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.origin}/playground`);
  await page.waitForSelector("html[data-running]");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose a file/ }).first().click();
  await (await chooser).setFiles(values.file);
  const keep = page.getByRole("button", { name: /^Import/ });
  await Promise.race([loaded(page, 42049), keep.first().waitFor().then(() => keep.first().click()).then(() => loaded(page, 42049))]);
  return { page, site };
}

async function measure({ page }, [pk, rk]) {
  await templates.pk(page).fill(pk);
  await templates.rk(page).fill(rk);
  await rest(page);
  const found = [];
  for (let n = 0; n < keys; n++) {
    await templates.rk(page).focus();
    await page.keyboard.press("End");
    found.push(await tasks(page, async () => {
      await page.keyboard.press("abcdefghij"[n % 10]);
      await rest(page);
    }));
  }
  return { settled: rank(found.map((f) => f.all), 0.5), task: rank(found.map((f) => f.longest), 0.5) };
}

let missed = false;
const pages = [];
for (const folder of positionals) pages.push(await opened(folder));
for (const design of DESIGNS) {
  const got = [];
  for (const page of pages) got.push(await measure(page, design));
  const name = `${design[0]}, ${design[1]}`;
  for (const [what, limit] of Object.entries(LIMITS)) {
    const over = got[0][what] > limit;
    missed ||= over;
    const ratio = got[1] ? `   before ${got[1][what].toFixed(0)} ms, ratio ${(got[0][what] / got[1][what]).toFixed(2)}` : "";
    console.log(`${over ? "MISS" : "ok  "}  ${name.padEnd(26)} ${what.padEnd(8)} ${got[0][what].toFixed(0).padStart(6)} ms, at most ${limit} ms${ratio}`);
  }
}
await browser.close();
for (const { site } of pages) await site.close();
process.exit(missed ? 1 : 0);
