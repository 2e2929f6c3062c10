// The page of the published figures, from data: as text, so that the site builder
// draws it ahead with the same lines that draw it again when a figure was run. The
// program runs the simulations; open is told how.

const none = (v) => v === null || v === undefined || Number.isNaN(v);
const esc = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// format writes a value with the digits that help, as package study does.
export function format(v) {
  if (none(v)) return "not run";
  const size = Math.abs(v);
  let digits = 2;
  if (size >= 99.95 || Number.isInteger(v)) digits = 0;
  else if (size >= 9.995) digits = 1;
  else if (size < 0.995) for (let s = size; s < 0.0995 && digits < 9; digits++) s *= 10;
  return v.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
const short = (v) => format(v).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
const amount = (c, v) => none(v) ? format(v) : format(v) + (c.unit === "%" ? "%" : ` ${c.unit}`);
const has = ([low, high], v) => !none(v) && (low === null || v >= low) && (high === null || v <= high);
const band = ([low, high]) => low === null ? `up to ${short(high)}` : high === null ? `from ${short(low)}` : low === high ? `exactly ${short(low)}` : `${short(low)} to ${short(high)}`;

// ---- from counts to values ----

// value is what a chart shows of what a probe counted: the number of seeds, then
// entities, requests done and throttled, then the shares of the marks.
export function value(study, chart, curve, i, counts) {
  const line = chart.curves[curve], p = study.probes[line.probes[i]], c = counts[line.probes[i]];
  if (!c) return NaN;
  const [seeds, entities, done, throttled] = c, time = p.seconds * seeds;
  switch (chart.measure) {
    case "throttled": return 100 * throttled / Math.max(1, throttled + done);
    case "below": return c[4 + i] / (10 * seeds);
    case "request": return p.vms * p.threads * time * 1000 / Math.max(1, done);
    case "entity": return p.vms * p.threads * time * 1000 / Math.max(1, done) / p.batch;
  }
  return entities / time;
}

// simulated is what the runs make of a claim.
export function simulated(study, figure, claim, counts) {
  const at = ([chart, curve], x) => value(study, figure.charts[chart], curve, figure.charts[chart].curves[curve].x.indexOf(x), counts);
  const [a, b] = claim.refs, on = (x) => at(a, x);
  switch (claim.how) {
    case "value": return on(a[2]);
    case "linear": return 100 * on(a[2]) / (a[2] * on(1));
    case "saving": return 100 * (on(1) - on(20)) / (on(1) - on(100));
    case "knee": {
      const { x } = figure.charts[a[0]].curves[a[1]];
      return x.find((v) => on(v) >= 0.95 * on(x.at(-1))) ?? NaN;
    }
  }
  return on(a[2]) / at(b, b[2]) * (claim.how === "percent" ? 100 : 1);
}

const judged = (study, f, counts) => f.claims.map((c) => {
  const v = simulated(study, f, c, counts);
  return { ...c, v, hit: has(c.band, v) };
});

// said is the verdict on a claim: a number is hit or missed, an order or a bound holds or fails.
const said = (c) => c.order ? (c.hit ? "holds" : "fails") : c.hit ? "hit" : "missed";

// ---- the drawing of a chart ----

const WIDTH = 480, HEIGHT = 276, LEFT = 50, RIGHT = 366, TOP = 34, BOTTOM = 228;
const NAMES = 15, TICKS = 36, LETTER = 7; // distances in pixels
const px = (v) => String(Math.round(v * 10) / 10);
const DOTS = ["m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z", "m-3 -3h6v6h-6z", "m0 -4l4 7h-8z"];

// step is a round distance between values on an axis, for about four of them.
function step(top) {
  const unit = 10 ** Math.floor(Math.log10(top / 4));
  return unit * ([1, 2, 2.5, 5].find((n) => unit * n * 4.2 >= top) ?? 10);
}

function drawing(study, f, n, counts) {
  const chart = f.charts[n];
  const lines = chart.curves.map((l, i) => ({ name: l.name, x: l.x, y: l.x.map((_, j) => value(study, chart, i, j, counts)) }));
  const marks = judged(study, f, counts).filter((c) => c.refs[0][0] === n && !(none(c.x) && none(c.y)));
  const most = (list) => Math.max(0, ...list.filter((v) => !none(v)));
  const first = lines[0].x[0], right = most([...lines.flatMap((l) => l.x), ...marks.map((m) => m.x)]);
  let top = most([...lines.flatMap((l) => l.y), ...marks.map((m) => m.y)]) || 1;
  const by = step(top), left = first > right / 4 ? first : 0;
  top = Math.ceil(top / by - 1e-9) * by;
  const x = (v) => LEFT + (RIGHT - LEFT) * (v - left) / (right - left), y = (v) => BOTTOM - (BOTTOM - TOP) * v / top;

  const out = [], path = (look, d) => out.push(`<path class="${look}" d="${d}"></path>`);
  const text = (at, down, look, words) => out.push(`<text x="${px(at)}" y="${px(down)}" class="${look}">${esc(words)}</text>`);
  let grid = "";
  for (let v = 0; v <= top * 1.001; v += by) {
    grid += `M${LEFT} ${px(y(v))}H${RIGHT}`;
    text(LEFT - 8, y(v) + 4, "d-label d-end", short(Math.round(v * 1e9) / 1e9));
  }
  let last = -Infinity;
  for (const v of lines[0].x) {
    if (x(v) < last + TICKS) continue;
    last = x(v);
    grid += `M${px(last)} ${BOTTOM}v4`;
    text(last, BOTTOM + 18, "d-label cht__x", short(v));
  }
  path("cht__g", grid);
  text(0, 14, "d-read cht__n", chart.y);
  text(RIGHT, HEIGHT - 6, "d-read cht__n d-end", chart.x);
  lines.forEach((l, i) => {
    const places = l.x.map((v, j) => [v, l.y[j]]).filter(([, v]) => !none(v)).map(([a, b]) => `${px(x(a))} ${px(y(b))}`);
    path(`cht__l cht__${i}`, places.length ? `M${places.join("L")}` : "");
    path(`cht__d cht__${i}`, places.map((p) => `M${p}${DOTS[i]}`).join(""));
  });
  let below = 0; // names at the ends of curves, from the top down, keep apart
  for (const l of lines.filter((l) => !none(l.y.at(-1))).sort((a, b) => b.y.at(-1) - a.y.at(-1))) {
    const at = Math.max(y(l.y.at(-1)), below);
    text(RIGHT + 10, at + 4, "d-read cht__n", l.name);
    below = at + NAMES;
  }
  let before; // a hit is a diamond, a miss a cross
  for (const m of marks) {
    const look = m.hit ? "cht__h" : "cht__m", form = m.hit ? "m0 -7l7 7l-7 7l-7 -7z" : "m-6 -6l12 12m0 -12l-12 12";
    if (none(m.y)) {
      path(`${look} cht__a`, `M${px(x(m.x))} ${BOTTOM}V${TOP - 6}`);
      text(x(m.x) + 6, TOP, "d-read cht__p", m.published);
    } else if (none(m.x)) {
      path(`${look} cht__a`, `M${LEFT} ${px(y(m.y))}H${RIGHT}`);
      text(LEFT + 6, y(m.y) - 6, "d-read cht__p", m.published);
    } else {
      const at = { x: x(m.x), y: y(m.y) };
      const crowded = before && at.x - LETTER * m.published.length < before.x && Math.abs(at.y - before.y) < NAMES;
      path(look, `M${px(at.x)} ${px(at.y)}${form}`);
      if (crowded) text(at.x + 11, at.y + 4, "d-read cht__p", m.published);
      else text(at.x - 6, at.y - 11, "d-read cht__p d-end", m.published);
      before = at;
    }
  }
  const words = [`${chart.y} over ${chart.x}.`,
    ...lines.map((l) => `${l.name}: from ${format(l.y[0])} at ${short(l.x[0])} to ${format(l.y.at(-1))} at ${short(l.x.at(-1))}.`),
    ...marks.map((m) => `Published, ${said(m)}: ${m.what}, ${m.published}.`)].join(" ");
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="cht" aria-label="${esc(words)}">${out.join("")}</svg>`;
}

// ---- the page ----

const icon = (name, address) => `<svg viewBox="0 0 24 24" class="ic" aria-hidden="true"><use href="${esc(address)}#${name}"></use></svg>`;
const verdict = (hit, words) => `<span class="fgr__v${hit ? " fgr__v--ok" : ""}">${words}</span>`;
const tally = (list) => ({ numbers: list.filter((c) => !c.order), checks: list.filter((c) => c.order) });
const some = (list, word) => `${list.filter((c) => c.hit).length} of ${list.length} ${word}`;
// score says how many published numbers of a figure are hit, and how many checks hold.
function score(list) {
  const { numbers, checks } = tally(list);
  return [numbers.length && `${some(numbers, numbers.length === 1 ? "number" : "numbers")} hit`, checks.length && some(checks, checks.length === 1 ? "check holds" : "checks hold")].filter(Boolean).join(", ") || "no published number";
}
const table = (label, caption, heads, rows) => `<div class="scroll" tabindex="0" role="region" aria-label="${esc(label)}"><table class="ab">${caption}<tbody><tr>${heads.map((h) => `<th scope="col">${esc(h)}</th>`).join("")}</tr>${
  rows.map(([head, ...cells]) => `<tr><th scope="row">${esc(head)}</th>${cells.map((c) => `<td class="num">${c}</td>`).join("")}</tr>`).join("")}</tbody></table></div>`;

function claims(study, f, counts) {
  const list = judged(study, f, counts);
  if (list.length === 0) return "";
  return table(`Published and simulated, figure ${f.number}`, "", ["Measured", "Verdict", "Published", "Simulated", "Ratio", "Our band"],
    list.map((c) => [c.what, verdict(c.hit, said(c)), `<span class="fgr__q">${esc(c.published)}</span>`, esc(amount(c, c.v)), !c.order && c.number > 0 ? (c.v / c.number).toFixed(2) : "", band(c.band)])) +
    list.filter((c) => !c.hit).map((c) => `<p class="fgr__w"><b>${c.order ? "Fails" : "Missed"}: ${esc(c.what)}.</b> ${esc(c.why || "One run is off by chance. The band is that of the mean of ten seeds.")}</p>`).join("");
}

const points = (study, f, counts) => f.charts.map((chart) => table(`${chart.y}, figure ${f.number}`, `<caption>${esc(chart.y)}</caption>`, [chart.x, ...chart.curves.map((l) => l.name)],
  chart.curves[0].x.map((v, j) => [short(v), ...chart.curves.map((l, i) => {
    const k = l.x.indexOf(v);
    if (k < 0) return "";
    const c = counts[l.probes[k]], text = format(value(study, chart, i, k, counts));
    return chart.measure === "below" || !c ? text : `${text} (${c[2].toLocaleString("en-US")} done, ${c[3].toLocaleString("en-US")} throttled)`;
  })]))).join("");

// body is what changes of a figure when it was run.
const body = (study, f, counts) => ({
  charts: f.charts.map((_, i) => drawing(study, f, i, counts)).join(""),
  claims: claims(study, f, counts),
  points: points(study, f, counts),
});

function card(study, f, counts, icons) {
  const id = `figure-${f.number}`, b = body(study, f, counts);
  return `<section class="fgr__f" aria-labelledby="${id}" data-figure="${f.number}"><div class="fgr__h"><h2 id="${id}">Figure ${f.number}. ${esc(f.title)}</h2><button class="btn btn--sm" type="button" id="run-${id}">${icon("play", icons)}<span>Run figure ${f.number}</span></button></div><p class="fgr__how">${esc(f.setup)}</p><div class="fgr__g"><div class="fgr__c">${b.charts}</div><div class="fgr__t"><div class="fgr__k">${b.claims}</div>${f.note ? `<p class="fgr__note">${esc(f.note)}</p>` : ""}</div></div><p class="fgr__s num">Published in the section “${esc(f.section)}”. <span>Seed 1, run when the site was built.</span></p><details><summary>Every point of figure ${f.number}</summary><div class="fgr__p">${b.points}</div></details></section>`;
}

function index(study, results) {
  const every = [];
  const items = study.figures.map((f, i) => {
    const list = judged(study, f, results[i]);
    every.push(...list.map((c) => ({ ...c, figure: f.number })));
    return `<li><a href="#figure-${f.number}">Figure ${f.number}. ${esc(f.title)}</a>${list.length ? verdict(list.every((c) => c.hit), score(list)) : `<span class="muted">${score(list)}</span>`}</li>`;
  });
  const { numbers, checks } = tally(every);
  const listed = (label, list) => table(label, "", ["Figure and measure", "Verdict", "Published", "Simulated", "Our band"],
    list.map((c) => [`${c.figure}: ${c.what}`, verdict(c.hit, said(c)), `<span class="fgr__q">${esc(c.published)}</span>`, esc(amount(c, c.v)), band(c.band)]));
  return `<p><b class="num">${some(numbers, "published numbers")} are hit,</b> and <b class="num">${some(checks, "checks")} of an order or a bound hold.</b> A number is hit if ours lies in a band around it. A check, such as “keeps rising” or “17,000 achieved”, only says on which side ours lies, not how close it is. What is missed or fails is explained at its figure.</p><ol>${items.join("")}</ol>` +
    `<details><summary>Every published number with its band</summary>${listed("Published numbers and their bands", numbers)}</details><details><summary>Every check of an order or a bound</summary>${listed("Checks of an order or a bound", checks)}</details>`;
}

const IDLE = "All figures take some seconds. What is shown now was run with seed 1 when the site was built.";

// page is all that stands below the heading. icons is the address of the icons.
export function page(study, icons) {
  const results = study.figures.map(() => study.counts);
  return `<section class="card fgr__run" aria-label="Run"><label class="fld"><span>First seed</span><input class="field" id="figure-seed" inputmode="numeric" autocomplete="off" maxlength="9" value="1"></label><label class="fld"><span>Seeds</span><span class="pick"><select id="figure-seeds"><option value="1">One</option><option value="3">Mean of 3</option><option value="10">Mean of 10</option></select>${icon("chevron-down", icons).replace('"ic"', '"ic ic--14"')}</span></label><button class="btn btn--primary" type="button" id="run-all">${icon("play", icons)}<span>Run all figures</span></button><div class="fgr__at"><div class="meter" role="progressbar" aria-label="Runs" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0" hidden><i></i></div><span class="num">${IDLE}</span></div><div class="vh" role="status"></div></section><nav class="fgr__nav" aria-label="Figures">${index(study, results)}</nav>${study.figures.map((f) => card(study, f, study.counts, icons)).join("")}<section class="idx__t" aria-labelledby="limits"><h2 id="limits">What this shows, and what it does not</h2>${[
    `The numbers are from “${study.source}”, ${study.team}, ${study.date}. Its figures are pictures. Only the numbers in its text are known, and only those are drawn; the curves are all ours.`,
    "About ten numbers of the model were fitted to about sixteen of these points: times of the service and of the clients, and the law of throttling. So this is a calibration, not a proof. The bands are ours too.",
    "The service was measured over several days while others used it. The model has no other users, no day and no night. The service of today has other targets: four times as much for one partition and for an account.",
  ].map((text) => `<p>${esc(text)}</p>`).join("")}</section>`;
}

// ---- live ----

let kept; // what was read and run in this visit: the study, results and what each is from
let host, engine, running;

// turn waits until the page could draw and take input.
const channel = globalThis.MessageChannel && globalThis.document ? new MessageChannel() : undefined;
const turn = () => new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });

const needs = (f) => [...new Set(f.charts.flatMap((c) => c.curves.flatMap((l) => l.probes)))];

function say(words, announced) {
  host.querySelector(".fgr__at .num").textContent = words;
  if (announced) host.querySelector("[role=status]").textContent = words;
}

// show draws a figure again with the counts that it has now.
function show(i, counts, from) {
  const f = kept.study.figures[i], section = host.querySelector(`[data-figure="${f.number}"]`), b = body(kept.study, f, counts);
  section.querySelector(".fgr__c").innerHTML = b.charts;
  section.querySelector(".fgr__k").innerHTML = b.claims;
  section.querySelector(".fgr__p").innerHTML = b.points;
  section.querySelector(".fgr__s span").textContent = from;
  const nav = host.querySelector(".fgr__nav"), opened = [...nav.querySelectorAll("details")].map((d) => d.open);
  nav.innerHTML = index(kept.study, kept.results);
  nav.querySelectorAll("details").forEach((d, n) => { d.open = Boolean(opened[n]); });
}

function buttons(busy) {
  for (const b of host.querySelectorAll("button")) {
    const name = b.id === "run-all" ? "Run all figures" : b.id.replace("run-figure-", "Run figure ");
    b.querySelector("span").textContent = busy ? "Stop" : name;
    const use = b.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, busy ? "#x" : "#play"));
  }
  host.querySelector(".meter").hidden = !busy;
}

// probe runs one simulation in turns, and tells how far it is.
async function probe(p, seed, job, told) {
  engine.begin([p.op, p.xl, p.many, p.vms, p.threads, p.batch, p.seconds, seed, ...p.marks]);
  for (;;) {
    const got = engine.step();
    if (got.length > 1) return [1, ...got];
    told(got[0] / 1000);
    await turn();
    if (running !== job) return;
  }
}

async function start(figures) {
  const job = running = {}, { study } = kept;
  const typed = Number(host.querySelector("#figure-seed").value), first = Number.isInteger(typed) && typed >= 0 ? typed : 1;
  const seeds = Number(host.querySelector("#figure-seeds").value);
  const from = seeds > 1 ? `Seeds ${first} to ${first + seeds - 1}` : `Seed ${first}`;
  const all = [...new Set(figures.flatMap((i) => needs(study.figures[i])))].length * seeds, counts = [];
  const meter = host.querySelector(".meter");
  let done = 0;
  buttons(true);
  for (const i of figures) {
    const f = study.figures[i], state = host.querySelector(`[data-figure="${f.number}"] .fgr__s span`), earlier = state.textContent;
    state.textContent = "It is being run.";
    for (const n of needs(f).filter((n) => !counts[n])) {
      let sum;
      for (let s = 0; s < seeds; s++) {
        const c = await probe(study.probes[n], first + s, job, (part) => {
          meter.firstElementChild.style.width = `${100 * (done + part) / all}%`;
          meter.setAttribute("aria-valuenow", String(Math.round(100 * (done + part) / all)));
          say(`${done} of ${all} ${all === 1 ? "run" : "runs"} done`);
        });
        if (!c) { state.textContent = earlier; return; }
        sum = sum ? sum.map((v, k) => v + c[k]) : c;
        done++;
      }
      counts[n] = sum;
    }
    const same = needs(f).every((n) => counts[n].join() === study.counts[n].join());
    kept.results[i] = counts;
    kept.from[i] = `${from}, run in this tab.${same ? " Every count equals that of the build." : ""}`;
    show(i, counts, kept.from[i]);
    const list = judged(study, f, counts);
    say(`Figure ${f.number} is done: ${score(list)}.`, true);
    await turn();
    if (running !== job) return;
  }
  stop();
}

function stop() {
  running = undefined;
  buttons(false);
}

let early; // a button that was pressed before the page stood

function pressed(button) {
  if (running) {
    stop();
    say("Stopped.", true);
    return;
  }
  start(kept.study.figures.map((_, i) => i).filter((i) => button.id === "run-all" || button.id === `run-figure-${kept.study.figures[i].number}`));
}

globalThis.document?.addEventListener("click", (event) => {
  const button = event.target.closest?.("#figures button");
  if (button && host) pressed(button);
  else if (button) early = button;
});

// open takes over the page. begin and step run a simulation; data and icons are
// the addresses of what it shows.
export async function open(element, data, icons, begin, step) {
  kept ??= await fetch(data).then((r) => r.json()).then((study) => ({ study, results: study.figures.map(() => study.counts), from: [] }));
  if (!element.isConnected) return;
  host = element, engine = { begin, step };
  if (!host.firstElementChild) host.innerHTML = page(kept.study, icons);
  kept.from.forEach((from, i) => show(i, kept.results[i], from));
  if (early?.isConnected) pressed(early);
  early = undefined;
}

// close lets go of it.
export function close() {
  running = host = undefined;
}
