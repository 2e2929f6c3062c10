// What the comparison of two designs says, and what it offers: the first one of
// each sample, designs that lose rows, a question about keys, a second copy.

import assert from "node:assert/strict";
import { figure, inPage, running } from "./stage.mjs";
import { button, card, loaded, number, settled } from "./reader.mjs";

const verdict = (page, text) => card(page, "Questions").locator("#verdict").filter({ hasText: text }).waitFor();
const said = (page) => page.locator("#verdict").textContent();
const compare = async (page, label) => {
  if (label) await page.getByRole("combobox", { name: "Design to compare with" }).selectOption({ label });
  await button(page, "Compare").click();
};
const cell = (page, title, design, name) => card(page, "Questions").getByRole("rowgroup").filter({ has: page.getByRole("button", { name: title, exact: true }) })
  .getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${design}`) }) }).locator(`td[data-l="${name}"]`);

const FIRST = [
  ["microblog", 6000, "Design B suits these questions better: it takes 257,940 requests an hour, design A 283,140.", "“Latest posts anywhere” decides it"],
  ["movies", 3184, "Design A loses 17 of 3,201 rows: they repeat the key of an earlier row.", "Both designs cost about the same"],
  ["flights", 10000, "Design A suits these questions better: it takes 36,496 requests an hour, design B 144,148.", "The price is “To Honolulu, from anywhere”"],
  ["football", 6508, "Design A suits these questions better: it takes 2,292 requests an hour, design B 7,340.", "The price is “Matches of Inter away”"],
  ["github", 955, "Design A suits these questions better: it takes 1,092 requests an hour, design B 2,544.", "that gives back 20% of it"],
  ["service-log", 600, "Design A suits these questions better: it takes 426 requests an hour, design B 1,152.", "The price is “Everything from one instance”"],
  ["video-rental", 316, "Design A suits these questions better: it takes 3,360 requests an hour, design B 9,840.", "The price is “Who has Vertigo”"],
  ["employees", 300, "Design B suits these questions better: it examines 70,800 entities an hour, design A 136,800.", "But design A can hold the transaction"],
  ["tenants", 360, "Design B suits these questions better: it takes 2,400 requests an hour, design A 3,480.", "The price is “Invoices of one tenant”"],
];

inPage("the first comparison of each sample teaches a trade-off", { path: "playground" }, async (page, { t }) => {
  await running(page);
  await page.getByRole("button", { name: /^Micro-blog/ }).click();
  for (const [sample, entities, finding, tradeOff] of FIRST) {
    if (sample !== "microblog") await page.getByRole("combobox", { name: "Sample data set" }).selectOption(sample);
    await loaded(page, entities);
    await compare(page);
    await verdict(page, finding);
    assert.ok((await said(page)).includes(tradeOff), `${sample} does not say ${tradeOff}: ${await said(page)}`);
  }
  figure(t, `verdicts: the first comparison of ${FIRST.length} samples`);
});

inPage("a design that loses rows is not called better", { path: "playground" }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, 3184);
  await compare(page, "Naive: one partition, numbered");
  await verdict(page, "That is no win: it answers without the rows that it lost.");
  const text = await said(page);
  assert.ok(text.startsWith("Design A loses 17 of 3,201 rows"), `what is lost comes first: ${text}`);
  assert.ok(!text.includes("suits"), `a design that loses rows is praised: ${text}`);
  assert.equal(await card(page, "Questions").getByRole("rowheader", { name: /^A.*better/ }).count(), 0, "questions for which the design that loses rows is called better");
  await card(page, "Questions").locator(".sc__diff").filter({ hasText: "Design A misses 8 of the 219 rows that design B returns: they repeat the key of an earlier row." }).waitFor();
});

inPage("a question that names keys is asked of columns", { path: "playground" }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: /^Micro-blog/ }).click();
  await loaded(page, 6000);
  await compare(page, "One of 16 buckets, then channel");
  await button(page, "Add a question").click();
  await page.getByRole("textbox", { name: "Sentence" }).fill("Posts about chess");
  const filter = page.getByRole("textbox", { name: "$filter of the question" });
  await filter.fill("RowKey gt '2'");
  await card(page, "Questions").getByText("A range of keys such as RowKey gt '2' is not a range of one column", { exact: false }).waitFor();
  await filter.fill("PartitionKey eq 'Chess'");
  await verdict(page, "1 question names PartitionKey or RowKey and is set aside.");
  await card(page, "Questions").getByText("Under design A it means Channel eq 'Chess'").waitFor();
  await button(page, "Ask this of both designs").click();
  await page.waitForFunction(() => document.activeElement.id === "question-6");
  await page.waitForFunction(() => !document.getElementById("verdict").textContent.includes("set aside"));
  await settled(page);
  assert.equal(await filter.inputValue(), "Channel eq 'Chess'");
  const chess = await cell(page, "Posts about chess", "A", "Returned").textContent();
  assert.deepEqual([await cell(page, "Posts about chess", "B", "Returned").textContent(), await cell(page, "Posts about chess", "B", "Pages").textContent()], [chess, "16"], "the same posts, from 16 buckets");
});

inPage("a second copy is found, run and opened as design B", { path: "playground" }, async (page, { t }) => {
  await running(page);
  await page.getByRole("button", { name: /^Micro-blog/ }).click();
  await loaded(page, 6000);
  const copy = card(page, "A second copy");
  await copy.getByText("“Latest posts anywhere” examines 6,000 entities to return 10", { exact: false }).waitFor();
  await button(page, "Find a second copy").click();
  await copy.getByText("12,000 entities in all.", { exact: false }).waitFor();
  const row = copy.getByRole("row").filter({ hasText: "Latest posts anywhere" });
  assert.deepEqual(await row.locator("td").allTextContents(), ["6,000 in 8 requests", "10 in 1 request"]);
  await button(page, "Open as design B").click();
  await page.waitForFunction(() => document.activeElement.id === "rival-pk");
  await settled(page);
  await verdict(page, "“Latest posts anywhere” decides it");
  assert.equal(await cell(page, "Latest posts anywhere", "B", "Examined").textContent(), "10");
  figure(t, `second copy: ${number(6000)} examined become 10`);
});
