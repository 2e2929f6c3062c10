// The comparison that the start page opens with: its figures against a recount of
// the runs that it shows, what is in view, that nothing jumps, and that it lives
// before the engine does.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { state } from "../race.js";
import { PATIENCE, SIZES, inPage, running } from "./stage.mjs";

const race = JSON.parse(await readFile(new URL("../race.json", import.meta.url), "utf8"));
const load = (page) => page.getByRole("slider", { name: /^Writes sent to both/ });
const moment = (page) => page.getByRole("slider", { name: /^Moment of the race/ });
const live = (page) => page.waitForFunction(() => document.querySelector(".rc")?.live);
const TURNS = 3; // that a race may be over before it is paused
const number = (n) => n.toLocaleString("en-US");

// shown is what stands in the page for both sides.
const shown = (page) => page.evaluate(() => [0, 1].map((i) => {
  const text = (name) => document.querySelector(`.rc [data-part="${name}${i}"]`).textContent;
  return { value: text("value"), why: text("why"), won: text("won"), pace: text("pace"), drawn: document.querySelector(`[data-part="map${i}"]`).innerHTML };
}));

// recount counts what a side has accepted and refused until a moment, in seconds.
function recount(rate, i, until) {
  const side = race.loads.find((l) => l.rate === rate).sides[i];
  let accepted = 0, refused = 0, last = 0;
  for (let c = 0; 5 * (c + 1) <= until; c++) {
    accepted += side.accepted[c];
    refused += side.refused[c];
    if (side.refused[c]) last = 5 * (c + 1);
  }
  return { accepted, refused, last, share: 100 * accepted / (accepted + refused) };
}

inPage("race: what is said at a load and a moment is a recount of its run", { path: "" }, async (page) => {
  await live(page);
  for (const [rate, until] of [[3000, 300], [500, 300], [1250, 60], [3000, 90], [6000, 150], [6000, 300]]) {
    await load(page).fill(String(rate));
    await moment(page).fill(String(until));
    await page.getByText(`${number(rate)}/s`, { exact: true }).waitFor();
    for (const [i, now] of (await shown(page)).entries()) {
      const { accepted, refused, last, share } = recount(rate, i, until);
      assert.equal(now.won, number(accepted));
      const [, told] = /^([\d.]+)%accepted/.exec(now.value);
      assert.ok(Math.abs(told - share) <= 0.5 && (told === "100") === (refused === 0), `${rate}/s at ${until}: ${now.value}, want ${share}`);
      if (refused === 0) assert.match(now.value, /Nothing refused$/);
      else if (until - last >= 20) assert.ok(now.value.endsWith(`since ${Math.floor(last / 60)}:${String(last % 60).padStart(2, "0")}`), now.value);
      else assert.match(now.value, /refused now$/);
      assert.equal(/fill="url\(#rc-x/.test(now.drawn), refused > 0, "what refuses is hatched, and nothing else");
    }
  }
  const row = page.getByRole("row", { name: /^5:00/ });
  await page.getByText("The race as a table").click();
  await row.waitFor();
  const cells = [0, 1].flatMap((i) => { const r = recount(6000, i, 300); return [number(r.accepted), number(r.refused)]; });
  assert.deepEqual(await row.getByRole("cell").allInnerTexts(), cells);
});

inPage("race: the words of a state are those of its figures", { path: "" }, async () => {
  const side = (refused) => ({ refused, accepted: refused.map(() => 100) });
  const at = (refused, to = refused.length) => state({ column: 5 }, side(refused), to);
  assert.deepEqual(at([0, 0, 0]), ["Nothing refused", "ok"]);
  assert.deepEqual(at([0, 0, 0], 0), ["Not begun", ""]);
  assert.deepEqual(at([9, 0, 0, 0, 0]), ["Nothing refused since 0:05", "ok"]);
  assert.deepEqual(at([0, 0, 0, 0, 100]), ["20% refused now", "bad"]);
  assert.deepEqual(at([0, 0, 0, 0, 1]), ["0.2% refused now", "bad"]);
});

inPage("race: it answers before the engine is there, and goes on when it comes", { path: "", onContext: (c) => c.route(/\.wasm$/, () => {}) }, async (page) => {
  await live(page);
  await load(page).press("ArrowRight");
  await page.getByText("3,250/s", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await page.waitForFunction(() => Number(document.getElementById("race-at").value) > 20);
  await page.getByRole("button", { name: "Pause", exact: true }).press("Enter");
  assert.equal(await page.locator("html").getAttribute("data-running"), null, "the engine does not run");
});

inPage("race: what a reader has set stays when the engine takes over, and after a way through other pages", { path: "" }, async (page, { url }) => {
  await live(page);
  await load(page).fill("1500");
  await moment(page).fill("120");
  await running(page);
  assert.equal(await load(page).inputValue(), "1500");
  await load(page).press("ArrowRight");
  await page.getByText("1,750/s", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Design your own keys" }).click();
  await page.getByRole("heading", { level: 1, name: "Key designer" }).waitFor();
  await page.goBack();
  await live(page);
  assert.equal(page.url(), url);
  await page.getByText("1,750/s", { exact: true }).waitFor();
  assert.equal(await moment(page).inputValue(), "120");
  await moment(page).press("ArrowRight");
  await page.getByText("2:05", { exact: true }).first().waitFor();
});

inPage("race: data that come after the engine make it live once", { path: "", onContext: async (c) => {
  await c.route(/race\.json$/, async (route) => {
    await c.pages()[0].locator("html[data-running]").waitFor({ state: "attached" });
    await route.continue();
  });
} }, async (page) => {
  assert.equal(await page.getByRole("button", { name: "Play", exact: true }).isDisabled(), true, "what cannot be used yet says so");
  await running(page);
  await live(page);
  await load(page).fill("500");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.getElementById("race-at").value) > 20 && document.getElementById("race-at").value !== "300");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

const BOXES = ["header", ".hero", ".rc__top", ".rc__p:nth-child(1) .rc__m", ".rc__p:nth-child(2) .rc__m", ".rc__p:nth-child(1) .rc__wall", ".rc__leg", ".rc__bar:last-child"];
const boxes = (page) => page.evaluate((all) => all.map((s) => { const { left, top, right, bottom } = document.querySelector(s).getBoundingClientRect(); return { left, top, right, bottom }; }), BOXES);

for (const [name, inView] of [["desk", BOXES], ["tablet", BOXES.slice(0, 7)], ["phone", BOXES.slice(0, 5)]]) {
  inPage(`race: both maps are in view and nothing moves on play or another load, ${name}`, { path: "", context: { viewport: SIZES[name] } }, async (page) => {
    await live(page);
    const before = await boxes(page), { width, height } = SIZES[name];
    for (const s of inView) {
      const b = before[BOXES.indexOf(s)];
      assert.ok(b.left >= -1 && b.right <= width + 1 && b.top >= -1 && b.bottom <= height + 1, `${s} is in view: ${JSON.stringify(b)}`);
    }
    const still = async (what) => (await boxes(page)).forEach((b, i) => {
      for (const side of ["left", "top", "right", "bottom"]) assert.ok(Math.abs(b[side] - before[i][side]) <= 2, `${what}: ${BOXES[i]} moves its ${side} from ${before[i][side]} to ${b[side]}`);
    });
    for (const rate of ["500", "1000", "6000"]) {
      await load(page).fill(rate);
      await still(`${rate}/s`);
    }
    for (let turns = 0, paused; !paused; turns++) { // on a busy machine it may be over before it is paused
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.waitForFunction(() => Number(document.getElementById("race-at").value) > 30);
      await still("playing");
      const pause = page.getByRole("button", { name: "Pause", exact: true });
      paused = await pause.click({ timeout: turns < TURNS ? PATIENCE / 20 : PATIENCE }).then(() => true, (error) => { if (turns >= TURNS) throw error; });
    }
    await still("paused");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing is wider than the window");
  });
}

inPage("race: with reduced motion it plays in ten steps", { path: "", context: { reducedMotion: "reduce" } }, async (page) => {
  await live(page);
  await page.evaluate(() => {
    window.steps_ = [];
    new MutationObserver(() => window.steps_.push(document.querySelector("[data-part=clock]").textContent)).observe(document.querySelector("[data-part=clock]"), { childList: true, characterData: true, subtree: true });
  });
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const steps = [...new Set(await page.evaluate(() => window.steps_))];
  assert.ok(steps.length <= 11 && steps.every((s) => /:[03]0$/.test(s)) && steps.at(-1) === "5:00", steps.join());
});
