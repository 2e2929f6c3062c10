// PGlite, PostgreSQL in WebAssembly: in memory, keys in byte order ("C"),
// COPY for the load, one transaction per job.
import { Tally, staleEvery } from "../workload.js";

const setup = `
  CREATE UNLOGGED TABLE t (pk text COLLATE "C" NOT NULL, rk text COLLATE "C" NOT NULL, version int NOT NULL, name text, state text, count int, rating float8, active bool,
    PRIMARY KEY (pk, rk));
  SET synchronous_commit = off; SET plan_cache_mode = force_generic_plan; SET jit = off;`;

export function pglite(PGlite) {
  let db;
  const tally = (t, rows) => { for (const r of rows) t.add(r[0], r[1]); };
  const query = async (tx, sql, values) => (await tx.query(sql, values, { rowMode: "array" })).rows;
  const insert = async (list) => {
    const text = list.map((r) => [r.pk, r.rk, r.version, r.name, r.state, r.count, r.rating, r.active].join("\t")).join("\n");
    await db.query("COPY t FROM '/dev/blob'", [], { blob: new Blob([text + "\n"]) });
    await db.exec("ANALYZE t");
  };
  const transact = async (work) => {
    const t = new Tally();
    await db.transaction((tx) => work(tx, t));
    return t;
  };
  return {
    name: "PGlite",
    database: true,
    share: { get: 0.01, range: 0.1, scan: 0.25, update: 0.02 },
    async open() {
      db = await PGlite.create();
      await db.exec(setup);
    },
    load: (work) => insert(work.sorted),
    insert: (work) => insert(work.arrivals),
    get: (work, n) => transact(async (tx, t) => {
      for (let i = 0; i < n; i++) tally(t, await query(tx, "SELECT count, name FROM t WHERE pk = $1 AND rk = $2", [work.gets[i].pk, work.gets[i].rk]));
    }),
    range: (work, n) => transact(async (tx, t) => {
      for (let i = 0; i < n; i++) {
        const { pk, low, high } = work.ranges[i];
        tally(t, await query(tx, "SELECT count, name FROM t WHERE pk = $1 AND rk >= $2 AND rk < $3 ORDER BY rk", [pk, low, high]));
      }
    }),
    scan: (work, n) => transact(async (tx, t) => {
      for (let i = 0; i < n; i++) tally(t, await query(tx, "SELECT count, name FROM t WHERE count >= $1 AND rating < $2", [work.scans[i].count, work.scans[i].rating]));
    }),
    update: (work, n) => transact(async (tx, t) => {
      for (let i = 0; i < n; i++) {
        const { pk, rk } = work.updates[i];
        const [[count, version]] = await query(tx, "SELECT count, version FROM t WHERE pk = $1 AND rk = $2", [pk, rk]);
        const match = i % staleEvery === staleEvery - 1 ? version - 1 : version;
        const { affectedRows } = await tx.query("UPDATE t SET count = $1, version = version + 1 WHERE pk = $2 AND rk = $3 AND version = $4", [count + 1, pk, rk, match]);
        if (affectedRows === 1) t.rows++;
        else t.sum++;
      }
    }),
    page: (work, n, pageRows) => transact(async (tx, t) => {
      for (let last = ["", ""]; ;) {
        const rows = await query(tx, "SELECT count, name, pk, rk FROM t WHERE (pk, rk) > ($1, $2) ORDER BY pk, rk LIMIT $3", [...last, pageRows]);
        tally(t, rows);
        if (rows.length < pageRows) return;
        last = rows[rows.length - 1].slice(2);
      }
    }),
    async close() { await db.close(); },
  };
}
