// The published figures: readable as they were built, run again by keyboard in
// the page with the same numbers to the last digit, and stopped on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { format, simulated } from "../figures.js";
import { openSettings } from "./run.mjs";
import { inPage, onPage, running, sites } from "./stage.mjs";

// The page reads a claim off the counts as the engine does.
test("figures: every claim has the value that the engine gives it", async () => {
  const { origin, base } = sites.root;
  const html = await (await fetch(`${origin}${base}figures`)).text();
  const folder = html.match(/href="([^"]*)\/icons\.svg/)[1];
  const study = await (await fetch(`${origin}${folder}/figures.json`)).json();
  for (const f of study.figures) {
    for (const c of f.claims) {
      const v = simulated(study, f, c, study.counts);
      assert.ok(Math.abs(v - c.simulated) <= 1e-9 * Math.abs(v), `figure ${f.number}, ${c.what}: ${v}, want ${c.simulated}`);
    }
  }
  assert.equal(study.figures.flatMap((f) => f.claims).length, 32);
  for (const [v, want] of [[0, "0"], [35116.6, "35,117"], [99.96, "100"], [66.13, "66.1"], [7.4148, "7.41"], [7, "7"], [0.20677, "0.21"], [0.0004637, "0.00046"], [NaN, "not run"]]) assert.equal(format(v), want);
});

// A claim in words is a check of order, which no value hits, however large.
test("figures: numbers that are hit are told from checks of order, each with its band", async () => {
  await onPage({ ...sites.root, path: "figures", context: { javaScriptEnabled: false } }, async (page) => {
    assert.match(await page.locator(".fgr__nav p").first().innerText(), /^\d+ of \d+ published numbers are hit, and \d+ of \d+ checks of an order or a bound hold\./);
    const list = async (summary, label) => {
      await page.getByText(summary).click();
      return page.getByRole("region", { name: label }).getByRole("row").allInnerTexts();
    };
    const numbers = await list("Every published number with its band", "Published numbers and their bands");
    const checks = await list("Every check of an order or a bound", "Checks of an order or a bound");
    assert.equal(numbers.length + checks.length, 32 + 2);
    assert.ok(numbers.slice(1).every((r) => /\t(hit|missed)\t/.test(r) && /( to |exactly )[\d.,]+$/.test(r)), numbers.join("\n"));
    assert.ok(checks.slice(1).every((r) => /\t(holds|fails)\t/.test(r)), checks.join("\n"));
    const reached = checks.filter((r) => r.includes("17,000 achieved"));
    assert.equal(reached.length, 2);
    assert.ok(checks.some((r) => r.includes("keeps rising")) && !numbers.some((r) => /keeps rising|17,000|more/.test(r)));
  });
});

const figure = (page, n) => page.getByRole("region", { name: new RegExp(`^Figure ${n}\\.`) });
const run = (page, n) => page.getByRole("button", { name: `Run figure ${n}`, exact: true });
const done = (page, n) => page.getByRole("status").filter({ hasText: `Figure ${n} is done` }).waitFor();

// tables are all cells of a figure, its points too.
async function tables(page, n) {
  const list = figure(page, n).getByText(`Every point of figure ${n}`);
  if (!await list.evaluate((e) => e.parentElement.open)) await list.click();
  await figure(page, n).getByRole("region", { name: new RegExp(`, figure ${n}$`) }).nth(1).waitFor();
  return figure(page, n).getByRole("row").allInnerTexts();
}

inPage("figures: run in the page, a figure has the numbers that were built", { path: "figures" }, async (page) => {
  // As it was built: a page without any program.
  const built = {};
  await onPage({ ...sites.root, path: "figures", context: { javaScriptEnabled: false } }, async (still) => {
    for (const n of [4, 15]) built[n] = await tables(still, n);
  });
  assert.ok(built[15].length > 12 && built[15].some((r) => /22%/.test(r) && /hit/.test(r)) && built[15].some((r) => /missed/.test(r)), "the built page says what is hit and what is missed");

  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  for (const n of [4, 15]) {
    await run(page, n).focus();
    await page.keyboard.press("Enter");
    await done(page, n);
    await figure(page, n).getByText("run in this tab. Every count equals that of the build.").waitFor();
    assert.equal(await run(page, n).evaluate((e) => e === document.activeElement), true, "the focus stays on the button");
    assert.deepEqual(await tables(page, n), built[n], `figure ${n}`);
  }
});

// The reader opens a list in the old page while the program puts its own in place.
const opensLate = () => new MutationObserver((changes, watch) => {
  const list = changes.flatMap((c) => [...c.removedNodes]).map((n) => n.querySelector?.("#figures section details")).find(Boolean);
  if (!list) return;
  watch.disconnect();
  list.open = true;
}).observe(document, { subtree: true, childList: true });

inPage("figures: a list that is opened while the program starts stays open", { path: "figures", onContext: (context) => context.addInitScript(opensLate) }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  assert.equal(await page.locator("#figures section details[open]").count(), 1);
});

inPage("figures: other seeds, and a run that is stopped", { path: "figures" }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  const before = await tables(page, 4);
  await page.getByRole("textbox", { name: "First seed" }).fill("5");
  await page.getByRole("combobox", { name: "Seeds" }).selectOption({ label: "Mean of 3" });
  await run(page, 4).click();
  await figure(page, 4).getByText("Seeds 5 to 7, run in this tab.").waitFor();
  assert.notDeepEqual(await tables(page, 4), before, "other seeds give other numbers");
  const kept = await tables(page, 8);
  await page.getByRole("button", { name: "Run all figures" }).click();
  await page.getByRole("progressbar", { name: "Runs" }).waitFor();
  await figure(page, 3).getByText("Seeds 5 to 7, run in this tab.").waitFor();
  await page.getByRole("region", { name: "Run", exact: true }).getByRole("button", { name: "Stop" }).click();
  await page.getByRole("status").filter({ hasText: "Stopped." }).waitFor();
  await figure(page, 3).getByText("Seeds 5 to 7, run in this tab.").waitFor();
  assert.deepEqual(await tables(page, 8), kept, "what was not finished stays as it was");
  await page.getByRole("link", { name: "simulator", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Load simulator" }).waitFor();
  await openSettings(page);
  await page.getByRole("link", { name: "the published figures" }).click();
  await figure(page, 3).getByText("Seeds 5 to 7, run in this tab.").waitFor();
});
