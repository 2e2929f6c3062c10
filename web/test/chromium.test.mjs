// The core stories in Chromium, as in the other engines.

import { launch } from "./engines/chromium.mjs";
import { chromium, without } from "./engines/programs.mjs";
import { inEngine } from "./engines/run.mjs";

inEngine("Chromium", without({ Chromium: chromium }), () => launch(chromium));
