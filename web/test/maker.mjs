// The page of the embeds: what it copies stands up in a page of another kind, and the
// packages that it saves do in a learning system.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { unzipSync, strFromU8 } from "fflate";
import { auditor } from "./audit.mjs";
import { inPage, onPage } from "./stage.mjs";

const control = (page, name) => page.getByRole("region", { name: "What is shown" }).getByLabel(name, { exact: true });
const made = (page) => page.getByLabel("Lines to copy").inputValue();
const preview = (page) => page.getByRole("region", { name: "Preview" }).frameLocator("iframe");

inPage("embed page: a task is chosen, looked at, copied and packed without the engine", { path: "embed", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page, { url }) => {
  await preview(page).getByRole("heading", { level: 1 }).first().waitFor();
  assert.deepEqual((await auditor()(page, true)).found, []);
  await control(page, "Page").selectOption("lessons/btree");
  await control(page, "View").selectOption("task");
  await control(page, "Task").selectOption("range");
  await control(page, "Caption").fill('Along "a" <range>');
  const want = `src="lessons/btree?embed=task&amp;task=range" height="480" caption="Along &quot;a&quot; &lt;range&gt;"`;
  assert.ok((await made(page)).includes(want), await made(page));
  await preview(page).getByRole("heading", { name: "Along a range" }).waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("The lines are copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await made(page));
  for (const where of ["mkdocs", "docusaurus", "hugo", "jekyll", "jupyter"]) {
    await page.getByLabel("For", { exact: true }).selectOption(where);
    assert.ok((await made(page)).includes("lessons/btree?embed=task"), where);
  }
  await control(page, "Or a moment that you shared").fill("https://evil.example/clients#m=x");
  await page.getByText(/^This is no link to a moment of this site/).waitFor();
  assert.equal(await made(page), "");
  assert.ok(await page.getByRole("button", { name: "Save for SCORM 1.2" }).isDisabled());
  await control(page, "Or a moment that you shared").fill("");

  const files = {};
  for (const [name, list] of [["Save for SCORM 1.2", ["course.js", "imsmanifest.xml", "index.html"]], ["Save for xAPI", ["course.js", "index.html", "tincan.xml"]]]) {
    await control(page, "Page").selectOption("lessons/btree");
    await control(page, "View").selectOption("task");
    await control(page, "Task").selectOption("root");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    files[name] = unzipSync(await readFile(await download.path()));
    assert.deepEqual(Object.keys(files[name]).sort(), list);
    const xml = Object.keys(files[name]).find((n) => n.endsWith(".xml"));
    assert.equal(await page.evaluate((text) => {
      return new DOMParser().parseFromString(text, "text/xml").querySelector("parsererror")?.textContent ?? "";
    }, strFromU8(files[name][xml])), "", xml);
  }
  await inSystem(files["Save for SCORM 1.2"], url);
  await inStore(files["Save for xAPI"], url);
});

// served hosts the files of a package, and what else a learning system has.
async function served(files, more, act) {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://x").pathname.slice(1);
    const body = more[name] ?? (files[name] && Buffer.from(files[name]));
    if (typeof body === "function") return body(request, response);
    const type = { html: "text/html", js: "text/javascript" }[name.split(".").pop()] ?? "text/xml";
    response.writeHead(body ? 200 : 404, { "content-type": `${type}; charset=utf-8` }).end(body ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try { await act(`http://127.0.0.1:${server.address().port}`); } finally { server.closeAllConnections(); server.close(); }
}

// solve starts the engine of a package's page and does its one task.
async function solve(frame) {
  const lesson = frame.frameLocator("keyrange-embed iframe");
  await lesson.getByRole("button", { name: "Work with it" }).click();
  await lesson.locator("html[data-running]").waitFor({ state: "attached" });
  const field = lesson.getByRole("combobox", { name: "Command" });
  await field.fill("get Movies Comedy/Shrek");
  await field.press("Enter");
}

// inSystem plays a package in scorm-again, which stands for a learning system.
async function inSystem(files, url) {
  const runtime = await readFile(new URL("../node_modules/scorm-again/dist/scorm12.min.js", import.meta.url), "utf8");
  const system = `<!doctype html><html lang="en"><title>System</title><link rel="icon" href="data:,"><script src="runtime.js"></script>
<script>window.API = new Scorm12API({ autocommit: false }); window.ended = 0; API.on("LMSFinish", () => { ended++; });</script><iframe src="index.html" title="Course" width="800" height="700"></iframe></html>`;
  await served(files, { "system.html": system, "runtime.js": runtime }, (at) => onPage({ origin: new URL(url).origin, base: "/", path: "robots.txt", allowed: [at], alone: true }, async (page) => {
    await page.goto(`${at}/system.html`);
    const status = () => page.evaluate(() => API.cmi.core.lesson_status);
    await page.waitForFunction(() => API.cmi.core.lesson_status === "incomplete");
    await solve(page.frameLocator("iframe"));
    await page.waitForFunction(() => API.cmi.core.score.raw === "100" || API.cmi.core.score.raw === 100);
    assert.equal(await status(), "passed");
    await page.locator("iframe").evaluate((f) => f.remove());
    await page.waitForFunction(() => window.ended === 1);
  }));
}

// inStore launches a package against a record store that keeps what it gets.
async function inStore(files, url) {
  const statements = [];
  const store = (request, response) => {
    let text = "";
    request.on("data", (piece) => { text += piece; });
    request.on("end", () => { statements.push({ ...JSON.parse(text), headers: request.headers }); response.writeHead(200).end("[]"); });
  };
  await served(files, { "xapi/statements": store }, (at) => onPage({ origin: new URL(url).origin, base: "/", path: "robots.txt", allowed: [at], alone: true, faults: [/favicon|status of 404/] }, async (page) => {
    const actor = JSON.stringify({ mbox: "mailto:a@example.org" });
    await page.goto(`${at}/index.html?${new URLSearchParams({ endpoint: `${at}/xapi/`, auth: "Basic eDp5", actor, activity_id: "urn:x" })}`);
    const passed = page.waitForResponse((r) => r.url().endsWith("/statements") && /passed/.test(r.request().postData() ?? ""));
    await solve(page);
    await passed;
    assert.deepEqual(statements.map((s) => s.verb.id.split("/").pop()), ["initialized", "passed"]);
    const { result, object, headers } = statements[1];
    assert.deepEqual([result.completion, result.success, result.score.scaled, object.id, headers.authorization, headers["x-experience-api-version"]], [true, true, 1, "urn:x", "Basic eDp5", "1.0.3"]);
  }));
}
