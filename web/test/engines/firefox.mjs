// Firefox by WebDriver BiDi: the few commands that the stories need.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";
import { hands } from "./keys.mjs";

// What a new profile would ask for, show or fetch by itself.
const PREFERENCES = {
  "app.normandy.enabled": false, "app.update.disabledForTesting": true, "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false, "browser.safebrowsing.phishing.enabled": false, "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": false, "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "remote.prefs.recommended": true,
  "services.settings.server": "data:,", "ui.useOverlayScrollbars": 1, "toolkit.telemetry.reportingpolicy.firstRun": false,
};

// connection sends commands over the socket and answers each by its number.
async function connection(address) {
  const socket = new WebSocket(address), open = new Map(), heard = [];
  await new Promise((done, fail) => socket.once("open", done).once("error", fail));
  socket.on("message", (data) => {
    const { id, type, result, method, params, error, message } = JSON.parse(data);
    if (type === "event") { for (const hear of heard) hear(method, params); return; }
    const { done, fail } = open.get(id);
    open.delete(id);
    if (type === "success") done(result);
    else fail(new Error(`${error}: ${message}`));
  });
  let last = 0;
  const send = (method, params = {}) => new Promise((done, fail) => {
    open.set(++last, { done, fail });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  return { send, hear: (f) => heard.push(f), close: () => socket.close() };
}

// listening reads what Firefox says until it names its address.
async function listening(firefox) {
  for await (const line of createInterface({ input: firefox.stderr })) {
    const address = line.match(/WebDriver BiDi listening on (ws:\S+)/)?.[1];
    if (address) return `${address}/session`;
  }
  throw new Error("Firefox ended before it could be driven");
}

// launch starts a Firefox with a profile of its own.
export async function launch(program) {
  const profile = await mkdtemp(join(tmpdir(), "keyrange-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([k, v]) => `user_pref("${k}", ${JSON.stringify(v)});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));
  const args = ["--remote-debugging-port=0", "--headless", "--no-remote", "--profile", profile];
  const firefox = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((done) => firefox.once("exit", done));
  process.once("exit", () => firefox.kill("SIGKILL"));
  const address = await listening(firefox);
  firefox.stderr.resume();
  const { send, hear, close } = await connection(address);
  await send("session.new", { capabilities: {} });
  const { context } = await send("browsingContext.create", { type: "window" }); // the first one never has the keyboard
  const faults = [];
  hear((method, { level, text }) => { if (method === "log.entryAdded" && level === "error") faults.push(text); });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  return {
    ...hands((actions) => send("input.performActions", { context, actions })),
    goto: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    run: (f, ...args) => evaluate(send, context, f, args),
    resize: (viewport) => send("browsingContext.setViewport", { context, viewport }),
    picture: async () => Buffer.from((await send("browsingContext.captureScreenshot", { context })).data, "base64"),
    faults: () => faults.splice(0),
    close: async () => {
      await send("browser.close");
      close();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// evaluate runs a function in the page. What goes in and comes out is JSON.
async function evaluate(send, context, f, args) {
  const { type, result, exceptionDetails } = await send("script.callFunction", {
    functionDeclaration: `async (json) => JSON.stringify(await (${f})(...JSON.parse(json)))`,
    arguments: [{ type: "string", value: JSON.stringify(args) }], awaitPromise: true, target: { context }, userActivation: false,
  });
  if (type === "exception") throw new Error(exceptionDetails.text);
  return result.value === undefined ? undefined : JSON.parse(result.value);
}
