// What has to hold before the program starts, whatever a browser denies and
// whatever stands in the address. A denied storage throws where the program
// cannot catch it, and an address that is no address stops its router.

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
