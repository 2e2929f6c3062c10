// The regions of a lesson, before and without the program: lines between them
// that move, and tabs on a narrow window. Everything is heard at the window, so
// that it also works on what the program draws later.
//
// A line is a separator with data-split, the name of its region. The size of the
// region, in percent of the box that both lie in, is the custom property of that
// name on the root element, from which the styles take it. It is remembered.

const STEP = 2; // percent for a key

const line = (event) => event.target.closest?.("[data-split]");
const upright = (bar) => bar.getAttribute("aria-orientation") === "vertical";
const number = (bar, name) => Number(bar.getAttribute(name));

function size(bar, percent) {
  const name = bar.dataset.split;
  const now = Math.round(Math.min(number(bar, "aria-valuemax"), Math.max(number(bar, "aria-valuemin"), percent)));
  bar.setAttribute("aria-valuenow", now);
  document.documentElement.style.setProperty(`--${name}`, `${now}%`);
  try { localStorage.setItem(`keyrange.split.${name}`, `${now}%`); } catch { /* it lasts until the page is closed */ }
}

addEventListener("pointerdown", (event) => {
  const bar = line(event);
  if (!bar || event.button) return;
  const box = bar.parentElement.getBoundingClientRect();
  const moved = (e) => size(bar, upright(bar) ? (e.clientX - box.left) / box.width * 100 : (box.bottom - e.clientY) / box.height * 100);
  bar.setPointerCapture(event.pointerId);
  bar.addEventListener("pointermove", moved);
  bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", moved), { once: true });
});

addEventListener("dblclick", (event) => { const bar = line(event); if (bar) size(bar, number(bar, "data-usual")); });

addEventListener("keydown", (event) => {
  const bar = line(event);
  if (!bar || event.altKey || event.ctrlKey || event.metaKey) return;
  const [less, more] = upright(bar) ? ["ArrowLeft", "ArrowRight"] : ["ArrowDown", "ArrowUp"];
  const now = number(bar, "aria-valuenow");
  const to = { [less]: now - STEP, [more]: now + STEP, Home: number(bar, "aria-valuemin"), End: number(bar, "aria-valuemax"), Enter: number(bar, "data-usual") }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // the keys that step through a log are others
  size(bar, to);
}, true);

// ---- tabs: each keeps how far it was scrolled ----

const scrolled = {};
addEventListener("scroll", () => {
  const tab = document.querySelector("[name=lesson-tab]:checked");
  if (tab) scrolled[tab.id] = scrollY;
}, { passive: true });
addEventListener("change", ({ target }) => {
  if (target.name === "lesson-tab" && target.offsetParent) scrollTo(0, scrolled[target.id] ?? 0);
});
