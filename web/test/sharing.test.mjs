// The stories of the journal, of moments, of what is shared and of tasks for a class. Each such file
// runs in a process and a Chromium of its own, beside others.

import "./journal.mjs";
import "./moments.mjs";
import "./signature.mjs";
import "./sharing.mjs";
import "./gallery.mjs";
import "./embed.mjs";
import "./maker.mjs";
