// What a page shows at a glance, measured where a browser has laid it out.

import "./beside.mjs";
import "./play.mjs";
import "./taskstrip.mjs";
import "./thumb.mjs";
