// The table that the benchmark prints.

const jobs = [
  ["load", "a  load 100,000 entities"],
  ["insert", "a' the same, one by one as they arrive"],
  ["get", "b  100,000 point gets"],
  ["range", "c  1,000 row ranges of 100"],
  ["scan", "d  20 filtered full scans"],
  ["update", "e  20,000 optimistic updates"],
  ["page", "f  paging by 1,000"],
];

export function median(values) {
  const v = values.filter((x) => x !== undefined).sort((a, b) => a - b);
  if (v.length === 0) return undefined;
  const m = v.length >> 1;
  return v.length % 2 ? v[m] : (v[m - 1] + v[m]) / 2;
}

// report gives the whole text: milliseconds by job and contender (medians),
// then how many times faster ours is.
export function report(contenders, held, { rounds, seed, browser }) {
  const medians = (job) => contenders.map((c) => median(c.times.map((t) => t[job])));
  const table = [["milliseconds, medians", ...contenders.map((c) => c.name)]];
  const ratios = [["times faster than", "best database", "sorted-btree", ""]];
  for (const [job, title] of jobs) {
    const ms = medians(job);
    table.push([title, ...ms.map(figure)]);
    const own = ms[contenders.findIndex((c) => c.ours)];
    if (own === undefined) continue;
    const against = (test) => Math.min(...contenders.map((c, i) => (test(c) && ms[i] !== undefined ? ms[i] : Infinity))) / own;
    const database = against((c) => c.database), tree = against((c) => c.name.startsWith("sorted-btree"));
    const treeCounts = job !== "load" && job !== "insert";
    const behind = (database < 1 ? "BEHIND a database " : "") + (tree < 1 && treeCounts ? "BEHIND sorted-btree" : "");
    ratios.push([title, ratio(database), ratio(tree) + (treeCounts ? "" : " (not judged)"), behind]);
  }
  return [
    `Chromium ${browser}, seed ${seed}, ${rounds} rounds after one to warm up`, "", grid(table), "", grid(ratios), "", figures(held), "",
    ...contenders.filter((c) => c.share).map((c) => `${c.name}: ${Object.entries(c.share).map(([job, s]) => `${job} ${s * 100} %`).join(", ")} of the work is run and counted up.`),
  ].join("\n");
}

function figures({ heapBytes, moduleBytes, block }) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1) + " MB";
  return [
    `memory after (a): module ${megabytes(moduleBytes)}, of which Go's heap in use ${megabytes(heapBytes)} (at most 45 MB)${moduleBytes > 45e6 ? " ABOVE" : ""}`,
    `longest block of the page in ${block.done.toLocaleString("en")} updates: ${block.longest.toFixed(1)} ms (at most 10 ms)${block.longest > 10 ? " ABOVE" : ""}, ` +
      `next ${block.top.slice(1, 4).map((g) => g.toFixed(1)).join(", ")}; ${block.longTasks} long tasks, ${block.milliseconds.toFixed(0)} ms in all`,
  ].join("\n");
}

const figure = (ms) => (ms === undefined || ms === Infinity ? "-" : ms >= 100 ? ms.toFixed(0) : ms.toFixed(1));
const ratio = (r) => (r === Infinity ? "-" : r.toFixed(2));

function grid(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((r) => r[i].length)));
  return rows.map((r) => r.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ").trimEnd()).join("\n");
}
