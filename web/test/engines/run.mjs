// Runs the stories in one engine: one browser, the site, and nothing stored when a
// story begins. An engine that is not there is a story that says so.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { host } from "../host.mjs";
import { PATIENCE } from "./patience.mjs";
import { Reader } from "./reader.mjs";
import { SIZES, stories } from "./stories.mjs";

// What a story provokes itself: a host that is gone.
const PROVOKED = { offline: /Failed to (fetch|load)|NetworkError|ERR_|Load failed|ServiceWorker/ };

// inEngine tells the stories. missing says why there is no such engine.
export function inEngine(engine, missing, launch) {
  if (missing) {
    test(`${engine}: the core stories`, { skip: missing });
    return;
  }
  let driver, site;
  before(async () => {
    const folder = process.env.KEYRANGE_SITES;
    const built = folder && existsSync(join(folder, "root", "index.html"));
    if (!built) throw new Error("KEYRANGE_SITES names no folder of built sites: run make test");
    site = await host(join(folder, "root"), "/");
    driver = await launch();
  });
  after(async () => {
    await driver?.close();
    await site?.close();
  });
  for (const [name, tell] of Object.entries(stories)) {
    test(`${engine}, ${name}`, { timeout: 8 * PATIENCE }, async (t) => {
      const reader = new Reader(driver, site);
      await driver.resize(SIZES.desk);
      await reader.forget();
      try {
        await tell(reader, t);
        const faults = await driver.faults();
        assert.deepEqual(faults.filter((f) => !PROVOKED[name.split(":")[0]]?.test(f)), [], "the page has no fault");
      } catch (error) {
        await keep(driver, `${engine}-${name.replace(/\W+/g, "-")}`);
        throw error;
      }
    });
  }
}

// keep leaves a picture of a page on which a story failed, where wanted.
async function keep(driver, name) {
  const folder = process.env.KEYRANGE_SHOTS;
  if (folder) await driver.picture().then((bytes) => writeFile(join(folder, `${name.slice(0, 60)}.png`), bytes), () => {});
}
