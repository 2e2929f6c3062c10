// The lessons: each is walked to its end by its own solutions, typed as a
// learner types them; one by pointer, one by keyboard, one with a mistake that
// is taken back; progress lasts; and each reads without the program.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SIZES, figure, inPage, running } from "./stage.mjs";
import { bar, card, done, field, folder, lessons, listed, met, open, stepOf, steps, type, walk, workshops } from "./walk.mjs";

// part shows one of the two tabs of a narrow window.
const part = async (page, name) => {
  await page.getByRole("radio", { name }).tap();
  await page.getByRole("radio", { name, checked: true }).waitFor();
};

// A lesson that a workshop opens is walked where that is rehearsed.
const rehearsed = new Set(workshops.flatMap((w) => w.items.flatMap((i) => i.opens.filter((o) => o.kind === "lesson").map((o) => o.target))));

for (const l of lessons.filter((l) => !rehearsed.has(l.id))) {
  inPage(`lesson ${l.id}: walked to its end by its own solutions`, { site: "root", path: "lessons" }, async (page, { url, t }) => {
    await open(page, url ?? new URL("./", page.url()).href, l.id);
    const tasks = await walk(page, l);
    await listed(page, [l.title]);
    figure(t, `lesson ${l.id}: ${tasks} tasks`);
  });
}

inPage("lesson by pointer: a demonstration, three hints, the solution beside one's own work", { site: "root", path: "lessons/entity" }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await field(page).waitFor();
  const movies = page.getByRole("region", { name: "The table Movies, in the order of its keys" });
  assert.equal(await movies.getByRole("row").count(), 2, "a head and one entity");
  await page.getByRole("button", { name: "Watch three inserts" }).click();
  await movies.getByText("Terminator").waitFor();
  await page.getByRole("button", { name: "Back to yours" }).click();
  await movies.getByText("Terminator").waitFor({ state: "detached" });
  for (let n = 0; n < 3; n++) await card(page, 1).getByRole("button", { name: `Hint ${n + 1} of 3` }).click();
  await card(page, 1).getByText("insert Movies Drama/Casablanca Year=1942").waitFor();
  await card(page, 1).getByRole("button", { name: "Show a solution" }).click();
  await card(page, 1).getByRole("button", { name: "Play the solution" }).click();
  await movies.getByText("Casablanca").waitFor();
  await page.getByRole("button", { name: "Back to yours" }).click();
  await card(page, 1).getByText("solution seen").waitFor();
  await steps(page).getByText("0 of 2 tasks solved, 1 seen").waitFor();
});

inPage("lesson by keyboard: a wrong answer, a broken task and the way back", { site: "root", path: "lessons/entity" }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await field(page).waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.press("F6");
  await page.keyboard.press("Tab");
  const say = async (text) => { await page.keyboard.type(text); await page.keyboard.press("Enter"); };
  await field(page).focus();
  await say("insert Movies Casablanca/Drama Year=1942");
  await card(page, 1).getByText("You put the title first").waitFor();
  await page.keyboard.type("get Movies");
  await page.keyboard.press("Control+z"); // what is typed, never the table
  assert.notEqual(await field(page).inputValue(), "get Movies");
  assert.equal(await done(page), 1);
  await field(page).fill("");
  await page.keyboard.press("ArrowUp");
  assert.equal(await field(page).inputValue(), "insert Movies Casablanca/Drama Year=1942");
  await page.keyboard.press("Control+z");
  assert.equal(await field(page).inputValue(), "", "undo takes a recalled command away");
  assert.equal(await done(page), 1);
  await say("help");
  await page.locator("#lesson-help").getByText("store a new entity").waitFor();
  await card(page, 1).getByText("You put the title first").waitFor(); // no verdict on a question
  await say("insert Movies Drama/Casablanca Year=1942");
  await page.locator("#lesson-help").getByText("store a new entity").waitFor({ state: "detached" });
  await met(page, 1);
  await say("insert-or-replace Movies Comedy/Airplane Year=2026");
  await card(page, 2).getByText("Broken.", { exact: true }).waitFor();
  await card(page, 2).getByRole("button", { name: /go back before it/ }).focus();
  await page.keyboard.press("Enter");
  await card(page, 2).getByText("Not yet.", { exact: true }).waitFor();
  await field(page).focus();
  await say("insert Movies Comedy/Airplane");
  await met(page, 2);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await met(page, 2); // the draft is back
});

inPage("lesson by touch: append-only on a phone", { site: "root", path: "lessons/append-only", context: { viewport: SIZES.phone, hasTouch: true } }, async (page) => {
  await page.getByRole("heading", { level: 1 }).tap();
  await running(page);
  await steps(page).getByRole("button", { name: "Spread the writes" }).tap();
  await card(page, 1).getByRole("combobox", { name: "keys" }).selectOption("{hash(Id)%16:02}_{At.time}");
  await card(page, 1).getByText("simulate append for 60s rate 1500 keys '{hash(Id)%16:02}_{At.time}' ranges 1", { exact: true }).waitFor();
  await card(page, 1).getByRole("combobox", { name: "ranges" }).selectOption("16");
  await card(page, 1).getByRole("button", { name: "Run it" }).tap(); // a sentence instead of typing
  await met(page, 1);
  await part(page, "Try it");
  await page.locator("summary", { hasText: "1 of 1 task met" }).tap();
  await page.getByRole("listitem").filter({ hasText: "at least 1,400 entities per second" }).getByText("Met.").waitFor();
  await page.getByRole("img", { name: /The same load under another key/ }).waitFor();
  await part(page, "Guide");
  await met(page, 1);
  await page.getByRole("button", { name: "Look at 16 buckets" }).tap(); // shows what it does
  await page.getByText("Shown beside your work.").waitFor();
  await page.getByRole("button", { name: "Back to yours" }).tap();
  await page.getByRole("heading", { level: 2, name: "Spread the writes" }).waitFor();
});

inPage("lesson on two clients: a guess, an order that loses a vote, the solution beside it, and the work still there after a reload", { site: "root", path: "lessons/lost-update" }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await bar(page).waitFor();
  assert.equal(await page.locator("#lesson-command").count(), 0, "no field for commands");
  await card(page, 1).getByRole("button", { name: "5", exact: true }).click();
  await card(page, 1).getByRole("button", { name: "5", exact: true, pressed: true }).waitFor();
  for (const name of ["A", "A", "B", "B"]) {
    await stepOf(page, name).focus();
    await page.keyboard.press("Enter");
  }
  await card(page, 1).getByText("5 votes, none lost").waitFor();
  for (let n = 3; n >= 0; n--) {
    await page.getByRole("button", { name: "Step back" }).click();
    await page.waitForFunction((n) => document.querySelector("#scrub").value === String(n), n);
  }
  await card(page, 1).getByText("3 votes stored, 0 lost.").waitFor();
  await card(page, 1).getByRole("button", { name: "Show a solution" }).click();
  await card(page, 1).getByRole("button", { name: "Play the solution" }).click();
  await page.getByRole("heading", { name: "A's update is lost" }).waitFor();
  await page.getByRole("button", { name: "Show the request as HTTP, row 1", exact: true }).click(); // ends what plays, and does nothing else
  await page.getByRole("heading", { name: "Who goes first?" }).waitFor();
  assert.equal(await done(page), 0, "a click on what is shown is no step of one's own");
  for (const name of ["B", "A", "B", "A"]) await stepOf(page, name).click();
  await met(page, 1);
  await card(page, 1).getByText("You guessed 5. It is 4.").waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await met(page, 1);
  await page.getByRole("heading", { name: "B's update is lost" }).waitFor();
  await card(page, 1).getByText("You guessed 5. It is 4.").waitFor();
});

inPage("lesson on two clients by touch: every order is tried and one is played", { site: "root", path: "lessons/lost-update", context: { viewport: SIZES.phone, hasTouch: true } }, async (page) => {
  await page.getByRole("heading", { level: 1 }).tap();
  await running(page);
  await steps(page).getByRole("button", { name: "On your desk it never happens" }).tap();
  await page.getByRole("heading", { level: 2, name: "On your desk it never happens" }).waitFor();
  await card(page, 1).getByRole("button", { name: "4", exact: true }).tap();
  await part(page, "Try it");
  await page.getByRole("button", { name: "Try every order" }).tap();
  await page.getByText("6 orders of 6: 2 fine, 0 refused with 412, 4 lost an update.").waitFor();
  await page.getByLabel("Show orders that").selectOption({ label: "go well" });
  await page.getByRole("button", { name: "Play the order B B A A" }).tap();
  await page.locator("summary", { hasText: "1 of 1 task met" }).waitFor();
  await part(page, "Guide");
  await card(page, 1).getByText("You guessed 4, and that is right.").waitFor();
});

inPage("lesson across partitions: a run is played, another worker takes over, and the work is still there after a reload", { site: "root", path: "lessons/eventual" }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await steps(page).getByRole("button", { name: "Every step twice" }).click();
  await page.getByRole("heading", { level: 2, name: "Every step twice" }).waitFor();
  await page.getByRole("button", { name: "Run all crash points" }).click();
  await page.getByText("5 of 6 runs end as they should.").waitFor();
  await page.getByRole("button", { name: /^After: Delete it from Current/ }).click();
  await page.getByText("000456 is in neither table. It is lost.", { exact: true }).first().waitFor();
  await card(page, 1).getByText("Lost again").waitFor();
  await page.getByLabel("How the worker is written").selectOption({ label: "Every step may be repeated" });
  await page.waitForFunction(() => document.querySelector("#scrub").value === "0");
  await page.getByRole("button", { name: "Run all crash points" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("6 of 6 runs end as they should.").waitFor();
  await page.getByRole("button", { name: /^After: Insert or replace it in Archive/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Let it work until the queue is empty" }).focus();
  await page.keyboard.press("Enter");
  await met(page, 1);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await steps(page).getByRole("button", { name: "Every step twice" }).click();
  await met(page, 1);
  await page.getByLabel("How the worker is written").and(page.locator("select")).evaluate((e) => e.selectedOptions[0].text).then((text) => assert.equal(text, "Every step may be repeated"));
});

// percent is how much of its box a region has.
const percent = (page, name) => page.getByRole("separator", { name }).evaluate((bar) => Number(bar.getAttribute("aria-valuenow")));
const width = (page) => page.getByRole("article", { name: "Guide" }).evaluate((e) => Math.round(e.getBoundingClientRect().width));

inPage("lesson by keyboard and pointer: regions change their size, keep it, and go back", { site: "root", path: "lessons/entity" }, async (page) => {
  const guide = page.getByRole("separator", { name: "Width of the guide" }), bench = page.getByRole("separator", { name: "Height of the workbench" });
  const usual = await width(page);
  await guide.focus(); // also before the program runs
  await page.keyboard.press("ArrowRight");
  assert.equal(await percent(page, "Width of the guide"), 43);
  await running(page);
  await field(page).waitFor();
  assert.ok(await width(page) > usual, "the guide is wider");
  await guide.focus();
  await page.keyboard.press("End");
  assert.equal(await percent(page, "Width of the guide"), 75);
  const stage = await page.getByRole("region", { name: "Stage" }).boundingBox();
  assert.ok(stage.width >= 340, `the stage keeps ${stage.width} px`);
  await page.keyboard.press("Home");
  assert.equal(await width(page), 320);
  await page.keyboard.press("Enter");
  assert.equal(await width(page), usual);
  const at = await bench.boundingBox();
  await page.mouse.move(at.x + at.width / 2, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2, at.y - 120, { steps: 4 });
  await page.mouse.up();
  const high = await percent(page, "Height of the workbench");
  assert.ok(high > 35, `the workbench has ${high} %`);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await field(page).waitFor();
  assert.equal(await percent(page, "Height of the workbench"), high, "the size is remembered");
  await bench.dblclick();
  assert.equal(await percent(page, "Height of the workbench"), 28);
});

inPage("lesson pack: opened from a file, told as foreign, still there after a reload", { site: "root", path: "lessons" }, async (page) => {
  await page.getByRole("heading", { level: 1, name: "Lessons" }).hover();
  await running(page);
  const text = readFileSync(new URL("01-entity.md", folder), "utf8").replace("id: entity", "id: workshop").replace("title: The table, the entity, the key", "title: Our workshop");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open lesson pack" }).click();
  await (await chooser).setFiles({ name: "workshop.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
  const there = async () => {
    await page.getByRole("heading", { level: 1, name: "Our workshop" }).first().waitFor();
    await page.getByText("It is not one of ours, and nobody here has checked it.").waitFor();
  };
  await there();
  await type(page, "insert Movies Drama/Casablanca Year=1942");
  await met(page, 1);
  await page.reload();
  await there();
  await met(page, 1); // text, label and draft
});

inPage("lesson for the first time: three points, once", { site: "root", path: "lessons/entity" }, async (page, { url }) => {
  await open(page, url, "entity");
  const coach = page.getByRole("region", { name: "How a lesson works" });
  assert.equal(await coach.getByRole("listitem").count(), 3);
  await coach.getByRole("button", { name: "Got it" }).click();
  await coach.waitFor({ state: "detached" });
  await open(page, url, "btree");
  assert.equal(await coach.count(), 0, "never again");
});

inPage("a lesson reads without the program", { site: "root", path: "lessons/entity", context: { javaScriptEnabled: false } }, async (page, { t }) => {
  for (const s of lessons[0].steps) await page.getByRole("heading", { level: 2, name: s.title }).waitFor();
  await page.getByRole("region", { name: "The table Movies, in the order of its keys" }).first().waitFor();
  assert.equal(await page.getByText("Solution", { exact: true }).count(), 5, "the solutions in writing");
  figure(t, "lesson without the program: all steps, hints and solutions");
});

// What reading costs: all that a browser fetches for a lesson until the program
// is asked for, and the icon and the manifest, which not every browser fetches.
// Texts count as gzip sends them, the worse of the two ways that hosts have.
const READING = 60_000; // bytes
inPage("reading a lesson costs at most 60 KB before the engine arrives", { site: "root", path: "lessons" }, async (page, { t, url, context }) => {
  const root = join(process.env.KEYRANGE_SITES, "root");
  const sent = (address) => {
    const path = new URL(address).pathname.slice(1);
    const file = readFileSync(join(root, /\.[a-z0-9]+$/.test(path) ? path : `${path}.html`));
    return /\.(woff2|png)$/.test(path) ? file.length : gzipSync(file, { level: 9 }).length;
  };
  const worst = { bytes: 0 };
  for (const l of lessons) {
    const fetched = new Set();
    const note = (r) => fetched.add(r.url().split("#")[0]);
    context.on("request", note);
    await page.goto(`${url}lessons/${l.id}`, { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    context.off("request", note);
    const named = await page.locator("link[rel=icon], link[rel=manifest], link[rel=stylesheet], link[rel=preload], script[src]").evaluateAll((all) => all.map((e) => e.href ?? e.src));
    for (const a of named) fetched.add(a);
    const list = [...fetched].filter((a) => a.startsWith(url));
    assert.ok(list.length >= 6 && !list.some((a) => a.endsWith(".wasm")), `${l.id}: ${list}`);
    const bytes = list.reduce((sum, a) => sum + sent(a), 0);
    assert.ok(bytes <= READING, `${l.id}: ${bytes} bytes: ${list.map((a) => `${new URL(a).pathname} ${sent(a)}`).join(", ")}`);
    if (bytes > worst.bytes) Object.assign(worst, { bytes, id: l.id, list });
  }
  figure(t, `reading a lesson: at most ${worst.bytes} bytes (${worst.id}): ${worst.list.map((a) => `${new URL(a).pathname.split("/").at(-1)} ${sent(a)}`).join(", ")}`);
});

inPage("lessons: three paths, a map, the time that is left, and the lesson to go on with", { site: "root", path: "lessons" }, async (page, { url }) => {
  await page.getByRole("link", { name: "Start with 1. The table, the entity, the key" }).waitFor(); // before the program runs
  for (const who of ["You are new to keys", "You design a table now", "You run one in production"]) assert.ok(await page.getByRole("region", { name: who }).getByRole("link").count() >= 8, who);
  await page.getByRole("img", { name: /^Map of the lessons/ }).waitFor();
  await page.getByRole("region", { name: "Hot ranges" }).getByText("Builds on 2. How the index finds a key").waitFor();
  await open(page, url, "pages");
  await page.goto(`${url}lessons`);
  await page.getByRole("heading", { level: 1, name: "Lessons" }).hover();
  await running(page);
  await page.getByRole("link", { name: "Continue with 10. Answers come in pages" }).waitFor();
  await page.getByRole("link", { name: "Reference", exact: true }).click();
  await page.getByRole("row", { name: /ServerBusy 503/ }).getByRole("link", { name: "Server Busy" }).waitFor();
});

inPage("search and glossary: the key / finds a lesson and a term", { site: "root", path: "lessons" }, async (page) => {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search lessons and terms" }).fill("split");
  await page.getByRole("link", { name: /The split that does not help/ }).first().waitFor();
  await page.getByText("A busy range is divided at a key").waitFor();
});
