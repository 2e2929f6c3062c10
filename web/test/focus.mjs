// The way of the keyboard through a page: the focus is seen at every stop.

import assert from "node:assert/strict";

const FAR = 120; // stops between any two places of the page

// sought finds an element for the stops to come, which look whether they are there:
// to look for it by its role and name at each stop is to read the whole page again.
const sought = (target) => target.evaluate((e) => {
  window.stopName = (e) => `${e.tagName.toLowerCase()}${e.id && `#${e.id}`} ${(e.getAttribute("aria-label") ?? e.textContent).trim().slice(0, 40)}`;
  window.wantedStop = { e, name: window.stopName(e) };
});

// stop looks at the element that has the focus: it must lie on the screen, not
// wholly under another, and the one before it must have looked different with
// the focus than it does without. It tells whether that is the one sought, or
// whether that one is gone or has become another.
const stop = (page) => page.evaluate(() => {
  const name = window.stopName, { e: wanted, name: words } = window.wantedStop;
  const frame = (e) => e.closest(".cm-editor")?.parentElement.parentElement; // which shows the focus of the editor
  const look = (e) => [e, e.parentElement, e.parentElement?.parentElement, frame(e)].map((x) => {
    const s = x && getComputedStyle(x);
    return s && `${s.outlineStyle} ${s.outlineWidth} ${s.outlineColor} ${s.boxShadow} ${s.borderColor}`;
  }).join("|");
  const wrong = [];
  const before = window.lastStop;
  if (before?.e.isConnected && before.e !== document.activeElement && look(before.e) === before.look) wrong.push(`${name(before.e)} looks the same with and without the focus, which went to ${name(document.activeElement)}`);
  const e = document.activeElement, there = e === wanted, lost = !wanted.isConnected || name(wanted) !== words;
  window.lastStop = undefined;
  if (e === document.body) return { name: "the end of the page", wrong, there, lost };
  window.lastStop = { e, look: look(e) };
  const r = e.getBoundingClientRect();
  const left = Math.max(r.left, 0), right = Math.min(r.right, innerWidth), top = Math.max(r.top, 0), bottom = Math.min(r.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) wrong.push(`${name(e)} has the focus and is not on the screen`);
  else {
    const at = [.1, .5, .9].flatMap((x) => [.1, .5, .9].map((y) => document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))));
    if (!at.some((hit) => hit && (e.contains(hit) || hit.contains(e)))) wrong.push(`${name(e)} has the focus and is covered`);
  }
  return { name: name(e), wrong, there, lost };
});

// tabTo presses Tab, or Shift and Tab, until the target has the focus.
export async function tabTo(page, target, walk, key = "Tab") {
  const passed = [];
  await sought(target);
  for (let i = 0; i < FAR; i++) {
    await page.keyboard.press(key);
    const { name, wrong, there, lost } = await stop(page);
    walk.stops++;
    walk.wrong.push(...wrong);
    if ((there || lost) && await target.evaluate((e) => e === document.activeElement).catch(() => false)) return;
    if (lost) await sought(target);
    passed.push(name);
  }
  assert.fail(`${key} does not reach ${target}; it passes ${passed.join(", ")}`);
}

// retype replaces the text of the field with the focus.
export async function retype(page, text) {
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
