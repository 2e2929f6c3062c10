// An endpoint's event stream as a server of this test: what it sends is said by the
// test, so that a minute of load takes as long as the test wants.

import { createServer } from "node:http";

const TENANTS = "adatum alpine-ski blue-yonder city-power coho-winery consolidated contoso fabrikam fourth-coffee graphic-inst litware northwind proseware tailspin wingtip".split(" ");

const SECOND = 1_000_000;

// step is the place of a latency in the histogram of an event: a sixteenth of a power of two.
function step(micros) {
  const e = Math.floor(Math.log2(micros)) - 4;
  return (e + 1) * 16 + Math.floor(micros / 2 ** e) - 16;
}

// event is one second of an application with a key for each tenant. hot is how many
// requests contoso sends, of which its range takes 1,000.
export function event(seq, { hot = 38, run = "a", extra = {}, scale = 1 } = {}) {
  const sent = TENANTS.map((t, i) => (t === "contoso" ? hot : 8 + (i * 7) % 40) * scale);
  const refused = sent.map((n) => Math.max(0, n - 1000 * scale));
  const total = sent.reduce((a, n) => a + n, 0), bad = refused.reduce((a, n) => a + n, 0);
  return {
    v: 1, run, start: Date.UTC(2026, 0, 5, 12), seq, at: (seq + 1) * SECOND, for: SECOND,
    total: { sent: total + 1, refused: [bad, 0, 0, 0, 0, 0], spread: 1, entities: total, examined: 48_210, returned: 1, kinds: [total, 0, 0, 0, 0, 1, 0, 0] },
    ms: [step(6000), total - bad + 1 - 3, step(bad ? 253_000 : 24_000), 3],
    rows: [{ k: "" }, ...TENANTS.map((t, i) => ({ k: `Orders/${t}`, n: sent[i], x: refused[i], e: sent[i] }))],
    keys: TENANTS.map((t, i) => ({ k: `Orders/${t}`, n: sent[i], x: refused[i], e: sent[i] })).sort((a, b) => b.n - a.n),
    queries: [{ table: "Orders", shape: "Email eq '…'", filter: "Email eq 'ana@contoso.com'", plan: 4, n: 1, examined: 48_210, returned: 1, slowest: 310_000 }],
    sample: Array.from({ length: 8 }, (_, i) => ({
      at: (seq + 1) * SECOND, op: "insert", table: "Orders", pk: hot > 500 && i < 6 ? "contoso" : TENANTS[(seq + i) % TENANTS.length],
      rk: String(seq * 8 + i).padStart(9, "0"), e: 1, props: [{ n: "Customer", t: "Edm.String", v: `c${(seq * 31 + i * 17) % 97}` }],
    })),
    service: { capacity: 1000, ranges: [{ k: "", s: 0 }, { k: "Orders/m", s: 1 }], servers: [Math.min(1000, 200 + hot / 2 | 0), 180] },
    ...extra,
  };
}

// source serves a stream on this machine, for any page that has the token. send gives
// every listener an event or any other text; drop ends all connections.
export async function source(token = "") {
  const listeners = new Set();
  let after; // what the last listener said that it heard
  const server = createServer((request, response) => {
    const head = { "access-control-allow-origin": request.headers.origin ?? "*", "access-control-allow-headers": "authorization, last-event-id", "access-control-allow-private-network": "true" };
    if (request.method === "OPTIONS") return response.writeHead(204, head).end();
    if (request.url !== "/keyrange/live") return response.writeHead(404, head).end();
    if (token && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401, head).end();
    after = request.headers["last-event-id"];
    response.writeHead(200, { ...head, "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(": hello\n\n");
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `127.0.0.1:${server.address().port}`,
    listeners: () => listeners.size,
    after: () => after,
    send: (what) => { for (const l of listeners) l.write(`data: ${typeof what === "string" ? what : JSON.stringify(what)}\n\n`); },
    drop: () => { for (const l of listeners) l.destroy(); },
    close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
  };
}
