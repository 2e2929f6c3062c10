// What one key typed into a key template costs over 42,049 zip codes: the
// processor time of the page until everything that the key changes has settled
// (the sort order, the key anatomy, the checks, the questions), and the longest
// task on the way.

import { fileURLToPath } from "node:url";
import { loaded, settled, templates } from "../test/reader.mjs";
import { onPage, rank } from "./chromium.mjs";
import { record } from "./trace.mjs";

const LIMITS = { settled: 300, task: 50 }; // ms
const DESIGNS = [["{state}", "{zip_code}"], ["{zip_code}", "{city}"], ["all", "{zip_code}"]];
const FILE = fileURLToPath(new URL("../node_modules/vega-datasets/data/zipcodes.csv", import.meta.url));
const ROWS = 42_049;
const KEYS = 6;

// rest waits until the page has had nothing to do for a while: the questions are
// answered after the cards are drawn.
const rest = async (page) => {
  await settled(page);
  await page.waitForTimeout(700);
  await settled(page);
};

async function load(page) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose a file/ }).first().click();
  await (await chooser).setFiles(FILE);
  const keep = page.getByRole("button", { name: /^Import/ });
  await Promise.race([loaded(page, ROWS), keep.first().waitFor().then(() => keep.first().click()).then(() => loaded(page, ROWS))]);
}

async function type(page, [pk, rk]) {
  await templates.pk(page).fill(pk);
  await templates.rk(page).fill(rk);
  await rest(page);
  const found = [];
  for (let n = 0; n < KEYS; n++) {
    await templates.rk(page).focus();
    await page.keyboard.press("End");
    const seen = await record(page, async () => {
      await page.keyboard.press("abcdefghij"[n % 10]);
      await rest(page);
    });
    found.push({ settled: seen.own(), task: seen.longest });
  }
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
