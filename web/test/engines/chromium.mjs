// Chromium by Playwright, with no more of it than the other engines have.

import { chromium } from "playwright-core";

// launch starts a Chromium with nothing stored.
export async function launch(program) {
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-background-networking"] });
  const page = await browser.newPage(), faults = [];
  const own = (m) => m.type() === "error" && !m.location().url.endsWith("/favicon.ico"); // which Chromium asks for by itself
  page.on("console", (m) => { if (own(m)) faults.push(m.text()); });
  page.on("pageerror", (e) => faults.push(String(e)));
  return {
    press: (chord) => page.keyboard.press(chord),
    type: async (text) => { for (const key of text) await page.keyboard.press(key === " " ? "Space" : key); },
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    goto: (url) => page.goto(url),
    run: (f, ...args) => page.evaluate(`(${f})(...${JSON.stringify(args)})`),
    resize: (size) => page.setViewportSize(size),
    picture: () => page.screenshot(),
    faults: () => faults.splice(0),
    close: () => browser.close(),
  };
}
