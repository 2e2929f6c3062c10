// The stories of the playground up to its keys: data, templates, and 200,000
// rows. Each such file runs in a process and a Chromium of its own, beside
// others.

import "./load.mjs";
import "./journey.mjs";
import "./import.mjs";
import "./keyboard.mjs";
import "./templates.mjs";
import "./designer.mjs";
import "./review.mjs";
import "./glance.mjs";
import "./arrival.mjs";
