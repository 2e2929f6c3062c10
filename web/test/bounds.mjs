// Bounds on columns that become bounds on keys, those that do not, and values
// of another type than their column. The entities are counted here.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { same } from "./answers.mjs";
import { inPage, running } from "./stage.mjs";
import { $filter, button, card, loaded, number, settled, shown, templates } from "./reader.mjs";

const plan = (page) => card(page, "Query and plan");
const questions = (page) => card(page, "Questions");
const question = (page, title) => questions(page).getByRole("rowgroup").filter({ has: page.getByRole("button", { name: title, exact: true }) });
const cells = async (page, title) => Object.fromEntries(await question(page, title).locator("td[data-l]").evaluateAll((tds) => tds.map((td) => [td.dataset.l, td.textContent])));

async function movieTable(page) {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, movies.entities.length);
}

async function ask(page, title, filter) {
  await button(page, "Add a question").click();
  await page.getByRole("textbox", { name: "Sentence" }).fill(title);
  await page.getByRole("textbox", { name: "$filter of the question" }).fill(filter);
}

inPage("bounds: genres from C to E are a range of partitions, in the card and as a question", { path: "playground" }, async (page) => {
  await movieTable(page);
  const genres = movies.entities.filter((e) => e.PartitionKey >= "C" && e.PartitionKey < "E");
  await $filter(page).fill("Major_Genre ge 'C' and Major_Genre lt 'E'");
  await plan(page).getByRole("heading", { name: "The design turns this into bounds on the keys" }).waitFor();
  await button(page, "Add the bounds").click();
  await plan(page).getByText("Partition range scan", { exact: true }).waitFor();
  await shown(page, { Examined: "1,000", Returned: "1,000" }); // the first page
  await button(page, "Run all pages").click();
  await page.getByText("No token: this is all").waitFor();
  await same(page, genres);
  await question(page, "Genres from C to E").getByText("Partition range scan", { exact: true }).waitFor();
  assert.equal((await cells(page, "Genres from C to E")).Examined, number(genres.length));
});

inPage("bounds: sig ge 500 reads the rows from 500 on, and a number without a width is told", { path: "playground" }, async (page) => {
  await running(page);
  const sigs = Array.from({ length: 60 }, (_, i) => (i * 37) % 1100);
  const rows = "id,sig\n" + sigs.map((sig, i) => `q${i},${sig}`).join("\n") + "\n";
  await button(page, "Paste").click();
  await page.waitForFunction(() => document.activeElement.tagName === "TEXTAREA");
  await page.keyboard.insertText(rows);
  await button(page, "Import the pasted rows").click();
  await loaded(page, sigs.length);
  await templates.pk(page).fill("all");
  await templates.rk(page).fill("{sig:04}_{id}");
  await settled(page);
  await ask(page, "Strong ones", "sig ge 500");
  await question(page, "Strong ones").getByText("Row range scan", { exact: true }).waitFor();
  const strong = sigs.filter((s) => s >= 500).length;
  await page.waitForFunction((n) => [...document.querySelectorAll("td[data-l=Examined]")].some((td) => td.textContent === n), number(strong));
  assert.equal((await cells(page, "Strong ones")).Examined, number(strong));
  await templates.rk(page).fill("{sig}_{id}");
  const bars = questions(page).getByRole("list", { name: "Conditions that do not bound a key" }).first();
  await bars.getByText("numbers of different length").waitFor();
  await bars.getByRole("button", { name: "Pad to 4 digits" }).click();
  await page.waitForFunction(() => document.querySelector("#template-rk").value === "{sig:04}_{id}");
});

for (const [filter, told, fixed] of [
  ["Release_Date gt '2000-01-01'", "0 entities meet Release_Date gt '2000-01-01', because a date is never greater than a text.", "Release_Date gt datetime'2000-01-01T00:00:00Z'"],
  ["IMDB_Rating gt '8'", "0 entities meet IMDB_Rating gt '8', because a number is never greater than a text.", "IMDB_Rating gt 8.0"],
]) {
  inPage(`bounds: ${filter} is told before the answer, and mended with one press`, { path: "playground" }, async (page) => {
    await movieTable(page);
    await $filter(page).fill(filter);
    await plan(page).getByText(told).waitFor();
    await plan(page).getByRole("button", { name: /^Write / }).click();
    await plan(page).getByText(told).waitFor({ state: "detached" });
    assert.equal((await $filter(page).textContent()).trim(), fixed);
    await button(page, "Run").click();
    await page.waitForFunction(() => Number(document.querySelector("#figure-returned").textContent.replaceAll(",", "")) > 0);
  });
}

inPage("bounds: a text against a date in the question editor is told, and mended with one press", { path: "playground" }, async (page) => {
  await movieTable(page);
  await ask(page, "New films", "Release_Date gt '2000-01-01'");
  await questions(page).getByText("0 entities meet Release_Date gt '2000-01-01', because a date is never greater than a text.").waitFor();
  await questions(page).getByRole("button", { name: /^Write datetime/ }).click();
  const field = page.getByRole("textbox", { name: "$filter of the question" });
  await page.waitForFunction(() => document.querySelector("#q-filter").value === "Release_Date gt datetime'2000-01-01T00:00:00Z'");
  await questions(page).getByText(/^0 entities meet/).waitFor({ state: "detached" });
  const dates = movies.entities.filter((e) => e.row["Release Date"] && new Date(e.row["Release Date"]) > new Date("2000-01-01T00:00:00Z")).length;
  assert.ok(dates > 100 && await field.isVisible());
  await page.waitForFunction(() => [...document.querySelectorAll("td[data-l=Returned]")].every((td) => td.textContent !== "–"));
});
