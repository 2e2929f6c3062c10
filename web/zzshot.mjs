import { chromium } from "playwright-core";
import { host } from "./test/host.mjs";
const [folder, out, ...rest] = process.argv.slice(2);
const own = await host(folder, "/");
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
const acts = (await import(rest[0])).default;
for (const [w, h] of [[1440, 900], [1024, 768], [390, 844]]) for (const scheme of ["light", "dark"]) {
  if (rest[1] && !rest[1].includes(`${w}-${scheme}`)) continue;
  const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme });
  const page = await c.newPage();
  await acts(page, own.origin + "/", async (name, full) => page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png`, fullPage: !!full }));
  await c.close();
}
await b.close(); await own.close();
