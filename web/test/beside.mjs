// Two designs that are compared are found again, and a lane's key is told apart from
// others where there is little room.

import assert from "node:assert/strict";
import { SIZES, inPage, running } from "./stage.mjs";
import { button } from "./reader.mjs";
import { openSettings, to } from "./run.mjs";

inPage("glance: a comparison is as it was after going away and back, and after a reload", { path: "simulator" }, async (page) => {
  await running(page);
  await button(page, "Compare with another design").click();
  await to(page, 60, "01:00");
  const sentence = await page.locator(".vl").innerText();
  assert.match(sentence, /^Design B accepts [+−][\d,]+\/s/);
  const there = async () => {
    await page.locator("#heat-1").waitFor();
    await page.getByRole("table", { name: "What both designs come to" }).getByRole("columnheader", { name: "B − A" }).waitFor();
  };
  await there();
  await page.getByRole("link", { name: "Playground", exact: true }).click();
  await page.waitForURL(/playground$/);
  await page.goBack();
  await there();
  assert.equal(await page.locator(".vl").innerText(), sentence);
  await page.reload();
  await running(page);
  await there();
});

const KEY = "a-very-long-name-of-a-channel-that-no-lane-has-room-for_";

inPage("glance: in the lanes of a phone a long key keeps its end, and its whole is in the title and the table", { path: "simulator" }, async (page) => {
  await running(page);
  await openSettings(page);
  const template = page.getByRole("textbox", { name: "PartitionKey of Design A" });
  await template.fill(`${KEY}{hash(Id)%16:02}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await to(page, 600, "10:00");
  await button(page, "Lanes").click();
  await page.locator(".lns__lane code").first().waitFor();
  await page.setViewportSize(SIZES.phone);
  const keys = await page.locator(".lns__lane code").evaluateAll((all) => all.map((e) => {
    const box = e.getBoundingClientRect(), end = document.createRange(), lane = e.closest(".lns__lane").getBoundingClientRect();
    end.selectNodeContents(e.lastChild);
    const { left, right, width } = end.getBoundingClientRect();
    return { title: e.title, end: e.lastChild.textContent, inside: left >= box.left - 1 && right <= lane.right && width > 0, cut: e.firstChild.scrollWidth > e.firstChild.clientWidth };
  }));
  const long = keys.filter((k) => k.title.startsWith(KEY));
  assert.ok(long.length > 0, `a lane begins at a long key: ${JSON.stringify(keys)}`);
  for (const k of long) assert.ok(k.cut && k.inside && k.title.endsWith(k.end), JSON.stringify(k));
  const first = await page.locator("#lanes-table td:nth-child(2)").allInnerTexts();
  for (const k of long) assert.ok(first.some((t) => t.trim() === k.title), k.title);
});
