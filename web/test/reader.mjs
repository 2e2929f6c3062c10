// What a reader of the playground does and sees, by roles and names.

import assert from "node:assert/strict";

export const number = (n) => n.toLocaleString("en-US");

export const $filter = (page) => page.getByRole("textbox", { name: "$filter=" });
export const templates = { pk: (page) => page.getByLabel("PartitionKey", { exact: true }), rk: (page) => page.getByLabel("RowKey", { exact: true }) };
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const card = (page, name) => page.getByRole("region", { name, exact: true });
export const grid = (page) => page.getByRole("grid", { name: "Result" });

// loaded waits until a data set of this many entities can be asked.
export async function loaded(page, entities) {
  await page.getByText(new RegExp(`^${number(entities)} (entity|entities) from `)).first().waitFor();
  await settled(page);
  await opened(page);
}

// opened waits until the $filter editor has taken the text field's place.
export async function opened(page) {
  await page.waitForFunction(() => document.getElementById("filter")?.isContentEditable);
}

// settled waits until no work is under way and the cards show its outcome.
export async function settled(page) {
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await page.locator("html:not([data-drawing]) .tri:not(.stale)").waitFor();
}

// tried waits until every fix that is offered was run over the rows: what it comes
// to is a sentence in the page, above other things.
export const tried = (page) => page.waitForFunction(() => !document.body.textContent.includes("is trying this fix"));

// below reads the figures below the plan, or tells whether they are those wanted.
const below = (want) => {
  const terms = [...document.querySelectorAll("[aria-labelledby=plan-title] dt")];
  const got = Object.fromEntries(["Examined", "Returned", "Round trips", "Useful"].map((name) => {
    const term = terms.find((t) => t.textContent.trim() === name);
    return [name, term?.parentElement.querySelector("dd > span")?.textContent.trim()];
  }));
  return want ? Object.keys(want).every((n) => got[n] === want[n]) : got;
};

// shown waits until the figures below the plan are these.
export async function shown(page, want) {
  await page.waitForFunction(below, want).catch(async (error) => {
    const got = await page.evaluate(below);
    throw new Error(`the figures below the plan are ${JSON.stringify(got)}, not ${JSON.stringify(want)}`, { cause: error });
  });
}

// rowsIn reads the rows of a grid that are drawn now and come after a place: place
// from 1, and the cells by the name of their column.
const rowsIn = (grid, after) => {
  const names = new Map([...grid.querySelectorAll("[role=columnheader]")].map((h) => [h.getAttribute("aria-colindex"), h.textContent]));
  return [...grid.querySelectorAll("[role=row][aria-rowindex]")].filter((r) => r.ariaRowIndex - 1 > after && r.querySelector("[role=gridcell]")).map((r) => ({
    place: r.ariaRowIndex - 1,
    cells: Object.fromEntries([...r.querySelectorAll("[role=gridcell]")].map((c) => [names.get(c.getAttribute("aria-colindex")), c.textContent])),
  }));
};

export const visibleRows = (page) => grid(page).evaluate(rowsIn, 0);

// allRows walks the grid with the keyboard from top to end and collects every
// row on the way.
export async function allRows(page) {
  const walked = await grid(page).elementHandle();
  const count = Number(await walked.getAttribute("aria-rowcount")) - 1;
  const found = new Map();
  await grid(page).focus();
  await page.keyboard.press("Home");
  for (let turn = 0, last = 0; turn <= count + 1 && found.size < count; turn++) {
    for (const row of await walked.evaluate(rowsIn, last)) found.set(row.place, row.cells);
    while (found.has(last + 1)) last++; // all rows up to it are found
    await page.keyboard.press("PageDown");
  }
  assert.equal(found.size, count, "every row of the grid can be reached");
  return [...found].sort(([a], [b]) => a - b).map(([, cells]) => cells);
}

// only keeps the named columns of a row.
export const only = (names) => (row) => Object.fromEntries(names.map((n) => [n, row[n]]));

// unfold opens a drawer, or one of the panels below the cards, by its
// button, unless it is open.
export async function unfold(page, name) {
  const opener = page.getByRole("button", { name, exact: true });
  await opener.waitFor();
  if (await opener.getAttribute("aria-expanded") === "false") await opener.click();
}

// copy puts a text on the clipboard.
export const copy = (page, text) => page.evaluate((t) => navigator.clipboard.writeText(t), text);
