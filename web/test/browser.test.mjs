// Every test in a real browser. They share one Chromium, so they share one file.

import "./journey.mjs";
import "./keyboard.mjs";
import "./templates.mjs";
import "./filters.mjs";
import "./load.mjs";
import "./static.mjs";
import "./access.mjs";
