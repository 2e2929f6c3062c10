// 200,000 rows and a hand that does not wait: typing, scrubbing and memory.

import { ROWS, give, withFile } from "../test/readings.mjs";
import { button, loaded, number, settled } from "../test/reader.mjs";
import * as hand from "../test/hand.mjs";
import { memory, onPage, rank } from "./chromium.mjs";
import { record } from "./trace.mjs";

const LIMITS = {
  task: 50, // ms
  sample: 100, // ms of a task that opens other data: the browser lays the page out while its parts go
  preview: 100, // ms from a key to its preview, for 95 of 100 keys
  frame: 1000 / 60, // ms
  memory: 300, // MB
};
const GESTURES = 40;

// keys are the processor time and the time by the clock from each key of a
// recording to its preview, in ms.
const keys = (recording, text) => [...text].map((_, i) => {
  const [from, to] = [`key ${i + 1}`, `shown ${i + 1}`].map((name) => recording.marks.get(name));
  return { own: recording.own(from, to), clock: (to - from) / 1000 };
});

async function typing(page, judge) {
  for (const f of hand.FIELDS) {
    await hand.place(page, f);
    const seen = await record(page, () => hand.type(page, f));
    const all = keys(seen, f.text);
    judge.line(`smooth: a key in ${f.name} to its preview, 95 of 100`, rank(all.map((k) => k.own), 0.95), "ms", { limit: LIMITS.preview, note: `${rank(all.map((k) => k.clock), 0.95).toFixed(0)} ms by the clock` });
    judge.line(`smooth: task while typing in ${f.name}`, seen.longest, "ms", { limit: LIMITS.task, note: seen.clock });
  }
}

async function scrubbing(page, judge) {
  let frames;
  const seen = await record(page, async () => { frames = await hand.scrub(page); });
  await settled(page);
  judge.line("smooth: task while scrubbing", seen.longest, "ms", { limit: LIMITS.task, note: seen.clock });
  judge.line("smooth: processor time of a frame while scrubbing", seen.own() / frames.length, "ms", { limit: LIMITS.frame, note: `${rank(frames, 0.5).toFixed(1)} ms by the clock at the median of ${frames.length}` });
}

export const measure = ({ browser, sites: [site], judge }) => onPage(browser, site, "playground", (page) => withFile(async (file) => {
  const holds = async (when) => judge.line(`smooth: memory ${when}`, (await memory(page)).all, "MB", { limit: LIMITS.memory });
  const task = async (name, act, limit = LIMITS.task) => {
    const seen = await record(page, act);
    judge.line(`smooth: task of ${name}`, seen.longest, "ms", { limit, note: seen.clock });
  };
  const loading = await record(page, async () => {
    await give(page, file);
    await loaded(page, ROWS);
  });
  judge.line("smooth: task while the rows come", loading.longest, "ms", { note: loading.clock });
  await holds(`with ${number(ROWS)} rows`);
  await typing(page, judge);
  await hand.gestures(page, GESTURES);
  await scrubbing(page, judge);
  await button(page, "Presets").click();
  await task("choosing a preset", () => hand.usePreset(page));
  await task("opening Compare", () => hand.openCompare(page));
  await hand.otherDesign(page);
  await holds("after all, with a second design");
  await task("opening a sample", () => hand.openMovies(page), LIMITS.sample);
}));
