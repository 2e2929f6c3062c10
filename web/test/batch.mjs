// The batch builder: a transaction that works, one that breaks each rule, and
// one that is mended; by pointer and by keyboard alone.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";

// What each ready batch comes to: the rule that it breaks, the place, and the
// status and sentence of the service.
const BROKEN = [
  ["partitions", "All changes have one PartitionKey", "broken at 2", /400 Bad Request[^]*1:All commands in a batch/],
  ["twice", "Each entity stands in one change only", "broken at 3", /400 Bad Request[^]*2:The batch request contains/],
  ["many", "At most 100 changes", "broken at 101", /400 Bad Request[^]*99:The batch request operation/],
  ["large", "At most 4 MiB", "broken", /413 [^]*RequestBodyTooLarge/],
  ["stale", "The stored version", "broken at 2", /412 Precondition Failed[^]*1:The update condition/],
  ["missing", "What is merged", "broken at 3", /404 Not Found[^]*2:The specified resource/],
  ["exists", "What is inserted", "broken at 3", /409 Conflict[^]*2:The specified entity already exists/],
  ["properties", "At most 252 properties", "broken at 2", /400 Bad Request[^]*1:The entity contains more properties/],
  ["value", "At most 64 KiB", "broken at 2", /400 Bad Request[^]*1:The property value exceeds/],
  ["entity", "At most 1 MiB", "broken at 2", /400 Bad Request[^]*1:The entity is larger/],
  ["key", "Keys and names", "broken at 2", /400 Bad Request[^]*1:/],
];

const button = (page, name) => page.getByRole("button", { name, exact: true });
const begin = (page) => page.getByLabel("Begin with");
const title = (page, name) => page.getByRole("complementary", { name: "Explanation" }).getByRole("heading", { level: 2, name }).waitFor();
const ledger = (page) => page.getByRole("region", { name: "Ledger" });
const rule = (page, text) => page.getByRole("complementary").getByRole("listitem").filter({ hasText: text });

async function tell(page, press) {
  await begin(page).selectOption("rent");
  await title(page, "This batch keeps every rule");
  await press(button(page, "Send the batch"));
  await title(page, "All changes are stored");
  await ledger(page).getByText("1, done").waitFor();
  for (const [id, text, word, answer] of BROKEN) {
    await begin(page).selectOption(id);
    await rule(page, text).getByText(word).waitFor();
    assert.equal(await page.getByText(/^broken/).count(), 1, `${id} breaks one rule`);
    await press(button(page, "Send the batch"));
    await title(page, id === "large" ? "The service does not read it" : /^Change \d+ failed the batch$/);
    assert.match(await page.getByRole("region", { name: "Response" }).innerText(), answer, id);
    for (const cell of await ledger(page).locator("tbody tr td:nth-child(4)").allInnerTexts()) assert.match(cell, /as before|no entity/, `${id} changes nothing`);
  }
}

async function mend(page, press) {
  await begin(page).selectOption("exists");
  await press(button(page, "Send the batch"));
  await title(page, "Change 3 failed the batch");
  await press(button(page, "Edit change 1"));
  await page.getByRole("textbox", { name: "RowKey" }).fill("Typed and left");
  await press(button(page, "Edit change 3"));
  const row = await page.getByRole("textbox", { name: "RowKey" }).elementHandle();
  await page.waitForFunction((field) => field.value === "Rental_Jaws", row); // the fields are those of the change
  await page.getByRole("textbox", { name: "RowKey" }).fill("Rental_Alien");
  await press(button(page, "Put it there"));
  await title(page, "This batch keeps every rule");
  await press(button(page, "Add a change"));
  await page.getByRole("combobox", { name: /^Kind/ }).selectOption("delete");
  await page.getByRole("textbox", { name: "RowKey" }).fill("Rental_Jaws");
  await press(button(page, "Add it"));
  await press(button(page, "Move up change 4"));
  await press(button(page, "Remove change 1"));
  await press(button(page, "Send the batch"));
  await title(page, "All changes are stored");
  const rows = (await ledger(page).locator("tbody tr").allInnerTexts()).map((t) => t.replace(/\s+/g, " "));
  assert.deepEqual(rows.map((r) => r.match(/Rental_\w+|Member/)[0] + (/no entity (\d|none)/.test(r) ? " gone" : "")), ["Member", "Rental_Alien", "Rental_Jaws gone", "Member"]);
  await press(button(page, "Step back"));
  await title(page, "Change 3 failed the batch");
}

inPage("batch builder: break each rule", { path: "transactions" }, async (page) => {
  await running(page);
  await tell(page, (b) => b.click());
});

inPage("batch builder: mend a batch", { path: "transactions" }, async (page) => {
  await running(page);
  await mend(page, (b) => b.click());
});

inPage("batch builder: both by keyboard alone", { path: "transactions" }, async (page) => {
  await running(page);
  const press = async (b) => {
    await b.focus();
    await page.keyboard.press("Enter");
  };
  await tell(page, press);
  await mend(page, press);
});

// A choice makes the page fill the form again, a frame later. What is typed in
// that frame, which the page has not read yet, must not be written over.
inPage("batch builder: what is typed right after a choice stays", { path: "transactions" }, async (page) => {
  await running(page);
  await button(page, "Add a change").click();
  await page.getByRole("textbox", { name: "RowKey" }).waitFor();
  const lost = await page.evaluate(async () => {
    const kind = document.getElementById("ch-kind"), row = document.getElementById("ch-rk"), lost = [];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const tell = (field, value, ...events) => {
      field.value = value;
      for (const e of events) field.dispatchEvent(new Event(e, { bubbles: true }));
    };
    for (let i = 0; i < 100; i++) {
      tell(kind, kind.options[i % 2 ? 0 : kind.options.length - 1].value, "input", "change");
      await new Promise((done) => setTimeout(done, i % 20));
      tell(row, `Row_${i}`, "input");
      for (let n = 0; n < 4; n++) await frame();
      if (row.value !== `Row_${i}`) lost.push(i);
    }
    return lost;
  });
  assert.deepEqual(lost, []);
});
