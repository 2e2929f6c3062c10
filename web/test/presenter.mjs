// Presenting a screen: what is large, what is away, what waits for a key, and the
// notes in a second window that follow.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";

const BIG = { width: 1920, height: 1080 };
const presents = (page) => page.locator("html[data-present]").waitFor({ state: "attached" });
const ended = (page) => page.locator("html:not([data-present])").waitFor({ state: "attached" });

// small lists the texts in sight that are less than 24 px high.
const small = (page) => page.evaluate(() => {
  const found = [], walk = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  for (let n; (n = walk.nextNode());) {
    const e = n.parentElement, style = getComputedStyle(e), range = document.createRange();
    range.selectNodeContents(n);
    const box = range.getBoundingClientRect();
    if (!n.data.trim() || style.visibility !== "visible" || box.width < 2 || box.height < 2 || e.closest(".vh")) continue;
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) continue;
    const height = parseFloat(style.fontSize) * e.currentCSSZoom;
    if (height < 24) found.push(`${n.data.trim().slice(0, 30)}: ${height.toFixed(1)} px`);
  }
  return found;
});

// The screens on which a class looks: none has small type, and none is wider than the window.
const SCREENS = ["simulator", "clients", "tokens", "btree", "playground", "workshop/hot-keys"];

inPage("presenter: large type, hidden answers, a caption, a blank screen, and the focus comes back", { site: "root", path: "workshop/hot-keys", context: { viewport: BIG } }, async (page, { url, context }) => {
  await running(page); // this workshop is the last one that was shown
  await page.goto(`${url}lessons/append-only`);
  await running(page);
  const focused = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Watch the service try" });
  await focused.focus();
  await page.keyboard.press("p");
  await presents(page);
  await page.getByText("Presenting. Question mark lists the keys, Escape ends.").waitFor();
  assert.equal(await page.getByRole("banner").count(), 0, "the header is away");
  assert.deepEqual(await small(page), [], "type of less than 24 px");
  await page.getByRole("slider").last().waitFor(); // the transport stays

  const hint = page.getByRole("button", { name: "Hint 1 of 3" });
  assert.equal(await hint.count(), 0, "no hint before A");
  await page.keyboard.press("a");
  await hint.first().waitFor();
  await page.keyboard.press("a");
  await hint.first().waitFor({ state: "hidden" });

  await page.mouse.move(400, 300);
  const ring = await page.locator(".present__ring").boundingBox();
  assert.ok(Math.abs(ring.x + ring.width / 2 - 400) < 2 && Math.abs(ring.y + ring.height / 2 - 300) < 2, `the ring is around the pointer: ${JSON.stringify(ring)}`);

  await page.keyboard.press(",");
  const blank = page.getByRole("dialog", { name: "The screen is blank" });
  await blank.waitFor();
  const { x, y, width, height } = await blank.boundingBox();
  assert.deepEqual([x, y, width, height], [0, 0, BIG.width, BIG.height], "nothing is left to see");
  await page.keyboard.press(",");
  await blank.waitFor({ state: "hidden" });

  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: /^A caption for what is shown/ }).fill("Every write <b>ends</b> here");
  await page.keyboard.press("Enter");
  await page.getByText("Every write <b>ends</b> here", { exact: true }).waitFor();
  await page.keyboard.press("l");
  await page.locator("html[data-contrast][data-theme=light]").waitFor({ state: "attached" });
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys of the presenter" });
  await keys.getByText("Blank the screen, and show it again").waitFor();
  await page.keyboard.press("Escape"); // ends the list, and nothing else
  await keys.waitFor({ state: "hidden" });
  await presents(page);

  const [notes] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("n")]);
  const desk = notes.getByRole("region", { name: "Lead the workshop" });
  await desk.getByText("The projector shows: The split that does not help").waitFor();
  await desk.getByRole("timer").getByText(/ left of 11 min\./).waitFor();
  await notes.getByText("Collect the numbers before anybody runs anything.").waitFor();
  await notes.evaluate(() => {
    const c = new BroadcastChannel("keyrange /");
    for (const to of ["//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)"]) c.postMessage(`go\t${to}\t`);
  });
  await notes.locator('[id="4"]').getByRole("button", { name: "Show it on the projector" }).click();
  await page.getByRole("heading", { level: 1, name: "One more part in the key" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/lessons/spread");
  await page.getByText("Every write <b>ends</b> here", { exact: true }).waitFor({ state: "hidden" });
  await desk.getByText("The projector shows: One more part in the key").waitFor();
  await desk.getByRole("timer").getByText(/ left of 13 min\./).waitFor();
  await page.bringToFront();
  await page.keyboard.press("Escape");
  await ended(page);
  await desk.getByText(/^No window presents\./).waitFor();
  await notes.close();
  await page.waitForFunction(() => document.activeElement.id === "main"); // what had the focus is gone
});

inPage("presenter: without shortcuts by its buttons, with the focus back where it was, on every screen", { site: "root", path: "settings", context: { viewport: BIG } }, async (page, { url }) => {
  await running(page);
  await page.getByRole("checkbox", { name: /^Single characters are shortcuts/ }).uncheck();
  await page.locator("body").press("p");
  const button = page.getByRole("button", { name: "Present this screen" });
  await button.press("Enter");
  await presents(page);
  const bar = page.getByRole("toolbar", { name: "Presenter" });
  await bar.getByRole("button", { name: "Keys" }).press("Enter");
  await page.getByRole("dialog", { name: "Keys of the presenter" }).getByRole("button", { name: "Close" }).press("Enter");
  await bar.getByRole("button", { name: "Answers" }).press("Space");
  await bar.getByRole("button", { name: "Answers", pressed: true }).waitFor();
  await page.locator("body").press("a"); // a letter is no shortcut
  await bar.getByRole("button", { name: "Answers", pressed: true }).waitFor();
  await bar.getByRole("button", { name: "End" }).press("Enter");
  await ended(page);
  await page.waitForFunction(() => document.activeElement.id === "present");
  for (const path of SCREENS) {
    await page.goto(url + path);
    await running(page);
    await button.press("Enter");
    await page.getByText("Presenting. Question mark").waitFor();
    assert.deepEqual(await small(page), [], `${path}: type of less than 24 px`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits the window`);
    await page.keyboard.press("Escape");
    await ended(page);
  }
});
