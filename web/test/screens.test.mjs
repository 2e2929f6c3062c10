// The pages as they are served, their accessibility, and the stories of the
// lessons and the simulator. They share one Chromium, so they share one file.

import "./static.mjs";
import "./clients.mjs";
import "./lessons.mjs";
import "./access.mjs";
import "./tree.mjs";
import "./simulator.mjs";
import "./causes.mjs";
import "./figures.mjs";
import "./totals.mjs";
