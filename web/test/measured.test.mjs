// The tests in a real browser that measure what the page takes. They run alone,
// and share one Chromium, so they share one file.

import "./load.mjs";
import "./smooth.mjs";
