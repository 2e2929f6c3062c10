// The gallery with the results of two hundred participants: how long it takes until each
// was done again and drawn, and how long it ever holds the page up. As a class hands
// them in, several find the same keys; what it takes where no two do is told beside it.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onPage } from "./chromium.mjs";
import { record } from "./trace.mjs";

const RESULTS = 200, LIMITS = { done: 10_000, task: 50 }; // ms
const project = fileURLToPath(new URL("../..", import.meta.url));
const handedIn = (designs) => execFileSync("go", ["run", "./build/bench/results", String(RESULTS), String(designs)], { cwd: project, encoding: "utf8", maxBuffer: 1 << 26 });

const collect = (browser, site, judge, designs, limit) => onPage(browser, site, "gallery", async (page) => {
  await page.getByLabel("Results, one on each line").fill(handedIn(designs));
  await page.getByRole("button", { name: "Add", exact: true }).focus();
  await page.waitForTimeout(1500); // what is left of the program comes in meanwhile
  const seen = await record(page, async () => {
    await page.keyboard.press("Enter");
    await page.waitForFunction((said) => document.querySelector("main h1 + p").textContent.startsWith(said) && performance.mark("keyrange done"), `${RESULTS} results. Each was done again here`);
    await page.waitForTimeout(2000); // the table is put into its order in pieces
  });
  const drawn = await page.getByRole("region", { name: "All designs" }).getByRole("row").count() - 1;
  if (drawn !== RESULTS) throw new Error(`${drawn} of ${RESULTS} results are in the table`);
  const took = (seen.marks.get("done") - seen.marks.get("begin")) / 1000;
  judge.line(`gallery: ${RESULTS} results under ${designs} keys done again`, took, "ms", { limit, note: "by the clock" });
  judge.line(`gallery: longest task meanwhile`, seen.longest, "ms", { limit: LIMITS.task, note: seen.clock });
});

export async function measure({ browser, sites: [site], judge }) {
  await collect(browser, site, judge, 80, LIMITS.done);
  await collect(browser, site, judge, RESULTS);
}
