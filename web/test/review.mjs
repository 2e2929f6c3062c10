// The design review: its figures counted a second time from the file of the
// sample, a load test, words of its author, the file and the print.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as movies from "./movies.mjs";
import { SIZES, figure, inPage, running } from "./stage.mjs";
import { button, number, settled } from "./reader.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const review = (page) => page.getByRole("region", { name: /^Design review/ });
const row = (page, table, first) => review(page).getByRole("table", { name: table, exact: true }).getByRole("row").filter({ has: page.getByRole("cell", { name: first, exact: true }) });
const cells = async (page, table, first) => (await row(page, table, first).getByRole("cell").allInnerTexts()).slice(1);

async function open(page) {
  await running(page);
  await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Movies sample" });
  await page.waitForFunction((n) => document.body.textContent.includes(`${n} entities from movies.json`), number(movies.entities.length));
  await settled(page);
  await button(page, "Design review").click();
  await review(page).waitFor();
}

inPage("design review: counted again, load tested, written, downloaded and printed", { path: "playground" }, async (page, { t }) => {
  await open(page);
  const sizes = new Map();
  for (const { PartitionKey } of movies.entities) sizes.set(PartitionKey, (sizes.get(PartitionKey) ?? 0) + 1);
  const [largest, most] = [...sizes].sort((a, b) => b[1] - a[1])[0];
  assert.deepEqual(await cells(page, "Partitions", largest), [number(most)]);
  await review(page).getByText(`${number(movies.rows.length)} rows of`).waitFor();
  await review(page).getByText("Not in this review yet: a load test and trade-offs.").waitFor();

  await review(page).getByLabel("Load test", { exact: true }).selectOption({ label: "2,000 entities per second" });
  await row(page, "Load test", "Entities stored").waitFor();
  await review(page).getByText("Not in this review yet: trade-offs.").waitFor();
  const stored = Number((await cells(page, "Load test", "Entities stored"))[0].replaceAll(",", ""));
  assert.ok(stored > 10_000 && stored <= 121_000, `${stored} of 120,000 are stored`);
  await review(page).getByLabel(/^Trade-offs/).fill("Drama is large | and stays so.\n<b>Nobody asks for it.</b>");
  await review(page).getByText("Not in this review yet").waitFor({ state: "detached" });

  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document.querySelector(".paper"), { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].html}`), []);

  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
  const text = await readFile(await file.path(), "utf8");
  assert.equal(file.suggestedFilename(), "design-review.md");
  for (const want of [`| Entities stored | ${number(stored)} |`, `| ${largest} | ${number(most)} |`, "Drama is large \\| and stays so.", "\\<b\\>Nobody"]) {
    assert.ok(text.includes(want), `${want} in ${text}`);
  }
  figure(t, `design review: ${text.length} bytes, ${stored} of 120,000 entities stored`);

  await page.emulateMedia({ media: "print" });
  const seen = await page.evaluate(() => [...document.querySelectorAll("h1, h2, textarea")].filter((e) => getComputedStyle(e).visibility === "visible" && e.checkVisibility()).map((e) => e.textContent));
  assert.equal(seen.length, 1, `printed: ${seen}`);
  assert.match(seen[0], /^Design review: /);
  await page.emulateMedia({ media: "screen" });

  await button(page, "Undo").or(page.getByRole("button", { name: /^Step back|^Undo/ })).first().click();
  await review(page).getByText("Not in this review yet: trade-offs.").waitFor(); // typing is one gesture
});

inPage("design review: on a phone nothing is cut off", { path: "playground", context: { viewport: SIZES.phone, hasTouch: true } }, async (page) => {
  await open(page);
  await review(page).getByLabel(/^Trade-offs/).fill("One scan at night.");
  await review(page).getByLabel("Load test", { exact: true }).selectOption({ label: "500 entities per second" });
  await row(page, "Load test", "Splits").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});
