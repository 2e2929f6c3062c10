// The site as files: readable before and without the program, under any path,
// and without a network.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { PATIENCE, bases, inPage, onPage, running, sites, visited } from "./stage.mjs";
import * as movies from "./movies.mjs";
import { loaded } from "./reader.mjs";

const ROUTES = [["", "Which key survives the load?"], ["playground", "Key designer"], ["simulator", "Load simulator"], ["figures", "The published figures"], ["clients", "Two clients, one entity"], ["access", "A key for a range of keys"],
  ["reference", "Reference"], ["workshop", "Workshops"], ["workshop/hot-keys", "Hot keys in 45 minutes"], ["embed", "Put it in your own page"]];

// Pages that run nothing: nobody waits for a program there.
const STILL = [["teach", "For teachers"], ["teach/spread", "One more part in the key"]];
const MISSING = "There is no page at this address";
const UNKNOWN = ["nothing", "nothing/deeper/still", "playground/nothing", "nothing.html"];

const h1 = (page, name) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const text = (page) => page.locator("body > :first-child").evaluate((e) => e.innerText.replace(/\s+/g, " ").trim());

// awake gives the program a reason to start, where it needs one, and waits until
// it has taken over the page with this heading.
async function awake(page, title) {
  await page.getByRole("heading", { level: 1 }).hover();
  await running(page);
  await h1(page, title);
}

// covered tells whether anything lies over the first heading.
const covered = (page) => page.getByRole("heading", { level: 1 }).evaluate((h) => {
  const r = h.getBoundingClientRect();
  const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return !(hit && (h.contains(hit) || hit.contains(h)));
});

for (const [site, base] of bases) {
  for (const [path, title] of [...ROUTES, ...STILL]) {
    inPage(`static ${base}${path}: readable without JavaScript`, { site, path, context: { javaScriptEnabled: false } }, async (page) => {
      await h1(page, title);
      assert.equal(await covered(page), false, "the heading is not covered");
      const words = (await text(page)).split(" ").length;
      assert.ok(words > 80, `${words} words are there to read`);
      await page.getByRole("link", { name: "Keyrange" }).first().click();
      await h1(page, ROUTES[0][1]);
      await page.getByRole("link", { name: "Design your own keys" }).first().click();
      await h1(page, "Key designer");
    });
  }

  inPage(`static ${base}: the pages that run nothing, by each address`, { site }, async (page, { url }) => {
    for (const [path, title] of STILL) {
      for (const form of [path, `${path}/`, `${path}.html`, `${path}?x=1#main`]) {
        await page.goto(url + form);
        await h1(page, title);
      }
      assert.equal(await page.locator("script[src], #boot").count(), 0, `${path} asks for no program`);
    }
    assert.ok(await page.getByRole("link", { name: "The lesson" }).evaluate((a, url) => a.href === `${url}lessons/spread`, url), "its links stay below the path");
  });

  // One browser keeps the site for all of them: keeping it costs more than a visit.
  inPage(`static ${base}: each page by each address`, { site, kept: true }, async (page, { t, url }) => {
    for (const [path, title] of ROUTES) {
      await t.test(`static ${base}${path}: a deep link, a reload and each form of the address`, async () => {
        await page.goto(url + path);
        await awake(page, title);
        await page.reload();
        await awake(page, title);
        for (const form of path ? [`${path}/`, `${path}.html`, `${path}?x=1#main`] : ["index.html", "?x=1"]) {
          await page.goto(url + form);
          await awake(page, title);
        }
      });
    }
  });

  inPage(`static ${base}: moves between pages stay below the path`, { site, kept: true }, async (page, { url }) => {
    await page.getByRole("link", { name: "Design your own keys" }).first().click(); // also wakes the program
    await page.waitForURL(`${url}playground`);
    await running(page);
    await h1(page, "Key designer");
    assert.equal(await page.title(), "Playground: define keys and query them · Keyrange");
    await page.reload();
    await running(page);
    await h1(page, "Key designer");
    await page.getByRole("link", { name: "Keyrange" }).first().click();
    await page.waitForURL(url);
    await h1(page, ROUTES[0][1]);
    await page.goBack();
    await h1(page, "Key designer");
    await page.goForward();
    await h1(page, ROUTES[0][1]);
  });

  inPage(`static ${base}: the program takes over the same text, title and description`, { site, faults: [/status of 404/] }, async (page, { url, context }) => {
    const still = await context.browser().newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
    const ahead = await still.newPage();
    for (const [path] of [...ROUTES, [UNKNOWN[1]]]) {
      await ahead.goto(url + path);
      await page.goto(url + path);
      await page.getByRole("heading", { level: 1 }).hover();
      await running(page);
      const head = (p) => Promise.all([p.title(), p.locator("meta[name=description]").getAttribute("content")]);
      const [title, description] = await head(ahead);
      assert.deepEqual(await head(page), [title, description], `head of /${path}`);
      assert.ok(title.length >= 10 && title.length <= 60 && description.length >= 20 && description.length <= 160, `${title}: ${description}`);
      assert.equal(await text(page), await text(ahead), `text of /${path}`);
    }
    await still.close();
  });

  inPage(`static ${base}: an unknown address is answered with 404 and a page that says so`, { site, faults: [/status of 404/] }, async (page, { url }) => {
    for (const path of UNKNOWN) {
      const response = await page.goto(url + path);
      assert.equal(response.status(), 404, path);
      await h1(page, MISSING);
      await awake(page, MISSING);
    }
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await page.waitForURL(url);
    await h1(page, ROUTES[0][1]);
  });

  const blocked = /blocks WebAssembly/;
  inPage(`static ${base}: without WebAssembly every page can be read, and says why it does no more`, {
    site, onContext: (context) => context.addInitScript(() => { delete self.WebAssembly; }),
  }, async (page, { url }) => {
    for (const [path, title] of ROUTES) {
      await page.goto(url + path);
      await page.getByRole("heading", { level: 1 }).hover();
      await page.getByRole("status").getByText(blocked).waitFor();
      await h1(page, title);
      assert.equal(await covered(page), false, "the heading is not covered");
    }
  });

  inPage(`static ${base}: a policy against WebAssembly is told too`, {
    site, faults: [/WebAssembly|Content Security Policy|wasm/i],
    onContext: (context) => context.route((u) => u.pathname.endsWith("/playground"), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "script-src 'self' 'unsafe-inline'" } });
    }),
  }, async (page, { url }) => {
    await page.goto(`${url}playground`);
    await page.getByRole("status").getByText(blocked).waitFor();
    await h1(page, "Key designer");
  });
}

test("static: each page has its own title and description", async () => {
  const heads = await Promise.all([...ROUTES.map(([p]) => p || "index"), "404"].map((n) => readFile(join(process.env.KEYRANGE_SITES, "root", `${n}.html`), "utf8")));
  const titles = heads.map((h) => /<title>([^<]+)<\/title>/.exec(h)?.[1]), descriptions = heads.map((h) => /<meta[^>]*content="([^"]+)"[^>]*name="description"|<meta[^>]*name="description"[^>]*content="([^"]+)"/.exec(h)).map((m) => m?.[1] ?? m?.[2]);
  assert.equal(new Set(titles).size, heads.length, titles.join());
  assert.equal(new Set(descriptions).size, heads.length, descriptions.join());
  assert.ok([...titles, ...descriptions].every(Boolean));
});

async function openMovies(page) {
  await running(page);
  await page.getByRole("button", { name: /^Movies/ }).click();
  await loaded(page, movies.entities.length);
}

for (const [site, base] of bases) {
  test(`static ${base}: the pages work without a network after one visit`, { timeout: 8 * PATIENCE }, async () => {
    await visited({ folder: join(process.env.KEYRANGE_SITES, site), base }, async (page, { url, leave }) => {
      await h1(page, ROUTES[0][1]);
      await page.goto(`${url}playground`);
      await openMovies(page);
      await leave();
      for (const [path, title] of STILL) {
        await page.goto(url + path);
        await h1(page, title);
      }
      for (const [path, title] of ROUTES) {
        await page.goto(url + path);
        await awake(page, path === "playground" ? "Movies" : title); // the work is where it was left
      }
      await page.goto(`${url}playground`);
      await loaded(page, movies.entities.length);
      await page.goto(`${url}nothing`);
      await h1(page, MISSING);
    });
  });
}
