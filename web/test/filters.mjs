// What the service would say about a filter, and where.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { DRAMAS, dramas, same } from "./answers.mjs";
import { inPage, running } from "./stage.mjs";
import { $filter, allRows, button, card, grid, loaded, number, shown, unfold } from "./reader.mjs";

// A filter, the character, from 1, at which it goes wrong, and how the service
// begins to say so.
const BROKEN = [
  ["PartitionKey eq 'Drama' and RowKey ge 'S and", 39, "InvalidInput: There is an unterminated string literal at position 44"],
  ["PartitionKey eq 'Drama' and", 28, "InvalidInput: Expression expected at position 27"],
  ["PartitionKey equals 'Drama'", 14, "InvalidInput: Syntax error at position 19"],
  ["(RowKey ge 'S'", 1, "InvalidInput: ')' or operator expected at position 14"],
  ["Title eq 'é' and IMDB_Rating gt", 32, "InvalidInput: Expression expected at position 31"],
  ["startswith(Title,'A')", 1, "NotImplemented: The requested operation is not implemented"],
];

inPage("filters: an error is told with its place, and the answer stays", { path: "playground" }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, movies.entities.length);
  await $filter(page).fill(DRAMAS);
  await button(page, "Run").click();
  await shown(page, { Returned: number(dramas.length) });
  const plan = card(page, "Query and plan");
  for (const [text, place, service] of BROKEN) {
    await $filter(page).fill(text);
    const alert = plan.getByRole("alert");
    await alert.filter({ hasText: `Character ${place}:` }).waitFor();
    assert.ok((await alert.innerText()).includes(service), `${text}: ${await alert.innerText()}`);
    const [above, below] = (await alert.locator("pre").textContent()).split("\n");
    assert.match(below, /^ *\^$/, "a caret under the filter");
    assert.equal([...above][below.length - 1], [...text][place - 1], "the caret is under the place");
    assert.equal(await $filter(page).getAttribute("aria-invalid"), "true");
    await $filter(page).press("Enter"); // must not send it
    await page.getByText(`${dramas.length} entities from 1 page`).waitFor();
  }
  await same(page, dramas);
  await $filter(page).fill(DRAMAS);
  await plan.getByRole("alert").waitFor({ state: "detached" });
});

inPage("filters: $select by keyboard names what comes back, and what is missing comes as null", { path: "playground" }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, movies.entities.length);
  await $filter(page).fill(DRAMAS);
  const select = page.getByRole("textbox", { name: "$select=" }), list = page.getByRole("listbox", { name: "Ways to go on" });
  await select.focus();
  await page.keyboard.type("tit");
  await list.getByRole("option", { name: /^Title/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(", US_DVD_Sale");
  await list.getByRole("option", { name: /^US_DVD_Sales Edm/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(", Tilte");
  await page.getByRole("status").filter({ hasText: "Tilte in $select is the name of no column." }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await shown(page, { Examined: number(dramas.length), Returned: number(dramas.length) });
  await grid(page).getByRole("columnheader", { name: "Tilte" }).waitFor();
  const want = dramas.map((e) => ({ Title: e.row.Title, US_DVD_Sales: String(e.row["US DVD Sales"] ?? null), Tilte: "null" }));
  assert.deepEqual(await allRows(page), want);
  assert.equal(await select.inputValue(), "Title, US_DVD_Sales, Tilte");
  await unfold(page, "Copy as");
  await page.getByRole("tab", { name: "curl" }).click();
  await card(page, "Copy as").getByText("$select=Title,US_DVD_Sales,Tilte").waitFor();
  await page.keyboard.press("ControlOrMeta+Z"); // the request
  await page.keyboard.press("ControlOrMeta+Z"); // its $select, however fast
  await grid(page).getByRole("columnheader", { name: "PartitionKey" }).waitFor();
  await page.waitForFunction(() => document.getElementById("select").value === "");
});

// What was typed stays, however far behind the page is: work that waited for its
// turn, and goes on while the program is being told of a key, must not write an
// earlier text over it. Later it may write again.
inPage("filters: no key is lost to work that waited", { path: "playground" }, async (page) => {
  await running(page);
  await page.evaluate(async () => {
    const { open } = await window.keyrangeEditor();
    const host = document.body.appendChild(document.createElement("div")), field = host.appendChild(document.createElement("input"));
    field.value = "Drama'";
    window.editor_ = open(host, field, { looks: () => "", suggest: () => null, changed: () => window.editor_.show("Drama'"), run() {}, mend() {}, blurred() {} });
    window.editor_.place(6);
  });
  await page.keyboard.type(" and");
  const text = () => page.evaluate(() => window.editor_.text());
  assert.equal(await text(), "Drama' and");
  await page.evaluate(() => window.editor_.show("Drama"));
  assert.equal(await text(), "Drama");
});
