// The key designer: the parts of a template, the anatomy of its keys, known
// designs, and nine steps that lead a newcomer to keys for Movies.

import assert from "node:assert/strict";
import * as movies from "./movies.mjs";
import { figure, inPage, running } from "./stage.mjs";
import { button, card, loaded, settled, templates } from "./reader.mjs";

const wizard = (page) => card(page, "Nine steps to a key");
const anatomy = (page) => card(page, "Key anatomy");
const group = (page, name) => wizard(page).getByRole("group", { name, exact: true });
const value = (page, part, want) => page.waitForFunction(([id, text]) => document.getElementById(id)?.value === text, [`template-${part}`, want]);

async function openMovies(page) {
  await running(page);
  await page.getByRole("combobox", { name: "Sample data set" }).selectOption({ label: "Movies sample" });
  await loaded(page, movies.entities.length);
}

const GENRE = "{clean(or(Major_Genre,'Unknown'))}", TITLE = "{clean(or(Title,'Unknown'))}";

// step waits until a step has the focus.
const step = (page, n) => page.waitForFunction((n) => document.activeElement?.id === "wizard-step" && document.activeElement.textContent.startsWith(`Step ${n} of 9`), n);

inPage("nine steps on Movies by pointer", { path: "playground" }, async (page) => {
  await openMovies(page);
  const next = async (n) => { await wizard(page).getByRole("button", { name: /^Next/ }).click(); await step(page, n); };
  await button(page, "Nine steps").click();
  await step(page, 1);
  for (const name of ["Major_Genre", "Title"]) await wizard(page).getByRole("checkbox", { name, exact: true }).check();
  await next(2);
  await wizard(page).getByRole("row", { name: /Major_Genre.*Divides the table/ }).waitFor();
  await next(3);
  await group(page, "How Major_Genre is known").getByRole("button", { name: "Known exactly" }).click();
  await group(page, "How Title is known").getByRole("button", { name: "A range or prefix" }).click();
  await value(page, "pk", GENRE);
  await value(page, "rk", TITLE);
  await settled(page);
  await wizard(page).getByText("Row range scan").waitFor();
  await next(4);
  assert.deepEqual(await wizard(page).getByRole("list", { name: "Key properties by importance" }).locator("code").allInnerTexts(), ["Major_Genre", "Title"]);
  await next(5);
  await wizard(page).getByText(/repeat the key of an earlier one/).waitFor();
  await group(page, "What makes keys unique").getByRole("button", { name: "The row's number" }).click();
  await value(page, "rk", `${TITLE}_{rowNumber():04}`);
  await settled(page);
  await wizard(page).getByText("Every row has a key of its own.").waitFor();
  await next(6);
  await group(page, "Separator").getByRole("button", { name: ";", exact: true }).click();
  await value(page, "rk", `${TITLE};{rowNumber():04}`);
  await next(7);
  await wizard(page).getByText(/in the largest of 13 partitions|in the largest of \d+ partitions/).waitFor();
  await next(8);
  await group(page, "Peak").getByRole("button", { name: "20,000" }).click();
  await settled(page);
  await wizard(page).getByText("Does not pass").waitFor();
  await group(page, "Buckets").getByRole("button", { name: "16 buckets" }).click();
  await settled(page);
  await wizard(page).getByText("Passes", { exact: true }).waitFor();
  await next(9);
  await wizard(page).getByRole("button", { name: "Ask the dominant query" }).click();
  await wizard(page).waitFor({ state: "detached" });
  await card(page, "Result").getByText(/entit(y|ies) from/).first().waitFor();
});

inPage("nine steps on Movies by keyboard alone", { path: "playground" }, async (page, { t }) => {
  let stops = 0;
  const go = async (target, key = "Tab") => {
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press(key);
      stops++;
      if (await target.evaluate((e) => e === document.activeElement).catch(() => false)) return;
    }
    assert.fail(`${key} does not reach ${target}`);
  };
  const press = async (target, key = "Enter") => { await go(target); await page.keyboard.press(key); };
  const next = async (n) => { await press(wizard(page).getByRole("button", { name: /^Next/ })); await step(page, n); };
  await running(page);
  await go(page.getByRole("combobox", { name: "Sample data set" }));
  await page.keyboard.type("Mov");
  await loaded(page, movies.entities.length);
  await press(button(page, "Nine steps"));
  await step(page, 1);
  await press(wizard(page).getByRole("checkbox", { name: "Title", exact: true }), "Space");
  await press(wizard(page).getByRole("checkbox", { name: "Major_Genre", exact: true }), "Space");
  await next(2);
  await next(3);
  await press(group(page, "How Title is known").getByRole("button", { name: "A range or prefix" }));
  await press(group(page, "How Major_Genre is known").getByRole("button", { name: "Known exactly" }));
  await value(page, "pk", GENRE);
  await next(4);
  await next(5);
  await press(group(page, "What makes keys unique").getByRole("button", { name: "The row's number" }));
  await value(page, "rk", `${TITLE}_{rowNumber():04}`);
  await settled(page);
  for (const n of [6, 7, 8, 9]) await next(n);
  await press(wizard(page).getByRole("button", { name: "Back" }));
  await step(page, 8);
  await go(wizard(page).getByRole("button", { name: "Leave" }), "Shift+Tab"); // it stands before the steps
  await page.keyboard.press("Enter");
  await wizard(page).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement.id === "wizard-open");
  await page.keyboard.press("ControlOrMeta+Z");
  await wizard(page).waitFor();
  figure(t, `Nine steps by keyboard: ${stops} stops`);
});

inPage("anatomy: a trap is flagged while it is typed, and Alt and a digit cure it", { path: "playground" }, async (page) => {
  await openMovies(page);
  const field = templates.rk(page);
  await field.fill("{rowNumber()}");
  await anatomy(page).getByRole("heading", { name: "Numbers in RowKey sort as text" }).waitFor();
  await field.press("Alt+1");
  await value(page, "rk", "{rowNumber():04}");
  await anatomy(page).getByText(/^No trap in these keys/).waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("ControlOrMeta+Z");
  await value(page, "rk", "{rowNumber()}");
  await anatomy(page).getByRole("button", { name: /^Own keys/ }).click();
  await page.getByLabel(/^Your own keys/).fill("v9\nv10");
  await anatomy(page).getByText("2 of 2 keys are not where you mean them.").waitFor();
  await anatomy(page).getByRole("button", { name: /^Pad to 2 digits/ }).click();
  await page.waitForFunction(() => document.getElementById("own-keys").value === "v09\nv10");
});

inPage("parts: the caret steps over a part, and its menu works by keyboard", { path: "playground" }, async (page) => {
  await openMovies(page);
  const field = templates.rk(page);
  await field.fill("{Title}_{rowNumber():04}");
  await field.press("Escape");
  await field.press("Home");
  await field.press("ArrowRight");
  assert.deepEqual(await field.evaluate((e) => [e.selectionStart, e.selectionEnd]), [0, 7], "the part is selected");
  await field.press("Enter");
  const menu = page.getByRole("menu", { name: "Functions of this part" });
  await menu.getByRole("menuitem", { name: /^Edit as text/ }).waitFor();
  await page.waitForFunction(() => document.activeElement.id === "menu-item-0");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement.textContent.startsWith("Upper case"));
  await page.keyboard.press("Enter");
  await value(page, "rk", "{upper(Title)}_{rowNumber():04}");
  await page.waitForFunction(() => document.activeElement.id === "template-rk-part-0"); // where the menu came from
  await field.focus();
  await field.press("End");
  await field.press("Backspace");
  await value(page, "rk", "{upper(Title)}_");
});

inPage("presets: each shows its own example, and one is fitted to Movies", { path: "playground" }, async (page) => {
  await openMovies(page);
  await button(page, "Presets").click();
  const presets = card(page, "Presets");
  await presets.getByRole("button", { name: /^Tenant, then type/ }).click();
  await presets.getByRole("combobox", { name: "Tenant is" }).selectOption("Major_Genre");
  await presets.getByRole("button", { name: "Use on Movies" }).click();
  await page.waitForFunction(() => document.getElementById("template-pk").value.includes("Major_Genre"));
  await settled(page);
  for (const [name, pk] of [["Member and rentals in one partition", "{MemberId}"], ["Two copies in two partitions", "{Copy}_{Department}"], ["Component, instance and bucket", "{Component};{Instance};{hash(LogId)%4:02}"]]) {
    await button(page, "Presets").click();
    await presets.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await presets.getByRole("button", { name: /^Load the example/ }).click();
    await value(page, "pk", pk);
    await settled(page);
  }
});
