// What axe finds on a page by the rules of WCAG 2.2 A and AA. A part of the page that
// looks as it did in an audit before, and stands in the same surroundings, is not
// looked at again: most of a page stays when its state changes.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// The rules among them that look at colours: of two themes with the same elements
// all others find the same.
const COLOURS = ["color-contrast", "link-in-text-block"];
const every = { type: "tag", values: RULES }, coloured = { type: "rule", values: COLOURS };

// looks gives a number for the look of each element of the page that has others in
// it, and keeps the elements in window.looked. Equal numbers mean equal elements,
// sizes, colours, words and values in the whole subtree; equal roles, names and
// backgrounds around it; and the same things lying over it. What holds a document of
// its own is another one at every turn.
const looks = (turn) => {
  const hash = (text) => { // FNV-1a, twice
    let a = 0x811c9dc5, b = 0x01000193;
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
      b = Math.imul(b ^ text.charCodeAt(i), 0x5bd1e995);
    }
    return `${a >>> 0}.${b >>> 0}`;
  };
  // What stands around an element shows through it or is compared with it.
  const AROUND = ["color", "backgroundColor", "backgroundImage", "opacity", "visibility"];
  const STYLE = [...AROUND, "display", "fontSize", "fontWeight", "textShadow", "textDecorationLine", "overflow"];
  const NAMES = ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant"];
  const named = (ids) => (ids ?? "").split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "none").join();
  const own = (e, style) => {
    const parts = [e.tagName, ...style];
    for (const a of e.attributes) parts.push(a.name, a.value, NAMES.includes(a.name) ? named(a.value) : "");
    for (const label of e.labels ?? []) parts.push(label.textContent);
    if (e.matches("input, select, textarea, button, details")) parts.push(e.value, e.checked, e.disabled, e.open);
    parts.push(e.scrollTop, e.scrollLeft, e === document.activeElement);
    return parts.join("\u0001");
  };
  const box = (e) => e.getBoundingClientRect();
  const styles = new Map(), lifted = [];
  for (const e of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(e), { position, zIndex } = style;
    styles.set(e, STYLE.map((name) => style[name]));
    if (position === "static") continue;
    const r = box(e);
    if (r.width * r.height > 0) lifted.push({ e, r, look: `${e.tagName} ${e.className} ${style.backgroundColor} ${zIndex}` });
  }
  const apart = (a, b) => a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top;
  const whole = (...numbers) => numbers.map(Math.round).join(" ");
  const over = (e, r) => lifted.filter((o) => !apart(o.r, r) && !e.contains(o.e) && !o.e.contains(e))
    .map((o) => `${o.look} ${whole(o.r.left - r.left, o.r.top - r.top, o.r.width, o.r.height)}`).join();
  const keys = [];
  window.looked = [];
  const look = (e, around) => { // gives the look of the subtree, whatever is around
    const style = styles.get(e), r = box(e);
    const aria = [...e.attributes].filter((a) => /^(role|lang|aria-.*)$/.test(a.name)).map((a) => `${a.name}=${a.value}`);
    const next = e.firstElementChild && hash([around, e.tagName, ...aria, ...style.slice(0, AROUND.length)].join("\u0001"));
    const parts = [own(e, style), Math.round(r.width), Math.round(r.height)];
    for (const child of e.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) parts.push(child.data);
      else if (child.nodeType === Node.ELEMENT_NODE) {
        const c = box(child);
        parts.push(look(child, next), Math.round(c.left - r.left), Math.round(c.top - r.top));
      }
    }
    const seen = e.matches("iframe") || e.shadowRoot ? `not seen, ${turn}` : hash(parts.join("\u0002"));
    if (e.firstElementChild) {
      keys.push(hash([seen, around, over(e, r)].join("\u0003")));
      window.looked.push(e);
    }
    return seen;
  };
  const html = getComputedStyle(document.documentElement), body = getComputedStyle(document.body);
  for (const e of document.body.children) look(e, AROUND.map((name) => html[name] + body[name]).join());
  return keys;
};

// run gives what axe finds in the page but for the elements of window.looked with
// these places, each with the element and the reason.
const run = async ({ runOnly, known }) => {
  const out = new Set(known.map((i) => window.looked[i]));
  const exclude = [...out].filter((e) => !out.has(e.parentElement)); // the outermost
  const { violations, passes } = await window.axe.run({ include: [document], exclude }, { runOnly, resultTypes: ["violations"] });
  // What lies half below a bar that stays in sight can be scrolled free: it is
  // looked at again in the middle of the window.
  for (const v of violations.filter((v) => v.id === "target-size")) {
    const small = [];
    for (const n of v.nodes) {
      const e = document.querySelector(n.target[0]);
      e.scrollIntoView({ block: "center" });
      const again = await window.axe.run(e, { runOnly: { type: "rule", values: ["target-size"] }, resultTypes: ["violations"] });
      small.push(...again.violations.flatMap((v) => v.nodes));
    }
    v.nodes = small;
  }
  const left = exclude.reduce((sum, e) => sum + 1 + e.querySelectorAll("*").length, 0);
  return {
    rules: passes.length, left, elements: document.querySelectorAll("*").length,
    found: violations.flatMap((v) => v.nodes.map((n) => {
      const why = (n.failureSummary ?? "").split("\n").slice(1).join(" ").trim();
      return `${v.id}: ${n.target.join(" ")}: ${why}`;
    })),
  };
};

// auditor gives a function that audits a page, by all rules or by those of colours
// alone, and remembers what it has looked at.
export function auditor() {
  const whole = new Set(), colours = new Set();
  let turn = 0;
  return async (page, all) => {
    if (!await page.evaluate(() => "axe" in window)) await page.evaluate(AXE);
    const keys = await page.evaluate(looks, turn++), before = all ? whole : colours;
    const known = keys.flatMap((k, i) => (before.has(k) ? [i] : []));
    const got = await page.evaluate(run, { runOnly: all ? every : coloured, known });
    if (got.found.length === 0) for (const k of keys) for (const set of all ? [whole, colours] : [colours]) set.add(k);
    return got;
  };
}
