// An import: from the choice of a file until its entities are there, and until
// everything that is shown about them has settled, with the longest task on the
// way.
//
// Work is counted as processor time, and by the clock beside it ("ready"), which
// grows with what else the machine does. "alone" is what the clock would say on a
// machine that does nothing else: the processor time, and the time in which the
// page waited between two tasks.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loaded, number, settled } from "../test/reader.mjs";
import { onPage, rank } from "./chromium.mjs";
import { record } from "./trace.mjs";

const TIMES = 5;
const vega = (name) => readFileSync(new URL(`../node_modules/vega-datasets/data/${name}`, import.meta.url));

// many has more rows than are kept.
function many(rows) {
  let text = "id,site,at\n";
  for (let i = 0; i < rows; i++) text += `r${String(i).padStart(7, "0")},site-${i % 40},${new Date(1.7e12 + i * 1000).toISOString()}\n`;
  return Buffer.from(text);
}

// Those that an earlier site may refuse are measured on the later one only.
const files = () => [
  { name: "zipcodes.csv", data: vega("zipcodes.csv"), rows: 42_049, limits: { alone: 1500, task: 50 } },
  { name: "jobs.json", data: vega("jobs.json"), rows: 7650, limits: { task: 50 } },
  { name: "earthquakes.json", data: vega("earthquakes.json"), rows: 1707, limits: { task: 50 }, only: true },
  { name: "many.csv", data: many(400_000), rows: 200_000, limits: { task: 50 }, only: true },
];

// give imports a file into a new page and returns its times in ms.
const give = (browser, site, folder, { name, rows }) => onPage(browser, site, "playground", async (page) => {
  await page.waitForTimeout(500);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const chosen = await chooser;
  await page.evaluate((text) => {
    new MutationObserver((changes, watch) => {
      if (!document.querySelector(".tool .sub")?.textContent.startsWith(text)) return;
      watch.disconnect();
      performance.mark("keyrange ready");
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, `${number(rows)} entities from`);
  const seen = await record(page, async () => {
    // Chosen by path, as a reader does: bytes that are handed over are decoded by
    // the page itself.
    await chosen.setFiles(join(folder, name));
    await loaded(page, rows);
    await page.waitForTimeout(1000);
    await settled(page);
  });
  const begin = seen.marks.get("begin"), ready = seen.marks.get("ready");
  const clock = (ready - begin) / 1000, processor = seen.own(begin, ready);
  return { ready: clock, alone: clock - seen.held(begin, ready) + processor, processor, settled: seen.own(), task: seen.longest };
});

// measure takes the site and the earlier one, if there is one, in turns.
export async function measure({ browser, sites, judge }) {
  const folder = mkdtempSync(join(tmpdir(), "keyrange-import-"));
  try {
    for (const file of files()) {
      writeFileSync(join(folder, file.name), file.data);
      const got = sites.map(() => []);
      for (let n = 0; n < TIMES; n++) {
        for (const [i, site] of sites.entries()) if (i === 0 || !file.only) got[i].push(await give(browser, site, folder, file));
      }
      for (const what of ["ready", "alone", "processor", "settled", "task"]) {
        const [now, before] = got.map((all) => (all.length ? rank(all.map((x) => x[what]), 0.5) : undefined));
        judge.line(`import: ${file.name}, ${what}`, now, "ms", { limit: file.limits[what], before, note: what === "ready" ? "by the clock" : "" });
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
