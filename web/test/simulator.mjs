// The stories of the simulator, as a reader meets them: what the keys do to the
// ranges and servers, and what can be done about it.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";
import { button } from "./reader.mjs";
import { at, count, figures, simulated, to } from "./run.mjs";

const settings = { path: "simulator", timeout: 3_600_000 };
const control = (page, name) => page.getByRole("combobox", { name, exact: true });

// scenario chooses one, and waits until it stands at its beginning.
async function scenario(page, name) {
  await control(page, "Scenario").selectOption({ label: name });
  await page.waitForFunction(() => /^00:00 of .* · Scenario$/.test(document.getElementById("tp-text").textContent));
}

const verdict = (page) => page.locator(".verdict").first().textContent();

// away are the requests that were refused because no server had their range.
const away = (seen) => count(seen["Refused while a range was moving"]) + count(seen["Refused after a server failed"]);

// rounded writes milliseconds as the page does: seconds from 1,000 on, a digit more below ten.
const rounded = (ms) => (ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.floor(ms + 0.5)} ms`);

// same compares the figures of the page with those of a run without a screen.
function same(seen, run) {
  const { totals } = run;
  const named = { "Requests sent": totals.sent, "Requests done": totals.done, "Entities accepted": totals.entities, "Throttled": totals.throttled,
    "Refused by the account limit": totals.accountThrottled, "Transactions billed": totals.billed };
  for (const [name, want] of Object.entries(named)) assert.equal(count(seen[name]), want, name);
  assert.equal(away(seen), totals.unavailable, "refused while a range was away");
  for (const q of ["p50", "p90", "p99"]) assert.equal(seen[`Latency ${q}`], rounded(totals[q]), q);
}

inPage("simulator: keys that grow with time never beat one server, whatever is split", settings, async (page) => {
  await running(page);
  await button(page, "Last").click();
  await at(page, "1:00:00");
  const seen = await figures(page);
  same(seen, simulated("append"));
  assert.match(await verdict(page), /[1-9]\d* splits, none of which helped/);
  assert.equal(seen["Servers that did the work"], "1 of 16");
  assert.ok(count(seen["Entities accepted"]) <= 1.005 * 1020 * 3600, "one range is the limit");

  // Nor by hand: the newest range is split where the next keys will be.
  await to(page, 600, "10:00");
  const before = count((await figures(page))["Entities accepted"]);
  await page.getByRole("button", { name: /^R\d+, a range with [\d,]{3,} entities per second$/ }).first().click();
  await button(page, "Split").click();
  await to(page, 1200, "20:00");
  assert.ok(count((await figures(page))["Entities accepted"]) - before <= 1.005 * 1020 * 600, "a split by hand does not help either");
});

inPage("simulator: buckets spread it, and a query by time pays", settings, async (page) => {
  await running(page);
  await to(page, 300, "05:00");
  const alone = await figures(page);
  await button(page, "Compare with another design").click();
  await scenario(page, "Time in 16 buckets");
  await to(page, 300, "05:00");
  const spread = await figures(page);
  assert.ok(count(spread["Entities accepted"]) > 3 * count(alone["Entities accepted"]), `${spread["Entities accepted"]} against ${alone["Entities accepted"]}`);
  assert.equal(spread["Servers that did the work"], "16 of 16");
  assert.deepEqual([alone, spread].map((f) => f["Requests for a period"]), ["1", "16"]);
});

inPage("simulator: one hot key is the limit of the whole application", settings, async (page) => {
  await running(page);
  await scenario(page, "One hot key among many");
  await to(page, 600, "10:00");
  const seen = await figures(page);
  assert.ok(count(seen["Entities accepted"]) < 600 * 1020 / 0.6 * 1.02, "six in ten go to one range");
  await button(page, "Name the patterns").click();
  await page.getByRole("button", { name: /^Hot key at / }).first().click();
  await page.getByText("A partition is never divided, so one server has all of them.").waitFor();
});

inPage("simulator: a season splits the ranges and they merge again", settings, async (page) => {
  await running(page);
  await scenario(page, "A season comes and goes");
  await to(page, 4200, "1:10:00");
  const busy = await page.getByText(/^\d+ ranges, 16 servers$/).textContent();
  await button(page, "Last").click();
  await at(page, "3:00:00");
  const quiet = await page.getByText(/^\d+ ranges, 16 servers$/).textContent();
  assert.ok(parseInt(busy) > 3 && quiet.startsWith("2 "), `${busy}, then ${quiet}`);
  assert.equal(await page.getByRole("list", { name: "Events, newest first" }).getByText(/takes in range/).count() > 0, true);
});

inPage("simulator: what is deleted leaves empty pages", settings, async (page) => {
  await running(page);
  await scenario(page, "Delete, then scan");
  await button(page, "Last").click();
  await at(page, "05:00");
  const seen = await figures(page), run = simulated("deleteall");
  same(seen, run);
  assert.equal(seen["Pages of scans"], `${run.totals.pages.toLocaleString("en-US")}, ${run.totals.emptyPages} of them empty`);
  assert.ok(run.totals.emptyPages > 0);
});

inPage("simulator: a cell is explained, its fix is tried beside it, and the duel is shared at its moment", { ...settings, context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page, { url }) => {
  await running(page);
  await to(page, 120, "02:00");
  const map = page.getByRole("img", { name: /^Heat map of entities sent/ });
  await map.focus();
  await page.keyboard.press("End");
  for (let n = 0; n < 6 && !await page.locator("#why").count(); n++) {
    if (n) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#why").waitFor();
    if (await page.locator("#why").textContent() !== "Append at the tail") await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.getElementById("why") || document.getElementById("why").textContent === "Append at the tail");
  }
  assert.equal(await page.locator("#why").textContent(), "Append at the tail");
  await button(page, "Try it beside this run").click();
  await at(page, "02:00");
  assert.equal(await page.getByRole("img", { name: /^Heat map/ }).count(), 2);
  const both = [await figures(page, 0), await figures(page, 1)];
  assert.equal(both[1]["Over the target"], "0 s");
  assert.equal(both[0]["Over the target"], "2 min");

  await button(page, "Share this moment").click();
  await button(page, "Copy link").click();
  await page.getByText("The link is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`${url}playground`);
  await running(page);
  await page.goto(link);
  await running(page);
  await at(page, "02:00");
  assert.deepEqual([await figures(page, 0), await figures(page, 1)], both);
});

inPage("simulator: nothing runs while it is paused", settings, async (page) => {
  await running(page);
  await button(page, "Play").click();
  await page.waitForFunction(() => document.getElementById("tp-text").textContent > "00:05");
  await button(page, "Pause").click();
  await button(page, "Play").waitFor();
  const frames = await page.evaluate(() => new Promise((done) => {
    let asked = 0;
    const real = window.requestAnimationFrame;
    window.requestAnimationFrame = (f) => { asked++; return real.call(window, f); };
    setTimeout(() => { window.requestAnimationFrame = real; done(asked); }, 500);
  }));
  assert.equal(frames, 0, "no frame is asked for");
});

inPage("simulator by keyboard: undo, redo, a fork that keeps both futures, and the comparison with its parent", settings, async (page) => {
  await running(page);
  await scenario(page, "A server fails");
  const read = page.locator("#tp-text");
  const press = async (key, times = 1) => { for (let n = 0; n < times; n++) await page.keyboard.press(key); };
  const END = "01:40";
  const ended = async () => { await press("Home"); await press("Shift+ArrowRight", 5); await at(page, END); };
  const run = simulated("failure", "-for", "100s");

  // A minute in, a server fails by hand; undo takes that back, and redo again.
  await page.locator("main").focus();
  await press("Shift+ArrowRight", 3);
  await at(page, "01:00");
  await button(page, "Let server A fail").focus();
  await press("Enter");
  await read.getByText(/Server fails$/).waitFor();
  await ended();
  const failed = await figures(page);
  assert.notEqual(away(failed), run.totals.unavailable, "the failure shows in the figures");
  await press("u");
  await at(page, "01:00");
  await ended();
  same(await figures(page), run);
  await press("Control+Shift+Z");
  await read.getByText(/Server fails$/).waitFor();
  await at(page, END);
  assert.deepEqual(await figures(page), failed, "redo is the run with the failure again");

  // A fork before the failure leaves it to the first branch.
  await press("Home");
  await at(page, "00:00");
  await press("Shift+ArrowRight");
  await at(page, "00:20");
  await press("b");
  await page.getByRole("combobox", { name: "Branch", exact: true }).waitFor();
  await ended();
  same(await figures(page), run);
  await page.getByRole("button", { name: "Compare with main" }).focus();
  await press("Enter");
  await page.getByRole("img", { name: /^Heat map/ }).nth(1).waitFor();
  await at(page, END);
  same(await figures(page, 0), run);
  assert.deepEqual(Object.values(await figures(page, 1)).slice(1), Object.values(failed).slice(1), "the parent stands beside it as it was");
  await page.getByRole("combobox", { name: "Branch", exact: true }).selectOption("main");
  await read.getByText(/Server fails$/).waitFor();
  await page.locator("main").focus();
  await ended();
  assert.deepEqual(await figures(page), failed);
});
