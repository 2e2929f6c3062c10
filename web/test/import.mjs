// Own data comes in whole: as it is, in other encodings, with reasons, sampled,
// or refused with the way out.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inPage, running } from "./stage.mjs";
import { button, card, loaded, number, settled, templates, unfold } from "./reader.mjs";
import { dialog } from "./readings.mjs";

const vega = (name) => readFileSync(new URL(`../node_modules/vega-datasets/data/${name}`, import.meta.url));

async function bring(page, name, data) {
  await (await dialog(page)).setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(data) });
}

const summary = (page, text) => page.locator("#read-as").getByRole("heading", { name: text });
const columns = (page) => page.getByRole("complementary", { name: "Source columns" });
// stored says that no row was lost: the report has nothing to say.
const stored = async (page) => assert.equal(await page.getByRole("region", { name: "Import report" }).count(), 0, "no row is lost");
const questions = (page) => card(page, "Questions").locator(".qt code, .qt .mono").allInnerTexts();

inPage("import: earthquakes.json comes in as it is", { path: "playground" }, async (page) => {
  await running(page);
  await bring(page, "earthquakes.json", vega("earthquakes.json"));
  const features = JSON.parse(vega("earthquakes.json")).features;
  await loaded(page, features.length);
  await summary(page, "Read as JSON, the records in features, UTF-8").waitFor();
  await page.getByText("Recognised: properties_time: milliseconds since 1970, properties_updated: milliseconds since 1970.").waitFor();
  await stored(page);
  await unfold(page, "Columns");
  for (const name of ["properties_mag", "geometry_coordinates_0", "id"]) await columns(page).getByRole("button", { name: new RegExp(`^${name}`) }).first().waitFor();
  await templates.pk(page).fill("{properties_time.date}");
  await templates.rk(page).fill("{id}");
  await settled(page);
  await loaded(page, features.length);
  await page.locator("#read-as").getByRole("button", { name: "properties_time", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "With this answer" }).getByText(/Append-only|Hot partition|Prepend-only|Writes/).waitFor();
  const day = new Date(features[0].properties.time).toISOString().slice(0, 10);
  await page.getByText(day).first().waitFor();
});

for (const [file, rows] of [
  ["airports.csv", vega("airports.csv").toString().trim().split("\n").length - 1],
  ["jobs.json", JSON.parse(vega("jobs.json")).length],
  ["zipcodes.csv", vega("zipcodes.csv").toString().trim().split("\n").length - 1],
]) {
  inPage(`import: ${file} gets keys that lose no row and questions about columns`, { path: "playground" }, async (page) => {
    await running(page);
    await bring(page, file, vega(file));
    await loaded(page, rows);
    await stored(page);
    const asked = (await questions(page)).join(" ");
    assert.doesNotMatch(asked, /PartitionKey|RowKey/, "no question names a key");
    assert.match(asked, / eq /, "a question asks for a value");
    if (file === "airports.csv") assert.equal(await templates.pk(page).inputValue(), "{state}", "nearly all airports are in one country");
  });
}

inPage("import: UTF-16, Windows-1252, semicolons and decimal commas", { path: "playground" }, async (page) => {
  await running(page);
  const text = "Stadt;Preis;Tag\r\nKöln;1,50;31.12.2001\r\nZürich;1.234,5;1.1.2002\r\n";
  await bring(page, "preise.csv", Buffer.from(`\uFEFF${text}`, "utf16le"));
  await loaded(page, 2);
  await summary(page, "Read as CSV, UTF-16 LE, separated by semicolons").waitFor();
  await page.getByText("Recognised: Preis: decimal comma, Tag: day first.").waitFor();
  await bring(page, "preise.csv", Buffer.from(text, "latin1"));
  await summary(page, "Read as CSV, Windows-1252, separated by semicolons").waitFor();
  await settled(page);
  await unfold(page, "Ledger");
  await page.getByRole("grid", { name: "Ledger" }).getByText("Zürich").first().waitFor();
  // A wrong guess can be corrected, and the work opens as it was corrected.
  await button(page, "Correct").click();
  await page.getByLabel("Encoding").selectOption("UTF-8");
  await summary(page, "Read as CSV, UTF-8, separated by semicolons").waitFor();
  await page.getByText("2 characters cannot be read as UTF-8").waitFor();
  await page.getByLabel("Encoding").selectOption("Windows-1252");
  await summary(page, "Read as CSV, Windows-1252, separated by semicolons").waitFor();
  await settled(page);
  await templates.rk(page).fill("{Tag}"); // what came before the last gesture is saved
  await settled(page);
  await page.reload();
  await loaded(page, 2);
  await unfold(page, "Ledger");
  await page.getByRole("grid", { name: "Ledger" }).getByText("Zürich").first().waitFor();
});

inPage("import: the first rows are drawn as keys, each part over its column, and follow types and keys", { path: "playground" }, async (page) => {
  await running(page);
  await bring(page, "films.csv", "Genre,Title,Year,Seen\nDrama,Casablanca,1942,3/4/2001\nComedy,Airplane,1980,5/6/2001\nAction,Alien,1979,7/8/2001\nDrama,Heat,1995,9/10/2001\n");
  await loaded(page, 4);
  await templates.pk(page).fill("{Genre}_{Year:05}");
  await templates.rk(page).fill("{Title}");
  await settled(page);
  const drawn = page.getByRole("table", { name: "How the first rows become keys" });
  const row = (n) => drawn.getByRole("row", { name: new RegExp(`^Row ${n}`) }).getByRole("cell").evaluateAll((all) => all.map((c) => [...c.querySelectorAll(".keyed__l, .k")].map((e) => e.textContent).join("")));
  assert.deepEqual([await row(1), await row(2), await row(3)], [["Drama_01942", "Casablanca"], ["Comedy_01980", "Airplane"], ["Action_01979", "Alien"]]);
  const over = await drawn.locator(".keyed__p").evaluateAll((all) => all.slice(0, 3).map((e) => {
    const [key, column] = [...e.children].map((c) => c.getBoundingClientRect());
    return [e.lastChild.textContent, column.top >= key.bottom && Math.abs(column.left - key.left) <= 1];
  }));
  assert.deepEqual(over, [["Genre", true], ["Year", true], ["Title", true]]);
  const marks = await page.locator("#import-step tbody tr").evaluateAll((all) => all.map((r) => r.cells[1].innerText.split(/\s+/).join(" ")));
  assert.deepEqual(marks, ["Genre PartitionKey", "Title RowKey", "Year PartitionKey", "Seen"]);
  await page.getByRole("button", { name: "3 April 2001 (day first)" }).click();
  await templates.rk(page).fill("{Seen.date}");
  await settled(page);
  await page.waitForFunction(() => document.querySelector(".keyed tbody tr").cells[2].textContent.startsWith("2001-04-03"));
});

inPage("import: a date with two meanings is asked, and a type that does not fit is told", { path: "playground" }, async (page) => {
  await running(page);
  await bring(page, "tage.csv", "id,day\na,3/4/2001\nb,5/6/2001\n");
  await loaded(page, 2);
  await page.getByRole("button", { name: "3 April 2001 (day first)" }).click();
  await page.getByText("Recognised: day: day first.").waitFor();
  await button(page, "Correct").click();
  await page.getByLabel("Type of id").selectOption("Edm.Int32");
  await page.locator("#read-as").getByText("2 values do not fit Edm.Int32 and count as missing, the first in row 1: “a”, row 2: “b”.").waitFor();
  await page.getByLabel("Keep day").uncheck();
  await button(page, "Read again with 1 column").click();
  await page.getByText("1 column is left out.").waitFor();
});

inPage("import: types are chosen before bad rows are decided about, and on a phone the columns are a list", { path: "playground" }, async (page) => {
  await running(page);
  await bring(page, "codes.csv", "code,n\n7,a\n8,5\nbad\n");
  await button(page, "Keep the other 2 rows").waitFor();
  await button(page, "Correct").click();
  await page.getByLabel("Type of code").selectOption("Edm.String");
  await page.getByLabel("Type of n").selectOption("Edm.Int32");
  await page.locator("#read-as").getByText("1 value does not fit Edm.Int32 and counts as missing, in row 1: “a”.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.locator("#import-step .scroll").evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.ok(wide <= 0, `the columns are ${wide} px wider than the phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page, "Keep the other 2 rows").click();
  await loaded(page, 2);
  assert.equal(await page.getByLabel("Type of code").inputValue(), "Edm.String");
});

inPage("import: when every row fails, every reason is told", { path: "playground" }, async (page) => {
  await running(page);
  await bring(page, "broken.csv", "a,b\n1\n2,3,4\n");
  const alert = page.getByRole("alert").filter({ hasText: "None of the 2 rows can be imported" });
  await alert.getByText("Row 2 on line 3 has 3 fields, the header has 2.").waitFor();
  await button(page, "Correct").click();
  await page.getByLabel("Fields separated by").selectOption("semicolons");
  await loaded(page, 2);
});

inPage("import: more than 200,000 rows are sampled, and that is said", { path: "playground", timeout: 1_200_000 }, async (page) => {
  await running(page);
  const rows = 250_000;
  let text = "id,site\n";
  for (let i = 0; i < rows; i++) text += `r${String(i).padStart(6, "0")},s${i % 7}\n`;
  await bring(page, "many.csv", text);
  await page.getByText(`${number(200_000)} entities from many.csv, from 200,000 of 250,000 rows, evenly sampled`).waitFor({ timeout: 600_000 });
  // A card comes when its figures are computed, which is after the rows are saved on a slow machine.
  for (const card of [0, 1, 2]) {
    await page.getByText("Figures from 200,000 of 250,000 rows, evenly sampled.").nth(card).waitFor({ timeout: 600_000 });
  }
  await settled(page);
  await button(page, "Correct").click();
  await page.getByLabel("Of too many rows").selectOption("the first rows");
  await page.getByText("200,000 entities from many.csv, from the first 200,000 of 250,000 rows").waitFor({ timeout: 600_000 });
});

inPage("import: a workbook is refused with the way out", { path: "playground" }, async (page) => {
  await running(page);
  await bring(page, "book.xlsx", "PK\x03\x04\x14\x00\x06\x00[Content_Types].xml\x00\x00");
  await page.getByRole("alert").getByText("Open it in Excel, choose File, Save As and the type CSV UTF-8").waitFor();
  await bring(page, "<b>.csv", "<img src=x onerror=alert(1)>,b\n<script>alert(1)</script>,1\n");
  await loaded(page, 1);
  assert.equal(await page.locator("main img[src=x], main script").count(), 0, "a file is text, never markup");
});

inPage("import: the time of writing and the types are asked in one step, and what follows is said at once", { path: "playground" }, async (page) => {
  await running(page);
  const rows = Array.from({ length: 60 }, (_, i) => `e${String(i).padStart(3, "0")},${new Date(Date.UTC(2024, 0, 1, i)).toISOString()},${i % 7}`);
  await bring(page, "events.csv", `id,at,kind\n${rows.join("\n")}\n`);
  await loaded(page, 60);
  const time = page.getByRole("group", { name: "Which column says when a row was written?" }), says = page.locator("#written-says");
  await time.waitFor();
  for (const name of ["id", "at", "kind"]) assert.equal(await page.getByLabel(`Type of ${name}`).isVisible(), true, `the type of ${name} is asked in the same step`);
  await says.getByText("Not judged: no column says when rows are written.").waitFor();
  await templates.pk(page).fill("{at.date}");
  await templates.rk(page).fill("{ticks(at):19}_{id}");
  await settled(page);
  const answer = async (name, sentence) => {
    await button(time, name).press("Enter");
    await says.getByText(sentence).waitFor();
    assert.equal(await button(time, name).getAttribute("aria-pressed"), "true");
  };
  await answer("at", "Hot partition.");
  const last = rows.slice(30).filter((r) => r.split(",")[1].startsWith("2024-01-02")).length; // of the last half of the writes
  await says.getByText(`2024-01-02 takes ${100 * last / 30}% of the last 30 writes.`).waitFor();
  await answer("None: reference data", "None expected: this is reference data.");
  await page.getByRole("group", { name: "Transport" }).getByRole("button", { name: "Step back" }).click();
  await says.getByText("Hot partition.").waitFor();
  assert.equal(await button(time, "at").getAttribute("aria-pressed"), "true");
  await page.getByLabel("Type of kind").selectOption("Edm.String");
  await settled(page);
  assert.equal(await page.getByLabel("Type of kind").inputValue(), "Edm.String");
  await page.locator("#read-as").getByRole("button", { name: "Close" }).click();
  await time.waitFor({ state: "detached" });
});
