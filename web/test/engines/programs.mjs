// Where the programs of each engine are, or in words what is missing.

import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const runs = (path) => {
  try { accessSync(path, constants.X_OK); return true; } catch { return false; }
};

// found is the path of the first of these programs that is there.
function found(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((n) => (isAbsolute(n) ? [n] : folders.map((f) => join(f, n)))).find(runs);
}

// below lists the folders of a folder, if it is there.
const below = (folder) => {
  try { return readdirSync(folder).map((name) => join(folder, name)); } catch { return []; }
};

export const chromium = found(process.env.CHROME || "chromium", "chromium-browser", "google-chrome");
export const firefox = found(process.env.FIREFOX || "firefox-esr", "firefox");
export const xvfb = found("Xvfb");
export const webkitDriver = found("WebKitWebDriver");

// MiniBrowser comes with WebKit's library and is on no search path.
const libraries = ["/usr/lib", ...below("/usr/lib"), "/usr/libexec"];
export const miniBrowser = found(...libraries.map((f) => join(f, "webkit2gtk-4.1", "MiniBrowser")));

// without says which of these packages has to be installed, by what it has.
export const without = (parts) => {
  const packages = Object.entries(parts).filter(([, path]) => !path).map(([name]) => name);
  return packages.length > 0 && `there is no ${packages.join(" and no ")}`;
};
