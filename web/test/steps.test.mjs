// The stories of the screens that go step by step. Each such file runs in a
// process and a Chromium of its own, beside others.

import "./clients.mjs";
import "./tokens.mjs";
import "./batch.mjs";
import "./across.mjs";
import "./live.mjs";
import "./served.mjs";
