// The step screens are as they were left: after a reload, in a tab that is opened
// when the other was killed, while the storage is full, and from a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inPage, running } from "./stage.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const read = (page, text) => page.waitForFunction((want) => document.getElementById("tp-text")?.textContent.startsWith(want), text);

// What a reader makes on each screen, and where the bar then stands.
const SCREENS = {
  clients: async (page) => {
    await page.getByLabel("Story").selectOption({ label: "Lost update" });
    await page.locator("#step-A").click();
    await read(page, "1 of 1");
    await page.locator("#step-B").click();
    await read(page, "2 of 2");
    await button(page, "Step back").click();
    await read(page, "1 of 2");
    await page.locator("#step-A").click(); // another way on: a second branch
    await read(page, "2 of 2");
    await button(page, "Try every order").click();
    await page.getByText(/^\d+ orders of /).waitFor();
    await page.getByRole("button", { name: /row 1$/ }).click();
    await page.getByText("HTTP, row 1", { exact: true }).waitFor();
    return "2 of 2";
  },
  tokens: async (page) => {
    await page.getByRole("combobox", { name: "Trap" }).selectOption({ label: "An empty page with a token" });
    for (const [name, at] of [["First page", "1 of 1"], ["Next page", "2 of 2"], ["Lose my token", "3 of 3"]]) {
      await button(page, name).click();
      await read(page, at);
    }
    await button(page, "Step back").click();
    return "2 of 3";
  },
  transactions: async (page) => {
    await button(page, "Send the batch").click();
    await read(page, "1 of 1");
    await button(page, "Remove change 2").click();
    await page.getByRole("heading", { name: /^1 change, / }).waitFor();
    await button(page, "Edit change 1").click();
    await page.getByRole("textbox", { name: "RowKey", exact: true }).fill("<script>alert(1)</script>");
    return "1 of 1";
  },
  across: async (page) => {
    await button(page, "Client: put the message").click();
    for (let n = 2; n <= 4; n++) {
      await page.getByRole("button", { name: /^Worker: / }).click();
      await read(page, `${n} of ${n}`);
    }
    await button(page, "Crash the worker here").click();
    return "5 of 5";
  },
  access: async (page) => {
    await page.getByRole("textbox", { name: "Last RowKey, erk", exact: true }).fill("Rental_<b>");
    await page.keyboard.press("Tab");
    await read(page, "3 of 3 · erk");
    return "3 of 3 · erk";
  },
  btree: async (page) => {
    await button(page, "Back in the lookup").click();
    await button(page, "Back in the lookup").click();
    await button(page, "Whole tree").click();
    await page.getByText("Level 1: 1 node", { exact: true }).first().waitFor();
    return await page.locator("#tp-text").innerText();
  },
};

// shows waits until a screen stands where it was left and has not changed for
// ten frames, and returns all of its words and choices.
async function shows(page, at) {
  await read(page, at);
  return page.locator("main").evaluate((main) => new Promise((resolve) => {
    const now = () => main.innerText + [...main.querySelectorAll("input, select")].map((e) => `\n${e.id}=${e.value}`).join("");
    const look = (last, frames) => requestAnimationFrame(() => {
      const text = now();
      if (frames === 10) resolve(text);
      else look(text, text === last ? frames + 1 : 0);
    });
    look(now(), 0);
  }));
}

const there = async (page, url, at, said, where) => {
  for (const path of Object.keys(SCREENS)) {
    await page.goto(url + path);
    await running(page);
    assert.equal(await shows(page, at[path]), said[path], `${path} ${where}`);
  }
};

// slowStorage makes the storage of a page answer only when it is told to.
function slowStorage() {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...args) {
    const request = open.apply(this, args);
    const wait = (event) => {
      event.stopImmediatePropagation();
      window.storageAnswers = () => request.dispatchEvent(new Event("success"));
    };
    request.addEventListener("success", wait, { once: true });
    return request;
  };
}

inPage("moments: what was made on each step screen is there after a reload, in a new tab and from a file", { path: "clients" }, async (page, { context, url }) => {
  const at = {}, said = {};
  for (const [path, make] of Object.entries(SCREENS)) {
    await page.goto(url + path);
    await running(page);
    at[path] = await make(page);
    said[path] = await shows(page, at[path]);
    await page.reload();
    await running(page);
    assert.equal(await shows(page, at[path]), said[path], `${path} after a reload`);
  }
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await there(next, url, at, said, "in a tab that was opened later");
  assert.match(said.transactions, /ch-rk=<script>alert\(1\)<\/script>/);

  await next.goto(url + "settings");
  await running(next);
  const [file] = await Promise.all([next.waitForEvent("download"), button(next, "Export to a file").click()]);
  const work = await readFile(await file.path());
  await button(next, "Clear saved work").click();
  await button(next, "Clear it").click();
  await next.getByText(/ gone\.$/).waitFor();
  await next.close();
  const fresh = await context.newPage();
  await fresh.goto(url + "settings");
  await running(fresh);
  const [picker] = await Promise.all([fresh.waitForEvent("filechooser"), button(fresh, "Import from a file").click()]);
  await picker.setFiles({ name: "work.keyrange", mimeType: "text/plain", buffer: work });
  await fresh.getByText(/^The work is open/).waitFor();
  await there(fresh, url, at, said, "from a file");
});

inPage("moments: a full storage and a second tab lose nothing", { path: "across", faults: [/quota/i], alone: true }, async (page, { context, url }) => {
  const control = await context.newCDPSession(page);
  await running(page);
  await button(page, "Client: put the message").click();
  await read(page, "1 of 1");
  const other = await context.newPage(); // has work of its own from its first step
  await other.goto(url + "across");
  await running(other);
  await button(other, "Let 30 s pass").click();
  await read(other, "1 of 1 · 30 s pass");
  await control.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, quotaSize: 1 });
  await page.getByRole("button", { name: /^Worker: / }).click();
  await read(page, "2 of 2");
  await page.reload();
  await read(page, "2 of 2");
  await control.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin });
  await page.getByRole("button", { name: /^Worker: / }).click();
  await read(page, "3 of 3");
  await page.reload();
  await read(page, "3 of 3");
  // What is done before the storage has answered waits for the saved work, and
  // goes on from there.
  await other.addInitScript(slowStorage);
  await other.reload();
  await other.locator("html[data-opening]").waitFor({ state: "attached" });
  await button(other, "Let 30 s pass").click();
  await other.keyboard.press("Control+z");
  assert.equal(await other.locator("#tp-text").textContent(), "0 of 0 · the beginning");
  await other.evaluate(() => window.storageAnswers());
  await read(other, "1 of 2 · 30 s pass");
  assert.equal(await other.locator("html[data-opening], [aria-busy]").count(), 0);
});
