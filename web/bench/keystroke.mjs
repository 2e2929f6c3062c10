// What one key typed into a key template costs over 42,049 zip codes: the
// processor time of the page until everything that the key changes has settled
// (the sort order, the key anatomy, the checks, the questions), and the longest
// task on the way. Fixes are run over the rows only when the reader pauses for
// longer, and are not counted.

import { fileURLToPath } from "node:url";
import { loaded, settled, templates, tried } from "../test/reader.mjs";
import { onPage, rank } from "./chromium.mjs";
import { record } from "./trace.mjs";

const LIMITS = { settled: 300, task: 50 }; // ms
const DESIGNS = [["{state}", "{zip_code}"], ["{zip_code}", "{city}"], ["all", "{zip_code}"]];
const FILE = fileURLToPath(new URL("../node_modules/vega-datasets/data/zipcodes.csv", import.meta.url));
const ROWS = 42_049;
const KEYS = 5;

const PAUSE = 1150; // ms after a key, just before the page begins to run fixes
const TRIES = 3; // for each key, on a machine that is too busy to settle within the pause

// paused marks the end when the pause after the next key is over, and tells
// whether the page showed the outcome by then and had not begun to run fixes. The
// page is watched from within, because looking at it from here is a task too.
const paused = (page) => page.evaluateHandle((pause) => ({ over: new Promise((resolve) => {
  addEventListener("keydown", () => {
    const began = performance.now();
    setTimeout(() => {
      performance.mark("keyrange end");
      const late = performance.now() - began > pause + 40;
      resolve(!late && document.querySelector(".tri") && !document.querySelector("[role=progressbar], [data-drawing], .tri.stale"));
    }, pause);
  }, { capture: true, once: true });
}) }), PAUSE);

async function load(page) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose a file/ }).first().click();
  await (await chooser).setFiles(FILE);
  const keep = page.getByRole("button", { name: /^Import/ });
  await Promise.race([loaded(page, ROWS), keep.first().waitFor().then(() => keep.first().click()).then(() => loaded(page, ROWS))]);
}

// press types one key and returns what it costs.
async function press(page, key) {
  for (let n = 0; n < TRIES; n++) {
    await settled(page);
    await tried(page);
    await templates.rk(page).focus();
    await page.keyboard.press("End");
    let over;
    const seen = await record(page, async () => {
      const pause = await paused(page);
      await page.keyboard.press(key);
      over = await pause.evaluate(({ over }) => over);
    });
    if (over) return { settled: seen.own(), task: seen.longest };
  }
  throw new Error(`the page needs more than ${PAUSE} ms by the clock to settle: the machine is too busy`);
}

async function type(page, [pk, rk]) {
  await templates.pk(page).fill(pk);
  await templates.rk(page).fill(rk);
  const found = [];
  for (let n = 0; n < KEYS; n++) found.push(await press(page, "abcdefghij"[n % 10]));
  return Object.fromEntries(Object.keys(LIMITS).map((what) => [what, rank(found.map((f) => f[what]), 0.5)]));
}

// measure takes the site and the earlier one, if there is one, in turns.
export async function measure({ browser, sites, judge }) {
  const opened = async (rest, pages = []) => {
    if (rest.length > 0) return onPage(browser, rest[0], "playground", async (page) => { await load(page); await opened(rest.slice(1), [...pages, page]); });
    for (const design of DESIGNS) {
      const got = [];
      for (const page of pages) got.push(await type(page, design));
      for (const [what, limit] of Object.entries(LIMITS)) judge.line(`keystroke: ${design.join(", ")}, ${what}`, got[0][what], "ms", { limit, before: got[1]?.[what] });
    }
  };
  await opened(sites);
}
