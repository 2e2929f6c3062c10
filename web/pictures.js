// The pictures on a page as files: an SVG that stands alone, a PNG of it, and
// Markdown of what the picture says. Loaded when the dialog that offers them is
// opened; the program in WebAssembly knows nothing of it.
//
// What always holds: a file shows the picture as it is on the screen, in the
// colours of its theme; nothing is fetched but the site's own fonts and icons;
// text of the reader goes in as text and never as markup.

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";
const SCALE = 2; // pixels of a PNG for one of the page
const MARGIN = 16; // around a picture
const LARGEST = 8192; // pixels of a side, which every browser can draw

const heading = (e) => e.closest("section, .card")?.querySelector("h2, h3")?.textContent.trim();

// What counts as a picture, and what it is called.
const KINDS = [
  [".hm", (e) => ["Heat map", e.querySelector(".verdict__d")?.firstChild?.textContent.trim()].filter(Boolean).join(" of ")],
  [".ser__c", (e) => `Chart: ${e.parentElement.querySelector(".ser__l")?.firstChild?.textContent.trim()}`],
  ["ol.seq", () => "Sequence diagram"],
  [".tkt", () => "Key space"],
  ["#token-ledger", () => "Ledger"],
  [".bled", (e) => e.getAttribute("aria-label") || "Ledger"],
  [".que", (e) => e.parentElement.querySelector(".que__t")?.textContent.trim() || "Queue"],
  [".evt", (e) => heading(e) || "Events"],
  [".fig__d", (e) => heading(e) || "Index"],
  ["svg.d-plan", (e) => heading(e) || "Plan"],
  [".sc:has(.sc__two)", () => "Two designs"],
];

// found lists the pictures that are seen on the page, each with a name of its own.
function found() {
  const all = [];
  for (const [selector, name] of KINDS) {
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility() || !box.width || !box.height || all.some((p) => p.element.contains(element))) continue;
      all.push({ element, name: name(element) });
    }
  }
  for (const p of all) {
    const same = all.filter((q) => q.name === p.name);
    if (same.length > 1) same.forEach((q, i) => { q.name += ` ${i + 1}`; });
  }
  return all;
}

// ---- a picture that stands alone ----

// Properties that descend to what is inside, so they are written where they
// change, and those that do not, so they are written where they are set.
const DESCEND = `color font-family font-size font-weight font-style font-variant-numeric font-feature-settings line-height letter-spacing word-spacing
  text-align text-transform text-indent text-anchor white-space-collapse text-wrap-mode overflow-wrap list-style-type visibility
  fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin paint-order dominant-baseline
  border-collapse border-spacing direction shape-rendering image-rendering`.split(/\s+/);
const SET = `position top right bottom left float clear z-index width height box-sizing margin-top margin-right margin-bottom margin-left
  padding-top padding-right padding-bottom padding-left border-top-width border-right-width border-bottom-width border-left-width
  border-top-style border-right-style border-bottom-style border-left-style border-top-color border-right-color border-bottom-color border-left-color
  border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
  background-color background-image background-size background-position background-repeat background-clip box-shadow opacity overflow-x overflow-y
  flex-direction flex-wrap flex-grow flex-shrink flex-basis justify-content justify-items align-items align-content align-self justify-self order row-gap column-gap
  grid-template-columns grid-template-rows grid-column-start grid-column-end grid-row-start grid-row-end grid-auto-flow grid-auto-rows
  transform transform-origin translate rotate vertical-align text-decoration-line text-decoration-color text-decoration-style text-overflow
  clip-path mask-image mask-size mask-position mask-repeat mix-blend-mode vector-effect`.split(/\s+/);
const PLAIN = new Set(["none", "normal", "auto", "0px", "0", "static", "visible", "rgba(0, 0, 0, 0)", "baseline", "row", "nowrap", "0% 0%", "repeat", "border-box"]);
const ALWAYS = new Set(["box-sizing", ...["top", "right", "bottom", "left"].flatMap((side) => [`border-${side}-style`, `border-${side}-color`])]);
const PLACED = new Set(["top", "right", "bottom", "left"]); // at which 0 is a place
const ONE = new Set(["opacity", "flex-shrink"]); // which are 1 where nothing else is said

// styleOf writes down how something is drawn. above is the style of what holds it.
function styleOf(style, above) {
  let text = `display:${style.display};`;
  for (const name of DESCEND) {
    const value = style.getPropertyValue(name);
    if (value && value !== above?.getPropertyValue(name)) text += `${name}:${value};`;
  }
  for (const name of SET) {
    const value = style.getPropertyValue(name);
    const plain = PLAIN.has(value) && !(PLACED.has(name) && value === "0px") || ONE.has(name) && value === "1";
    if (value && (ALWAYS.has(name) || !plain)) text += `${name}:${value};`;
  }
  return text;
}

const HIDDEN = "script, style, template, .vh, [hidden], .sc :is(.card__h, .btn, .sc__edit, .comp, details)";

// copy draws an element and what is in it again, with its style written on it.
// HTML becomes divs, whose own style is known everywhere; SVG stays as it is.
function copy(from, above) {
  if (from.nodeType === Node.TEXT_NODE) return document.createTextNode(from.data);
  if (from.nodeType !== Node.ELEMENT_NODE || from.matches(HIDDEN)) return null;
  const style = getComputedStyle(from);
  if (style.display === "none") return null;
  let to;
  if (from.namespaceURI === SVG) {
    to = document.createElementNS(SVG, from.localName);
    for (const a of from.attributes) {
      if (!/^(on|class$|style$|aria-|role$|tabindex$|href$|xlink)/i.test(a.name)) to.setAttribute(a.name, a.value);
    }
    const href = from.getAttribute("href");
    if (href && from.localName === "use") to.setAttribute("href", href);
  } else if (from.localName === "canvas") {
    to = document.createElementNS(HTML, "img");
    to.setAttribute("src", from.toDataURL());
    to.setAttribute("alt", from.getAttribute("aria-label") ?? "");
  } else {
    to = document.createElementNS(HTML, "div");
  }
  to.setAttribute("style", styleOf(style, above));
  const inside = [pseudo(from, "::before", style), ...[...from.childNodes].map((n) => copy(n, style)), pseudo(from, "::after", style)];
  if (to.localName !== "img") to.append(...inside.filter(Boolean));
  return to;
}

// pseudo makes an element of what a style sheet puts before or after another.
function pseudo(of, which, above) {
  if (of.namespaceURI === SVG) return null;
  const style = getComputedStyle(of, which);
  if (style.content === "none" || style.content === "normal" || style.display === "none") return null;
  const to = document.createElementNS(HTML, "div");
  to.setAttribute("style", styleOf(style, above));
  to.textContent = style.content.match(/^"(.*)"$/s)?.[1].replaceAll('\\"', '"') ?? "";
  return to;
}

async function dataOf(address) {
  const blob = await (await fetch(address)).blob();
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
}

// fonts are the rules for the fonts that a picture uses, with the fonts in them.
async function fonts(text) {
  const rules = [...document.styleSheets].flatMap((s) => [...s.cssRules]).filter((r) => r instanceof CSSFontFaceRule);
  const used = rules.filter((r) => text.includes(r.style.getPropertyValue("font-family").replaceAll(/["']/g, "")));
  return Promise.all(used.map(async (r) => {
    const [, address] = r.style.getPropertyValue("src").match(/url\("?([^")]+)"?\)/) ?? [];
    const at = new URL(address, r.parentStyleSheet.href ?? location.href);
    return `@font-face{font-family:${r.style.getPropertyValue("font-family")};font-weight:${r.style.getPropertyValue("font-weight")};unicode-range:${r.style.getPropertyValue("unicode-range")};src:url(${await dataOf(at)}) format("woff2")}`;
  }));
}

// complete brings in what a drawing refers to: icons of the sprite, and patterns
// and marks that stand elsewhere on the page.
async function complete(root) {
  const sprites = new Map();
  for (const use of root.querySelectorAll("use")) {
    const [file, id] = (use.getAttribute("href") ?? "").split("#");
    let symbol = document.getElementById(id);
    if (file) {
      if (!sprites.has(file)) sprites.set(file, new DOMParser().parseFromString(await (await fetch(file)).text(), "image/svg+xml"));
      symbol = sprites.get(file).getElementById(id);
    }
    if (!symbol) { use.remove(); continue; }
    const group = document.createElementNS(SVG, "g");
    for (const child of symbol.children) group.append(document.importNode(child, true));
    use.replaceWith(group);
  }
  const defs = document.createElementNS(SVG, "defs");
  const text = new XMLSerializer().serializeToString(root);
  for (const [, id] of text.matchAll(/url\(&quot;#([^)&]+)&quot;\)|url\(#([^)]+)\)/g)) {
    const element = id && !root.querySelector(`#${CSS.escape(id)}`) && document.getElementById(id);
    if (element && !defs.querySelector(`#${CSS.escape(id)}`)) defs.append(copy(element, null) ?? "");
  }
  return defs;
}

function background(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)" && colour !== "transparent") return colour;
  }
  return "white";
}

// drawing is a picture as the text of an SVG, and its size.
async function drawing(element) {
  const box = element.getBoundingClientRect();
  const width = Math.ceil(Math.max(box.width, element.scrollWidth ?? 0)), height = Math.ceil(Math.max(box.height, element.scrollHeight ?? 0));
  const svg = document.createElementNS(SVG, "svg");
  const wide = width + 2 * MARGIN, high = height + 2 * MARGIN;
  for (const [name, value] of Object.entries({ width: wide, height: high, viewBox: `${-MARGIN} ${-MARGIN} ${wide} ${high}` })) svg.setAttribute(name, value);
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: -MARGIN, y: -MARGIN, width: wide, height: high, fill: background(element) })) ground.setAttribute(name, value);
  const inside = copy(element, null);
  Object.assign(inside.style, { margin: "0", position: "relative", left: "0", top: "0", overflow: "visible", width: `${width}px`, height: `${height}px` });
  svg.append(await complete(inside), ground);
  if (inside.namespaceURI === SVG) {
    inside.setAttribute("width", width);
    inside.setAttribute("height", height);
    svg.append(inside);
  } else {
    const frame = document.createElementNS(SVG, "foreignObject");
    frame.setAttribute("width", width);
    frame.setAttribute("height", height);
    frame.append(inside);
    svg.append(frame);
  }
  const style = document.createElementNS(SVG, "style");
  style.textContent = (await fonts(new XMLSerializer().serializeToString(svg))).join("");
  svg.prepend(style);
  return { text: new XMLSerializer().serializeToString(svg), width: wide, height: high };
}

async function painted({ text, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.min(SCALE, LARGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  for (let turn = 0; turn < 3; turn++) { // the fonts in an image may come after it
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    await new Promise((done) => { setTimeout(done, 100); });
  }
  return new Promise((done, fail) => { canvas.toBlob((b) => (b ? done(b) : fail(new Error("the picture is too large"))), "image/png"); });
}

// ---- what a picture says ----

const escaped = (text) => text.replaceAll(/\s+/g, " ").trim().replaceAll(/[\\`*_{}[\]<>#|~]/g, "\\$&");

// words is what a screen reader reads of an element, but for buttons.
function words(element) {
  if (element.nodeType === Node.TEXT_NODE) return element.data;
  if (element.nodeType !== Node.ELEMENT_NODE || element.matches("[aria-hidden=true], button, [hidden], ol, ul, table, summary")) return "";
  return ` ${[...element.childNodes].map(words).join("")} `;
}

function listed(list, depth = 0) {
  return [...list.children].filter((e) => e.localName === "li" && e.ariaHidden !== "true").map((item, n) => {
    const mark = list.localName === "ol" ? `${n + 1}. ` : "- ";
    const inner = [...item.querySelectorAll("ol, ul")].filter((l) => l.parentElement.closest("li") === item);
    return `${" ".repeat(depth)}${mark}${escaped([...item.childNodes].map(words).join(""))}\n${inner.map((l) => listed(l, depth + 3)).join("")}`;
  }).join("");
}

function tabled(table) {
  const rows = [...table.rows].map((r) => [...r.cells].map((c) => escaped([...c.childNodes].map(words).join(""))));
  const [head, ...rest] = rows;
  return [head, head.map(() => "---"), ...rest].map((r) => `| ${r.join(" | ")} |`).join("\n");
}

// compared is the comparison of two designs: the verdict, both pairs of templates,
// and a line of figures for each design under each question.
function compared(card) {
  const bare = (cell) => escaped([...cell.childNodes].filter((n) => !n.matches?.(".vh")).map(words).join(""));
  const lines = (rows) => rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const sides = [...card.querySelectorAll(".sc__side")].map((side, i) => `- ${"AB"[i]}: ${[...side.querySelectorAll(".sc__key code, .sc__key .ed__ink")].map((e, k) => `${["PartitionKey", "RowKey"][k]} ${escaped(e.textContent)}`).join(", ")}`);
  const head = ["Question", ...[...card.querySelectorAll(".sc__two thead th:not(.q)")].map(bare)];
  const rows = [...card.querySelectorAll(".sc__two tbody")].flatMap((q) => [...q.querySelectorAll("tr:not(.sc__edit)")].map((row) => [escaped(q.querySelector(".q button").textContent), ...[...row.cells].filter((c) => !c.matches(".q")).map(bare)]));
  return `${escaped(card.querySelector("#verdict").textContent)}\n\n${sides.join("\n")}\n\n${lines([head, head.map(() => "---"), ...rows])}`;
}

// markdown is the list or the table that stands for a picture, or its sentence.
function markdown({ element, name }, link) {
  const twin = [element, ...element.querySelectorAll("ol, ul, table"), ...(element.nextElementSibling?.querySelectorAll("ol, ul, table") ?? [])]
    .find((e) => e.matches("ol, ul, table"));
  const sentence = [element, ...element.querySelectorAll("[role=img]")].map((e) => e.getAttribute("aria-label")).find(Boolean) ?? "";
  const body = element.matches(".sc") ? compared(element) : !twin ? escaped(sentence) : twin.localName === "table" ? tabled(twin) : listed(twin).trimEnd();
  return `**${escaped(name)}**\n\n${body}\n${link ? `\n[Open this moment in Keyrange](${link})\n` : ""}`;
}

// ---- the rows of the dialog ----

function save(blob, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

const fileName = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "picture";

// list fills an element with a row for each picture, and says below what became
// of the last gesture.
export function list(host) {
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  said.className = "hint";
  const pictures = found();
  if (!pictures.length) said.textContent = "There is no picture on this screen now.";
  host.replaceChildren(...pictures.map((p) => row(p, host, said)), said);
}

function row(picture, host, said) {
  const line = document.createElement("div");
  line.className = "dlg__p";
  const name = document.createElement("span");
  name.textContent = picture.name;
  const file = fileName(picture.name);
  const ways = {
    SVG: async () => { save(new Blob([(await drawing(picture.element)).text], { type: "image/svg+xml" }), `${file}.svg`); return `${file}.svg is saved.`; },
    PNG: async () => { save(await painted(await drawing(picture.element)), `${file}.png`); return `${file}.png is saved.`; },
    Markdown: async () => {
      const text = markdown(picture, host.dataset.link);
      try {
        await navigator.clipboard.writeText(text);
        return `${picture.name} is copied as Markdown.`;
      } catch {
        save(new Blob([text], { type: "text/markdown" }), `${file}.md`);
        return `${file}.md is saved, because this browser does not let the page copy.`;
      }
    },
  };
  line.append(name, ...Object.entries(ways).map(([title, make]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--sm";
    button.textContent = title;
    button.setAttribute("aria-label", `${picture.name} as ${title}`);
    button.addEventListener("click", async () => {
      try {
        said.textContent = await make();
      } catch (error) {
        console.error(error);
        said.textContent = `This picture cannot be saved as ${title} in this browser.`;
      }
    });
    return button;
  }));
  return line;
}
