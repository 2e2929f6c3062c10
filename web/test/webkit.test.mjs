// The core stories in WebKit.

import { miniBrowser, webkitDriver, without, xvfb } from "./engines/programs.mjs";
import { inEngine } from "./engines/run.mjs";
import { launch } from "./engines/webkit.mjs";

inEngine("WebKit", without({ WebKitWebDriver: webkitDriver, MiniBrowser: miniBrowser, Xvfb: xvfb }), () => launch(webkitDriver, miniBrowser));
