// 200,000 rows: they come whole or not at all, a query reads them all, the grid
// shows each of them, and a hand that does not wait is answered.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { DRAMAS, dramas, same } from "./answers.mjs";
import { ROWS, give, withFile } from "./readings.mjs";
import * as hand from "./hand.mjs";
import { inPage, running } from "./stage.mjs";
import { $filter, button, grid, loaded, number, settled, shown, templates, visibleRows } from "./reader.mjs";

const GESTURES = 12; // of the hand, between typing and scrubbing

const progress = (page, name, percent) => page.waitForFunction(([n, p]) => {
  const bar = document.querySelector("[role=progressbar]");
  return bar?.ariaLabel.startsWith(n) && Number(bar.ariaValueNow) >= p;
}, [name, percent], { polling: 5 });

async function openMovies(page) {
  await running(page);
  await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Movies sample" });
  await loaded(page, movies.entities.length);
  await $filter(page).fill(DRAMAS);
  await button(page, "Run").click();
  await shown(page, { Returned: number(dramas.length) });
}

for (const [phase, name] of [["Reading", "while the file is read"], ["Building", "while the table is built"]]) {
  inPage(`load: an import cancelled ${name} leaves everything as it was`, { path: "playground" }, (page) => withFile(async (file) => {
    await openMovies(page);
    await give(page, file);
    await progress(page, phase, 20);
    await button(page, "Cancel").click();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "Movies" }).waitFor();
    await loaded(page, movies.entities.length);
    assert.equal((await $filter(page).innerText()).trim(), DRAMAS);
    assert.equal(await templates.rk(page).inputValue(), "{clean(or(Title,'Untitled'))}");
    await same(page, dramas);
  }));
}

// instant is a date as a key shows it, to 100 ns.
const instant = (at) => at.replace("Z", ".0000000Z");
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

// agree compares the rows on the screen with those that belong there.
async function agree(page, want, place) {
  await page.waitForFunction((p) => document.querySelector(`#grid [role=row][aria-rowindex="${p + 1}"] [role=gridcell]`), place);
  const rows = await visibleRows(page);
  assert.ok(rows.length >= 10, `${rows.length} rows are drawn`);
  for (const { place, cells } of rows) {
    const r = want[place - 1];
    const shownAs = { PartitionKey: r.Status, RowKey: instant(r.At), Device: r.Device, Celsius: r.Celsius, Humidity: r.Humidity, Note: r.Note || "–" };
    assert.deepEqual(Object.fromEntries(Object.keys(shownAs).map((n) => [n, cells[n]])), shownAs, `row ${place}`);
  }
}

// typed types in a field, and looks at what the page says of it at the end.
async function typed(page, f, want) {
  await hand.place(page, f);
  await hand.type(page, f);
  assert.equal(await f.field(page).evaluate((e) => (e.value ?? e.innerText).trim()), want);
}

// scrubbed makes gestures, and draws the thumb of the journal along them and back:
// every place is passed, and at the end all is as it was.
async function scrubbed(page) {
  const before = await page.locator("#tp-text").textContent(), first = Number(await page.locator("#scrub").getAttribute("max"));
  await hand.gestures(page, GESTURES);
  const top = Number(await page.locator("#scrub").getAttribute("max")), shownAt = await page.locator("#tp-text").textContent();
  assert.ok(top > first && shownAt !== before, `${before}, then ${shownAt}`);
  const state = async () => [await templates.pk(page).inputValue(), await templates.rk(page).inputValue(), await page.locator("#top").inputValue()];
  const wanted = await state();
  assert.deepEqual(wanted.slice(1), [`{At}_${GESTURES - GESTURES % 10}`, String(GESTURES - 1)]);
  const frames = await hand.scrub(page);
  assert.ok(frames.length >= 4 * top - 2, `${frames.length} frames for ${top} places, four times`);
  await page.waitForFunction((text) => document.getElementById("tp-text").textContent === text, shownAt);
  await loaded(page, ROWS);
  assert.deepEqual(await state(), wanted);
}

// compared takes a preset, and sets another design beside it.
async function compared(page) {
  await button(page, "Presets").click();
  await hand.usePreset(page);
  const preset = [await templates.pk(page).inputValue(), await templates.rk(page).inputValue()];
  assert.notEqual(preset[1], `{At}_${GESTURES - GESTURES % 10}`, "the preset has keys of its own");
  await hand.openCompare(page);
  await hand.otherDesign(page);
  assert.deepEqual([await templates.pk(page).inputValue(), await templates.rk(page).inputValue()], preset);
  assert.equal(await page.getByRole("textbox", { name: "PartitionKey of B" }).inputValue(), "{Site}");
  assert.ok((await page.locator("#verdict").textContent()).length > 20, "the comparison says what it found");
}

inPage("load: 200,000 rows", { path: "playground", timeout: 1_800_000 }, (page) => withFile(async (file, rows) => {
  await openMovies(page);
  await give(page, file);
  await loaded(page, ROWS);

  const want = rows.toSorted((a, b) => order(a.Status, b.Status) || order(a.At, b.At));
  assert.equal(await templates.pk(page).inputValue(), "{Status}");
  assert.equal(await templates.rk(page).inputValue(), "{At}");
  await $filter(page).fill("Humidity ge 0");
  await button(page, "Run").click();
  await shown(page, { Returned: "1,000" });
  await button(page, "Run all pages").focus();
  await page.keyboard.press("Enter");
  await page.getByText(/^No token: this is all/).first().waitFor();
  await shown(page, { Examined: number(ROWS), Returned: number(ROWS), "Round trips": "200" });
  await settled(page);

  assert.equal(await grid(page).getAttribute("aria-rowcount"), String(ROWS + 1));
  await grid(page).focus();
  await page.keyboard.press("Home");
  await agree(page, want, 1);
  await page.keyboard.press("End");
  await agree(page, want, ROWS);
  await page.keyboard.press("PageUp");
  await agree(page, want, ROWS - 15);
  await page.keyboard.press("Home");
  await grid(page).hover();
  const height = await grid(page).evaluate((g) => g.scrollHeight);
  await page.mouse.wheel(0, height / 2);
  await agree(page, want, ROWS / 2);
  for (let i = 0; i < 120; i++) await page.mouse.wheel(0, 700);
  await page.waitForFunction(() => document.querySelector("#grid [role=row][aria-rowindex]"));
  const rowsNow = await visibleRows(page);
  assert.ok(rowsNow.length >= 10 && rowsNow.every((r) => instant(want[r.place - 1].At) === r.cells.RowKey), "the rows on the screen belong there");

  for (const f of hand.FIELDS) await typed(page, f, f.typed);
  await scrubbed(page);
  await compared(page);
  await hand.openMovies(page);
  await loaded(page, movies.entities.length);
}));
