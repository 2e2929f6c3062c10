// Why a cell of the simulator's map is hot, in each of its scenarios: the cell with
// most refusals is explained by their recorded cause, and no cell with refusals
// is called even.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";
import { button } from "./reader.mjs";
import { LONG, to } from "./run.mjs";

const settings = { path: "simulator", timeout: 3_600_000 };

// The scenario that the page opens with.
const FIRST = "Keys that grow with time";

// open chooses a scenario and goes to a moment of it.
async function open(page, name, seconds, clock) {
  if (name !== FIRST) {
    await page.getByRole("combobox", { name: "Scenario", exact: true }).selectOption({ label: name });
    await page.waitForFunction(() => /^(00:00 of .*|01:00 of 01:00) · Scenario$/.test(document.getElementById("tp-text").textContent)); // the films have run
  }
  await to(page, seconds, clock);
}

const said = (page) => page.locator("#cell-said").textContent();
const number = (text) => Number(text?.[1].replaceAll(",", "") ?? 0);

// hottest puts the crosshair on the cell of the last whole column in which most
// was refused, or, where nothing was, most happened. It returns what the map says.
async function hottest(page) {
  await page.getByRole("img", { name: /^Heat map of/ }).first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  for (let last = ""; last !== await said(page); await page.keyboard.press("Shift+ArrowUp")) last = await said(page);
  let best = -1, where = 0, last = "", row = 0;
  for (; row < 128; row++) {
    const text = await said(page);
    if (text === last) break;
    last = text;
    const score = number(text.match(/; ([\d,]+) entit(?:y|ies) refused/)) * 1e6 + number(text.match(/: ([\d,]+) entit/));
    if (score > best) [best, where] = [score, row];
    await page.keyboard.press("ArrowDown");
  }
  const up = row - 1 - where; // from the last row, ten at a time and then one
  for (let n = 0; n < up; n += n + 10 <= up ? 10 : 1) await page.keyboard.press(n + 10 <= up ? "Shift+ArrowUp" : "ArrowUp");
  return said(page);
}

// why explains the cell under the crosshair.
async function why(page) {
  await page.keyboard.press("Enter");
  await page.locator("#why").waitFor();
  return { title: await page.locator("#why").textContent(), text: (await page.locator(".why__l").textContent()) };
}

// What each scenario is to say: a moment, the title, and words of the reason.
const STORIES = [
  [FIRST, 60, "01:00", "Append at the tail", /every write goes to the last range/],
  ["Newest first", 60, "01:00", "Prepend at the head", /every write goes to the first range/],
  ["Time in 16 buckets", 60, "01:00", "Even", /No key stands out/],
  ["One partition per user", 60, "01:00", "One range at its capacity", /A split can divide its keys/],
  ["Random keys", 60, "01:00", "One range at its capacity", /The table has no other range yet/],
  ["One partition for everything", 60, "01:00", "Hot key", /A partition is never divided/],
  ["One hot key among many", 60, "01:00", "Hot key", /A partition is never divided/],
  ["A season comes and goes", 624, "10:24", "One range at its capacity", /refused by a range at its capacity.*The keys here: One key, "\w+_/],
  ["A new table under full load", 60, "01:00", "One range at its capacity", /The table has no other range yet/],
  ["A crowded server", 130, "02:10", "A crowded server", /Server A worked (99\.\d|100)% of the time of its 2 cores for 8 ranges/],
  ["The account's limit", 11, "00:11", "The account's limit", /used up the 5,000 entities/],
  ["Log entries by component", 60, "01:00", "One range at its capacity", /A split can divide its keys/],
  ["Delete, then scan", 30, "00:30", "Sequential scan", /Scans read page by page through these keys/],
  ["Three ranges of films", 60, "01:00", "Nothing lands here", /0 operations land here/],
  ["A server fails", 188, "03:08", "A failed server", /refused after a server failed.*Server F failed\. Range \d+ moved to server [A-H]2? and was back at 03:1\d/],
];

// The scenarios are opened one after another in the same page.
inPage("why: each scenario", settings, async (page, { t }) => {
  await running(page);
  for (const [name, seconds, clock, title, words] of STORIES) {
    await t.test(`why: ${name}`, async () => {
      if (await page.locator("#why").count()) await page.keyboard.press("Escape");
      await open(page, name, seconds, clock);
      const cell = await hottest(page);
      const answer = await why(page);
      assert.equal(answer.title, title, cell);
      assert.match(answer.text, words);
      if (/refused/.test(cell)) assert.match(answer.text, /entit(y|ies) refused/);
      if (title !== "Even") assert.notEqual(answer.title, "Even");
    });
  }
});

inPage("why: a fix is run first, and keeps the channel of the season", settings, async (page) => {
  await running(page);
  await open(page, "One hot key among many", 120, "02:00");
  await hottest(page);
  await why(page);
  await button(page, "Try it beside this run").waitFor({ timeout: LONG });
  const offer = await page.locator(".why__f").textContent();
  const [, before, after] = offer.match(/Before: ([\d,]+) entities\/s accepted, p99 .*After: ([\d,]+) entities\/s accepted, p99 /);
  assert.ok(number([0, after]) > 2 * number([0, before]), offer);
  assert.match(offer, /It needs [1-9]\d* splits? for that, and accepts [\d,]+ entities\/s until the first one\./);
  assert.match(offer, /here the service decides on a split after 5 to 10 min/);

  await open(page, "A season comes and goes", 624, "10:24");
  await hottest(page);
  await why(page);
  await page.getByText(/other keys were tried under the same load; none did much better\.$/).waitFor({ timeout: LONG });
  assert.equal(await page.locator("#apply-fix").count(), 0, "no key that loses the channel is offered");
});
