// The core of what a reader does, once for every engine. Each story begins with
// nothing stored, in a window of a desk unless it says otherwise.

import assert from "node:assert/strict";
import { join } from "node:path";
import { host } from "../host.mjs";
import { entities } from "../movies.mjs";
import { Reader } from "./reader.mjs";

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const WESTERNS = "PartitionKey eq 'Western'", westerns = entities.filter((e) => e.PartitionKey === "Western").length;

// sample opens the playground with one of its samples.
async function sample(reader, path, title) {
  await reader.open(`playground#${path}`);
  await reader.sees("heading", title);
  await reader.until("the editor", () => document.getElementById("filter")?.isContentEditable);
}

const movies = (reader) => sample(reader, "movies", "Movies");
const employees = (reader) => sample(reader, "employees", "Employees"); // 300 rows

// lengthen types a sign at the end of the RowKey, and gives what it then is.
async function lengthen(reader) {
  const before = await reader.value("textbox", "RowKey");
  await reader.click("textbox", "RowKey");
  await reader.press("Control+End", "_"); // a long template is wrapped
  await typed(reader, `${before}_`);
  return `${before}_`;
}

// typed waits until a template is this text and what follows from it is shown.
async function typed(reader, rk) {
  await reader.until(`the RowKey ${rk}`, (want) => document.getElementById("template-rk")?.value === want, rk);
  await reader.until("the cards", () => document.querySelector("html:not([data-drawing]) .tri:not(.stale)"));
  await reader.misses("progressbar");
}

const clock = (reader) => reader.until("the bar", () => document.getElementById("tp-text")?.textContent);
const stands = (reader, text) => reader.until(`the bar at ${text}`,
  (want) => document.getElementById("tp-text")?.textContent.startsWith(want), text);

export const stories = {
  "home: the slider moves by key and by pointer, and the race plays": async (reader) => {
    await reader.open("");
    const load = ["slider", /^Writes sent to both/];
    await reader.until("the race", () => document.querySelector(".rc")?.live);
    await reader.focus(...load);
    await reader.times(4, "ArrowRight");
    await reader.reads("4,000/s");
    await reader.drag(...load, 0.636, 0.99);
    await reader.reads("6,000/s");
    await reader.click("button", "Play");
    await reader.until("time to go on", () => Number(document.getElementById("race-at").value) > 0 && document.getElementById("race-at").value !== "300");
    await reader.click("button", "Pause");
    await reader.sees("button", "Play");
    await reader.sees("img", /heat map/);
  },

  "playground: a sample opens, a key is typed, and a question is planned in another way": async (reader) => {
    await reader.open("playground");
    await reader.click("button", /^Micro-blog/);
    await reader.reads("6,000 entities");
    const plan = (kind) => reader.until(`the latest posts by a ${kind}`, (want) => [...document.querySelectorAll("tbody")]
      .some((t) => t.textContent.includes("Latest posts of a channel") && t.textContent.includes(want)), kind);
    await plan("Partition scan");
    await reader.fill("textbox", "PartitionKey", "{PostId}");
    await plan("Table scan");
    await reader.press("Escape", "Control+a");
    await reader.driver.type("{Channel}");
    await plan("Partition scan");
  },

  "query: a fault in the filter is shown in its place, then the answer": async (reader) => {
    await movies(reader);
    await reader.fill("textbox", "$filter=", WESTERNS.slice(0, -1));
    await reader.says("alert", undefined, "Character 17:");
    await reader.driver.type("'");
    await reader.misses("alert", /Character/);
    await reader.click("button", "Run");
    await reader.reads(`${westerns} entities from 1 page`);
  },

  "simulator: a preset runs, and a place of the map is explained by keyboard": async (reader) => {
    await reader.open("simulator");
    await reader.choose("Scenario", "Newest");
    await reader.until("the preset", () => /^00:00 of .* · Scenario$/.test(document.getElementById("tp-text").textContent));
    await reader.click("button", "Play");
    await reader.click("button", "Pause");
    await reader.focus("slider", "Place in the run");
    await reader.press("Home");
    await stands(reader, "00:00");
    await reader.times(2, "Shift+ArrowRight");
    await stands(reader, "02:40");
    await reader.focus("img", /^Heat map/);
    await reader.press("End", "Enter");
    const why = await reader.until("the reason", () => document.getElementById("why")?.textContent);
    assert.ok(why.length > 3, why);
    await reader.press("Escape");
    await reader.until("its end", () => !document.getElementById("why"));
  },

  "lesson: the first task is solved by typing": async (reader) => {
    await reader.open("lessons/entity");
    await reader.fill("combobox", "Command", "insert Movies Drama/Casablanca Year=1942");
    await reader.press("Enter");
    await reader.says("region", "Task 1", "Met.");
  },

  "two clients: a conflict, step by step to its 412": async (reader) => {
    await reader.open("clients");
    await reader.choose("Story", "Guarded");
    for (const who of ["A", "B", "A", "B"]) await reader.click("button", new RegExp(`^Step ${who}:`));
    await reader.sees("heading", "B holds a stale version");
    await reader.reads("412", "[aria-label=Messages]");
    await reader.click("button", "Step back");
    await stands(reader, "3 of 4");
  },

  "sharing: a link is made and opens to the same state": async (reader) => {
    await employees(reader);
    const key = await lengthen(reader);
    await reader.click("button", "Share this moment");
    const link = await reader.until("the link", () => document.getElementById("share-link")?.value.match(/.*#m=.*/)?.[0]);
    await reader.click("button", "Copy link");
    const said = await reader.until("what became of it", () => document.getElementById("share").textContent.match(/The link is (copied|selected)/)?.[1]);
    if (said === "selected") await reader.click("button", "Copy link"); // a browser lets a page copy for a short time after a press
    await reader.reads("The link is copied.");
    const before = await clock(reader);
    await reader.forget();
    await reader.open(link.slice((reader.site.origin + reader.site.base).length));
    await reader.sees("heading", "Employees");
    await typed(reader, key);
    assert.equal(await clock(reader), before, "it stands where it was shared");
  },

  "storage: the work is there after a reload": async (reader) => {
    await employees(reader);
    const key = await lengthen(reader);
    const before = await clock(reader);
    await reader.open("");
    await reader.open("playground");
    await typed(reader, key);
    assert.equal(await clock(reader), before, "the journal is as it was");
  },

  "phone: nothing that has the focus is covered, and Run can be pressed": async (reader) => {
    await reader.driver.resize(SIZES.phone);
    await employees(reader);
    await reader.click("button", /^Query/); // the sheet under the thumb
    await reader.click("button", "Run");
    await reader.reads("from 1 page");
    for (const path of ["playground", "clients", "simulator"]) { // the last has fewer stops: there Tab leaves the page
      await reader.open(path);
      const { wrong, seen } = await reader.covered(30);
      assert.deepEqual(wrong, [], `on ${path}`);
      assert.ok(seen >= 15, `${seen} stops on ${path}`);
      const wide = await reader.driver.run(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} px wider than the phone`);
    }
  },

  "offline: the pages work without a network after one visit": async (reader, t) => {
    const own = await host(join(process.env.KEYRANGE_SITES, "root"), "/"), away = new Reader(reader.driver, own);
    try {
      await away.open("");
      if (!await away.driver.run(() => Boolean(navigator.serviceWorker))) return t.skip("this engine has no service workers here");
      await away.until("the worker", () => navigator.serviceWorker.controller?.state === "activated");
    } finally {
      await own.close();
    }
    await away.open("clients");
    await away.click("button", /^Step A:/);
    await stands(away, "1 of 1");
  },
};
