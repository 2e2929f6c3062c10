// From the empty playground to answers, and to a report of bad rows.

import { DRAMAS, LIKED, RATED, TROUBLE, dramas, liked, planned, rated, reported, same } from "./answers.mjs";
import * as movies from "./movies.mjs";
import { bases, figure, inPage, running } from "./stage.mjs";
import { $filter, button, card, copy, loaded, number, settled, shown, templates } from "./reader.mjs";

// A page ends with the 1,000th answer, so its last one says how much was examined.
const examined = (pages) => movies.entities.indexOf(liked[1000 * pages - 1]) + 1 || movies.entities.length;

for (const [site, base] of bases) {
  inPage(`journey below ${base}: Movies, a row range, a table scan, a troubled file`, { site, path: "playground", context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page, { t }) => {
    await running(page);
    await page.getByRole("button", { name: /^Movies/ }).click();
    await loaded(page, movies.entities.length);
    await card(page, "Import report").getByText(`${number(movies.entities.length)} of ${number(movies.rows.length)} rows stored`).waitFor();
    await card(page, "Import report").getByRole("listitem").filter({ hasText: `${movies.duplicates} rows` }).filter({ hasText: "EntityAlreadyExists" }).waitFor();

    await $filter(page).fill(DRAMAS);
    await planned(page, "Row range scan");
    await button(page, "Run").click();
    await shown(page, { Examined: number(dramas.length), Returned: number(dramas.length), "Round trips": "1", Useful: "100%" });
    await same(page, dramas);

    await $filter(page).fill(RATED);
    await planned(page, "Table scan");
    await button(page, "Run").click();
    await page.getByText("No token: this is all").waitFor(); // 1,000 answers would fill a page
    await shown(page, { Examined: number(movies.entities.length), Returned: number(rated.length), "Round trips": "1" });
    await same(page, rated);

    await $filter(page).fill(LIKED);
    await button(page, "Run").click();
    const read = (pages) => ({ Examined: number(examined(pages)), Returned: number(Math.min(1000 * pages, liked.length)), "Round trips": String(pages) });
    await shown(page, read(1));
    await button(page, "Next page").click();
    await shown(page, read(2));
    await button(page, "Run all pages").click();
    await page.getByText("No token: this is all").waitFor();
    await shown(page, { ...read(Math.ceil(liked.length / 1000)), Examined: number(movies.entities.length) });
    await same(page, liked);
    figure(t, `Movies below ${base}: ${dramas.length} dramas, ${rated.length} of ${movies.entities.length} above 8.5, ${movies.duplicates} duplicates`);

    await copy(page, TROUBLE);
    await page.getByRole("heading", { level: 1 }).click(); // away from any field
    await page.keyboard.press("ControlOrMeta+V");
    const broken = page.getByRole("alert").filter({ hasText: "1 row of pasted text cannot be read" });
    await broken.getByRole("row").filter({ hasText: "7" }).filter({ hasText: /quote/i }).waitFor();
    await button(page, "Keep the other 5 rows").click();
    await page.getByRole("heading", { level: 1, name: "Pasted data" }).waitFor();
    await templates.pk(page).fill("{City}");
    await templates.rk(page).fill("{Id}");
    await settled(page);
    await reported(page);
  });
}
