// LokiJS twice: with the collection, indices and queries that Azurite's table
// persistence uses, and tuned. Filters are plain JavaScript functions in both,
// which is faster than the tree walk Azurite does.
import { Tally, staleEvery, compareKeys } from "../workload.js";
import { pageStarts } from "./expected.js";

const tag = (version) => `W/"datetime'${version}'"`;

export function lokiAsAzurite(Loki) {
  let db, rows;
  const one = (r) => rows.findOne({ PartitionKey: r.pk, RowKey: r.rk });
  const query = (where, nextPk, nextRk, limit) => rows.chain().where(where).where((d) => {
    if (nextPk === undefined) return true;
    if (d.PartitionKey > nextPk) return true;
    return d.RowKey >= nextRk && d.PartitionKey === nextPk;
  }).sort((a, b) => compareKeys(a.PartitionKey, a.RowKey, b.PartitionKey, b.RowKey)).limit(limit + 1).data();
  const tally = (t, docs) => { for (const d of docs) t.add(d.properties.count, d.properties.name); };
  const insert = (list) => {
    for (const r of list) {
      if (one(r)) throw new Error("duplicate");
      const properties = { name: r.name, state: r.state, count: r.count, rating: r.rating, active: r.active };
      rows.insert({ PartitionKey: r.pk, RowKey: r.rk, eTag: tag(r.version), lastModifiedTime: "", properties });
    }
  };
  return {
    name: "LokiJS (Azurite)",
    database: true,
    // A query of its kind goes through all entities, so only some are run.
    share: { get: 0.005, range: 0.01, scan: 0.1, update: 0.01, page: 0.03 },
    async open() {
      db = new Loki("bench", { persistenceMethod: "memory" });
      rows = db.addCollection("t", { indices: ["PartitionKey", "RowKey"] });
    },
    load(work) { insert(work.sorted); },
    get(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) tally(t, [one(work.gets[i])]);
      return t;
    },
    range(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { pk, low, high } = work.ranges[i];
        tally(t, query((d) => d.PartitionKey === pk && d.RowKey >= low && d.RowKey < high, undefined, undefined, 1000));
      }
      return t;
    },
    scan(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { count, rating } = work.scans[i];
        tally(t, query((d) => d.properties.count >= count && d.properties.rating < rating, undefined, undefined, Infinity));
      }
      return t;
    },
    update(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const seen = one(work.updates[i]);
        const match = i % staleEvery === staleEvery - 1 ? tag(0) : seen.eTag;
        const entity = { properties: { count: seen.properties.count + 1 }, eTag: tag(i + 2) };
        const doc = one(work.updates[i]);
        if (doc.eTag !== match) { t.sum++; continue; }
        const merged = { ...doc, ...entity, properties: { ...doc.properties } };
        for (const key in entity.properties) merged.properties[key] = entity.properties[key];
        rows.update(merged);
        t.rows++;
      }
      return t;
    },
    page(work, n, pageRows) {
      const t = new Tally();
      for (const from of pageStarts(n, work.sorted.length, pageRows)) {
        const docs = query(() => true, work.sorted[from].pk, work.sorted[from].rk, pageRows);
        if (docs.length > pageRows) docs.pop();
        tally(t, docs);
      }
      return t;
    },
    async close() { db = rows = undefined; },
  };
}

export function lokiTuned(Loki) {
  let db, rows;
  const key = (pk, rk) => pk + "\u0000" + rk;
  const document = (r) => ({ key: key(r.pk, r.rk), pk: r.pk, rk: r.rk, version: r.version, name: r.name, state: r.state, count: r.count, rating: r.rating, active: r.active });
  return {
    name: "LokiJS (tuned)",
    database: true,
    async open() {
      db = new Loki("bench", { persistenceMethod: "memory" });
      rows = db.addCollection("t", { unique: ["key"], indices: ["key"], adaptiveBinaryIndices: false, disableMeta: true });
    },
    load(work) {
      rows.insert(work.sorted.map(document));
      rows.ensureIndex("key");
    },
    insert(work) {
      for (const r of work.arrivals) rows.insert(document(r));
      rows.ensureIndex("key");
    },
    get(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const d = rows.by("key", key(work.gets[i].pk, work.gets[i].rk));
        t.add(d.count, d.name);
      }
      return t;
    },
    range(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { pk, low, high } = work.ranges[i];
        const last = key(pk, high);
        for (const d of rows.chain().find({ key: { $between: [key(pk, low), last] } }).data()) if (d.key !== last) t.add(d.count, d.name);
      }
      return t;
    },
    scan(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const { count, rating } = work.scans[i];
        for (const d of rows.where((r) => r.count >= count && r.rating < rating)) t.add(d.count, d.name);
      }
      return t;
    },
    update(work, n) {
      const t = new Tally();
      for (let i = 0; i < n; i++) {
        const seen = rows.by("key", key(work.updates[i].pk, work.updates[i].rk));
        const match = i % staleEvery === staleEvery - 1 ? seen.version - 1 : seen.version;
        const count = seen.count + 1;
        const d = rows.by("key", key(work.updates[i].pk, work.updates[i].rk));
        if (d.version !== match) { t.sum++; continue; }
        d.count = count;
        d.version++;
        rows.update(d);
        t.rows++;
      }
      return t;
    },
    page(work, n, pageRows) {
      const t = new Tally();
      for (let last = ""; ;) {
        const docs = rows.chain().find({ key: { $gt: last } }).limit(pageRows).data();
        for (const d of docs) t.add(d.count, d.name);
        if (docs.length < pageRows) return t;
        last = docs[docs.length - 1].key;
      }
    },
    async close() { db = rows = undefined; },
  };
}
