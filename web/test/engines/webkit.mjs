// WebKit by WebDriver: the few commands that the stories need. Its MiniBrowser
// has a window, so it gets a display that nobody sees.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { hands } from "./keys.mjs";

const SCREEN = { width: 1600, height: 1200 };

// The bar of MiniBrowser is made too small to see: else its window is wider than a
// phone. Letters are drawn at the widths that their font gives them.
const LOOK = {
  "gtk.css": "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n",
  "settings.ini": "[Settings]\ngtk-xft-antialias=1\ngtk-xft-hinting=0\ngtk-xft-hintstyle=hintnone\ngtk-xft-rgba=none\n",
};

// settings writes them into a new folder.
async function settings() {
  const folder = await mkdtemp(join(tmpdir(), "keyrange-webkit-"));
  await mkdir(join(folder, "gtk-3.0"));
  for (const [name, text] of Object.entries(LOOK)) await writeFile(join(folder, "gtk-3.0", name), text);
  return folder;
}

// started starts a program that ends with this one.
function started(program, args, options) {
  const child = spawn(program, args, options);
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}

// display starts a display and gives its number, which the display chooses.
async function display() {
  const args = ["-displayfd", "1", "-screen", "0", `${SCREEN.width}x${SCREEN.height}x24`, "-nolisten", "tcp"];
  const server = started("Xvfb", args, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: server.stdout })) return { server, number: line.trim() };
  throw new Error("Xvfb ended before it had a display");
}

// free is a port that nobody listens at.
const free = () => new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});

// answering waits until the driver takes commands.
async function answering(url, driver) {
  while (driver.exitCode === null) {
    const there = await fetch(`${url}/status`).then((r) => r.ok, () => false);
    if (there) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("WebKitWebDriver ended before it could be driven");
}

async function command(method, url, body) {
  const response = await fetch(url, { method, ...(method === "POST" && { body: JSON.stringify(body ?? {}) }) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

// launch starts a display, a driver, and a MiniBrowser with nothing stored.
export async function launch(driverProgram, miniBrowser) {
  const { server, number } = await display(), folder = await settings();
  const port = await free(), url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1", // half as fast where no graphics card shares its memory
    XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder,
  };
  const driver = started(driverProgram, [`--port=${port}`], { env, stdio: "ignore" });
  await answering(url, driver);
  const options = { binary: miniBrowser, args: ["--automation"] };
  const { sessionId } = await command("POST", `${url}/session`, { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
  const send = (method, path, body) => command(method, `${url}/session/${sessionId}${path}`, body);
  const run = (f, ...args) => evaluate(send, f, args);
  return {
    ...hands((actions) => send("POST", "/actions", { actions })),
    goto: (to) => send("POST", "/url", { url: to }),
    run,
    resize: (size) => resize(send, run, size),
    picture: async () => Buffer.from(await send("GET", "/screenshot"), "base64"),
    faults: () => [],
    close: async () => {
      await send("DELETE", "");
      for (const child of [driver, server]) child.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// evaluate runs a function in the page. What goes in and comes out is JSON.
async function evaluate(send, f, args) {
  const script = `return Promise.resolve((${f})(...JSON.parse(arguments[0]))).then((v) => JSON.stringify(v))`;
  const json = await send("POST", "/execute/sync", { script, args: [JSON.stringify(args)] });
  return json ? JSON.parse(json) : undefined;
}

// resize gives the page a size: the window has a bar above it. The window goes
// below the pointer of the display, in its middle: without a window manager that
// gives it the keyboard.
async function resize(send, run, { width, height }) {
  const bar = await run(() => outerHeight - innerHeight), high = height + bar;
  await send("POST", "/window/rect", { x: (SCREEN.width - width) / 2, y: (SCREEN.height - high) / 2, width, height: high });
}
