// The published figures, run in the page: how long it is held up.

import { onPage } from "./chromium.mjs";
import { record } from "./trace.mjs";

const TASK = 50; // ms

export const measure = ({ browser, sites: [site], judge }) => onPage(browser, site, "figures", async (page) => {
  for (const n of [4, 15]) {
    await page.getByRole("button", { name: `Run figure ${n}`, exact: true }).focus();
    const seen = await record(page, async () => {
      await page.keyboard.press("Enter");
      await page.getByRole("status").filter({ hasText: `Figure ${n} is done` }).waitFor();
    });
    judge.line(`figures: task of published figure ${n}`, seen.longest, "ms", { limit: TASK, note: seen.clock });
  }
});
