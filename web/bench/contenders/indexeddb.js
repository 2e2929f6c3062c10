// IndexedDB, the browser's own: compound key, relaxed durability, one
// transaction per job, requests sent without waiting for each other, getAll
// rather than cursors.
import { Tally, staleEvery } from "../workload.js";

const name = "keyrange-bench";

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export function indexedDb() {
  let db;
  const transact = (mode, work) => new Promise((resolve, reject) => {
    const tx = db.transaction("t", mode, { durability: "relaxed" });
    const t = new Tally();
    tx.oncomplete = () => resolve(t);
    tx.onabort = () => reject(tx.error);
    work(tx.objectStore("t"), t);
  });
  const insert = (list) => transact("readwrite", (store) => { for (const r of list) store.add(r); });
  return {
    name: "IndexedDB",
    database: true,
    elsewhere: true,
    share: { get: 0.05, range: 0.5, scan: 0.05, update: 0.1 },
    async open() {
      await done(indexedDB.deleteDatabase(name));
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("t", { keyPath: ["pk", "rk"] });
      db = await done(opening);
    },
    load: (work) => insert(work.sorted),
    get: (work, n) => transact("readonly", (store, t) => {
      for (let i = 0; i < n; i++) store.get([work.gets[i].pk, work.gets[i].rk]).onsuccess = (e) => t.add(e.target.result.count, e.target.result.name);
    }),
    range: (work, n) => transact("readonly", (store, t) => {
      for (let i = 0; i < n; i++) {
        const { pk, low, high } = work.ranges[i];
        store.getAll(IDBKeyRange.bound([pk, low], [pk, high], false, true)).onsuccess = (e) => { for (const r of e.target.result) t.add(r.count, r.name); };
      }
    }),
    scan: (work, n) => transact("readonly", (store, t) => {
      for (let i = 0; i < n; i++) {
        const { count, rating } = work.scans[i];
        store.getAll().onsuccess = (e) => { for (const r of e.target.result) if (r.count >= count && r.rating < rating) t.add(r.count, r.name); };
      }
    }),
    // An entity may come twice, so each update waits for the one before.
    update: (work, n) => transact("readwrite", (store, t) => {
      const next = (i) => {
        if (i === n) return;
        store.get([work.updates[i].pk, work.updates[i].rk]).onsuccess = (e) => {
          const r = e.target.result;
          if ((i % staleEvery === staleEvery - 1 ? r.version - 1 : r.version) !== r.version) {
            t.sum++;
          } else {
            r.count++;
            r.version++;
            store.put(r);
            t.rows++;
          }
          next(i + 1);
        };
      };
      next(0);
    }),
    page: (work, n, pageRows) => transact("readonly", (store, t) => {
      const next = (range) => {
        store.getAll(range, pageRows).onsuccess = (e) => {
          const page = e.target.result;
          for (const r of page) t.add(r.count, r.name);
          if (page.length < pageRows) return;
          const last = page[page.length - 1];
          next(IDBKeyRange.lowerBound([last.pk, last.rk], true));
        };
      };
      next(undefined);
    }),
    async close() {
      db.close();
      await done(indexedDB.deleteDatabase(name));
    },
  };
}
