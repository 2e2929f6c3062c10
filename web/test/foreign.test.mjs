// A page of another site, in a browser on the machine where the Table endpoint runs,
// cannot read, write or remove anything there, although it knows the address and the
// key; and a name that leads to this machine is none of it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PATIENCE } from "./engines/patience.mjs";
import { SECRET, ways } from "./foreign.mjs";

const TOOL = fileURLToPath(new URL("../../build/.tool/keyrange", import.meta.url));
const KEY = Buffer.from("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==", "base64");
const FOREIGN = "evil.example"; // a name that leads to this machine

// signature is a shared access signature for the account, as anybody can make it.
function signature() {
  const expiry = "2100-01-01T00:00:00Z";
  const text = ["devstoreaccount1", "rwdlacu", "t", "sco", "", expiry, "", "", "2019-02-02", ""].join("\n");
  const sig = createHmac("sha256", KEY).update(text).digest("base64");
  return new URLSearchParams({ sv: "2019-02-02", ss: "t", srt: "sco", sp: "rwdlacu", se: expiry, sig }).toString();
}

let endpoint, account, browser, attacker;
const arrived = []; // verb and URL of each request that the endpoint answered
const waiting = new Set();

before(async () => {
  endpoint = spawn(TOOL, ["tables", "-tables-port", "0", "-log", "-"]);
  createInterface(endpoint.stderr).on("line", (line) => {
    if (line.startsWith("{")) arrived.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  account = await new Promise((done) => createInterface(endpoint.stdout).on("line", (line) => { if (line.startsWith("Tables at ")) done(line.slice(10)); }));
  attacker = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<!doctype html><title>Another site</title>"));
  await new Promise((done) => attacker.listen(0, "127.0.0.1", done));
  browser = await chromium.launch({ executablePath: process.env.CHROME || "/usr/bin/chromium",
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`] });
  await own("POST", "/Tables", { TableName: "Tab" });
  await own("POST", "/Tab", { PartitionKey: "p", RowKey: "r", Secret: SECRET });
});

after(async () => {
  await browser?.close();
  attacker?.close();
  endpoint?.kill();
});

// own asks the endpoint as a program of this machine does.
async function own(method, path, body) {
  const answer = await fetch(`${account}${path}${path.includes("?") ? "&" : "?"}${signature()}`, { method,
    headers: { Accept: "application/json;odata=nometadata", ...body && { "Content-Type": "application/json" } }, body: body && JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.text();
}

const state = async () => [await own("GET", "/Tables"), await own("GET", "/Tab"), await own("GET", "/?restype=service&comp=properties")];

// came waits until the endpoint has answered a request.
const came = (fits, what) => new Promise((done, failed) => {
  const timer = setTimeout(() => failed(new Error(`${what} never came to the endpoint`)), PATIENCE);
  const look = () => {
    if (!arrived.some(fits)) return;
    clearTimeout(timer);
    waiting.delete(look);
    done();
  };
  waiting.add(look);
  look();
});

// attempt runs one way in a page and returns what it got to read.
const attempt = (page, base, name, run) => page.evaluate(async ({ base, name, query, run }) => {
  const entity = JSON.stringify({ PartitionKey: "p", RowKey: name, X: 1 });
  const batch = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST ${base}/Tab HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${entity}\r\n--c--\r\n--b--\r\n`;
  const tools = { entity, batch, origin: new URL(base).origin,
    at: (path) => `${base}${path}?${query}&way=${encodeURIComponent(name)}`,
    cors: "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET,PUT,POST,DELETE</AllowedMethods><AllowedHeaders>*</AllowedHeaders><ExposedHeaders>*</ExposedHeaders><MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>",
    form: (action, enctype, field, value) => new Promise((done) => {
      const frame = Object.assign(document.createElement("iframe"), { name: `f${document.querySelectorAll("iframe").length}` });
      document.body.append(frame); // it is empty by then, so that the next to load is the answer
      frame.onload = () => done("sent");
      const form = Object.assign(document.createElement("form"), { action, method: "post", enctype, target: frame.name });
      form.append(Object.assign(document.createElement("textarea"), { name: field, value }));
      document.body.append(form);
      form.submit();
    }) };
  return Promise.resolve().then(() => new Function(`return (${run})`)()(tools)).catch(String);
}, { base, name, query: signature(), run: run.toString() });

test("a page of another site reads, writes and removes nothing", async (t) => {
  const before = await state();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${attacker.address().port}/`);
  for (const [name, { arrives, run }] of Object.entries(ways)) {
    await t.test(name, async () => {
      const got = await attempt(page, account, name, run);
      if (arrives) await came((r) => r.method === arrives && new URLSearchParams(r.url.split("?")[1]).get("way") === name, `${name} by ${arrives}`);
      assert.ok(!got.includes(SECRET), `it got ${got}`);
      assert.deepEqual(await state(), before);
    });
  }
  await page.close();
});

test("the same ways by a name that leads to this machine", async (t) => {
  const before = await state();
  const base = account.replace("127.0.0.1", FOREIGN);
  const page = await browser.newPage();
  const answer = await page.goto(`${base}/Tab?${signature()}`); // from here on the page is of the endpoint's own origin
  assert.equal(answer.status(), 403);
  assert.ok(!(await answer.text()).includes(SECRET));
  for (const [name, { run }] of Object.entries(ways)) {
    await t.test(name, async () => {
      const got = await attempt(page, base, `again ${name}`, run);
      assert.ok(!got.includes(SECRET), `it got ${got}`);
      assert.deepEqual(await state(), before);
    });
  }
  const written = await attempt(page, base, "at last", ({ at, entity }) => fetch(at("/Tab"), { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: entity }).then((r) => `${r.status}`));
  assert.equal(written, "403", "the browser lets a page of its own origin send anything: the endpoint has to refuse it");
  assert.deepEqual(await state(), before);
  await page.close();
});
