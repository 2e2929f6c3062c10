// The data and the work that every contender gets. The Go side makes the same
// from the same seed (build/bench/workload.go); the digest proves it.

export const sizes = { entities: 100000, partitions: 100, gets: 100000, ranges: 1000, rangeRows: 100, scans: 20, updates: 20000, pageRows: 1000 };

// Every staleEvery-th update carries an outdated version and must be refused.
export const staleEvery = 20;

const maxTicks = 3155378975999999999n;
const firstTicks = 638712000000000000n;
const partitionNames = Array.from({ length: sizes.partitions }, (_, i) => "device-" + String(i).padStart(3, "0"));
const states = ["ok", "warn", "fail", "off"];

// random is xorshift32, the generator that is the same in a few lines of any language.
function random(seed) {
  let x = seed >>> 0;
  return (below) => {
    x ^= x << 13; x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5; x >>>= 0;
    return x % below;
  };
}

// workload returns the entities in the order they arrive and in key order, and
// the seeded sequences of the jobs.
export function workload(seed) {
  const next = random(seed);
  const arrivals = [];
  for (let i = 0; i < sizes.entities; i++) {
    const pk = partitionNames[next(sizes.partitions)];
    const ticks = firstTicks + BigInt(i) * 10000000n + BigInt(next(10000000));
    arrivals.push({
      pk, rk: String(maxTicks - ticks), version: 1,
      name: "reading " + next(100000), state: states[next(4)], count: next(1000), rating: next(10000) / 100, active: next(2) === 1,
    });
  }
  const sorted = arrivals.slice().sort((a, b) => compareKeys(a.pk, a.rk, b.pk, b.rk));
  const pick = (n) => Array.from({ length: n }, () => sorted[next(sorted.length)]);
  const gets = pick(sizes.gets);
  const starts = partitionStarts(sorted);
  const ranges = Array.from({ length: sizes.ranges }, () => {
    const p = next(starts.length - 1);
    const from = starts[p] + next(starts[p + 1] - starts[p] - sizes.rangeRows);
    return { pk: sorted[from].pk, low: sorted[from].rk, high: sorted[from + sizes.rangeRows].rk };
  });
  const scans = Array.from({ length: sizes.scans }, () => ({ count: 800 + next(100), rating: 10 + next(20) }));
  const updates = pick(sizes.updates);
  return { arrivals, sorted, gets, ranges, scans, updates };
}

export function compareKeys(pk, rk, otherPk, otherRk) {
  if (pk !== otherPk) return pk < otherPk ? -1 : 1;
  return rk < otherRk ? -1 : rk > otherRk ? 1 : 0;
}

function partitionStarts(sorted) {
  const starts = [];
  sorted.forEach((row, i) => {
    if (i === 0 || sorted[i - 1].pk !== row.pk) starts.push(i);
  });
  return [...starts, sorted.length];
}

// Tally is what a job gives back: how many entities it saw and a sum over two
// properties of each, a number and a text, both of which must really be read.
export class Tally {
  rows = 0;
  sum = 0;
  add(count, name) {
    this.rows++;
    this.sum += count + name.length + name.charCodeAt(name.length - 1);
  }
}

// digest is a check of the data and the sequences themselves.
export function digest(work) {
  let h = 2166136261;
  const text = (s) => {
    for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619) >>> 0;
  };
  for (const r of work.arrivals) text([r.pk, r.rk, r.name, r.state, r.count, r.active].join("|") + "|" + Math.round(r.rating * 100));
  for (const r of work.gets) text(r.rk);
  for (const r of work.ranges) text(r.low + r.high);
  for (const r of work.scans) text(r.count + "," + r.rating);
  for (const r of work.updates) text(r.rk);
  return h;
}
