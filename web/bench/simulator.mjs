// The simulator on the load that it is judged by: 5,000 requests per second on 64
// ranges, 60 times as fast as time. With --minutes the run goes on for so long and
// the memory is compared.

import { memory, onPage, rank } from "./chromium.mjs";
import { frames, record } from "./trace.mjs";

const LIMITS = { median: 16.7, slow: 25, engine: 8, task: 50, idle: 0, growth: 10 };
const SPEED = 60;
const HOURS = 2; // of virtual time

// The load, for a length of virtual time.
const scenario = JSON.stringify({
  name: "judged", lesson: "5,000 requests per second on 64 ranges.", seed: 1, for: `${HOURS}h`, template: "{Id}", entities: { kind: "nothing", count: 1 },
  targets: "today", ranges: 64, groups: [{ name: "clients", rate: 5000, batch: 1, mix: { insert: 1 }, retry: "none" }],
});

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

async function open(page) {
  await page.getByRole("button", { name: /^\d+ more$/ }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a file" }).click();
  await (await chooser).setFiles({ name: "judged.json", mimeType: "application/json", buffer: Buffer.from(scenario) });
  await page.getByText("judged.json is open.").waitFor();
  await page.getByRole("button", { name: "Close the settings" }).click();
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: `${SPEED}×` });
}

// place is the read-out in seconds of virtual time.
const place = (page) => page.evaluate(() => document.getElementById("tp-text").textContent.split(" ")[0].split(":").reduce((n, part) => n * 60 + Number(part), 0));
const press = (page, name) => page.getByRole("group", { name: "Transport" }).getByRole("button", { name, exact: true }).click();
const asked = (page, wait) => page.evaluate((ms) => new Promise((done) => {
  const before = window.asked_;
  setTimeout(() => done(window.asked_ - before), ms);
}), wait);

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function running(page, judge, seconds) {
  let from, to, took;
  await press(page, "Play");
  const seen = await record(page, async () => {
    from = await place(page);
    const begun = Date.now();
    await page.evaluate(() => { window.callbacks_.length = 0; });
    await sleep(seconds * 1000);
    await page.evaluate(() => { performance.mark("keyrange end"); });
    to = await place(page);
    took = (Date.now() - begun) / 1000;
  });
  const callbacks = await page.evaluate(() => window.callbacks_);
  const { own, clock } = frames(seen);
  judge.line(`simulator: frames in ${took.toFixed(0)} s`, own.length, "");
  judge.line("simulator: virtual time for each second", (to - from) / took, "s", { note: `asked for ${SPEED} s` });
  judge.line("simulator: work of a frame, median", rank(own, 0.5), "ms", { limit: LIMITS.median, note: `${rank(clock, 0.5).toFixed(1)} ms by the clock` });
  judge.line("simulator: work of a frame, 95 of 100", rank(own, 0.95), "ms", { limit: LIMITS.slow, note: `${rank(clock, 0.95).toFixed(1)} ms by the clock` });
  judge.line("simulator: engine and heat map of a frame, median", rank(callbacks, 0.5), "ms", { limit: LIMITS.engine, note: `by the clock, as 95 of 100: ${rank(callbacks, 0.95).toFixed(1)} ms` });
  judge.line("simulator: longest task", seen.longest, "ms", { limit: LIMITS.task, note: seen.clock });
}

async function idle(page, judge) {
  await press(page, "Pause");
  await sleep(1000);
  judge.line("simulator: frames asked for in 2 s while paused", await asked(page, 2000), "", { limit: LIMITS.idle });
  await press(page, "Play");
  await sleep(500);
  await page.evaluate(() => {
    for (const [name, value] of [["hidden", true], ["visibilityState", "hidden"]]) Object.defineProperty(document, name, { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sleep(1000);
  judge.line("simulator: frames asked for in 2 s while hidden", await asked(page, 2000), "", { limit: LIMITS.idle });
}

async function endure(page, judge, minutes) {
  const seen = [await memory(page, true)];
  const tell = () => {
    judge.line(`simulator: memory of the program after ${seen.length - 1} min`, seen.at(-1).wasm, "MB");
    judge.line(`simulator: memory of scripts after ${seen.length - 1} min`, seen.at(-1).scripts, "MB");
  };
  tell();
  await press(page, "Play");
  while (seen.length <= minutes + 1) {
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      await sleep(Math.min(5000, until - Date.now()));
      if (await page.getByRole("button", { name: "Play", exact: true }).count()) await press(page, "Play"); // the end was reached
    }
    seen.push(await memory(page, true));
    tell();
  }
  const start = seen[1].all, end = seen.at(-1).all;
  judge.line(`simulator: memory gained in ${minutes} min`, 100 * (end - start) / start, "%", { limit: LIMITS.growth });
}

export async function measure({ browser, sites: [site], judge, options: { seconds, minutes } }) {
  await onPage(browser, site, "simulator", async (page) => {
    await open(page);
    await running(page, judge, seconds);
    await idle(page, judge);
  }, watchFrames);
  if (minutes > 0) await onPage(browser, site, "simulator", async (page) => { await open(page); await endure(page, judge, minutes); }, watchFrames);
}
