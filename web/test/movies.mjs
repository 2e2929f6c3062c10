// The Movies sample worked out a second time, by nothing but its file and the
// rules that the ready design states: a genre or Unknown, a title or Untitled,
// refused characters as underscores, and of two films with one key the first.

import { readFileSync } from "node:fs";

const file = new URL("../node_modules/vega-datasets/data/movies.json", import.meta.url);
export const rows = JSON.parse(readFileSync(file, "utf8"));

const clean = (text) => String(text).replace(/[/\\#?\u0000-\u001f\u007f-\u009f]/g, "_");
const given = (value, otherwise) => (value === null || value === "" ? otherwise : value);

const byKey = new Map();
for (const row of rows) {
  const PartitionKey = clean(given(row["Major Genre"], "Unknown")), RowKey = clean(given(row.Title, "Untitled"));
  const key = JSON.stringify([PartitionKey, RowKey]);
  if (!byKey.has(key)) byKey.set(key, { PartitionKey, RowKey, row });
}

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0); // by UTF-16 code units, as the service sorts

// The entities of the ready design, in the order of their keys.
export const entities = [...byKey.values()].sort((a, b) => order(a.PartitionKey, b.PartitionKey) || order(a.RowKey, b.RowKey));
export const duplicates = rows.length - entities.length;

// How the grid writes values: whole numbers plainly, others with a point,
// nothing as a dash.
const whole = (v) => (v === null ? "–" : String(v));
const real = (v) => (v === null ? "–" : Number.isInteger(v) ? `${v}.0` : String(v));

// cells are the columns that the tests look at, as the grid shows them.
export const cells = ({ PartitionKey, RowKey, row }) => ({
  PartitionKey, RowKey,
  Title: whole(row.Title), US_Gross: whole(row["US Gross"]), Director: whole(row.Director),
  IMDB_Rating: real(row["IMDB Rating"]), IMDB_Votes: whole(row["IMDB Votes"]),
});
