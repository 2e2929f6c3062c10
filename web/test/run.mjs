// A run of the simulator as stories go along it and read it.

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

// figures reads the table of figures of one design.
export const figures = (page, design = 0) => page.locator("#run-figures tr").evaluateAll((rows, column) => Object.fromEntries(rows.map((r) => [r.cells[0].textContent, r.cells[column]?.textContent])), design + 1);

// count reads a number with its commas.
export const count = (text) => Number(text.replace(/[^\d.]/g, ""));
