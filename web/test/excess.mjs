// Five things of which there is too much, as links and files of every form. They are
// made of what the site itself writes, so that nothing else is wrong with them.

import * as press from "./press.mjs";

export const NOTS = "not ".repeat(200_000) + "A eq 1";
export const TITLE = "x".repeat(1 << 20);
export const ARRAYS = "[".repeat(500_000) + "]".repeat(500_000);
export const COLUMNS = Array.from({ length: 20_000 }, (_, i) => `c${i}`);
export const GESTURES = 9_000;

// The bounds as the page says them.
export const BOUND = {
  link: /^This link (holds|has) more than 65,536 (bytes|characters), which is the most that can be opened\. Ask its sender for a file instead\.$/,
  text: /^This file has a text of more than 131,072 bytes, which is the most that can be opened\.$/,
  depth: /^This file nests values more than 32 deep, which is the most that can be opened\.$/,
  values: /^This file has more than 20,000 values in one piece, which is the most that can be opened\.$/,
  gestures: /^This file holds 9,000 gestures, and at most 2,000 can be opened\.$/,
};

// works are files of work with too much in them, by what that is, each with the
// bound that it meets. file is one that the site has written.
export function works(file) {
  const [magic, head, ...moments] = file.trimEnd().split("\n");
  const joined = (h, list) => [magic, h, ...list, ""].join("\n");
  const edited = (text, edit) => { const v = JSON.parse(text); edit(v); return JSON.stringify(v); };
  const last = (edit) => joined(head, [...moments.slice(0, -1), edited(moments.at(-1), edit)]);
  const raw = (text) => joined(head, [...moments.slice(0, -1), `${moments.at(-1).slice(0, -1)},"X":${text}}`]);
  const asking = (question) => last((m) => { m.W.Score = { ...m.W.Score, Own: true, Questions: [question] }; });
  return {
    "200,000 nots": [last((m) => { m.W.Filter = NOTS; }), BOUND.text],
    "200,000 nots in a question": [asking({ Title: "q", Filter: NOTS }), BOUND.text],
    "200,000 nots in a command": [last((m) => { m.C = `query playground where ${NOTS}`; }), BOUND.text],
    "a title of 1 MB": [joined(edited(head, (h) => { h.Title = TITLE; }), moments), BOUND.text],
    "a title of 1 MB, of a branch": [joined(edited(head, (h) => { h.Branches[0].Name = TITLE; }), moments), BOUND.text],
    "a title of 1 MB, of a question": [asking({ Title: TITLE, Filter: "A eq 1" }), BOUND.text],
    "500,000 arrays": [raw(ARRAYS), BOUND.depth],
    "500,000 arrays in the head": [joined(ARRAYS, moments), BOUND.depth],
    "20,000 columns": [last((m) => { m.W.Columns = COLUMNS.map((Name) => ({ Name, Type: 8 })); }), BOUND.values],
    "9,000 gestures": [grown(joined, head, moments), BOUND.gestures],
  };
}

// grown has 9,000 gestures one after another.
function grown(joined, head, moments) {
  const h = JSON.parse(head), m = JSON.parse(moments.at(-1)), list = [...moments];
  for (let n = moments.length; n <= GESTURES; n++) list.push(JSON.stringify({ ...m, N: n, P: n - 1, L: `$top ${n}`, W: { ...m.W, Top: 1 + n % 900 } }));
  h.Branches[0] = { ...h.Branches[0], Tip: GESTURES, At: GESTURES };
  return joined(JSON.stringify({ ...h, At: GESTURES, Next: GESTURES + 1 }), list);
}

// designs are files of a design.
export function designs(file) {
  const edited = (edit) => { const d = JSON.parse(file); edit(d); return JSON.stringify(d, null, 2); };
  return {
    "200,000 nots in a question of a design": [edited((d) => { d.Questions = [{ Title: "q", Filter: NOTS }]; }), BOUND.text],
    "a design with a title of 1 MB": [edited((d) => { d.Title = TITLE; }), BOUND.text],
    "a design with 500,000 arrays": [edited((d) => { d.X = 1; }).replace('"X": 1', `"X": ${ARRAYS}`), BOUND.depth],
    "a design with 20,000 columns": [edited((d) => { d.Columns = COLUMNS.map((Name) => ({ Name, Type: "Edm.String" })); }), BOUND.values],
  };
}

// logs are moments of a screen with a log, as the bytes that a link or file holds,
// with what a link and what a file says. text is the plain form of a moment of it.
export function logs(text) {
  const { screen, notes, begin } = press.apart(text);
  const STEPS = /^This moment has 9,000 steps\. At most 4,000 can be opened\.$/;
  const DAMAGED = /^This file is damaged\. A part of it may be missing\.$/;
  const LONG = /^This moment has more than 1,048,576 characters, which is the most that can be opened\.$/;
  return [
    ["9,000 steps", press.log(notes, begin, Array(GESTURES).fill("advance 1s")), BOUND.link, STEPS],
    ["9,000 short steps", press.log(notes, begin, Array(GESTURES).fill("next")), STEPS, STEPS],
    ["a title of 1 MB", press.log([...notes.slice(0, -1), TITLE], begin, []), BOUND.link, LONG],
    ["500,000 arrays", press.log([ARRAYS, ...notes.slice(1)], begin, []), BOUND.link, LONG],
    ["200,000 nots", press.log(notes, begin, [`query T where ${NOTS}`]), BOUND.link, LONG],
    ["150,000 nots", press.log(notes, begin, [`query T where ${"not ".repeat(150_000)}A eq 1`]), BOUND.link, DAMAGED],
  ].map(([name, bytes, link, file]) => ({ name, link: () => press.short(screen, bytes), file: () => press.plain(screen, bytes), says: { link, file } }));
}

// longest is a link of a screen with a log that has as many steps as can be opened,
// made of the plain form of a moment of it.
export function longest(screen, text, step) {
  const { notes, begin } = press.apart(text);
  return press.short(screen, press.log(notes, begin, Array(3_999).fill(step)));
}

// imports are files of data, each with what the page says: a sentence, or how many
// columns there then are.
export const imports = () => {
  const object = JSON.stringify(Object.fromEntries(COLUMNS.map((c, i) => [c, i])));
  return {
    "nots.csv": [`a,"${NOTS}"\n1,2\n`, /more than 98,304 bytes/],
    "title.csv": [`id,${TITLE}\n1,2\n`, /The header on line 1 is longer than 1,048,576 bytes\./],
    "title.json": [JSON.stringify([{ id: 1, [TITLE]: 2 }]), /an element is longer than 1,048,576 bytes/],
    "arrays.json": [ARRAYS, /values are nested more than 1,000 deep/],
    "arrays.jsonl": [`{"a":${ARRAYS}}\n`, /values are nested more than 1,000 deep/],
    "columns.csv": [`${COLUMNS}\n${COLUMNS.map((_, i) => i)}\n`, /The header has more than 2,520 columns/],
    "columns.json": [`[${object},${object},${object}]`, 252],
    "columns.jsonl": [`${object}\n${object}\n`, 252],
  };
};

// packs are lessons as files, made of one of ours that carries data, each with what
// the page says. Two are lessons as good as any, whose stage comes to nothing.
export const packs = (lesson) => ({
  "a lesson of 500,000 arrays": [`${lesson}\n${ARRAYS}\n`, /^A lesson has at most 256 KB\.$/],
  "a lesson with a title of 200 KB": [lesson.replace(/^title: .*$/m, `title: ${TITLE.slice(0, 200_000)}`), /title is a text of at most 400 bytes/],
  "a lesson with 100,000 arrays as data": [
    lesson.replace(/```data movies\.csv\n[^]*?```/, `\`\`\`data movies.json\n${"[".repeat(100_000)}${"]".repeat(100_000)}\n\`\`\``).replaceAll("data movies.csv", "data movies.json"),
    "How the index finds a key"],
  "a lesson with 50,000 nots in a command": [lesson.replace(/^create table /m, `query Movies where ${"not ".repeat(50_000)}A eq 1\ncreate table `), "How the index finds a key"],
});
