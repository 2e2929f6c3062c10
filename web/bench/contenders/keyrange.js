// Keyrange's engine in WebAssembly. Each job is one call into the module, as
// the site itself uses the engine: its caller is Go code beside it, which reads
// the two properties of each entity there.
import { Tally } from "../workload.js";

export async function instantiate(address) {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), go.importObject);
  go.run(instance);
  return { engine: globalThis.keyrange, memoryBytes: () => instance.exports.mem.buffer.byteLength };
}

// keyrange reads rows in place; with text, it goes the whole way from the text
// of a query to pages of copied entities.
export function keyrange(engine, text) {
  const job = (name) => (work, n, pageRows) => {
    const [rows, sum] = engine[name](n, pageRows);
    return Object.assign(new Tally(), { rows, sum });
  };
  const contender = {
    name: text ? "Keyrange, by $filter text" : "Keyrange",
    ours: true,
    async open() { engine.open(); },
    stage: (order) => engine.stage(order),
    load() { engine.load(); },
    insert: text ? undefined : () => engine.insert(),
    collect: () => engine.collect(),
    get: job(text ? "queryGet" : "get"),
    range: job(text ? "queryRange" : "range"),
    scan: job(text ? "queryScan" : "scan"),
    update: job("update"),
    page: job(text ? "queryPage" : "page"),
    async close() { engine.close(); },
  };
  return contender;
}
