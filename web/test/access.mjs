// Rules of WCAG 2.2 A and AA that a program can check, on every state of every
// page, in both themes and at each width; and that nothing moves or overflows.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { RATED, TROUBLE } from "./answers.mjs";
import { auditor } from "./audit.mjs";
import { openSettings } from "./run.mjs";
import { SIZES, figure, inPage, running } from "./stage.mjs";
import { $filter, button, card, copy, loaded, settled, shown, templates, unfold } from "./reader.mjs";

// The desk at 200 % zoom.
const ZOOMED = { width: SIZES.desk.width / 2, height: SIZES.desk.height / 2 };

const THEMES = ["light", "dark"];

// changed tells whether the page has other elements than at the call before.
const changed = (page) => page.evaluate(() => {
  const before = window.elementsBefore;
  window.elementsBefore = [...document.querySelectorAll("*")].map((e) => e.tagName).join();
  return window.elementsBefore !== before;
});

// overflow names what reaches beyond the width of the page, or is squeezed beside
// a column that is not there.
const overflow = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  const squeezed = [...document.querySelectorAll(".pg--empty > .pg__main")].filter((e) => e.getBoundingClientRect().width < 0.9 * width);
  if (squeezed.length) return ["the page without data is squeezed into a part of the window"];
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
  "lessons": async (page, url) => {
    await page.goto(`${url}lessons`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
  },
  "a lesson": async (page, url) => {
    await page.goto(`${url}lessons/append-only`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
    await page.getByRole("button", { name: "Spread the writes" }).click();
    await page.getByRole("button", { name: "Look at 16 buckets" }).click();
    await page.getByRole("img", { name: /The same load/ }).waitFor();
  },
  "a lesson that is presented": async (page) => {
    await page.locator("body").press("p");
    await page.locator("html[data-present]").waitFor({ state: "attached" });
    await page.keyboard.press("a");
    await page.getByRole("toolbar", { name: "Presenter" }).getByRole("button", { name: "Answers", pressed: true }).focus();
  },
  "a workshop": async (page, url) => {
    await page.goto(`${url}workshop/hot-keys`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
  },
  "a workshop that is led": async (page) => {
    await button(page, "Lead this workshop").click();
    await button(page, "Begin with item 1").click();
    await page.getByRole("list", { name: "Agenda" }).getByRole("button", { name: "Begin item 2" }).click();
    for (const s of await page.getByText("Answers", { exact: true }).all()) await s.click();
  },
  "the workshops": async (page, url) => { await page.goto(`${url}workshop`); },
  "for teachers": async (page, url) => { await page.goto(`${url}teach`); },
  "a lesson for teachers": async (page, url) => { await page.goto(`${url}teach/spread`); },
  "embeds": async (page, url) => {
    await page.goto(`${url}embed`);
    await page.frameLocator("#mk-preview iframe").getByRole("button", { name: "Work with it" }).waitFor();
    await page.getByLabel("Or a moment that you shared").fill("https://evil.example/clients#m=x");
    await page.getByText(/^This is no link to a moment of this site/).waitFor();
  },
  "a lesson on two clients": async (page, url) => {
    await page.goto(`${url}lessons/lost-update`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
    await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Write only over what you have read" }).click();
    await page.getByRole("button", { name: "4", exact: true }).click();
    for (const who of ["A", "B", "A", "B"]) await page.getByRole("button", { name: new RegExp(`^Step ${who}:`) }).click();
    await page.getByRole("heading", { name: "B holds a stale version" }).waitFor();
  },
  "a lesson on a batch": async (page, url) => {
    await page.goto(`${url}lessons/egt`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
    await page.getByRole("button", { name: "Edit change 1" }).click();
    await page.getByRole("form", { name: "Change 1" }).waitFor();
  },
  "a lesson across partitions": async (page, url) => {
    await page.goto(`${url}lessons/eventual`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
    await page.getByRole("button", { name: "Run all crash points" }).click();
    await page.getByRole("button", { name: /^After: Delete it from Current/ }).click();
    await page.getByText("000456 is in neither table. It is lost.", { exact: true }).first().waitFor();
  },
  "published figures": async (page, url) => {
    await page.goto(`${url}figures`);
    await page.getByRole("heading", { level: 1 }).hover();
    await running(page);
    await page.getByText("Every point of figure 8").click();
    await button(page, "Run figure 8").click();
    await page.getByText("It is being run.").waitFor();
    await page.getByRole("progressbar", { name: "Runs" }).waitFor();
    await page.getByRole("region", { name: "Run", exact: true }).getByRole("button", { name: "Stop" }).click();
  },
  "glossary": async (page, url) => { await page.goto(`${url}glossary`); },
  "reference": async (page, url) => { await page.goto(`${url}reference`); },
  "two clients": async (page, url) => {
    await page.goto(`${url}clients`);
    await running(page);
    for (const who of ["A", "B", "A", "B"]) await page.getByRole("button", { name: new RegExp(`^Step ${who}:`) }).click();
    await page.getByText("Add a step for B").click();
    await page.getByRole("heading", { name: "B holds a stale version" }).waitFor();
  },
  "tokens": async (page, url) => {
    await page.goto(`${url}tokens`);
    await running(page);
    await page.getByRole("combobox", { name: "Trap" }).selectOption({ label: "A token without a NextRowKey" });
    await button(page, "Run the loop").click();
    await page.getByText("entities never came").waitFor();
    await button(page, "Show the trap").click();
    await page.getByRole("heading", { name: "This token has no NextRowKey" }).waitFor();
    await page.getByText("HTTP, page 3").click();
    await page.evaluate(() => scrollTo(0, 0));
  },
  "batch builder": async (page, url) => {
    await page.goto(`${url}transactions`);
    await running(page);
    await page.getByLabel("Begin with").selectOption("exists");
    await page.getByRole("button", { name: "Send the batch" }).click();
    await page.getByRole("heading", { name: "Change 3 failed the batch" }).waitFor();
    await page.getByRole("button", { name: "Edit change 2" }).click();
    await page.getByRole("textbox", { name: "Properties" }).fill("Out=");
    await page.getByRole("button", { name: "Put it there" }).click();
    await page.getByText(/^Properties are written as/).waitFor();
  },
  "across partitions": async (page, url) => {
    await page.goto(`${url}across`);
    await running(page);
    await page.getByRole("combobox", { name: /^How the worker/ }).selectOption({ label: "Inserts without upsert" });
    await page.getByRole("button", { name: "Run all crash points" }).click();
    await page.getByRole("list", { name: "Crash points" }).getByRole("button", { name: /Insert it into Archive/ }).click();
    await page.getByRole("button", { name: "Last", exact: true }).click();
    await page.getByText(/^HTTP of event/).click();
  },
  "access": async (page, url) => {
    await page.goto(`${url}access`);
    await running(page);
    await page.getByLabel("Begin with").selectOption("tampered");
    await page.getByRole("heading", { name: "403 AuthenticationFailed" }).waitFor();
  },
  "access for an account": async (page) => {
    await page.getByLabel("Begin with").selectOption("account");
    await page.getByRole("heading", { name: "403 AuthorizationResourceTypeMismatch" }).waitFor();
  },
  "sharing": async (page, url) => {
    await page.goto(`${url}clients`); // with the steps of before
    await running(page);
    await button(page, "First").click();
    for (const who of ["A", "B"]) await page.getByRole("button", { name: new RegExp(`^Step ${who}:`) }).click();
    await button(page, "Share this moment").click();
    await button(page, "Sequence diagram as SVG").waitFor();
  },
  "a moment that came": async (page) => {
    const link = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
    await button(page, "Close").click();
    await page.getByRole("button", { name: /^Step A:/ }).click();
    await button(page, "Share this moment").click();
    await page.getByRole("textbox", { name: "Open a link that somebody sent" }).fill(link);
    await button(page, "Open").click();
    await button(page, "Look at it").waitFor();
  },
  "a moment that is looked at": async (page) => {
    await button(page, "Look at it").click();
    await button(page, "Back to mine").waitFor();
  },
  "a damaged link": async (page, url) => {
    await page.goto(`${url}playground#m=k1.nothing`);
    await running(page);
    await page.getByRole("heading", { name: "This cannot be opened" }).waitFor();
  },
  "missing page": async (page, url) => { await page.goto(`${url}nothing`); },
  "empty playground": async (page, url) => {
    await page.goto(`${url}playground`);
    await running(page);
  },
  "presets": async (page) => {
    await button(page, "Presets").click();
    await card(page, "Presets").getByRole("button", { name: /^Two copies in one/ }).click();
  },
  "paste box": async (page) => {
    await card(page, "Presets").getByRole("button", { name: "Close" }).click();
    await button(page, "Paste").click();
  },
  "loaded": async (page) => {
    await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Movies sample" });
    await loaded(page, movies.entities.length);
    await $filter(page).fill(RATED);
    await button(page, "Run").click();
    await shown(page, { "Round trips": "1" });
    await card(page, "Import report").locator("summary").first().click();
    await unfold(page, "Columns");
    await page.getByRole("button", { name: /^Title\b/, expanded: false }).click();
  },
  "way out of a scan": async (page) => {
    await $filter(page).fill("PartitionKey eq 'Comedy' or PartitionKey eq 'Drama'");
    await page.getByRole("region", { name: /^A way out/ }).waitFor();
    await unfold(page, "Copy as");
    await page.getByRole("tab", { name: "curl" }).click();
  },
  "filter completion": async (page) => {
    await $filter(page).fill("");
    await $filter(page).pressSequentially("Part");
    await page.getByRole("listbox", { name: "Completions" }).waitFor();
  },
  "branches": async (page) => {
    const bar = page.getByRole("group", { name: "Transport" });
    await bar.getByRole("button", { name: "Step back" }).click();
    await bar.getByRole("button", { name: "Branch here" }).click();
    await page.getByRole("combobox", { name: "Branch", exact: true }).waitFor();
  },
  "ledger": async (page) => {
    await unfold(page, "Ledger");
    const grid = page.getByRole("grid", { name: "Ledger" });
    await grid.focus();
    await page.keyboard.press("Enter");
    await button(page, "Edit Title").click();
  },
  "index with data": async (page) => {
    await page.getByRole("link", { name: "Index", exact: true }).click();
    await page.getByRole("heading", { name: "Insert: a full node splits" }).waitFor();
    for (const s of await page.locator(".fig summary").all()) await s.click();
  },
  "whole index": async (page) => { await button(page, "Whole tree").click(); },
  "settings": async (page) => {
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("list", { name: "Saved work" }).waitFor();
    await button(page, "Clear saved work").click();
    await page.getByRole("alert").getByText("Clear all saved work?").waitFor();
  },
  "back from the settings": async (page) => {
    await page.getByRole("link", { name: "Playground", exact: true }).click();
    await loaded(page, movies.entities.length);
  },
  "nine steps": async (page) => {
    await button(page, "Nine steps").click();
    await card(page, "Nine steps to a key").getByRole("checkbox", { name: "Title", exact: true }).check();
  },
  "menu of a part": async (page) => {
    await card(page, "Nine steps to a key").getByRole("button", { name: "Leave" }).click();
    await page.locator("#template-rk-part-0").click();
    await page.getByRole("menuitem").first().waitFor();
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
    await page.getByRole("table", { name: "How the first rows become keys" }).waitFor();
    await templates.pk(page).fill("{City}");
    await templates.rk(page).fill("{Id}");
    await page.keyboard.press("Escape");
    await settled(page);
    for (const s of await card(page, "Import report").locator("summary").all()) await s.click();
  },
  "scorecard": async (page) => {
    await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Micro-blog sample" });
    await loaded(page, 6000);
    await page.getByRole("button", { name: /^Edit question 1/ }).click();
    await page.getByRole("textbox", { name: "$filter of the question" }).fill("Channel eq");
    await card(page, "Questions").getByText("What the figures rest on").click();
    await page.getByRole("button", { name: /^Edit transaction 1/ }).waitFor();
  },
  "two designs": async (page) => {
    await page.getByRole("combobox", { name: "Design to compare with" }).selectOption({ label: "One of 16 buckets, then channel" });
    await button(page, "Compare").click();
    await page.getByRole("button", { name: /^Edit transaction 1/ }).click();
    await page.getByText(/^Design A suits these questions better/).waitFor();
    await card(page, "Questions").getByText("Requests and estimates").first().click();
  },
  "simulator": async (page, url) => {
    await page.goto(`${url}simulator`);
    await running(page);
    await page.getByRole("combobox", { name: "Scenario" }).selectOption({ label: "One hot key among many" });
    await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "600×" });
    await button(page, "Play").click();
    await page.getByRole("list", { name: "Events, newest first" }).getByRole("listitem").first().waitFor();
    await button(page, "Pause").click();
    await button(page, "Play").waitFor();
  },
  "two branches of a run": async (page) => {
    await page.getByRole("combobox", { name: "What the colours count" }).selectOption({ label: "Sent in writes" });
    await button(page, "Branch here").click();
    await button(page, "Let server A fail").click();
    await button(page, "Compare with main").click();
    await page.getByRole("img", { name: /^Heat map of entities sent in writes/ }).nth(1).waitFor();
    await page.waitForFunction(() => !document.getElementById("tp-text").textContent.includes("Running"));
  },
  "why a cell is hot": async (page) => {
    await page.getByRole("img", { name: /^Heat map of entities sent in writes/ }).first().focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.locator("#why").waitFor();
    await button(page, "Map as a table").click();
  },
  "the chosen range, and the reason in a sheet": async (page) => {
    await page.getByRole("button", { name: /^R\d+, a range with/ }).first().click();
    await page.setViewportSize(SIZES.phone);
    await page.getByRole("button", { name: /^Why hot\?/ }).click();
    await page.getByRole("region", { name: "Servers" }).waitFor();
  },
  "requests in lanes": async (page) => {
    await page.setViewportSize(SIZES.desk);
    await button(page, "Lanes").click();
    await page.locator("#lanes-table").waitFor();
  },
  "the settings of a run": async (page) => { await openSettings(page); },
};

inPage("accessibility: every state, width and theme", { context: { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" }, faults: [/status of 404/], timeout: 3_600_000 }, async (page, { t, url }) => {
  const wrong = new Set(), audit = auditor();
  let elements = 0, left = 0, audits = 0, rules = 0, whole = 0, theme = "light";
  for (const [state, enter] of Object.entries(states)) {
    await page.setViewportSize(SIZES.desk);
    await enter(page, url);
    for (const m of await moving(page)) wrong.add(`${state}: ${m} moves in spite of reduced motion`);
    for (const [name, size] of Object.entries({ ...SIZES, zoomed: ZOOMED })) {
      await page.setViewportSize(size);
      for (const o of await overflow(page)) wrong.add(`${state} at ${size.width}: ${o}`);
      if (name === "small") continue; // only its width is of interest
      const themes = THEMES[0] === theme ? THEMES : THEMES.toReversed(); // the theme that is there goes first
      for (theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).slice(0, 3).every((c) => c > 128));
        assert.equal(light, theme === "light", `${state} has the colours of the ${theme} theme`);
        const all = await changed(page) || theme === themes[0];
        const { found, ...n } = await audit(page, all);
        audits++, rules = Math.max(rules, n.rules), whole += all, elements += n.elements, left += n.left;
        for (const f of found) wrong.add(`${state} at ${size.width}, ${theme}: ${f}`);
      }
    }
  }
  figure(t, `accessibility: ${audits} audits, up to ${rules} rules each, ${audits - whole} of them of the colours alone`);
  figure(t, `accessibility: ${left} of ${elements} elements were as in an audit before`);
  assert.deepEqual([...wrong], [], "violations");
});

inPage("accessibility: without reduced motion no more moves than must", { path: "" }, async (page) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const endless = await page.evaluate(() => document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations === Infinity).length);
  assert.equal(endless, 0, "nothing moves for ever");
});
