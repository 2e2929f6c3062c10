// The pages as they are served, the published figures and the index. Each such
// file runs in a process and a Chromium of its own, beside others.

import "./static.mjs";
import "./figures.mjs";
import "./race.mjs";
import "./tree.mjs";
