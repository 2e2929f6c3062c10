// What the service would say about a filter, and where.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { DRAMAS, dramas, same } from "./journey.mjs";
import { inPage, running } from "./stage.mjs";
import { $filter, button, card, loaded, number, shown } from "./reader.mjs";

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
