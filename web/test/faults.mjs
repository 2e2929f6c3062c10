// An audit that has looked at a page before finds a fault that comes, as the first
// audit of that page does.

import assert from "node:assert/strict";
import { auditor } from "./audit.mjs";
import { inPage, running } from "./stage.mjs";

// One fault at a time, in an element, around it and beside it, below the rule that
// finds it.
const FAULTS = {
  "color-contrast: pale words": () => { document.querySelector("main h1").style.color = "#ddd"; },
  "color-contrast: words on a background that is above them": () => {
    const h1 = document.querySelector("main h1");
    h1.parentElement.style.background = getComputedStyle(h1).color;
  },
  "color-contrast: all words on the background of the page": () => {
    const sheet = new CSSStyleSheet(), colour = getComputedStyle(document.querySelector("main h1")).color;
    sheet.replaceSync(`body * { background: transparent !important } body { background: ${colour} !important }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  },
  "select-name: a list without a name": () => {
    const list = document.querySelector("main select");
    list.removeAttribute("aria-label");
    for (const label of list.labels) label.remove();
  },
  "button-name: a button without words": () => { document.querySelector("main button[id^=step]").replaceChildren(); },
  "aria-valid-attr-value: a value that is none": () => { document.querySelector("main button").setAttribute("aria-expanded", "maybe"); },
  "target-size: small buttons side by side": () => {
    const button = (ariaLabel) => Object.assign(document.createElement("button"), { ariaLabel, type: "button" });
    const beside = [button("a"), button("b")], line = document.createElement("p");
    for (const { style } of beside) Object.assign(style, { all: "unset", width: "9px", height: "9px", display: "inline-block" });
    line.append(...beside);
    document.querySelector("main h1").after(line);
  },
};

inPage("accessibility: what was looked at before hides no fault that comes", { path: "clients" }, async (page) => {
  await running(page);
  const audit = auditor();
  assert.deepEqual((await audit(page, true)).found, []);
  const again = await audit(page, true), known = again.left / again.elements;
  assert.ok(known > 0.7, `${again.left} of ${again.elements} elements are known`);
  for (const [what, spoil] of Object.entries(FAULTS)) {
    await page.reload();
    await running(page);
    assert.deepEqual((await audit(page, true)).found, [], `before ${what}`);
    await page.evaluate(spoil);
    await page.evaluate(() => Promise.all(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished.catch(() => {}))));
    const { found, left } = await audit(page, true), fresh = await auditor()(page, true);
    assert.ok(found.some((f) => f.startsWith(`${what.split(":")[0]}:`)), `${what}, with ${left} elements known: ${found}`);
    assert.deepEqual(found, fresh.found, `${what}, as in the first audit of a page`);
    assert.equal(fresh.left, 0);
  }
});
