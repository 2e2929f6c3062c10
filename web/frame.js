// A page of this site as a part of another one, ?embed: its view, and the talk with
// the page around it, which web/embed.js leads. Messages are objects with keyrange: 1
// and a type; README says which.
//
// What always holds: messages go to the page that the address names as host, and
// count only from there. With a host nothing starts before the reader does something
// in the frame and the page around says that it is this frame's turn.

const html = document.documentElement;
const ANSWER = 2000; // ms after which a page that does not answer holds nobody up
const HIGH = 4000; // px of height that are told at most

const search = new URLSearchParams(location.search);
export const embedded = html.hasAttribute("data-embed");
export const host = embedded && parent !== window ? origin(search.get("host")) : undefined;

// origin is a text that is an origin of the web, and that of the page around where the
// browser tells it.
function origin(text) {
  const around = location.ancestorOrigins?.[0];
  try {
    return text && new URL(text).origin === text && /^https?:/.test(text) && (around === undefined || around === text) ? text : undefined;
  } catch {
    return undefined;
  }
}

// tell sends a message to the page around.
export function tell(type, more) {
  if (host) parent.postMessage({ keyrange: 1, type, ...more }, host);
}

// What a view shows. A page that has none of it is shown whole.
const PICTURES = { tree: ".lt, .fig", map: ".led--map, .sim__c", plan: ".led--plan, [aria-labelledby=plan-title], [aria-labelledby=example]", task: ".task" };
if (PICTURES[html.dataset.embed] && !document.querySelector(PICTURES[html.dataset.embed])) html.dataset.embed = "";
const view = html.dataset.embed; // set in the head
const NAME = /^[a-z0-9-]{1,60}$/;
let wanted; // the task of a view of one

// The program tells what the reader reached: of each task its name, whether it is
// solved, whether its solution was seen, and how many hints were opened.
window.keyrangeReport = (text) => {
  const { lesson, tasks } = JSON.parse(text);
  const counted = tasks.filter(([name]) => view !== "task" || name === wanted);
  const sum = (of) => counted.reduce((all, task) => all + of(task), 0);
  const solved = sum((t) => Number(t[1])), seen = sum((t) => Number(!t[1] && t[2])), all = counted.length;
  const result = { lesson, ...view === "task" && { task: wanted }, tasks: all, solved, seen, hints: sum((t) => t[3]), score: Math.floor(100 * solved / Math.max(all, 1)) };
  tell(all && solved + seen === all ? "done" : "progress", { result });
};

if (embedded) {
  whole();
  if (view === "task") oneTask();
  else if (PICTURES[view]) onceRunning(() => document.querySelector(".step .chip")?.click()); // the picture of a lesson shows its first demonstration
}

// onceRunning waits for the program.
function onceRunning(act) {
  const watch = new MutationObserver(() => {
    if (!html.hasAttribute("data-running")) return;
    watch.disconnect();
    act();
  });
  watch.observe(html, { attributeFilter: ["data-running"] });
}

// whole leads to the page itself. Links open beside the page that this is a part of.
function whole() {
  const a = document.createElement("a");
  a.className = "embedded";
  a.textContent = "Open in Keyrange";
  a.target = "_blank";
  a.rel = "noopener";
  // The program drops the moment from the address once it is shown.
  const moment = location.hash;
  a.href = location.pathname + moment;
  document.body.append(a);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && !link.getAttribute("href").startsWith("#")) { link.target = "_blank"; link.rel = "noopener"; }
  }, true);
}

// oneTask shows one task of a lesson, the first unless the address names another:
// rendered ahead all stand on the page, and the program begins with the first step.
function oneTask() {
  const names = [...document.querySelectorAll("section.task")].map((t) => t.getAttribute("aria-labelledby").slice("task-".length));
  const asked = search.get("task") ?? "";
  wanted = NAME.test(asked) && names.includes(asked) ? asked : names[0];
  if (!NAME.test(wanted)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.task:not([aria-labelledby="task-${wanted}"]), .step:not(:has([aria-labelledby="task-${wanted}"])) { display: none !important }`);
  document.adoptedStyleSheets = [sheet];
  const step = [...document.querySelectorAll("section.step")].findIndex((s) => s.querySelector(`[aria-labelledby="task-${wanted}"]`));
  if (step > 0) onceRunning(() => document.querySelectorAll(".steps button")[step]?.click());
}

// sized tells how high the view is whenever that changes. What has the height of
// its window, as a whole lesson has, tells nothing.
function sized() {
  if (!view || view === "lesson") return;
  let told = 0;
  const measure = () => {
    const main = document.getElementById("main"), bar = document.querySelector(".embedded");
    const height = Math.min(HIGH, Math.ceil((main?.getBoundingClientRect().bottom ?? 0) + scrollY + 8));
    if (bar && height !== told) tell("size", { height: told = height });
  };
  const watch = new ResizeObserver(measure);
  const follow = () => {
    watch.disconnect();
    for (const e of [document.body, document.getElementById("main")]) if (e) watch.observe(e);
    measure();
  };
  new MutationObserver(follow).observe(document.body, { childList: true }); // the program puts its page in place
  follow();
}

// led has a page around lead the start: begin is called when it is this frame's turn.
// offer shows a button that asks for it, as does every gesture.
export function led(begin, offer, queued) {
  let asked, late;
  const ask = () => {
    if (asked) return;
    asked = true;
    late = setTimeout(begin, ANSWER);
    tell("want");
  };
  for (const gesture of ["pointerdown", "keydown"]) {
    addEventListener(gesture, (event) => {
      // Keys that only pass through start nothing.
      if (!/^(?:Tab|Shift|Escape)$/.test(event.key)) ask();
    }, { passive: true, capture: true });
  }
  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== parent || from !== host || data?.keyrange !== 1) return;
    if (data.type === "theme" && /^(?:dark|light)$/.test(data.theme)) html.dataset.theme = data.theme;
    if (!asked) return;
    if (data.type === "wait") { clearTimeout(late); queued(); }
    if (data.type === "start") { clearTimeout(late); begin(); }
  });
  offer(ask);
  sized();
}
