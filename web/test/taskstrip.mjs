// The current task of a lesson and its verdict, over the stage: in view while a
// learner types, wherever the guide is, and without moving the stage.

import assert from "node:assert/strict";
import { SIZES, inPage, running } from "./stage.mjs";
import { field, type } from "./walk.mjs";

const now = (page) => page.getByRole("region", { name: "Current task" });
const box = (locator) => locator.evaluate((e) => { const { top, bottom, left, right } = e.getBoundingClientRect(); return { top, bottom, left, right }; });

// inSight asserts that no bar, header or scrolled box hides a part of the element.
async function inSight(page, locator, what) {
  const { top, bottom, left, right } = await box(locator), [header, bar] = await Promise.all(["header", ".tp"].map((s) => box(page.locator(s).first())));
  assert.ok(top >= header.bottom && bottom <= bar.top, `${what} is between ${header.bottom} and ${bar.top}: ${top} to ${bottom}`);
  const free = await page.evaluate((all) => all.map(([x, y]) => document.elementFromPoint(x, y)?.closest(".ls__work") !== null), [[left + 1, top + 1], [right - 1, bottom - 1]]);
  assert.deepEqual(free, [true, true], `nothing lies over ${what}`);
}

for (const name of ["desk", "tablet"]) {
  inPage(`glance: the current task and its verdict are in view while typing, at any scroll, ${name}`, { path: "lessons/entity" }, async (page) => {
    await page.setViewportSize(SIZES[name]);
    await page.getByRole("heading", { level: 1 }).first().hover();
    await running(page);
    await field(page).waitFor();
    const verdict = now(page).getByRole("status"), stage = page.getByRole("region", { name: "Stage" });
    await field(page).fill("insert Movies Casablanca/Drama Year=1942");
    const before = await box(stage);
    for (const share of [0, 0.5, 1]) {
      await page.evaluate((y) => scrollTo(0, y * document.documentElement.scrollHeight), share);
      for (const [what, part] of [["the task", now(page).getByText(/^Task 1\. Store the film Casablanca/)], ["its verdict", verdict], ["the prompt", field(page)]]) await inSight(page, part, what);
      assert.match(await verdict.innerText(), /^Not yet\. /);
    }
    await field(page).press("Enter");
    await verdict.getByText("You put the title first.").waitFor();
    assert.ok(Math.abs((await box(stage)).top - before.top) <= 2, "the stage stays where it is");
    await type(page, "insert Movies Drama/Casablanca Year=1942");
    await now(page).getByText(/^Task 2\. /).waitFor();
    await now(page).getByText("1 of 2 tasks met").waitFor();
    await type(page, "insert-or-replace Movies Comedy/Airplane Year=2026");
    await verdict.getByText("Broken.").waitFor();
    await inSight(page, verdict, "the verdict of what broke");
  });
}

inPage("glance: on a phone the current task and its verdict stay under the tabs, and the list takes their place", { path: "lessons/entity", context: { viewport: SIZES.phone, hasTouch: true } }, async (page) => {
  await page.getByRole("heading", { level: 1 }).first().tap();
  await running(page);
  await page.getByRole("radio", { name: "Try it" }).tap();
  const list = page.locator("summary", { hasText: "0 of 2 tasks met" }), verdict = now(page).getByRole("status");
  await list.waitFor();
  await type(page, "insert Movies Casablanca/Drama Year=1942");
  await verdict.getByText("You put the title first.").waitFor();
  for (const share of [0, 0.5, 1]) {
    await page.evaluate((y) => scrollTo(0, y * document.documentElement.scrollHeight), share);
    for (const [what, part] of [["the task", now(page).getByText(/^Task 1\. /)], ["its verdict", verdict]]) await inSight(page, part, `${what} at ${share}`);
  }
  // What has the focus is not under the strip.
  await field(page).focus();
  const strip = await box(now(page)), prompt = await box(field(page));
  assert.ok(prompt.top >= strip.bottom, `the prompt is at ${prompt.top}, the strip ends at ${strip.bottom}`);
  await page.evaluate(() => scrollTo(0, 0));
  await list.tap();
  await page.getByRole("listitem").filter({ hasText: /Store the film/ }).first().waitFor();
  assert.equal(await now(page).isVisible(), false, "no task is shown twice");
});
