// A queue and a worker: archive with a crash after every step, a worker whose
// steps must not be repeated, and the poison queue; by pointer and by keyboard
// alone.

import assert from "node:assert/strict";
import { SIZES, inPage, running } from "./stage.mjs";

const button = (page, name) => page.getByRole("button", { name });
const step = (page) => button(page, /^Worker: /);
const queue = (page, name) => page.getByRole("region", { name });
const way = async (page, label) => page.getByRole("combobox", { name: /^How the worker is written/ }).selectOption({ label });
const crashes = (page) => page.getByRole("list", { name: "Crash points" }).getByRole("listitem");

async function archive(page, press) {
  await page.getByRole("combobox", { name: /^Story/ }).selectOption("archive");
  await press(button(page, "Client: put the message"));
  await queue(page, "Queue jobs").getByText("visible, dequeue count 0").waitFor();
  for (const said of ["Move poison", "Take a message", "Read 000456", "Insert or replace"]) {
    assert.match(await step(page).innerText(), new RegExp(said));
    await press(step(page));
    await page.getByRole("list", { name: "Events" }).getByText(said).waitFor();
  }
  await page.getByText("000456 is in both tables.").waitFor();
  await press(button(page, "Crash the worker here"));
  await queue(page, "Queue jobs").getByText(/^hidden for (29|30) s, dequeue count 1/).waitFor();
  for (let n = 0; n < 2; n++) await press(step(page));
  await page.getByText("No message is visible.").waitFor();
  await press(button(page, "Let 30 s pass"));
  for (let n = 0; n < 6; n++) await press(step(page));
  await page.getByRole("heading", { name: "This is how it should end" }).waitFor();
  await press(button(page, "Run all crash points"));
  await page.getByText("6 of 6 runs end as they should.").waitFor();
  assert.equal(await crashes(page).count(), 6);
}

async function wrong(page, press) {
  await way(page, "Inserts without upsert");
  await press(button(page, "Run all crash points"));
  await page.getByText("5 of 6 runs end as they should.").waitFor();
  const bad = crashes(page).filter({ hasText: "poison" });
  assert.match(await bad.innerText(), /After: Insert it into Archive[^]*in both tables[^]*3 tries, 90 s/);
  await press(bad.getByRole("button"));
  await page.getByText("000456 is in both tables.", { exact: true }).first().waitFor();
  await press(button(page, "Last"));
  await queue(page, "Poison queue").getByText("archive Sales/000456").waitFor();
  await page.getByText(/EntityAlreadyExists/).first().waitFor();
  await way(page, "Adds 1 to a counter");
  await press(button(page, "Run all crash points"));
  await page.getByText("7 of 8 runs end as they should.").waitFor();
  await crashes(page).getByText("Counted 2 times.").waitFor();
  await way(page, "Counts by entities");
  await press(button(page, "Run all crash points"));
  await page.getByText("7 of 7 runs end as they should.").waitFor();
}

async function others(page, press) {
  for (const [story, label, said, found] of [
    ["channel", "Deletes the channel first", "5 of 9 runs end as they should.", "Nobody will ever find them."],
    ["photo", "A new name in each try", "3 of 5 runs end as they should.", "No entity names 1 of the blobs."],
    ["index", "Appends", "4 of 5 runs end as they should.", "The index lists 000456 2 times."],
  ]) {
    await page.getByRole("combobox", { name: /^Story/ }).selectOption(story);
    await press(button(page, "Run all crash points"));
    await page.getByText(/(\d+) of \1 runs end as they should/).waitFor();
    await way(page, label);
    await press(button(page, "Run all crash points"));
    await page.getByText(said).waitFor();
    await crashes(page).getByText(found).first().waitFor();
  }
}

const keyed = (page) => async (b) => {
  await b.focus();
  await page.keyboard.press("Enter");
};

inPage("across partitions: archive with a crash after every step", { path: "across" }, async (page) => {
  await running(page);
  for (const size of [SIZES.phone, SIZES.desk]) {
    await page.setViewportSize(size);
    const [client, worker] = await Promise.all([button(page, "Client: put the message"), step(page)].map((b) => b.boundingBox()));
    assert.ok(client.y < worker.y && client.y < size.height - 100, `at ${size.width} the client begins: ${client.y}, the worker ${worker.y}`);
  }
  await archive(page, (b) => b.click());
  await wrong(page, (b) => b.click());
  await others(page, (b) => b.click());
});

inPage("across partitions: the same by keyboard alone", { path: "across" }, async (page) => {
  await running(page);
  await archive(page, keyed(page));
  await wrong(page, keyed(page));
  await others(page, keyed(page));
});
