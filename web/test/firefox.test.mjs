// The core stories in Firefox.

import { launch } from "./engines/firefox.mjs";
import { firefox, without } from "./engines/programs.mjs";
import { inEngine } from "./engines/run.mjs";

inEngine("Firefox", without({ Firefox: firefox }), () => launch(firefox));
