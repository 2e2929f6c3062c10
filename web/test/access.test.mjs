// Accessibility. Each such file runs in a process and a Chromium of its own,
// beside others.

import "./access.mjs";
import "./faults.mjs";
import "./touch.mjs";
