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

const LIMITS = { memory: 45, task: 10 }; // MB, ms

export function median(values) {
  const v = values.filter((x) => x !== undefined).sort((a, b) => a - b);
  if (v.length === 0) return undefined;
  const m = v.length >> 1;
  return v.length % 2 ? v[m] : (v[m - 1] + v[m]) / 2;
}

// report gives the whole text: milliseconds by job and contender (medians),
// then how many times faster ours is, both by the clock and by the processor
// time of the page's process.
export function report(contenders, { rounds, seed, browser }) {
  return [
    `Chromium ${browser}, seed ${seed}, ${rounds} rounds after one to warm up`, "",
    ...compare(contenders, "clock", "by the clock"), "",
    ...compare(contenders.filter((c) => !c.elsewhere), "processor", "by processor time"), "",
    ...contenders.filter((c) => c.elsewhere).map((c) => `${c.name} works in other processes: it is not compared by processor time.`),
    ...contenders.filter((c) => c.share).map((c) => `${c.name}: ${Object.entries(c.share).map(([job, s]) => `${job} ${s * 100} %`).join(", ")} of the work is run and counted up.`),
  ].join("\n");
}

// compare gives the two tables of one kind of time.
function compare(contenders, kind, title) {
  const times = (c, job) => c.times.map((t) => t[job]?.[kind]);
  const table = [["milliseconds, medians, " + title, ...contenders.map((c) => c.name)]];
  const ratios = [["times faster than, " + title, "best database", "worst round", "sorted-btree", "worst round", ""]];
  const own = contenders.find((c) => c.ours);
  for (const [job, name] of jobs) {
    table.push([name, ...contenders.map((c) => figure(median(times(c, job))))]);
    if (own === undefined) continue;
    // The best of some in the medians, and in that round in which it was best beside ours.
    const against = (test) => {
      const others = contenders.filter((c) => test(c) && median(times(c, job)) !== undefined);
      const ours = times(own, job);
      return [
        Math.min(...others.map((c) => median(times(c, job)) / median(ours))),
        Math.min(...others.flatMap((c) => times(c, job).map((t, r) => t / ours[r]))),
      ];
    };
    const database = against((c) => c.database), tree = against((c) => c.name.startsWith("sorted-btree"));
    const judged = job !== "load" && job !== "insert";
    const behind = (database[0] < 1 ? "BEHIND a database " : "") + (tree[0] < 1 && judged ? "BEHIND sorted-btree" : "");
    ratios.push([name, ...database.map(ratio), ratio(tree[0]), ratio(tree[1]) + (judged ? "" : " (not judged)"), behind]);
  }
  return [grid(table), "", grid(ratios)];
}

// hold judges what the engine takes of the page's memory and time.
export function hold({ heapBytes, moduleBytes, block }, judge) {
  const then = (list) => `then ${list.slice(1).map((t) => t.toFixed(1)).join(", ")}`;
  judge.line("engine: memory of the module after (a)", moduleBytes / 1e6, "MB", { limit: LIMITS.memory, note: `Go's heap in use ${(heapBytes / 1e6).toFixed(1)} MB` });
  judge.line(`engine: task of ${block.done.toLocaleString("en")} updates in slices of ${block.sliceTime} ms`, block.processor[0], "ms", { limit: LIMITS.task, note: `${then(block.processor)}; by the clock ${block.clock[0].toFixed(1)} (${then(block.clock)})` });
  judge.line(`engine: wait of the page for one of its ${block.turns} turns`, block.waited, "ms", { note: `by the clock, in ${block.milliseconds.toFixed(0)} ms` });
}

const figure = (ms) => (ms === undefined || ms === Infinity ? "-" : ms >= 100 ? ms.toFixed(0) : ms.toFixed(1));
const ratio = (r) => (r === Infinity ? "-" : r.toFixed(2));

function grid(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((r) => r[i].length)));
  return rows.map((r) => r.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ").trimEnd()).join("\n");
}
