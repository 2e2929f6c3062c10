// Presenting: large type, no chrome but the transport, hints and answers hidden
// until they are asked for, a ring around the pointer, a caption, a blank screen, a
// theme for weak projectors, and notes in a second window that follows. It is loaded
// when somebody presents for the first time, and needs no engine.
//
// What always holds: each key has a button in the bar at the top, which comes with
// the keyboard or the pointer; Escape ends, and what had the focus has it again.
// Windows talk over a channel that only this site is on.

const SMALLEST = 16; // CSS px of the smallest type before it is enlarged; present.css has the sizes
const LEGIBLE = 24 / 1080; // its height as a part of the window's
const RANGE = [1, 3]; // bounds of the enlargement
const NARROW = 1000; // CSS px that a screen has at least, where the window has them
const MOST = 200; // characters of a caption, and of a title that is told

const html = document.documentElement;
const make = (tag, properties = {}, ...children) => {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...children);
  return e;
};
const hold = (e, attributes) => { for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value); return e; };
const remembered = (name) => { try { return localStorage.getItem(`keyrange.${name}`); } catch { return null; } };

let present; // what ends the presentation that is on

// toggle begins to present, or ends it.
export function toggle(site) {
  if (present) present();
  else begin(site);
}

async function styled(address) {
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = make("link", { rel: "stylesheet", href: address });
  await new Promise((done) => { link.onload = link.onerror = done; document.head.append(link); });
}

function begin(site) {
  const before = document.activeElement, stop = new AbortController(), { signal } = stop;
  const on = (target, event, does, options = {}) => target.addEventListener(event, does, { signal, ...options });
  const parts = [], add = (e) => { parts.push(e); document.body.append(e); return e; };
  const theme = html.getAttribute("data-theme");

  const size = () => {
    const zoom = Math.min(Math.max(Math.min(innerHeight * LEGIBLE / SMALLEST, innerWidth / NARROW), RANGE[0]), RANGE[1]);
    html.style.setProperty("--zoom", zoom.toFixed(3));
  };
  size();
  on(window, "resize", size);
  html.setAttribute("data-present", "");
  const ready = styled(site.presenting);

  const says = hold(make("p", { className: "vh" }), { role: "status" });
  const say = (text) => { says.textContent = text; };

  // ---- what a key or a button does ----

  const does = {
    answers() { html.toggleAttribute("data-answers"); shown(); say(html.hasAttribute("data-answers") ? "Hints and answers are shown." : "Hints and answers are hidden."); },
    notes() {
      const last = remembered("workshop");
      const where = `${site.base}workshop${/^[a-z0-9-]{1,40}$/.test(last ?? "") ? `/${last}#lead` : ""}`;
      if (!window.open(where, "keyrange-notes", "width=960,height=760")) say("This browser did not let the second window open.");
    },
    blank() { if (blank.open) blank.close(); else blank.showModal(); },
    caption() { field.value = caption.textContent; asks.showModal(); field.select(); },
    contrast() {
      const light = html.toggleAttribute("data-contrast");
      if (light) html.setAttribute("data-theme", "light");
      else themed();
      shown();
      say(light ? "Strong contrast." : "The usual colors.");
    },
    keys() { if (list.open) list.close(); else list.showModal(); },
    end,
  };
  const themed = () => { if (theme) html.setAttribute("data-theme", theme); else html.removeAttribute("data-theme"); };

  const KEYS = [
    ["a", "answers", "Show or hide hints and answers", "Answers"], ["n", "notes", "Notes and timer in a second window", "Notes"],
    [",", "blank", "Blank the screen, and show it again", "Blank"], ["c", "caption", "Put a caption on what is shown", "Caption"],
    ["l", "contrast", "Strong contrast, for a weak projector", "Contrast"], ["?", "keys", "List the keys", "Keys"],
    ["Escape", "end", "End the presentation, as P does", "End"],
  ];

  // ---- what is over the page ----

  const bar = add(hold(make("div", { className: "present__bar" }), { role: "toolbar", "aria-label": "Presenter" }));
  const buttons = {};
  for (const [key, name, title, label] of KEYS) {
    const b = buttons[name] = hold(make("button", { type: "button", className: "present__b", title: `${title} (${key === "Escape" ? "Esc" : key.toUpperCase()})`, textContent: label }), { "aria-keyshortcuts": key });
    on(b, "click", () => does[name]());
    bar.append(b);
  }
  const shown = () => {
    buttons.answers.setAttribute("aria-pressed", html.hasAttribute("data-answers"));
    buttons.contrast.setAttribute("aria-pressed", html.hasAttribute("data-contrast"));
  };
  shown();
  add(says);
  const caption = add(make("p", { className: "present__caption", hidden: true }));
  const put = (text) => { caption.textContent = text.slice(0, MOST); caption.hidden = !text; };

  const ring = add(hold(make("div", { className: "present__ring", hidden: true }), { "aria-hidden": "true" }));
  on(window, "pointermove", ({ clientX, clientY }) => { ring.hidden = false; ring.style.transform = `translate(${clientX}px, ${clientY}px)`; }, { passive: true });
  on(html, "pointerleave", () => { ring.hidden = true; });

  const dialog = (name, className, ...children) => add(hold(make("dialog", { className }, ...children), { "aria-label": name }));
  const again = make("button", { type: "button", className: "vh", textContent: "Show the screen again" });
  const blank = dialog("The screen is blank", "present__blank", again);
  on(again, "click", () => blank.close());

  const ROWS = [...KEYS.map(([key, , title]) => [key === "Escape" ? "Esc" : key.toUpperCase(), title]),
    ["Space or .", "Play or pause"], ["← →", "A step back, a step on; with Shift ten"], ["Home, End", "The first place, the last"], ["[ ]", "Slower, faster"], ["F11", "Fill the screen, by the browser"]];
  const shut = make("button", { type: "button", className: "present__b", textContent: "Close" });
  const list = dialog("Keys of the presenter", "present__dlg", make("h2", { textContent: "Keys" }),
    make("dl", {}, ...ROWS.flatMap(([key, title]) => [make("dt", {}, make("kbd", { textContent: key })), make("dd", { textContent: title })])), shut);
  on(shut, "click", () => list.close());

  const field = hold(make("input", { className: "field", maxLength: MOST, autocomplete: "off" }), { id: "present-caption" });
  const show = make("button", { type: "button", className: "present__b", textContent: "Show the caption" });
  const asks = dialog("Caption", "present__dlg", make("label", { htmlFor: "present-caption", textContent: "A caption for what is shown. Empty takes it away." }), field, show);
  const captioned = () => { put(field.value.trim()); asks.close(); };
  on(show, "click", captioned);
  on(field, "keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); captioned(); } });

  // ---- keys ----

  const typed = (e) => e.matches?.("input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]");
  on(window, "keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typed(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = KEYS.find(([k]) => k === key)?.[1];
    if (!name || key.length === 1 && remembered("shortcuts") === "off") return;
    const open = document.querySelector("dialog[open]");
    if (open && !(open === blank && name === "blank" || open === list && name === "keys")) return; // a dialog has its own keys
    event.preventDefault();
    does[name]();
  });

  // ---- the second window ----

  const channel = self.BroadcastChannel ? new BroadcastChannel(`keyrange ${site.base}`) : { postMessage() {}, close() {} };
  const path = () => `/${location.pathname.slice(site.base.length).replace(/(\/index)?\.html$/, "")}`;
  const tell = () => channel.postMessage(`shows\t${path()}\t${document.title.replace(/ · Keyrange$/, "").slice(0, MOST)}`);
  let next = "", there = path();
  channel.onmessage = ({ data }) => {
    const [word, to, text = ""] = String(data).slice(0, 20_000).split("\t");
    if (word === "ask") tell();
    if (word === "go") go(to, text);
  };
  // go opens a place of this site, and no other.
  function go(to, text) {
    if (!/^\/(?![/\\])/.test(to)) return;
    const { origin, pathname, href } = new URL(site.base + to.slice(1), location.href);
    if (origin !== location.origin || !pathname.startsWith(site.base)) return;
    const a = add(make("a", { href, hidden: true }));
    a.dataset.caption = text;
    a.click();
    a.remove();
  }
  on(document, "click", ({ target }) => { next = target.closest?.("a[href]")?.dataset.caption ?? ""; }, { capture: true });
  const moved = () => {
    if (path() === there && !next) return tell();
    there = path();
    put(next);
    next = "";
    tell();
  };
  const titles = new MutationObserver(moved);
  titles.observe(document.head, { subtree: true, childList: true, characterData: true });
  on(window, "pagehide", () => channel.postMessage("shows\t\t"));

  // ---- the end ----

  function end() {
    present = undefined;
    stop.abort();
    titles.disconnect();
    channel.postMessage("shows\t\t");
    channel.close();
    for (const e of parts) e.remove();
    for (const name of ["data-present", "data-answers", "data-contrast"]) html.removeAttribute(name);
    themed();
    const to = before?.isConnected && before !== document.body ? before : document.getElementById("main");
    to?.focus({ preventScroll: true });
  }
  present = end;
  ready.then(() => { if (present === end) { tell(); say("Presenting. Question mark lists the keys, Escape ends."); } });
}
