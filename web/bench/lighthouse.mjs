// Lighthouse as phones see the pages: its four marks for each of eight, and how long
// the main thread is blocked.

import lighthouse from "lighthouse";
import * as chromeLauncher from "chrome-launcher";
import { browserPath } from "./chromium.mjs";

const PAGES = ["", "playground", "simulator", "lessons", "lessons/entity", "clients", "batch", "figures"];
const MARKS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 }; // at least, of 100
const BLOCKED = 200; // ms

export async function measure({ sites: [site], judge }) {
  const chrome = await chromeLauncher.launch({ chromePath: browserPath(), chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  try {
    for (const path of PAGES) {
      const { lhr } = await lighthouse(`${site.origin}${site.base}${path}`, { port: chrome.port, output: "json", logLevel: "error" });
      for (const [name, least] of Object.entries(MARKS)) {
        const category = lhr.categories[name];
        const lost = category.auditRefs.filter((a) => a.weight > 0 && (lhr.audits[a.id].score ?? 1) < 0.9).map((a) => a.id);
        judge.line(`lighthouse: ${path || "home"}, ${name}, lost of 100`, 100 - Math.round(category.score * 100), "", { limit: 100 - least, note: lost.join(" ") });
      }
      const ms = (id) => lhr.audits[id].numericValue;
      judge.line(`lighthouse: ${path || "home"}, main thread blocked`, ms("total-blocking-time"), "ms", { limit: BLOCKED });
      judge.line(`lighthouse: ${path || "home"}, largest picture or text`, ms("largest-contentful-paint"), "ms");
    }
  } finally {
    await chrome.kill();
  }
}
