// What must be in view together on the screen of the keys, measured where a browser
// has laid it out, and what opens and closes there.

import assert from "node:assert/strict";
import { loaded, settled, shown, templates, unfold } from "./reader.mjs";
import { openSettings } from "./run.mjs";
import { SIZES, inPage, running } from "./stage.mjs";

const entities = 3184; // of the Movies under their ready design
const outcome = (page) => page.getByRole("region", { name: "What these keys come to" });
const box = (locator) => locator.evaluate((e) => { const { top, bottom, left, right } = e.getBoundingClientRect(); return { top, bottom, left, right }; });

async function openMovies(page) {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, entities);
}

// seen tells whether an element lies whole between the header and the bar of the page.
async function seen(page, locator, above) {
  const bar = await box(page.getByRole("group", { name: "Transport" })), at = await box(locator);
  return at.top >= above && at.bottom <= bar.top;
}

for (const [name, questions] of [["desk", 6], ["tablet", 3]]) {
  inPage(`glance: keys, verdict and questions are in view together, ${name}`, { path: "playground" }, async (page) => {
    await openMovies(page);
    await page.setViewportSize(SIZES[name]);
    const strip = await box(outcome(page));
    for (const part of ["pk", "rk"]) assert.ok(await seen(page, templates[part](page), strip.bottom), `${part} is in view`);
    const rows = page.getByRole("region", { name: "Questions", exact: true }).getByRole("rowgroup").filter({ has: page.getByRole("button", { name: /^Edit question/ }) });
    for (let i = 0; i < questions; i++) assert.ok(await seen(page, rows.nth(i).locator("td[data-l=Examined]"), strip.bottom), `question ${i + 1} is in view`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing is wider than the window");

    const pk = await box(templates.pk(page));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    assert.ok(await seen(page, outcome(page), 0), "the verdict stays");
    assert.ok(Math.abs((await box(templates.pk(page))).top - pk.top) < 60 && await seen(page, templates.rk(page), strip.bottom - 60), "the keys stay");
  });
}

inPage("glance: the page with Movies is at most three screens", { path: "playground" }, async (page) => {
  await openMovies(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height <= 3 * SIZES.desk.height, `${height} px`);
});

inPage("glance: the dearest question and the gravest finding are one press away, by keyboard", { path: "playground" }, async (page) => {
  await openMovies(page);
  await outcome(page).getByRole("button", { name: /^Dearest question: Rated above 8\.5 ?91 read for each entity returned$/ }).press("Enter");
  await shown(page, { Examined: "3,184", Returned: "35" });
  await outcome(page).getByRole("button", { name: /17 rows repeat a key/ }).press("Enter");
  await templates.rk(page).fill("{clean(or(Title,'Untitled'))}_{rowNumber():04}");
  await settled(page);
  await outcome(page).getByText("17 rows repeat a key").waitFor({ state: "detached" });
  const columns = page.getByRole("complementary", { name: "Source columns" });
  assert.equal(await columns.isVisible(), false);
  await unfold(page, "Columns");
  await columns.getByRole("button", { name: /^Major_Genre/ }).waitFor();
  assert.ok((await box(columns)).right <= (await box(templates.pk(page))).left, "the drawer covers no key");
  await page.keyboard.press("Escape");
  await columns.waitFor({ state: "hidden" });
});

inPage("glance: a load test of the design, from the playground and back, by keyboard", { path: "playground" }, async (page, { url }) => {
  await openMovies(page);
  await templates.pk(page).fill("{Major_Genre}");
  await settled(page);
  await page.getByRole("link", { name: "Load test" }).press("Enter");
  await page.waitForURL(`${url}simulator`); // what was asked for is done once, and not again after a reload
  await openSettings(page);
  assert.equal(await page.getByRole("textbox", { name: /^PartitionKey of/ }).first().inputValue(), "{Major_Genre}");
  await page.getByText(/^The rows of movies\.json as inserts/).first().waitFor();
  await page.waitForFunction(() => /^[1-9][\d,]* of [\d,]+ entities\/s accepted/.test(document.querySelector(".vl__n").textContent));
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Movies" }).waitFor();
  assert.equal(await templates.pk(page).inputValue(), "{Major_Genre}");
});

inPage("glance: a load test without rows says what it needs", { path: "simulator#rows" }, async (page) => {
  await running(page);
  await openSettings(page);
  await page.getByText(/^Load rows in the playground first/).first().waitFor();
});
