// The filter editor, the way out of a scan, and the query as a program.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { same } from "./answers.mjs";
import { inPage, running } from "./stage.mjs";
import { $filter, button, card, loaded, number, opened, settled, shown, unfold } from "./reader.mjs";

const OR = "PartitionKey eq 'Comedy' or PartitionKey eq 'Drama'";
const some = movies.entities.filter((e) => e.PartitionKey === "Comedy" || e.PartitionKey === "Drama");

const plan = (page) => card(page, "Query and plan");
const way = (page) => page.getByRole("region", { name: /^A way out/ });

// there waits for the data alone: the editor may not come.
async function there(page) {
  await page.getByText(new RegExp(`^${number(movies.entities.length)} entities from `)).first().waitFor();
  await settled(page);
  await button(page, "Run").waitFor();
}

async function movieTable(page) {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, movies.entities.length);
}

// told checks what the page says of the scan, and what of the way out.
async function told(page) {
  await shown(page, { Examined: number(movies.entities.length), Returned: number(some.length) });
  assert.match(await plan(page).innerText(), /An or between conditions on a key gives no bound/);
  const total = way(page).getByRole("row", { name: /^Together/ });
  assert.match(await total.innerText(), new RegExp(`\\b${number(some.length)}\\s+2$`));
  const scan = way(page).getByRole("row", { name: /^As it is/ });
  assert.match(await scan.innerText(), new RegExp(`\\b${number(movies.entities.length)}\\s+4$`));
}

// repaired checks that the two queries read what they return, and the same.
async function repaired(page) {
  await page.getByText("No token: this is all").waitFor();
  await shown(page, { Examined: number(some.length), Returned: number(some.length), "Round trips": "2", Useful: "100%" });
  await same(page, some);
}

inPage("queries: why an or scans, and what to do about it", { path: "playground" }, async (page) => {
  await movieTable(page);
  await $filter(page).fill(OR);
  await button(page, "Run").click();
  await button(page, "Run all pages").click();
  await page.getByText("No token: this is all").waitFor();
  await told(page);
  await button(page, "Run as 2 queries").click();
  await repaired(page);
  await page.getByRole("heading", { level: 1 }).click(); // away from any field
  await page.keyboard.press("ControlOrMeta+Z");
  await shown(page, { Examined: number(movies.entities.length) });
});

inPage("queries: the same by keyboard alone", { path: "playground" }, async (page) => {
  await movieTable(page);
  const to = async (target, key) => {
    for (let i = 0; i < 120; i++) {
      if (await target.evaluate((e) => e === document.activeElement).catch(() => false)) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${key} does not reach ${target}`);
  };
  await to($filter(page), "Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Part", { delay: 20 });
  const list = page.getByRole("listbox", { name: "Completions" });
  await list.getByRole("option", { name: /^PartitionKey/ }).waitFor();
  for (let i = 0; i < 50 && await list.getByRole("option", { name: /^PartitionKey/, selected: true }).count() === 0; i++) {
    await page.keyboard.press("ArrowDown"); // a list that has just come takes no key yet
  }
  await page.keyboard.press("Enter"); // takes it, and does not run
  await page.keyboard.type("eq 'Comedy' OR PartitionKey eq 'Drama'");
  await plan(page).getByRole("alert").filter({ hasText: "Operators are in lower case" }).waitFor();
  assert.equal(await $filter(page).getAttribute("aria-invalid"), "true");
  await page.keyboard.press("Control+."); // the way out of the mistake
  await page.waitForFunction((text) => document.getElementById("filter").innerText === text, OR);
  await plan(page).getByRole("alert").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await shown(page, { Returned: number(Math.min(1000, some.length)) });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab"); // leaves the editor
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "filter");
  await to(button(page, "Run all pages"), "Tab");
  await page.keyboard.press("Enter");
  await page.getByText("No token: this is all").waitFor();
  await told(page);
  await to(button(page, "Run as 2 queries"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await repaired(page);
});

inPage("queries: the editor takes over what was typed", { path: "playground" }, async (page, { context }) => {
  let release;
  const held = new Promise((done) => { release = done; });
  await context.route(/\/assets\/editor\.[0-9a-f]+\.js$/, async (route) => { await held; await route.continue(); });
  await page.reload();
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await there(page);
  await $filter(page).fill("RowKey eq 'Up'");
  await $filter(page).evaluate((e) => e.setSelectionRange(3, 6));
  release();
  await opened(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter");
  await page.keyboard.type("K");
  await page.waitForFunction(() => document.getElementById("filter").innerText === "RowK eq 'Up'");
});

inPage("queries: without the editor the text field does its work", { path: "playground", faults: [/Failed to load resource/] }, async (page, { context }) => {
  await context.route(/\/assets\/editor\.[0-9a-f]+\.js$/, (route) => route.abort());
  await page.reload();
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await there(page);
  await settled(page);
  await $filter(page).fill(OR);
  await $filter(page).press("Enter");
  await shown(page, { Returned: number(Math.min(1000, some.length)) });
});

inPage("queries: the query as a program, and a clipboard that refuses", { path: "playground", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page) => {
  await movieTable(page);
  await $filter(page).fill("RowKey eq 'Ocean''s Eleven'");
  await unfold(page, "Copy as");
  const code = card(page, "Copy as");
  await code.getByRole("tab", { name: "C#" }).press("ArrowRight");
  await code.getByRole("tab", { name: "Go", selected: true }).waitFor();
  await code.getByText(`to.Ptr("RowKey eq 'Ocean''s Eleven'")`).waitFor();
  await code.getByRole("button", { name: "Copy" }).click();
  await code.getByText(/^Copied \d+ lines of Go\.$/).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\/\/ go get .*\npackage main\n/);
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("refused")); });
  await code.getByRole("button", { name: "Copy" }).click();
  await code.getByText(/The program is selected/).waitFor();
  assert.match(await page.evaluate(() => String(getSelection())), /package main/);
  await page.reload();
  await running(page);
  await page.evaluate(() => localStorage.getItem("keyrange.language")).then((l) => assert.equal(l, "go"));
});
