// SQLite in WebAssembly twice: sql.js and the project's own build. In memory,
// nothing synchronous, one table that is its own index (WITHOUT ROWID),
// prepared statements, one transaction per job.
import { Tally, staleEvery } from "../workload.js";

const setup = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -262144;
  CREATE TABLE t (pk TEXT NOT NULL, rk TEXT NOT NULL, version INTEGER NOT NULL, name TEXT, state TEXT, count INTEGER, rating REAL, active INTEGER,
    PRIMARY KEY (pk, rk)) WITHOUT ROWID`;

const statements = {
  insert: "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  get: "SELECT count, name FROM t WHERE pk = ? AND rk = ?",
  range: "SELECT count, name FROM t WHERE pk = ? AND rk >= ? AND rk < ? ORDER BY pk, rk",
  scan: "SELECT count, name FROM t WHERE count >= ? AND rating < ?",
  read: "SELECT count, version FROM t WHERE pk = ? AND rk = ?",
  write: "UPDATE t SET count = ?, version = version + 1 WHERE pk = ? AND rk = ? AND version = ?",
  page: "SELECT count, name, pk, rk FROM t WHERE (pk, rk) > (?, ?) ORDER BY pk, rk LIMIT ?",
};

const fields = (r) => [r.pk, r.rk, r.version, r.name, r.state, r.count, r.rating, r.active ? 1 : 0];

// jobs are the same for both builds, over a driver with run, rows, exec, changed.
function jobs(driver) {
  const inTransaction = (work) => {
    driver.exec("BEGIN");
    const t = work();
    driver.exec("COMMIT");
    return t;
  };
  const insert = (list) => inTransaction(() => { for (const r of list) driver.run("insert", fields(r)); });
  return {
    database: true,
    load(work) { insert(work.sorted); },
    insert(work) { insert(work.arrivals); },
    get(work, n) {
      const t = new Tally();
      return inTransaction(() => {
        for (let i = 0; i < n; i++) driver.tally("get", [work.gets[i].pk, work.gets[i].rk], t);
        return t;
      });
    },
    range(work, n) {
      const t = new Tally();
      return inTransaction(() => {
        for (let i = 0; i < n; i++) driver.tally("range", [work.ranges[i].pk, work.ranges[i].low, work.ranges[i].high], t);
        return t;
      });
    },
    scan(work, n) {
      const t = new Tally();
      return inTransaction(() => {
        for (let i = 0; i < n; i++) driver.tally("scan", [work.scans[i].count, work.scans[i].rating], t);
        return t;
      });
    },
    update(work, n) {
      const t = new Tally();
      return inTransaction(() => {
        for (let i = 0; i < n; i++) {
          const { pk, rk } = work.updates[i];
          const [count, version] = driver.first("read", [pk, rk]);
          driver.run("write", [count + 1, pk, rk, i % staleEvery === staleEvery - 1 ? version - 1 : version]);
          if (driver.changes() === 1) t.rows++;
          else t.sum++;
        }
        return t;
      });
    },
    page(work, n, pageRows) {
      const t = new Tally();
      return inTransaction(() => {
        for (let last = ["", ""]; ;) {
          const before = t.rows;
          last = driver.tally("page", [...last, pageRows], t);
          if (t.rows - before < pageRows) return t;
        }
      });
    },
  };
}

export function sqlJs(SQL) {
  let db, prepared;
  const driver = {
    exec: (sql) => db.run(sql),
    run: (name, values) => prepared[name].run(values),
    first: (name, values) => {
      const s = prepared[name];
      s.bind(values);
      s.step();
      const row = s.get();
      s.reset();
      return row;
    },
    // tally adds every row and returns the key of the last one.
    tally: (name, values, t) => {
      const s = prepared[name];
      s.bind(values);
      let row = [];
      while (s.step()) {
        row = s.get();
        t.add(row[0], row[1]);
      }
      s.reset();
      return row.slice(2);
    },
    changes: () => db.getRowsModified(),
  };
  return {
    name: "sql.js",
    ...jobs(driver),
    async open() {
      db = new SQL.Database();
      db.exec(setup);
      prepared = Object.fromEntries(Object.entries(statements).map(([k, sql]) => [k, db.prepare(sql)]));
    },
    async close() { db.close(); },
  };
}

export function sqliteWasm(sqlite3) {
  const { capi } = sqlite3;
  let db, prepared;
  const driver = {
    exec: (sql) => db.exec(sql),
    run: (name, values) => prepared[name].bind(values).stepReset(),
    first: (name, values) => {
      const s = prepared[name].bind(values);
      s.step();
      const row = [capi.sqlite3_column_int(s.pointer, 0), capi.sqlite3_column_int(s.pointer, 1)];
      s.reset();
      return row;
    },
    tally: (name, values, t) => {
      const s = prepared[name].bind(values), p = s.pointer;
      let key = [];
      while (capi.sqlite3_step(p) === capi.SQLITE_ROW) {
        t.add(capi.sqlite3_column_int(p, 0), capi.sqlite3_column_text(p, 1));
        if (name === "page") key = [capi.sqlite3_column_text(p, 2), capi.sqlite3_column_text(p, 3)];
      }
      s.reset();
      return key;
    },
    changes: () => capi.sqlite3_changes(db.pointer),
  };
  return {
    name: "sqlite-wasm",
    ...jobs(driver),
    async open() {
      db = new sqlite3.oo1.DB(":memory:", "c");
      db.exec(setup);
      prepared = Object.fromEntries(Object.entries(statements).map(([k, sql]) => [k, db.prepare(sql)]));
    },
    async close() {
      for (const s of Object.values(prepared)) s.finalize();
      db.close();
    },
  };
}
