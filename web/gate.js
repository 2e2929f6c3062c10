// What has to hold before the program starts, whatever a browser denies and
// whatever stands in the address. A denied storage throws where the program
// cannot catch it, and an address that is no address stops its router.

// ---- what the page's policy allows ----

// The policy allows no inline styles, and the program writes styles as attributes:
// they are set as styles, which is allowed.
const setAttribute = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) {
  if (name === "style") this.style.cssText = value;
  else setAttribute.call(this, name, value);
};

// HTML that the program has written, rows of a table and drawings, holds nothing
// that runs. Where some does, nothing is drawn, whoever wrote it. What stands in a
// text or in a value is data, and may look like anything.
const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
const RUNS = /^(?:script|iframe|object|embed|link|meta|base|form)$/i;
const LEADS = /^(?:href|src|action|formaction|xlink:href|srcdoc)$/i, AWAY = /^["']?\s*(?:javascript|vbscript|data):/i;

function harmless(html) {
  for (const [, tag, attributes] of html.matchAll(TAG)) {
    if (RUNS.test(tag)) return false;
    for (const [, name, value = ""] of attributes.matchAll(ATTRIBUTE)) {
      if (/^on/i.test(name) || LEADS.test(name) && AWAY.test(value)) return false;
    }
  }
  return true;
}

window.trustedTypes?.createPolicy("default", {
  createHTML(html) {
    if (harmless(html)) return html;
    console.error("refused to draw HTML that could run something");
    return "";
  },
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href);
    if (origin !== location.origin || !pathname.startsWith(site.base)) throw new TypeError(`a script from ${address}`);
    return address;
  },
});

// ---- storages ----

// Stands in for a storage that the browser denies: it has nothing and keeps
// nothing, and says so as a full one does, so that pages can tell the reader.
const nothing = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() { throw new DOMException("This browser keeps nothing.", "QuotaExceededError"); },
  removeItem() {},
  clear() {},
};

for (const name of ["localStorage", "sessionStorage"]) {
  try {
    window[name].getItem("keyrange");
  } catch {
    Object.defineProperty(window, name, { value: nothing, configurable: true });
  }
}

// What else a frame may deny at its getter counts as missing: the program asks
// whether it is there.
for (const [owner, name] of [[window, "indexedDB"], [window, "caches"], [navigator, "locks"], [navigator, "serviceWorker"], [navigator, "storage"]]) {
  try {
    void owner[name];
  } catch {
    Object.defineProperty(owner, name, { value: undefined, configurable: true });
  }
}

// ---- the address ----

const MOST = 300_000; // characters behind the # that any screen reads
const AGAIN = 1000; // ms until an address is repaired again that the browser left as it was

// repaired is an address as every reader of addresses understands it: each % is
// followed by two digits, and what nothing could read is not handed on.
function repaired(href) {
  const [, before, hash] = /^([^#]*)(#?.*)$/s.exec(href);
  const whole = (text) => text.replace(/%(?![0-9a-f]{2})/gi, "%25");
  return whole(before) + whole(hash.slice(0, MOST));
}

// repair reports whether the address can be read now. A browser that has been
// moved about too often lets it stand for a while.
function repair() {
  const now = repaired(location.href);
  if (now !== location.href) {
    try {
      history.replaceState(history.state, "", now);
    } catch { /* too often */ }
  }
  return location.href === repaired(location.href);
}

let later;
function move(event) {
  if (repair()) return;
  event.stopImmediatePropagation();
  clearTimeout(later);
  later = setTimeout(() => { if (repair()) dispatchEvent(new PopStateEvent("popstate", { state: history.state })); }, AGAIN);
}

repair();
// Before the program hears of a move on the live page.
for (const name of ["popstate", "hashchange"]) addEventListener(name, move, true);
