// The workshops that come with the site: each is led from its first item to its last,
// and what an item opens is opened and done by the lessons' own solutions. And a
// workshop of one's own, and one on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SIZES, figure, inPage, running } from "./stage.mjs";
import { bar, lessons, listed, walk, workshops } from "./walk.mjs";

const desk = (page) => page.getByRole("region", { name: "Lead the workshop" });
const here = (page, n) => page.locator(`[id="${n}"][aria-current=step]`);

// opened follows a link of the agenda, does what it opens, and comes back.
async function opened(page, item, { kind, target }) {
  const link = page.locator(`[id="${item}"]`).locator(`a[href$="${kind === "lesson" ? `/lessons/${target}` : target}"]`).first();
  await link.click();
  let tasks = 0;
  if (kind === "lesson") {
    const l = lessons.find((l) => l.id === target);
    await page.getByRole("heading", { level: 1, name: l.title, exact: true }).waitFor();
    await bar(page).waitFor();
    tasks = await walk(page, l);
  } else {
    await page.waitForFunction((path) => location.pathname === path, target.split("#")[0]);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  await page.goBack();
  await desk(page).waitFor();
  await here(page, item).waitFor();
  return tasks;
}

for (const w of workshops) {
  inPage(`workshop ${w.id}: rehearsed from its first item to its last`, { site: "root", path: `workshop/${w.id}` }, async (page, { t }) => {
    await running(page);
    await page.getByRole("heading", { level: 1, name: w.title }).waitFor();
    assert.equal(await page.getByRole("region", { name: /^Notes on item/ }).count(), 0, "participants see no notes");
    await page.getByRole("button", { name: "Lead this workshop" }).click();
    let tasks = 0;
    const walked = [];
    for (const [i, item] of w.items.entries()) {
      const n = i + 1;
      await desk(page).getByRole("button", { name: n === 1 ? "Begin with item 1" : `Begin item ${n}`, exact: true }).click();
      await here(page, n).getByRole("heading", { name: `Item ${n}: ${item.title}` }).waitFor();
      assert.match(await desk(page).getByRole("timer").textContent(), new RegExp(`^\\d+:\\d\\d left of ${item.minutes} min\\.`));
      await desk(page).getByText(new RegExp(`/workshop/${w.id}#${n}$`)).waitFor();
      for (const o of item.opens) {
        tasks += await opened(page, n, o);
        if (o.kind === "lesson") walked.push(lessons.find((l) => l.id === o.target).title);
      }
    }
    await desk(page).getByRole("button", { name: "This is the last item" }).waitFor();
    await listed(page, walked);
    figure(t, `workshop ${w.id}: ${w.items.length} items, ${walked.length} lessons, ${tasks} tasks`);
  });
}

inPage("workshop: a number that was said, a link with it, and a file of one's own", { site: "root", path: "workshop/hot-keys#3", context: { viewport: SIZES.phone } }, async (page, { url }) => {
  await running(page);
  await here(page, 3).getByText("The class is here").waitFor();
  const number = page.getByRole("textbox", { name: "Which number was said?" });
  await number.fill("9");
  await number.press("Enter");
  await page.getByRole("alert").getByText("The items of this workshop have the numbers 1 to 5.").waitFor();
  await number.fill("4");
  await number.press("Enter");
  await here(page, 4).getByText("The class is here").waitFor();

  await page.goto(`${url}workshop`);
  await running(page);
  const text = readFileSync(new URL("../../lessons/workshop/files/hot-keys.md", import.meta.url), "utf8");
  const choose = async (file) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a workshop's file" }).click();
    await (await chooser).setFiles({ name: "ours.md", mimeType: "text/markdown", buffer: Buffer.from(file) });
  };
  await choose(text.replace("minutes: 45", "minutes: 50"));
  await page.getByRole("alert").getByText("Line 4, column 10: The items take 45 minutes together, the workshop says 50.").waitFor();
  await choose(text.replace("bring: a laptop", "bring: <img src=x onerror=alert(1)> and a laptop").replace("title: Hot keys in 45 minutes", "title: Our own hour"));
  await page.getByRole("heading", { level: 1, name: "Our own hour" }).waitFor();
  await page.getByText("<img src=x onerror=alert(1)> and a laptop").waitFor(); // a text is a text
  await page.reload();
  await running(page);
  await page.getByRole("heading", { level: 1, name: "Our own hour" }).waitFor();
  await page.goto(`${url}workshop`);
  await page.goto(`${url}workshop/file#/web/workshops/conflicts.md:2`); // a file of this site
  await running(page);
  await here(page, 2).getByRole("heading", { name: "Item 2: The vote that vanished" }).waitFor();
});
