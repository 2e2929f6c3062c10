// The $filter editor. The program draws a plain text field; once this file has
// come, CodeMirror takes over its text, its selection and its focus. What the
// words are, how they look, what may follow and what is wrong is asked of the
// program: this file knows nothing of the language.

import { acceptCompletion, autocompletion, closeCompletion, completionKeymap, completionStatus, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation, Compartment, EditorState, Prec } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, keymap } from "@codemirror/view";

// A text that the program set, not the reader.
const set = Annotation.define();

// Words of one look share their mark.
const marks = new Map();
function mark(look) {
  if (!marks.has(look)) marks.set(look, Decoration.mark({ class: look }));
  return marks.get(look);
}

// painted turns the program's answer, "FROM TO LOOK" per line in units of
// UTF-16, into marks. A text of another length than the program saw stays plain.
function painted(text, answer) {
  const ranges = [];
  for (const line of answer.split("\n")) {
    const [from, to, ...look] = line.split(" ");
    if (look.length && +to <= text.length) ranges.push(mark(look.join(" ")).range(+from, +to));
  }
  return Decoration.set(ranges, true);
}

const looks = (ask) => ViewPlugin.define((view) => {
  const paint = (v) => { const text = v.state.doc.toString(); return painted(text, ask(text)); };
  return { marks: paint(view), update(u) { if (u.docChanged) this.marks = paint(u.view); } };
}, { decorations: (plugin) => plugin.marks });

// The editor takes its type from its host and its colours from the tokens of
// the site. CodeMirror's own rules stand outside the layers of the style
// sheets, so what differs from them is said here.
const dress = EditorView.theme({
  "&": { color: "inherit", background: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: "inherit", overflow: "visible" },
  ".cm-content": { padding: "0", caretColor: "var(--ink)", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  ".cm-line": { padding: "0" },
  ".cm-tooltip": { zIndex: "20", border: "1px solid var(--line)", borderRadius: "10px", background: "var(--raised)", color: "var(--ink)", boxShadow: "var(--shadow-3)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: "450 var(--fs-13)/20px var(--mono)", maxHeight: "260px", padding: "4px", minWidth: "240px", maxWidth: "min(560px, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", alignItems: "baseline", gap: "12px", minHeight: "30px", padding: "5px 8px", borderRadius: "6px", lineHeight: "20px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--select)", color: "inherit", boxShadow: "inset 2px 0 0 var(--ink)" },
  ".cm-completionLabel": { overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionDetail": { margin: "0 0 0 auto", flex: "none", font: "450 var(--fs-12)/20px var(--prose)", color: "var(--ink-3)" },
  "@media (forced-colors: active)": {
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { outline: "2px solid Highlight", outlineOffset: "-2px" },
  },
});

// suggestions asks the program what may stand at the caret.
const suggestions = (ask) => (context) => {
  const found = ask(context.state.doc.toString(), context.pos, context.explicit);
  if (!found) return null;
  const options = found.options.map((o) => ({ label: o.label, detail: o.detail, type: o.look, apply: o.text, boost: o.boost }));
  return { from: found.from, options, filter: false };
};

// turns keeps the two sides apart. Work of the program that was waiting may go on
// whenever the program is called: while the editor asks it something, in the middle
// of a change, and in any listener to a key, when the browser has written a letter
// that the editor has not read yet and would drop. So what the program wants of the
// editor is done after both. stale is true when the reader has typed what the
// program had not heard of then: it wants something else once it has. That holds
// while it is being told, too, because waiting work may go first. Nothing is asked
// once the editor is closed.
function turns() {
  let typed = 0, heard = 0, closed = false;
  return {
    typed(tell) { const now = ++typed; tell(); heard = now; },
    close() { closed = true; },
    asks: (f) => (...args) => (closed ? "" : f(...args)),
    later(act) {
      const before = heard;
      queueMicrotask(() => act(closed || typed !== before));
    },
  };
}

// over replaces what is selected by the editor's own means. A browser that does it
// gives the new text the look of the old one, as an inline style.
const over = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const selection = document.getSelection(), range = selection.rangeCount > 0 && selection.getRangeAt(0);
    if (!range || !view.contentDOM.contains(range.startContainer) || view.composing || !/^(?:insertText|insertReplacementText|deleteContent)/.test(event.inputType)) return false;
    const from = view.posAtDOM(range.startContainer, range.startOffset), to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = /^delete/.test(event.inputType) ? "" : event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (from >= to || /\n/.test(insert)) return false;
    event.preventDefault();
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: insert ? "input.type" : "delete.selection", scrollIntoView: true });
    return true;
  },
});

// The editor adds its styles as elements, which the page's policy does not allow, but
// as sheets to what has no head.
const headless = new Proxy(document, {
  get(page, name) {
    if (name === "head") return undefined;
    const value = page[name];
    return typeof value === "function" ? value.bind(page) : value;
  },
  set: (page, name, value) => { page[name] = value; return true; },
});

// bounded leaves a change of the reader undone that would make the text too long:
// laying it out alone would hold the page up.
const bounded = ({ most = Infinity, refused }) => EditorState.transactionFilter.of((t) => {
  if (!t.docChanged || t.annotation(set) || t.newDoc.length <= most) return t;
  refused(t.newDoc.length);
  return [];
});

// open puts the editor into host in the place of the text field. The program gives
// the functions looks, suggest, changed, run and mend, and where there is a bound,
// most and refused.
export function open(host, field, program) {
  const described = new Compartment(), turn = turns();
  let awaited; // the text that the program wants and the editor has not shown yet
  const attributes = (invalid) => EditorView.contentAttributes.of({
    id: "filter", role: "textbox", "aria-label": "$filter=", "aria-describedby": "filter-err filter-keys",
    "aria-invalid": String(invalid), "aria-multiline": "false", spellcheck: "false", autocapitalize: "off", autocorrect: "off", translate: "no",
  });
  const run = () => { turn.asks(program.run)(); return true; };
  const mend = () => { turn.asks(program.mend)(); return true; };
  const state = EditorState.create({
    doc: field.value,
    selection: { anchor: Math.min(field.selectionStart, field.value.length), head: Math.min(field.selectionEnd, field.value.length) },
    extensions: [
      described.of(attributes(field.getAttribute("aria-invalid") === "true")),
      history(), EditorView.lineWrapping, dress, over, bounded({ most: program.most, refused: turn.asks((units) => program.refused(units)) }),
      looks(turn.asks(program.looks)),
      autocompletion({
        override: [suggestions(turn.asks(program.suggest))], icons: false, selectOnOpen: false, defaultKeymap: false, activateOnTypingDelay: 60,
        maxRenderedOptions: 40, optionClass: (o) => o.type ?? "", activateOnCompletion: () => true,
      }),
      Prec.highest(keymap.of([
        { key: "Tab", run: (v) => completionStatus(v.state) !== null && (acceptCompletion(v) || (closeCompletion(v), false)) },
        { key: "Escape", run: (v) => completionStatus(v.state) !== null && closeCompletion(v) },
        { key: "Enter", run: (v) => acceptCompletion(v) || (closeCompletion(v), run()) },
        { key: "Mod-Enter", run }, { key: "Mod-.", run: mend }, { key: "Alt-ArrowDown", run: startCompletion },
        ...completionKeymap.filter((k) => k.key !== "Enter" && k.key !== "Escape"),
      ])),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      // A list that scrolls would be a stop of the Tab key, and go away under it.
      EditorView.updateListener.of((u) => u.view.requestMeasure({ read: () => u.view.dom.querySelector(".cm-tooltip-autocomplete > ul"), write: (list) => { if (list) list.tabIndex = -1; } })),
      EditorView.updateListener.of((u) => {
        if (!u.docChanged || u.transactions.some((t) => t.annotation(set))) return;
        awaited = undefined;
        turn.typed(turn.asks(program.changed));
      }),
    ],
  });
  const focused = document.activeElement === field;
  const view = new EditorView({ state, parent: host, root: headless });
  field.id = "filter-plain";
  field.hidden = true;
  if (focused) view.focus();
  return {
    text: () => awaited ?? view.state.doc.toString(),
    show(text) {
      awaited = text;
      turn.later((stale) => {
        const now = view.state.doc.toString(), other = awaited !== text;
        if (!other) awaited = undefined;
        if (stale || other || now === text) return;
        let from = 0, end = 0; // what both share stays, so that the caret does
        while (from < now.length && now[from] === text[from]) from++;
        while (end < now.length - from && end < text.length - from && now.at(-1 - end) === text.at(-1 - end)) end++;
        view.dispatch({ changes: { from, to: now.length - end, insert: text.slice(from, text.length - end) }, annotations: set.of(true) });
      });
    },
    invalid: (on) => turn.later(() => view.dispatch({ effects: described.reconfigure(attributes(on)) })),
    place: (at) => turn.later(() => { view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) }, scrollIntoView: true }); view.focus(); }),
    focus: () => view.focus(),
    close() { turn.close(); turn.later(() => view.destroy()); },
  };
}
