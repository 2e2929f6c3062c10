// The page on which a reader chooses what a page of another site shows of this one:
// as text, so that the site builder draws it ahead, and then live.

const esc = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const VIEWS = { "": "The whole screen", lesson: "The whole lesson", task: "One task", tree: "The tree alone", map: "The map alone", plan: "What a query reads and costs" };
const WHERE = { html: "Any page, as HTML", mkdocs: "MkDocs", docusaurus: "Docusaurus", hugo: "Hugo", jekyll: "Jekyll", jupyter: "Jupyter" };
const LOW = 160, HIGH = 900, USUAL = { lesson: 640, "": 640 };
const MOST = 2000; // characters of a link

const options = (list) => list.map(([value, text]) => `<option value="${esc(value)}">${esc(text)}</option>`).join("");
const field = (id, label, control, hint = "", hidden = false) => `<p class="mk__f"${hidden ? " hidden" : ""}><label for="${id}">${label}</label>${control}${hint && `<span class="hint" id="${id}-hint">${hint}</span>`}</p>`;

export function page(places) {
  const group = (label, of) => `<optgroup label="${label}">${options(places.filter(of).map((p) => [p.path, p.title]))}</optgroup>`;
  const lesson = (p) => p.path.startsWith("lessons/"), first = places.find(lesson);
  return `<div class="mk__g" data-own><section class="card mk__c" aria-label="What is shown">
${field("mk-place", "Page", `<select class="field" id="mk-place">${group("Lessons", lesson)}${group("Screens", (p) => !lesson(p))}</select>`)}
${field("mk-moment", "Or a moment that you shared", `<input class="field" id="mk-moment" type="text" maxlength="${MOST}" autocomplete="off" spellcheck="false" aria-describedby="mk-moment-hint mk-said">`, "Paste its link. Empty shows the page above.")}
${field("mk-view", "View", `<select class="field" id="mk-view">${options(first.views.map((v) => [v, VIEWS[v]]))}</select>`)}
${field("mk-task", "Task", `<select class="field" id="mk-task">${options(first.tasks.map((t, n) => [t, `Task ${n + 1}, ${t}`]))}</select>`, "", first.views[0] !== "task")}
${field("mk-height", "Height in pixels", `<input class="field" id="mk-height" type="number" min="${LOW}" max="${HIGH}" step="20" value="640">`)}
${field("mk-caption", "Caption", `<input class="field" id="mk-caption" type="text" maxlength="120" autocomplete="off" value="${esc(first.title)}">`)}
<p class="err" id="mk-said" role="status"></p></section>
<section class="card mk__c" aria-label="Lines for your page">
${field("mk-where", "For", `<select class="field" id="mk-where">${options(Object.entries(WHERE))}</select>`)}
${field("mk-lines", "Lines to copy", `<textarea class="field mono" id="mk-lines" rows="9" readonly spellcheck="false"></textarea>`)}
<p class="row"><button class="btn btn--primary btn--sm" type="button" id="mk-copy" disabled>Copy</button><button class="btn btn--sm" type="button" id="mk-scorm" disabled>Save for SCORM 1.2</button><button class="btn btn--sm" type="button" id="mk-xapi" disabled>Save for xAPI</button></p>
<p class="hint">A package goes into a learning system. It shows the lesson from here and hands back completion and score.</p></section>
<section class="mk__p" aria-label="Preview"><h2>Preview</h2><div id="mk-preview"></div></section></div>`;
}

// ---- the lines ----

// address is where the choice leads, below the site.
export function address({ path, view, task, moment }) {
  const [to, hash] = (moment || path).split("#");
  return `${to}?embed${view ? `=${view}` : ""}${view === "task" ? `&task=${task}` : ""}${hash ? `#${hash}` : ""}`;
}

// lines are what a page of each kind needs. home is the whole address of the site.
export function lines(where, home, choice) {
  const src = address(choice), { height, caption } = choice, link = home + src.replace(/\?[^#]*/, "");
  const element = `<keyrange-embed src="${esc(src)}" height="${height}" caption="${esc(caption)}"\n  style="display:block;min-height:${height}px"><a href="${esc(link)}">${esc(caption || "Keyrange")}</a></keyrange-embed>`;
  const script = `<script src="${home}embed.js" async></script>`;
  const quoted = JSON.stringify;
  switch (where) {
    case "docusaurus": return `// docusaurus.config.js\nscripts: [{ src: ${quoted(`${home}embed.js`)}, async: true }],\n\n// in the .mdx file\n<keyrange-embed src=${quoted(src).replaceAll("&", "&amp;")} height="${height}" caption="${esc(caption)}"\n  style={{ display: "block", minHeight: ${height} }}><a href="${esc(link)}">${esc(caption || "Keyrange").replace(/[{}]/g, (c) => `&#${c.charCodeAt()};`)}</a></keyrange-embed>`;
    case "hugo": return `<!-- layouts/shortcodes/keyrange.html -->\n${script}\n<keyrange-embed src="{{ .Get "src" }}" height="{{ .Get "height" }}" caption="{{ .Get "caption" }}"\n  style="display:block;min-height:{{ .Get "height" }}px"><a href="${home}{{ .Get "src" }}">{{ .Get "caption" }}</a></keyrange-embed>\n\n<!-- in the page -->\n{{< keyrange src=${quoted(src)} height="${height}" caption=${quoted(caption)} >}}`;
    case "jupyter": return `from IPython.display import IFrame\nIFrame(${quoted(home + src)}, width="100%", height=${height})`;
    case "mkdocs": case "jekyll": return `<div>\n${script}\n${element}\n</div>`; // a block, so that Markdown leaves it alone
  }
  return `${script}\n${element}`;
}

// ---- live ----

// moment is a link of this site as what is below it, "" for an empty field, or null.
export function moment(text, home) {
  if (!text.trim()) return "";
  try {
    const to = new URL(text.trim()), at = new URL(home);
    return to.origin === at.origin && to.pathname.startsWith(at.pathname) && to.hash.startsWith("#m=") ? to.pathname.slice(at.pathname.length) + to.hash : null;
  } catch {
    return null;
  }
}

export async function open(host, site) {
  const places = await (await fetch(site.places)).json();
  if (!host.isConnected) return;
  if (!host.childElementCount) host.innerHTML = page(places);
  const own = host.firstElementChild; // the program puts it into its own page as it is
  if (own.live) return;
  own.live = true;
  const home = location.origin + site.base, at = (id) => document.getElementById(`mk-${id}`), say = (text) => { at("said").textContent = text; };
  const place = () => places.find((p) => p.path === at("place").value);
  const fill = (id, list) => { at(id).replaceChildren(...list.map(([value, text]) => new Option(text, value))); };
  let last, later;

  const choice = () => {
    const view = at("view").value;
    return {
      path: place().path, moment: moment(at("moment").value, home) ?? "", view, task: at("task").value, caption: at("caption").value,
      height: Math.min(HIGH, Math.max(LOW, Math.round(at("height").valueAsNumber) || USUAL[view] || 480)),
    };
  };
  const show = () => {
    const now = choice(), wrong = moment(at("moment").value, home) === null;
    say(wrong ? "This is no link to a moment of this site. Share one first and paste what you copied." : "");
    at("moment").setAttribute("aria-invalid", wrong);
    at("task").closest("p").hidden = now.view !== "task" || now.moment !== "";
    at("lines").value = wrong ? "" : lines(at("where").value, home, now);
    at("copy").disabled = wrong;
    for (const id of ["scorm", "xapi"]) at(id).disabled = wrong || !now.path.startsWith("lessons/") || now.moment !== "" || !["lesson", "task"].includes(now.view);
    clearTimeout(later);
    const key = JSON.stringify(now);
    if (!wrong && key !== last) later = setTimeout(() => { last = key; preview(now); }, last ? 400 : 0);
  };
  const preview = ({ height, caption, ...now }) => {
    const e = document.createElement("keyrange-embed");
    for (const [name, value] of Object.entries({ src: address(now), height, caption })) e.setAttribute(name, value);
    at("preview")?.replaceChildren(e);
  };
  // Another page has other views, and a moment those of its screen.
  const views = () => {
    const of = moment(at("moment").value, home);
    const shown = of ? places.find((p) => p.path === of.split("#")[0]) : place();
    fill("view", (shown?.views ?? [""]).map((v) => [v, VIEWS[v]]));
    fill("task", (shown?.tasks ?? []).map((t, n) => [t, `Task ${n + 1}, ${t}`]));
    at("caption").value = shown?.title ?? "Keyrange";
  };
  const save = (kind) => async () => {
    say("");
    try {
      const { zip } = await import(site.course);
      const now = choice(), file = new Blob([zip(kind, home, address(now), now)], { type: "application/zip" });
      const a = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${now.path.split("/").pop()}-${kind}.zip` });
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
      say(`${a.download} is saved.`);
    } catch (error) {
      console.error(error);
      say("The package could not be made. Check the connection and try again.");
    }
  };
  own.addEventListener("input", ({ target }) => {
    if (target.id === "mk-place" || target.id === "mk-moment") views();
    if (["mk-place", "mk-moment", "mk-view"].includes(target.id)) at("height").value = USUAL[at("view").value] ?? 480;
    show();
  });
  at("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(at("lines").value);
      say("The lines are copied.");
    } catch {
      at("lines").select();
      say("The lines are selected, because this browser does not let the page copy. Press Ctrl and C, or Command and C on a Mac.");
    }
  });
  at("scorm").addEventListener("click", save("scorm"));
  at("xapi").addEventListener("click", save("xapi"));
  if (!customElements.get("keyrange-embed")) document.head.append(Object.assign(document.createElement("script"), { src: `${site.base}embed.js` }));
  show();
}
