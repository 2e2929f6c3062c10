// A lesson walked by its own solutions, typed and pressed as a learner does, and the
// parts of lessons' and workshops' files that a walk needs, read without any of the
// program's own code.

import { readFileSync, readdirSync } from "node:fs";
import { running } from "./stage.mjs";

export const folder = new URL("../../lessons/content/", import.meta.url);

// lesson reads the parts of a lesson's file that a walk needs, without any of
// the program's own code.
function lesson(name) {
  const text = readFileSync(new URL(name, folder), "utf8");
  const steps = [];
  let task;
  for (const line of text.split("\n")) {
    const heading = line.match(/^## (.*)/);
    if (heading) steps.push({ title: heading[1], tasks: [] });
    const screen = line.match(/^```screen (\w+)/);
    if (screen) steps.at(-1).screen = { kind: screen[1], turns: [] };
    const turn = steps.at(-1)?.screen && line.match(/^(?:with [^:]*: )?([AB]): /);
    if (turn && !steps.at(-1).tasks.length) steps.at(-1).screen.turns.push(turn[1]);
    const begun = line.match(/^```task (.*)/);
    if (begun) steps.at(-1).tasks.push(task = { id: begun[1], commands: [], reading: false });
    else if (line.startsWith("```")) task = undefined;
    else if (task && line.startsWith("solution:")) task.reading = true;
    else if (task && /^\S/.test(line)) task.reading = false;
    else if (task?.reading && line.trim()) task.commands.push(line.trim());
  }
  return { id: name.replace(/^\d+-|\.md$/g, ""), title: text.match(/^title: (.*)/m)[1], steps: steps.filter((s) => s.tasks.length) };
}

// joined puts a batch that goes over several lines on one.
function joined(commands) {
  const list = [];
  for (const c of commands) {
    const open = list.at(-1);
    if (open && (open.match(/{/g) ?? []).length > (open.match(/}/g) ?? []).length && /^\S*:? ?batch|^batch/.test(open)) list[list.length - 1] += (open.endsWith("{") || c === "}" ? " " : "; ") + c;
    else list.push(c);
  }
  return list;
}

export const lessons = readdirSync(folder).filter((n) => /^\d.*\.md$/.test(n)).map(lesson);
export const field = (page) => page.getByRole("combobox", { name: "Command" }).or(page.getByRole("textbox", { name: "Command" }));
export const card = (page, n) => page.getByRole("region", { name: `Task ${n}`, exact: true });
export const steps = (page) => page.getByRole("navigation", { name: "Steps" });
export const met = (page, n) => card(page, n).getByText("Met.", { exact: true }).waitFor();

export async function type(page, command) {
  await field(page).fill(command);
  await field(page).press("Enter");
  await page.waitForFunction(() => document.querySelector("#lesson-command").value === "");
}

export async function open(page, url, id) {
  await page.goto(`${url}lessons/${id}`);
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await bar(page).waitFor();
}

// bar is the log of a lesson at the foot, and done how many of its commands are done.
export const bar = (page) => page.getByRole("slider").last();
export const done = async (page) => Number(await bar(page).inputValue());

export const client = (page, name) => page.getByRole("article").filter({ has: page.getByRole("heading", { name: `Client ${name}` }) });
export const stepOf = (page, name) => client(page, name).getByRole("button", { name: new RegExp(`^Step ${name}: `) });

// act does with the controls of two clients what a command of a solution says:
// the next step of a program, or beyond its end one that is added to it.
async function act(page, command, left) {
  const [, name, verb, rest] = command.match(/^([AB]): (\S+) ?(.*)$/);
  const before = await done(page);
  if (left[name] > 0) left[name]--;
  else {
    const of = client(page, name), kinds = { get: "Read", merge: "Merge", replace: "Replace with all that was read", delete: "Delete" };
    if (!await of.getByLabel("Kind of step").isVisible()) await of.getByText(`Add a step for ${name}`).click();
    await of.getByLabel("Kind of step").selectOption({ label: kinds[verb] });
    const set = rest.match(/ (\w+)=('?)([^' ]*)\2/);
    if (set) {
      await of.getByLabel("Property").selectOption({ label: set[1] });
      await of.getByRole("textbox").fill(set[3]);
    }
    if (kinds[verb] !== "Read") await of.getByLabel("Send with").selectOption({ label: rest.endsWith("if *") ? "* (do not care)" : "the ETag that was read" });
    await of.getByRole("button", { name: `Add it to ${name}'s steps` }).click();
  }
  await stepOf(page, name).click();
  await page.waitForFunction((n) => Number(document.querySelector("#scrub").value) > n, before);
}

// send puts the changes of a batch onto the list of the stage, and sends it.
async function send(page, command) {
  const before = await done(page), changes = command.match(/\{ (.*) \}$/)[1].split("; ");
  const list = page.getByRole("list", { name: "Changes of the batch" }).getByRole("listitem");
  for (let n = await list.count(); n > changes.length; n--) await page.getByRole("button", { name: `Remove change ${n}` }).click();
  for (const [i, change] of changes.entries()) {
    const [, kind, pk, rk, properties, condition] = change.match(/^(\S+) ([^/]+)\/(\S+?)(?: (?!if )(.*?))?(?: if (\*))?$/);
    const known = i < await list.count();
    await page.getByRole("button", { name: known ? `Edit change ${i + 1}` : "Add a change" }).click();
    const form = page.getByRole("form", { name: known ? `Change ${i + 1}` : "New change" });
    await form.getByLabel("Kind").selectOption(kind);
    for (const [label, text] of [["PartitionKey", pk], ["RowKey", rk], ["Properties", properties]]) if (text) await form.getByLabel(label).fill(text);
    if (condition) await form.getByLabel("Only if the version is").selectOption(condition);
    await form.getByRole("button").click();
    await form.waitFor({ state: "detached" });
  }
  await page.getByRole("button", { name: "Send the batch" }).click();
  await page.waitForFunction((n) => Number(document.querySelector("#scrub").value) > n, before);
}

// work does on the stage across partitions what a command of a solution says. The
// worker is written in the way that the list has last.
async function work(page, command) {
  const before = await done(page), ways = page.getByLabel("How the worker is written");
  if (before === 0) await ways.selectOption({ index: await ways.locator("option").count() - 1 });
  const name = command.startsWith("C: ") ? "Client: put the message" : command.startsWith("advance ") ? "Let 30 s pass" : command.endsWith(": policy none") ? "Crash the worker here" : /^Worker: /;
  await page.getByRole("button", { name }).click();
  await page.waitForFunction((n) => Number(document.querySelector("#scrub").value) > n, before);
}

// left counts the steps that each client has to begin with.
const programs = (screen) => ({ A: screen.turns.filter((t) => t === "A").length, B: screen.turns.filter((t) => t === "B").length });

// walk does every task of a lesson that is shown, and gives how many there are.
export async function walk(page, l) {
  let tasks = 0;
  for (const s of l.steps) {
    await steps(page).getByRole("button", { name: s.title }).click();
    await page.getByRole("heading", { level: 2, name: s.title }).waitFor();
    const left = s.screen && programs(s.screen);
    for (const [n, task] of s.tasks.entries()) {
      for (const c of joined(task.commands)) {
        if (!s.screen) await type(page, c);
        else if (s.screen.kind === "batch") await send(page, c);
        else if (s.screen.kind === "across") await work(page, c);
        else if (/^[AB]: /.test(c)) await act(page, c, left); // a fault comes with its step
      }
      await met(page, n + 1);
      tasks++;
    }
  }
  return tasks;
}

// listed waits until the list of lessons says that these are done.
export async function listed(page, titles) {
  await page.goto(new URL("/lessons", page.url()).href);
  await page.getByRole("heading", { level: 1, name: "Lessons" }).hover();
  await running(page);
  const link = (title) => page.getByRole("link", { name: new RegExp(`^\\d+\\. ${title.replace(/[^\w ]/g, "\\$&")}$`) });
  for (const title of titles) await page.getByRole("listitem").filter({ has: link(title) }).getByText(/min, done$/).waitFor();
}

// The workshops: what each item of their agendas opens, and its minutes.
const halls = new URL("../../lessons/workshop/files/", import.meta.url);
export const workshops = readdirSync(halls).map((name) => {
  const text = readFileSync(new URL(name, halls), "utf8"), items = [];
  for (const line of text.split("\n")) {
    const heading = line.match(/^## (.*)/), opens = line.match(/^(lesson|page|moment|task): ([^ |]*)/), minutes = line.match(/^minutes: (\d+)/);
    if (heading) items.push({ title: heading[1], opens: [] });
    else if (opens && items.length) items.at(-1).opens.push({ kind: opens[1], target: opens[2] });
    else if (minutes && items.length) items.at(-1).minutes = Number(minutes[1]);
  }
  return { id: name.replace(".md", ""), title: text.match(/^title: (.*)/m)[1], items };
});
