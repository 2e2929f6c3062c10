// A hand that does not wait, over a large data set: it types, draws the thumb
// along, and opens one thing after another.

import { $filter, button, settled, templates, unfold } from "./reader.mjs";

// FIELDS are fields to type in: the text that stands there, the keys that lead to
// the place, what shows a preview of each key, the keys themselves, and the text
// that they make.
export const FIELDS = [
  { name: "RowKey", field: templates.rk, start: "{At}", way: [], preview: "#keys", text: "_{Device}x", typed: "{At}_{Device}x" },
  { name: "$filter", field: $filter, start: "PartitionKey ge 'l'", way: ["ArrowLeft"], preview: "[aria-labelledby=plan-title], [aria-labelledby=code-title]", text: "ate and on", typed: "PartitionKey ge 'late and on'" },
];

// place puts the caret of a field where its keys are typed.
export async function place(page, { field, start, way, preview }) {
  if (preview.includes("code-title")) await unfold(page, "Copy as"); // each key changes it, if not the plan
  await field(page).fill(start);
  await settled(page);
  for (const key of ["End", ...way]) await field(page).press(key);
}

// type presses the keys of a field, each when the preview shows something else
// after the one before it. The page marks "key N" and "shown N" in its timeline.
export async function type(page, { preview, text }) {
  await page.evaluate((selector) => {
    window.typed_?.();
    const stop = new AbortController();
    let open = false;
    window.keys_ = window.shown_ = 0;
    addEventListener("keydown", () => { performance.mark(`keyrange key ${++window.keys_}`); open = true; }, { capture: true, signal: stop.signal });
    const element = (n) => (n.nodeType === Node.ELEMENT_NODE ? n : n.parentElement);
    const shows = (n) => n?.closest(selector) && !n.closest(".cm-editor, input, textarea");
    const watch = new MutationObserver((all) => {
      if (!open || !all.some((m) => shows(element(m.target)))) return;
      open = false;
      window.shown_ = window.keys_;
      performance.mark(`keyrange shown ${window.keys_}`);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    window.typed_ = () => { stop.abort(); watch.disconnect(); };
  }, preview);
  let n = 0;
  for (const key of text) {
    await page.keyboard.press(key);
    await page.waitForFunction((n) => window.shown_ === n, ++n);
  }
  await settled(page);
}

// gestures makes so many of them, each when the journal shows the one before; each
// tenth changes the table.
export async function gestures(page, count) {
  const text = page.locator("#tp-text");
  for (let i = 0; i < count; i++) {
    const before = await text.textContent();
    if (i % 10 === 0) {
      await templates.rk(page).fill(`{At}_${i}`);
    } else {
      await page.locator("#top").fill(String(i));
      await page.locator("#top").press("Tab");
    }
    await page.waitForFunction((was) => document.getElementById("tp-text").textContent !== was, before);
    await settled(page);
  }
}

// scrub draws the thumb of the journal along and back twice, one place in each
// frame, and returns how long each frame was by the clock, in ms.
export const scrub = (page) => page.evaluate(() => new Promise((done) => {
  const thumb = document.getElementById("scrub"), top = Number(thumb.max), gaps = [];
  let at = top, way = -1, last = performance.now(), turns = 0;
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    at += way;
    if (at <= 0 || at >= top) way = -way, turns++;
    thumb.value = String(Math.max(0, Math.min(at, top)));
    thumb.dispatchEvent(new Event("input", { bubbles: true }));
    if (turns < 4) { requestAnimationFrame(frame); return; }
    thumb.dispatchEvent(new Event("change", { bubbles: true }));
    done(gaps.slice(1));
  };
  requestAnimationFrame(frame);
}));

// answered waits until everything that follows from a gesture is shown, the
// answers to the questions of a design too.
export async function answered(page) {
  await settled(page);
  await page.waitForFunction(() => document.getElementById("verdict")?.textContent.startsWith("Asking") === false);
}

// usePreset takes the first preset that suits the data.
export async function usePreset(page) {
  await page.getByRole("button", { name: /^Use on/ }).click();
  await answered(page);
}

export async function openCompare(page) {
  await button(page, "Compare").click();
  await page.getByRole("group", { name: "Two designs" }).waitFor();
  await answered(page);
}

export async function otherDesign(page) {
  await page.getByRole("textbox", { name: "PartitionKey of B" }).fill("{Site}");
  await answered(page);
}

export async function openMovies(page) {
  await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Movies sample" });
  await page.getByRole("heading", { level: 1, name: "Movies" }).waitFor();
  await answered(page);
}
