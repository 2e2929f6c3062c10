// Two clients and one entity: lose an update, prevent it, meet one's own
// refusal, and try every order; by pointer and by keyboard alone.

import assert from "node:assert/strict";
import { inPage, running } from "./stage.mjs";

const step = (page, who) => page.getByRole("button", { name: new RegExp(`^Step ${who}:`) });
const messages = (page) => page.getByRole("list", { name: "Messages" });
const verdict = (page, title) => page.getByRole("complementary", { name: "Explanation" }).getByRole("heading", { level: 2, name: title }).waitFor();
const story = (page) => page.getByRole("combobox", { name: "Story" });

// orders enumerates the orders of two programs that read, write and read again
// without any of the program's own code: a counter with a version.
function orders(conditional) {
  const found = { fine: 0, refused: 0, lost: 0 };
  const visit = (left, order) => {
    if (left[0] + left[1] > 0) {
      for (const who of [0, 1]) if (left[who] > 0) visit(left.map((n, i) => n - (i === who)), [...order, who]);
      return;
    }
    let version = 0, writer = -1, word = "fine";
    const read = [0, 0], at = [0, 0];
    for (const who of order) {
      if (++at[who] !== 2) { read[who] = version; continue; }
      if (conditional && read[who] !== version) { if (word === "fine") word = "refused"; continue; }
      if (!conditional && writer === 1 - who && read[who] < version) word = "lost";
      version++, writer = who;
      read[who] = conditional ? version : read[who];
    }
    found[word]++;
  };
  visit([3, 3], []);
  return found;
}

async function tryAll(page, press) {
  await press(page.getByRole("button", { name: "Try every order" }));
  await page.getByText(/^20 orders of 20/).waitFor();
  const [fine, refused, lost] = (await page.getByText(/^20 orders of 20/).innerText()).match(/: (\d+) fine, (\d+) refused with 412, (\d+) lost/).slice(1).map(Number);
  return { fine, refused, lost };
}

async function tell(page, press) {
  await story(page).selectOption("lost");
  assert.deepEqual(await tryAll(page, press), orders(false), "every order without a condition");
  await press(page.getByRole("button", { name: /^Play the order / }).first());
  await verdict(page, /^[AB] has read v/);
  await messages(page).getByText(/hears 204/).first().waitFor({ state: "attached" });
  await press(page.getByRole("button", { name: "First" }));
  await page.locator("#tp-text", { hasText: /^0 of / }).waitFor();
  for (const who of ["A", "B", "A", "B"]) await press(step(page, who));
  await verdict(page, "A's update is lost");
  await story(page).selectOption("guarded");
  assert.deepEqual(await tryAll(page, press), orders(true), "every order with the ETag");
  for (const who of ["A", "B", "A", "B"]) await press(step(page, who));
  await verdict(page, "B holds a stale version");
  await press(page.getByRole("button", { name: /^Read again, then replace/ }));
  await press(step(page, "B"));
  await verdict(page, "B's change is stored");
  assert.match(await page.getByRole("article").nth(1).innerText(), /Rating\s+5/, "both additions are in the rating");
  await story(page).selectOption("own-412");
  await press(step(page, "A"));
  await press(step(page, "A"));
  await verdict(page, "This 412 is A's own doing");
  await messages(page).getByText("and the answer is lost").waitFor({ state: "attached" });
  await press(page.getByRole("button", { name: "Step back" }));
  await verdict(page, "A has read v1");
}

inPage("clients: lose an update, prevent it, meet one's own refusal", { path: "clients" }, async (page) => {
  await running(page);
  await tell(page, (b) => b.click());
});

inPage("clients: the same by keyboard alone", { path: "clients" }, async (page) => {
  await running(page);
  await tell(page, async (b) => {
    await b.focus();
    await page.keyboard.press("Enter");
  });
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("End");
  await verdict(page, "This 412 is A's own doing");
});

inPage("clients: a step made by hand, with a fault of the network", { path: "clients" }, async (page) => {
  await running(page);
  await page.getByText("Add a step for A").click();
  await page.getByLabel("Kind of step").selectOption({ label: "Merge" });
  await page.getByLabel("Property").selectOption("Rating");
  await page.getByLabel("Number, or +1 to add").fill("many");
  await page.getByRole("button", { name: "Add it to A's steps" }).click();
  await page.getByText("Rating is a whole number").waitFor();
  await page.getByLabel("Number, or +1 to add").fill("+2");
  await page.getByLabel("Send with").selectOption("*");
  await page.getByLabel("Network").selectOption({ label: "loses the response" });
  await page.getByRole("button", { name: "Add it to A's steps" }).click();
  await step(page, "A").click();
  await verdict(page, "A has no answer");
  await page.getByText("The caller never got this response.").waitFor();
});
