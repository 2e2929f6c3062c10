// Rules of WCAG 2.2 A and AA that a program can check, on every state of every
// page, in both themes and at each width; and that nothing moves or overflows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as movies from "./movies.mjs";
import { RATED, TROUBLE } from "./journey.mjs";
import { SIZES, figure, inPage, running } from "./stage.mjs";
import { $filter, button, card, copy, loaded, settled, shown, templates } from "./reader.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// audit gives what axe finds, each with the element and the reason.
const audit = (page) => page.evaluate(async (tags) => {
  const { violations, passes } = await window.axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
  return { rules: passes.length, found: violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${(n.failureSummary ?? "").split("\n").slice(1).join(" ").trim()}`)) };
}, RULES);

// overflow names what reaches beyond the width of the page.
const overflow = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 1 && !e.closest(".scroll, [role=grid], .tri"));
  return [`${document.documentElement.scrollWidth} of ${width} px: ${wide.slice(0, 5).map((e) => `${e.tagName}.${e.className}`).join(", ")}`];
});

// moving names what would move for a reader who asked for less of it.
const moving = (page) => page.evaluate(() => {
  const long = (times) => times.split(",").some((t) => parseFloat(t) * (t.includes("ms") ? 1 : 1000) > 10);
  return [...document.querySelectorAll("*")].filter((e) => {
    const s = getComputedStyle(e);
    return long(s.transitionDuration) || (s.animationName !== "none" && long(s.animationDuration)) || s.scrollBehavior === "smooth";
  }).map((e) => `${e.tagName}.${e.className}`);
});

const states = {
  "home": async (page, url) => {
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
  },
  "missing page": async (page, url) => { await page.goto(`${url}nothing`); },
  "empty playground": async (page, url) => {
    await page.goto(`${url}playground`);
    await running(page);
  },
  "paste box": async (page) => { await button(page, "Paste").click(); },
  "loaded": async (page) => {
    await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Movies sample" });
    await loaded(page, movies.entities.length);
    await $filter(page).fill(RATED);
    await button(page, "Run").click();
    await shown(page, { "Round trips": "1" });
    await card(page, "Import report").locator("summary").first().click();
    await page.getByRole("button", { name: /^Title\b/, expanded: false }).click();
  },
  "completion": async (page) => {
    await templates.rk(page).fill("{");
    await page.getByRole("listbox").waitFor();
  },
  "errors": async (page) => {
    await templates.rk(page).fill("{clean(Titl)}");
    await page.keyboard.press("Escape");
    await $filter(page).fill("PartitionKey eq 'Drama' and");
    await page.getByRole("alert").nth(1).waitFor();
  },
  "decision": async (page) => {
    await copy(page, TROUBLE);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("ControlOrMeta+V");
    await button(page, "Keep the other 5 rows").waitFor();
  },
  "import report": async (page) => {
    await button(page, "Keep the other 5 rows").click();
    await page.getByRole("heading", { level: 1, name: "Pasted data" }).waitFor();
    await templates.pk(page).fill("{City}");
    await templates.rk(page).fill("{Id}");
    await page.keyboard.press("Escape");
    await settled(page);
    for (const s of await card(page, "Import report").locator("summary").all()) await s.click();
  },
};

inPage("accessibility: every state, width and theme", { context: { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" }, faults: [/status of 404/], timeout: 400_000 }, async (page, { t, url }) => {
  const wrong = new Set();
  let audits = 0, rules = 0;
  for (const [state, enter] of Object.entries(states)) {
    await page.setViewportSize(SIZES.desk);
    await enter(page, url);
    for (const m of await moving(page)) wrong.add(`${state}: ${m} moves in spite of reduced motion`);
    if (!await page.evaluate(() => "axe" in window)) await page.evaluate(AXE);
    for (const [name, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      for (const o of await overflow(page)) wrong.add(`${state} at ${size.width}: wider than the page: ${o}`);
      if (name === "small") continue; // only its width is of interest
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).slice(0, 3).every((c) => c > 128));
        assert.equal(light, theme === "light", `${state} has the colours of the ${theme} theme`);
        const { rules: n, found } = await audit(page);
        audits++, rules = Math.max(rules, n);
        for (const f of found) wrong.add(`${state} at ${size.width}, ${theme}: ${f}`);
      }
    }
  }
  figure(t, `accessibility: ${audits} audits, up to ${rules} rules each`);
  assert.deepEqual([...wrong], [], "violations");
});

inPage("accessibility: without reduced motion no more moves than must", { path: "" }, async (page) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const endless = await page.evaluate(() => document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations === Infinity).length);
  assert.equal(endless, 0, "nothing moves for ever");
});
