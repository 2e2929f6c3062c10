// The stories of queries and of comparing designs. Each such file runs in a
// process and a Chromium of its own, beside others.

import "./filters.mjs";
import "./queries.mjs";
import "./bounds.mjs";
import "./compare.mjs";
import "./verdicts.mjs";
