// The index and the ledger, by pointer and by keyboard: what a lookup reads
// step by step, what splits, and an entity that is changed in place.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { inPage, running } from "./stage.mjs";
import { button, card, loaded, number, unfold } from "./reader.mjs";

const figure = (page, name) => page.getByRole("region", { name, exact: true });
const LOOKUP = "Point query: straight down", RANGE = "Range query: down once, then across", INSERT = "Insert: a full node splits";
const read = (page, name, n) => figure(page, name).getByRole("img", { name: new RegExp(`reads ${n} nodes? `) }).waitFor();

export async function toIndex(page) {
  await page.getByRole("link", { name: "Index", exact: true }).click();
  await figure(page, LOOKUP).waitFor();
}

inPage("index: the example can be looked at before data are loaded", { path: "btree" }, async (page) => {
  await running(page);
  await page.getByText("readings example").waitFor();
  await read(page, LOOKUP, 4);
  await button(figure(page, LOOKUP), "Back in the lookup").click();
  await read(page, LOOKUP, 3);
  await button(page, "First").click(); // the bar goes along the figure that was used last
  await read(page, LOOKUP, 0);
  await button(page, "Step").click();
  await read(page, LOOKUP, 1);
  await button(figure(page, RANGE), "Table scan").click();
  await figure(page, RANGE).getByText("No lower end,").waitFor();
  await button(figure(page, INSERT), /1 Find the leaf/).click();
  await figure(page, INSERT).locator("button[aria-current=step]").filter({ hasText: "Find the leaf" }).waitFor();
});

inPage("index: a key of the reader's own by keyboard, and every fan-out", { path: "playground#movies" }, async (page) => {
  await running(page);
  await loaded(page, movies.entities.length);
  await toIndex(page);
  const some = movies.entities[100];
  await figure(page, LOOKUP).getByRole("textbox", { name: /PartitionKey/ }).fill(some.PartitionKey);
  await figure(page, LOOKUP).getByRole("textbox", { name: /RowKey/ }).fill(some.RowKey);
  await page.keyboard.press("Enter");
  await figure(page, LOOKUP).getByText(`among ${number(movies.entities.length)} entities`).waitFor();
  const fanout = page.getByRole("slider", { name: "Fan-out" });
  for (const [key, children] of [["Home", 4], ["End", 64]]) {
    await fanout.focus();
    await page.keyboard.press(key);
    await page.getByText(`${children} children at most`).waitFor();
    await page.getByText(new RegExp(`^${number(movies.entities.length)} entities, \\d+ levels`)).waitFor();
    assert.ok(await page.locator(".nd").count() < 300, "the drawings stay small");
  }
  await button(page, "Whole tree").click();
  await figure(page, LOOKUP).getByText("Level 1: 1 node", { exact: true }).waitFor();
});

inPage("ledger: an entity is changed in place, refused, and the change is undone", { path: "playground#movies" }, async (page) => {
  await running(page);
  await loaded(page, movies.entities.length);
  await unfold(page, "Ledger");
  const ledger = card(page, "Ledger"), grid = page.getByRole("grid", { name: "Ledger" });
  await grid.getByRole("row", { name: movies.entities[0].RowKey }).first().waitFor(); // it has its rows
  await grid.focus();
  await page.keyboard.press("End");
  await grid.getByRole("row", { name: movies.entities.at(-1).RowKey }).first().waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const second = movies.entities[1];
  await grid.getByRole("row", { name: second.RowKey }).first().waitFor();
  await page.keyboard.press("Enter");
  const entity = page.getByRole("region", { name: "Entity", exact: true });
  await entity.getByText("Edm.DateTime").first().waitFor();
  await button(entity, "Edit Title").click();
  await page.getByRole("textbox", { name: "Value", exact: true }).fill("Another title");
  await page.keyboard.press("Enter");
  await entity.getByText("Done as a command").waitFor();
  await entity.getByRole("cell", { name: "Another title" }).waitFor();
  await button(entity, "Undo").click();
  await entity.getByRole("cell", { name: "Another title" }).waitFor({ state: "detached" });

  const key = (s) => `'${s.replaceAll("'", "''")}'`;
  await unfold(page, "Console and HTTP");
  await page.getByRole("textbox", { name: "Command" }).fill(`merge playground ${key(second.PartitionKey)}/${key(second.RowKey)} Title='From the console'`);
  await button(page, "Do").click();
  await entity.getByText("another version by now").waitFor();
  await button(entity, "Remove Title").click();
  await entity.getByRole("alert").getByText("UpdateConditionNotSatisfied").waitFor();
  await button(entity, "Read it again").click();
  await entity.getByRole("cell", { name: "From the console" }).waitFor();
  await button(entity, "Close the entity").click();
  await ledger.getByText("in 1 range").waitFor();
});
