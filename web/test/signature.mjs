// Access: a signature for a range of keys is put together, used inside and
// outside, and refused for three reasons; by pointer and by keyboard alone.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { inPage, running } from "./stage.mjs";

// The key of the development account, which everybody knows.
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const send = (page, name) => page.getByRole("group", { name: "Requests" }).getByRole("button", { name, exact: true });
const field = (page, name) => page.getByRole("textbox", { name, exact: true });
const list = (page, name) => page.getByRole("combobox", { name: new RegExp(`^${name}`) });
const said = (page, title) => page.getByRole("complementary", { name: "Explanation" }).getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
const lines = (page) => page.getByRole("list", { name: "Text to sign" }).getByRole("listitem");
const response = (page) => page.getByRole("region", { name: "Response" });

const clock = (page, time) => page.waitForFunction((t) => document.getElementById("acc-now").value === t, time);

// signed checks that the signature is that of the lines as they stand there,
// with this machine's own HMAC-SHA256, and that the request carries it.
async function signed(page, parts) {
  const texts = (await lines(page).locator("span:last-child > span:first-child").allInnerTexts()).map((t) => (t === "empty line" ? "" : t));
  assert.deepEqual(texts, parts);
  const want = createHmac("sha256", Buffer.from(KEY, "base64")).update(texts.join("\n")).digest("base64");
  assert.equal(await page.locator("#acc-sig").innerText(), want);
  const query = (await page.getByRole("list", { name: "Query string" }).getByRole("listitem").allInnerTexts()).find((t) => t.startsWith("sig="));
  assert.equal(query, `sig=${encodeURIComponent(want)}`);
}

// build makes a signature for the rentals of one member: to read and to add,
// from noon until three.
async function build(page, press, choose) {
  assert.equal(await lines(page).first().isVisible(), false, "the range and what it reaches lead; what is signed is folded behind them");
  await press(page.locator("summary", { hasText: "The other fields, and what is signed" }));
  await lines(page).first().waitFor();
  await press(button(page, "a add"));
  await field(page, "Start, st").fill("2026-01-01T12:00:00Z");
  await field(page, "Expiry, se").fill("2026-01-01T15:00:00Z");
  await field(page, "First RowKey, srk").fill("Rental_");
  await field(page, "Last RowKey, erk").fill("Rental_~");
  await choose(list(page, "Protocols, spr"), "https");
  await signed(page, ["ra", "2026-01-01T12:00:00Z", "2026-01-01T15:00:00Z", "/table/devstoreaccount1/rentals", "", "", "https", "2019-02-02", "00042", "Rental_", "00042", "Rental_~"]);
}

async function use(page, press) {
  await press(send(page, "Query Rentals"));
  await said(page, "200 OK");
  const body = await response(page).innerText();
  assert.equal(body.match(/"PartitionKey"/g).length, 2, "only what is in the range comes");
  assert.equal(await page.getByRole("region", { name: "Ledger" }).getByText("inside", { exact: true }).count(), 2);
  await press(send(page, "Get 00042, Rental_Jaws"));
  await said(page, "200 OK");
  await press(send(page, "Get 00077, Rental_Psycho"));
  await said(page, "404 ResourceNotFound");
  await press(send(page, "Insert 00042, Rental_Fargo"));
  await said(page, "201 Created");
}

// refused are three reasons, each with its code and the parameter at fault.
async function refused(page, press, choose) {
  const fault = async (name) => assert.match(await lines(page).filter({ hasText: "at fault" }).innerText(), new RegExp(`\\b${name}\\b`));
  await press(send(page, "Insert 00077, Rental_Fargo"));
  await said(page, "403 AuthorizationFailure");
  await fault("epk");
  await press(send(page, "Delete 00042, Rental_Jaws"));
  await said(page, "403 AuthorizationPermissionMismatch");
  await fault("sp");
  for (let n = 0; n < 3; n++) await press(button(page, "+1 h"));
  await clock(page, "2026-01-01T15:00:00Z");
  await press(send(page, "Query Rentals"));
  await said(page, "403 AuthenticationFailed");
  await fault("se");
  await press(button(page, "Step back"));
  await said(page, "The choices have changed");
  for (let n = 0; n < 4; n++) await press(button(page, "Step back"));
  await clock(page, "2026-01-01T12:00:00Z");
  await choose(list(page, "Changed after signing"), "epk");
  await press(send(page, "Insert 00077, Rental_Fargo"));
  await said(page, "403 AuthenticationFailed");
  await fault("epk");
}

inPage("access: a signature for a key range", { path: "access" }, async (page) => {
  await running(page);
  const press = (b) => b.click(), choose = (list, value) => list.selectOption(value);
  await build(page, press, choose);
  await use(page, press);
  await refused(page, press, choose);
});

inPage("access: the same by keyboard alone", { path: "access" }, async (page) => {
  await running(page);
  const press = async (b) => {
    await b.focus();
    await page.keyboard.press("Enter");
  };
  const choose = async (list, value) => {
    await list.focus();
    await page.keyboard.press("Home");
    for (let n = 0; n < 12 && (await list.inputValue()) !== value; n++) await page.keyboard.press("ArrowDown");
    assert.equal(await list.inputValue(), value);
  };
  await build(page, press, choose);
  await use(page, press);
  await refused(page, press, choose);
});
