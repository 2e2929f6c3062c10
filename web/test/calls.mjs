// Writes which functions of the program run when: on a page's start, and on what its
// reader is likely to do next. The site holds a program that tells (see keyrange calls).
//
//   node web/test/calls.mjs SITE PATH...
//
// It prints a JSON object: start and next have numbers of functions by path, next those
// that did not run at its start.

import { chromium } from "playwright-core";
import { host } from "./host.mjs";
import { $filter, button, loaded, settled, templates, tried } from "./reader.mjs";

const FUNCTIONS = 1 << 16; // more than the program has
const PATIENCE = 60_000; // ms
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, DESK = { viewport: { width: 1440, height: 900 } };

// listen gives the program of a page what it tells its functions to, before it runs.
function listen(functions) {
  const ran = window.keyrangeRan = new Uint8Array(functions), begin = WebAssembly.instantiate;
  const relay = [0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0, 0, 7, 5, 1, 1, 99, 0, 0];
  WebAssembly.instantiate = async (module, host) => {
    const instance = await begin(module, host);
    const told = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(relay)), { a: { b: (n) => { ran[n] = 1; return 0; } } });
    instance.exports.table.set(0, told.exports.c);
    return instance;
  };
}

const ran = (page) => page.evaluate(() => [...window.keyrangeRan.keys()].filter((n) => window.keyrangeRan[n]));

async function start(page, address) {
  await page.goto("about:blank"); // another fragment alone would not load the page again
  await page.goto(address);
  if (!await page.locator("script[src]").count()) return []; // a page for reading only
  for (const at of [1, 2]) await page.mouse.move(100 * at, 300);
  await page.locator("html[data-running]").waitFor({ state: "attached" });
  return ran(page);
}

// NEXT is what readers of a page do first. Each ends when it is seen to have worked.
const NEXT = {
  "/playground": async (page) => {
    await page.getByRole("button", { name: /^Movies/ }).click();
    await loaded(page, 3184);
    await tried(page);
    await templates.pk(page).fill("{Distributor}");
    await settled(page);
    await $filter(page).fill("IMDB_Rating ge 9");
    await settled(page);
    await tried(page);
  },
  "/simulator": async (page) => {
    await button(page, "Play").click();
    await page.waitForFunction(() => /^(?!00:0)\d\d:\d\d of /.test(document.getElementById("tp-text").textContent)); // ten seconds
    await button(page, "Pause").click();
    await button(page, "Play").waitFor();
  },
};

// calm waits until what a gesture began leaves the page time.
const calm = (page) => page.evaluate(() => new Promise((done) => { requestIdleCallback(done, { timeout: 1000 }); }));

// typed gives a lesson its first commands.
async function typed(page) {
  const field = page.getByRole("combobox", { name: "Command" }).or(page.getByRole("textbox", { name: "Command" }));
  for (const command of await field.isVisible() ? ["insert songs north/1 Title='Blue'", "get songs north/1", "scan songs"] : []) {
    await field.fill(command);
    await field.press("Enter");
    await calm(page);
  }
}

// stepped goes a few steps on a screen that has them, by its own buttons.
async function stepped(page) {
  for (let n = 0; n < 3; n++) {
    await page.evaluate(() => [...document.querySelectorAll("main button:enabled")]
      .find((b) => b.checkVisibility() && /^(Step|Next|First page|Send|Commit|Put|Get)/.test(b.ariaLabel ?? b.textContent))?.click());
  }
}

const act = (path) => NEXT[path] ?? (path.startsWith("/lessons/") ? typed : stepped);

// inBrowser opens a page as one kind of machine shows it.
async function inBrowser(browser, machine, path, act) {
  const context = await browser.newContext({ ...machine, serviceWorkers: "block" });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(listen, FUNCTIONS);
  try {
    return await act(await context.newPage());
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  } finally {
    await context.close();
  }
}

const SLOWER = 4; // times, as a phone is

async function seen(browser, origin, path) {
  const phone = await inBrowser(browser, PHONE, path, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER }); // more happens before the page says that it is ready
    return start(page, `${origin}${path}#main`);
  });
  return inBrowser(browser, DESK, path, async (page) => {
    const first = [...phone, ...await start(page, origin + path)];
    await act(path)(page);
    await calm(page);
    const then = await ran(page), again = await start(page, origin + path); // with what is kept by now
    return { first: new Set(first), then: [...then, ...again] };
  });
}

const [folder, ...paths] = process.argv.slice(2), site = await host(folder, "/");
const browser = await chromium.launch({ executablePath: process.env.CHROME || "/usr/bin/chromium", args: ["--no-sandbox"] });
const result = { start: {}, next: {} };
const work = async () => {
  for (let path = paths.shift(); path; path = paths.shift()) {
    const { first, then } = await seen(browser, site.origin, path);
    result.start[path] = [...first];
    result.next[path] = [...new Set(then)].filter((n) => !first.has(n));
  }
};
try {
  await Promise.all([work(), work()]);
  console.log(JSON.stringify(result));
} finally {
  await browser.close();
  await site.close();
}
