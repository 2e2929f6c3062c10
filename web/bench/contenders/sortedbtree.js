// sorted-btree, a B+ tree in JavaScript: the speed of a structure, without
// types, versions, limits or a query language. One tree per partition, which
// is its faster form here (a single tree over the joined key is slower).
import { Tally, staleEvery } from "../workload.js";

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

export function sortedBTree(BTree) {
  let partitions, keys;
  const tree = (pk) => {
    let t = partitions.get(pk);
    if (!t) partitions.set(pk, (t = new BTree(undefined, byText)));
    return t;
  };
  const put = (r) => tree(r.pk).set(r.rk, { pk: r.pk, rk: r.rk, version: r.version, name: r.name, state: r.state, count: r.count, rating: r.rating, active: r.active });
  return {
    name: "sorted-btree",
    async open() { partitions = new Map(); },
    load(work) {
      for (const r of work.sorted) put(r);
      keys = [...partitions.keys()].sort(byText);
    },
    insert(work) {
      for (const r of work.arrivals) {
        if (tree(r.pk).has(r.rk)) throw new Error("duplicate");
        put(r);
      }
      keys = [...partitions.keys()].sort(byText);
    },
    get(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const r = partitions.get(work.gets[i].pk).get(work.gets[i].rk);
        t.add(r.count, r.name);
      }
      return t;
    },
    range(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { pk, low, high } = work.ranges[i];
        partitions.get(pk).forRange(low, high, false, (_, r) => { t.add(r.count, r.name); });
      }
      return t;
    },
    scan(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { count, rating } = work.scans[i];
        const test = (r) => { if (r.count >= count && r.rating < rating) t.add(r.count, r.name); };
        for (const pk of keys) partitions.get(pk).forEach(test);
      }
      return t;
    },
    update(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const at = tree(work.updates[i].pk), rk = work.updates[i].rk;
        const seen = at.get(rk);
        const match = i % staleEvery === staleEvery - 1 ? seen.version - 1 : seen.version;
        const now = at.get(rk);
        if (now.version !== match) { t.sum++; continue; }
        at.set(rk, { ...now, count: seen.count + 1, version: now.version + 1 });
        t.rows++;
      }
      return t;
    },
    page(work, n, pageRows) {
      const t = new Tally();
      let partition = 0, after;
      while (partition < keys.length) {
        const page = [];
        while (page.length < pageRows && partition < keys.length) {
          const at = partitions.get(keys[partition]);
          const room = pageRows - page.length;
          let got = 0;
          at.forRange(after ?? "", "~", true, (k, r) => {
            if (k === after) return;
            page.push(r);
            after = k;
            if (++got === room) return { break: true };
          });
          if (got < room) { partition++; after = undefined; }
        }
        for (const r of page) t.add(r.count, r.name);
      }
      return t;
    },
    async close() { partitions = undefined; },
  };
}

// joined is the same with one tree over both keys.
export function joinedBTree(BTree) {
  let tree;
  const key = (pk, rk) => pk + "\u0000" + rk;
  const put = (r) => tree.set(key(r.pk, r.rk), { pk: r.pk, rk: r.rk, version: r.version, name: r.name, state: r.state, count: r.count, rating: r.rating, active: r.active });
  return {
    name: "sorted-btree, one tree",
    async open() { tree = new BTree(undefined, byText); },
    load(work) { for (const r of work.sorted) put(r); },
    get(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const r = tree.get(key(work.gets[i].pk, work.gets[i].rk));
        t.add(r.count, r.name);
      }
      return t;
    },
    range(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { pk, low, high } = work.ranges[i];
        tree.forRange(key(pk, low), key(pk, high), false, (_, r) => { t.add(r.count, r.name); });
      }
      return t;
    },
    scan(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { count, rating } = work.scans[i];
        tree.forEach((r) => { if (r.count >= count && r.rating < rating) t.add(r.count, r.name); });
      }
      return t;
    },
    update(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const k = key(work.updates[i].pk, work.updates[i].rk);
        const seen = tree.get(k);
        const match = i % staleEvery === staleEvery - 1 ? seen.version - 1 : seen.version;
        const now = tree.get(k);
        if (now.version !== match) { t.sum++; continue; }
        tree.set(k, { ...now, count: seen.count + 1, version: now.version + 1 });
        t.rows++;
      }
      return t;
    },
    page(work, n, pageRows) {
      const t = new Tally();
      for (let last = ""; ;) {
        const page = [];
        tree.forRange(last, "~", true, (k, r) => {
          if (k === last) return;
          page.push(r);
          if (page.length === pageRows) { last = k; return { break: true }; }
        });
        for (const r of page) t.add(r.count, r.name);
        if (page.length < pageRows) return t;
      }
    },
    async close() { tree = undefined; },
  };
}
