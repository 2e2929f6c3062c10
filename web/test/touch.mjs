// By finger and by pen: the core controls are tapped, sliders and regions are
// drawn along, a place of the map is chosen and a part of it is drawn out.

import { SIZES, inPage, running } from "./stage.mjs";
import { $filter, button, grid, opened, settled, shown } from "./reader.mjs";

const phone = { viewport: SIZES.phone, hasTouch: true, isMobile: true };

// finger puts one down at the first place, draws it along the others and lifts it.
async function finger(page, places) {
  const control = await page.context().newCDPSession(page);
  const send = (type, place) => control.send("Input.dispatchTouchEvent", { type, touchPoints: place ? [place] : [] });
  await send("touchStart", places[0]);
  for (const place of places.slice(1)) await send("touchMove", place);
  await send("touchEnd");
  await control.detach();
}

// pen does the same with a pen, which hovers before it is put down.
async function pen(page, places) {
  const control = await page.context().newCDPSession(page);
  const send = (type, { x, y }, down) => control.send("Input.dispatchMouseEvent", {
    type, x, y, pointerType: "pen", clickCount: 1, force: down ? 0.5 : 0,
    button: down || type === "mouseReleased" ? "left" : "none", buttons: down ? 1 : 0,
  });
  await send("mouseMoved", places[0], false);
  await send("mousePressed", places[0], true);
  for (const place of places.slice(1)) await send("mouseMoved", place, true);
  await send("mouseReleased", places.at(-1), false);
  await control.detach();
}

// places are points of an element, as parts of its width and height.
async function places(element, ...parts) {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await element.boundingBox();
  return parts.map(([right, down]) => ({ x: x + right * width, y: y + down * height }));
}

const map = (page) => page.getByRole("img", { name: /^Heat map of entities sent/ });
const place = (page) => page.getByRole("slider", { name: "Place in the run" });

// halfway waits until the thumb of the run stands in its middle.
const halfway = (page) => page.waitForFunction(() => /^(29|30|31):\d\d of /.test(document.getElementById("tp-text").textContent));

// explained chooses a place of the map where something ran.
async function explained(page, draw) {
  await draw(page, await places(map(page), [0.02, 0.05]));
  await page.locator("#why").waitFor();
}

inPage("touch: the first journey by taps", { path: "playground", context: phone }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).tap();
  await page.getByRole("heading", { level: 1, name: "Movies" }).waitFor();
  await settled(page);
  await opened(page);
  const sheet = page.getByRole("button", { name: /^Query/ });
  await sheet.tap();
  await $filter(page).tap();
  await page.waitForFunction(() => document.activeElement?.id === "filter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("PartitionKey eq 'Western'");
  await button(page, "Run").tap();
  await shown(page, { Returned: "35", "Round trips": "1" });
  await grid(page).waitFor();
  await sheet.tap();
  await page.getByRole("button", { name: "More of the transport" }).tap();
  await page.getByRole("button", { name: "Branch here" }).tap();
  await page.getByRole("combobox", { name: "Branch", exact: true }).waitFor();
});

inPage("touch: the slider of the run and the map by finger", { path: "simulator", context: phone }, async (page) => {
  await running(page);
  await page.getByRole("button", { name: "More of the transport" }).tap();
  await finger(page, await places(place(page), [0.02, 0.5], [0.2, 0.5], [0.4, 0.5], [0.5, 0.5]));
  await halfway(page);
  await page.getByRole("button", { name: "More of the transport" }).tap();
  const sheet = page.getByRole("button", { name: /^Why hot\?/ }); // the reason is under the thumb
  await explained(page, async (p, [at]) => {
    await p.touchscreen.tap(at.x, at.y);
    await sheet.tap();
  });
  await sheet.tap();
  await page.locator("#why").waitFor({ state: "hidden" });

  // A finger that goes over the map turns the page, as everywhere else.
  const [from, to] = await places(map(page), [0.5, 0.6], [0.5, 0.1]);
  const before = await page.evaluate(() => scrollY);
  await finger(page, [from, { x: from.x, y: from.y - 60 }, to]);
  await page.waitForFunction((was) => scrollY > was + 30, before);
});

inPage("touch: the load of the first page by finger", { path: "", context: phone }, async (page) => {
  await page.getByRole("heading", { level: 1 }).tap();
  await running(page);
  const load = page.getByRole("slider", { name: /^Writes sent to both/ });
  await finger(page, await places(load, [0.45, 0.5], [0.7, 0.5], [0.99, 0.5]));
  await page.getByText("6,000/s", { exact: true }).waitFor();
});

inPage("pen: a moment of the run, then a place is chosen, and a part of the map is drawn out", { path: "simulator" }, async (page) => {
  await running(page);
  await pen(page, await places(place(page), [0.5, 0.5]));
  await halfway(page);
  await explained(page, pen);
  await page.keyboard.press("Escape");
  await page.locator("#why").waitFor({ state: "detached" });
  await pen(page, await places(map(page), [0.1, 0.1], [0.2, 0.3], [0.35, 0.6]));
  await page.waitForFunction(() => document.querySelector(".hm__x span").textContent !== "00:00"); // the map begins later now
});
