// The prose of every lesson and workshop and of the glossary is spelt as American English
// spells it. Names and terms that are right stand in lessons/content/words.txt.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import nspell from "nspell";

const content = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "lessons", "content");
const words = readFileSync(join(content, "words.txt"), "utf8").split("\n").filter(Boolean);
const folder = dirname(createRequire(import.meta.url).resolve("dictionary-en"));
const dictionary = nspell(readFileSync(join(folder, "index.aff")), readFileSync(join(folder, "index.dic")));
for (const w of words) dictionary.add(w);

// Lines of a task that are read, by what they begin with; what follows the bar
// of a wrong or broken one is read too.
const told = /^(now|met|hint|figure|guess): ?(.*)$/;
const judged = /^(wrong|broken): .*? \| (.*)$/;

// prose gives the lines of a lesson that a learner reads, each with its number.
function prose(text) {
  const lines = [];
  let block = "", first = false, front = 0;
  for (const [i, line] of text.split("\n").entries()) {
    const add = (s) => lines.push([i + 1, s]);
    if (line === "---" && front < 2) { front++; continue; }
    if (front === 1) {
      const field = /^(title|goal|teaches|omits|for|bring): (.*)$/.exec(line);
      if (field) add(field[2]);
    } else if (line.startsWith("```")) {
      block = block ? "" : line.slice(3).split(" ")[0];
      first = block !== "";
    } else if (!block || block === "notes" || block === "answers") {
      add(line);
    } else if (block === "task") {
      const say = told.exec(line) ?? judged.exec(line);
      if (say) add(say[1] === "figure" ? say[2].split("|")[0] : say[2]);
      if (/^[a-z]+:/.test(line)) first = false;
      else if (first && !say) add(line);
    } else if ((block === "picture" || block === "agenda") && line.includes("|")) {
      add(line.split("|").slice(1).join(" "));
    }
  }
  return lines;
}

// spelt takes out what is no prose: code, values, addresses, keys and figures.
const spelt = (line) => line.replace(/`[^`]*`|\{[^}]*\}|\]\([^)]*\)|https?:\S+|'[^' ]*'/g, " ").match(/[A-Za-z]+(?:['’][a-z]+)?/g) ?? [];

// A word with a capital inside is a name of the service's, such as RowKey.
const isName = (word) => /[a-z][A-Z]|^[A-Z]+s?$/.test(word);

const markdown = (folder) => readdirSync(join(content, folder)).filter((f) => f.endsWith(".md")).map((f) => join(folder, f));

for (const file of [...markdown("."), ...markdown("../workshop/files"), "glossary.txt"]) {
  test(`spelling: ${file}`, () => {
    const text = readFileSync(join(content, file), "utf8");
    const lines = file.endsWith(".md") ? prose(text) : text.split("\n").map((l, i) => [i + 1, `${l.split("\t")[1] ?? ""} ${l.split("\t")[3] ?? ""}`]);
    const wrong = lines.flatMap(([n, line]) => spelt(line).filter((w) => !isName(w) && !dictionary.correct(w.replace("’", "'"))).map((w) => `line ${n}: ${w}`));
    assert.deepEqual(wrong, [], "words that the dictionary does not know");
  });
}

test("spelling: a word that is wrong is found", () => {
  assert.deepEqual(spelt("A **PartitionKey** is `naem`, [a tabel](demo:x) of 3 entitys.").filter((w) => !isName(w) && !dictionary.correct(w)), ["tabel", "entitys"]);
});

test("spelling: every exception is needed and in order", () => {
  const plain = nspell(readFileSync(join(folder, "index.aff")), readFileSync(join(folder, "index.dic")));
  assert.deepEqual(words.filter((w) => plain.correct(w)), [], "words that the dictionary knows");
  assert.deepEqual(words, [...words].sort(), "sorted");
});
