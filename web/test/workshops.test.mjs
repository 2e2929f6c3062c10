// The stories of workshops and of presenting. Each such file runs in a process and a
// Chromium of its own, beside others.

import "./workshops.mjs";
import "./presenter.mjs";
