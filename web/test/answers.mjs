// What the questions over the Movies sample must be answered with, and the
// reports of a file with each kind of trouble.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { allRows, card, only } from "./reader.mjs";

export const DRAMAS = "PartitionKey eq 'Drama' and RowKey ge 'S' and RowKey lt 'T'";
export const RATED = "IMDB_Rating gt 8.5";

export const dramas = movies.entities.filter((e) => e.PartitionKey === "Drama" && e.RowKey >= "S" && e.RowKey < "T");
export const rated = movies.entities.filter((e) => e.row["IMDB Rating"] > 8.5);

// A table scan with enough answers for several pages.
export const LIKED = "IMDB_Rating gt 5";
export const liked = movies.entities.filter((e) => e.row["IMDB Rating"] > 5);

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
