// The right answers, by plain arrays and loops over the workload. Not measured.
import { Tally, staleEvery } from "../workload.js";

export function expected(work) {
  const counts = new Map(work.sorted.map((r) => [r, r.count]));
  return {
    get(n) {
      const t = new Tally();
      for (const r of work.gets.slice(0, n)) t.add(counts.get(r), r.name);
      return t;
    },
    range(n) {
      const t = new Tally();
      for (const { pk, low, high } of work.ranges.slice(0, n)) {
        let i = lowerBound(work.sorted, pk, low);
        for (; i < work.sorted.length && work.sorted[i].pk === pk && work.sorted[i].rk < high; i++) t.add(counts.get(work.sorted[i]), work.sorted[i].name);
      }
      return t;
    },
    scan(n) {
      const t = new Tally();
      for (const s of work.scans.slice(0, n)) {
        for (const r of work.sorted) if (counts.get(r) >= s.count && r.rating < s.rating) t.add(counts.get(r), r.name);
      }
      return t;
    },
    update(n) {
      const t = new Tally();
      work.updates.slice(0, n).forEach((r, i) => {
        if (i % staleEvery === staleEvery - 1) return t.sum++;
        t.rows++;
        counts.set(r, counts.get(r) + 1);
      });
      return t;
    },
    page(n, pageRows) {
      const t = new Tally();
      for (const from of pageStarts(n, work.sorted.length, pageRows)) {
        for (const r of work.sorted.slice(from, from + pageRows)) t.add(counts.get(r), r.name);
      }
      return t;
    },
  };
}

// pageStarts spreads n pages evenly over all of them.
export function pageStarts(n, rows, pageRows) {
  const all = Math.ceil(rows / pageRows);
  return Array.from({ length: n }, (_, i) => Math.floor((i * all) / n) * pageRows);
}

function lowerBound(rows, pk, rk) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].pk < pk || (rows[middle].pk === pk && rows[middle].rk < rk)) low = middle + 1;
    else high = middle;
  }
  return low;
}
