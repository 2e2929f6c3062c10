// Two clients on a phone: what is stored stays in sight, and both next steps are under
// the thumb wherever the page is.

import assert from "node:assert/strict";
import { SIZES, inPage, running } from "./stage.mjs";

const box = (locator) => locator.evaluate((e) => { const { top, bottom, height } = e.getBoundingClientRect(); return { top, bottom, height }; });

inPage("glance: on a phone the service and the next steps of both clients stay in view", { path: "clients", context: { viewport: SIZES.phone, hasTouch: true } }, async (page) => {
  await running(page);
  const steps = page.getByRole("group", { name: "Next step of each client" }), service = page.getByRole("article").filter({ has: page.getByRole("heading", { name: /^Service/ }) });
  const inView = async (what) => {
    const [header, bar, card, thumb] = await Promise.all([page.locator("header").first(), page.locator(".tp"), service, steps].map(box));
    assert.ok(card.top >= header.bottom - 1 && card.bottom <= thumb.top, `the service is in view, ${what}: ${JSON.stringify({ card, thumb })}`);
    assert.ok(thumb.bottom <= bar.top + 1 && thumb.bottom >= bar.top - 2, `the steps stand on the bar, ${what}`);
    assert.ok(card.height <= 200, `the service takes ${card.height} px`);
  };
  await inView("at the top");
  for (const [name, version] of [["A", "v1"], ["B", "v1"], ["A", "v2"]]) {
    await steps.getByRole("button", { name: new RegExp(`^${name}`) }).tap();
    await service.getByText(version, { exact: true }).last().waitFor();
    await page.evaluate(() => document.querySelector(".seq, .sq").scrollIntoView({ block: "center" }));
    await inView(`after a step of ${name}`);
  }
  for (const b of await steps.getByRole("button").all()) assert.ok((await box(b)).height >= 44, "a target for a thumb");
});
