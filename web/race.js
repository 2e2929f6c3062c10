// The comparison that the start page opens with: the same writes under two
// PartitionKeys, from runs of the simulator at each load of the slider. As text, so
// that the site builder draws it ahead with the same lines that draw it again when
// the load is moved; nothing here waits for the program.

const esc = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const number = (n) => Math.round(n).toLocaleString("en-US");
const clock = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;
const icon = (name, address) => `<svg viewBox="0 0 24 24" class="ic" aria-hidden="true"><use href="${esc(address)}#${name}"></use></svg>`;
const sum = (list, to = list.length) => list.slice(0, to).reduce((all, n) => all + n, 0);

const TITLES = ["Time first", "Bucket first"];
const SPED_UP = "Sped up: the service decides in 20 s here, not in 5 to 10 min.";
const PLAYS = 15; // seconds in which a race is played
const CALM = { steps: 10, every: 700 }; // with reduced motion: how many, and ms for each
const QUIET = 20; // seconds without a refusal after which that is said

// ---- what is drawn, from the runs and the moment ----

// The map is drawn on this ground, the wall of what was accepted and refused below.
const WIDTH = 500, HEIGHT = 260, WALL = 76, LANE = 22;
const RAMP = 12; // steps of the colours
const DEGREES = [0.01, 0.1, 0.25, 0.5]; // from which share on the hatch is denser

// heat is the colour of a rate against what one range takes: none for none.
export const heat = (rate, capacity) => rate <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, rate / capacity) * (RAMP - 1)));

// degree is how dense a share is hatched, from 1, or 0.
export const degree = (share) => DEGREES.filter((least) => share >= least).length;

// cellsOf reads the cells of a side: by column and slice, the rate and the share.
function cellsOf(side) {
  const bytes = typeof side.cells === "string" ? Uint8Array.from(atob(side.cells), (c) => c.charCodeAt(0)) : side.cells;
  return (side.cells = bytes);
}

// paths are the outlines of the cells up to a column, one text for each colour and
// each degree of hatching.
export function paths(race, side, to) {
  const cells = cellsOf(side), n = side.cuts.length, columns = race.seconds / race.column, wide = WIDTH / columns;
  const fill = Array(RAMP).fill(""), hatch = Array(DEGREES.length + 1).fill("");
  for (let slice = 0; slice < n; slice++) {
    const top = side.cuts[slice] * HEIGHT / 1000, tall = (side.cuts[slice + 1] ?? 1000) * HEIGHT / 1000 - top;
    const look = (column) => {
      const at = 2 * (column * n + slice);
      return [heat(cells[at] * race.cell, race.capacity), degree(cells[at + 1] / 255)];
    };
    for (const [which, list] of [[0, fill], [1, hatch]]) {
      for (let from = 0; from < to;) {
        const of = look(from)[which];
        let end = from + 1;
        while (end < to && look(end)[which] === of) end++;
        if (of > 0) list[of] += `M${+(from * wide).toFixed(2)} ${+top.toFixed(2)}h${+((end - from) * wide).toFixed(2)}v${+tall.toFixed(2)}h${+(-(end - from) * wide).toFixed(2)}z`;
        from = end;
      }
    }
  }
  return { fill, hatch };
}

const SHAPES = { s: "m0-6 6 6-6 6-6-6z", m: "m-5-5h10v10h-10z", u: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z" };

// marks is the outline of all changes of the partition map up to a column.
function marks(race, side, to) {
  const wide = WIDTH / (race.seconds / race.column), inside = (v, most) => +Math.min(most - 7, Math.max(7, v)).toFixed(1);
  return side.marks.filter((m) => m.column < to).map((m) => `M${inside((m.column + 1) * wide, WIDTH)} ${inside(m.place * HEIGHT / 1000, HEIGHT)}${SHAPES[m.kind]}`).join("");
}

// wall is how much of each column was accepted and refused, as two outlines.
function wall(race, load, side, to) {
  const wide = WIDTH / (race.seconds / race.column), high = (n) => Math.min(1, n / race.column / load.rate) * WALL;
  let floor = "", above = "";
  for (let c = 0; c < to; c++) {
    const a = high(side.accepted[c]), b = Math.min(WALL - a, high(side.refused[c]));
    const x = +(c * wide).toFixed(2), w = +wide.toFixed(2);
    floor += `M${x} ${WALL}h${w}v${+(-a).toFixed(2)}h${-w}z`;
    if (b > 0.2) above += `M${x} ${+(WALL - a).toFixed(2)}h${w}v${+(-b).toFixed(2)}h${-w}z`;
  }
  return { floor, above };
}

// owners are the servers beside the map at a column, in the order of the keys.
function owners(side, column) {
  const o = side.owners.filter((one) => one.column <= column).at(-1) ?? side.owners[0];
  return o.places.map((place, i) => {
    const top = place * HEIGHT / 1000, tall = (o.places[i + 1] ?? 1000) * HEIGHT / 1000 - top;
    const letter = String.fromCharCode(65 + o.servers[i]), text = tall >= 13 ? `<text x="11" y="${+(top + tall / 2 + 4).toFixed(1)}">${letter}</text>` : "";
    return `<g class="s-${"abcdefgh"[o.servers[i] % 8]}${o.busy[i] ? " on" : ""}"><rect x="1" y="${+(top + 1).toFixed(1)}" width="20" height="${+Math.max(1, tall - 2).toFixed(1)}" rx="3"></rect>${text}</g>`;
  }).join("");
}

// ---- what is said ----

// soFar is what a side has accepted and refused up to a column.
const soFar = (side, to) => ({ accepted: sum(side.accepted, to), refused: sum(side.refused, to) });
const share = (n, of) => { // what is not all is never 100, and what is not nothing never 0
  const p = 100 * n / Math.max(1, of), close = n > 0 && n < of && (p < 1 || p > 99);
  return `${close ? Math.min(99.9, Math.max(0.1, p)).toFixed(1) : Math.round(p)}%`;
};

// state says how a side stands at a moment, and whether that is good.
export function state(race, side, to) {
  if (to === 0) return ["Not begun", ""];
  if (soFar(side, to).refused === 0) return ["Nothing refused", "ok"];
  let last = to;
  while (last > 0 && side.refused[last - 1] === 0) last--;
  if ((to - last) * race.column >= QUIET) return [`Nothing refused since ${clock(last * race.column)}`, "ok"];
  const from = Math.max(0, to - QUIET / race.column), now = sum(side.refused.slice(from, to)), done = sum(side.accepted.slice(from, to));
  return [`${share(now, now + done)} refused now`, "bad"];
}

// why says what becomes of the writes under a key, at this load.
function why(race, load, i) {
  const side = load.sides[i], most = Math.max(...side.served), splits = `${side.splits} split${side.splits === 1 ? "" : "s"}`;
  if (i === 0) {
    const end = side.splits === 0 ? "At this load one range is enough." : most === 1 ? `${splits}, still one server.` : `${splits}.`;
    return ["New keys sort last, so one range takes every write.", end];
  }
  const where = most > 1 ? `Writes land in ${side.ranges} places, so ${most} servers share them.` : `Writes land in ${side.ranges} places. At this load one server is enough.`;
  return [where, `A query by time must ask ${side.ranges} times.`];
}

// said is every text of a moment that is not in a picture.
export function said(race, load, at) {
  const to = Math.floor(at / race.column);
  return load.sides.map((side, i) => {
    const { accepted, refused } = soFar(side, to), last = Math.max(0, to - 1), [words, look] = state(race, side, to);
    const rate = (list) => to === 0 ? "0" : number(list[last] / race.column);
    return {
      accepted, refused, words, look, why: why(race, load, i), part: to === 0 ? "–" : share(accepted, accepted + refused),
      floor: `${rate(side.accepted)}/s accepted`, above: side.refused[last] && to ? `${rate(side.refused)}/s refused` : "",
    };
  });
}

// ---- the page ----

const picture = (width, height, name, part, more = "") => `<svg class="${name}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" data-part="${part}"${more}>`;

// Parts of the page by name: the markup of everything that depends on the load and
// the moment. A part of a side ends with its number.
function parts(race, { rate, at }) {
  const load = race.loads.find((l) => l.rate === rate), to = Math.floor(at / race.column), texts = said(race, load, at), whole = rate * race.seconds;
  const out = {
    rate: `${number(rate)}/s`, clock: clock(at), sent: `about ${number(rate * at)}`, minutes: minutes(race, load),
  };
  for (const [i, side] of load.sides.entries()) {
    const { fill, hatch } = paths(race, side, to), w = wall(race, load, side, to), t = texts[i];
    const drawn = (list, look) => list.map((d, n) => d && `<path ${look(n)} d="${d}"></path>`).join("");
    const won = (1000 * t.accepted / whole).toFixed(1), lost = (1000 * t.refused / whole).toFixed(1);
    Object.assign(out, {
      [`value${i}`]: `<b class="num${t.look === "bad" ? " bad" : ""}">${t.part}</b><span>accepted</span><span class="st${t.look && ` st--${t.look}`}">${t.words}</span>`,
      [`why${i}`]: `${t.why[0]} <span>${t.why[1]}</span>`,
      [`map${i}`]: `${drawn(fill, (n) => `class="rc__h${n}"`)}<g class="rc__hot">${drawn(hatch, hatched)}</g><path class="rc__marks" d="${marks(race, side, to)}"></path>` +
        (at < race.seconds ? `<path class="rc__now" d="M${WIDTH * at / race.seconds} 0V${HEIGHT}"></path>` : ""),
      [`own${i}`]: owners(side, Math.max(0, to - 1)),
      [`wall${i}`]: `<path class="rc__floor" d="${w.floor}"></path><path class="rc__above" ${hatched(4)} d="${w.above}"></path>`,
      [`pace${i}`]: (t.above && `<span class="rc__ab num">${t.above}</span>`) + `<span class="rc__fl num">${t.floor}</span>`,
      [`bar${i}`]: `<rect class="rc__ground" width="1000" height="24"></rect><rect class="rc__lost" ${hatched(4)} x="${won}" width="${lost}" height="24"></rect><rect class="rc__won" width="${won}" height="24"></rect>`,
      [`won${i}`]: number(t.accepted),
    });
  }
  return out;
}

const hatched = (degree) => `fill="url(#rc-x${degree})"`;

// LABELS are the keys beside a map: times of writing, and buckets.
const LABELS = [["12:00", "12:02", "12:05"], ["00_", "08_", "15_"]];

const panel = (race, i, p) => `<article class="rc__p">
<header><div><h2>${TITLES[i]}</h2><code class="k k--pk">${esc(race.keys[i])}</code></div><div class="rc__v" data-part="value${i}">${p[`value${i}`]}</div></header>
<p class="rc__why" data-part="why${i}">${p[`why${i}`]}</p>
<div class="rc__plot">
<div class="rc__y" aria-hidden="true">${LABELS[i].map((l) => `<span>${l}</span>`).join("")}</div>
${picture(WIDTH, HEIGHT, "rc__m", `map${i}`, ` role="img" aria-label="${TITLES[i]}: heat map. Keys in sort order run down, time runs right."`)}${p[`map${i}`]}</svg>
${picture(LANE, HEIGHT, "rc__own", `own${i}`, ` role="img" aria-label="The servers of the ranges"`)}${p[`own${i}`]}</svg>
<span class="rc__wl" aria-hidden="true">writes/s</span>
<div class="rc__wall">${picture(WIDTH, WALL, "rc__w", `wall${i}`, ` aria-hidden="true"`)}${p[`wall${i}`]}</svg><div data-part="pace${i}">${p[`pace${i}`]}</div></div>
<div class="rc__x num" aria-hidden="true">${[0, 1, 2, 3, 4, 5].map((m) => `<span>${m}:00</span>`).join("")}</div>
</div></article>`;

// The denser, the more is refused; the lines are red on cream, so that they show on
// every colour of the map.
const PATTERNS = [[15, 1.4], [10.5, 1.8], [7.5, 2.2], [5.5, 2.7]].map(([step, line], i) =>
  `<pattern id="rc-x${i + 1}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(35)"><rect class="rc__cream" width="${line + 1.2}" height="${step}"></rect><rect class="rc__red" width="${line}" height="${step}"></rect></pattern>`).join("");

const shape = (kind) => `<svg viewBox="-7 -7 14 14" aria-hidden="true"><path d="M0 0${SHAPES[kind]}"></path></svg>`;
const legend = (race) => `<p class="rc__leg"><span class="rc__row">One row = one slice of the keys, in order</span><span><span class="ramp" aria-hidden="true"></span>0 to ${number(race.capacity)} writes/s, what one range takes</span><span><span class="sw hatch" aria-hidden="true"></span>refused, few to most</span><span>${shape("s")}split</span><span>${shape("m")}move</span><span>${shape("u")}merge</span></p>`;

const bar = (i, p) => `<div class="rc__bar"><span>${TITLES[i]}</span>${picture(1000, 24, "rc__b", `bar${i}`, ` aria-hidden="true"`)}${p[`bar${i}`]}</svg><b class="num" data-part="won${i}">${p[`won${i}`]}</b></div>`;

// minutes are the rows of the table.
function minutes(race, load) {
  let rows = "";
  for (let at = 60; at <= race.seconds; at += 60) {
    const cells = load.sides.map((side) => { const s = soFar(side, at / race.column); return `<td class="r num">${number(s.accepted)}</td><td class="r num">${number(s.refused)}</td>`; });
    rows += `<tr><th scope="row" class="num">${clock(at)}</th>${cells.join("")}</tr>`;
  }
  return rows;
}

const head = TITLES.map((title) => `<th scope="col" class="r">${title}: accepted</th><th scope="col" class="r">refused</th>`).join("");

// page is the comparison at the load that it opens with, when the race has ended. Its
// controls wait for open: what cannot be used yet says so.
export function page(race, sprite) {
  const least = race.loads[0].rate, most = race.loads.at(-1).rate, p = parts(race, { rate: race.first, at: race.seconds });
  return `<div class="rc" data-own>
<svg class="rc__defs" aria-hidden="true"><defs>${PATTERNS}</defs></svg>
<div class="rc__top"><button id="race-play" type="button" class="btn" disabled>${icon("play", sprite)}${icon("pause", sprite)}<span>Play</span></button>
<label class="rc__load"><span class="rc__ll">Writes sent to both</span><span class="rc__sl"><input type="range" id="race-load" aria-label="Writes sent to both" min="${least}" max="${most}" step="${race.loads[1].rate - least}" value="${race.first}" aria-valuetext="${number(race.first)} writes/s" disabled><i class="rc__lim" aria-hidden="true">one range takes ${number(race.capacity)}/s</i></span><output class="num" for="race-load" data-part="rate">${p.rate}</output></label>
<label class="rc__time"><input type="range" id="race-at" aria-label="Moment of the race" min="0" max="${race.seconds}" step="${race.column}" value="${race.seconds}" aria-valuetext="${clock(race.seconds)}" disabled><span class="num"><output for="race-at" data-part="clock">${p.clock}</output> of ${clock(race.seconds)}</span></label>
<span class="rc__fast" title="${SPED_UP} Nothing else is changed.">${icon("zap", sprite)}<span class="rc__long">Decisions sped up</span><span class="rc__short" aria-hidden="true">Sped up</span><span class="vh">. ${SPED_UP}</span></span></div>
<div class="rc__g">${panel(race, 0, p)}${panel(race, 1, p)}</div>
${legend(race)}
<div class="rc__race"><div class="rc__h"><h2>Writes accepted so far</h2><span class="num"><b data-part="sent">${p.sent}</b> sent to each</span></div>${bar(0, p)}${bar(1, p)}</div>
<details class="rc__tab"><summary>The race as a table</summary><table class="qt"><caption class="vh">Writes until each minute</caption><thead><tr><th scope="col">Until</th>${head}</tr></thead><tbody data-part="minutes">${p.minutes}</tbody></table></details>
</div>`;
}

// ---- what a reader does ----

// What the reader has set outlives the page rendered ahead, whose elements the
// program puts into its own.
let race, view, playing = false, frame = 0, last = 0, owed = 0;

const one = (id) => document.getElementById(id);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// show brings everything up to date.
function show() {
  for (const [name, html] of Object.entries(parts(race, view))) {
    const e = document.querySelector(`.rc [data-part="${name}"]`);
    if (e && e.shows !== html) e.innerHTML = e.shows = html;
  }
  one("race-load").style.setProperty("--at", `${100 * (view.rate - race.loads[0].rate) / (race.loads.at(-1).rate - race.loads[0].rate)}%`);
  one("race-load").setAttribute("aria-valuetext", `${number(view.rate)} writes/s`);
  const moment = one("race-at");
  moment.value = Math.floor(view.at);
  moment.setAttribute("aria-valuetext", clock(view.at));
}

function set(on) {
  playing = on;
  cancelAnimationFrame(frame);
  const button = one("race-play");
  button.classList.toggle("rc--on", on);
  button.querySelector("span").textContent = on ? "Pause" : "Play";
}

// go goes on with the race by what has passed since the last frame.
function go(now) {
  if (!playing || !one("race-play")) { playing = false; return; }
  owed += Math.min(now - last, 1000);
  last = now;
  const step = calm() ? race.seconds / CALM.steps : race.column / 2, each = calm() ? CALM.every : PLAYS * 1000 * step / race.seconds;
  if (owed >= each) {
    view.at = Math.min(race.seconds, view.at + step * Math.floor(owed / each));
    owed %= each;
    show();
  }
  if (view.at >= race.seconds) set(false);
  else frame = requestAnimationFrame(go);
}

function toggle() {
  set(!playing);
  if (!playing) return;
  if (view.at >= race.seconds) view.at = 0;
  last = performance.now();
  owed = 0;
  show();
  frame = requestAnimationFrame(go);
}

// open makes the comparison live in its place, and draws it where it was not drawn
// ahead. While its data come the program may have put its own page in place.
export async function open({ id }, address, sprite) {
  race ??= await (await fetch(address)).json();
  view ??= { rate: race.first, at: race.seconds };
  const host = one(id);
  if (!host) return;
  if (!host.firstElementChild) {
    host.innerHTML = page(race, sprite);
    one("race-load").value = view.rate;
  }
  if (host.firstElementChild.live) return;
  host.firstElementChild.live = true;
  one("race-play").addEventListener("click", toggle);
  one("race-load").addEventListener("input", (e) => { view.rate = Number(e.target.value); show(); });
  one("race-at").addEventListener("input", (e) => { set(false); view.at = Number(e.target.value); show(); });
  for (const id of ["race-play", "race-load", "race-at"]) one(id).disabled = false;
  show();
}
