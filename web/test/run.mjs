// A run of the simulator as stories go along it and read it.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// The longest that a test waits for a run of hours, in ms: it ends what hangs.
export const LONG = 600_000;

// at waits until the playhead stands at a moment and nothing is under way.
export async function at(page, clock) {
  await page.waitForFunction((text) => {
    const now = document.getElementById("tp-text").textContent;
    return now.startsWith(`${text} of `) && !now.includes("Running");
  }, clock, { timeout: LONG });
}

// to moves the playhead.
export async function to(page, seconds, clock) {
  await page.getByRole("slider", { name: "Place in the run" }).fill(String(seconds));
  await at(page, clock);
}

// openSettings opens the drawer of all settings of the simulator.
export async function openSettings(page) {
  await page.getByRole("button", { name: /^\d+ more$/ }).click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
}

// figures reads the table of figures of one design.
export const figures = (page, design = 0) => page.locator("#run-figures tr").evaluateAll((rows, column) => Object.fromEntries(rows.map((r) => [r.cells[0].textContent, r.cells[column]?.textContent])), design + 1);

// count reads a number with its commas.
export const count = (text) => Number(text.replace(/[^\d.]/g, ""));

// simulated runs a preset without a screen, with the same engine: with the tool
// that the checks run in, which KEYRANGE_TOOL names, or with one that is built now.
export function simulated(preset, ...more) {
  const tool = process.env.KEYRANGE_TOOL, [command, ...before] = tool ? [tool] : ["go", "run", "-buildvcs=false", "./build"];
  return JSON.parse(execFileSync(command, [...before, "simulate", "-preset", preset, "-seed", "1", "-json", ...more],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)), maxBuffer: 1 << 26 }));
}
