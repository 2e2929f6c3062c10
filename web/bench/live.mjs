// The live screen beside an endpoint that answers 10,000 requests in a second behind a
// model of the service: what its frames cost, and how many there are.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onPage, rank } from "./chromium.mjs";
import { frames, record } from "./trace.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LIMITS = { task: 50, frame: 1000 / 60 }; // ms
const RATE = 10_000; // requests in a second, which the endpoint asks itself for
const FULL = 180; // seconds that the map shows at first

// fed starts the endpoint, and tells where it is and how many requests it answered.
async function fed(folder) {
  const program = join(folder, "live");
  execFileSync("go", ["build", "-buildvcs=false", "-o", program, "./build/bench/live"], { cwd: ROOT });
  const child = spawn(program, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [first] = await once(lines, "line");
  const at = { address: new URL(first.replace("Tables at ", "")).host, answered: [], stop: () => { child.kill("SIGKILL"); lines.close(); } };
  lines.on("line", (line) => at.answered.push({ when: performance.now(), n: Number(line) }));
  return at;
}

// perSecond is the rate between the first and the last line since a moment.
function perSecond(answered, since) {
  const [first, last] = [answered.find((a) => a.when >= since), answered.at(-1)];
  return (last.n - first.n) * 1000 / (last.when - first.when);
}

// watchFrames marks every frame that the browser gives the page.
function watchFrames() {
  const next = window.requestAnimationFrame.bind(window);
  window.watch_ = () => {
    performance.mark("keyrange frame");
    next(window.watch_);
  };
}

async function connect(page, address) {
  await page.getByRole("textbox", { name: "Address" }).fill(address);
  await page.getByLabel("Token").fill("bench");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.locator("#live-link").getByText(`Connected to ${address}`).waitFor();
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function watching(page, at, judge, seconds) {
  let took, since;
  const seen = await record(page, async () => {
    await page.evaluate(() => window.watch_());
    since = performance.now();
    await sleep(seconds * 1000);
    await page.evaluate(() => { performance.mark("keyrange end"); });
    took = (performance.now() - since) / 1000;
  });
  const { own, clock } = frames(seen);
  judge.line("live: requests answered in a second", perSecond(at.answered, since), "", { note: `asked for ${RATE}` });
  judge.line("live: frames in a second", own.length / took, "", { note: `of 60, in ${took.toFixed(0)} s` });
  judge.line("live: processor time of a frame", seen.own() / own.length, "ms", { limit: LIMITS.frame, note: `${rank(own, 0.5).toFixed(1)} ms at the median, ${rank(own, 0.95).toFixed(1)} ms for 95 of 100` });
  judge.line("live: frames that cost more than a frame's time", 100 * own.filter((ms) => ms > LIMITS.frame).length / own.length, "%", { note: `${rank(clock, 0.95).toFixed(1)} ms by the clock for 95 of 100` });
  judge.line("live: longest task", seen.longest, "ms", { limit: LIMITS.task, note: seen.clock });
}

export async function measure({ browser, sites: [site], judge, options: { seconds } }) {
  const folder = mkdtempSync(join(tmpdir(), "keyrange-live-"));
  const at = await fed(folder);
  try {
    await onPage(browser, site, "live", async (page) => {
      await connect(page, at.address);
      await watching(page, at, judge, Math.min(seconds, FULL));
    }, watchFrames);
  } finally {
    at.stop();
    rmSync(folder, { recursive: true });
  }
}
