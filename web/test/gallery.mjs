// A leader sets a task, two participants solve it each in their own way and hand
// in, and the leader collects, compares and exports: with no network after the
// first load, and nothing but lines of text between them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { auditor } from "./audit.mjs";
import { tabTo } from "./focus.mjs";
import { SIZES, figure, inPage, kept, running } from "./stage.mjs";
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

// FORGED is a whole result, with a right checksum, of a task that nobody here set.
const FORGED = "k1.f_ArSn_2zIBZ-Fv9eZoJqaTqtwJpzsafAZvSn3rwO6E_tMWyklcSgbz_evS8hJ3Keb9gNIFRNOrgHlVznDA8woIOHihz1M4mV1eHqUeMHFI9f2oRXIX5rRy33w";

// worst are lines that are no results of this task: damaged, forged, too long, or of
// another kind altogether.
const worst = (line) => [
  line.slice(0, -40), line.slice(0, 60) + (line[60] === "A" ? "B" : "A") + line.slice(61), line + line, `https://evil.example/gallery#r=${line.slice(9)}`,
  "#r=", "k9." + line.slice(3), "k1." + "A".repeat(70_000), FORGED, "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
  "=HYPERLINK(\"https://evil.example\")", "{\"served\": 99999, \"alias\": \"Mallory\"}",
];

// refuses adds the worst lines: each is refused, and what was collected stays. Long
// tasks are told and not judged, because others work on this machine too.
async function refuses(page, line, t) {
  const table = card(page, "All designs").getByRole("table"), before = await table.innerText();
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((l) => window.longTasks.push(...l.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
  });
  const lines = worst(line);
  await page.getByLabel("Results, one on each line").fill(lines.join("\n"));
  await button(page, "Add").click();
  await page.getByText(`0 results are new. ${lines.length} lines were refused: This is no result`).waitFor();
  assert.equal(await table.innerText(), before, "what was collected is as it was");
  const reasons = card(page, "Refused").getByRole("listitem");
  await reasons.filter({ hasText: "<script>alert(1)</script> handed in another task" }).waitFor(); // a text is a text
  assert.equal(await page.locator("main img, main script, main a[href*=evil]").count(), 0);
  const long = await page.evaluate(() => window.longTasks);
  figure(t, `gallery: ${lines.length} bad lines, ${long.length} tasks over 50 ms, the longest ${Math.max(0, ...long).toFixed(0)} ms by the clock`);
}

// looked finds nothing against the gallery in both themes and on a phone, and every
// control by the keyboard.
async function looked(page) {
  const audit = auditor(), before = page.viewportSize();
  for (const viewport of [before, SIZES.phone]) {
    await page.setViewportSize(viewport);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is wider than ${viewport.width}`);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // or a colour is on its way to another
      assert.deepEqual((await audit(page, colorScheme === "light")).found, [], `${viewport.width}, ${colorScheme}`);
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
  const walk = { stops: 0, wrong: [] };
  await page.getByRole("heading", { level: 1, name: "Gallery" }).click();
  for (const name of ["Export CSV", "Print", /^Ana [\d,]+ writes/, "Ana"]) {
    await tabTo(page, page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }), walk);
  }
  await page.keyboard.press("Enter");
  await page.locator("tr.sel").filter({ hasText: "Ana" }).waitFor();
  await page.getByText(/^The (writes spread: the )?busiest sixteenth of the keys takes \d+% of (the writes|them)\./).first().waitFor();
  for (const name of ["Open Ana", "Add", "Scan codes"]) await tabTo(page, button(page, name), walk);
  assert.deepEqual(walk.wrong, [], "stops that are not seen");
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

inPage("gallery: a task is set, solved by two, handed in, done again and compared, with no network", { path: "settings", timeout: 600_000 }, async (page, { t, url }) => {
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
    await leader.getByRole("button", { name: new RegExp(`^${name} [\\d,]+ writes a second`) }).waitFor();
  }
  assert.equal(await leader.getByRole("img", { name: /^Scatter of 2 designs/ }).count(), 1);
  await refuses(leader, lines[0].split("#r=")[1], t);
  await looked(leader);
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
