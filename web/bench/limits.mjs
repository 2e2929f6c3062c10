// Holds the pages of a built site to their limits in a real Chromium. Each figure
// is a line with its limit and the ratio of the two; the exit code is 1 when one
// is missed.
//
//   node web/bench/limits.mjs SITE [BEFORE] [--only NAME,NAME] [--seconds 60] [--minutes 0]
//
// SITE is a folder with a site built for the base /. With BEFORE, another such
// folder, keys and imports are measured on both in turns, and the ratio of each
// figure to that of the earlier site is printed. The simulator and Live run for --seconds;
// with --minutes the simulator goes on for so long and what it gains in memory is judged.
// Work is counted as processor time, with the clock beside it: both are much the
// same on a quiet machine.

import { parseArgs } from "node:util";
import { existsSync } from "node:fs";
import { host } from "../test/host.mjs";
import { launch } from "./chromium.mjs";
import { Judge } from "./judge.mjs";
import * as figures from "./figures.mjs";
import * as gallery from "./gallery.mjs";
import * as hostile from "./hostile.mjs";
import * as imports from "./import.mjs";
import * as keystroke from "./keystroke.mjs";
import * as lighthouse from "./lighthouse.mjs";
import * as live from "./live.mjs";
import * as rows from "./rows.mjs";
import * as simulator from "./simulator.mjs";
import * as smooth from "./smooth.mjs";
import * as start from "./start.mjs";

const STORIES = { start, lighthouse, keystroke, import: imports, rows, smooth, figures, gallery, hostile, simulator, live };

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: Object.keys(STORIES).join() }, seconds: { type: "string", default: "60" }, minutes: { type: "string", default: "0" } },
});
const names = values.only.split(",");
const refuse = (why) => { console.error(`limits: ${why}`); process.exit(2); };
if (folders.length < 1 || !folders.every((f) => existsSync(`${f}/index.html`))) refuse("give the folder of a built site, and perhaps that of an earlier one");
for (const n of names) if (!STORIES[n]) refuse(`there is no story ${n}: use ${Object.keys(STORIES).join(", ")}`);

const judge = new Judge();
const options = { seconds: Number(values.seconds), minutes: Number(values.minutes) };
const sites = [];
for (const folder of folders) sites.push(await host(folder, "/", { brotli: true }));
const browser = await launch();
try {
  for (const name of names) {
    try {
      await STORIES[name].measure({ browser, sites, judge, options });
    } catch (error) {
      judge.fail(name, error);
    }
  }
} finally {
  await browser.close();
  for (const site of sites) await site.close();
}
console.log(judge.missed.length > 0 ? `missed: ${judge.missed.join("; ")}` : "every limit is kept");
process.exit(judge.missed.length > 0 ? 1 : 0);
