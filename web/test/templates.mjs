// Key templates: errors with their place, completion, fixes, undo and redo.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { inPage, running } from "./stage.mjs";
import { button, card, grid, loaded, settled, templates, unfold } from "./reader.mjs";

const checks = (page) => card(page, "Checks");
const journal = (page) => page.getByRole("group", { name: "Transport" });
const gestures = (page) => page.getByRole("slider", { name: "Gestures" });
const value = async (page, part, want) => {
  await page.waitForFunction(([id, text]) => document.getElementById(id)?.value === text, [await templates[part](page).getAttribute("id"), want]);
};

async function openMovies(page) {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, movies.entities.length);
}

inPage("templates: an error is told with its place, and the last design stays", { path: "playground" }, async (page) => {
  await openMovies(page);
  const sizes = await card(page, "Partition sizes").innerText();
  const field = templates.rk(page);
  for (const [text, place] of [["{clean(Titl)}", 8], ["{Title", 1], ["x{nope(Title)}", 3], ["é{Title:}", 8]]) {
    await field.fill(text);
    const alert = page.getByRole("alert").filter({ hasText: "Character" });
    await alert.filter({ hasText: `Character ${place}:` }).waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), "true", text);
    const told = await field.evaluate((e) => (e.getAttribute("aria-errormessage") ?? e.getAttribute("aria-describedby")).split(" ").map((id) => document.getElementById(id)?.textContent).join(" "));
    assert.match(told, new RegExp(`Character ${place}: `), "the field is described by its error");
    assert.equal(await card(page, "Partition sizes").innerText(), sizes, "the figures of the last design");
  }
  await field.fill("{clean(or(Title,'Untitled'))}");
  await page.getByRole("alert").filter({ hasText: "Character" }).waitFor({ state: "detached" });
  assert.equal(await field.getAttribute("aria-invalid"), "false");
});

inPage("templates: completion by keyboard", { path: "playground" }, async (page) => {
  await openMovies(page);
  const field = templates.rk(page), list = page.getByRole("listbox", { name: "Ways to go on" });
  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("{");
  await list.getByRole("option", { name: /IMDB_Votes/ }).waitFor();
  assert.equal(await field.getAttribute("aria-controls"), await list.getAttribute("id"), "the field leads to the list");
  await page.keyboard.type("IMDB");
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 2);
  await page.keyboard.press("ArrowDown");
  await list.getByRole("option", { name: /IMDB_Votes/, selected: true }).waitFor();
  const active = await field.getAttribute("aria-activedescendant");
  assert.match(await page.locator(`[id="${active}"]`).innerText(), /IMDB_Votes/, "the chosen way is told to screen readers");
  await page.keyboard.press("Enter");
  await value(page, "rk", "{IMDB_Votes}");
  await page.keyboard.type("_x");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement.value.includes("IMDB_Votes") && document.activeElement.value.includes("_x"));
});

inPage("templates: a fix, undo and redo", { path: "playground" }, async (page) => {
  await openMovies(page);
  const ready = [await templates.pk(page).inputValue(), await templates.rk(page).inputValue()];
  await page.getByRole("combobox", { name: "Key design" }).selectOption({ label: "Naive: genre and title as they are" });
  await value(page, "rk", "{Title}");
  await settled(page);
  const fix = checks(page).getByRole("button").first();
  await fix.waitFor();
  const before = [await templates.pk(page).inputValue(), await templates.rk(page).inputValue()];
  const wanted = await fix.getAttribute("title");
  await fix.click();
  await page.waitForFunction((text) => [...document.querySelectorAll("textarea")].some((e) => e.value === text), wanted);
  await settled(page);
  const after = [await templates.pk(page).inputValue(), await templates.rk(page).inputValue()];
  assert.notDeepEqual(after, before);
  await journal(page).getByRole("button", { name: "Step back" }).click();
  await value(page, "pk", before[0]);
  await value(page, "rk", before[1]);
  await journal(page).getByRole("button", { name: "Step", exact: true }).click();
  await value(page, "pk", after[0]);
  await value(page, "rk", after[1]);
  await page.getByRole("heading", { level: 1 }).click(); // away from any field
  await page.keyboard.press("ControlOrMeta+Z");
  await value(page, "rk", before[1]);
  await page.keyboard.press("ControlOrMeta+Z");
  await value(page, "pk", ready[0]);
  await value(page, "rk", ready[1]);
  await gestures(page).press("Home");
  await page.getByRole("heading", { level: 1, name: "Key designer" }).waitFor(); // before the import
  assert.ok(await journal(page).getByRole("button", { name: "Step back" }).isDisabled(), "nothing is left to undo");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await value(page, "rk", ready[1]);
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await value(page, "rk", before[1]);
  await gestures(page).fill("1");
  await value(page, "rk", ready[1]);
});

inPage("columns: another name and another type, and back", { path: "playground" }, async (page) => {
  await openMovies(page);
  const header = (name) => grid(page).getByRole("columnheader", { name, exact: true });
  await unfold(page, "Columns");
  const columns = page.getByRole("complementary", { name: "Source columns" });
  const open = (name) => columns.getByRole("button", { name: new RegExp(`^${name}\\b`), expanded: false }).click();

  await open("Title");
  const name = columns.getByRole("textbox", { name: "Property name" });
  await name.fill("Film");
  await name.press("Enter");
  await header("Film").waitFor();
  await value(page, "rk", "{clean(or(Film,'Untitled'))}");
  await settled(page);
  await journal(page).getByRole("button", { name: "Step back" }).click();
  await header("Title").waitFor();
  await value(page, "rk", "{clean(or(Title,'Untitled'))}");

  await name.fill("Major_Genre");
  await name.press("Enter");
  await columns.getByRole("status").filter({ hasText: /Major_Genre/ }).waitFor(); // the name is taken
  await header("Title").waitFor();

  await open("IMDB_Votes");
  const type = columns.getByRole("combobox", { name: "Property type" });
  await columns.getByText(/^Int32/).waitFor();
  assert.equal(await type.inputValue(), "Edm.Int32");
  await type.selectOption("Edm.String");
  await journal(page).getByText(/IMDB_Votes as Edm.String/).waitFor();
  await settled(page);
  await page.getByRole("textbox", { name: "$filter=" }).fill("IMDB_Votes eq '1071'");
  await button(page, "Run").click();
  await grid(page).getByRole("row", { name: /The Land Girls/ }).waitFor();
  await journal(page).getByRole("button", { name: "Step back" }).click(); // the run
  await journal(page).getByRole("button", { name: "Step back" }).click(); // the filter
  await journal(page).getByRole("button", { name: "Step back" }).click(); // the type
  await page.waitForFunction(() => [...document.querySelectorAll("select")].some((s) => s.value === "Edm.Int32"));
  await page.getByRole("textbox", { name: "$filter=" }).fill("IMDB_Votes eq '1071'");
  await button(page, "Run").click();
  await page.getByText("0 entities from 1 page").waitFor(); // a number never equals a text
});

// What each naive design must show.
const NAIVE = {
  Movies: [
    ["Naive: genre and title as they are", [/have no Major_Genre/, /PartitionKeys hold a refused character/, /RowKeys hold a refused character/, /has no Title/, /rows repeat a key/]],
    ["Naive: one partition, numbered", [/Everything is in one partition/, /Numbers in RowKey sort as text/]],
  ],
  Flights: [["Naive: the day as PartitionKey", [/Append-only/]]],
  Football: [["Naive: the home team alone", [/rows repeat a key/, /Numbers in RowKey sort as text/]]],
  GitHub: [["Naive: one entity per partition", [/One entity per partition/]]],
};

inPage("designs: a naive design of each sample shows what is wrong with it", { path: "playground" }, async (page, { t }) => {
  await running(page);
  for (const [sample, designs] of Object.entries(NAIVE)) {
    await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: `${sample} sample` });
    await page.getByRole("heading", { level: 1, name: sample }).waitFor();
    await settled(page);
    for (const [design, patterns] of designs) {
      await page.getByRole("combobox", { name: "Key design" }).selectOption({ label: design });
      await journal(page).getByText(design).first().waitFor();
      await settled(page);
      const found = await checks(page).getByRole("listitem").filter({ has: page.getByRole("img", { name: /Problem|Note/ }) }).allInnerTexts();
      for (const p of patterns) assert.ok(found.some((f) => p.test(f)), `${sample}, ${design}: ${p} is not among ${JSON.stringify(found)}`);
    }
  }
});
