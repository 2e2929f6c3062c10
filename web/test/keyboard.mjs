// The first journey with nothing but a keyboard, and every stop on the way is
// seen.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { DRAMAS, LIKED, TROUBLE, dramas, liked, planned, reported, same } from "./answers.mjs";
import { retype, tabTo } from "./focus.mjs";
import { figure, inPage, running } from "./stage.mjs";
import { $filter, button, card, copy, grid, loaded, number, settled, shown, templates } from "./reader.mjs";

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

inPage("keyboard: a workshop is led, from the list to its second item", { path: "workshop" }, async (page, { t }) => {
  const walk = { stops: 0, wrong: [] };
  const go = async (target, key = "Enter") => { await tabTo(page, target, walk); await page.keyboard.press(key); };
  await running(page);
  await go(page.getByRole("link", { name: "Hot keys in 45 minutes" }));
  await page.getByRole("heading", { level: 1, name: "Hot keys in 45 minutes" }).waitFor();
  await tabTo(page, page.getByRole("textbox", { name: "Which number was said?" }), walk);
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.locator("[id=\"2\"][aria-current=step]").waitFor();
  await go(button(page, "Lead this workshop"));
  await tabTo(page, button(page, "Begin item 3").first(), walk, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("timer").getByText(/ left of 11 min\./).waitFor();
  await tabTo(page, page.locator("[id=\"3\"]").getByText("Answers", { exact: true }), walk);
  await page.keyboard.press("Enter");
  await page.getByText(/^No number of splits is enough\./).waitFor();
  figure(t, `workshop by keyboard: ${walk.stops} stops of the focus`);
  assert.deepEqual([...new Set(walk.wrong)], [], "stops that are not seen");
});

inPage("keyboard: an embed is chosen and copied, and a teacher's page and the reference are walked", { path: "embed", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page, { t, url }) => {
  const walk = { stops: 0, wrong: [] };
  await page.locator("#mk-preview iframe").waitFor();
  for (const [name, text] of [["Page", "Along"], ["View", "One"], ["Height in pixels", null], ["Caption", null], ["For", "Mk"]]) {
    await tabTo(page, page.getByLabel(name, { exact: true }), walk);
    if (text) await page.keyboard.type(text);
  }
  await tabTo(page, button(page, "Copy"), walk);
  await page.keyboard.press("Enter");
  await page.getByText("The lines are copied.").waitFor();
  await page.goto(`${url}teach`);
  await tabTo(page, page.getByRole("link", { name: "workshop", exact: true }), walk);
  await tabTo(page, page.getByRole("link", { name: "One more part in the key" }), walk);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "One more part in the key" }).waitFor();
  await tabTo(page, page.getByRole("link", { name: "The lesson" }), walk);
  await page.goto(`${url}reference`);
  await page.getByRole("heading", { level: 1 }).click();
  await tabTo(page, page.locator("main").getByRole("link").nth(3), walk);
  figure(t, `embed, teach and reference by keyboard: ${walk.stops} stops of the focus`);
  assert.deepEqual([...new Set(walk.wrong)], [], "stops that are not seen");
});
