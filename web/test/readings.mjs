// 200,000 rows in a file, as a reader brings them.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { button } from "./reader.mjs";

export const ROWS = 200_000;

const NAMES = ["Reading", "Site", "Device", "At", "Celsius", "Humidity", "Status", "Note"];
const STATUS = ["ok", "late", "low battery", "restarted"];
const NOTES = ["", "", "", "door open", "sensor moved to the north wall", "calibrated, then checked", "spare part"];

// readings are rows as a fleet of devices would write them; the numbers come
// from a fixed sequence, so every run has the same.
function* readings() {
  let x = 20260314;
  const next = (n) => { x = (Math.imul(x, 1664525) + 1013904223) >>> 0; return Math.floor(x / 2 ** 32 * n); };
  for (let i = 0; i < ROWS; i++) {
    const at = new Date(Date.UTC(2026, 0, 1) + 37_000 * i).toISOString().replace(".000", "");
    yield { Reading: String(100_000 + i), Site: `site-${String(next(40)).padStart(2, "0")}`, Device: `device-${String(next(900)).padStart(4, "0")}`,
      At: at, Celsius: (15 + next(120) / 10).toFixed(1), Humidity: String(30 + next(60)), Status: STATUS[next(STATUS.length)], Note: NOTES[next(NOTES.length)] };
  }
}

const csvCell = (v) => (v.includes(",") ? `"${v}"` : v);

export async function withFile(act) {
  const folder = await mkdtemp(join(tmpdir(), "keyrange-rows-"));
  try {
    const rows = [...readings()];
    const text = [NAMES.join(","), ...rows.map((r) => NAMES.map((n) => csvCell(r[n])).join(","))].join("\r\n");
    const file = join(folder, "readings.csv");
    await writeFile(file, text);
    await act(file, rows, text.length);
  } finally {
    await rm(folder, { recursive: true });
  }
}

// give chooses the file in the browser's own dialog.
export const give = async (page, file) => (await dialog(page)).setFiles(file);
export async function dialog(page) {
  const opened = page.waitForEvent("filechooser");
  await button(page, "Import").click();
  return opened;
}
