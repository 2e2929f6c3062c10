// Measures the simulator in a real Chromium, on the load that it is judged by:
// 5,000 requests per second on 64 ranges, 60 times as fast as time.
//
//   node web/bench/simulator.mjs SITE [--seconds 60] [--minutes 10] [--speed 60]
//
// SITE is a folder with a site built for the base /. With --minutes the run goes
// on for so long and the memory is compared. Each figure is a line with its
// limit; the exit code is 1 when one is missed. Work is counted as processor
// time, and by the clock beside it: both are the same on a quiet machine.

import { parseArgs } from "node:util";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { host } from "../test/host.mjs";

const LIMITS = { median: 16.7, slow: 25, engine: 8, task: 50, idle: 0, growth: 10 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "60" }, minutes: { type: "string", default: "0" }, speed: { type: "string", default: "60" } },
});
if (positionals.length !== 1 || !existsSync(`${positionals[0]}/index.html`)) {
  console.error("simulator: give the folder of a built site");
  process.exit(2);
}
const seconds = Number(values.seconds), minutes = Number(values.minutes), speed = values.speed;

// scenario is the load, for a length of virtual time.
const scenario = (hours) => JSON.stringify({
  name: "judged", lesson: "5,000 requests per second on 64 ranges.", seed: 1, for: `${hours}h`, template: "{Id}", entities: { kind: "nothing", count: 1 },
  targets: "today", ranges: 64, groups: [{ name: "clients", rate: 5000, batch: 1, mix: { insert: 1 }, retry: "none" }],
});

const wrong = [];
function line(name, value, limit, unit, more = "") {
  const missed = limit !== undefined && value > limit;
  if (missed) wrong.push(name);
  const digits = unit === "ms" ? 1 : 0;
  console.log(`${missed ? "MISS" : "ok  "}  ${name.padEnd(46)} ${value.toFixed(digits).padStart(8)} ${unit}${limit === undefined ? "" : `, at most ${limit} ${unit}`}${more && `   ${more}`}`);
}
const rank = (all, share) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;

// watchFrames marks the beginning of every frame callback in the recording and
// counts those that are asked for.
function watchFrames() {
  const real = window.requestAnimationFrame.bind(window);
  window.asked_ = 0;
  window.callbacks_ = [];
  window.requestAnimationFrame = (f) => {
    window.asked_++;
    return real((now) => {
      performance.mark("keyrange frame");
      const from = performance.now();
      f(now);
      window.callbacks_.push(performance.now() - from);
    });
  };
}

async function open(page, address, hours) {
  await page.goto(address);
  await page.waitForSelector("html[data-running]");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a file" }).click();
  await (await chooser).setFiles({ name: "judged.json", mimeType: "application/json", buffer: Buffer.from(scenario(hours)) });
  await page.getByText("judged.json is open.").waitFor();
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: `${speed}×` });
}

// place is the read-out in seconds of virtual time.
const place = (page) => page.evaluate(() => document.getElementById("tp-text").textContent.split(" ")[0].split(":").reduce((n, part) => n * 60 + Number(part), 0));
const press = (page, name) => page.getByRole("group", { name: "Transport" }).getByRole("button", { name, exact: true }).click();
const asked = (page, wait) => page.evaluate((ms) => new Promise((done) => {
  const before = window.asked_;
  setTimeout(() => done(window.asked_ - before), ms);
}), wait);

// memory is what the page holds after a collection: the program's and that of
// the scripts.
async function memory(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { result } = await session.send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
  const { result: wasm } = await session.send("Runtime.callFunctionOn", { objectId: objects.objectId, returnByValue: true, functionDeclaration: "function () { return this.reduce((n, m) => n + m.buffer.byteLength, 0); }" });
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { wasm: wasm.value / 1e6, scripts: usedSize / 1e6 };
}

// frames are the work of the main thread between one frame callback and the
// next, in ms.
function frames(events) {
  const begin = events.find((e) => e.name === "keyrange begin"), end = events.find((e) => e.name === "keyrange end");
  const here = events.filter((e) => e.pid === begin.pid && e.tid === begin.tid && e.ts >= begin.ts && e.ts <= end.ts);
  const tasks = here.filter((e) => e.ph === "X" && e.name.endsWith("RunTask"));
  const marks = here.filter((e) => e.name === "keyrange frame").map((e) => e.ts).sort((a, b) => a - b);
  const starts = marks.filter((ts, i) => i === 0 || ts - marks[i - 1] > 2000); // callbacks of one frame follow each other
  const own = new Array(starts.length).fill(0), clock = own.slice();
  // A task belongs to the frame in which it ends: the callback is inside one.
  const at = (ts) => { let low = 0, high = starts.length; while (low < high) { const mid = (low + high) >> 1; if (starts[mid] <= ts) low = mid + 1; else high = mid; } return low - 1; };
  for (const t of tasks) {
    const i = at(t.ts + t.dur);
    if (i < 0) continue;
    own[i] += (t.tdur ?? 0) / 1000;
    clock[i] += t.dur / 1000;
  }
  const longest = tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))[0];
  return { own, clock, longest: (longest?.tdur ?? 0) / 1000, longestClock: Math.max(...tasks.map((t) => t.dur)) / 1000 };
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function judge(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchFrames);
  await open(page, address, 2);
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await press(page, "Play");
  const from = await place(page), begun = Date.now();
  await page.evaluate(() => { window.callbacks_.length = 0; performance.mark("keyrange begin"); });
  await sleep(seconds * 1000);
  await page.evaluate(() => { performance.mark("keyrange end"); });
  const to = await place(page), took = (Date.now() - begun) / 1000;
  const callbacks = await page.evaluate(() => window.callbacks_);
  const seen = frames(JSON.parse((await browser.stopTracing()).toString()).traceEvents);

  line(`frames in ${took.toFixed(0)} s`, seen.own.length, undefined, "");
  line("virtual time for each second", (to - from) / took, undefined, "s", `asked for ${speed} s`);
  line("work of a frame, median", rank(seen.own, 0.5), LIMITS.median, "ms", `${rank(seen.clock, 0.5).toFixed(1)} ms by the clock`);
  line("work of a frame, 95 of 100", rank(seen.own, 0.95), LIMITS.slow, "ms", `${rank(seen.clock, 0.95).toFixed(1)} ms by the clock`);
  line("engine and heat map of a frame, median", rank(callbacks, 0.5), LIMITS.engine, "ms", `95 of 100: ${rank(callbacks, 0.95).toFixed(1)} ms by the clock`);
  line("longest task", seen.longest, LIMITS.task, "ms", `${seen.longestClock.toFixed(1)} ms by the clock`);

  await press(page, "Pause");
  await sleep(1000);
  line("frames asked for in 2 s while paused", await asked(page, 2000), LIMITS.idle, "");
  await press(page, "Play");
  await sleep(500);
  await page.evaluate(() => {
    for (const [name, value] of [["hidden", true], ["visibilityState", "hidden"]]) Object.defineProperty(document, name, { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sleep(1000);
  line("frames asked for in 2 s while hidden", await asked(page, 2000), LIMITS.idle, "");
  await page.close();
}

async function endure(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchFrames);
  await open(page, address, 2);
  const seen = [await memory(page)];
  const tell = () => console.log(`      memory after ${seen.length - 1} min at ${speed}×: ${seen.at(-1).wasm.toFixed(1)} MB of the program, ${seen.at(-1).scripts.toFixed(1)} MB of scripts`);
  tell();
  await press(page, "Play");
  while (seen.length <= minutes + 1) {
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      await sleep(Math.min(5000, until - Date.now()));
      if (await page.getByRole("button", { name: "Play", exact: true }).count()) await press(page, "Play"); // the end was reached
    }
    seen.push(await memory(page));
    tell();
  }
  const all = (m) => m.wasm + m.scripts, start = seen[1], end = seen.at(-1);
  line(`memory gained in ${minutes} min`, 100 * (all(end) - all(start)) / all(start), LIMITS.growth, "%");
  await page.close();
}

const site = await host(positionals[0], "/");
const browser = await chromium.launch({
  executablePath: process.env.CHROME || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
try {
  const address = `${site.origin}/simulator`;
  await judge(browser, address);
  if (minutes > 0) await endure(browser, address);
} finally {
  await browser.close();
  await site.close();
}
if (wrong.length > 0) console.log(`missed: ${wrong.join(", ")}`);
process.exit(wrong.length > 0 ? 1 : 0);
