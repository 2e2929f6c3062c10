// What must be in view together on the screen of the keys, measured where a browser
// has laid it out, and what opens and closes there.

import assert from "node:assert/strict";
import { $filter, button, loaded, settled, shown, templates, tried, unfold } from "./reader.mjs";
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

const phone = { path: "playground", context: { hasTouch: true } };

async function openMoviesOnPhone(page) {
  await openMovies(page);
  await page.setViewportSize(SIZES.phone);
  await settled(page);
}

// lowest waits until an element reaches down to the bar and leaves the upper part of the window free.
const lowest = async (page, locator) => page.waitForFunction((e) => {
  const { top, bottom } = e.getBoundingClientRect(), bar = document.querySelector(".tp").getBoundingClientRect().top;
  return Math.abs(bottom - bar) <= 1 && top >= innerHeight * 0.25;
}, await locator.elementHandle());

inPage("glance: on a phone the page with Movies is at most five screens, and nothing is wider than it", phone, async (page) => {
  await openMoviesOnPhone(page);
  await tried(page);
  const { height, wide } = await page.evaluate(() => ({ height: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth - innerWidth }));
  assert.ok(height <= 5 * SIZES.phone.height, `${height} px`);
  assert.ok(wide <= 0, `${wide} px too wide`);
});

inPage("glance: on a phone the verdict is whole beside its fix, and says what the fix costs", phone, async (page) => {
  await openMoviesOnPhone(page);
  await tried(page);
  assert.deepEqual(await cut(page, ".oc :is(small, b, button)"), []);
  const sentence = (await page.locator("#fix-0").innerText()).replace(/\s+/g, " ");
  const dearer = /would (take|have to read)/.test(sentence), problem = sentence.includes("A new problem would appear");
  const price = problem ? "; the fix brings a new problem" : dearer ? "; the fix makes a question dearer" : "";
  assert.match(await outcome(page).locator("#outcome-checks small").innerText(), new RegExp(`^\\d problem.*${price}$`), sentence);
});

inPage("glance: on a phone a question, its reasons, its editor, the columns and the presets are sheets under the thumb", phone, async (page) => {
  await openMoviesOnPhone(page);
  const peek = page.getByRole("button", { name: /^Query/ }), plan = page.getByRole("region", { name: "Query and plan" });
  assert.equal(await plan.isVisible(), false);
  await button(page, "Rated above 8.5").tap();
  await plan.waitFor();
  await lowest(page, peek.locator("xpath=.."));
  await shown(page, { Examined: "3,184", Returned: "35" });
  await peek.getByText("3,184 examined, 35 returned").waitFor();
  await $filter(page).tap();
  await page.waitForFunction(() => document.activeElement?.id === "filter");
  await peek.tap();
  await plan.waitFor({ state: "hidden" });
  const questions = page.getByRole("region", { name: "Questions", exact: true });
  const sheets = [
    [questions.getByText("Requests and estimates").nth(1), questions.locator("details[open]")],
    [page.getByRole("button", { name: /^Edit question 2/ }), page.getByRole("group", { name: "Question 2" }).locator("xpath=ancestor::tr")],
    [button(page, "Columns"), page.getByRole("complementary", { name: "Source columns" })],
    [button(page, "Presets"), page.getByRole("region", { name: "Presets" }).locator("xpath=..")],
  ];
  for (const [opener, sheet] of sheets) {
    await opener.tap();
    await sheet.waitFor();
    await lowest(page, sheet);
    if (await page.getByRole("button", { name: "Close the editor" }).isVisible()) await button(page, "Close the editor").tap();
    else await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
  }
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

inPage("glance: the gravest finding is mended from the strip, and each question says what that edit did", { path: "playground" }, async (page) => {
  await openMovies(page);
  const questions = page.getByRole("region", { name: "Questions", exact: true });
  const body = (name) => questions.getByRole("rowgroup").filter({ has: button(page, name) });
  const figure = async (name, label) => Number((await body(name).locator(`td[data-l=${label}]`).first().innerText()).replace(/,/g, ""));
  const names = ["One film", "Every horror film", "Rated above 8.5"];
  const before = await Promise.all(names.map((n) => figure(n, "Examined")));
  await outcome(page).getByRole("button", { name: "Fix: Add {rowNumber():04} to RowKey" }).press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "outcome-checks");
  await settled(page);
  for (const [i, name] of names.entries()) {
    const cell = body(name).locator("td[data-l='Last edit']");
    await cell.waitFor();
    const after = await figure(name, "Examined"), n = (x) => x.toLocaleString("en-US");
    assert.match(await cell.innerText(), new RegExp(`^${n(before[i])} → ${n(after)}`));
  }
  await templates.rk(page).fill("{clean(or(Title,'Untitled'))}");
  await settled(page);
  await body("Every horror film").getByText(/^\d+ rows? lost$/).waitFor();
});

// cut are the elements whose text does not fit into them, or that reach out of the window.
const cut = (page, selector) => page.locator(selector).evaluateAll((all) => all.filter((e) => e.getClientRects().length > 0).flatMap((e) => {
  const { left, right } = e.getBoundingClientRect(), s = getComputedStyle(e);
  const hides = s.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 || s.overflowY !== "visible" && e.scrollHeight > e.clientHeight + 2;
  return hides || left < -1 || right > innerWidth + 1 ? [`${e.className} ${e.textContent}: ${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`] : [];
}));

inPage("glance: the templates of every preset are whole, at each size", { path: "playground" }, async (page) => {
  await openMovies(page);
  for (const size of [SIZES.desk, SIZES.tablet, SIZES.phone]) {
    await page.setViewportSize(size);
    await button(page, "Presets").click();
    const all = page.getByRole("list", { name: "Known designs" }).getByRole("button");
    await all.nth(7).waitFor();
    for (let i = 0, n = await all.count(); i < n; i++) {
      await all.nth(i).click();
      await all.nth(i).and(page.locator("[aria-pressed=true]")).waitFor();
      assert.deepEqual(await cut(page, ".pre__l code, .pre__d code, .pre__d .k, .pre__d .slot"), [], `preset ${i + 1} at ${size.width}`);
    }
    await page.keyboard.press("Escape");
    await all.first().waitFor({ state: "hidden" });
  }
});
