// Everything can be taken back, and nothing is lost.

import assert from "node:assert/strict";
import { $filter, button, loaded, settled, templates, unfold } from "./reader.mjs";
import { figure, inPage, running } from "./stage.mjs";

const scrubber = (page) => page.getByRole("slider", { name: "Gestures" });
const branches = (page) => page.getByRole("combobox", { name: "Branch" });
const read = (page) => page.locator("#tp-text");
const step = (page, name) => page.getByRole("group", { name: "Transport" }).getByRole("button", { name, exact: true });
const place = (page) => scrubber(page).inputValue().then(Number);
const length = (page) => scrubber(page).getAttribute("max").then(Number);

// at waits until the journal stands at a place.
const at = (page, n) => page.waitForFunction((want) => document.getElementById("tp-text")?.textContent.startsWith(`${want} of `), n);

const HOURS = 955; // of the GitHub sample

async function openHours(page) {
  await running(page);
  await page.getByRole("button", { name: /^GitHub/ }).click();
  await loaded(page, HOURS);
}

// edit changes the two keys in turn, so that each edit is a gesture of its own.
async function edit(page, n) {
  const key = n % 2 ? templates.rk(page) : templates.pk(page);
  await key.fill(n % 2 ? `{time.day:02}T{time.hour:02}_${n}` : `{time.year}-{time.month:02}_${n}`);
}

const keys = async (page) => [await templates.pk(page).inputValue(), await templates.rk(page).inputValue()];

inPage("journal by pointer: undo thirty steps, fork, compare both futures", { path: "playground" }, async (page) => {
  await openHours(page);
  const start = await keys(page);
  for (let n = 2; n <= 31; n++) {
    await edit(page, n);
    await at(page, n);
  }
  await settled(page);
  const first = await keys(page);
  for (let n = 30; n >= 1; n--) {
    await step(page, "Step back").click();
    await at(page, n);
  }
  await settled(page);
  assert.deepEqual(await keys(page), start, "thirty steps back are the keys of the import");
  await templates.pk(page).fill("another");
  await at(page, 2);
  await settled(page);
  assert.equal(await length(page), 2, "the new future has its own length");
  const options = await branches(page).locator("option").allTextContents();
  assert.deepEqual(options, ["main, 31 gestures", "branch 2, 2 gestures, from main at 1"]);
  await branches(page).selectOption("main");
  await at(page, 1);
  await step(page, "Last").click();
  await at(page, 31);
  await settled(page);
  assert.deepEqual(await keys(page), first, "the first future is as it was");
  await branches(page).selectOption("branch 2");
  await at(page, 2);
  assert.equal((await keys(page))[0], "another", "the second future is as it was");
});

inPage("journal by keyboard alone", { path: "playground" }, async (page) => {
  await openHours(page);
  for (let n = 2; n <= 5; n++) {
    await edit(page, n);
    await at(page, n);
  }
  const last = await keys(page);
  await settled(page);
  await page.getByRole("heading", { level: 1 }).click(); // away from any field
  await page.keyboard.press("ArrowLeft");
  await at(page, 4);
  await page.keyboard.press("u");
  await at(page, 3);
  await page.keyboard.press("Control+Z");
  await at(page, 2);
  await page.keyboard.press("Control+Shift+Z");
  await at(page, 3);
  await page.keyboard.press("Control+Y");
  await at(page, 4);
  await page.keyboard.press("Shift+ArrowLeft");
  await at(page, 0);
  await page.getByRole("heading", { level: 1, name: "Key designer" }).waitFor();
  await page.keyboard.press("End");
  await at(page, 5);
  await loaded(page, HOURS);
  assert.deepEqual(await keys(page), last);
  await page.keyboard.press("ArrowLeft");
  await at(page, 4);
  await page.keyboard.press("b");
  await branches(page).locator("option", { hasText: "branch 2, 4 gestures, from main at 4" }).waitFor({ state: "attached" });
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await page.keyboard.press("Space");
  await at(page, 4); // it plays to the end
  await step(page, "Play").waitFor();

  await templates.pk(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.type("b.u");
  assert.match((await keys(page))[0], /b\.u$/, "a field keeps its letters");
  await at(page, 5);
  await settled(page);
  await page.goto(new URL("settings", page.url()).href);
  await page.getByRole("checkbox", { name: /Single characters/ }).uncheck();
  await page.goBack();
  await at(page, 5);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("u");
  await page.keyboard.press("ArrowLeft");
  await at(page, 4); // the letter did nothing
});

inPage("journal: an import and the console are taken back", { path: "playground" }, async (page) => {
  await openHours(page);
  await unfold(page, "Console and HTTP");
  const command = page.getByRole("textbox", { name: "Command" });
  await command.fill("delete playground 2015-01/01T01");
  await command.press("Enter");
  await at(page, 2);
  await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Football sample" });
  await page.getByRole("heading", { level: 1, name: "Football" }).waitFor();
  await at(page, 3);
  await settled(page);
  await step(page, "Step back").click();
  await page.getByRole("heading", { level: 1, name: "GitHub" }).waitFor();
  await page.getByRole("region", { name: "Console" }).getByText("delete playground 2015-01/01T01").first().waitFor();
  await step(page, "Step back").click();
  await page.getByRole("region", { name: "Console" }).getByText(`Table playground, ${HOURS} entities here`, { exact: false }).waitFor();
});

// seeded returns numbers that look random, the same for the same seed.
function seeded(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const ROUNDS = Number(process.env.KEYRANGE_LOSSES ?? 24);

inPage(`journal: ${ROUNDS} reloads, killed tabs and full storages lose nothing before the last gesture`, { path: "playground", timeout: 3_600_000, faults: [/quota/i], alone: true }, async (first, { t, context, url }) => {
  const seed = Number(process.env.SEED ?? 5), random = seeded(seed);
  let page = first, control = await context.newCDPSession(page);
  await openHours(page);
  await at(page, 1);
  const states = [null, await keys(page)];
  const count = { reload: 0, closed: 0, crashed: 0, full: 0 };
  let full = false, last = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const kind = ["reload", "closed", "crashed", "full"][random(4)];
    count[kind]++;
    if (kind === "full" || full) {
      full = kind === "full";
      await control.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, ...(full && { quotaSize: 1 }) });
    }
    for (let n = 1 + random(3); n > 0; n--) {
      await edit(page, states.length);
      states.push(await keys(page));
    }
    for (let wait = random(4); wait > 0; wait--) await page.evaluate(() => new Promise(requestAnimationFrame));
    if (kind === "reload" || kind === "full") await page.reload();
    else {
      const old = page;
      if (kind === "crashed") control.send("Page.crash").catch(() => {});
      page = await context.newPage();
      if (kind === "closed") await old.close({ runBeforeUnload: false });
      control = await context.newCDPSession(page);
      await page.goto(url + "playground");
      if (kind === "crashed") old.close().catch(() => {});
    }
    await running(page);
    await scrubber(page).waitFor({ state: "attached" });
    await loaded(page, HOURS);
    const got = await place(page), want = states.length - 1;
    assert.ok(got >= want - 1, `round ${round} (${kind}), seed ${seed}: ${got} gestures of ${want}`);
    assert.deepEqual(await keys(page), states[got], `round ${round} (${kind}), seed ${seed}: the work of gesture ${got}`);
    last += want - got;
    states.length = got + 1;
  }
  figure(t, `nothing lost: ${ROUNDS} rounds (${JSON.stringify(count)}), ${states.length - 1} gestures, ${last} last gestures cut off, seed ${seed}`);
});

inPage("journal: a second tab offers the work of the first, and goes on with a copy", { path: "playground", alone: true }, async (page, { url, context }) => {
  await openHours(page);
  await templates.rk(page).fill("{time.day:02}_first");
  await at(page, 2);
  await settled(page);
  const own = await keys(page);
  const second = await context.newPage();
  await second.goto(`${url}playground`);
  await running(second);
  await second.getByText("GitHub is open in another tab.").waitFor();
  assert.equal(await second.getByRole("button", { name: /^GitHub/ }).isVisible(), true, "the second tab begins with nothing");
  await button(second, "Work on a copy here").press("Enter");
  await second.waitForFunction((want) => document.getElementById("template-rk")?.value === want, own[1]);
  await settled(second);
  assert.deepEqual(await keys(second), own);
  await templates.pk(second).fill("{time.year}_second");
  await at(second, 3);
  await settled(second);
  assert.deepEqual(await keys(page), own, "the first tab keeps its own");
  for (const [tab, want] of [[second, "{time.year}_second"], [page, own[0]]]) {
    await tab.reload();
    await running(tab);
    await tab.waitForFunction((text) => document.getElementById("template-pk")?.value === text, want);
  }
  assert.equal(await second.getByText("is open in another tab.").count(), 0, "it was answered");
});
