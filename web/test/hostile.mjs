// Too much of something, through every door of the site: the page says in a sentence
// what was too much, and leaves the reader's own work as it is.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inPage, running } from "./stage.mjs";
import { $filter, button, copy, loaded, opened, settled } from "./reader.mjs";
import * as excess from "./excess.mjs";
import { plain, work } from "./press.mjs";
import { openSettings } from "./run.mjs";

const MOVIES = 3184, OWN = "IMDB_Rating ge 9.1";
const dialog = (page) => page.locator("dialog[open]");
const alert = (page) => dialog(page).getByRole("alert");

// own gives the reader work, and returns what there is of it to look at.
async function own(page) {
  await button(page, "Share this moment").waitFor();
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, MOVIES);
  await $filter(page).fill(OWN);
  await page.waitForFunction(() => /Edit \$filter/.test(document.getElementById("tp-text")?.textContent));
  await settled(page);
  return seen(page);
}

const seen = async (page) => [await page.locator("#tp-text").textContent(), await $filter(page).textContent(), await page.getByRole("heading", { level: 1 }).textContent()];

// refused waits for the dialog's sentence and closes it.
async function refused(page, sentence, what) {
  await dialog(page).getByRole("heading", { name: "This cannot be opened" }).waitFor();
  assert.match(await alert(page).textContent(), sentence, what);
  await dialog(page).getByText("Your own work is as it was.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await dialog(page).waitFor({ state: "detached" });
}

// follow goes to a link on the page that is open.
const follow = (page, text) => page.evaluate((m) => { location.hash = `m=${m}`; }, text);

// share opens the dialog and saves what one of its buttons saves.
async function saved(page, name) {
  await button(page, "Share this moment").click();
  const [file] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name }).click()]);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  return readFile(await file.path(), "utf8");
}

// give hands a file over to the button that asks for one.
async function give(page, ask, name, text) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), ask.click()]);
  await chooser.setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
}

async function open(page, name, text) {
  await button(page, "Share this moment").click();
  await give(page, dialog(page).getByRole("button", { name: "Open a file" }), name, text);
}

inPage("hostile: links and files of work are refused in a sentence, and the own work stays", { path: "playground" }, async (page) => {
  await running(page);
  const mine = await own(page);
  const file = await saved(page, "Save this moment");
  for (const [what, [text, bound]] of Object.entries(excess.works(file))) {
    if (!/ in | of a /.test(what)) { // one of each kind: a link is refused by how much it announces
      await follow(page, work(text));
      await refused(page, excess.BOUND.link, `a link with ${what}`);
    }
    await open(page, "x.keyrange", text);
    await refused(page, bound, `a file with ${what}`);
    assert.deepEqual(await seen(page), mine, what);
  }
  for (const [what, [text, bound]] of Object.entries(excess.designs(await saved(page, "Save the design as JSON")))) {
    await open(page, "design.json", text);
    await refused(page, bound, what);
  }
  await follow(page, work(`${file.split("\n")[0]}\n{"Version":1}\n{}\n`));
  await refused(page, /^This link is damaged\. A part of it may have been cut off\.$/, "a damaged link");
  await follow(page, plain("playground", Buffer.alloc(200_000)));
  await refused(page, excess.BOUND.link, "a long link in the form of a file");
  assert.deepEqual(await seen(page), mine, "in the end");
  await page.reload();
  await running(page);
  await loaded(page, MOVIES);
  assert.deepEqual(await seen(page), mine, "after a reload");
});

inPage("hostile: Settings refuses files of work, and the own work stays", { path: "playground" }, async (page, { url }) => {
  await running(page);
  const mine = await own(page);
  const file = await saved(page, "Save this moment");
  await page.goto(`${url}settings`);
  await running(page);
  for (const [what, [text, bound]] of Object.entries(excess.works(file))) {
    await give(page, button(page, "Import from a file"), "x.keyrange", text);
    await page.getByText(bound).waitFor().catch((error) => { throw new Error(`${what} is not told`, { cause: error }); });
    await page.reload();
    await running(page);
  }
  await page.goto(`${url}playground`);
  await running(page);
  await loaded(page, MOVIES);
  assert.deepEqual(await seen(page), mine);
});

inPage("hostile: data to import are refused in a sentence or read as far as they go, and undo brings the own back", { path: "playground" }, async (page) => {
  await running(page);
  const mine = await own(page);
  for (const [name, [text, want]] of Object.entries(excess.imports())) {
    await give(page, button(page, "Import"), name, text);
    if (want instanceof RegExp) {
      await page.getByText("The data cannot be imported").waitFor();
      await page.getByText(want).first().waitFor().catch((error) => { throw new Error(`${name} is not told`, { cause: error }); });
      assert.deepEqual(await seen(page), mine, name);
      continue;
    }
    await page.getByRole("heading", { level: 1, name: name.split(".")[0] }).waitFor();
    await settled(page);
    await page.waitForFunction((n) => document.querySelectorAll(".cols > li").length === n, want); // also in a drawer that is closed
    await page.getByText(/columns are left out\. An entity has at most 252 properties\./).waitFor();
    await button(page, "Step back").first().click();
    await loaded(page, MOVIES);
    assert.deepEqual((await seen(page)).slice(1), mine.slice(1), `${name}, undone`);
  }
});

inPage("hostile: a text that is too long for a field is not taken, and the field says its bound", {
  path: "playground", context: { permissions: ["clipboard-read", "clipboard-write"] },
}, async (page) => {
  await running(page);
  const mine = await own(page);
  await opened(page);
  const paste = async (field, text) => {
    await copy(page, text);
    await field.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
  };
  for (const text of [excess.NOTS, excess.TITLE]) {
    await paste($filter(page), text);
    await page.getByText(`The $filter was left as it was, because it would have had ${text.length.toLocaleString("en-US")} characters. At most 65,536 fit.`).waitFor();
    assert.deepEqual(await seen(page), mine);
  }
  await $filter(page).press("End");
  await page.keyboard.type("1");
  await page.getByText("The $filter was left as it was").waitFor({ state: "detached" });
  await button(page, "Add a question").click();
  const question = page.getByRole("textbox", { name: "$filter of the question" });
  await question.fill("Major_Genre eq 'Drama'");
  for (const text of [excess.NOTS, excess.TITLE]) {
    await paste(question, text);
    await page.getByText("The $filter of this question was left as it was, because a question holds at most 16,384 bytes of $filter.").waitFor();
    await page.waitForFunction(() => document.getElementById("q-filter").value === "Major_Genre eq 'Drama'");
  }
  await question.press("End");
  await page.keyboard.type(" ");
  await page.getByText("The $filter of this question was left as it was").waitFor({ state: "detached" });
  await paste(page.getByRole("textbox", { name: "Sentence" }), excess.TITLE);
  await page.waitForFunction(() => document.getElementById("q-title").value === "x".repeat(200));
  await button(page, "Share this moment").click();
  await paste(dialog(page).getByRole("textbox", { name: "Open a link that somebody sent" }), `${page.url()}#m=k1.${excess.TITLE}`);
  await dialog(page).getByRole("button", { name: "Open", exact: true }).click();
  await refused(page, excess.BOUND.link, "a pasted link");
});

for (const path of ["clients", "tokens", "transactions", "across"]) {
  inPage(`hostile: links and files of /${path} are refused in a sentence, and the own steps stay`, { path }, async (page) => {
    await running(page);
    const text = await saved(page, "Save this moment");
    const mine = await page.locator("main").innerText();
    for (const { name, link, file, says } of excess.logs(text.split("\n")[1])) {
      if (path === "clients" || name.startsWith("9,000")) { // the links of all screens are read in one place
        await follow(page, link());
        await refused(page, says.link, `a link with ${name}`);
      }
      await open(page, "x.keyrange", `keyrange.moment 1 /${path}\n${file()}`);
      await refused(page, says.file, `a file with ${name}`);
    }
    assert.equal(await page.locator("main").innerText(), mine);
  });
}

inPage("hostile: a link with as many steps as can be opened is drawn in part, and more of it on demand", { path: "clients" }, async (page) => {
  await running(page);
  const text = await saved(page, "Save this moment");
  await follow(page, excess.longest("clients", text.split("\n")[1], "advance 1s"));
  await page.getByText(/3999 of 3999/).first().waitFor();
  const rows = page.getByRole("list", { name: "Messages" }).getByText("1 s pass", { exact: true });
  assert.equal(await rows.count(), 120);
  const more = (left) => button(page, `Show 120 of ${left} earlier rows`);
  await more("3,879").press("Enter");
  await more("3,759").waitFor();
  assert.equal(await rows.count(), 240);
});

inPage("hostile: lessons and progress from files are refused in a sentence, and the own progress stays", { path: "lessons" }, async (page, { url }) => {
  await running(page);
  const lesson = await readFile(new URL("../../lessons/content/02-btree.md", import.meta.url), "utf8");
  const told = page.locator("main [role=alert]");
  await give(page, button(page, "Import progress"), "mine.json", JSON.stringify({ entity: { Hash: "x", Tasks: { a: { Solved: true } } } }));
  await page.waitForFunction(() => Object.values(localStorage).some((v) => v.includes('"Solved":true')));
  for (const [name, text] of Object.entries({ arrays: excess.ARRAYS, "arrays in it": `{"a":${excess.ARRAYS}}` })) {
    await give(page, button(page, "Import progress"), `${name}.json`, text);
    await page.getByText("This file is not an exported progress.").waitFor();
  }
  for (const [what, [text, want]] of Object.entries(excess.packs(lesson))) {
    await give(page, button(page, "Open lesson pack"), "pack.md", text);
    if (want instanceof RegExp) await told.filter({ hasText: want }).waitFor().catch((error) => { throw new Error(`${what} is not told`, { cause: error }); });
    else await page.getByRole("heading", { level: 1, name: want }).waitFor();
    await page.goto(`${url}lessons`);
    await running(page);
  }
  assert.ok(await page.evaluate(() => Object.values(localStorage).some((v) => v.includes('"Solved":true'))), "the own progress is kept");
});

inPage("hostile: a scenario from a file is refused in a sentence, and the own run stays", { path: "simulator" }, async (page) => {
  await running(page);
  await openSettings(page);
  const scenario = page.getByRole("combobox", { name: /Scenario|Preset/ }).first();
  const mine = await scenario.inputValue();
  for (const [text, want] of [[excess.ARRAYS, /exceeded max depth/], [JSON.stringify({ name: excess.TITLE }), /The file has [\d,]+ bytes\. At most 1,048,576 are read\./]]) {
    await give(page, button(page, "Open a file").last(), "s.json", text);
    await page.getByRole("status").filter({ hasText: want }).waitFor();
    assert.equal(await scenario.inputValue(), mine);
  }
});
