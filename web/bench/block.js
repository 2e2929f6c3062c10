// The longest time the page could not act while the engine made a million
// updates in slices, its collector included. A message that comes back to the
// page again and again takes turns with the engine's slices: the longest gap
// between two of them is the longest the page had to wait.
export async function longestBlock(updates) {
  let longest = 0, ticks = 0, longTasks = 0, running = true, last;
  const gaps = [];
  const observer = new PerformanceObserver((list) => { longTasks += list.getEntries().length; });
  observer.observe({ type: "longtask" });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    if (last !== undefined) gaps.push(now - last);
    longest = Math.max(longest, now - last || 0);
    last = now;
    ticks++;
    if (running) port2.postMessage(0);
  };
  port2.postMessage(0);
  const start = performance.now();
  const done = await new Promise((resolve) => globalThis.keyrange.updateInSlices(updates, resolve));
  running = false;
  const milliseconds = performance.now() - start;
  observer.disconnect();
  gaps.sort((a, b) => b - a);
  return { longest, ticks, longTasks, milliseconds, done, top: gaps.slice(0, 8) };
}
