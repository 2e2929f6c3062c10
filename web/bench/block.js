// The engine makes updates in turns with the page. A message that comes back to
// the page again and again shows that it has its turns: the longest gap between
// two of them is the longest that it had to wait, by the clock.

// As long works the page itself between two turns (app/screen/designer/page_work.go).
const sliceTime = 5;

export async function updateInTurns(updates) {
  let waited = 0, turns = 0, running = true, last;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    if (last !== undefined) waited = Math.max(waited, now - last);
    last = now;
    turns++;
    if (running) port2.postMessage(0);
  };
  port2.postMessage(0);
  const start = performance.now();
  const done = await new Promise((resolve) => globalThis.keyrange.updateInSlices(updates, sliceTime, resolve));
  running = false;
  return { waited, turns, done, sliceTime, milliseconds: performance.now() - start };
}
