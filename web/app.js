// What happens on a page before the WebAssembly program runs, and what the
// program finds when it starts. The builder puts a constant named site in
// front: base, env, loader, wasm and size (the program's core and its bytes), parts
// (the files of its other functions), styles, worker, editor, series, pictures,
// codes (QR codes), present, presenting, apart, divided and frame (the scripts for the
// parts of the program and for a page in another one).
//
// The page is readable from the first byte on. The program starts at the first
// gesture or some seconds after the page has loaded; at once where work waits for
// it: a shared moment, or a reader who was here before. Pages that can do little
// without it load and compile it from the beginning. Until it runs and the reader's saved work is open, clicks on
// buttons and what is typed or chosen are held, and then done again. What the
// reader opened, focused or scrolled stays as it was.

import "./gate.js";
import "./regions.js";

// A page that is a part of another one has a script for that.
const { host, led, tell } = document.documentElement.hasAttribute("data-embed") ? await import(site.frame) : { tell() {} };

const QUIET = 5000; // ms without a gesture after which the program starts
const PATIENCE = 400; // ms of loading before there are words about it
const HELD = 16; // gestures that are remembered
const REDRAW = 50; // ms in which the program draws what a gesture changed
const OPENING = 10_000; // ms that gestures wait for saved work
const STALLED = 20_000; // ms without a byte, or without a page drawn, that count as a failure

const boot = document.getElementById("boot");
const words = boot.querySelector(".boot__text");
const root = () => document.body.firstElementChild;

// ---- what go-app's browser half calls ----

let registration;
window.goappGetenv = (name) => site.env[name];
window.goappTryUpdate = () => registration?.update();
// The program asks for what only some pages need: the $filter editor, charts, what
// saves pictures when a moment is shared, QR codes, the published figures, the race of the start page. A fault in one
// takes only itself down: the program gets nothing from it, and goes on.
const tamed = (part) => Object.fromEntries(Object.entries(part).map(([name, does]) => [name, typeof does !== "function" ? does : (...args) => {
  try {
    const made = does(...args);
    return made && Object.getPrototypeOf(made) === Object.prototype ? tamed(made) : made;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}]));
for (const [name, file] of [["Editor", site.editor], ["Series", site.series], ["Pictures", site.pictures], ["Codes", site.codes], ["Figures", site.figures], ["Race", site.race]]) {
  window[`keyrange${name}`] = () => import(file).then(tamed);
}

// ---- progress and failure ----

function show(state, text = "") {
  boot.dataset.state = state;
  if (words.textContent !== text) words.textContent = text;
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

// progress returns a function that takes the bytes read so far. The bar follows
// every call, the words once a second, so that a screen reader is not flooded.
function progress() {
  const began = performance.now();
  let spoken = began + PATIENCE - 1000;
  return (done) => {
    if (boot.dataset.state !== "loading") return;
    boot.style.setProperty("--done", Math.min(done / size, 1).toFixed(3));
    const now = performance.now();
    if (now - spoken < 1000) return;
    spoken = now;
    show("loading", `Starting the engine, ${megabytes(done)} of ${megabytes(size)} MB. You can read on.`);
  };
}

// offer adds a button to the words.
function offer(label, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn--sm", textContent: label });
  button.addEventListener("click", act);
  words.append(button);
}

function fail(text, again, label = "Try again") {
  tell("failed", { result: { reason: text } });
  show("failed", text);
  if (again) offer(label, again);
}

// announce says in an old tab that the host has a newer version. What stands here
// goes on as it is: its files are kept until the tab after the next version.
function announce() {
  if (boot.dataset.state !== "running") return;
  show("newer", "A newer version of this site is here.");
  offer("Load it", () => location.reload());
  offer("Later", () => show("running"));
}

// ---- gestures that come before the program, or before the saved work ----

// place finds the way to an element from the root, which is the same in the
// page rendered ahead and in the page that the program draws.
function place(element) {
  const steps = [];
  for (let e = element; e !== root(); e = e.parentElement) {
    if (!e?.parentElement) return null;
    steps.unshift([...e.parentElement.children].indexOf(e));
  }
  return { id: element.id, tag: element.tagName, steps };
}

function find(at) {
  if (!at) return null;
  const { id, tag, steps } = at;
  let e = id ? document.getElementById(id) : root();
  if (!id) for (const step of steps) e = e?.children[step];
  return e?.tagName === tag ? e : null;
}

const BUTTONS = "button, [role=button], [role=tab], [role=switch]";
const named = (e) => e.getAttribute("aria-label") ?? e.textContent;

// pressed finds a button again: the saved work may have moved it, and what
// stands in its place now may do something else.
function pressed(at, name) {
  const e = find(at);
  return e && (e.id || named(e) === name) ? e : [...root().querySelectorAll(BUTTONS)].find((b) => named(b) === name);
}

let held = [], again = false; // again: a gesture that was held is being done
function hold(event, element, act) {
  event.stopImmediatePropagation();
  const at = place(element);
  if (held.length < HELD) held.push({ element, act: () => act(at) });
}

function holdClick(event) {
  const button = event.target.closest?.(BUTTONS);
  if (again || !button || !root().contains(button) || own(button)) return;
  const name = named(button);
  event.preventDefault();
  hold(event, button, (at) => pressed(at, name)?.click());
}

// prefer keeps a preference at once: its reader may leave before the program runs.
function prefer({ dataset, type, checked, value }) {
  if (!dataset.preference) return;
  try {
    localStorage.setItem(dataset.preference, type !== "checkbox" ? value : checked ? "" : "off");
  } catch { /* the program says that nothing is kept here */ }
}

// holdEntry holds what is typed or chosen, each field as it is at last. A browser
// that fills in fields after a reload tells nobody, and is no reader.
function holdEntry(event) {
  const e = event.target;
  if (again || !root().contains(e) || own(e) || !e.matches("input:not([type=file]), textarea, select")) return;
  const { value, checked, type, selectionStart: from, selectionEnd: to } = e;
  held = held.filter((h) => h.element !== e);
  prefer(e);
  hold(event, e, (at) => {
    const now = find(at);
    if (now?.type !== type || now.getAttribute("aria-label") !== e.getAttribute("aria-label")) return;
    Object.assign(now, { value, checked });
    if (now === document.activeElement && Number.isInteger(from)) now.setSelectionRange(from, to);
    for (const name of ["input", "change"]) now.dispatchEvent(new Event(name, { bubbles: true }));
  });
}

// holdKey holds what is pressed outside of fields while the program opens the
// saved work. Before that no key does anything of the program's.
function holdKey(event) {
  const e = event.target;
  if (again || !opening() || e.matches("input, textarea, select")) return;
  hold(event, e, (at) => (find(at) ?? document.body).dispatchEvent(new KeyboardEvent("keydown", event)));
}

const html = document.documentElement;
const opening = () => html.hasAttribute("data-opening");

function holding(on) {
  const change = on ? addEventListener : removeEventListener;
  change("click", holdClick, true);
  change("keydown", holdKey, true);
  for (const name of ["input", "change"]) change(name, holdEntry, true);
}
holding(true);

// What draws itself waits for no program.
const own = (e) => e.closest("[data-own]") !== null;

// opened waits until the program has opened the saved work, which takes some
// milliseconds. A storage that does not answer holds nobody up for long.
async function opened() {
  document.body.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => show("loading", "Opening your saved work."), PATIENCE);
  const late = setTimeout(() => html.removeAttribute("data-opening"), OPENING);
  while (opening()) await new Promise((done) => { afterOpening = done; });
  clearTimeout(slow);
  clearTimeout(late);
  document.body.removeAttribute("aria-busy");
}

// live does what was held, one after the other as a reader does, and ends the
// holding: each finds the page as the one before left it.
async function live() {
  show("running");
  if (held.length) await program.come(program.first)?.catch(() => {}); // what a first gesture most often needs
  while (held.length) {
    again = true;
    held.shift().act();
    again = false;
    if (held.length) await new Promise((done) => setTimeout(done, REDRAW));
  }
  holding(false);
}

let afterOpening;
new MutationObserver(() => {
  if (!opening()) {
    afterOpening?.();
  } else if (html.hasAttribute("data-running")) { // the reader came here from a page without work
    holding(true);
    opened().then(live);
  }
}).observe(html, { attributeFilter: ["data-opening"] });

// keep notes how the reader left the page and returns how to do that again.
function keep() {
  const changes = [];
  const note = (element, apply) => {
    const at = place(element);
    if (at) changes.push(() => { const e = find(at); if (e) apply(e); });
  };
  for (const e of root().querySelectorAll("*")) {
    // A list of the published figures is not drawn again: it keeps what is done to it.
    if (e.matches("details:not(#figures *, #race *)")) { const { open } = e; note(e, (n) => { n.open = open; }); }
    if (e.scrollTop || e.scrollLeft) { const { scrollTop, scrollLeft } = e; note(e, (n) => n.scrollTo(scrollLeft, scrollTop)); }
  }
  const active = document.activeElement;
  if (active && active !== root() && root().contains(active)) {
    const { selectionStart: from, selectionEnd: to } = active;
    note(active, (n) => { n.focus({ preventScroll: true }); if (Number.isInteger(from)) n.setSelectionRange(from, to); });
  }
  return () => changes.forEach((change) => change());
}

// ---- start ----

// stalled fails when too long nothing comes; each call of its function puts that off.
function stalled(what) {
  let late, fail;
  const failed = new Promise((_, reject) => { fail = reject; });
  failed.catch(() => {}); // when nobody waits any more
  const tell = () => {
    clearTimeout(late);
    late = setTimeout(() => fail(new Error(`${what}: nothing for ${STALLED / 1000} s`)), STALLED);
  };
  tell();
  return { tell, failed, end: () => clearTimeout(late) };
}

// A link, and work that is kept here, may call what readers do first on a page.
const linked = () => location.hash !== "";
const opens = [linked(), visited()].some(Boolean); // a visit by a link is noted too

// visited reports whether the reader was here before, or may have been, and notes it.
function visited() {
  try {
    const before = localStorage.getItem("keyrange.visited");
    localStorage.setItem("keyrange.visited", "yes");
    return before;
  } catch {
    return true;
  }
}

// A part that comes when it is called makes the page wait inside of the program. Only
// Chromium's browsers are known to do nothing else of the page meanwhile, which would
// call the program a second time: in all others every part comes first.
const waits = "userAgentData" in navigator;

// early are the parts of the program that this page is not drawn without.
const needs = (part) => html.dataset.parts?.split(" ").includes(part.name) || (opens && part === site.parts[0]);
const early = site.parts.filter((part) => !waits || needs(part));
const size = early.reduce((sum, part) => sum + part.size, site.size);

// compile gives the core of the program and the parts that this page needs.
async function compile() {
  const tick = progress(), watch = stalled(site.wasm), stop = new AbortController();
  let done = 0;
  setTimeout(() => tick(done), PATIENCE); // a slow answer gets its words too
  const load = async (address) => {
    const response = await fetch(address, { signal: stop.signal });
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    const counted = response.body.pipeThrough(new TransformStream({
      transform(piece, out) { watch.tell(); tick(done += piece.byteLength); out.enqueue(piece); },
    }));
    return WebAssembly.compileStreaming(new Response(counted, { headers: { "content-type": "application/wasm" } }));
  };
  try {
    return await Promise.race([Promise.all([site.wasm, ...early.map((part) => part.address)].map(load)), watch.failed]);
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    watch.end();
  }
}

// drawn waits until the program has put its page in the place of the old one.
function drawn(old) {
  return new Promise((done) => {
    const look = () => { if (!old.isConnected) { watch.disconnect(); done(); } };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true });
    look();
  });
}

// dressed adds the styles that a page for reading has done without, and waits
// for them. Without them the program runs all the same.
function dressed() {
  if (document.querySelector(`link[href="${site.styles}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: site.styles });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

const BLOCKED = "The engine cannot start, because this browser blocks WebAssembly. You can read every page.";

let files; // the program and what it needs, or on their way
function load() {
  if (!files) show("loading");
  return files ??= Promise.all([compile(), import(site.loader), import(site.divided), dressed()]);
}

let program; // the parts of the program that runs

async function run() {
  if (!self.WebAssembly?.compileStreaming) {
    holding(false);
    return fail(BLOCKED);
  }
  let core, needed, Parts;
  try {
    [[core, ...needed], , { Parts }] = await load();
  } catch (error) {
    files = undefined;
    console.error(error);
    const blocked = error instanceof WebAssembly.CompileError;
    if (blocked) holding(false);
    return fail(blocked ? BLOCKED : "The engine could not be loaded. Check the connection. You can read every page.",
      !blocked && (() => { started = undefined; start(); }));
  }
  const old = root(), restore = keep();
  const ahead = ["figures", "race", "embedder"].map((id) => document.getElementById(id)).find(Boolean); // the program may put its page in place before it yields
  const watch = stalled("the first page");
  try {
    const go = new Go();
    const instance = await WebAssembly.instantiate(core, go.importObject);
    program = new Parts(instance.exports, site.parts);
    for (const [i, module] of needed.entries()) await program.take(early[i].name, module);
    if (linked()) await program.come(program.first)?.catch(() => {}); // what it lacks comes when it is called
    const ended = go.run(instance).then(() => { throw new Error("the program ended"); });
    ended.catch(() => fail("The engine stopped. Your saved work is still there.", () => location.reload(), "Reload"));
    await Promise.race([drawn(old), watch.failed, ended]);
  } catch (error) {
    console.error(error);
    holding(false);
    return fail("The engine does not start in this browser. You can read every page.", () => location.reload(), "Reload");
  } finally {
    watch.end();
  }
  if (ahead) { // what the program does not draw itself stays as it was rendered
    document.getElementById(ahead.id)?.replaceChildren(...ahead.childNodes);
    if (ahead.id === "figures") await window.keyrangeFigures().catch((error) => console.error(error)); // its lists can be read without
  }
  restore();
  await opened();
  performance.mark("keyrange-running", { detail: { opens: !!opens || linked() } });
  await live();
  html.setAttribute("data-running", "");
  if (host) program.come(program.first)?.catch(() => {}); // a part of another page loads what its reader does next, and then what is called
  else program.rest();
  tell("ready", { result: { path: location.pathname.slice(site.base.length - 1), title: document.title } });
}

// The race lives from the first moment on: it needs no engine.
const raced = document.getElementById("race");
if (raced) window.keyrangeRace().then((part) => part.open(raced, site.races, site.icons)).catch((error) => console.error(error));

// So does the page of the embeds.
window.keyrangeEmbedder = (at) => import(site.maker).then((part) => part.open(at, site)).catch((error) => console.error(error));
const embedder = document.getElementById("embedder");
if (embedder) window.keyrangeEmbedder(embedder);

let started;
function start() {
  started ??= run().then(host ? undefined : register); // a part of another page leaves nothing behind
}

const instant = html.hasAttribute("data-instant");
if (host) {
  const moment = location.hash.startsWith("#m=");
  html.toggleAttribute("data-unseen", moment); // what stands here is another than the one that was shared
  led(start, (ask) => {
    show("offered", moment ? "Somebody shared a moment." : "A still picture.");
    offer(moment ? "Show it" : "Work with it", ask);
  }, () => show("queued", "The engine starts when the one beside it is ready."));
} else if (instant && (location.hash || navigator.serviceWorker?.controller || !self.WebAssembly?.compileStreaming)) {
  start();
} else {
  for (const gesture of ["pointerover", "pointerdown", "keydown", "scroll"]) {
    addEventListener(gesture, start, { once: true, passive: true, capture: true });
  }
  const later = () => {
    if (instant) load().then(() => { if (!started) show("waiting"); }, start);
    if (!navigator.connection?.saveData) setTimeout(start, QUIET);
  };
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}

// ---- links ----

// go-app takes every click on a link for a move inside the site. The browser
// keeps what it does better: other sites, files, new tabs, places on this page.
function routed(a, event) {
  const to = new URL(a.href);
  const file = /\.(?!html$)[^./]+$/.test(to.pathname);
  const here = to.pathname === location.pathname && to.search === location.search && to.hash !== "";
  return to.origin === location.origin && to.pathname.startsWith(site.base) && !file && !here && !site.apart.some((a) => [a, `${a}.html`].includes(to.pathname) || to.pathname.startsWith(`${a}/`))
    && !(a.target && a.target !== "_self") && !a.hasAttribute("download")
    && event.button === 0 && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
}
document.addEventListener("click", (event) => {
  const a = event.target.closest?.("a[href]");
  if (!a || typeof a.href !== "string") return;
  if (!routed(a, event)) return event.stopPropagation();
  const coming = program?.before(`/${new URL(a.href).pathname.slice(site.base.length)}`);
  if (!coming) return;
  event.preventDefault();
  event.stopPropagation();
  coming.then(() => a.click(), () => location.assign(a.href));
});

// ---- presenting ----

// P, or the button in the header, presents the screen; the script for that comes then.
const presenting = () => import(site.present).then((part) => part.toggle(site)).catch((error) => console.error(error));
const alone = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
const shortcuts = () => { try { return localStorage.getItem("keyrange.shortcuts") !== "off"; } catch { return true; } };
if (!html.hasAttribute("data-embed")) {
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    const writes = target.matches?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]");
    if (key.toLowerCase() !== "p" || !alone(event) || writes || !shortcuts() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    presenting();
  });
  document.addEventListener("click", ({ target }) => { if (target.closest?.("[data-present-button]")) presenting(); });
}

// ---- use without a network ----

async function register() {
  if (!navigator.serviceWorker) return;
  try {
    registration = await navigator.serviceWorker.register(site.worker, { scope: site.base });
  } catch (error) {
    console.warn("no use without a network:", error.message);
    return;
  }
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    const update = navigator.serviceWorker.controller !== null;
    next.addEventListener("statechange", () => { if (update && next.state === "activated") announce(); });
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) registration.update().catch(() => {}); });
}
