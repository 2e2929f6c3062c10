// The program's functions come in a core and in parts (web/parts.js): a gesture that
// comes before its part is answered all the same, and a page waits for its own.

import assert from "node:assert/strict";
import { SIZES, inPage, running } from "./stage.mjs";
import { button, loaded, settled, templates } from "./reader.mjs";

// held keeps the first request for each part whose name matches waiting, until
// release is called; later ones for the same file are answered.
async function held(context, pattern) {
  const waiting = new Map();
  await context.route((u) => pattern.test(u.pathname), async (route) => {
    const at = route.request().url();
    if (waiting.has(at)) return route.continue();
    return waiting.set(at, route);
  });
  return { waiting, release: () => Promise.all([...waiting.values()].map((route) => route.continue())) };
}

const MOVIES = 3184;
let hold;

inPage("parts: a gesture that comes before its part is answered", {
  path: "playground", onContext: async (context) => { hold = await held(context, /\/assets\/next\.\w+\.wasm$/); },
}, async (page) => {
  await running(page);
  assert.equal(hold.waiting.size, 1, "the part is on its way");
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, MOVIES);
  const asked = await page.evaluate(() => performance.getEntriesByName("keyrange-part").length);
  assert.equal(asked, 1, "the program waited for it once");
  await hold.release();
  await templates.rk(page).fill("{Title}_{IMDB_Rating}");
  await settled(page);
  assert.equal(await templates.rk(page).inputValue(), "{Title}_{IMDB_Rating}", "and goes on when the file comes at last");
});

inPage("parts: a link waits for the part of its page", {
  path: "playground", onContext: async (context) => { hold = await held(context, /\/assets\/simulator\.\w+\.wasm$/); },
}, async (page, { url }) => {
  await running(page);
  await page.getByRole("navigation").getByRole("link", { name: "Simulator", exact: true }).first().click();
  await page.waitForFunction(() => performance.getEntriesByType("resource").some((e) => /next\.\w+\.wasm/.test(e.name)));
  assert.equal(page.url(), `${url}playground`);
  await hold.release();
  await page.waitForURL(`${url}simulator`);
  await button(page, "Play").first().waitFor();
  assert.deepEqual(await page.evaluate(() => performance.getEntriesByName("keyrange-part").length), 0, "nothing was asked for in a call");
});

inPage("parts: a preference is kept though its reader leaves before the program runs", {
  path: "settings", onContext: async (context) => { hold = await held(context, /\/assets\/app\.\w+\.wasm$/); },
}, async (page, { url }) => {
  const shortcuts = page.getByRole("checkbox", { name: /Single characters/ });
  const colours = page.getByRole("combobox", { name: "Colours" }), motion = page.getByRole("combobox", { name: "Motion" });
  await shortcuts.uncheck();
  await colours.selectOption({ label: "Dark" });
  await motion.selectOption({ label: "Reduced" });
  await page.goto(`${url}lessons`);
  await page.goto(`${url}settings`);
  await hold.release();
  await running(page);
  assert.equal(await shortcuts.isChecked(), false);
  assert.equal(await colours.inputValue(), "dark");
  assert.equal(await motion.inputValue(), "reduce");
});

// More of a start happens before a slow machine says that the page is ready.
for (const path of ["playground", "simulator", "", "lessons/entity", "live"]) {
  inPage(`parts: on a phone four times slower, /${path} asks for no part while it starts`, {
    path, context: { viewport: SIZES.phone, isMobile: true, hasTouch: true }, alone: true,
    onContext: (context) => context.on("page", async (page) => {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }),
  }, running);
}
