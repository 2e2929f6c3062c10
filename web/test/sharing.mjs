// A moment goes from one reader to another: as a link, a file, a design, a
// picture and a part of another page. The second reader's own work is never
// overwritten without a question, and nothing that comes in is ever run.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inPage, running } from "./stage.mjs";
import { button, card, loaded, settled, templates, tried } from "./reader.mjs";
import { retype, tabTo } from "./focus.mjs";

const MONTHS = "m{time.year}-{time.month:02}", HOURS = 955, MOVIES = 3184, KEY = "{clean(or(Title,'Untitled'))}_";
const dialog = (page) => page.locator("dialog[open]");
const strip = (page) => page.getByRole("complementary", { name: "Shared moment" });
const read = (page) => page.locator("#tp-text").textContent();
const stands = (page, text) => page.waitForFunction((want) => document.getElementById("tp-text")?.textContent === want, text);
const branches = (page) => page.getByRole("combobox", { name: "Branch" });

// second opens an address as another reader, who has nothing here yet.
async function second(page, path) {
  const context = await page.context().browser().newContext({ viewport: page.viewportSize(), acceptDownloads: true });
  const other = await context.newPage();
  other.alerts = [];
  other.on("dialog", (d) => { other.alerts.push(d.message()); d.dismiss(); });
  other.on("pageerror", (e) => other.alerts.push(String(e)));
  await other.goto(path);
  await running(other);
  return other;
}

// link opens the dialog and gives the link in it.
async function link(page) {
  await button(page, "Share this moment").click();
  const field = page.getByRole("textbox", { name: "Link", exact: true });
  await page.waitForFunction(() => document.getElementById("share-link")?.value.includes("#m="));
  const text = await field.inputValue();
  assert.ok(text.length <= 2000, `${text.length} characters`);
  return text;
}

const saved = async (page, press) => {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
};

// open gives the page a file through the dialog.
async function open(page, name, text, press) {
  if (!await dialog(page).count()) await press(button(page, "Share this moment"));
  const [chosen] = await Promise.all([page.waitForEvent("filechooser"), press(button(page, "Open a file"))]);
  await chosen.setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
}

// hours gives a reader work of their own: the hours of GitHub under their keys.
async function hours(page, url) {
  await page.goto(`${url}playground`);
  await running(page);
  await loaded(page, MOVIES); // which are there again
  await page.getByRole("combobox", { name: "Sample data set" }).selectOption("github");
  await loaded(page, HOURS);
  await templates.pk(page).fill(MONTHS);
  await settled(page);
}

// pass tells the whole story. press acts on a control, by pointer or by key.
async function pass(page, url, press) {
  await page.goto(`${url}playground#movies`);
  await running(page);
  await loaded(page, MOVIES);
  await templates.rk(page).fill(KEY);
  await settled(page);
  const gestures = await read(page);
  await press(button(page, "Share this moment"));
  await dialog(page).getByText(/Movies comes with this site/).waitFor();
  const text = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  const design = await saved(page, () => press(button(page, "Save the design as JSON")));
  assert.equal(JSON.parse(design.text).RowKey, KEY);
  const file = await saved(page, () => press(button(page, "Save this moment")));
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });

  const other = await second(page, text);
  await loaded(other, MOVIES);
  assert.equal(await templates.rk(other).inputValue(), KEY);
  assert.equal(await read(other), gestures, "it stands where it was shared");
  assert.ok(!other.url().includes("#"), "the address is free again");

  await hours(other, url);
  const own = await read(other);
  await other.goto("about:blank");
  await other.goto(text);
  await running(other);
  await press(button(other, "Look at it"));
  await loaded(other, MOVIES);
  await press(strip(other).getByRole("button", { name: "Back to mine" }));
  await loaded(other, HOURS);
  assert.equal(await templates.pk(other).inputValue(), MONTHS);
  assert.equal(await read(other), own, "the own work is untouched");

  await open(other, file.name, file.text, press);
  await press(button(other, "Take it over as a new branch"));
  await loaded(other, MOVIES);
  assert.equal(await branches(other).locator("option").count(), 2);
  await branches(other).selectOption("main");
  await loaded(other, HOURS);
  assert.equal(await templates.pk(other).inputValue(), MONTHS);

  await open(other, design.name, design.text, press);
  await other.getByRole("alert").filter({ hasText: /The design does not fit these data/ }).waitFor();
  await press(dialog(other).getByRole("button", { name: "Close" }).last());
  await branches(other).selectOption("branch 2");
  await loaded(other, MOVIES);
  await templates.rk(other).fill("{clean(Title)}");
  await settled(other);
  await open(other, design.name, design.text, press);
  await press(button(other, "Replace mine, with a way back"));
  await other.waitForFunction((key) => document.getElementById("template-rk").value === key, KEY);
  await settled(other);
  await press(button(other, "Step back"));
  await other.waitForFunction(() => document.getElementById("template-rk").value === "{clean(Title)}");
  await other.context().close();
}

inPage("sharing by pointer: to a second reader, who looks, forks, exports and imports", { path: "playground" }, async (page, { url }) => {
  await pass(page, url, (target) => target.click());
});

inPage("sharing by keyboard alone", { path: "playground" }, async (page, { url }) => {
  const walk = { stops: 0, wrong: [] };
  await pass(page, url, async (target) => {
    await settled(target.page()); // what is drawn above a stop later would move it below the bar
    await tried(target.page());
    await tabTo(target.page(), target, walk);
    await target.page().keyboard.press("Enter");
  });
  assert.deepEqual(walk.wrong, [], "every stop is seen");
});

inPage("sharing: what is pressed stays where it is while the pictures come", { path: "playground" }, async (page) => {
  const held = [];
  await page.route(/\/pictures[^/]*\.js/, (route) => { held.push(route); });
  await running(page);
  await link(page);
  const copy = button(page, "Copy link"), rows = page.locator("#share-pictures > *");
  assert.equal(await rows.count(), 0, "none is there yet");
  const before = await copy.boundingBox();
  for (const route of held.splice(0)) await route.continue();
  await rows.first().waitFor();
  assert.deepEqual(await copy.boundingBox(), before, "with the pictures");
  await copy.click();
  await page.getByText("The link is copied.").waitFor();
  assert.deepEqual(await copy.boundingBox(), before, "with what was said");
});

inPage("sharing: a step screen, pictures that stand alone, and a copy that is refused", { path: "clients" }, async (page) => {
  await running(page);
  for (const who of ["A", "B", "A"]) await page.getByRole("button", { name: new RegExp(`^Step ${who}:`) }).click();
  await page.locator("#tp-text", { hasText: /^3 of 3/ }).waitFor();
  const place = await read(page);
  const text = await link(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    document.execCommand = () => false;
  });
  await button(page, "Copy link").click();
  await page.getByText(/The link is selected, because this browser does not let the page copy/).waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value), text);

  const svg = await saved(page, () => button(page, "Sequence diagram as SVG").click());
  assert.match(svg.text, /^<svg [^>]*xmlns/);
  assert.doesNotMatch(svg.text, /var\(--|class=|<script|href="http/, "the drawing stands alone");
  const md = await saved(page, () => button(page, "Sequence diagram as Markdown").click());
  assert.match(md.text, /1\. Client A sends GET/);
  assert.ok(md.text.includes(text));
  const [png] = await Promise.all([page.waitForEvent("download"), button(page, "Sequence diagram as PNG").click()]);
  assert.equal((await readFile(await png.path())).subarray(1, 4).toString(), "PNG");

  const other = await second(page, text);
  await stands(other, place);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Step B:/ }).click();
  await page.locator("#tp-text", { hasText: /^4 of 4/ }).waitFor();
  const own = await read(page);
  await button(page, "Share this moment").click();
  await page.getByRole("textbox", { name: "Open a link that somebody sent" }).fill(text);
  await button(page, "Open").click();
  await button(page, "Take it instead of mine").click();
  await stands(page, place);
  await strip(page).getByRole("button", { name: "Bring mine back" }).click();
  await stands(page, own);
  await other.context().close();
});

inPage("sharing: what is damaged is refused, and what is hostile is plain text", { path: "playground" }, async (page, { url }) => {
  const EVIL = "<img src=x onerror=window.hit=1>", RUN = "javascript:window.hit=1";
  await running(page);
  await page.evaluate(() => {
    const text = `city,href\n"<img src=x onerror=window.hit=1>",javascript:window.hit=1\nBern,"<svg onload=window.hit=1>"\n`;
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await loaded(page, 2);
  await button(page, "Share this moment").click();
  const without = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  await page.getByRole("checkbox", { name: /^Carry my rows/ }).check();
  await page.waitForFunction((before) => document.getElementById("share-link").value.length > before, without.length + 50);
  const text = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  const file = await saved(page, () => button(page, "Save this moment").click());
  await page.keyboard.press("Escape");

  const other = await second(page, text);
  await loaded(other, 2);
  await card(other, "Result").getByText(EVIL).first().waitFor();
  const hostile = file.text.replaceAll('"Title":"Your design"', `"Title":"${EVIL}"`).replaceAll('"L":"', `"L":"${EVIL}`)
    .replace('"Name":"main"', `"Name":"${RUN}"`).replace('"Score":{', `"Score":{"Own":true,"Questions":[{"Title":"${EVIL}","Filter":"${RUN}"}],`);
  await open(other, "moment.keyrange", hostile, (b) => b.click());
  await button(other, "Look at it").click();
  await loaded(other, 2);
  await strip(other).waitFor();
  assert.deepEqual(other.alerts, []);
  assert.equal(await other.evaluate(() => window.hit), undefined);
  assert.equal(await other.locator("img[src=x], a[href^=javascript]").count(), 0);
  await strip(other).getByRole("button", { name: "Back to mine" }).click();
  await strip(other).waitFor({ state: "detached" });
  await loaded(other, 2);

  const own = await read(other);
  for (const damaged of [`${text.slice(0, -9)}`, `${text.slice(0, 60)}x${text.slice(61)}`, `${url}playground#m=${encodeURIComponent(EVIL)}`]) {
    await other.goto("about:blank");
    await other.goto(damaged);
    await running(other);
    await other.getByRole("heading", { name: "This cannot be opened" }).waitFor();
    await dialog(other).getByRole("button", { name: "Close" }).last().click();
    await loaded(other, 2);
    await stands(other, own); // the own work is as it was
  }
  await other.context().close();
});

inPage("sharing: a frame on another page, with and without header", { path: "clients", faults: [/status of 404/] }, async (page, { url, context }) => {
  await running(page);
  for (const who of ["A", "B"]) await page.getByRole("button", { name: new RegExp(`^Step ${who}:`) }).click();
  await page.locator("#tp-text", { hasText: /^2 of 2/ }).waitFor();
  const place = await read(page);
  await link(page);
  const field = page.getByRole("textbox", { name: "On another page" });
  const bare = await field.inputValue();
  await page.getByRole("checkbox", { name: /header and the navigation/ }).check();
  await page.waitForFunction((text) => document.getElementById("share-embed").value !== text, bare);
  const whole = await field.inputValue();
  await context.route(`${url}frames.html`, (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Frames</title>${bare}${whole}` }));
  const outside = await context.newPage();
  await outside.goto(`${url}frames.html`);
  const [small, large] = [0, 1].map((n) => outside.frameLocator("iframe").nth(n));
  for (const frame of [small, large]) {
    await frame.locator("html[data-running]").waitFor({ state: "attached" });
    await frame.locator("#tp-text", { hasText: place }).waitFor();
  }
  assert.equal(await small.getByRole("navigation").count(), 0, "no header and no navigation");
  assert.equal(await large.getByRole("navigation", { name: "Main" }).count(), 1);
  const [opened] = await Promise.all([context.waitForEvent("page"), small.getByRole("link", { name: "Open in Keyrange" }).click()]);
  await running(opened);
  await opened.locator("#tp-text", { hasText: place }).waitFor(); // the link leads to the same moment, once the reader's own work is there
});
