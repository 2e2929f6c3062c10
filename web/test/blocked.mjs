// The site starts in every browser that runs WebAssembly, whatever it denies:
// each kind of denied storage on four screens, a frame without an origin, and a
// browser whose reader has blocked all cookies.

import assert from "node:assert/strict";
import { openMovies } from "./hand.mjs";
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
  "IndexedDB refuses to open": `IDBFactory.prototype.open = ${denied};`,
  "IndexedDB never answers": `IDBFactory.prototype.open = () => new EventTarget();`,
  "no caches, no locks, no service worker": `for (const name of ["caches"]) Object.defineProperty(window, name, { get: ${denied}, configurable: true });
    for (const name of ["locks", "serviceWorker", "storage"]) Object.defineProperty(navigator, name, { get: ${denied}, configurable: true });`,
  "all of them": `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) Object.defineProperty(window, name, { get: ${denied}, configurable: true });
    for (const name of ["locks", "serviceWorker", "storage"]) Object.defineProperty(navigator, name, { get: ${denied}, configurable: true });`,
};

// Four screens, each with a gesture and what it changes.
const SCREENS = {
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
  for (const [path, act] of Object.entries(SCREENS)) {
    inPage(`blocked: ${kind}, ${path}`, { path, onContext: (c) => c.addInitScript(script) }, async (page) => {
      await page.mouse.wheel(0, 10); // a gesture that starts the engine where it waits for one
      await running(page);
      await act(page);
      const unkept = /IndexedDB|all of them/.test(kind) && !path.includes("/");
      assert.equal(await told(page).count(), unkept ? 1 : 0, "the reader is told what is not kept");
      if (path.includes("/")) assert.equal(await page.getByText("This browser will not keep your progress.").count(), /localStorage|all of them/.test(kind) ? 1 : 0);
      if (unkept) await page.getByRole("link", { name: "Settings" }).first().waitFor();
    });
  }
}
