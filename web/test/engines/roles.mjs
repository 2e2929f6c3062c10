// What a person can name on a page: a control by its role and its name. The
// function runs in the page, in every engine the same.

// found gives the elements of a role with a name that can be seen, as places of
// the window, and what lies over the middle of each. within is the selector of
// what they must lie in.
export function found({ role, name, pattern, within = "body" }) {
  const TAGS = {
    button: "button, summary, input[type=button], input[type=submit]", link: "a[href]", combobox: "select, input[list]",
    textbox: "input:not([type]), input[type=text], textarea", slider: "input[type=range]", heading: "h1, h2, h3, h4", region: "section",
  };
  const FROM_CONTENT = ["button", "link", "heading", "alert"];
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const words = (e) => {
    if (e.nodeType === Node.TEXT_NODE) return e.data;
    if (e.nodeType !== Node.ELEMENT_NODE || e.matches("input, select, script, style, [hidden], [aria-hidden=true]")) return "";
    const own = e.getAttribute("aria-label") ?? (e.matches("img") ? e.alt : null);
    const apart = /block|grid|flex|table|list-item/.test(getComputedStyle(e).display) ? " " : "";
    return apart + (own ?? [...e.childNodes].map(words).join("")) + apart;
  };
  const named = (e) => {
    const others = e.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id)).filter(Boolean);
    if (others?.length) return others.map(words).join(" ");
    if (e.getAttribute("aria-label")) return e.getAttribute("aria-label");
    if (e.labels?.length) return [...e.labels].map(words).join(" ");
    return FROM_CONTENT.includes(role) ? words(e) : e.title ?? "";
  };
  const selector = [TAGS[role], `[role=${role}]`].filter(Boolean).join();
  return [...document.querySelector(within)?.querySelectorAll(selector) ?? []].filter((e) => {
    if ((e.getAttribute("role") ?? role) !== role) return false;
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest("[aria-hidden=true]")) return false;
    const own = plain(named(e));
    return pattern ? new RegExp(pattern).test(own) : name === undefined || own === name;
  });
}

// place brings the one such element into view, as the keyboard does, and tells
// where it is, or in words why it cannot be used.
export function place(found, wanted) {
  const list = found(wanted);
  if (list.length !== 1 && wanted.nth === undefined) return { why: `${list.length} of them` };
  const e = list[wanted.nth ?? 0];
  if (!e) return { why: `${list.length} of them` };
  e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (e.matches(":disabled, [aria-disabled=true]")) return { why: "it is disabled" };
  const { left, right, top, bottom } = e.getBoundingClientRect();
  const x = (left + right) / 2, y = (top + bottom) / 2, over = document.elementFromPoint(x, y);
  if (!over || !(e.contains(over) || over.contains(e))) {
    if (!over) return { why: "its middle is outside of the window" };
    return { why: `its middle is covered by ${over.tagName} ${over.id || over.className}` };
  }
  return { left, right, top, bottom, x, y };
}
