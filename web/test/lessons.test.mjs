// The stories of the lessons. Each such file runs in a process and a Chromium
// of its own, beside others.

import "./lessons.mjs";
