// What the main thread of a page does during an act. The limits hold for the
// processor time of its tasks: on a machine that does other things too, the clock
// also counts those. Both are reported.

// record traces an act. It returns the marks of the page in µs, by their names
// without "keyrange ", and the tasks of its main thread between begin and end;
// an act that sets no mark "end" ends when it returns.
export async function record(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  let events;
  try {
    await page.evaluate(() => { performance.mark("keyrange begin"); });
    await act();
    await page.evaluate(() => { if (!performance.getEntriesByName("keyrange end").length) performance.mark("keyrange end"); });
  } finally {
    events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
    await page.evaluate(() => performance.clearMarks());
  }
  const begin = events.findLast((e) => e.name === "keyrange begin");
  const here = events.filter((e) => e.pid === begin.pid && e.tid === begin.tid);
  const marks = new Map(here.filter((e) => e.name.startsWith("keyrange ")).map((e) => [e.name.slice("keyrange ".length), e.ts]));
  const tasks = here.filter((e) => e.ph === "X" && e.name.endsWith("RunTask") && e.ts > begin.ts && e.ts < marks.get("end"));
  if (tasks.length === 0) throw new Error("the trace holds no task of the page");
  return new Recording(here, marks, tasks);
}

class Recording {
  constructor(events, marks, tasks) {
    Object.assign(this, { events, marks, tasks });
  }

  // own is the processor time between two moments in ms. A task counts as far as
  // it lies between them.
  own(from = this.marks.get("begin"), to = this.marks.get("end")) {
    return this.tasks.reduce((sum, e) => sum + (e.tdur ?? 0) / 1000 * Math.max(0, Math.min(e.ts + e.dur, to) - Math.max(e.ts, from)) / Math.max(e.dur, 1), 0);
  }

  // held is for how long tasks ran between two moments by the clock, in ms.
  held(from, to) {
    return this.tasks.reduce((sum, e) => sum + Math.max(0, Math.min(e.ts + e.dur, to) - Math.max(e.ts, from)) / 1000, 0);
  }

  // longest is the processor time of the longest task in ms.
  get longest() {
    return Math.max(...this.tasks.map((e) => (e.tdur ?? 0) / 1000));
  }

  // clock is what the longest task took by the clock, in words.
  get clock() {
    return `${(Math.max(...this.tasks.map((e) => e.dur)) / 1000).toFixed(0)} ms by the clock`;
  }
}

// frames are the work of the main thread between one frame callback and the
// next, in ms. The page marks each callback as "keyrange frame".
export function frames({ events, tasks, marks: all }) {
  const marks = events.filter((e) => e.name === "keyrange frame" && e.ts >= all.get("begin") && e.ts <= all.get("end")).map((e) => e.ts).sort((a, b) => a - b);
  const starts = marks.filter((ts, i) => i === 0 || ts - marks[i - 1] > 2000); // callbacks of one frame follow each other
  const own = new Array(starts.length).fill(0), clock = own.slice();
  // A task belongs to the frame in which it ends: the callback is inside one.
  const at = (ts) => { let low = 0, high = starts.length; while (low < high) { const mid = (low + high) >> 1; if (starts[mid] <= ts) low = mid + 1; else high = mid; } return low - 1; };
  for (const t of tasks) {
    const i = at(t.ts + t.dur);
    if (i < 0) continue;
    own[i] += (t.tdur ?? 0) / 1000;
    clock[i] += t.dur / 1000;
  }
  return { own, clock };
}

// says marks the end when the page says a text. The page is watched from within,
// because looking at it from here is a task too. It returns a promise of that.
export const says = (page, said) => page.evaluate((text) => new Promise((resolve) => {
  // A text node alone is looked at: the page is large.
  const says = ({ target, addedNodes }) => [target, ...addedNodes].some((n) => (n.nodeType === Node.TEXT_NODE ? n.data : n.childElementCount < 3 ? n.textContent : "").startsWith(text));
  new MutationObserver((changes, watch) => {
    if (!changes.some(says)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { performance.mark("keyrange end"); resolve(); }));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}), said);
