// Serves the benchmark page, runs it in a real Chromium and prints the table.
// Usage: node run.mjs FOLDER, which holds bench.wasm and wasm_exec.js. The
// environment may set ROUNDS, KEYRANGE_SEED, CHROME, ONLY (parts of names of
// contenders, with commas), BLOCK_UPDATES and VERBOSE. The exit code is 1 when
// the engine misses a limit of its own.
import { createServer } from "node:http";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserPath } from "./chromium.mjs";
import { Judge } from "./judge.mjs";
import { hold, report } from "./report.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const built = resolve(process.argv[2] ?? ".");
const rounds = Number(process.env.ROUNDS ?? 5);
const seed = Number(process.env.KEYRANGE_SEED ?? 20240117);
const blockUpdates = Number(process.env.BLOCK_UPDATES ?? 1000000);
const only = (process.env.ONLY ?? "").toLowerCase().split(",").filter(Boolean);

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(["/bench.wasm", "/wasm_exec.js"].includes(path) ? built : here, path);
    try {
      const body = await readFile(file);
      // Isolated pages get clocks of five microseconds instead of a hundred.
      response.writeHead(200, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"];

async function open(browser, address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on("pageerror", (e) => console.error("page:", e.message));
  page.on("console", (m) => { if (process.env.VERBOSE || m.type() === "error") console.error("page:", m.text()); });
  await page.exposeFunction("processorTime", await processorTime(page));
  await page.goto(address);
  await page.waitForFunction("globalThis.prepare");
  return page;
}

// processorTime returns a function that tells how many milliseconds the
// processor worked for the page's process so far, all threads together. Linux
// counts them exactly, the browser itself only in steps of ten.
async function processorTime(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const told = async () => (await devtools.send("Performance.getMetrics")).metrics.find((m) => m.name === "ProcessTime").value * 1000;
  let pid;
  return async () => {
    pid ??= await busiest(page.context().browser());
    return counted(pid).catch(told);
  };
}

// busiest returns the number of the process that draws the page: the one that
// worked most, since its contenders are there by now.
async function busiest(browser) {
  const { processInfo } = await (await browser.newBrowserCDPSession()).send("SystemInfo.getProcessInfo");
  return processInfo.filter((p) => p.type === "renderer").sort((a, b) => b.cpuTime - a.cpuTime)[0].id;
}

async function counted(pid) {
  let nanoseconds = 0;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    nanoseconds += parseInt(await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
  }
  return nanoseconds / 1e6;
}

// memory loads the entities into a fresh module as they would be read from a
// file, a thousand at a time, and asks what it then holds.
async function memory(browser, address) {
  const page = await open(browser, address);
  const figures = await page.evaluate(async () => {
    const { engine, memoryBytes } = await instantiate("/bench.wasm");
    const heapBytes = engine.loadAsRead(seed);
    const moduleBytes = memoryBytes();
    engine.index();
    return { heapBytes, moduleBytes };
  });
  const block = await longestBlock(browser, page);
  await page.close();
  return { ...figures, block };
}

// longestBlock traces the page while the engine makes its updates. What blocks
// a page is a task of its thread, the collector's part in it included.
async function longestBlock(browser, page) {
  await browser.startTracing(page, { categories: ["toplevel"] });
  const result = await page.evaluate((n) => updateInTurns(n), blockUpdates);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  return { ...result, ...tasks(traceEvents) };
}

// tasks returns the longest tasks of the busiest thread, by the clock and by
// processor time.
function tasks(events) {
  const threads = new Map();
  for (const e of events.filter((e) => e.name.endsWith("::RunTask") && e.tdur > 0)) {
    const thread = e.pid + "/" + e.tid;
    if (!threads.has(thread)) threads.set(thread, { clock: [], processor: [], all: 0 });
    const t = threads.get(thread);
    t.clock.push(e.dur / 1000);
    t.processor.push(e.tdur / 1000);
    t.all += e.tdur;
  }
  const { clock, processor } = [...threads.values()].sort((a, b) => b.all - a.all)[0];
  const longest = (list) => list.sort((a, b) => b - a).slice(0, 4);
  return { clock: longest(clock), processor: longest(processor) };
}

async function measure(browser, address) {
  const page = await open(browser, address);
  const contenders = await page.evaluate((list) => prepare(list), only);
  const times = contenders.map(() => []);
  for (let r = 0; r <= rounds; r++) {
    for (let c = 0; c < contenders.length; c++) {
      const result = await page.evaluate((i) => round(i), c);
      if (process.env.VERBOSE) console.error(r, contenders[c].name, JSON.stringify(result, (_, v) => (typeof v === "number" ? Math.round(v * 10) / 10 : v)));
      if (r > 0) times[c].push(result); // the first round only warms up
    }
  }
  await page.close();
  return contenders.map((c, i) => ({ ...c, times: times[i] }));
}

const server = await serve();
const browser = await chromium.launch({ executablePath: browserPath(), args: flags });
try {
  const address = `http://127.0.0.1:${server.address().port}/page.html?seed=${seed}`;
  const held = await memory(browser, address);
  const contenders = await measure(browser, address);
  console.log(report(contenders, { rounds, seed, browser: browser.version() }));
  const judge = new Judge();
  hold(held, judge);
  if (judge.missed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
