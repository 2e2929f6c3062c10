// The stories of the simulator. Each such file runs in a process and a Chromium
// of its own, beside others.

import "./simulator.mjs";
import "./screen.mjs";
import "./causes.mjs";
import "./totals.mjs";
