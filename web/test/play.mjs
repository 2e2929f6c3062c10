// Play is near for the keyboard: a few stops from the top of each screen that has it.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";
import { loaded } from "./reader.mjs";

const STOPS = 5;

// stopsToPlay walks from the top of the page and takes each link that skips.
async function stopsToPlay(page) {
  const focused = () => page.evaluate(() => ({ id: document.activeElement.id, text: document.activeElement.textContent }));
  await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
  await page.evaluate(() => { const top = document.createElement("span"); top.tabIndex = -1; document.body.prepend(top); top.focus(); top.remove(); });
  for (let stops = 1; stops <= STOPS; stops++) {
    await page.keyboard.press("Tab");
    if (/^Skip to/.test((await focused()).text)) await page.keyboard.press("Enter");
    const { id, text } = await focused();
    if (id === "tp-play" || /^Play\b/.test(text)) return stops;
  }
  return Infinity;
}

for (const path of ["clients", "tokens", "batch", "across", "access", "simulator", "lessons/entity"]) {
  inPage(`glance by keyboard: Play is at most ${STOPS} stops from the top of ${path}`, { path }, async (page) => {
    await running(page);
    await page.locator("#tp-play").waitFor();
    assert.ok(await stopsToPlay(page) <= STOPS);
  });
}

inPage(`glance by keyboard: Play is at most ${STOPS} stops from the top of the playground and the index`, { path: "playground" }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, 3184);
  assert.ok(await stopsToPlay(page) <= STOPS, "playground");
  await page.getByRole("link", { name: "Index", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /index/i }).waitFor();
  await page.locator("#tp-play").waitFor();
  assert.ok(await stopsToPlay(page) <= STOPS, "index");
});
