// A leader sets a task, two participants solve it each in their own way and hand
// in, and the leader collects, compares and exports: with no network after the
// first load, and nothing but lines of text between them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inPage, kept, running } from "./stage.mjs";
import { button, card, loaded, settled, templates } from "./reader.mjs";

const MOVIES = 3184;
const GOAL = "Keep every partition small, and lose no film.";
const dialog = (page) => page.locator("dialog[open]");
const strip = (page) => page.getByRole("complementary", { name: "Task" });

// person is somebody with a browser of their own, which keeps the site and then has
// no network any more.
async function person(page, url) {
  const context = await page.context().browser().newContext({ viewport: page.viewportSize(), acceptDownloads: true });
  const other = await context.newPage();
  other.faults = [];
  other.on("pageerror", (e) => other.faults.push(String(e)));
  other.on("dialog", (d) => { other.faults.push(d.message()); d.dismiss(); });
  await other.goto(`${url}settings`);
  await running(other);
  await kept(other);
  await context.setOffline(true);
  return other;
}

// handIn solves the task with these keys and gives the line of the result.
async function handIn(page, alias, pk) {
  await templates.pk(page).fill(pk);
  await settled(page);
  await strip(page).getByText("Done.").waitFor();
  await strip(page).getByRole("button", { name: "Hand in" }).click();
  await dialog(page).getByLabel(/^Name or alias/).fill(alias);
  await button(dialog(page), "Make the line").click();
  await page.waitForFunction(() => document.getElementById("result-line")?.value.includes("#r="));
  return page.getByLabel("Your result, one line").inputValue();
}

// setTask is the leader's part: a goal, a condition built by controls, what may be
// changed, and the link of it all.
async function setTask(page) {
  await button(page, "Share this moment").click();
  await button(dialog(page), "Set as a task").click();
  await dialog(page).getByLabel("Goal, in your words").fill(GOAL);
  await dialog(page).getByRole("combobox", { name: "Figure" }).selectOption({ label: "Partitions" });
  await dialog(page).getByRole("textbox", { name: "Number" }).fill("30");
  await dialog(page).getByLabel("Hints, one on each line, at most three").fill("How many films has a genre?");
  await dialog(page).getByLabel("the keys").check();
  await page.waitForFunction(() => document.getElementById("task-link")?.value.includes("#t="));
  const link = await dialog(page).getByLabel("Link", { exact: true }).inputValue();
  assert.ok(link.length <= 2000, `${link.length} characters`);
  await button(dialog(page), "Show the QR code").click();
  await dialog(page).getByRole("img", { name: /^QR code/ }).waitFor();
  await page.keyboard.press("Escape");
  return link;
}

// solve opens the task, sees that it is not done yet, and does it.
async function solve(page, link, alias, pk) {
  await page.goto(link);
  await running(page);
  await loaded(page, MOVIES);
  await strip(page).getByText(GOAL).waitFor();
  await strip(page).getByText("0 of 1 condition holds.").waitFor();
  await button(strip(page), "Hint 1 of 1").click();
  await strip(page).getByText("How many films has a genre?").waitFor();
  return handIn(page, alias, pk);
}

inPage("gallery: a task is set, solved by two, handed in, done again and compared, with no network", { path: "settings", timeout: 600_000 }, async (page, { url }) => {
  const leader = await person(page, url), ana = await person(page, url), bo = await person(page, url);
  await leader.goto(`${url}playground#movies`);
  await running(leader);
  await loaded(leader, MOVIES);
  const link = await setTask(leader);
  const lines = [await solve(ana, link, "Ana", "{hash(Title)%64:02}"), await solve(bo, link, "Bo <b>", "{clean(or(Title,'Untitled'))}")];

  await leader.goto(`${url}gallery`);
  await running(leader);
  await leader.getByLabel("Results, one on each line").fill(`${link}\n${lines[0]}\nno result\n${lines[1]}\n`);
  await button(leader, "Add").click();
  await leader.getByText(/2 results are new\. 1 line was refused: This is no result/).waitFor();
  const table = card(leader, "All designs").getByRole("table");
  await table.getByRole("row").nth(2).waitFor();
  await leader.getByText("2 of 2 reached the goal").waitFor();
  for (const name of ["Ana", "Bo <b>"]) {
    const row = table.getByRole("row").filter({ hasText: name });
    assert.match(await row.textContent(), /Reached/, name);
    await leader.getByRole("button", { name: new RegExp(`^${name}, [\\d,]+ writes a second`) }).waitFor();
  }
  assert.equal(await leader.getByRole("img", { name: /^Scatter of 2 designs/ }).count(), 1);
  await leader.getByLabel("Hide names").check();
  const [file] = await Promise.all([leader.waitForEvent("download"), button(leader, "Export CSV").click()]);
  const csv = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  assert.equal(csv.length, 3);
  assert.ok(csv[1].startsWith("Design 1,") && csv[1].includes("{hash(Title)%64:02}") && !csv.join().includes("Ana"), csv[1]);
  await leader.getByLabel("Hide names").uncheck();
  await button(leader, "Open Ana").click();
  await button(leader, "Take it over as a new branch").click();
  await leader.waitForFunction(() => document.getElementById("template-pk")?.value === "{hash(Title)%64:02}");
  assert.equal(await leader.getByRole("combobox", { name: "Branch" }).locator("option").count(), 2);
  for (const who of [leader, ana, bo]) {
    assert.deepEqual(who.faults, []);
    await who.context().close();
  }
});
