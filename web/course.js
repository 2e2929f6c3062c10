// A lesson as a package for a learning system: SCORM 1.2, or a launch for xAPI. The
// package holds a page with the embed and a script that hands its events on. The same
// choice gives the same bytes.

import { strToU8, zipSync } from "fflate";

const MADE = new Date(1980, 0, 1); // the first that a zip can say
const esc = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt()};`);

// player runs in the page of the package, and is written into it as text.
const SCORM = `// Hands completion and score to the learning system: SCORM 1.2.
function find(w) {
  for (let n = 0; w && n < 20; n++) {
    try { if (w.API) return w.API; } catch { return null; }
    if (w === w.parent) break;
    w = w.parent;
  }
  return null;
}
const api = find(window) ?? find(window.opener);
const set = (name, value) => api.LMSSetValue(name, String(value));
if (api) {
  api.LMSInitialize("");
  if (/^(not attempted|unknown|)$/.test(api.LMSGetValue("cmi.core.lesson_status"))) set("cmi.core.lesson_status", "incomplete");
  const keep = ({ detail, type }) => {
    set("cmi.core.score.min", 0);
    set("cmi.core.score.max", 100);
    set("cmi.core.score.raw", detail.score);
    if (type === "done") set("cmi.core.lesson_status", detail.solved === detail.tasks ? "passed" : "completed");
    api.LMSCommit("");
  };
  for (const name of ["progress", "done"]) addEventListener(name, keep);
  addEventListener("pagehide", () => api.LMSFinish(""), { once: true });
} else {
  document.getElementById("said").textContent = "No learning system answers here, so nothing is recorded.";
}
`;

const XAPI = `// Sends completion and score to the record store that the launch names: xAPI 1.0.3.
const launch = new URLSearchParams(location.search), endpoint = launch.get("endpoint");
const VERBS = "http://adlnet.gov/expapi/verbs/";
let actor;
try { actor = JSON.parse(launch.get("actor")); } catch { /* none */ }
const say = (text) => { document.getElementById("said").textContent = text; };
async function send(verb, result) {
  const statement = {
    actor, verb: { id: VERBS + verb, display: { "en-US": verb } }, ...result && { result },
    object: { objectType: "Activity", id: launch.get("activity_id") || document.documentElement.dataset.activity, definition: { name: { "en-US": document.title } } },
    ...launch.get("registration") && { context: { registration: launch.get("registration") } },
  };
  const answer = await fetch(new URL("statements", endpoint.replace(/\\/?$/, "/")), {
    method: "POST", keepalive: true, body: JSON.stringify(statement),
    headers: { "Content-Type": "application/json", "X-Experience-API-Version": "1.0.3", ...launch.get("auth") && { Authorization: launch.get("auth") } },
  });
  if (!answer.ok) throw new Error(\`status \${answer.status}\`);
}
const tell = (verb, result) => send(verb, result).catch(() => say("The learning system did not take the result."));
if (endpoint && actor) {
  tell("initialized");
  addEventListener("done", ({ detail: { score, solved, tasks } }) => {
    tell(solved === tasks ? "passed" : "completed", { completion: true, success: solved === tasks, score: { scaled: score / 100, raw: score, min: 0, max: 100 } });
  });
} else {
  say("No learning system started this page, so nothing is recorded.");
}
`;

const page = (home, src, { caption, height }) => `<!doctype html>
<html lang="en" data-activity="${esc(home + src)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(caption || "Keyrange")}</title>
<style>body { margin: 16px; font: 16px/1.5 system-ui, sans-serif } p:empty { display: none }</style>
<script src="course.js" defer></script>
<script src="${esc(home)}embed.js" async></script>
<main><h1>${esc(caption || "Keyrange")}</h1><p id="said" role="status"></p>
<keyrange-embed src="${esc(src)}" height="${height}" style="display:block;min-height:${height}px"><a href="${esc(home + src)}">${esc(caption || "Keyrange")}</a></keyrange-embed></main>
</html>
`;

const manifest = (id, title) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${id}" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course"><organization identifier="course"><title>${title}</title>
    <item identifier="lesson" identifierref="page"><title>${title}</title></item>
  </organization></organizations>
  <resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
    <file href="index.html"/><file href="course.js"/>
  </resource></resources>
</manifest>
`;

const tincan = (id, title) => `<?xml version="1.0" encoding="UTF-8"?>
<tincan xmlns="http://projecttincan.com/tincan.xsd">
  <activities><activity id="${id}" type="http://adlnet.gov/expapi/activities/lesson">
    <name>${title}</name><description lang="en-US">${title}</description><launch lang="en-US">index.html</launch>
  </activity></activities>
</tincan>
`;

// zip is the package of one kind, scorm or xapi. home is the whole address of the
// site, src what is shown below it.
export function zip(kind, home, src, choice) {
  const title = esc(choice.caption || "Keyrange"), id = `keyrange-${src.replace(/[^a-z0-9]+/gi, "-")}`;
  const files = {
    ...kind === "scorm" ? { "imsmanifest.xml": manifest(id, title) } : { "tincan.xml": tincan(esc(home + src), title) },
    "index.html": page(home, src, choice),
    "course.js": kind === "scorm" ? SCORM : XAPI,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime: MADE });
}
