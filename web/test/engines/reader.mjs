// A reader in any engine: what a person does and sees, by roles and names, over
// the few commands that each engine's driver has. Waiting is asking again until
// the page says yes; nothing is judged by the clock.

import { PATIENCE } from "./patience.mjs";
import { found, place } from "./roles.mjs";

// How often a place that has the focus and is not seen is looked at again: WebKit
// scrolls to it in a later frame.
const SCROLLS = 40;
const later = (value) => new Promise((done) => setTimeout(done, 25, value));

const told = ({ role, name, pattern }) => `the ${role} ${name === undefined ? "" : `"${name}"`}${pattern ?? ""}`;

// wanted is what names a thing, as the page takes it.
const wanted = (role, name, more) => ({ role, ...(name instanceof RegExp ? { pattern: name.source } : { name }), ...more });

export class Reader {
  // site is what host gives.
  constructor(driver, site) {
    this.driver = driver;
    this.site = site;
  }

  // until asks the page again until f says something true, and gives that. why
  // says what was waited for.
  async until(why, f, ...args) {
    const end = Date.now() + PATIENCE;
    for (let last; ;) {
      const answer = await this.driver.run(f, ...args).catch((error) => { last = error; }); // the page may be on its way
      if (answer) return answer;
      if (Date.now() > end) throw new Error(`waited for ${why}`, { cause: last });
      await later();
    }
  }

  // open goes to a page of the site and waits until the program has taken it over.
  async open(path) {
    await this.driver.goto(this.site.origin + this.site.base + path);
    await this.driver.move(5, 300); // a gesture starts the engine where a page waits for one
    await this.driver.press("Shift");
    await this.running();
  }

  running() {
    return this.until("the program", () => "running" in document.documentElement.dataset);
  }

  // at gives where a thing is that can be seen and reached, and stays there.
  async at(role, name, more) {
    const want = wanted(role, name, more), end = Date.now() + PATIENCE;
    for (let before; ;) {
      const now = await this.driver.run(`(want) => (${place})(${found}, want)`, want).catch((error) => ({ why: String(error) }));
      if (!now.why && now.x === before?.x && now.y === before?.y) return now;
      if (Date.now() > end) throw new Error(`${told(want)} cannot be used: ${now.why ?? "it moves"}`);
      before = now;
      await later();
    }
  }

  // sees waits until there is such a thing.
  sees(role, name, more) {
    const want = wanted(role, name, more);
    return this.until(told(want), `(want) => (${found})(want).length > 0`, want);
  }

  // misses waits until there is no such thing.
  misses(role, name, more) {
    const want = wanted(role, name, more);
    return this.until(`the end of ${told(want)}`, `(want) => (${found})(want).length === 0`, want);
  }

  // says waits until such a thing has a text.
  says(role, name, text) {
    const want = wanted(role, name);
    const says = `(want, text) => (${found})(want).some((e) => e.textContent.includes(text))`;
    return this.until(`${told(want)} to say "${text}"`, says, want, text);
  }

  // reads waits until the page has a text.
  reads(text, within = "body") {
    const has = (text, within) => document.querySelector(within)?.innerText.replace(/\s+/g, " ").includes(text);
    return this.until(`the text "${text}"`, has, text, within);
  }

  // value gives the value or the text of a thing.
  value(role, name, more) {
    const read = `(want) => { const e = (${found})(want)[want.nth ?? 0]; return e.value ?? e.textContent; }`;
    return this.driver.run(read, wanted(role, name, more));
  }

  async click(role, name, more) {
    const { x, y } = await this.at(role, name, more);
    await this.driver.move(x, y);
    await this.driver.down();
    await this.driver.up();
  }

  // drag draws from one place of a thing to another, as parts of its width.
  async drag(role, name, from, to) {
    const { left, right, y } = await this.at(role, name), x = (part) => left + (right - left) * part;
    await this.driver.move(x(from), y);
    await this.driver.down();
    for (const part of [0.25, 0.5, 0.75, 1]) await this.driver.move(x(from + (to - from) * part), y);
    await this.driver.up();
  }

  // focus moves the focus to a thing, as a click of its label does.
  focus(role, name, more) {
    const want = wanted(role, name, more);
    const focused = `(want) => { const e = (${found})(want)[want.nth ?? 0]; e?.focus(); return e && document.activeElement === e; }`;
    return this.until(`the focus on ${told(want)}`, focused, want);
  }

  // fill replaces the text of a field by typing.
  async fill(role, name, text, more) {
    await this.click(role, name, more);
    await this.driver.press("Control+a");
    await this.driver.type(text);
  }

  // choose picks an option of a list by typing the first letters of its words.
  async choose(name, label) {
    await this.focus("combobox", name);
    await this.driver.type(label);
    const want = wanted("combobox", name);
    const chosen = `(want, label) => (${found})(want)[0]?.selectedOptions[0].textContent.startsWith(label)`;
    await this.until(`"${label}" in ${told(want)}`, chosen, want, label);
  }

  press(...chords) {
    return chords.reduce((before, chord) => before.then(() => this.driver.press(chord)), Promise.resolve());
  }

  // covered presses Tab so many times. It names what had the focus without being
  // seen: outside of the window, or under something else; and counts what was seen.
  async covered(stops) {
    const wrong = new Set(), seen = new Set();
    for (let i = 0; i < stops; i++) {
      await this.press("Tab");
      let { name, why } = await this.driver.run(stop);
      for (let again = 0; why && again < SCROLLS; again++) ({ name, why } = await this.driver.run(stop).then(later));
      if (why) wrong.add(`${name} is ${why}`);
      else if (name) seen.add(name);
    }
    return { wrong: [...wrong], seen: seen.size };
  }

  // forget takes everything away that the site keeps in the browser.
  async forget() {
    await this.driver.goto(`${this.site.origin}${this.site.base}licenses.txt`);
    await this.until("everything to be forgotten", async () => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name } of await indexedDB.databases()) {
        await new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: done, onblocked: done }));
      }
      for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
      for (const key of await caches.keys()) await caches.delete(key);
      return true;
    });
    this.driver.faults();
  }

  // times presses a key so many times.
  async times(n, chord) {
    for (let i = 0; i < n; i++) await this.driver.press(chord);
  }
}

// stop names what has the focus in the page, and says why it is not seen: none of
// nine points of it, as far as it lies in the window, shows it. Between the end and
// the beginning of the page the browser itself has the focus.
function stop() {
  const e = document.activeElement;
  if (!e?.matches(":focus")) return {};
  const name = `${e.tagName.toLowerCase()} ${(e.id || e.getAttribute("aria-label") || e.textContent).trim().slice(0, 40)}`;
  const r = e.getBoundingClientRect();
  const left = Math.max(r.left, 0), right = Math.min(r.right, innerWidth);
  const top = Math.max(r.top, 0), bottom = Math.min(r.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) return { name, why: "outside of the window" };
  const parts = [0.1, 0.5, 0.9], at = (x, y) => document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
  const hits = parts.flatMap((x) => parts.map((y) => at(x, y)));
  if (hits.some((hit) => hit && (e.contains(hit) || hit.contains(e)))) return { name };
  return { name, why: `covered by ${hits[4]?.id || hits[4]?.className}` };
}
