// The stories of the playground and its screens in a real browser. They share
// one Chromium, so they share one file.

import "./journey.mjs";
import "./import.mjs";
import "./keyboard.mjs";
import "./templates.mjs";
import "./designer.mjs";
import "./arrival.mjs";
import "./journal.mjs";
import "./filters.mjs";
import "./queries.mjs";
import "./bounds.mjs";
import "./compare.mjs";
import "./verdicts.mjs";
import "./tokens.mjs";
import "./batch.mjs";
import "./across.mjs";
import "./moments.mjs";
import "./signature.mjs";
import "./sharing.mjs";
