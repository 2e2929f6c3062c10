// Without a network, after one visit: every page, sample and lesson, a task that is
// solved, a link that is made and opened. And a host that gets a newer version while
// an old tab is open.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { entities } from "./movies.mjs";
import { button, loaded, settled, templates } from "./reader.mjs";
import { PATIENCE, bases, figure, running, visited } from "./stage.mjs";

const site = (name) => join(process.env.KEYRANGE_SITES, name);
const context = { permissions: ["clipboard-read", "clipboard-write"] };
const samples = (page) => page.getByRole("combobox", { name: "Sample data set" });

// lessonsIn lists the lessons of a site, by their addresses.
const lessonsIn = async (folder) => (await readdir(join(folder, "lessons"))).filter((n) => extname(n) === ".html").map((n) => n.slice(0, -5))
  .filter((n) => n !== "index" && n !== "pack");

for (const [name, base] of bases.slice(1)) {
  test(`offline ${base}: every sample and lesson, a task, a link, after one visit that opened none of them`, { timeout: 8 * PATIENCE }, async (t) => {
    const lessons = await lessonsIn(site(name));
    assert.ok(lessons.length >= 19, `only ${lessons.length} lessons`);
    await visited({ folder: site(name), base, path: "playground", context }, async (page, { url, leave, context }) => {
      await leave();
      await page.goto(`${url}playground`);
      await running(page);
      await page.getByRole("button", { name: /^Movies/ }).click();
      await loaded(page, entities.length);
      const options = await samples(page).locator("option:enabled").evaluateAll((all) => all.map((o) => [o.value, o.textContent.replace(/ (sample|example)$/, "")]));
      for (const [value, title] of options.filter(([v]) => v)) {
        await samples(page).selectOption(value);
        await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
        await settled(page);
        assert.ok(await page.getByText(/^[\d,]+ entities from /).first().isVisible(), `${title} is there`);
      }
      await templates.rk(page).press("End");
      await templates.rk(page).pressSequentially("_x");
      await settled(page);
      const key = await templates.rk(page).inputValue();
      await button(page, "Share this moment").click();
      const address = page.getByRole("textbox", { name: "Link", exact: true });
      await page.waitForFunction((e) => e.value !== "", await address.elementHandle());
      const link = await address.inputValue();
      assert.ok(link.startsWith(url), link);
      const other = await context.newPage();
      await other.goto(link);
      await other.waitForFunction((want) => document.getElementById("template-rk")?.value === want, key);
      await other.close();
      for (const id of lessons) {
        await page.goto(`${url}lessons/${id}`);
        await page.getByRole("heading", { level: 1 }).hover();
        await running(page);
        await page.locator("#lesson-command").or(page.getByRole("region", { name: "Stage", exact: true }).getByRole("button")).first().waitFor();
      }
      await page.goto(`${url}lessons/entity`);
      await running(page);
      await page.locator("#lesson-command").fill("insert Movies Drama/Casablanca Year=1942");
      await page.locator("#lesson-command").press("Enter");
      await page.getByRole("region", { name: "Task 1", exact: true }).getByText("Met.", { exact: true }).waitFor();
      await page.goto(`${url}reference`);
      await page.getByRole("heading", { level: 1, name: "Reference" }).waitFor();
      await page.goto(`${url}embed`);
      await running(page); // the frame is drawn again when the page is the program's
      const preview = page.frameLocator("#mk-preview iframe");
      await preview.getByRole("button", { name: "Work with it" }).click();
      await preview.locator("html[data-running]").waitFor({ state: "attached" });
      const [zip] = await Promise.all([page.waitForEvent("download"), button(page, "Save for SCORM 1.2").click()]);
      assert.match(zip.suggestedFilename(), /-scorm\.zip$/);
      for (const id of lessons.slice(0, 3)) {
        await page.goto(`${url}teach/${id}`);
        await page.getByRole("link", { name: "The lesson" }).waitFor();
      }
      await page.goto(`${url}workshop/hot-keys`);
      await running(page);
      await button(page, "Lead this workshop").click();
      await button(page, "Begin with item 1").click();
      await page.getByRole("timer").getByText(/ left of 4 min\./).waitFor();
      await assert.rejects(page.request.fetch(`${url}licenses.txt`), "the host is gone");
      const text = await page.evaluate(async (at) => (await fetch(at)).text(), `${url}licenses.txt`);
      assert.match(text, /MIT/);
      figure(t, `offline: ${options.length} samples and ${lessons.length} lessons without a network`);
    });
  });
}

// newer turns a copy of a site into one of a newer version: its scripts and style
// sheets have other names, and the old ones are gone.
async function newer(folder) {
  const names = (await readdir(join(folder, "assets"))).filter((n) => /\.[0-9a-f]{10}\.(js|css|wasm)(\.(br|gz))?$/.test(n));
  const hashes = [...new Set(names.map((n) => /\.([0-9a-f]{10})\./.exec(n)[1]))];
  const other = (text) => hashes.reduce((all, h) => all.replaceAll(h, [...h].reverse().join("")), text);
  const files = (await readdir(folder, { recursive: true })).filter((n) => /\.(html|js|webmanifest)$/.test(n));
  for (const f of files) {
    const text = await readFile(join(folder, f), "utf8");
    await writeFile(join(folder, f), other(text).replace(/("version":\s*")/, "$1n"));
  }
  for (const n of names) await rename(join(folder, "assets", n), join(folder, "assets", other(n)));
  return hashes;
}

test("offline: a newer version is announced in the old tab, and no page mixes the two", { timeout: 8 * PATIENCE }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "keyrange-"));
  try {
    await cp(site("root"), folder, { recursive: true });
    await visited({ folder, base: "/", path: "playground", context }, async (old, { url, context, own }) => {
      await old.reload();
      await running(old);
      await old.getByRole("button", { name: /^Movies/ }).click();
      await loaded(old, entities.length);
      const hashes = await newer(folder);
      own.changed();
      const mixed = (page) => page.evaluate((all) => {
        const named = [...document.querySelectorAll("link[href], script[src]")].map((e) => e.href || e.src).filter((u) => /assets\/.*\.(js|css)/.test(u));
        return named.map((u) => all.some((h) => u.includes(h)));
      }, hashes);
      const fresh = await context.newPage();
      await fresh.goto(`${url}clients`);
      await running(fresh);
      assert.ok((await mixed(fresh)).every((isOld) => !isOld), "the new page is of the new version alone");
      await old.getByText("A newer version of this site is here.").waitFor();
      await templates.rk(old).fill("{Title}_{Director}");
      await settled(old);
      assert.ok((await mixed(old)).every((isOld) => isOld), "the old tab stays as it was");
      await button(old, "Load it").click();
      await old.waitForFunction((all) => [...document.querySelectorAll("script[src]")].every((e) => all.every((h) => !e.src.includes(h))), hashes);
      await running(old);
      await settled(old);
      assert.ok((await mixed(old)).every((isOld) => !isOld), "what the old tab loads again is new");
      assert.equal(await templates.rk(old).inputValue(), "{Title}_{Director}", "the work is there");
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
