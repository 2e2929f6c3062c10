// The browser that the benchmarks drive, and what they read from it.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

// The longest that a benchmark waits for anything, in ms.
const PATIENCE = 120_000;

export function browserPath() {
  const found = [process.env.CHROME, ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map((name) => "/usr/bin/" + name)].find((p) => p && existsSync(p));
  if (!found) throw new Error("bench: no Chrome or Chromium found; install one or set CHROME to its path");
  return found;
}

export const launch = () => chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"], // nothing can leave this machine
});

// onPage opens a page of a site in a context of its own, waits until the program
// has taken it over, and closes it after the act. init runs in the page first.
export async function onPage(browser, site, path, act, init) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  try {
    if (init) await context.addInitScript(init);
    const page = await context.newPage();
    await page.goto(`${site.origin}${site.base}${path}`);
    await page.getByRole("heading", { level: 1 }).hover(); // a page that is only read starts no program
    await page.waitForSelector("html[data-running]", { state: "attached" });
    return await act(page);
  } finally {
    await context.close();
  }
}

// rank is the value below which a share of them lies.
export const rank = (all, share) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;

// memory is what the page holds, in MB: the program's memory and that of the
// scripts, after a collection if one is asked for.
export async function memory(page, collect = false) {
  const session = await page.context().newCDPSession(page);
  if (collect) await session.send("HeapProfiler.collectGarbage");
  const { result } = await session.send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
  const { result: wasm } = await session.send("Runtime.callFunctionOn", { objectId: objects.objectId, returnByValue: true, functionDeclaration: "function () { return this.reduce((n, m) => n + m.buffer.byteLength, 0); }" });
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { wasm: wasm.value / 1e6, scripts: usedSize / 1e6, all: (wasm.value + usedSize) / 1e6 };
}
