// The first screen of the simulator as it is laid out: what stands in view together,
// how much of the window the map has, and that nothing moves or is cut off.

import assert from "node:assert/strict";
import { SIZES, inPage, running } from "./stage.mjs";
import { button } from "./reader.mjs";
import { at, openSettings, to } from "./run.mjs";

const settings = { path: "simulator", timeout: 3_600_000 };

// What a reader looks at, by name.
const PARTS = {
  "the map": "#heat-0", "the throughput": "#series-throughput", "the latency": "#series-latency", "what was throttled": "#series-throttled",
  "the verdict": ".vl", "the transport": ".tp", "Play": "#tp-play", "why": ".sim__why", "the servers": ".sim__sv",
};

// The least share of the window's width and height that the map has.
const SHARES = [[SIZES.desk, 0.6, 0.55], [SIZES.tablet, 0.5, 0.5]];

// boxes are the places of elements in the window.
const boxes = (page, parts = PARTS) => page.evaluate((all) => Object.fromEntries(Object.entries(all).map(([name, selector]) => {
  const { left, top, right, bottom, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [name, { left, top, right, bottom, width, height }];
})), parts);

// still tells whether the boxes are where they were, up to two pixels.
function still(before, after, what) {
  for (const [name, box] of Object.entries(before)) {
    for (const side of ["left", "top", "right", "bottom"]) {
      assert.ok(Math.abs(box[side] - after[name][side]) <= 2, `${what}: ${name} moves its ${side} from ${box[side]} to ${after[name][side]}`);
    }
  }
}

// inView asserts that each part is whole in the window, and none over the transport.
function inView(seen, { width, height }, names) {
  for (const name of names) {
    const b = seen[name], bottom = name === "Play" || name === "the transport" ? height : seen["the transport"].top;
    assert.ok(b.width > 10 && b.height > 10, `${name} has a size, at ${width}: ${JSON.stringify(b)}`);
    assert.ok(b.left >= -1 && b.top >= -1 && b.right <= width + 1 && b.bottom <= bottom + 1, `${name} is in view at ${width}: ${JSON.stringify(b)}`);
  }
}

// axes asserts that the series reach from the same left to the same right as the map.
function axes(seen) {
  for (const name of ["the throughput", "the latency", "what was throttled"]) {
    for (const side of ["left", "right"]) assert.ok(Math.abs(seen[name][side] - seen["the map"][side]) <= 1, `${name} shares the ${side} of the map`);
  }
}

// painted waits until the map is as large as its place.
const painted = (page) => page.waitForFunction(() => {
  const c = document.getElementById("heat-0");
  return Math.abs(c.width - c.clientWidth * Math.min(Math.max(devicePixelRatio, 1), 2)) <= 1 && Math.abs(c.height - c.clientHeight * Math.min(Math.max(devicePixelRatio, 1), 2)) <= 1;
});

// scenario chooses another one, and waits until the drawer tells of it.
async function scenario(page, value) {
  const told = page.locator("#settings .sim__lesson"), before = await told.textContent();
  await page.getByRole("combobox", { name: "Scenario", exact: true }).selectOption(value);
  await page.waitForFunction((was) => document.querySelector("#settings .sim__lesson").textContent !== was, before);
}

inPage("screen: the map has its share of the window, in view with all that belongs to it", settings, async (page) => {
  await running(page);
  for (const [size, wide, high] of SHARES) {
    await page.setViewportSize(size);
    await painted(page);
    const seen = await boxes(page), map = seen["the map"];
    assert.ok(map.width >= wide * size.width, `${map.width} of ${size.width} px wide`);
    assert.ok(map.height >= high * size.height, `${map.height} of ${size.height} px high`);
    inView(seen, size, Object.keys(PARTS));
    axes(seen);
  }
  await page.setViewportSize(SIZES.phone);
  await painted(page);
  const seen = await boxes(page, { ...PARTS, "the sheet": "#peek" });
  assert.ok(seen["the map"].width >= 280, `${seen["the map"].width} px wide on a phone`);
  inView(seen, SIZES.phone, ["the map", "the throughput", "the latency", "what was throttled", "the verdict", "the transport", "Play", "the sheet"]);
  assert.ok(Math.abs(seen["the transport"].bottom - SIZES.phone.height) <= 1, "the transport is at the bottom");
  assert.ok(seen["what was throttled"].bottom <= seen["the sheet"].top + 1, "the sheet lies over nothing");
  axes(seen);
});

inPage("screen: nothing moves when a run is played, ends, and is looked at", settings, async (page) => {
  await running(page);
  for (const size of [SIZES.desk, SIZES.tablet, SIZES.phone]) {
    await page.setViewportSize(size);
    await painted(page);
    const before = await boxes(page);
    await button(page, "Play").click();
    await page.waitForFunction(() => document.getElementById("tp-text").textContent > "00:05");
    still(before, await boxes(page), `playing at ${size.width}`);
    await button(page, "Pause").click();
    await button(page, "Play").waitFor();
    await page.locator("#heat-0").hover({ position: { x: 40, y: 60 } });
    await page.waitForFunction(() => document.getElementById("cell-0").textContent !== "");
    still(before, await boxes(page), `a cell under the pointer at ${size.width}`);
    await page.mouse.move(1, 1);
  }
  await page.setViewportSize(SIZES.desk);
  const before = await boxes(page), said = await page.locator(".vl").textContent();
  await scenario(page, "hotkey");
  await to(page, 120, "02:00");
  assert.notEqual(await page.locator(".vl").textContent(), said, "the verdict is another one");
  still(before, await boxes(page), "another verdict");
});

// lines are where the lines of the crosshair stand: the upright one in each picture
// that it goes through, and the level one.
const lines = (page) => page.evaluate(() => {
  const at = (selector, pseudo, side) => [...document.querySelectorAll(selector)].map((e) => {
    const s = getComputedStyle(e, pseudo);
    return s.opacity === "1" ? e.getBoundingClientRect()[side] + parseFloat(s[side]) : null;
  });
  return { upright: at(".hm__c, .ser__c", "::after", "left"), level: at(".hm__c", "::before", "top") };
});

inPage("screen: the crosshair leads to its key and its moment, through the series, and follows the run", settings, async (page) => {
  await running(page);
  await painted(page);
  await to(page, 600, "10:00");
  const map = page.locator("#heat-0"), { width, height } = await map.boundingBox();
  const tip = page.locator("#cell-0"), words = () => tip.textContent();
  await map.hover({ position: { x: width / 4, y: height / 4 } });
  await page.waitForFunction(() => document.getElementById("cell-0").textContent.endsWith("not yet run."));
  const now = await lines(page), [, clock, key] = /^([\d:]+) to .*PartitionKeys from (.*): not yet run/.exec(await words());
  assert.equal(await page.locator("#cross-time-0").textContent(), clock);
  assert.equal(await page.locator("#cross-key-0").textContent(), key);
  assert.equal(now.upright.length, 4, "the map and three series");
  for (const x of now.upright) assert.ok(Math.abs(x - now.upright[0]) <= 1, `one line: ${now.upright}`);
  assert.ok(Math.abs(now.level[0] - (await map.boundingBox()).y - height / 4) <= 8, "the level line is at the pointer");
  await page.keyboard.press("End");
  await page.waitForFunction(() => /entit(y|ies) sent/.test(document.getElementById("cell-0").textContent));
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => document.getElementById("cross-time-0").textContent === "");
  assert.deepEqual((await lines(page)).upright, [null, null, null, null]);
  await map.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.getElementById("cross-time-0").textContent !== "");
});

inPage("screen: the key template is whole in every scenario", settings, async (page) => {
  await running(page);
  const names = await page.locator("#preset option").evaluateAll((all) => all.map((o) => o.value));
  assert.ok(names.length >= 15, `${names.length} scenarios`);
  await openSettings(page);
  for (const name of names) {
    if (name !== names[0]) await scenario(page, name); // the page opens with that one
    // The row and the drawer have the same key, once the field is filled.
    await page.waitForFunction(() => document.querySelector(".fact__k").textContent === document.getElementById("design-0").value);
    for (const size of [SIZES.desk, SIZES.tablet]) {
      await page.setViewportSize(size);
      const cut = await page.evaluate(() => [".fact__k", "#design-0"].flatMap((s) => {
        const e = document.querySelector(s), b = e.getBoundingClientRect(), rail = document.querySelector(".rail").getBoundingClientRect();
        const inside = s === "#design-0" || b.top >= rail.top && b.bottom <= rail.bottom && e.closest("button").getBoundingClientRect().right >= b.right - 1;
        return inside && e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1 ? [] : [`${s} ${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`];
      }));
      assert.deepEqual(cut, [], `${name} at ${size.width}`);
    }
  }
});

inPage("screen by keyboard: Play is five stops away, and the drawer gives the keyboard back", settings, async (page) => {
  await running(page);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
  let stops = 0;
  for (; stops < 5 && await focused() !== "tp-play"; stops++) {
    await page.keyboard.press("Tab");
    if (/^Skip to/.test(await focused())) await page.keyboard.press("Enter");
  }
  assert.equal(await focused(), "tp-play", `after ${stops} stops`);

  const before = await boxes(page);
  const more = page.getByRole("button", { name: /^\d+ more$/ });
  await more.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Settings" });
  await drawer.waitFor();
  await page.waitForFunction(() => document.activeElement.id === "settings");
  still(before, await boxes(page), "the drawer");
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement.id === "more-settings");

  await page.getByRole("button", { name: /^PartitionKey/ }).click();
  await page.waitForFunction(() => document.activeElement.id === "design-0");
  await page.getByRole("textbox", { name: "PartitionKey of Design A" }).fill("{hash(Id)%4:01}_{At.time}");
  await page.keyboard.press("Enter");
  await page.locator(".fact__k").getByText("{hash(Id)%4:01}_{At.time}", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.id === "fact-key");
});

inPage("screen: the load is moved from the row, and a zoom is left by its button", settings, async (page) => {
  await running(page);
  const load = page.getByRole("slider", { name: "Load", exact: true });
  await load.fill("31");
  await page.locator("#load-says").getByText("480 callers", { exact: true }).waitFor();
  await openSettings(page);
  assert.equal(await page.getByRole("spinbutton", { name: "VMs" }).inputValue(), "32");
  await button(page, "Close the settings").click();
  await to(page, 60, "01:00");
  const reset = button(page, "Reset zoom");
  assert.equal(await reset.isVisible(), false);
  const before = await boxes(page);
  await page.locator("#heat-0").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("+");
  await reset.waitFor();
  still(before, await boxes(page), "zoomed");
  await reset.click();
  await reset.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement.id === "heat-0");
  assert.match(await page.locator(".sim__sv").textContent(), /100% = 2 cores\. One range uses one/);
});

inPage("screen: two designs stand over each other on one axis", settings, async (page) => {
  await running(page);
  const before = await boxes(page);
  await button(page, "Compare with another design").click();
  await to(page, 600, "10:00");
  const seen = await boxes(page, { ...PARTS, "the other map": "#heat-1" });
  const [a, b] = [seen["the map"], seen["the other map"]];
  assert.ok(a.bottom <= b.top && Math.abs(a.left - b.left) <= 1 && Math.abs(a.right - b.right) <= 1, "A stands over B");
  inView(seen, SIZES.desk, Object.keys(seen));
  axes(seen);
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => name !== "the map"));
  still(rest, seen, "compared");
  assert.match(await page.locator(".vl").textContent(), /^Design B accepts \+[\d,]+\/s \([\d,]+ against [\d,]+\)/);
  await page.getByRole("img", { name: /Design A is dashed, Design B is solid\./ }).first().waitFor();
  const board = page.getByRole("table", { name: "What both designs come to" });
  const told = (await page.locator(".vl").textContent()).match(/\+([\d,]+)\/s \(([\d,]+) against ([\d,]+)\)/);
  assert.deepEqual(await board.getByRole("row", { name: /^Accepted/ }).getByRole("cell").allInnerTexts().then((all) => all.map((c) => c.replace(/\s*(, better)?$/, ""))), [told[3], told[2], `+${told[1]}`]);
  assert.equal(await page.locator(".margin__s").first().isVisible(), false, "A's scale is B's, and would lie on its heading");
  await page.locator(".ser__c canvas").first().waitFor();
  await button(page, "One design").click();
  await page.locator("#heat-1").waitFor({ state: "detached" });
  await at(page, "10:00");
  await page.keyboard.press("Control+z");
  await button(page, "Compare with another design").click();
  await button(page, "Keep Design B").click();
  await page.locator("#heat-1").waitFor({ state: "detached" });
  await at(page, "10:00");
  assert.equal(await page.getByText("{hash(Id)%16:02}_{At.time}", { exact: true }).first().isVisible(), true);

  await page.locator(".ser__c canvas").first().waitFor();
  await button(page, "Compare with another design").click();
  await page.getByText("Nothing has run yet.").first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".ser__c canvas")); // no strip of the run before
});

inPage("screen: on a phone the reason is a sheet under the thumb", settings, async (page) => {
  await running(page);
  await to(page, 60, "01:00");
  await page.setViewportSize(SIZES.phone);
  const peek = page.getByRole("button", { name: /^Why hot\?/ });
  assert.equal(await page.getByRole("region", { name: "Servers" }).isVisible(), false);
  await peek.click();
  await page.getByRole("region", { name: "Servers" }).waitFor();
  assert.equal(await peek.getAttribute("aria-expanded"), "true");
  await painted(page);
  const { map, sheet, bar } = await boxes(page, { map: "#heat-0", sheet: ".sim__r", bar: ".tp" });
  assert.ok(sheet.bottom <= bar.top + 1 && map.height >= 150 && map.bottom <= sheet.top + 1, `the whole map is seen above it: ${JSON.stringify([map, sheet, bar])}`);
  await peek.click();
  await page.getByRole("region", { name: "Servers" }).waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.getElementById("heat-0").clientHeight > 300);
});

inPage("screen: the thumb of the run stands under its moment on the map, and more of the transport covers no sheet", settings, async (page) => {
  await running(page);
  await to(page, 1800, "30:00");
  for (const size of [SIZES.desk, SIZES.tablet]) {
    await page.setViewportSize(size);
    await painted(page);
    const { map, scrub } = await boxes(page, { map: "#heat-0", scrub: "#scrub" });
    for (const [name, there, wanted] of [["left", scrub.left + 8, map.left], ["right", scrub.right - 8, map.right]]) {
      assert.ok(Math.abs(there - wanted) <= 2, `the ${name} of the way is at ${there}, that of the map at ${wanted}, at ${size.width}`);
    }
  }
  await page.setViewportSize(SIZES.phone);
  await painted(page);
  await button(page, "More of the transport").click();
  await page.getByRole("combobox", { name: "Speed" }).waitFor();
  const { sheet, bar, scrub, speed } = await boxes(page, { sheet: "#peek", bar: ".tp", scrub: "#scrub", speed: "#speed" });
  assert.ok(sheet.height >= 40 && sheet.bottom <= bar.top + 1, `the sheet ends at ${sheet.bottom}, the bar begins at ${bar.top}`);
  for (const part of [scrub, speed]) assert.ok(part.top >= bar.top && part.bottom <= SIZES.phone.height, `the bar holds the rest: ${JSON.stringify(part)}`);
  await page.getByRole("button", { name: /^Why hot\?/ }).click();
  await page.getByRole("region", { name: "Servers" }).waitFor();
});

// dots counts the dots of a path, and places are where they stand.
const places = (page, id) => page.locator(id).evaluate((e) => [...e.getAttribute("d").matchAll(/M(\d+) (\d+)h0/g)].map((m) => `${m[1]},${m[2]}`));

inPage("screen: requests wait, move and are refused in lanes, and the table has what the picture shows", settings, async (page) => {
  await running(page);
  await to(page, 600, "10:00");
  await button(page, "Lanes").click();
  const picture = page.getByRole("img", { name: /requests wait for one range/ });
  await picture.waitFor();
  const waiting = Number((await picture.getAttribute("aria-label")).match(/^([\d,]+)/)[1].replace(/,/g, ""));
  const rows = await page.locator("#lanes-table tr").evaluateAll((all) => all.slice(1).map((r) => [...r.cells].map((c) => c.textContent)));
  assert.equal(rows.reduce((sum, r) => sum + Number(r[4].replace(/,/g, "")), 0), waiting, "the table adds up to the sentence");
  assert.ok(waiting > 100 && waiting < 240, `${waiting} of 240 callers wait`);
  await page.waitForFunction(() => document.getElementById("lanes-queued").getAttribute("d") !== "");
  assert.equal((await places(page, "#lanes-queued")).length, waiting, "a dot for each");
  assert.equal(await page.getByText(/^(Not drawn: [\d,]+ more ranges? with [\d,]+ requests?|The \d+ other ranges? (is|are) empty)\.$/).count(), rows.length > 9 ? 1 : 0);
  const shown = await boxes(page, { lanes: ".lns", bar: ".tp", verdict: ".vl" });
  assert.ok(shown.lanes.top >= shown.verdict.bottom - 1 && shown.lanes.bottom <= shown.bar.top + 1 && shown.lanes.height > 400, JSON.stringify(shown.lanes));

  const before = (await places(page, "#lanes-sent")).join(" ");
  await button(page, "Play slowly").press("Enter");
  await page.waitForFunction((was) => [...document.getElementById("lanes-sent").getAttribute("d").matchAll(/M(\d+) (\d+)h0/g)].map((m) => `${m[1]},${m[2]}`).join(" ") !== was, before);
  await button(page, "Pause the lanes").press("Enter");
  await at(page, "10:00"); // the run has not moved
  await button(page, "1 ms on").press("Enter");
  await button(page, "One design").click();
  await page.locator(".lns").waitFor({ state: "detached" });
  await painted(page);
});

inPage("screen: with reduced motion the lanes are a still picture with counts, and go on by steps", { ...settings, context: { reducedMotion: "reduce" } }, async (page) => {
  await running(page);
  await to(page, 600, "10:00");
  await button(page, "Lanes").click();
  await page.locator("#lanes-table").waitFor();
  assert.equal(await page.locator("#lanes-play").isVisible(), false);
  const clock = () => page.locator(".lns__h b").textContent(), before = await clock();
  await button(page, "1 ms on").press("Enter");
  await page.waitForFunction((was) => document.querySelector(".lns__h b").textContent !== was, before);
  assert.equal(await clock(), "10:00.001: ");
});
