// From the empty playground to answers, and to a report of bad rows.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { bases, figure, inPage, running } from "./stage.mjs";
import { $filter, allRows, button, card, copy, grid, loaded, number, only, settled, shown, templates } from "./reader.mjs";

export const DRAMAS = "PartitionKey eq 'Drama' and RowKey ge 'S' and RowKey lt 'T'";
export const RATED = "IMDB_Rating gt 8.5";

export const dramas = movies.entities.filter((e) => e.PartitionKey === "Drama" && e.RowKey >= "S" && e.RowKey < "T");
export const rated = movies.entities.filter((e) => e.row["IMDB Rating"] > 8.5);

// A table scan with enough answers for several pages. A page ends with the
// 1,000th answer, so its last one says how much was examined.
export const LIKED = "IMDB_Rating gt 5";
export const liked = movies.entities.filter((e) => e.row["IMDB Rating"] > 5);
const examined = (pages) => movies.entities.indexOf(liked[1000 * pages - 1]) + 1 || movies.entities.length;

const columns = Object.keys(movies.cells(movies.entities[0]));

// A file with each kind of trouble: a key that comes twice, a character that
// keys refuse, and a quote that never ends.
export const TROUBLE = ["City,Id,Note", "Oslo,A1,first", "Oslo,A1,the same key", "Ber/gen,A2,a slash", "Rome,A3,fine", "Oslo,A4,fine", 'Rome,"A5,no end'].join("\n");

// same checks every cell of the grid against the entities worked out here.
export async function same(page, want) {
  const got = (await allRows(page)).map(only(columns));
  assert.equal(got.length, want.length, "rows in the grid");
  want.map(movies.cells).forEach((row, i) => assert.deepEqual(got[i], row, `row ${i + 1} of the grid`));
}

// planned checks the class of the plan in words.
export const planned = (page, kind) => card(page, "Query and plan").getByText(kind, { exact: true }).first().waitFor();

// reported checks the three reports of the troubled file.
export async function reported(page) {
  const report = card(page, "Import report");
  await report.getByText("3 of 5 rows stored").waitFor();
  const lines = await report.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) }).allInnerTexts();
  assert.equal(lines.length, 3, "three reports");
  assert.match(lines[0], /^1 row.*could not be read/s, "the broken quote");
  assert.match(lines[1], /^1 row.*EntityAlreadyExists/s, "the duplicate key");
  assert.match(lines[2], /^1 row.*(OutOfRangeInput|InvalidInput)/s, "the refused character");
  return report;
}

for (const [site, base] of bases) {
  inPage(`journey below ${base}: Movies, a row range, a table scan, a troubled file`, { site, path: "playground", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page, { t }) => {
    await running(page);
    await page.getByRole("button", { name: /^Movies/ }).click();
    await loaded(page, movies.entities.length);
    await card(page, "Import report").getByText(`${number(movies.entities.length)} of ${number(movies.rows.length)} rows stored`).waitFor();
    await card(page, "Import report").getByRole("listitem").filter({ hasText: `${movies.duplicates} rows` }).filter({ hasText: "EntityAlreadyExists" }).waitFor();

    await $filter(page).fill(DRAMAS);
    await planned(page, "Row range scan");
    await button(page, "Run").click();
    await shown(page, { Examined: number(dramas.length), Returned: number(dramas.length), "Round trips": "1", Useful: "100%" });
    await same(page, dramas);

    await $filter(page).fill(RATED);
    await planned(page, "Table scan");
    await button(page, "Run").click();
    await page.getByText("No token: this is all").waitFor(); // 1,000 answers would fill a page
    await shown(page, { Examined: number(movies.entities.length), Returned: number(rated.length), "Round trips": "1" });
    await same(page, rated);

    await $filter(page).fill(LIKED);
    await button(page, "Run").click();
    const read = (pages) => ({ Examined: number(examined(pages)), Returned: number(Math.min(1000 * pages, liked.length)), "Round trips": String(pages) });
    await shown(page, read(1));
    await button(page, "Next page").click();
    await shown(page, read(2));
    await button(page, "Run all pages").click();
    await page.getByText("No token: this is all").waitFor();
    await shown(page, { ...read(Math.ceil(liked.length / 1000)), Examined: number(movies.entities.length) });
    await same(page, liked);
    figure(t, `Movies below ${base}: ${dramas.length} dramas, ${rated.length} of ${movies.entities.length} above 8.5, ${movies.duplicates} duplicates`);

    await copy(page, TROUBLE);
    await page.getByRole("heading", { level: 1 }).click(); // away from any field
    await page.keyboard.press("ControlOrMeta+V");
    const broken = page.getByRole("alert").filter({ hasText: "1 row of pasted text cannot be read" });
    await broken.getByRole("row").filter({ hasText: "7" }).filter({ hasText: /quote/i }).waitFor();
    await button(page, "Keep the other 5 rows").click();
    await page.getByRole("heading", { level: 1, name: "Pasted data" }).waitFor();
    await templates.pk(page).fill("{City}");
    await templates.rk(page).fill("{Id}");
    await settled(page);
    await reported(page);
  });
}
