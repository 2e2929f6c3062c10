// A reading page by page: past an empty page to its end, and the loop that stops
// there, run and repaired; by pointer and by keyboard alone.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";

const explained = (page, title) => page.getByRole("region", { name: "What happened" }).getByRole("heading", { level: 2, name: title }).waitFor();
const control = (page, name) => page.getByRole("button", { name, exact: true });
const cards = (page) => page.getByRole("article");
const story = (page, title) => page.getByRole("combobox", { name: "Trap" }).selectOption({ label: title });

// returned counts the entities that the ledger says were returned.
const returned = (page) => page.getByRole("region", { name: "Ledger" }).getByRole("row").filter({ hasText: /returned, page/ }).count();

// movies is what the ledger holds, read from the page itself.
const movies = (page) => page.getByRole("region", { name: "Ledger" }).locator("tbody tr").evaluateAll((rows) => rows.map((r) => {
  const [title, year] = [...r.cells].slice(-3).map((c) => c.textContent.trim());
  return { title, year: Number(year) };
}));

async function tell(page, press, choose) {
  await story(page, "An empty page with a token");
  const old = (await movies(page)).filter((m) => m.year < 1945).length;
  assert.ok(old > 3, "there are movies to find");
  await press(control(page, "First page"));
  await press(control(page, "Next page"));
  assert.equal(await page.evaluate(() => document.activeElement?.id), "token-next", "the focus stays on Next page");
  await press(control(page, "Next page"));
  await explained(page, "0 entities, and that is fine");
  await cards(page).filter({ hasText: "Page 3: 0 entities, 8 examined, more to come" }).waitFor();
  await press(control(page, "Run all"));
  await explained(page, "No bookmark: this is the end");
  assert.equal(await returned(page), old, "all pages together have every movie");

  await press(control(page, "Run the loop"));
  await page.getByText(/^3 pages, 3 entities of 6\. 3 entities never came: Casablanca, Dracula, Metropolis\./).waitFor();
  assert.equal(await cards(page).count(), 3, "the loop stops at the empty page");
  await press(control(page, "Go"));
  await choose("for pk != \"\" {");
  await page.getByRole("list", { name: "Loop in Go" }).getByText("for pk != \"\" {").waitFor();
  await press(control(page, "Run the loop"));
  await page.getByText(/^Right\. 9 pages, 6 entities of 6\. Each came once\./).waitFor();
  assert.equal(await returned(page), old);

  await story(page, "Inserted before and after the bookmark");
  await press(control(page, "First page"));
  await press(control(page, "Insert before"));
  await explained(page, "Inserted before the bookmark");
  await press(control(page, "Insert after"));
  await explained(page, "Inserted after the bookmark");
  await press(control(page, "Delete the bookmarked entity"));
  await explained(page, "The bookmarked entity is gone");
  await press(control(page, "Next page"));
  await page.getByRole("region", { name: "Ledger" }).getByRole("row", { name: /Top Gun 2.*returned, page 2/ }).waitFor();
  await press(control(page, "Lose my token"));
  await explained(page, "The token is lost");
  await press(control(page, "Resume with the token of page 2"));
  await explained(page, "Page 4 is full");
  await press(control(page, "Raw"));
  await cards(page).first().getByText("1!8!QWN0aW9u").waitFor();
  await press(control(page, "Show the HTTP of page 2"));
  await page.getByRole("region", { name: "Request" }).getByText(/NextPartitionKey=/).waitFor();
  await page.getByRole("region", { name: "Request" }).getByText("1!8!QWN0aW9u").waitFor();
}

inPage("tokens: page past an empty page, and repair the loop that stops there", { path: "tokens" }, async (page) => {
  await running(page);
  await tell(page, (b) => b.click(), (line) => page.getByRole("radio", { name: line }).check());
});

inPage("tokens: the same by keyboard alone", { path: "tokens" }, async (page) => {
  await running(page);
  await tell(page, async (b) => {
    await b.focus();
    await page.keyboard.press("Enter");
  }, async (line) => {
    const lines = page.getByRole("radio");
    await lines.first().focus();
    for (let n = 0; n < 3 && !await page.getByRole("radio", { name: line }).isChecked(); n++) await page.keyboard.press("ArrowDown");
  });
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Home");
  await explained(page, "Ask for the first page");
});

inPage("tokens: every trap is shown, and a filter with a fault is told of", { path: "tokens" }, async (page) => {
  await running(page);
  for (const [title, verdict] of [
    ["A token without a NextRowKey", "This token has no NextRowKey"],
    ["A page that is not full", "This token has no NextRowKey"],
    ["$top counts per page", "No bookmark: this is the end"],
    ["The filter changes between two pages", "Another filter, the same bookmark"],
    ["The bookmarked entity is deleted", "The bookmarked entity is gone"],
    ["A server loses the token", "The token is lost"],
    ["An exact fit has no token", "Exactly full, and no bookmark"],
  ]) {
    await story(page, title);
    await control(page, "Show the trap").click();
    await explained(page, verdict);
  }
  await page.getByRole("textbox", { name: "$filter" }).fill("Year lt");
  await page.getByRole("textbox", { name: "$top" }).fill("many");
  await page.getByText("$top is a whole number from 0 to 1,000.").waitFor();
  await page.getByRole("textbox", { name: "$top" }).fill("2");
  await page.getByRole("textbox", { name: "$filter" }).fill("Year lt 1950");
  await page.getByText(/^Limits: /).click();
  await page.getByLabel("Time budget").selectOption("16 reads");
  await control(page, "First page").click();
  await cards(page).filter({ hasText: "Page full: $top=2" }).or(cards(page).filter({ hasText: "Time up: 16 reads" })).first().waitFor();
});
