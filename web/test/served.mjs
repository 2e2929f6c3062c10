// The live screen beside an endpoint that waits for the model of the service, as `make
// run` serves them: the example application of the documents goes red under its own key
// and turns calm under the key that the screen suggests; and a load test of a scenario
// is laid over its run.

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { button } from "./reader.mjs";
import { openSettings } from "./run.mjs";
import { figure, onPage, running } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

// The key that every emulator has.
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

// The longest that the application may take to go red, which is promised to readers.
const MINUTE = 60_000;

// The longest that the model may take until it has split a range and moved it, in ms.
const REPAIRED = 180_000;

// served starts the site and the endpoint at any ports, and tells where they are.
async function served() {
  const tool = process.env.KEYRANGE_TOOL ?? join(ROOT, "build/.tool/keyrange");
  const child = spawn(tool, ["serve", "-out", join(process.env.KEYRANGE_SITES, "root"), "-port", "0", "-with-tables", "-tables-port", "0", "-load", "2010", "-decisions", "quick"],
    { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  const at = {};
  for await (const line of createInterface({ input: child.stdout })) {
    at.site ??= /^Serving at http:\/\/localhost:(\d+)\/$/.exec(line)?.[1];
    at.tables ??= /^Tables at (http:\S+)$/.exec(line)?.[1];
    if (at.site && at.tables) break;
  }
  assert.ok(at.site && at.tables, "it says where it serves");
  return { origin: `http://127.0.0.1:${at.site}`, tables: at.tables, stop: () => { child.kill(); return ended; } };
}

// stressed sends a scenario's requests to the endpoint and gives the recording.
function stressed(folder, tables, scenario) {
  const tool = process.env.KEYRANGE_TOOL ?? join(ROOT, "build/.tool/keyrange"), recording = join(folder, "stress.recording");
  const connection = `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${KEY};TableEndpoint=${tables};`;
  execFileSync(tool, ["stress", "-scenario", scenario, "-recording", recording, "-for", "10s", "-yes"],
    { cwd: ROOT, env: { ...process.env, AZURE_TABLES_CONNECTION_STRING: connection } });
  return recording;
}

// clock is a time as the page writes it, in microseconds.
const clock = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1e6;

// example runs the application with a key until it is stopped.
function example(program, tables, key) {
  const connection = `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${KEY};TableEndpoint=${tables};`;
  const child = execFile(program, ["-key", key, "-for", "10m"], { env: { ...process.env, AZURE_TABLES_CONNECTION_STRING: connection } });
  const ended = new Promise((done) => child.once("exit", done));
  return () => { child.kill(); return ended; };
}

test("live: an application with a bad key goes red, and turns calm under the key that the screen suggests", { timeout: 10 * MINUTE }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "keyrange-example-")), program = join(folder, "example");
  execFileSync("go", ["build", "-o", program, "./example"], { cwd: join(ROOT, "build/conformance/sdk") });
  const beside = await served();
  let stop = async () => {};
  try {
    await onPage({ origin: beside.origin, base: "/", path: "live", alone: true }, async (page) => {
      await running(page);
      const verdict = page.locator("#live-verdict"), within = { timeout: MINUTE };
      await page.locator("#live-link").getByText("Connected to this site").waitFor();
      stop = example(program, beside.tables, "{Minute}");
      const began = Date.now();
      await verdict.getByText(/ asks for more than one range can take$/).waitFor(within);
      const suggestion = page.locator(".fnd code");
      await suggestion.waitFor(within);
      figure(t, `the application is red and has a suggestion after ${Math.round((Date.now() - began) / 1000)} s`);
      const key = await suggestion.textContent();
      await stop();

      // The suggestion, pressed, is tried on what was recorded.
      await page.getByRole("button", { name: "Try another key on this recording" }).click();
      await page.waitForURL(/\/simulator$/);
      await page.locator(".hm__d").getByText("As designed", { exact: true }).waitFor();
      assert.deepEqual(await page.locator(".hm__d .k--pk").allTextContents(), ["{PartitionKey}", key]);

      // Back on the screen it listens on, with what it heard before.
      await page.goBack();
      await page.locator("#live-link").getByText("Connected to this site").waitFor();
      assert.notEqual(await page.locator("#tp-text").textContent(), "nothing recorded yet");
      stop = example(program, beside.tables, key);
      const again = Date.now();
      await page.getByRole("list", { name: "Busiest keys" }).getByText(/^\d\d_\d{4}-/).first().waitFor(within);
      await page.getByText(/^\d+ ranges on /).waitFor({ timeout: REPAIRED });
      await verdict.getByText("No key is near its limit", { exact: true }).waitFor({ timeout: REPAIRED });
      await page.getByRole("list", { name: "Busiest keys" }).getByText(/^\d\d_\d{4}-/).first().waitFor(); // calm under load, and not for want of it
      figure(t, `under the suggested key it is calm after ${Math.round((Date.now() - again) / 1000)} s`);

      // Loaded again it has all seconds from the first on, the red ones too.
      await stop();
      const seconds = Number(await page.getByRole("slider").getAttribute("max"));
      await page.reload();
      await running(page);
      await page.waitForFunction((least) => Number(document.querySelector("input[type=range]")?.max) >= least, seconds);
      await page.getByRole("main").focus();
      await page.keyboard.press("Home");
      for (let n = 0; n < seconds && !/ asks for more than/.test(await verdict.textContent()); n++) {
        const at = await page.locator("#tp-text").textContent();
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((was) => document.getElementById("tp-text").textContent !== was, at);
      }
      assert.match(await verdict.textContent(), / asks for more than one range can take$/);
      figure(t, `${seconds} s and more are there after the page is loaded again`);
    });
  } finally {
    await stop();
    await beside.stop();
    rmSync(folder, { recursive: true });
  }
});

test("simulator: what a load test of its scenario measured lies over the run, second by second", { timeout: 5 * MINUTE }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "keyrange-stress-")), beside = await served();
  try {
    await onPage({ origin: beside.origin, base: "/", path: "simulator", alone: true }, async (page) => {
      await running(page);
      await openSettings(page);
      const [saved] = await Promise.all([page.waitForEvent("download"), button(page, "Save as a file").last().click()]);
      const recording = stressed(folder, beside.tables, await saved.path());
      const events = readFileSync(recording, "utf8").trim().split("\n").slice(1).map((line) => JSON.parse(line));
      const sent = events.reduce((sum, e) => sum + e.total.sent, 0);
      assert.ok(sent > 100, `${sent} requests were sent`);
      figure(t, `the load test sent ${sent} requests in ${events.length} s`);

      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open a file").last().click()]);
      await chooser.setFiles(recording);
      const part = page.locator("#measured");
      await part.getByRole("heading", { name: "Measured over simulated" }).waitFor();
      await page.keyboard.press("Escape");
      await button(page, "Play").click();
      await part.getByText(/Throughput (agrees up to|first differs at) /).waitFor();

      // What the table says was done is what the recording says, in the same time.
      const lines = part.getByRole("row").filter({ has: page.getByRole("rowheader") });
      await lines.nth(4).waitFor();
      const rows = await lines.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      const starts = rows.map(([from]) => clock(from));
      for (let i = 0; i + 1 < rows.length; i++) {
        const own = events.filter((e) => e.at > starts[i] && e.at <= starts[i + 1]);
        if (own.length === 0 || own.at(-1).at < starts[i + 1]) break; // the test ended here
        const done = own.reduce((sum, e) => sum + e.total.sent - e.total.refused.reduce((a, b) => a + b) - (e.total.failed ?? 0), 0);
        assert.equal(Number(rows[i][1].replace(/,/g, "")), Math.floor(done * 1e6 / (starts[i + 1] - starts[i])), `from ${rows[i][0]}`);
      }
    });
  } finally {
    await beside.stop();
    rmSync(folder, { recursive: true });
  }
});
