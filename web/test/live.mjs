// The live screen against an event stream of the test: it connects, goes hot, says why
// and suggests a key, is gone through by keyboard, survives damage and a lost
// connection, and hands the recording to the simulator.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { auditor } from "./audit.mjs";
import { inPage, onPage, running, sites } from "./stage.mjs";
import { event, source } from "./source.mjs";

const REFUSED = [/net::ERR_CONNECTION_REFUSED/, /net::ERR_INCOMPLETE_CHUNKED_ENCODING/, /net::ERR_EMPTY_RESPONSE/, /status of 401/];

// live opens the screen beside a stream, which any request may go to.
function live(name, token, act) {
  test(name, { timeout: 200_000 }, async () => {
    const stream = await source(token);
    try {
      await onPage({ ...sites.root, path: "live", faults: REFUSED, alone: true, allowed: [`http://${stream.address}/`] }, (page) => act(page, stream));
    } finally {
      await stream.close();
    }
  });
}

// LOG is a Storage Analytics log: two gets of one key, two seconds apart, and a line of
// another service.
const LOG = ["00:00:01.5", "00:00:03.25"].map((at) => `1.0;2014-06-19T${at}Z;QueryEntity;Success;200;9;8;authenticated;acc;acc;table;"https://acc.table.core.windows.net/Orders(PartitionKey=&apos;contoso&apos;,RowKey=&apos;7&apos;)";"/acc/Orders";id;0;10.0.0.1:80;2013-08-15;353;0;313;0;0;;;;;;"agent";;"id"`)
  .concat("1.0;2014-06-19T00:00:02Z;GetBlob;Success;200;9;8;authenticated;acc;acc;blob;\"https://acc.blob.core.windows.net/a\"").join("\n");

const status = (page, text) => page.locator("#live-link").getByText(text).waitFor();
const verdict = (page, text) => page.locator("#live-verdict").getByText(text, { exact: true }).waitFor();

// clean audits the page in both themes, without the transitions between them.
async function clean(page) {
  const audit = auditor();
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual((await audit(page, colorScheme === "light")).found, [], colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
}

// connect fills the form by keyboard.
async function connect(page, address, token) {
  await running(page);
  const field = page.getByRole("textbox", { name: "Address" });
  await field.fill(address);
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
}

inPage("live: without an endpoint the lines to begin with are copied, and the example is watched from its beginning",
  { path: "live", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page) => {
    await running(page);
    const clip = () => page.evaluate(() => navigator.clipboard.readText());
    for (const [what, want] of [["the command", /^build\/\.tool\/keyrange tables -load today$/], ["the connection string", /^DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;.*:10002/]]) {
      await page.getByRole("button", { name: `Copy ${what}`, exact: true }).click();
      await page.getByRole("button", { name: `Copied ${what}`, exact: true }).waitFor();
      assert.match(await clip(), want);
    }
    await page.getByRole("tab", { name: "C#" }).focus();
    for (const next of ["Go", "Python"]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((name) => document.activeElement.textContent === name, next);
    }
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Copied 8 lines of Python.").waitFor();
    assert.equal((await clip()).trim(), (await page.getByRole("tabpanel").textContent()).trim());
    await clean(page);

    await page.getByRole("button", { name: "Open the example recording" }).click();
    await status(page, "A recording of 4 min");
    await page.locator(".lv__why").getByText(/^The example is open\. Nothing of it was measured/).waitFor();
    await verdict(page, "contoso asks for more than one range can take");
    await page.locator(".lv__mk").getByText("Import by contoso").waitFor();
    await page.getByText(/to one PartitionKey\. Its range takes 1,018\/s/).waitFor();
    await clean(page);
    await page.getByRole("main").focus();
    await page.keyboard.press("Home");
    await verdict(page, "No key is near its limit");
    const read = page.locator("#tp-text");
    await read.getByText("239 s behind").waitFor();
    await page.keyboard.press("Space"); // plays on at the speed of the recording
    await read.getByText("237 s behind").waitFor();
    await page.keyboard.press("Space");
  });

live("live: only this machine and only with the token, then it connects, goes hot, says why and names a key", "open sesame", async (page, stream) => {
  const why = (text) => page.locator("#live-why").getByText(text).waitFor();
  await connect(page, "example.com:80", "");
  await why(/^Only this machine can be watched/);
  await connect(page, stream.address, "wrong");
  await why(/^The endpoint wants the token/);
  await clean(page);
  await connect(page, stream.address, "open sesame");
  await status(page, `Connected to ${stream.address}`);

  for (let seq = 0; seq < 30; seq++) stream.send(event(seq));
  await verdict(page, "No key is near its limit");
  await page.getByText("northwind is the busiest").waitFor();
  await page.locator("#tp-text").getByText(/30 s recorded/).waitFor();
  await page.keyboard.press("m");
  await page.locator(".lv__mk").getByText("Mark 1").waitFor();
  for (let seq = 30; seq < 60; seq++) stream.send(event(seq, { hot: 1284 }));
  await verdict(page, "contoso asks for more than one range can take");
  await page.getByText("It sends 1,284 requests/s to one PartitionKey. Its range takes 1,000/s, so 284/s get a 503. It began 1 s after Mark 1.").waitFor();
  await page.getByText("{PartitionKey}_{hash(RowKey)%16:02}").waitFor();
  const keys = page.getByRole("list", { name: "Busiest keys" }).getByRole("listitem");
  assert.match(await keys.first().textContent(), /contoso.*1,000\/s, 284\/s refused/);
  await clean(page);

  // The cell and the table say the same as what was sent.
  await page.locator("#live-map").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator("#live-cell").getByText(/^contoso .*: 1,000\/s accepted, 284\/s refused$/).waitFor();
  await page.getByText("The map as a table").click();
  assert.deepEqual(await page.getByRole("row", { name: /^contoso/ }).getByRole("cell").allTextContents(), ["1,000", "284"]);

  // Paused by keyboard, it stays where it is while more comes, and goes back second by second.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Space");
  const read = page.locator("#tp-text");
  stream.send(event(60, { hot: 1284 }));
  await read.getByText(/, 1 s behind$/).waitFor();
  for (let i = 0; i < 31; i++) await page.keyboard.press("ArrowLeft");
  await read.getByText(/, 32 s behind$/).waitFor();
  await verdict(page, "No key is near its limit");
  await page.keyboard.press("Space");
  await verdict(page, "contoso asks for more than one range can take");

  // The recording goes to the simulator, which runs it under both keys.
  await page.getByRole("button", { name: "Try another key on this recording" }).click();
  await page.waitForURL(/\/simulator$/);
  const maps = page.getByRole("img", { name: /^Heat map of entities sent/ });
  await maps.nth(1).waitFor();
  await page.locator(".hm__d").getByText("As designed", { exact: true }).waitFor();
  assert.deepEqual(await page.locator(".hm__d .k--pk").allTextContents(), ["{PartitionKey}", "{PartitionKey}_{hash(RowKey)%16:02}"]);
});

live("live: damage is left out in words, a lost connection comes back, and a recording is saved and opened", "", async (page, stream) => {
  await connect(page, stream.address, "");
  await status(page, `Connected to ${stream.address}`);
  for (let seq = 0; seq < 5; seq++) stream.send(event(seq));
  await page.locator("#tp-text").getByText(/5 s recorded/).waitFor();
  const said = page.locator(".lv__why");
  stream.send("{");
  await said.getByText(/^1 event was left out\. This is not an event/).waitFor();
  stream.send({ ...event(9), rows: [{ k: "b" }] });
  await said.getByText(/^2 events were left out\. The event is damaged: its rows/).waitFor();
  await page.locator("#tp-text").getByText(/5 s recorded/).waitFor();

  stream.drop();
  await status(page, /^No answer from .* What was recorded is safe\. Trying again\.$/);
  await status(page, `Connected to ${stream.address}`);
  assert.equal(stream.after(), "a-4", "it says what it heard last");
  for (let seq = 3; seq < 8; seq++) stream.send(event(seq)); // two of them were heard before
  await page.locator("#tp-text").getByText(/8 s recorded/).waitFor();

  stream.send("x".repeat(1_200_000));
  await said.getByText(/^The endpoint sent an event that is larger/).waitFor();

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save recording" }).click()]);
  const path = await download.path(), lines = readFileSync(path, "utf8").trim().split("\n");
  assert.equal(lines.length, 9, "a header and eight seconds");
  const sent = lines.slice(1).reduce((sum, l) => sum + JSON.parse(l).total.sent, 0);
  assert.equal(sent, Array.from({ length: 8 }, (_, seq) => event(seq).total.sent).reduce((a, b) => a + b), "every request that was sent");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await chooser.setFiles({ name: "odd.recording", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await said.getByText(/^odd\.recording: Line 1: This is no recording, and none of the forms/).waitFor();
  const [again] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await again.setFiles({ name: "kept.recording", mimeType: "text/plain", buffer: readFileSync(path) });
  await status(page, "A recording of 8 s");
  const [log] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await log.setFiles({ name: "table.log", mimeType: "text/plain", buffer: Buffer.from(LOG) });
  await said.getByText(/^table\.log is open\. 1 line is no request and is left out\. The log has no keys of inserted entities/).waitFor();
  await status(page, "A recording of 3 s");
  await page.getByRole("heading", { name: "No key is near its limit" }).or(page.getByText("No key is near its limit")).first().waitFor();

  // A long log says by tenths how much of it is read, and the page is alive meanwhile.
  await said.evaluate((e) => {
    window.told = [];
    new MutationObserver(() => window.told.push(e.textContent)).observe(e, { childList: true, characterData: true, subtree: true });
  });
  const many = Buffer.from(`${LOG.split("\n")[0]}\n`.repeat(40_000));
  const [long] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await long.setFiles({ name: "long.log", mimeType: "text/plain", buffer: many });
  await said.getByText(/^long\.log is open\./).waitFor();
  const told = await page.evaluate(() => window.told.map((text) => /^long\.log is being read: (\d+)%\.$/.exec(text.trim())?.[1]).filter(Boolean).map(Number));
  assert.ok(told.length > 4 && told.every((n, i) => i === 0 || n > told[i - 1]), `told ${told}`);
  await page.getByText("40,000 requests", { exact: false }).first().waitFor();
});
