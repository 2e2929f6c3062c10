import "./blocked.mjs";
import "./parts.mjs";
import "./cookies.mjs";
import "./odd.mjs";
import "./offline.mjs";
import "./hostile.mjs";
