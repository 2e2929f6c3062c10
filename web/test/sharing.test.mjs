// The stories of the journal, of moments and of what is shared. Each such file
// runs in a process and a Chromium of its own, beside others.

import "./journal.mjs";
import "./moments.mjs";
import "./signature.mjs";
import "./sharing.mjs";
