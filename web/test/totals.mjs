// What the simulator says of a run adds up: the verdict, the figures, the series
// and the map as tables, and the same run without a screen.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";
import { button } from "./reader.mjs";
import { at, count, figures, openSettings, simulated, to } from "./run.mjs";

const settings = { path: "simulator", timeout: 3_600_000 };

async function scenario(page, name) {
  await page.getByRole("combobox", { name: "Scenario", exact: true }).selectOption({ label: name });
  await page.waitForFunction(() => /of .* · Scenario$/.test(document.getElementById("tp-text").textContent));
}

async function last(page, clock) {
  await button(page, "Last").click();
  await at(page, clock);
}

const verdicts = (page) => page.locator(".verdict").allTextContents();
// cells reads a table, once it is drawn.
const cells = async (page, id) => {
  const rows = page.locator(`#${id} tr`);
  await rows.first().waitFor({ state: "attached" });
  return rows.evaluateAll((all) => all.map((r) => [...r.cells].map((c) => c.textContent)));
};

// rates reads "1,583 of 1,584 entities/s accepted, p99 229 ms."
function rates(text) {
  const [, accepted, offered, p99] = text.match(/([\d,]+) of ([\d,]+) entities\/s accepted, p99 ([\d.,]+ m?s)\./);
  return { accepted: count(accepted), offered: count(offered), p99 };
}

inPage("totals: the fix of a hot key more than doubles what is accepted, and the verdict leads with it", settings, async (page) => {
  await running(page);
  await scenario(page, "One hot key among many");
  await to(page, 120, "02:00");
  await button(page, "Name the patterns").click();
  await page.getByRole("button", { name: /^Hot key at / }).first().click();
  await button(page, "Try it beside this run").click();
  await page.getByRole("img", { name: /^Heat map/ }).nth(1).waitFor();
  await to(page, 2700, "45:00"); // the service has decided on its splits by then
  const [alone, fixed] = await verdicts(page);
  assert.match(alone, /One partition was sent more than its target of 500\/s for 44 min in all\./);
  assert.match(alone, /240 callers wait for each answer/);
  const a = rates(alone), b = rates(fixed);
  assert.ok(b.accepted > 2 * a.accepted, `${a.accepted}/s, then ${b.accepted}/s`);
  assert.match(fixed, /No partition was ever sent more than its target of 500\/s\./);
  assert.match(fixed, /[34] splits, all of which helped\./);
  assert.ok(count((await figures(page, 1))["Entities accepted"]) > 2 * count((await figures(page, 0))["Entities accepted"]));
});

inPage("totals: no split of keys that fall with time helps, and both figures are shown", settings, async (page) => {
  await running(page);
  await scenario(page, "Newest first");
  await last(page, "1:00:00");
  const [text] = await verdicts(page);
  assert.match(text, /[1-9]\d* splits, none of which helped\./);
  assert.match(text, /One partition was sent more than its target of 500\/s the whole time\./);
  const rows = (await cells(page, "judged")).slice(1);
  const splits = rows.filter((r) => r[0].includes("split"));
  assert.ok(splits.length >= 5 && splits.every((r) => /^[\d,]+ in /.test(r[2]) && /^[\d,]+ in /.test(r[3]) && r[4] === "did not help"), splits.join("\n"));
});

inPage("totals: figures, both tables and the export of a run come to the same", settings, async (page) => {
  await running(page);
  await scenario(page, "A new table under full load");
  await to(page, 1200, "20:00"); // ranges were split and moved by then
  const seen = await figures(page), { totals } = simulated("newtable", "-for", "20m");
  assert.ok(totals.ranges > 1 && totals.refused.rangeFull > 0 && totals.refused.rangeMoving > 0, "refused in more than one way");
  await button(page, "Series as a table").click();
  const [heads, ...lines] = await cells(page, "series-sums"), all = lines.pop();
  const sum = (name, of = lines) => of.reduce((n, r) => n + count(r[heads.indexOf(name)]), 0);
  for (const name of heads.filter((h) => /^(Requests|Refused|Entities)/.test(h))) {
    assert.equal(sum(name), sum(name, [all]), `${name}: the lines come to the last`);
    assert.equal(sum(name), count(seen[name]), `${name}: the table has what the figures have`);
  }
  assert.equal(sum("Requests sent"), totals.sent);
  assert.equal(sum("Entities accepted"), totals.entities);
  assert.equal(count(seen["Requests done"]) + Object.entries(seen).filter(([k]) => k.startsWith("Refused")).reduce((n, [, v]) => n + count(v), 0) + count(seen["Still on their way"]), totals.sent);

  await page.getByRole("combobox", { name: "What the colours count" }).selectOption({ label: "Accepted" });
  await button(page, "Map as a table").click();
  const [names, ...ranges] = await cells(page, "range-table"), whole = ranges.pop();
  for (let column = 1; column < names.length - 1; column++) {
    assert.equal(ranges.reduce((n, r) => n + count(r[column]), 0), count(whole[column]), names[column]);
  }
  assert.equal(count(whole[names.indexOf("In all")]), totals.entities, "all ranges accepted what the run accepted");
});

inPage("totals: films have run when they open, and the pages of a scan are drawn", settings, async (page) => {
  await running(page);
  await scenario(page, "Three ranges of films");
  await at(page, "01:00");
  await page.getByText("3 ranges, 16 servers").waitFor();
  assert.match((await verdicts(page))[0], /Nothing was sent\./);
  await scenario(page, "Delete, then scan");
  assert.equal(await page.getByText("empty page", { exact: true }).count(), 0);
  await last(page, "05:00");
  await page.getByText("empty page", { exact: true }).waitFor();
  assert.match((await verdicts(page))[0], /12 pages of scans, 4 of them empty\./);
  await button(page, "Map as a table").click();
  assert.equal((await cells(page, "range-table")).length, 8 + 2);
});

inPage("totals: decisions that are sped up are said to be", settings, async (page, { url }) => {
  await running(page);
  assert.equal(await page.getByText("Sped up: the service decides in 20 s here").isVisible(), false);
  await openSettings(page);
  await page.getByRole("combobox", { name: "How long the service takes to decide" }).selectOption({ label: "20 s, for teaching" });
  await page.getByText("Sped up: the service decides in 20 s here").waitFor();
  await page.goto(url);
  await page.getByText("Sped up: the service decides in 20 s here").waitFor();
});
