// Two designs for the micro-blog: designed, compared and decided, once by
// pointer and once by keyboard alone. The figures are worked out here from the
// file of the posts.

import assert from "node:assert/strict";
import { retype, tabTo } from "./focus.mjs";
import { figure, inPage, running } from "./stage.mjs";
import { button, card, loaded, number, settled, templates } from "./reader.mjs";

const BUCKETS = "One of 16 buckets, then channel";
const MONTH = "{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}";

const posts = (page) => page.evaluate(async () => {
  const file = performance.getEntriesByType("resource").map((r) => r.name).find((n) => n.endsWith("micro-blog.csv"));
  return (await (await fetch(file)).text()).trim().split("\n").slice(1).map((line) => line.split(","));
});

const verdict = (page, text) => card(page, "Questions").getByRole("status").filter({ hasText: text }).first().waitFor();
const question = (page, title) => card(page, "Questions").getByRole("rowgroup").filter({ has: page.getByRole("button", { name: title, exact: true }) });

// cells reads the figures of a question under a design by their column.
async function cells(page, title, design) {
  const row = question(page, title).getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${design}`) }) });
  return Object.fromEntries(await row.locator("td[data-l]").evaluateAll((tds) => tds.map((td) => [td.dataset.l, td.textContent])));
}

// requests are how many a day of the ready questions takes under a design that
// answers the latest posts with n requests and a channel's day and month with m.
const hourly = (latest, day, month) => 50 * 3600 * latest + 20 * 3600 + 30 * 60 * day + 60 * month + 3600 * 8 + 2 * 60 * 4;

inPage("compare two keys for the micro-blog, by pointer", { path: "playground" }, async (page, { t }) => {
  await running(page);
  await page.getByRole("button", { name: /^Micro-blog/ }).click();
  await loaded(page, 6000);
  const rows = await posts(page);
  await verdict(page, `take ${number(hourly(1, 1, 1))} requests`);

  await page.getByRole("combobox", { name: "Design to compare with" }).selectOption({ label: BUCKETS });
  await button(page, "Compare").click();
  await verdict(page, `Design A suits these questions better: it takes ${number(hourly(1, 1, 1))} requests an hour, design B ${number(hourly(16, 16, 16))}.`);
  await question(page, "Latest posts of a channel").getByText("Design A answers with 1 request, design B with 16.").waitFor();
  const latest = await cells(page, "Latest posts of a channel", "B");
  assert.deepEqual([latest.Examined, latest.Pages, latest["Round trips"]], ["160", "16", "1"], "16 buckets are asked at once for ten posts each");
  const july = rows.filter(([channel, , , at]) => channel === "Football" && at.startsWith("2008-07")).length;
  assert.equal((await cells(page, "A channel in one month", "A")).Examined, number(july), "the posts of July, read from the row range alone");

  // The months of design B instead: its threads cross the end of a month.
  await page.getByRole("textbox", { name: "PartitionKey of B" }).fill(MONTH);
  const months = new Map();
  for (const [channel, thread, , at] of rows) months.set(thread, (months.get(thread) ?? new Set()).add(channel + at.slice(0, 7)));
  const whole = [...months.values()].filter((m) => m.size === 1).length;
  await card(page, "Transactions").getByText(`${number(whole)} of ${number(months.size)} groups can be changed together.`, { exact: false }).waitFor();
  await card(page, "Transactions").getByText("Design A can hold it. Design B cannot", { exact: false }).waitFor();
  await card(page, "Transactions").getByText("CommandsInBatchActOnDifferentPartitions").waitFor();

  // A question of one's own, wrong at first.
  await button(page, "Add a question").click();
  await page.getByRole("textbox", { name: "Sentence" }).fill("Posts about chess");
  const filter = page.getByRole("textbox", { name: "$filter of the question" });
  await filter.fill("Channel eq");
  await card(page, "Questions").getByRole("alert").filter({ hasText: "Character 11" }).waitFor();
  await filter.fill("Channel eq 'Chess'");
  const chess = rows.filter(([channel]) => channel === "Chess").length;
  await question(page, "Posts about chess").getByText("Partition range scan", { exact: true }).waitFor();
  assert.equal((await cells(page, "Posts about chess", "A")).Examined, number(chess));
  await button(page, "Close the editor").click();

  await button(page, "Swap A and B").click();
  await page.waitForFunction((text) => document.querySelector("#template-pk").value === text, MONTH);
  await settled(page);
  await button(page, "Keep B only").click();
  await page.waitForFunction(() => document.querySelector("#template-pk").value === "{Channel}");
  await verdict(page, "7 questions take");
  figure(t, `compare: ${rows.length} posts, ${months.size} threads, ${whole} of them in one partition by month`);
});

inPage("compare two keys for the micro-blog, by keyboard", { path: "playground" }, async (page, { t }) => {
  const walk = { stops: 0, wrong: [] };
  const go = (target, key) => tabTo(page, target, walk, key);
  const press = async (target, key) => { await go(target, key); await page.keyboard.press("Enter"); };
  await running(page);
  await go(page.getByRole("combobox", { name: "Sample data set" }));
  await page.keyboard.type("Micro");
  await loaded(page, 6000);
  await verdict(page, "6 questions take");

  await go(page.getByRole("combobox", { name: "Design to compare with" }));
  await page.keyboard.type("One of");
  await press(button(page, "Compare"));
  await page.waitForFunction(() => document.activeElement.id === "rival-pk");
  await verdict(page, `design B ${number(hourly(16, 16, 16))}.`);
  await retype(page, "{Channel}_{hash(PostId)%3}");
  await question(page, "Latest posts of a channel").getByText(/^Design A answers with 1 request, design B with \d+\.$/).waitFor();

  await press(button(page, "Add a question"), "Shift+Tab");
  await page.waitForFunction(() => document.activeElement.id === "q-title");
  await retype(page, "The first of Ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Author eq 'Ann' and Channel eq 'Chess'");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1");
  await question(page, "The first of Ann").getByText("Partition scan", { exact: true }).first().waitFor();
  await press(button(page, "Move up"));
  await page.waitForFunction(() => document.activeElement.id === "q-up");
  await press(button(page, "Close the editor"), "Shift+Tab");
  await page.waitForFunction(() => document.activeElement.id === "edit-question-5");
  for (let i = 0; i < 8 && await card(page, "Questions").getByRole("button", { name: /^Edit question/ }).count() > 6; i++) {
    await page.keyboard.press("ControlOrMeta+Z");
    await settled(page);
  }
  await question(page, "The first of Ann").waitFor({ state: "detached" });

  await press(button(page, "Keep A only"), "Shift+Tab");
  await page.waitForFunction(() => document.activeElement.id === "compare-go");
  await verdict(page, "6 questions take");
  assert.deepEqual(walk.wrong, [], "places on the way");
  assert.equal(await templates.pk(page).inputValue(), "{Channel}");
  figure(t, `compare by keyboard: ${walk.stops} stops`);
});
