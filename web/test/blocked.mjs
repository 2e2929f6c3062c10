// The site starts in every browser that runs WebAssembly, whatever it denies:
// each kind of denied storage on four screens, and a frame without an origin. What
// a reader sets in the browser itself stands in cookies.mjs.

import assert from "node:assert/strict";
import { openMovies } from "./hand.mjs";
import { $filter } from "./reader.mjs";
import { inPage, running } from "./stage.mjs";

// What each kind denies, as a script that runs in the page before anything else.
// Each replaces what the browser has by what it does when it denies.
const denied = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
const KINDS = {
  "localStorage throws": `Object.defineProperty(window, "localStorage", { get: ${denied}, configurable: true });`,
  "sessionStorage throws": `Object.defineProperty(window, "sessionStorage", { get: ${denied}, configurable: true });`,
  "localStorage is null and full": `Object.defineProperty(window, "localStorage", { get: () => null, configurable: true });
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`,
  "no IndexedDB": `Object.defineProperty(window, "indexedDB", { get: () => undefined, configurable: true });`,
  "IndexedDB throws at its getter": `Object.defineProperty(window, "indexedDB", { get: ${denied}, configurable: true });`,
  "IndexedDB refuses to open, and locks are refused": `IDBFactory.prototype.open = ${denied};
    if (navigator.locks) navigator.locks.request = () => Promise.reject(new DOMException("The request was denied.", "SecurityError"));`,
  "IndexedDB never answers": `IDBFactory.prototype.open = () => new EventTarget();`,
  "no caches, no locks, no service worker": `for (const name of ["caches"]) Object.defineProperty(window, name, { get: ${denied}, configurable: true });
    for (const name of ["locks", "serviceWorker", "storage"]) Object.defineProperty(navigator, name, { get: ${denied}, configurable: true });`,
  "all of them": `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) Object.defineProperty(window, name, { get: ${denied}, configurable: true });
    for (const name of ["locks", "serviceWorker", "storage"]) Object.defineProperty(navigator, name, { get: ${denied}, configurable: true });`,
};

// Four screens, each with a gesture and what it changes.
export const SCREENS = {
  playground: (page) => openMovies(page),
  simulator: async (page) => {
    await page.getByRole("button", { name: "Play", exact: true }).first().click();
    await page.getByRole("button", { name: "Pause", exact: true }).first().waitFor();
  },
  transactions: async (page) => {
    await page.getByRole("button", { name: "Send the batch" }).click();
    await page.getByRole("complementary", { name: "Explanation" }).getByRole("heading", { level: 2, name: /stored|failed/ }).waitFor();
  },
  "lessons/entity": async (page) => {
    const field = page.getByRole("combobox", { name: "Command" });
    await field.fill("get Movies Comedy/Airplane");
    await field.press("Enter");
    await page.getByText("get Movies Comedy/Airplane", { exact: true }).first().waitFor();
  },
};

const told = (page) => page.getByRole("status").filter({ hasText: "Your work is here until the tab is closed" });

for (const [kind, script] of Object.entries(KINDS)) {
  inPage(`blocked: ${kind}, on four screens`, { path: "", onContext: (c) => c.addInitScript(script) }, async (page, { url }) => {
    for (const [path, act] of Object.entries(SCREENS)) {
      await page.goto(url + path);
      await page.mouse.wheel(0, 10); // a gesture that starts the engine where it waits for one
      await running(page);
      const unkept = /IndexedDB|all of them/.test(kind) && !path.includes("/");
      if (unkept) await told(page).waitFor(); // what it says moves what a gesture is meant for
      await act(page);
      assert.equal(await told(page).count(), unkept ? 1 : 0, `${path}: the reader is told what is not kept`);
      if (path.includes("/")) assert.equal(await page.getByText("This browser will not keep your progress.").count(), /localStorage|all of them/.test(kind) ? 1 : 0);
      if (unkept) await page.getByRole("link", { name: "Settings" }).first().waitFor();
    }
  });
}

// A failure in what only draws takes only itself down.
inPage("blocked: no canvas, no editor, no clipboard, no pointer capture, no sound", {
  path: "playground",
  faults: [/Failed to fetch dynamically imported|ERR_FAILED|insecure|not allowed/i],
  onContext: async (context) => {
    await context.route(/editor.*\.js/, (route) => route.abort());
    await context.addInitScript(`HTMLCanvasElement.prototype.getContext = () => null;
      Element.prototype.setPointerCapture = ${denied};
      window.AudioContext = class { constructor() { throw new DOMException("not allowed", "NotAllowedError"); } };
      Object.defineProperty(navigator, "clipboard", { get: () => ({ writeText: ${denied} }) });
      Object.defineProperty(navigator, "language", { get: () => "xx-invalid-locale-0" });`);
  },
}, async (page, { url }) => {
  await running(page);
  await openMovies(page);
  const filter = page.getByRole("textbox", { name: /\$filter/ }).first();
  await filter.fill("Major_Genre eq 'Comedy'");
  await filter.press("Enter");
  await page.getByText("674 entities from 1 page").waitFor();
  await page.goto(`${url}simulator`);
  await running(page);
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await page.getByRole("button", { name: "Pause", exact: true }).first().waitFor();
  const map = page.locator("canvas").first();
  await map.hover();
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole("button", { name: "Pause", exact: true }).first().click();
  await page.getByRole("button", { name: "Play", exact: true }).first().waitFor();
  assert.equal(await page.locator("#boot").getAttribute("data-state"), "running");
});

// The program's file that never comes, and one that stops half way.
for (const [what, answer] of [["never comes", () => {}], ["is cut off", (route) => route.fulfill({ status: 200, headers: { "content-type": "application/wasm" }, body: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1]) })]]) {
  inPage(`blocked: the engine's file ${what}`, {
    path: "playground",
    faults: [/./],
    onContext: async (context) => {
      await context.route(/\.wasm$/, answer);
      await context.addInitScript("const wait = setTimeout; window.setTimeout = (f, ms, ...more) => wait(f, ms === 20_000 ? 300 : ms, ...more);");
    },
  }, async (page) => {
    await page.locator("#boot .boot__text", { hasText: /could not be loaded|blocks WebAssembly/ }).waitFor();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    if (what === "never comes") await page.getByRole("button", { name: "Try again" }).waitFor();
  });
}

// A frame without an origin of its own may load scripts only from a host that
// allows every origin. There the engine starts on memory, elsewhere a sentence
// stands on the page.
for (const open of [true, false]) {
  inPage(`blocked: a sandboxed frame, from a host that ${open ? "allows every origin" : "does not"}`, {
    path: "playground",
    faults: [/./],
    onContext: async (context) => {
      await context.route("**", async (route) => {
        if (!open && route.request().resourceType() === "script") return route.abort(); // as a browser does
        const response = await route.fetch();
        return route.fulfill({ response, headers: { ...response.headers(), "access-control-allow-origin": "*" } });
      });
    },
  }, async (page, { url }) => {
    await page.goto(`data:text/html,<iframe sandbox="allow-scripts" width="1200" height="800" src="${url}transactions"></iframe>`);
    const frame = page.frameLocator("iframe");
    if (!open) {
      await frame.locator("#boot .boot__text", { hasText: "You can read every page." }).waitFor();
      return;
    }
    await frame.locator("html[data-running]").waitFor({ state: "attached" });
    await frame.getByRole("button", { name: "Send the batch" }).click();
    await frame.getByRole("complementary", { name: "Explanation" }).getByRole("heading", { level: 2, name: /stored|failed/ }).waitFor();
    await frame.getByRole("status").filter({ hasText: "Your work is here until the tab is closed" }).waitFor();
  });
}

// HTML passes the page's own policy: what could run is not drawn, and data that looks
// like it is shown as it is.
const LOOKS = ["src=data:text/html", " one=1 onclick=2", "<b onclick=x>", "href=javascript:alert(1)", "a > b", "\"'><script>alert(1)</script>", "\u202Egpj.exe"];

inPage("blocked: HTML that could run is not drawn, and data that looks like it is", {
  path: "playground", context: { permissions: ["clipboard-read", "clipboard-write"] }, faults: [/could run something|evil\.example/],
}, async (page) => {
  await running(page);
  const rows = LOOKS.map((text, i) => ({ id: i, text }));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /Choose a file/ }).first().click();
  await (await chooser).setFiles({ name: "looks.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(rows)) });
  await page.getByRole("heading", { level: 1, name: "looks" }).waitFor();
  const grid = page.getByRole("grid", { name: "Result" });
  await page.locator("#filter-host .cm-content").waitFor(); // a field that the editor takes over meanwhile cannot be filled
  await $filter(page).fill("id ge 0");
  await $filter(page).press("Enter");
  for (const text of LOOKS) await grid.getByText(text.replace("\u202E", "[U+202E]"), { exact: true }).first().waitFor();
  const drawn = await page.evaluate(() => ["<script>1</script>", "<img src=x onerror=alert(1)>", "<a href='javascript:alert(1)'>x</a>", "<svg/onload=alert(1)>", "<p title='one=1'>x</p>"].map((html) => {
    const e = document.createElement("div");
    e.innerHTML = html;
    return e.innerHTML;
  }));
  assert.deepEqual(drawn, ["", "", "", "", '<p title="one=1">x</p>']);
  const script = await page.evaluate(() => { try { document.createElement("script").src = "//evil.example/x.js"; return "set"; } catch (e) { return e.name; } });
  assert.equal(script, "TypeError");
});
