// Defines <keyrange-embed src height caption theme>: a frame of this site in a page
// of somebody else. Built alone, to a stable address, for any page to load.
//
// What always holds: a frame is made only near the window and only for an address of
// the site that this script came from; messages count only from that frame and that
// site, and go only there; of all elements on a page one starts its engine at a time;
// an element that is taken away leaves nothing behind.

const home = new URL(".", document.currentScript.src);
const LOW = 160, USUAL = 480, HIGH = 900; // px of height
const NEAR = "300px"; // from the window at which a frame is made
const DARK = 128; // of 255: a darker ground is that of a dark page
const EVENTS = ["ready", "progress", "done", "failed"];
const STYLE = `:host{display:block}:host([hidden]){display:none}figure{margin:0;position:relative;display:flex;flex-direction:column}
div{flex:1;display:flex;flex-direction:column}iframe{flex:1;width:100%;border:1px solid #8887;border-radius:8px;box-sizing:border-box;color-scheme:normal}
figcaption{font-size:.875em;margin-top:.5em}p{margin:0;padding:1em;border:1px solid #8887}
a{position:absolute;z-index:1;inset:4px auto auto 4px;padding:6px 10px;background:#fff;color:#111;outline:2px solid #111}
a:not(:focus){clip-path:inset(50%);pointer-events:none}`;

// address is where a frame may lead, or a sentence that says why it may not.
function address(src) {
  if (!src) return "This embed has no src.";
  let to;
  try { to = new URL(src, home); } catch { return "This embed is not shown: its src is no address."; }
  if (to.origin !== home.origin || to.username || !to.pathname.startsWith(home.pathname)) {
    return `This embed is not shown: its src leads away from ${home.origin}${home.pathname}, where its script is from.`;
  }
  return to;
}

// theme is that of the page at an element: what it says, or the ground it stands on.
function theme(element) {
  const said = element.getAttribute("theme");
  if (said === "dark" || said === "light") return said;
  for (let e = element; e; e = e.parentElement) {
    const c = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(getComputedStyle(e).backgroundColor);
    if (c && c[4] !== "0") return .3 * c[1] + .59 * c[2] + .11 * c[3] < DARK ? "dark" : "light";
  }
  return preference.matches && /dark/.test(getComputedStyle(document.documentElement).colorScheme) ? "dark" : "light";
}
const preference = matchMedia("(prefers-color-scheme: dark)");

// ---- one engine at a time ----

const waiting = [];
let starting;
function next() {
  starting ??= waiting.shift();
  starting?.tell({ type: "start" });
}
function leave(element) {
  const at = waiting.indexOf(element);
  if (at >= 0) waiting.splice(at, 1);
  if (starting === element) { starting = undefined; next(); }
}

// ---- the element ----

const make = (tag, values, ...children) => {
  const e = Object.assign(document.createElement(tag), values);
  e.append(...children);
  return e;
};

class Embed extends HTMLElement {
  static observedAttributes = ["src", "height", "caption", "theme"];

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
  }

  connectedCallback() { this.#open(); }
  disconnectedCallback() { this.#close(); }
  attributeChangedCallback(name, before, now) {
    if (!this.#end || before === now) return;
    if (name === "theme") return this.#paint();
    this.#close();
    this.#open();
  }

  #end; // aborts all that listens
  #frame; #used; #theme;

  #open() {
    this.#end = new AbortController();
    const to = address(this.getAttribute("src")), caption = this.getAttribute("caption") ?? "";
    if (typeof to === "string") {
      this.shadowRoot.replaceChildren(make("p", { textContent: to }));
      return;
    }
    const name = caption || "Keyrange", after = make("span", { tabIndex: -1 });
    const skip = make("a", { href: "#", textContent: `Skip past ${name}`, onclick: (e) => { e.preventDefault(); after.focus(); } });
    const reserved = Math.min(HIGH, Math.max(LOW, parseInt(this.getAttribute("height"), 10) || USUAL));
    const room = make("div", {}, make("slot"));
    const figure = make("figure", {}, skip, room, after, ...caption ? [make("figcaption", { textContent: caption })] : []);
    figure.style.minHeight = `${reserved}px`; // the caption is in it
    this.shadowRoot.replaceChildren(figure);
    const near = new IntersectionObserver(([e]) => {
      if (!e.isIntersecting) return;
      near.disconnect();
      this.#fill(room, to, name);
    }, { rootMargin: NEAR });
    near.observe(room);
    this.#end.signal.addEventListener("abort", () => near.disconnect());
  }

  #fill(room, to, name) {
    const { signal } = this.#end;
    this.#theme = theme(this);
    const search = to.searchParams;
    if (!search.has("embed")) search.set("embed", "");
    search.set("theme", this.#theme);
    search.set("host", location.origin);
    const frame = this.#frame = make("iframe", { src: to.href, title: name, allow: "clipboard-write", referrerPolicy: "origin" });
    room.replaceChildren(frame);
    addEventListener("message", (e) => {
      if (e.source === frame.contentWindow && e.origin === home.origin && e.data?.keyrange === 1) this.#hear(e.data);
    }, { signal });
    const paint = () => this.#paint(), watch = new MutationObserver(paint);
    for (const e of [document.documentElement, document.body]) watch.observe(e, { attributes: true });
    preference.addEventListener("change", paint, { signal });
    signal.addEventListener("abort", () => watch.disconnect());
  }

  #hear(data) {
    const { type, height, result = {} } = data;
    if (type === "want" && !waiting.includes(this)) {
      if (starting !== this) waiting.push(this);
      this.#used = true;
      this.tell({ type: "wait" });
      next();
    }
    if (type === "size" && Number.isFinite(height)) {
      const { top, bottom } = this.getBoundingClientRect();
      // What is read below moves only while nobody sees it, or once the reader works here.
      if (this.#used || bottom < 0 || top > innerHeight) this.#frame.style.minHeight = `${Math.min(HIGH, height)}px`;
    }
    if (type === "ready" || type === "failed") leave(this);
    if (EVENTS.includes(type)) this.dispatchEvent(new CustomEvent(type, { detail: result, bubbles: true }));
  }

  #paint() {
    const now = theme(this);
    if (this.#frame && now !== this.#theme) this.tell({ type: "theme", theme: this.#theme = now });
  }

  tell(data) { this.#frame?.contentWindow?.postMessage({ keyrange: 1, ...data }, home.origin); }

  #close() {
    this.#end?.abort();
    this.#end = this.#frame = this.#used = undefined;
    leave(this);
    this.shadowRoot.replaceChildren();
  }
}

if (!customElements.get("keyrange-embed")) customElements.define("keyrange-embed", Embed);
