// Browsers whose readers have set what a site may keep: nothing at all, or nothing
// where it stands in a page of another site. These are settings of the browser
// itself, and no scripts in the page; that what they deny is denied is checked first.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { SCREENS } from "./blocked.mjs";
import { PATIENCE, SIZES, sites } from "./stage.mjs";

// The settings of a Chromium profile: 2 blocks the cookies of all sites, 1 those of
// third parties.
const BLOCKS = {
  all: { default_content_setting_values: { cookies: 2 } },
  third: { cookie_controls_mode: 1, block_third_party_cookies: true },
};

// inProfile runs a test in a browser of its own with such settings.
function inProfile(name, profile, act) {
  test(name, { timeout: 8 * PATIENCE }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyrange-profile-"));
    await mkdir(join(folder, "Default"));
    await writeFile(join(folder, "Default", "Preferences"), JSON.stringify({ profile }));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: process.env.CHROME || "/usr/bin/chromium", viewport: SIZES.desk,
      args: ["--no-sandbox", "--disable-background-networking", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
    });
    try {
      context.setDefaultTimeout(PATIENCE);
      await act(await context.newPage());
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

// PLAIN is a file of the site in which none of its scripts runs: what the browser
// itself denies can be seen there.
const PLAIN = "robots.txt";

async function denies(frame) {
  const got = await frame.evaluate(() => { try { return String(localStorage); } catch (error) { return error.name; } });
  assert.equal(got, "SecurityError", "the browser denies storage");
}

// opens shows that the page does not wait for a storage any more: a file that
// comes while it does is opened afterwards.
async function opens(page, frame = page) {
  const chooser = page.waitForEvent("filechooser");
  await frame.getByRole("button", { name: /Choose a file/ }).first().click();
  await (await chooser).setFiles({ name: "towns.json", mimeType: "application/json", buffer: Buffer.from('[{"town":"Delft"},{"town":"Gouda"}]') });
  await frame.getByRole("heading", { level: 1, name: "towns" }).waitFor();
}

const ready = (frame) => frame.locator("html[data-running]").waitFor({ state: "attached" });
const told = (frame) => frame.getByRole("status").filter({ hasText: "Your work is here until the tab is closed" });

inProfile("blocked: a browser that keeps nothing for any site, on four screens", BLOCKS.all, async (page) => {
  const { origin, base } = sites.root;
  await page.goto(origin + base + PLAIN);
  await denies(page);
  for (const [path, act] of Object.entries(SCREENS)) {
    await page.goto(origin + base + path);
    await page.mouse.wheel(0, 10); // a gesture that starts the engine where it waits for one
    await ready(page);
    if (!path.includes("/")) await told(page).waitFor(); // what it says moves what a gesture is meant for
    if (path === "playground") await opens(page);
    else await act(page);
    if (path.includes("/")) await page.getByText("This browser will not keep your progress.").waitFor();
  }
});

// A page of another site that carries two of ours.
inProfile("blocked: frames in a page of another site, in a browser that keeps nothing for third parties", BLOCKS.third, async (page) => {
  const { origin, base } = sites.root;
  const frames = [PLAIN, "transactions", "playground"].map((path) => `<iframe title="${path}" width="1300" height="800" src="${origin}${base}${path}"></iframe>`);
  const other = createServer((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>A course</title>${frames.join("")}`));
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  try {
    await page.goto(`http://localhost:${other.address().port}/`);
    const frame = async (path) => (await page.waitForSelector(`iframe[title="${path}"]`)).contentFrame();
    await denies(await frame(PLAIN));
    for (const path of ["transactions", "playground"]) {
      const ours = await frame(path);
      await ready(ours);
      await told(ours).waitFor(); // what it says moves what a gesture is meant for
      await SCREENS[path](ours);
    }
  } finally {
    other.closeAllConnections();
    await new Promise((done) => other.close(done));
  }
});
