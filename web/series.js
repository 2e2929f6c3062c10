// The time series of a run, drawn by uPlot. The program loads this file on the
// page that has them and hands over numbers: times and values, in one buffer.

import uPlot from "uplot";

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// ink is a colour of the theme, looked up whenever something is drawn.
const ink = (name) => () => colour(css(name));

// colour resolves what a custom property holds, light-dark() included.
const probe = document.createElement("span");
probe.hidden = true;
function colour(value) {
  if (!probe.isConnected) document.body.append(probe);
  probe.style.color = value;
  return getComputedStyle(probe).color;
}

// hatch is the red hatch that means refused, as a pattern.
function hatch() {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const g = tile.getContext("2d");
  g.fillStyle = colour(css("--bad-soft"));
  g.fillRect(0, 0, 8, 8);
  g.strokeStyle = colour(css("--bad-solid"));
  g.lineWidth = 1.6;
  g.beginPath();
  for (const x of [-8, 0, 8]) { g.moveTo(x, 8); g.lineTo(x + 8, 0); }
  g.stroke();
  return g.createPattern(tile, "repeat");
}

const thin = { width: 1.5, points: { show: false } };
const thick = { width: 2, points: { show: false } };

// What each chart draws after the times.
const kinds = {
  throughput: {
    series: [{ ...thin, stroke: ink("--ink-3"), dash: [4, 3] }, { ...thick, stroke: ink("--ink"), fill: ink("--select") }],
    bands: [{ series: [1, 2], fill: hatch }],
  },
  latency: { series: [{ ...thin, stroke: ink("--ink-3") }, { ...thin, stroke: ink("--ink-2") }, { ...thick, stroke: ink("--ink") }] },
  throttled: { series: [{ ...thick, stroke: ink("--bad-solid"), fill: hatch }] },
  // Of two runs the first is dashed and the second solid.
  "throughput-2": { series: [{ ...thin, stroke: ink("--ink-2"), dash: [5, 3] }, { ...thick, stroke: ink("--ink") }] },
  "latency-2": { series: [{ ...thin, stroke: ink("--ink-2"), dash: [5, 3] }, { ...thick, stroke: ink("--ink") }] },
  "throttled-2": { series: [{ ...thin, stroke: ink("--ink-2"), dash: [5, 3] }, { ...thick, stroke: ink("--bad-solid"), fill: hatch }] },
};

// open draws a chart into an element. set takes the values, one array after
// another, and from when to when the chart reaches; top is told the greatest
// value on its scale.
export function open(host, kind, top) {
  const { series, bands } = kinds[kind];
  let reach = [0, 1], max = 1;
  const chart = new uPlot({
    width: Math.max(host.clientWidth, 10), height: host.clientHeight, legend: { show: false }, cursor: { show: false }, padding: [4, 0, 2, 0],
    scales: { x: { time: false, range: () => reach }, y: { range: (_, low, high) => [0, max = Math.max(high * 1.08, 0.001)] } },
    axes: [{ show: false }, { show: false }],
    series: [{}, ...series], bands,
    // What top does may set new values, which uPlot forgets in the middle of a drawing.
    hooks: { draw: [() => queueMicrotask(() => top(max))], drawClear: [(u) => { // three fine lines of a scale
      const { left, top: y, width, height } = u.bbox;
      u.ctx.strokeStyle = colour(css("--line"));
      u.ctx.lineWidth = 1;
      u.ctx.beginPath();
      for (const part of [0, 0.5, 1]) { u.ctx.moveTo(left, Math.round(y + height * part) + 0.5); u.ctx.lineTo(left + width, Math.round(y + height * part) + 0.5); }
      u.ctx.stroke();
    }] },
  }, [[], ...series.map(() => [])], host);
  const fit = new ResizeObserver(() => chart.setSize({ width: Math.max(host.clientWidth, 10), height: host.clientHeight }));
  fit.observe(host);
  const redraw = () => chart.redraw();
  const theme = new MutationObserver(redraw), system = matchMedia("(prefers-color-scheme: dark)");
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  system.addEventListener("change", redraw);
  return {
    set(bytes, points, from, to) {
      const all = new Float64Array(bytes.buffer, bytes.byteOffset, points * (series.length + 1));
      reach = [from, to];
      chart.setData(Array.from({ length: series.length + 1 }, (_, i) => all.subarray(i * points, (i + 1) * points)));
    },
    close() {
      fit.disconnect();
      theme.disconnect();
      system.removeEventListener("change", redraw);
      chart.destroy();
    },
  };
}
