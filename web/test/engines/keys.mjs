// Hands for a browser that takes the actions of WebDriver, as both of its
// protocols do: a mouse and a keyboard over one function that performs actions.

// Keys that write nothing, by their names in the page's own events.
const NAMED = {
  Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Shift: "\uE008", Control: "\uE009", Alt: "\uE00A", Escape: "\uE00C", Space: " ",
  PageUp: "\uE00E", PageDown: "\uE00F", End: "\uE010", Home: "\uE011", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014",
  ArrowDown: "\uE015", Delete: "\uE017",
};

const stroke = (key) => [{ type: "keyDown", value: key }, { type: "keyUp", value: key }];

// hands gives the gestures over perform, which gets a list of input sources.
export function hands(perform) {
  const keys = (actions) => perform([{ type: "key", id: "keyboard", actions }]);
  const mouse = (...actions) => perform([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
  return {
    // press strikes a key, or a chord such as Shift+Tab.
    press: (chord) => {
      const list = chord.split("+").map((k) => NAMED[k] ?? k);
      return keys([...list.map((value) => ({ type: "keyDown", value })), ...list.reverse().map((value) => ({ type: "keyUp", value }))]);
    },
    type: (text) => keys([...text].flatMap(stroke)),
    move: (x, y) => mouse({ type: "pointerMove", x, y, duration: 0 }),
    down: () => mouse({ type: "pointerDown", button: 0 }),
    up: () => mouse({ type: "pointerUp", button: 0 }),
  };
}
