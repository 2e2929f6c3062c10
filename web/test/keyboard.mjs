// The first journey with nothing but a keyboard, and every stop on the way is
// seen.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { DRAMAS, LIKED, TROUBLE, dramas, liked, planned, reported, same } from "./answers.mjs";
import { figure, inPage, running } from "./stage.mjs";
import { $filter, button, card, copy, grid, loaded, number, settled, shown, templates } from "./reader.mjs";

const FAR = 120; // stops between any two places of the page

// stop looks at the element that has the focus: it must lie on the screen, not
// wholly under another, and the one before it must have looked different with
// the focus than it does without.
const stop = (page) => page.evaluate(() => {
  const name = (e) => `${e.tagName.toLowerCase()}${e.id && `#${e.id}`} ${(e.getAttribute("aria-label") ?? e.textContent).trim().slice(0, 40)}`;
  const frame = (e) => e.closest(".cm-editor")?.parentElement.parentElement; // which shows the focus of the editor
  const look = (e) => [e, e.parentElement, e.parentElement?.parentElement, frame(e)].map((x) => {
    const s = x && getComputedStyle(x);
    return s && `${s.outlineStyle} ${s.outlineWidth} ${s.outlineColor} ${s.boxShadow} ${s.borderColor}`;
  }).join("|");
  const wrong = [];
  const before = window.lastStop;
  if (before?.e.isConnected && before.e !== document.activeElement && look(before.e) === before.look) wrong.push(`${name(before.e)} looks the same with and without the focus, which went to ${name(document.activeElement)}`);
  const e = document.activeElement;
  window.lastStop = undefined;
  if (e === document.body) return { name: "the end of the page", wrong };
  window.lastStop = { e, look: look(e) };
  const r = e.getBoundingClientRect();
  const left = Math.max(r.left, 0), right = Math.min(r.right, innerWidth), top = Math.max(r.top, 0), bottom = Math.min(r.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) wrong.push(`${name(e)} has the focus and is not on the screen`);
  else {
    const at = [.1, .5, .9].flatMap((x) => [.1, .5, .9].map((y) => document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))));
    if (!at.some((hit) => hit && (e.contains(hit) || hit.contains(e)))) wrong.push(`${name(e)} has the focus and is covered`);
  }
  return { name: name(e), wrong };
});

// tabTo presses Tab, or Shift and Tab, until the target has the focus.
export async function tabTo(page, target, walk, key = "Tab") {
  const passed = [];
  for (let i = 0; i < FAR; i++) {
    await page.keyboard.press(key);
    const { name, wrong } = await stop(page);
    walk.stops++;
    walk.wrong.push(...wrong);
    if (await target.evaluate((e) => e === document.activeElement).catch(() => false)) return;
    passed.push(name);
  }
  assert.fail(`${key} does not reach ${target}; it passes ${passed.join(", ")}`);
}

// retype replaces the text of the field with the focus.
export async function retype(page, text) {
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

inPage("journey by keyboard alone", { path: "playground", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page, { t }) => {
  const walk = { stops: 0, wrong: [] };
  const go = (target, key) => tabTo(page, target, walk, key);
  await running(page);
  await copy(page, TROUBLE);

  await go(page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "main");
  await go(page.getByRole("combobox", { name: "Sample data set" }));
  await page.keyboard.type("Mov");
  await loaded(page, movies.entities.length);

  await go($filter(page));
  await retype(page, DRAMAS);
  await planned(page, "Row range scan");
  await page.keyboard.press("Enter");
  await shown(page, { Examined: number(dramas.length), Returned: number(dramas.length), "Round trips": "1" });
  await go(grid(page));
  await same(page, dramas);

  await go($filter(page), "Shift+Tab");
  await retype(page, LIKED);
  await planned(page, "Table scan");
  await go(button(page, "Run"));
  await page.keyboard.press("Enter");
  await shown(page, { Returned: "1,000", "Round trips": "1" });
  await go(button(page, "Next page"));
  await page.keyboard.press("Space");
  await shown(page, { Returned: "2,000", "Round trips": "2" });
  await go(button(page, "Run all pages"));
  await page.keyboard.press("Enter");
  await page.getByText("No token: this is all").waitFor();
  await shown(page, { Examined: number(movies.entities.length), Returned: number(liked.length) });
  const before = walk.stops;
  await go(grid(page));
  assert.ok(walk.stops - before <= 4, "the focus stays near the button that was pressed");
  await page.keyboard.press("End");
  await grid(page).getByRole("row", { name: liked.at(-1).RowKey }).first().waitFor();

  await go(button(page, "Paste"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.tagName === "TEXTAREA");
  await page.keyboard.press("ControlOrMeta+V");
  await go(button(page, "Import the pasted rows"));
  await page.keyboard.press("Enter");
  await go(button(page, "Keep the other 5 rows"));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Pasted data" }).waitFor();
  await settled(page);
  await go(templates.pk(page));
  await retype(page, "{City}");
  await page.keyboard.press("Escape");
  await go(templates.rk(page));
  await retype(page, "{Id}");
  await page.keyboard.press("Escape");
  await settled(page);
  const report = await reported(page);
  await go(report.locator("summary").first());
  await page.keyboard.press("Enter");
  await report.getByRole("row").filter({ hasText: /quote/i }).waitFor();

  figure(t, `keyboard journey: ${walk.stops} stops of the focus`);
  assert.deepEqual([...new Set(walk.wrong)], [], "stops that are not seen");
});
