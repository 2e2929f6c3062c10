// Odd addresses: whatever stands behind the # or the ?, on a page that opens or
// on one that is live, ends in a working engine or in a sentence.
//
//   KEYRANGE_ODD  how many fragments each page gets, of 400 (a part of them in a check)

import assert from "node:assert/strict";
import { PATIENCE, inPage, running } from "./stage.mjs";

// rng is the generator of these fragments: the same list each time.
function rng(seed) {
  return (below) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 2 ** 32 * below); };
}

// What somebody, some program on the way, or somebody with bad intent puts there.
const SEEDS = [
  "50%", "%", "%%%", "a%zz", "%u0041", "%e2%82", "%ff%fe", "%00", "%0a%0d", "m=", "m=%", "m=k1.%", "m=k1.", "m=k2.AAAA", "m=k1.AAAA", "m=k1.____",
  "m=k1.AAAAAAAAAAAAAAAAAAAAAAAAAAAA", "m=k1.%41%41", "m=<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"'><svg onload=alert(1)>",
  "javascript:alert(1)", "m=javascript:1", "//evil.example/", "/\\evil.example", "/../../x", "#", "##", "#m=k1.#m=k1.", "m=k1.x&m=k1.y", "?m=k1", "m=\u202e1k",
  "\ud800", "m=k1.\udfff", "\u0000", "m=\u0000k1.", "__proto__", "constructor", "undefined", "null", "NaN", "[object Object]", "progress", "keys", "step-2", "main",
  " ", "m= k1.AAAA ", "é", "日本", "😀", "a".repeat(5000), "%41".repeat(3000), "m=k1." + "A".repeat(60_000), "m=k1." + "%".repeat(9000), "text=x:~:text=y", ":~:text=a",
];
const LONG = ["m=k1." + "A".repeat(2_000_000), "%".repeat(2_000_000)];
const SIGNS = [..."%%%%%#&=?/\\<>\"'`{}[]|^~.m=k1.0aZ_-+ \t\n\u0000é\u202e\ud800\udc00😀"];

function fragments(count) {
  const next = rng(20_100), list = [...LONG, ...SEEDS];
  while (list.length < count) {
    const from = next(3) ? SEEDS[next(SEEDS.length)].slice(0, 80) : "";
    const at = next(from.length + 1);
    let noise = "";
    for (let n = next(12) + 1; n > 0; n--) noise += SIGNS[next(SIGNS.length)];
    list.push(from.slice(0, at) + noise + from.slice(at));
  }
  return list;
}

const ALL = 400;
const LIVE = Number(process.env.KEYRANGE_ODD ?? 120);
const DIRECT = Number(process.env.KEYRANGE_ODD ?? 4);
const PAGES = ["", "playground", "simulator", "transactions", "btree", "lessons/entity", "reference", "workshop", "workshop/hot-keys", "workshop/file", "embed"];
const MESSAGES = 4; // that may still come once a page is tried

// Pages that run nothing: whatever stands behind them, they are there to read.
const STILL = ["teach", "teach/spread"];

// A gesture of every page: it goes through the program.
const alive = async (page) => {
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]:empty")); // or nothing could be pressed any more
  const dialog = page.getByRole("dialog"), close = dialog.getByRole("button", { name: /Close|Carry on|Go on/ }).first();
  const theme = page.getByRole("button", { name: /^Theme/ });
  const before = await theme.getAttribute("aria-label");
  for (let messages = 0; ; messages++) { // what is wrong with a fragment may be said a moment later
    if (await dialog.isVisible()) await close.click();
    const pressed = await theme.click({ timeout: messages < MESSAGES ? PATIENCE / 20 : PATIENCE }).then(() => true, (error) => { if (messages >= MESSAGES) throw error; });
    if (pressed) break;
  }
  await page.waitForFunction((was) => [...document.querySelectorAll("button")].some((b) => /^Theme/.test(b.ariaLabel) && b.ariaLabel !== was), before);
};
const state = (page) => page.locator("#boot").getAttribute("data-state");

for (const path of PAGES) {
  inPage(`odd: ${LIVE} fragments on a live page, /${path}`, { path }, async (page) => {
    await page.mouse.wheel(0, 10);
    await running(page);
    const list = fragments(ALL).slice(0, LIVE);
    for (let from = 0; from < list.length; from += 40) {
      const dead = await page.evaluate(async (part) => {
        for (const f of part) {
          try { location.hash = f; } catch { /* the browser refuses it itself */ }
          await new Promise((done) => setTimeout(done));
          if (document.getElementById("boot").dataset.state !== "running") return f.slice(0, 200);
        }
        return null;
      }, list.slice(from, from + 40));
      assert.equal(dead, null, "the page lives");
      await alive(page);
    }
    assert.equal(await state(page), "running");
  });

  inPage(`odd: pages opened with a fragment or a query, /${path}`, { path }, async (page, { url }) => {
    const list = fragments(ALL);
    const next = rng(path.length + 1);
    for (let n = 0; n < DIRECT; n++) {
      const f = DIRECT === ALL ? list[n] : list[n < 2 ? n * 3 + next(2) : next(list.length)];
      await page.goto(`${url}${path}?n=${n}${n % 3 === 2 ? `&q=${encodeURI(f.toWellFormed().slice(0, 4000)).replaceAll("#", "")}` : `#${f}`}`);
      await page.mouse.wheel(0, 10);
      await running(page);
      await alive(page);
      await page.reload();
      await page.mouse.wheel(0, 10);
      await running(page);
    }
  });
}

for (const path of STILL) {
  inPage(`odd: a page that runs nothing, /${path}`, { path }, async (page, { url }) => {
    const words = await page.locator("main").innerText();
    for (const [n, f] of fragments(SEEDS.length).entries()) {
      await page.goto(`${url}${path}?n=${n}${n % 3 === 2 ? `&q=${encodeURI(f.toWellFormed().slice(0, 4000)).replaceAll("#", "")}` : `#${f.slice(0, 4000)}`}`);
      assert.equal(await page.locator("main").innerText(), words, `fragment ${n}`);
    }
  });
}

inPage("odd: a message that is closed while it comes, or that comes while another is closed, leaves no empty dialog", { path: "simulator" }, async (page) => {
  await running(page);
  for (let n = 0; n < 40; n++) {
    await page.evaluate(async (turns) => {
      const turn = () => new Promise((done) => { const c = new MessageChannel(); c.port1.onmessage = done; c.port2.postMessage(0); });
      location.hash = "m=k1.%";
      for (let i = 0; i < turns; i++) await turn();
      const dialog = document.getElementById("share");
      if (dialog.open) dialog.close();
      else dialog.dispatchEvent(new Event("close")); // as that of one before, which comes late
      await turn();
      location.hash = "m=k2.%";
    }, n % 20);
    await page.getByRole("dialog", { name: "This cannot be opened" }).waitFor();
    await page.keyboard.press("Escape"); // the message of the other may follow, and meets the next turn
    await page.waitForFunction(() => !document.querySelector("dialog[open]:empty"));
  }
  await alive(page);
});
