// Too much of something, through every door: the longest task until the page has
// said so, or has opened what it can. What is given is made, and handed to the page,
// before the record begins: that is no work of the site.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as excess from "../test/excess.mjs";
import { work } from "../test/press.mjs";
import { $filter, button, loaded, settled } from "../test/reader.mjs";
import { onPage } from "./chromium.mjs";
import { record } from "./trace.mjs";
import { openSettings } from "../test/run.mjs";

const TIMES = 5, LIMIT = 50, MOVIES = 3184;
const dialog = (page) => page.locator("dialog[open]");
const refused = (page) => dialog(page).getByRole("alert").waitFor();

async function movies(page) {
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, MOVIES);
  await page.waitForTimeout(2500); // the fixes that are offered are run in a pause
}

// saved is what a button of the sharing dialog saves.
async function saved(page, name) {
  await button(page, "Share this moment").click();
  const [file] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name }).click()]);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  return readFileSync(await file.path(), "utf8");
}

// Doors: each prepares the page and returns the act that is recorded.
const doors = (folder) => {
  let n = 0;
  const written = (name, text) => { const path = join(folder, `${n++}-${name}`); writeFileSync(path, text); return path; };
  const chosen = async (page, ask, name, text) => {
    const path = written(name, text);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), ask.click()]);
    return () => chooser.setFiles(path); // by path, as a reader does
  };
  return {
    link: async (page, text) => {
      await page.evaluate((m) => { window.given_ = `m=${m}`; }, text);
      return async () => { await page.evaluate(() => { location.hash = window.given_; }); await refused(page); };
    },
    opened: async (page, text, said) => {
      await page.evaluate((m) => { window.given_ = `m=${m}`; }, text);
      return async () => { await page.evaluate(() => { location.hash = window.given_; }); await page.getByText(said).first().waitFor(); };
    },
    file: async (page, text, name = "x.keyrange") => {
      await button(page, "Share this moment").click();
      const give = await chosen(page, dialog(page).getByRole("button", { name: "Open a file" }), name, text);
      return async () => { await give(); await refused(page); };
    },
    settings: async (page, text) => {
      const give = await chosen(page, button(page, "Import from a file"), "x.keyrange", text);
      return async () => { await give(); await page.getByText(/^This file /).waitFor(); };
    },
    import: async (page, [text, want], name) => {
      const give = await chosen(page, button(page, "Import"), name, text);
      return async () => { await give(); await brought(page, want); };
    },
    paste: async (page, [text, want]) => {
      await page.evaluate((t) => navigator.clipboard.writeText(t), text);
      await page.locator("main").focus();
      return async () => { await page.keyboard.press("Control+V"); await brought(page, want); };
    },
    field: async (page, field, text) => {
      await page.evaluate((t) => navigator.clipboard.writeText(t), text);
      await field.focus();
      await page.keyboard.press("Control+A");
      return () => page.keyboard.press("Control+V");
    },
    pack: async (page, text, want) => {
      const give = await chosen(page, button(page, "Open lesson pack"), "pack.md", text);
      return async () => { await give(); await (want instanceof RegExp ? page.getByText(want) : page.getByRole("heading", { level: 1, name: want })).waitFor(); };
    },
    progress: async (page, text) => {
      const give = await chosen(page, button(page, "Import progress"), "progress.json", text);
      return async () => { await give(); await page.getByText("This file is not an exported progress.").waitFor(); };
    },
    scenario: async (page, text) => {
      await openSettings(page);
      const give = await chosen(page, button(page, "Open a file").last(), "s.json", text);
      return async () => { await give(); await page.getByText(/exceeded max depth/).waitFor(); };
    },
  };
};

// brought waits for the sentence, or for the columns.
async function brought(page, want) {
  if (want instanceof RegExp) return page.getByText("The data cannot be imported").waitFor();
  await page.waitForFunction((n) => document.querySelectorAll(".cols > li").length === n, want);
  await settled(page);
}

// cases are all that is measured: a name, a path, what makes the page ready, and a
// door with what goes through it.
function cases(given, open) {
  const list = [];
  const add = (name, path, ready, door, ...what) => list.push({ name, path, ready, prepare: (page) => open[door](page, ...what) });
  for (const [what, [text]] of Object.entries(given.works)) {
    if (!/ in | of a /.test(what)) add(`a link, ${what}`, "playground", movies, "link", work(text));
    add(`a file, ${what}`, "playground", movies, "file", text);
    add(`a file in Settings, ${what}`, "settings", null, "settings", text);
  }
  for (const [what, [text]] of Object.entries(given.designs)) add(what, "playground", movies, "file", text, "design.json");
  for (const [path, text] of Object.entries(given.logs)) {
    for (const { name, link, file } of excess.logs(text)) {
      add(`a link of /${path}, ${name}`, path, null, "link", link());
      add(`a file of /${path}, ${name}`, path, null, "file", `keyrange.moment 1 /${path}\n${file()}`);
    }
  }
  for (const [path, step] of Object.entries({ clients: "advance 1s", tokens: "next" })) {
    add(`a link of /${path}, as many steps as can be opened`, path, null, "opened", excess.longest(path, given.logs[path], step), /3999 of 3999/);
  }
  for (const [name, data] of Object.entries(excess.imports())) {
    add(`import of ${name}`, "playground", movies, "import", data, name);
    if (name !== "arrays.json") add(`paste of ${name}`, "playground", movies, "paste", data); // its brackets are a header, pasted
  }
  for (const [what, text] of Object.entries({ "200,000 nots": excess.NOTS, "a title of 1 MB": excess.TITLE })) {
    list.push({ name: `the $filter, ${what} pasted`, path: "playground", ready: movies, prepare: (page) => open.field(page, $filter(page), text) });
    for (const name of ["$filter of the question", "Sentence"]) {
      const ready = async (page) => { await movies(page); await button(page, "Add a question").click(); };
      list.push({ name: `${name}, ${what} pasted`, path: "playground", ready, prepare: (page) => open.field(page, page.getByRole("textbox", { name }), text) });
    }
  }
  const lesson = readFileSync(new URL("../../lessons/content/02-btree.md", import.meta.url), "utf8");
  for (const [what, [text, want]] of Object.entries(excess.packs(lesson))) add(what, "lessons", null, "pack", text, want);
  add("progress of 500,000 arrays", "lessons", null, "progress", `{"a":${excess.ARRAYS}}`);
  add("a scenario of 500,000 arrays", "simulator", null, "scenario", excess.ARRAYS);
  return list;
}

// longest is the processor time of the longest task of one case.
const longest = (browser, site, { path, ready, prepare }) => onPage(browser, site, path, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  if (ready) await ready(page);
  const act = await prepare(page);
  await page.waitForTimeout(500);
  const seen = await record(page, async () => { await act(); await page.waitForTimeout(1000); });
  return seen.longest;
});

// measure takes the best of some runs: a task is long when it always is.
export async function measure({ browser, sites: [site], judge }) {
  const folder = mkdtempSync(join(tmpdir(), "keyrange-hostile-"));
  try {
    const given = { logs: {} };
    await onPage(browser, site, "playground", async (page) => {
      await movies(page);
      given.works = excess.works(await saved(page, "Save this moment"));
      given.designs = excess.designs(await saved(page, "Save the design as JSON"));
    });
    for (const path of ["clients", "tokens", "transactions", "across"]) {
      await onPage(browser, site, path, async (page) => { given.logs[path] = (await saved(page, "Save this moment")).split("\n")[1]; });
    }
    for (const c of cases(given, doors(folder))) {
      let best = Infinity;
      for (let n = 0; n < TIMES && best > LIMIT / 2; n++) best = Math.min(best, await longest(browser, site, c));
      judge.line(`hostile: ${c.name}, longest task`, best, "ms", { limit: LIMIT });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
