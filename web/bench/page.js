// The benchmark page: all contenders in one page, interleaved round by round,
// so that a change of the machine's speed meets all of them alike.
import { workload, digest, sizes } from "./workload.js";
import { expected } from "./contenders/expected.js";
import { keyrange, instantiate } from "./contenders/keyrange.js";
import { lokiAsAzurite, lokiTuned } from "./contenders/loki.js";
import { sqlJs, sqliteWasm } from "./contenders/sqlite.js";
import { pglite } from "./contenders/pglite.js";
import { indexedDb } from "./contenders/indexeddb.js";
import { sortedBTree, joinedBTree } from "./contenders/sortedbtree.js";
import { updateInTurns } from "./block.js";

const seed = Number(new URLSearchParams(location.search).get("seed"));
const work = workload(seed);

// The jobs in the order they run: name, and how often at full size.
const jobs = [
  ["get", sizes.gets], ["range", sizes.ranges], ["scan", sizes.scans], ["update", sizes.updates],
  ["page", Math.ceil(sizes.entities / sizes.pageRows)],
];

let contenders;

// prepare loads every contender and checks that both sides made the same data.
async function prepare(only) {
  const { engine, memoryBytes } = await instantiate("/bench.wasm");
  globalThis.memoryBytes = memoryBytes;
  const [ours, theirs] = [engine.prepare(seed), digest(work)];
  if (ours !== theirs) throw new Error(`the data differ: digest ${ours} in Go, ${theirs} in JavaScript`);
  const BTree = await sortedBTreeClass();
  const sqlite3InitModule = (await import("/node_modules/@sqlite.org/sqlite-wasm/dist/index.mjs")).default;
  const { PGlite } = await import("/node_modules/@electric-sql/pglite/dist/index.js");
  contenders = [
    keyrange(engine, false), keyrange(engine, true),
    lokiAsAzurite(loki), lokiTuned(loki),
    sqlJs(await initSqlJs({ locateFile: (f) => "/node_modules/sql.js/dist/" + f })), sqliteWasm(await sqlite3InitModule()),
    pglite(PGlite), indexedDb(), sortedBTree(BTree), joinedBTree(BTree),
  ].filter((c) => only.length === 0 || only.some((o) => c.name.toLowerCase().includes(o)));
  return contenders.map(({ name, ours, database, elsewhere, share }) => ({ name, ours, database, elsewhere, share }));
}

// sorted-btree comes as a CommonJS module without dependencies.
async function sortedBTreeClass() {
  const text = await (await fetch("/node_modules/sorted-btree/b+tree.js")).text();
  const exports = {};
  new Function("exports", text)(exports);
  return exports.default;
}

// round runs all jobs of one contender once and returns the milliseconds of
// each, a job of which only a share is run counted up to its full size.
async function round(index) {
  const c = contenders[index];
  const truth = expected(work);
  const times = {};
  if (c.insert) {
    await c.open();
    c.stage?.("arrivals");
    times.insert = await timed(() => c.insert(work));
    await c.close();
  }
  await c.open();
  c.stage?.("sorted");
  times.load = await timed(() => c.load(work));
  c.collect?.();
  for (const [job, full] of jobs) {
    const n = Math.ceil(full * (c.share?.[job] ?? 1));
    let got;
    times[job] = await timed(async () => { got = await c[job](work, n, sizes.pageRows); }, full / n);
    const want = truth[job](n, sizes.pageRows);
    if (got.rows !== want.rows || got.sum !== want.sum) {
      throw new Error(`${c.name}, ${job}: got ${got.rows} entities with sum ${got.sum}, want ${want.rows} with ${want.sum}`);
    }
  }
  await c.close();
  return times;
}

// timed measures by the clock and by processor time, which does not count what
// other programs of the machine take, but counts the threads that help the page.
async function timed(run, factor = 1) {
  globalThis.gc?.();
  await new Promise((next) => setTimeout(next));
  const before = await processorTime();
  const start = performance.now();
  await run();
  const clock = performance.now() - start;
  return { clock: clock * factor, processor: (await processorTime() - before) * factor };
}

Object.assign(globalThis, { prepare, round, updateInTurns, instantiate, seed });
