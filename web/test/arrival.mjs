// Rows in the order of a file are not writes in time: what the checks conclude
// from the order of arrival, and that the checks and the key anatomy agree.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { button, card, settled, templates, unfold } from "./reader.mjs";
import { dialog } from "./readings.mjs";
import { inPage, running } from "./stage.mjs";

const data = (name) => new URL(`../node_modules/vega-datasets/data/${name}`, import.meta.url);
const checks = (page) => card(page, "Checks");
const anatomy = (page) => card(page, "Key anatomy");
const order = (page) => page.getByRole("combobox", { name: "Written in the order of" });

// open chooses rows in the browser's own dialog.
async function open(page, name, buffer) {
  await running(page);
  await (await dialog(page)).setFiles({ name, mimeType: name.endsWith("json") ? "application/json" : "text/csv", buffer });
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await settled(page);
  await unfold(page, "Columns");
}

async function design(page, pk, rk) {
  await templates.pk(page).fill(pk);
  await templates.rk(page).fill(rk);
  await settled(page);
}

const absent = async (page, ...patterns) => {
  const text = await checks(page).textContent();
  for (const p of patterns) assert.doesNotMatch(text, p);
};

// quakes are the earthquakes of a week, the newest first, as their feed has them.
async function quakes() {
  const { features } = JSON.parse(await readFile(data("earthquakes.json"), "utf8"));
  return features.map(({ id, properties: { mag, place, time } }) => ({ id, mag, place, at: new Date(time).toISOString() }));
}

inPage("arrival: earthquakes that come newest first are not prepend-only", { path: "playground" }, async (page) => {
  const rows = await quakes();
  await open(page, "earthquakes.json", Buffer.from(JSON.stringify(rows)));
  await design(page, "{at.date}", "{ticks(at):19}_{id}");
  await order(page).selectOption({ label: "at" });
  await settled(page);
  await absent(page, /Prepend-only/);
  await checks(page).getByRole("heading", { name: "Append-only" }).waitFor();
  await order(page).selectOption({ label: "nothing: reference data, loaded once" });
  await checks(page).getByRole("heading", { name: "Append-only" }).waitFor({ state: "detached" });
  await absent(page, /Prepend-only/, /Hot partition/, /Spread over/);
  await page.getByRole("group", { name: "Transport" }).getByRole("button", { name: "Step back" }).click();
  await checks(page).getByRole("heading", { name: "Append-only" }).waitFor();
  assert.equal(await order(page).inputValue(), "column at");
});

inPage("arrival: a choice that nobody made is asked for with a guess", { path: "playground" }, async (page) => {
  const rows = await quakes();
  await open(page, "earthquakes.json", Buffer.from(JSON.stringify(rows)));
  const guess = button(checks(page), "Written in the order of at");
  if (await order(page).inputValue() === "unsaid") {
    await checks(page).getByRole("heading", { name: "Nobody said in which order these rows are written" }).waitFor();
    await guess.click();
  }
  await guess.waitFor({ state: "detached" });
  assert.equal(await order(page).inputValue(), "column at");
});

inPage("arrival: one 0 among the jobs hides no other number", { path: "playground" }, async (page) => {
  await open(page, "jobs.json", await readFile(data("jobs.json")));
  await design(page, "{job}_{sex}_{year}", "{count}");
  await checks(page).getByRole("heading", { name: "Numbers in RowKey sort as text" }).waitFor();
  await absent(page, /Numbers in keys sort as numbers/);
  await anatomy(page).getByRole("button", { name: /^RowKey/ }).click();
  await anatomy(page).getByText(/\d of \d keys are not where you mean them/).waitFor();
  await checks(page).getByText(/^Keyrange tried this fix on the rows[.:] /).first().waitFor();
  await checks(page).getByRole("button", { name: /^Pad to \d digits$/ }).click();
  await checks(page).getByRole("heading", { name: "Numbers in keys sort as numbers" }).waitFor();
  await anatomy(page).getByText("The table has them in the order that you mean.").waitFor();
});

inPage("arrival: zip codes get no buckets", { path: "playground" }, async (page) => {
  await open(page, "zipcodes.csv", await readFile(data("zipcodes.csv")));
  await design(page, "{state}", "{zip_code}");
  await order(page).selectOption({ label: "nothing: reference data, loaded once" });
  for (const [pk, rk] of [["{state}", "{zip_code}"], ["all", "{zip_code}"], ["{zip_code}", "{city}"]]) {
    await design(page, pk, rk);
    await absent(page, /Spread over/, /Hot partition/, /Append-only/, /Prepend-only/);
  }
});
