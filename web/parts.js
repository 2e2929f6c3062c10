// The program comes as a core and parts: functions that the page needs before it
// runs come with the core, the others while it runs already. Until a part is there,
// the core calls the first function of its table for each function of the part.

const AGAIN = 5000; // ms after which a part is asked for again that did not come
const TIMES = 200; // times that it is asked for

// FUNCTION is a module that takes a function of one number, a.b, and gives it back
// as c, with the type that the table wants.
const FUNCTION = [0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0, 0, 7, 5, 1, 1, 99, 0, 0];

// fits reports whether a page below the site's base needs a part before it is drawn.
const fits = (part, path) => part.pages.some((page) => page === path || (page !== "/" && page.endsWith("/") && path.startsWith(page)));

// Parts are those of a running program. core is what the core exports, files what
// the builder says of each part: name, address, size and pages.
export class Parts {
  constructor(core, files) {
    this.core = core;
    this.missing = new Map(files.map((file) => [file.name, file]));
    this.coming = new Map();
    this.first = files[0]?.name; // no page needs it to be drawn, and many gestures do
    if (!this.missing.size) return;
    const asked = (element) => { this.now(element); return 0; };
    core.table.set(0, new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(FUNCTION)), { a: { b: asked } }).exports.c);
  }

  // take puts the functions of a compiled part in their places.
  async take(name, module) {
    const instance = await WebAssembly.instantiate(module, { core: this.core });
    this.missing.delete(name);
    return instance;
  }

  // come fetches a part that is missing, once.
  come(name) {
    const file = this.missing.get(name);
    if (!file) return undefined;
    if (!this.coming.has(name)) {
      const coming = WebAssembly.compileStreaming(fetch(file.address)).then((module) => this.missing.has(name) && this.take(name, module));
      this.coming.set(name, coming);
      coming.catch(() => this.coming.delete(name));
    }
    return this.coming.get(name);
  }

  // rest fetches all that is missing, one after the other, and again what failed.
  async rest() {
    for (let times = 0; this.missing.size && times < TIMES; times++) {
      for (const name of [...this.missing.keys()]) {
        try {
          await this.come(name);
        } catch (error) {
          console.warn(`${name}: ${error.message}`);
        }
      }
      if (this.missing.size) await new Promise((done) => { setTimeout(done, AGAIN); });
    }
  }

  // before fetches what a page needs before it is drawn; there is nothing to wait
  // for where it gives undefined.
  before(path) {
    const names = [...this.missing.values()].filter((part) => fits(part, path)).map((part) => part.name);
    return names.length ? Promise.all(names.map((name) => this.come(name))) : undefined;
  }

  // now gets a function that is missing while the program waits inside of a call: a
  // gesture that came before its part did. Which part has it, only the parts know.
  now(element) {
    performance.mark("keyrange-part", { detail: element });
    const stub = this.core.table.get(element);
    for (const [name, { address }] of this.missing) {
      const request = new XMLHttpRequest();
      request.open("GET", address, false);
      request.overrideMimeType("text/plain; charset=x-user-defined"); // each byte is a character
      request.send();
      if (request.status !== 200) throw new Error(`${address}: status ${request.status}`);
      const module = new WebAssembly.Module(Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255));
      new WebAssembly.Instance(module, { core: this.core });
      this.missing.delete(name);
      if (this.core.table.get(element) !== stub) return;
    }
  }
}
